// node_modules/preact/dist/preact.mjs
var n;
var t;
var r;
var u;
var i;
var f;
var o;
var e;
var l;
var c;
var a;
var s;
var h = /* @__PURE__ */ Symbol.for("pv");
var p = {};
var y = [];
var v = /^m(i|n|o|s|text|space)$/;
var w = Array.isArray;
var d = y.slice;
var _ = Object.assign;
function g(n3) {
  n3 && n3.parentNode && n3.remove();
}
function k(n3, t4, r4) {
  var u4, i4, f5, o5 = {}, e4 = arguments.length;
  for (f5 in t4) "key" == f5 ? u4 = t4[f5] : "ref" == f5 && "function" != typeof n3 ? i4 = t4[f5] : o5[f5] = t4[f5];
  return e4 > 2 && (o5.children = e4 > 3 ? d.call(arguments, 2) : r4), m(n3, o5, u4, i4, null);
}
function m(r4, u4, i4, f5, o5) {
  var e4 = { type: r4, props: u4, key: i4, ref: f5, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: h, __v: o5 || ++t, __i: -1, __u: 0 };
  return !o5 && n.vnode && n.vnode(e4), e4;
}
function $(n3) {
  return n3.children;
}
function x(n3, t4) {
  this.props = n3, this.context = t4, this.__g = 0;
}
function S(n3, t4) {
  if (null == t4) return n3.__ && S(n3.__, n3.__i + 1);
  for (var r4; t4 < n3.__k.length; t4++) if ((r4 = n3.__k[t4]) && r4.__e) return r4.__e;
  return "function" != typeof n3.type || n3.props.__P ? null : S(n3);
}
function C(t4) {
  var r4, u4 = t4.__v, i4 = u4.__e, f5 = [], o5 = [], e4 = t4.__P;
  e4 && ((r4 = _({ constructor: h }, u4)).__v = u4.__v + 1, n.vnode && n.vnode(r4), z(e4, r4, u4, t4.__n, e4.namespaceURI, 32 & u4.__u ? [i4] : null, f5, i4 || S(u4), 32 & u4.__u, o5), r4.__v = u4.__v, r4.__.__k[r4.__i] = r4, E(f5, r4, o5), u4.__ = u4.__e = null, r4.__e != i4 && j(r4));
}
function j(n3) {
  if ((n3 = n3.__) && n3.__c && !n3.props.__P) return n3.__e = null, n3.__k.some(function(t4) {
    return t4 && (n3.__e = t4.__e);
  }), j(n3);
}
function L(t4) {
  (8 & t4.__g || (t4.__g |= 8, u.push(t4), f++)) && i == n.debounceRendering || ((i = n.debounceRendering) || queueMicrotask)(H);
}
function H() {
  try {
    for (var n3, t4 = 1; u.length; ) u.length > t4 && u.sort(o), n3 = u.shift(), t4 = u.length, 8 & n3.__g && C(n3);
  } finally {
    (f = u.length) && (i || queueMicrotask)(H);
  }
}
function I(n3, t4, r4, u4, i4, f5, o5, e4, l4, c4, a5) {
  var s4, h5, v4, w5, d5, _4, g5 = u4.__k || y, k4 = t4.length;
  for (l4 = q(r4, t4, g5, l4, k4), s4 = 0; s4 < k4; s4++) null != (v4 = r4.__k[s4]) && (h5 = ~v4.__i && g5[v4.__i] || p, v4.__i = s4, _4 = z(n3, v4, h5, i4, f5, o5, e4, l4, c4, a5), w5 = v4.__e, (h5.ref != v4.ref || 8 & h5.__u) && (h5.ref && G(h5.ref, null, v4, h5), v4.ref && a5.push(v4.ref, v4.__c || w5, v4)), d5 = d5 || w5, 4 & v4.__u ? (l4 = A(v4, l4, n3, !h5.__v), h5.__e && (h5.__e = null)) : "function" == typeof v4.type && void 0 !== _4 ? l4 = _4 : w5 && (l4 = w5.nextSibling), v4.__u &= -21);
  return r4.__e = d5, l4;
}
function q(n3, t4, r4, u4, i4) {
  var f5, o5, e4, l4, c4, a5, s4, p5, y5, v4 = r4.length, d5 = v4, _4 = 0, g5 = 0, k4 = n3.__k = Array(i4);
  for (f5 = 0; f5 < i4; f5++) null != (o5 = t4[f5]) && "boolean" != typeof o5 && "function" != typeof o5 ? ("object" != typeof o5 || o5.constructor === String ? o5 = k4[f5] = m(null, o5) : w(o5) ? o5 = k4[f5] = m($, { children: o5 }) : o5.constructor === h && o5.__b ? o5 = k4[f5] = m(o5.type, o5.props, o5.key, o5.ref, o5.__v) : k4[f5] = o5, l4 = f5 + _4, o5.__ = n3, o5.__b = n3.__b + 1, e4 = null, ~(c4 = o5.__i = P(o5, r4, l4, d5)) && (d5--, (e4 = r4[c4]) && (e4.__u |= 2)), e4 && e4.__v ? (o5.__u |= 16, c4 == l4 - 1 ? _4-- : c4 == l4 + 1 ? _4++ : c4 != l4 && (c4 > l4 ? _4-- : _4++, g5 = 1)) : (~c4 || (i4 > v4 ? _4-- : i4 < v4 && _4++), "function" != typeof o5.type && (o5.__u |= 4))) : k4[f5] = null;
  if (g5) {
    for (a5 = [], s4 = [], f5 = 0; f5 < i4; f5++) if ((o5 = k4[f5]) && 16 & o5.__u) {
      for (_4 = 0, p5 = a5.length; _4 < p5; ) a5[y5 = _4 + p5 >> 1] < o5.__i ? _4 = y5 + 1 : p5 = y5;
      a5[_4] = o5.__i, s4[f5] = _4 + 1;
    }
    for (_4 = a5.length; f5--; ) s4[f5] && (s4[f5] == _4 ? _4-- : k4[f5].__u |= 4);
  }
  if (d5) for (f5 = 0; f5 < v4; f5++) !(e4 = r4[f5]) || 2 & e4.__u || (e4.__e == u4 && (u4 = S(e4)), J(e4, e4));
  return u4;
}
function A(n3, t4, r4, u4) {
  var i4, f5, o5, e4;
  if ("function" == typeof n3.type) {
    if (n3.props.__P) return t4;
    if (i4 = n3.__k) for (f5 = 0; f5 < i4.length; f5++) i4[f5] && (i4[f5].__ = n3, t4 = A(i4[f5], t4, r4, false));
    return t4;
  }
  for (t4 && !t4.parentNode && (t4 = S(n3)) && !t4.parentNode && (t4 = null), o5 = n3.__e, e4 = t4; e4 && 8 == e4.nodeType; ) e4 = e4.nextSibling;
  for (o5 != e4 && (!u4 && r4.moveBefore && o5.parentNode ? r4.moveBefore(o5, t4) : r4.insertBefore(o5, t4 || null)), t4 = o5; (t4 = t4 && t4.nextSibling) && 8 == t4.nodeType && !t4.data.startsWith("$s"); ) ;
  return t4;
}
function P(n3, t4, r4, u4) {
  var i4, f5 = n3.key, o5 = n3.type, e4 = t4[r4], l4 = e4 && !(2 & e4.__u);
  if (null === e4 && null == f5 || l4 && f5 == e4.key && o5 == e4.type) return r4;
  if (u4 > (l4 ? 1 : 0)) {
    for (i4 = r4 - 1; i4 >= 0; i4--) if ((e4 = t4[i4]) && !(2 & e4.__u) && f5 == e4.key && o5 == e4.type) return i4;
    for (i4 = r4 + 1; i4 < t4.length; i4++) if ((e4 = t4[i4]) && !(2 & e4.__u) && f5 == e4.key && o5 == e4.type) return i4;
  }
  return -1;
}
function T(n3, t4, r4) {
  null == r4 && (r4 = ""), "-" == t4[0] ? n3.setProperty(t4, r4) : n3[t4] = r4;
}
function N(n3, t4, r4, u4, i4) {
  var f5, o5;
  if ("style" == t4) if ("string" == typeof r4) n3.style.cssText = r4;
  else {
    if ("string" == typeof u4 && (n3.style.cssText = u4 = ""), u4) for (t4 in u4) r4 && t4 in r4 || T(n3.style, t4);
    if (r4) for (t4 in r4) u4 && r4[t4] == u4[t4] || T(n3.style, t4, r4[t4]);
  }
  else if ("o" == t4[0] && "n" == t4[1]) "function" != typeof r4 && (r4 = null), "function" != typeof u4 && (u4 = null), (n3.__e || (n3.__e = {}))[t4] = r4, r4 && u4 || (o5 = a[t4] || (a[t4] = V(t4)), (n3.__a || (n3.__a = {}))[t4] = c, f5 = t4 != (t4 = t4.replace(l, "$1")), (t4 = t4.slice(2))[0] < "a" && (t4 = t4.toLowerCase()), r4 ? n3.addEventListener(t4, o5, f5) : n3.removeEventListener(t4, o5, f5));
  else {
    if ("http://www.w3.org/2000/svg" == i4) t4 = t4.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
    else if ("width" != t4 && "height" != t4 && "href" != t4 && "list" != t4 && "form" != t4 && "tabIndex" != t4 && "download" != t4 && "rowSpan" != t4 && "colSpan" != t4 && "role" != t4 && "popover" != t4 && t4 in n3) try {
      return void (n3[t4] = null == r4 ? "" : r4);
    } catch (n4) {
    }
    if ("function" == typeof r4) return;
    null == r4 || false === r4 && "-" != t4[4] ? n3.removeAttribute(t4) : n3.setAttribute(t4, "popover" == t4 && 1 == r4 ? "" : r4);
  }
}
function V(t4) {
  return function(r4) {
    var u4 = this.__e;
    if (u4) {
      if (u4 = u4[t4], null == r4[e]) r4[e] = c++;
      else if (r4[e] < this.__a[t4]) return;
      return u4(n.event ? n.event(r4) : r4);
    }
  };
}
function z(t4, r4, u4, i4, f5, o5, e4, l4, c4, a5) {
  var s4, p5, v4, d5, k4, b4, m5, M2, C3, j4, L2, H2, q2, A4, O2, P3, T4, N2, V2 = r4.type;
  if (r4.constructor !== h) return null;
  128 & u4.__u && (c4 = 32 & u4.__u, s4 = u4.__c.__z) && (r4.__u |= c4, p5 = o5 = [], 8 == s4.nodeType ? l4 = B(s4, o5) : o5.push(s4), l4 = o5[0] || l4), (s4 = n.__b) && s4(r4);
  n: if ("function" == typeof V2) {
    v4 = e4.length;
    try {
      if (M2 = r4.props, C3 = (s4 = V2.prototype) && s4.render, j4 = (s4 = V2.contextType) && i4[s4.__c], L2 = s4 ? j4 ? j4.props.value : s4.__ : i4, (d5 = u4.__c) ? (r4.__c = d5, 2 & d5.__g && (d5.__g |= 1)) : (C3 ? r4.__c = d5 = new V2(M2, L2) : (r4.__c = d5 = new x(M2, L2), d5.constructor = V2, d5.render = K), j4 && j4.sub(d5), d5.state || (d5.state = {}), d5.__n = i4, d5.__g |= 8, d5.__h = [], d5.__k = []), C3 && (d5.__s || (d5.__s = d5.state), V2.getDerivedStateFromProps && (d5.__s == d5.state && (d5.__s = _({}, d5.__s)), _(d5.__s, V2.getDerivedStateFromProps(M2, d5.__s)))), k4 = d5.props, b4 = d5.state, d5.__v = r4, u4.__c) {
        if (M2 !== k4 && C3 && !V2.getDerivedStateFromProps && d5.componentWillReceiveProps && d5.componentWillReceiveProps(M2, L2), r4.__v == u4.__v && !(8 & d5.__g) || !(4 & d5.__g) && d5.shouldComponentUpdate && false === d5.shouldComponentUpdate(M2, d5.__s, L2)) {
          r4.__v != u4.__v && (d5.props = M2, d5.state = d5.__s, d5.__g &= -9), r4.__e = u4.__e, r4.__k = u4.__k, r4.__k.some(function(n3) {
            n3 && (n3.__ = r4);
          }), y.push.apply(d5.__h, d5.__k), d5.__k = [], d5.__h.length && e4.push(d5), l4 = S(u4);
          break n;
        }
        d5.componentWillUpdate && d5.componentWillUpdate(M2, d5.__s, L2), C3 && d5.componentDidUpdate && d5.__h.push(function() {
          d5.componentDidUpdate(k4, b4, m5);
        });
      } else C3 && !V2.getDerivedStateFromProps && d5.componentWillMount && d5.componentWillMount(), C3 && d5.componentDidMount && d5.__h.push(d5.componentDidMount);
      d5.context = L2, d5.props = M2, d5.__P = t4, d5.__g &= -5, H2 = n.__r, q2 = C3 ? 25 : 0;
      do {
        d5.__g &= -9, H2 && H2(r4), s4 = d5.render(d5.props, d5.state = d5.__s, d5.context);
      } while (8 & d5.__g && ++q2 < 25);
      C3 && (y.push.apply(d5.__h, d5.__k), d5.__k = []), d5.state = d5.__s, d5.getChildContext && (i4 = _({}, i4, d5.getChildContext())), C3 && u4.__c && d5.getSnapshotBeforeUpdate && (m5 = d5.getSnapshotBeforeUpdate(k4, b4)), A4 = s4 && s4.type === $ && null == s4.key ? s4.props.children : s4, M2.__P && (s4 = l4, f5 = (t4 = M2.__P).namespaceURI, c4 = o5 = null, u4.props && u4.props.__P != t4 && (u4.__k.some(function(n3) {
        n3 && J(n3, n3);
      }), u4.__k = null), l4 = u4.__k ? S(u4, 0) : null), l4 = I(t4, w(A4) ? A4 : [A4], r4, u4, i4, f5, o5, e4, l4, c4, a5), M2.__P && (r4.__e = null, l4 = s4), r4.__u &= -161, p5 && p5.some(g), d5.__h.length && e4.push(d5), 1 & d5.__g && (d5.__g &= -4);
    } catch (t5) {
      if (e4.length = v4, r4.__v = null, c4 || o5) if (t5 && t5.then) {
        if (r4.__u |= 128 | c4, o5) {
          for (~(T4 = o5.indexOf(l4 || void 0)) || (T4 = o5.length); (N2 = o5[T4 - 1]) && 8 == N2.nodeType; ) T4--;
          for (; T4 < o5.length; T4++) if (N2 = o5[T4]) if (o5[T4] = null, O2) {
            if (N2 == P3) break;
          } else {
            if (8 != N2.nodeType) break;
            N2.data.startsWith("$s") && (P3 = B(O2 = N2));
          }
        }
        if (!O2) {
          for (; l4 && 8 == l4.nodeType && l4.nextSibling; ) l4 = l4.nextSibling;
          O2 = l4;
        }
        (s4 = B(O2 = r4.__c.__z || (r4.__c.__z = O2))) ? (r4.__e = O2, l4 = s4) : r4.__e = l4, l4 = l4 && l4.nextSibling;
      } else o5 && o5.some(g);
      else r4.__e = u4.__e;
      r4.__k || (r4.__k = u4.__k || []), t5 && t5.then || D(r4), n.__e(t5, r4, u4);
    }
  } else l4 = r4.__e = F(u4.__e, r4, u4, i4, f5, o5, e4, c4, a5, t4);
  return (s4 = n.diffed) && s4(r4), l4;
}
function B(n3, t4) {
  if (n3 && 8 == n3.nodeType && n3.data.startsWith("$s")) for (var r4 = 1; n3 = n3.nextSibling; ) {
    if (8 == n3.nodeType) {
      if (n3.data.startsWith("$s")) r4++;
      else if (n3.data.startsWith("/$s") && !--r4) return n3;
    }
    t4 && t4.push(n3);
  }
}
function D(n3) {
  n3 && (n3.__c && (n3.__c.__g |= 4), n3.__k && n3.__k.some(D));
}
function E(t4, r4, u4) {
  for (var i4 = 0; i4 < u4.length; ) G(u4[i4++], u4[i4++], u4[i4++]);
  n.__c && n.__c(r4, t4), t4.some(function(r5) {
    try {
      t4 = r5.__h, r5.__h = [], t4.some(function(n3) {
        n3.call(r5);
      });
    } catch (t5) {
      n.__e(t5, r5.__v);
    }
  });
}
function F(t4, r4, u4, i4, f5, o5, e4, l4, c4, a5) {
  var s4, h5, y5, _4, k4, b4, m5, M2, $2 = u4.props || p, x3 = r4.props, C3 = r4.type;
  if ("svg" == C3 ? f5 = "http://www.w3.org/2000/svg" : "math" == C3 ? f5 = "http://www.w3.org/1998/Math/MathML" : f5 || (f5 = "http://www.w3.org/1999/xhtml"), o5) {
    for (s4 = 0; s4 < o5.length; s4++) if ((k4 = o5[s4]) && (C3 ? k4.localName == C3 : 3 == k4.nodeType)) {
      t4 = k4, o5[s4] = null;
      break;
    }
  }
  if (!t4) {
    if (M2 = a5.ownerDocument || document, !C3) return M2.createTextNode(x3);
    t4 = M2.createElementNS(f5, C3, x3.is ? x3 : a5), l4 && (n.__m && n.__m(r4, o5), l4 = false), o5 = null;
  }
  if (C3) {
    if (a5 = "template" == C3 && t4.content || t4, o5 = "textarea" == C3 && null != x3.defaultValue ? null : o5 && d.call(a5.childNodes), !l4 && o5) for ($2 = {}, s4 = 0; s4 < t4.attributes.length; s4++) $2[(k4 = t4.attributes[s4]).name] = k4.value;
    for (s4 in $2) k4 = $2[s4], "dangerouslySetInnerHTML" == s4 ? y5 = k4 : "children" == s4 || s4 in x3 || "value" == s4 && "defaultValue" in x3 || "checked" == s4 && "defaultChecked" in x3 || N(t4, s4, null, k4, f5);
    for (s4 in x3) k4 = x3[s4], "children" == s4 ? _4 = k4 : "dangerouslySetInnerHTML" == s4 ? h5 = k4 : "value" == s4 ? b4 = k4 : "checked" == s4 ? m5 = k4 : l4 && "function" != typeof k4 || $2[s4] === k4 || N(t4, s4, k4, $2[s4], f5);
    h5 ? (l4 || y5 && (h5.__html == y5.__html || h5.__html == t4.innerHTML) || (t4.innerHTML = h5.__html), r4.__k = []) : (y5 && (t4.textContent = ""), ("foreignObject" == C3 || "http://www.w3.org/1998/Math/MathML" == f5 && v.test(C3)) && (f5 = "http://www.w3.org/1999/xhtml"), I(a5, w(_4) ? _4 : [_4], r4, u4, i4, f5, o5, e4, o5 ? o5[0] : u4.__k && S(u4, 0), l4, c4), o5 && o5.some(g)), l4 && "textarea" != C3 || (s4 = "value", "progress" == C3 && null == b4 ? t4.removeAttribute(s4) : null == b4 || b4 === t4[s4] && ("progress" != C3 || b4) || N(t4, s4, b4, $2[s4], f5), s4 = "checked", null != m5 && m5 != t4[s4] && N(t4, s4, m5, $2[s4], f5));
  } else $2 === x3 || l4 && t4.data == x3 || (t4.data = x3);
  return t4;
}
function G(t4, r4, u4, i4) {
  try {
    "function" == typeof t4 ? r4 ? r4.__x = t4(r4) || 1 : i4 && (i4 = i4.__c || i4.__e) && (r4 = i4.__x) && (i4.__x = null, "function" == typeof r4 ? r4() : t4(null)) : t4.current = r4;
  } catch (t5) {
    n.__e(t5, u4);
  }
}
function J(t4, r4, u4) {
  var i4, f5, o5, e4;
  if (n.unmount && n.unmount(t4), !(i4 = t4.ref) || i4.current && i4.current != t4.__e || G(i4, null, r4, t4), i4 = t4.__c) {
    if (i4.componentWillUnmount) try {
      i4.componentWillUnmount();
    } catch (t5) {
      n.__e(t5, r4);
    }
    i4.__P = i4.__n = null;
  }
  if (i4 = t4.__k) for (e4 = 0; e4 < i4.length; e4++) i4[e4] && J(i4[e4], r4, "function" != typeof t4.type || u4 && !t4.props.__P);
  !u4 && (i4 = t4.__c) && (i4 = i4.__z) && (f5 = B(i4, o5 = [])) && (i4 == t4.__e && o5.some(g), g(f5), g(i4)), u4 || g(t4.__e), t4.__e = t4.__c = t4.__ = null;
}
function K(n3, t4, r4) {
  return this.constructor(n3, r4);
}
function Q(t4, r4) {
  var u4, i4, f5, o5;
  n.__ && n.__(t4, r4), 9 == r4.nodeType && (r4 = r4.documentElement), i4 = (u4 = t4 && 32 & t4.__u) ? null : r4.__k, r4.__k = m($, { children: [t4] }), f5 = [], o5 = [], z(r4, r4.__k, i4 || p, p, r4.namespaceURI, i4 ? null : r4.firstChild ? d.call(r4.childNodes) : null, f5, i4 ? i4.__e : r4.firstChild, u4, o5), E(f5, r4.__k, o5), r4.__k.props.children = null;
}
function U(n3) {
  function t4(n4) {
    var r4, u4;
    return this.getChildContext || (r4 = /* @__PURE__ */ new Set(), (u4 = {})[t4.__c] = this, this.getChildContext = function() {
      return u4;
    }, this.shouldComponentUpdate = function(n5) {
      this.props.value != n5.value && r4.forEach(function(n6) {
        n6.__g |= 4, L(n6);
      });
    }, this.sub = function(n5) {
      r4.add(n5);
      var t5 = n5.componentWillUnmount;
      n5.componentWillUnmount = function() {
        r4.delete(n5), t5 && t5.call(n5);
      };
    }), n4.children;
  }
  return t4.__c = "__cC" + s++, t4.__ = n3, t4.Provider = (t4.Consumer = function(n4, t5) {
    return n4.children(t5);
  }).contextType = t4, t4;
}
n = { __e: function(n3, t4, r4, u4) {
  for (var i4, o5, e4; t4 = t4.__; ) if ((i4 = t4.__c) && !(1 & i4.__g)) {
    i4.__g |= 4;
    try {
      if ((e4 = (o5 = i4.constructor) && o5.getDerivedStateFromError) && i4.setState(o5.getDerivedStateFromError(n3)), i4.componentDidCatch && (i4.componentDidCatch(n3, u4 || {}), e4 = 1), e4 && 8 & i4.__g) return void (i4.__g |= 2);
    } catch (t5) {
      n3 = t5;
    }
  }
  throw f = 0, n3;
} }, t = 0, r = function(n3) {
  return null != n3 && n3.constructor === h;
}, x.prototype.setState = function(n3, t4) {
  var r4 = this.__s;
  r4 && r4 != this.state || (r4 = this.__s = _({}, this.state)), "function" == typeof n3 && (n3 = n3(_({}, r4), this.props)), n3 && (_(r4, n3), this.__v && (t4 && this.__k.push(t4), L(this)));
}, x.prototype.forceUpdate = function(n3) {
  this.__v && (this.__g |= 4, n3 && this.__h.push(n3), L(this));
}, x.prototype.render = $, u = [], f = 0, o = function(n3, t4) {
  return n3.__v.__b - t4.__v.__b;
}, e = /* @__PURE__ */ Symbol(), l = /(PointerCapture)$|Capture$/i, c = 0, a = {}, s = 0;

// node_modules/preact/hooks/dist/hooks.mjs
var t2;
var r2;
var u2;
var i2;
var o2 = Object.is;
var f2 = 0;
var c2 = [];
var e2 = [];
var a2 = n;
var v2 = a2.__b;
var l2 = a2.__r;
var m2 = a2.diffed;
var h2 = a2.__c;
var s2 = a2.unmount;
var p2 = a2.__;
function y2(n3, t4) {
  a2.__h && a2.__h(r2, n3, f2 || t4), f2 = 0;
  var u4 = r2.__H || (r2.__H = { __: [], __h: [] });
  return n3 >= u4.__.length && u4.__.push({}), u4.__[n3];
}
function d2(n3) {
  return f2 = 1, _2(G2, n3);
}
function _2(n3, u4, i4) {
  var f5 = y2(t2++, 2);
  if (f5.t = n3, !f5.__c && (f5.__ = [i4 ? i4(u4) : G2(void 0, u4), function(n4) {
    var t4 = (f5.__N || f5.__)[0], r4 = f5.t(t4, n4);
    o2(t4, r4) || (f5.__N = [r4, f5.__[1]], f5.__c.setState({}));
  }], f5.__c = r2, !r2.__f)) {
    r2.__f = true;
    var c4 = r2.shouldComponentUpdate;
    r2.shouldComponentUpdate = function(n4, t4, r4) {
      var u5 = this.__H;
      if (!u5) return true;
      var i5 = false, f6 = this.props != n4;
      if (u5.__.some(function(n5) {
        n5.__N && (i5 = true, o2(n5.__[0], n5.__N[0]) || (f6 = true));
      }), c4) {
        var e4 = c4.call(this, n4, t4, r4);
        return i5 ? e4 || f6 : e4;
      }
      return !i5 || f6;
    };
  }
  return f5.__;
}
function A2(n3, u4) {
  var i4 = y2(t2++, 3);
  !a2.__s && E2(i4.__H, u4) && (i4.__P = true, i4.__ = n3, i4.u = u4, r2.__H.__h.push(i4));
}
function F2(n3, u4) {
  var i4 = y2(t2++, 4);
  !a2.__s && E2(i4.__H, u4) && (i4.__P = false, i4.__ = n3, i4.u = u4, r2.__h.push(i4));
}
function T2(n3) {
  return f2 = 5, w2(function() {
    return { current: n3 };
  }, []);
}
function w2(n3, r4) {
  var u4 = y2(t2++, 7);
  return E2(u4.__H, r4) && (u4.__ = n3(), u4.__H = r4), u4.__;
}
function b(n3, t4) {
  return f2 = 8, w2(function() {
    return n3;
  }, t4);
}
function j2(n3) {
  var u4 = r2.context[n3.__c], i4 = y2(t2++, 9);
  return i4.c = n3, u4 ? (null == i4.__ && (i4.__ = true, u4.sub(r2)), u4.props.value) : n3.__;
}
function P2() {
  var n3 = y2(t2++, 11);
  if (!n3.__) {
    for (var u4 = r2.__v; !u4.__m && u4.__; ) u4 = u4.__;
    var i4 = u4.__m || (u4.__m = [0, 0]);
    n3.__ = "P" + i4[0] + "-" + i4[1]++;
  }
  return n3.__;
}
function g2() {
  var n3;
  do {
    for (; n3 = e2.shift(); ) try {
      C2(n3);
    } catch (t5) {
      a2.__e(t5, { __: (n3 = n3.__P) && n3.__v });
    }
    for (; n3 = c2.shift(); ) {
      var t4 = n3.__H;
      if (n3.__P && t4) try {
        t4.__h.some(C2), t4.__h.some(D2), t4.__h = [];
      } catch (r4) {
        t4.__h = [], a2.__e(r4, n3.__v);
      }
    }
  } while (e2.length);
}
a2.__b = function(n3) {
  r2 = null, v2 && v2(n3);
}, a2.__ = function(n3, t4) {
  n3 && t4.__k && t4.__k.__m && (n3.__m = t4.__k.__m), p2 && p2(n3, t4);
}, a2.__r = function(n3) {
  l2 && l2(n3), t2 = 0;
  var i4 = (r2 = n3.__c).__H;
  i4 && (u2 == r2 ? r2.__h = [] : (i4.__h.some(C2), i4.__h.some(D2), t2 = 0), i4.__h = [], i4.__.some(function(n4) {
    n4.__N && (n4.__ = n4.__N), n4.u = n4.__N = void 0;
  })), u2 = r2;
}, a2.diffed = function(n3) {
  m2 && m2(n3);
  var t4 = n3.__c;
  t4 && t4.__H && (t4.__H.__h.length && B2(c2.push(t4)), t4.__H.__.some(function(n4) {
    n4.u && (n4.__H = n4.u);
  })), u2 = r2 = null;
}, a2.__c = function(n3, t4) {
  t4.some(function(n4) {
    try {
      n4.__h.some(C2), n4.__h = n4.__h.filter(function(n5) {
        return !n5.__ || D2(n5);
      });
    } catch (t5) {
      n4.__h = [function() {
        throw t5;
      }];
    }
  }), h2 && h2(n3, t4);
}, a2.unmount = function(n3) {
  s2 && s2(n3);
  var t4, r4, u4 = n3.__c;
  u4 && u4.__H && (u4.__H.__.some(function(u5) {
    try {
      if (u5.__P && u5.__c) {
        if (void 0 === r4) {
          for (r4 = n3.__; r4 && (!r4.__c || !r4.__c.__P); ) r4 = r4.__;
          r4 = r4 && r4.__c;
        }
        u5.__P = r4, B2(e2.push(u5));
      } else C2(u5);
    } catch (n4) {
      t4 = n4;
    }
  }), u4.__H = void 0, t4 && a2.__e(t4, u4.__v));
};
var k2 = "function" == typeof requestAnimationFrame;
function z2(n3) {
  var t4, r4 = function() {
    clearTimeout(u4), k2 && cancelAnimationFrame(t4), setTimeout(n3);
  }, u4 = setTimeout(r4, 35);
  k2 && (t4 = requestAnimationFrame(r4));
}
function B2(n3) {
  1 != n3 && i2 == a2.requestAnimationFrame || ((i2 = a2.requestAnimationFrame) || z2)(g2);
}
function C2(n3) {
  var t4 = r2, u4 = n3.__c;
  "function" == typeof u4 && (n3.__c = void 0, u4()), r2 = t4;
}
function D2(n3) {
  var t4 = r2;
  n3.__c = n3.__(), r2 = t4;
}
function E2(n3, t4) {
  return !n3 || n3.length != t4.length || t4.some(function(t5, r4) {
    return !o2(t5, n3[r4]);
  });
}
function G2(n3, t4) {
  return "function" == typeof t4 ? t4(n3) : t4;
}

// node_modules/@preact/signals-core/dist/signals-core.module.js
var i3 = /* @__PURE__ */ Symbol.for("preact-signals");
function t3() {
  if (!(v3 > 1)) {
    var i4, t4 = false;
    !(function() {
      var i5 = c3;
      c3 = void 0;
      while (void 0 !== i5) {
        var t5 = i5.S;
        if (t5.v === i5.v) {
          for (var r5 = t5.t; void 0 !== r5; r5 = r5.x) if (r5.i === i5.i) r5.i = t5.i;
        }
        i5 = i5.o;
      }
    })();
    while (void 0 !== h3) {
      var r4 = h3;
      h3 = void 0;
      s3++;
      while (void 0 !== r4) {
        var n3 = r4.u;
        r4.u = void 0;
        r4.f &= -3;
        if (!(8 & r4.f) && w3(r4)) try {
          r4.c();
        } catch (r5) {
          if (!t4) {
            i4 = r5;
            t4 = true;
          }
        }
        r4 = n3;
      }
    }
    s3 = 0;
    v3--;
    if (t4) throw i4;
  } else v3--;
}
function r3(i4) {
  if (v3 > 0) return i4();
  u3 = ++e3;
  v3++;
  try {
    return i4();
  } finally {
    t3();
  }
}
var n2;
var o3 = void 0;
function f3(i4) {
  var t4 = o3, r4 = n2;
  o3 = void 0;
  n2 = void 0;
  try {
    return i4();
  } finally {
    o3 = t4;
    n2 = r4;
  }
}
var h3 = void 0;
var v3 = 0;
var s3 = 0;
var e3 = 0;
var u3 = 0;
var c3 = void 0;
var a3 = 0;
function d3(i4) {
  if (void 0 !== o3) {
    var t4 = i4.n;
    if (void 0 === t4 || t4.t !== o3) {
      t4 = { i: 0, S: i4, p: o3.s, n: void 0, t: o3, e: void 0, x: void 0, r: t4 };
      if (void 0 !== o3.s) o3.s.n = t4;
      o3.s = t4;
      i4.n = t4;
      if (32 & o3.f) i4.S(t4);
      return t4;
    } else if (-1 === t4.i) {
      t4.i = 0;
      if (void 0 !== t4.n) {
        t4.n.p = t4.p;
        if (void 0 !== t4.p) t4.p.n = t4.n;
        t4.p = o3.s;
        t4.n = void 0;
        o3.s.n = t4;
        o3.s = t4;
      }
      return t4;
    }
  }
}
function l3(i4, t4) {
  this.v = i4;
  this.i = 0;
  this.n = void 0;
  this.t = void 0;
  this.l = 0;
  this.W = null == t4 ? void 0 : t4.watched;
  this.Z = null == t4 ? void 0 : t4.unwatched;
  this.name = null == t4 ? void 0 : t4.name;
}
l3.prototype.brand = i3;
l3.prototype.h = function() {
  return true;
};
l3.prototype.S = function(i4) {
  var t4 = this, r4 = this.t;
  if (r4 !== i4 && void 0 === i4.e) {
    i4.x = r4;
    this.t = i4;
    if (void 0 !== r4) r4.e = i4;
    else f3(function() {
      var i5;
      null == (i5 = t4.W) || i5.call(t4);
    });
  }
};
l3.prototype.U = function(i4) {
  var t4 = this;
  if (void 0 !== this.t) {
    var r4 = i4.e, n3 = i4.x;
    if (void 0 !== r4) {
      r4.x = n3;
      i4.e = void 0;
    }
    if (void 0 !== n3) {
      n3.e = r4;
      i4.x = void 0;
    }
    if (i4 === this.t) {
      this.t = n3;
      if (void 0 === n3) f3(function() {
        var i5;
        null == (i5 = t4.Z) || i5.call(t4);
      });
    }
  }
};
l3.prototype.subscribe = function(i4) {
  var t4 = this;
  return x2(function() {
    var r4 = t4.value;
    f3(function() {
      return i4(r4);
    });
  }, { name: "sub" });
};
l3.prototype.valueOf = function() {
  return this.value;
};
l3.prototype.toString = function() {
  return this.value + "";
};
l3.prototype.toJSON = function() {
  return this.value;
};
l3.prototype.peek = function() {
  var i4 = this;
  return f3(function() {
    return i4.value;
  });
};
Object.defineProperty(l3.prototype, "value", { get: function() {
  var i4 = d3(this);
  if (void 0 !== i4) i4.i = this.i;
  return this.v;
}, set: function(i4) {
  if (i4 !== this.v) {
    if (s3 > 100) throw new Error("Cycle detected");
    !(function(i5) {
      if (0 !== v3 && 0 === s3) {
        if (i5.l !== u3) {
          i5.l = u3;
          c3 = { S: i5, v: i5.v, i: i5.i, o: c3 };
        }
      }
    })(this);
    this.v = i4;
    this.i++;
    a3++;
    v3++;
    try {
      for (var r4 = this.t; void 0 !== r4; r4 = r4.x) r4.t.N();
    } finally {
      t3();
    }
  }
} });
function y3(i4, t4) {
  return new l3(i4, t4);
}
function w3(i4) {
  for (var t4 = i4.s; void 0 !== t4; t4 = t4.n) if (t4.S.i !== t4.i || !t4.S.h() || t4.S.i !== t4.i) return true;
  return false;
}
function b2(i4) {
  for (var t4 = i4.s; void 0 !== t4; t4 = t4.n) {
    var r4 = t4.S.n;
    if (void 0 !== r4) t4.r = r4;
    t4.S.n = t4;
    t4.i = -1;
    if (void 0 === t4.n) {
      i4.s = t4;
      break;
    }
  }
}
function _3(i4) {
  var t4 = i4.s, r4 = void 0;
  while (void 0 !== t4) {
    var n3 = t4.p;
    if (-1 === t4.i) {
      t4.S.U(t4);
      if (void 0 !== n3) n3.n = t4.n;
      if (void 0 !== t4.n) t4.n.p = n3;
    } else r4 = t4;
    t4.S.n = t4.r;
    if (void 0 !== t4.r) t4.r = void 0;
    t4 = n3;
  }
  i4.s = r4;
}
function j3(i4, t4) {
  l3.call(this, void 0, t4);
  this.x = i4;
  this.s = void 0;
  this.g = a3 - 1;
  this.f = 4;
}
j3.prototype = new l3();
j3.prototype.h = function() {
  this.f &= -3;
  if (1 & this.f) return false;
  if (32 == (36 & this.f)) return true;
  this.f &= -5;
  if (this.g === a3) return true;
  this.g = a3;
  this.f |= 1;
  if (this.i > 0 && !w3(this)) {
    this.f &= -2;
    return true;
  }
  var i4 = o3;
  try {
    b2(this);
    o3 = this;
    var t4 = this.x();
    if (16 & this.f || this.v !== t4 || 0 === this.i) {
      this.v = t4;
      this.f &= -17;
      this.i++;
    }
  } catch (i5) {
    this.v = i5;
    this.f |= 16;
    this.i++;
  }
  o3 = i4;
  _3(this);
  this.f &= -2;
  return true;
};
j3.prototype.S = function(i4) {
  if (void 0 === this.t) {
    this.f |= 36;
    for (var t4 = this.s; void 0 !== t4; t4 = t4.n) t4.S.S(t4);
  }
  l3.prototype.S.call(this, i4);
};
j3.prototype.U = function(i4) {
  if (void 0 !== this.t) {
    l3.prototype.U.call(this, i4);
    if (void 0 === this.t) {
      this.f &= -33;
      for (var t4 = this.s; void 0 !== t4; t4 = t4.n) t4.S.U(t4);
    }
  }
};
j3.prototype.N = function() {
  if (!(2 & this.f)) {
    this.f |= 6;
    for (var i4 = this.t; void 0 !== i4; i4 = i4.x) i4.t.N();
  }
};
Object.defineProperty(j3.prototype, "value", { get: function() {
  if (1 & this.f) throw new Error("Cycle detected");
  var i4 = d3(this);
  this.h();
  if (void 0 !== i4) i4.i = this.i;
  if (16 & this.f) throw this.v;
  return this.v;
} });
function O(i4, t4) {
  return new j3(i4, t4);
}
function p3(i4) {
  var r4 = i4.j;
  i4.j = void 0;
  if ("function" == typeof r4) {
    v3++;
    var n3 = o3;
    o3 = void 0;
    try {
      r4();
    } catch (t4) {
      i4.f &= -2;
      i4.f |= 8;
      g3(i4);
      throw t4;
    } finally {
      o3 = n3;
      t3();
    }
  }
}
function g3(i4) {
  for (var t4 = i4.s; void 0 !== t4; t4 = t4.n) t4.S.U(t4);
  i4.x = void 0;
  i4.s = void 0;
  p3(i4);
}
function S2(i4) {
  if (o3 !== this) throw new Error("Out-of-order effect");
  _3(this);
  o3 = i4;
  this.f &= -2;
  try {
    if (8 & this.f) g3(this);
  } finally {
    t3();
  }
}
function m3(i4, t4) {
  this.x = i4;
  this.j = void 0;
  this.s = void 0;
  this.u = void 0;
  this.f = 32;
  this.name = null == t4 ? void 0 : t4.name;
  if (n2) n2.push(this);
}
m3.prototype.c = function() {
  var i4 = this.S();
  try {
    if (8 & this.f) return;
    if (void 0 === this.x) return;
    var t4 = this.x();
    if ("function" == typeof t4) this.j = t4;
  } finally {
    i4();
  }
};
m3.prototype.S = function() {
  if (1 & this.f) throw new Error("Cycle detected");
  this.f |= 1;
  this.f &= -9;
  p3(this);
  b2(this);
  v3++;
  var i4 = o3;
  o3 = this;
  return S2.bind(this, i4);
};
m3.prototype.N = function() {
  if (!(2 & this.f)) {
    this.f |= 2;
    this.u = h3;
    h3 = this;
  }
};
m3.prototype.d = function() {
  this.f |= 8;
  if (!(1 & this.f)) g3(this);
};
m3.prototype.dispose = function() {
  this.d();
};
function x2(i4, t4) {
  var r4 = new m3(i4, t4);
  try {
    r4.c();
  } catch (i5) {
    r4.d();
    throw i5;
  }
  var n3 = r4.d.bind(r4);
  n3[Symbol.dispose] = n3;
  return n3;
}

// node_modules/@preact/signals/dist/signals.module.js
var h4;
var d4;
var p4;
var m4 = "undefined" != typeof window && !!window.__PREACT_SIGNALS_DEVTOOLS__;
var g4 = [];
x2(function() {
  h4 = this.N;
})();
function b3(i4, n3) {
  n[i4] = n3.bind(null, n[i4] || function() {
  });
}
function y4(i4) {
  if (p4) {
    var n3 = p4;
    p4 = void 0;
    n3();
  }
  p4 = i4 && i4.S();
}
function w4(i4) {
  var n3 = this, r4 = i4.data, t4 = useSignal(r4);
  t4.name = "ReactiveDom";
  t4.value = r4;
  var e4 = w2(function() {
    var i5 = n3, r5 = n3.__v;
    while (r5 = r5.__) if (r5.__c) {
      r5.__c.__$f |= 4;
      break;
    }
    var o5 = O(function() {
      var i6 = t4.value.value;
      return 0 === i6 ? 0 : true === i6 ? "" : i6 || "";
    }), e5 = O(function() {
      return !Array.isArray(o5.value) && !r(o5.value);
    }), u5 = x2(function() {
      this.N = M;
      if (e5.value) {
        var n4 = o5.value;
        if (i5.__v && i5.__v.__e && 3 === i5.__v.__e.nodeType) i5.__v.__e.data = n4;
      }
    }), c5 = n3.__$u.d;
    n3.__$u.d = function() {
      u5();
      c5.call(this);
    };
    return [e5, o5];
  }, []), u4 = e4[0], c4 = e4[1];
  return u4.value ? c4.peek() : c4.value;
}
w4.displayName = "ReactiveTextNode";
Object.defineProperties(l3.prototype, { constructor: { configurable: true, value: k($, null).constructor }, type: { configurable: true, value: w4 }, props: { configurable: true, get: function() {
  var i4 = this;
  return { data: { get value() {
    return i4.value;
  } } };
} }, __b: { configurable: true, value: 1 } });
b3("__b", function(i4, n3) {
  y4();
  d4 = void 0;
  if ("string" == typeof n3.type) {
    var r4, t4 = n3.props;
    for (var f5 in t4) if ("children" !== f5) {
      var o5 = t4[f5];
      if (o5 instanceof l3) {
        if (!r4) n3.__np = r4 = {};
        r4[f5] = o5;
        t4[f5] = o5.peek();
      }
    }
  }
  i4(n3);
});
b3("__r", function(i4, r4) {
  i4(r4);
  if (r4.type !== $) {
    y4();
    var t4, f5 = r4.__c;
    if (f5) {
      f5.__$f &= -2;
      if (void 0 === (t4 = f5.__$u)) f5.__$u = t4 = (function(i5, n3) {
        var r5;
        x2(function() {
          r5 = this;
        }, { name: n3 });
        r5.c = i5;
        return r5;
      })(/* @__PURE__ */ (function(i5) {
        return function() {
          var n3;
          if (m4) null == (n3 = this.y) || n3.call(this);
          i5.__$f |= 1;
          i5.setState({});
        };
      })(f5), "function" == typeof r4.type ? r4.type.displayName || r4.type.name : "");
    }
    d4 = f5;
    y4(t4);
  }
});
b3("__e", function(i4, n3, r4, t4) {
  y4();
  d4 = void 0;
  i4(n3, r4, t4);
});
b3("diffed", function(i4, n3) {
  y4();
  d4 = void 0;
  var r4;
  if ("string" == typeof n3.type && (r4 = n3.__e)) {
    var t4 = n3.__np, f5 = n3.props, o5 = r4.U;
    if (o5) for (var e4 in o5) {
      var u4 = o5[e4];
      if (!(void 0 === u4 || t4 && e4 in t4)) {
        u4.d();
        o5[e4] = void 0;
      }
    }
    if (t4) {
      if (!o5) {
        o5 = {};
        r4.U = o5;
      }
      for (var a5 in t4) {
        var c4 = o5[a5], v4 = t4[a5];
        if (void 0 === c4) {
          c4 = k3(r4, a5, v4, f5);
          o5[a5] = c4;
        } else c4.o(v4, f5);
      }
    }
  }
  i4(n3);
});
function k3(i4, n3, r4, t4) {
  var f5 = n3 in i4 && void 0 === i4.ownerSVGElement, o5 = y3(r4);
  return { o: function(i5, n4) {
    o5.value = i5;
    t4 = n4;
  }, d: x2(function() {
    this.N = M;
    var r5 = o5.value.value;
    if (t4[n3] !== r5) {
      t4[n3] = r5;
      if (f5) i4[n3] = r5;
      else if (null != r5 && (false !== r5 || "-" === n3[4])) i4.setAttribute(n3, r5);
      else i4.removeAttribute(n3);
    }
  }) };
}
b3("unmount", function(i4, n3) {
  if ("string" == typeof n3.type) {
    var r4 = n3.__e;
    if (r4) {
      var t4 = r4.U;
      if (t4) {
        r4.U = void 0;
        for (var f5 in t4) {
          var o5 = t4[f5];
          if (o5) o5.d();
        }
      }
    }
    var e4 = n3.__np;
    if (e4) {
      var u4 = n3.props;
      for (var a5 in e4) u4[a5] = e4[a5];
    }
    n3.__np = void 0;
  } else {
    var c4 = n3.__c;
    if (c4) {
      c4.__$f |= 8;
      var v4 = c4.__$u;
      if (v4) {
        c4.__$u = void 0;
        v4.d();
      }
    }
  }
  i4(n3);
});
b3("__h", function(i4, n3, r4, t4) {
  if (t4 < 3) n3.__$f |= 2;
  i4(n3, r4, t4);
});
x.prototype.shouldComponentUpdate = function(i4, n3) {
  if (this.__R) return true;
  var r4 = this.__$u, t4 = r4 && void 0 !== r4.s;
  for (var f5 in n3) return true;
  if (this.__f || "boolean" == typeof this.u && true === this.u) {
    var o5 = 2 & this.__$f;
    if (!(t4 || o5 || 4 & this.__$f)) return true;
    if (1 & this.__$f) return true;
  } else {
    if (!(t4 || 4 & this.__$f)) return true;
    if (3 & this.__$f) return true;
  }
  for (var e4 in i4) if ("__source" !== e4 && i4[e4] !== this.props[e4]) return true;
  for (var u4 in this.props) if (!(u4 in i4)) return true;
  return false;
};
function useSignal(i4, n3) {
  return w2(function() {
    return y3(i4, n3);
  }, []);
}
function useComputed(i4, n3) {
  var r4 = T2(i4);
  r4.current = i4;
  d4.__$f |= 4;
  return w2(function() {
    return O(function() {
      return r4.current();
    }, n3);
  }, []);
}
var A3 = function(i4) {
  queueMicrotask(function() {
    queueMicrotask(i4);
  });
};
function F3() {
  r3(function() {
    var i4;
    while (i4 = g4.shift()) h4.call(i4);
  });
}
function M() {
  if (1 === g4.push(this)) (n.requestAnimationFrame || A3)(F3);
}

// src/problem.ts
var BACKEND_GONE = "BACKEND_GONE";
var Problem = class extends Error {
  code;
  hint;
  helpUrl;
  status;
  details;
  constructor(facts) {
    super(facts.message);
    this.name = "Problem";
    this.code = facts.code;
    this.hint = facts.hint ?? null;
    this.helpUrl = facts.helpUrl ?? null;
    this.status = facts.status ?? 0;
    this.details = facts.details;
  }
};
function problemOf(thrown) {
  if (thrown instanceof Problem) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new Problem({
    code: "PAGE_ERROR",
    message: `the page failed: ${message}`,
    hint: "reload it; nothing is lost by that"
  });
}
function problemOfFault(fault) {
  return new Problem({ ...fault, hint: fault.hint ?? null });
}
function problemOfAnswer(status, text2) {
  const error = errorMember(text2);
  if (error === null) {
    return new Problem({ code: `HTTP_${status}`, message: `the backend answered with status ${status}`, status });
  }
  const word2 = (name) => typeof error[name] === "string" ? error[name] : null;
  return new Problem({
    code: word2("code") ?? `HTTP_${status}`,
    message: word2("message") ?? `the backend answered with status ${status}`,
    hint: word2("hint"),
    helpUrl: word2("helpUrl"),
    status,
    details: error["details"]
  });
}
function errorMember(text2) {
  try {
    const body = JSON.parse(text2);
    if (typeof body !== "object" || body === null || !("error" in body)) return null;
    const error = body.error;
    return typeof error === "object" && error !== null ? error : null;
  } catch {
    return null;
  }
}
function helpPath(url, origin) {
  if (url === null) return null;
  try {
    const { pathname } = new URL(url, origin);
    return pathname.startsWith("/docs/errors/") ? pathname : null;
  } catch {
    return null;
  }
}

// src/api.ts
var KEPT = "mcp-inspector-token";
function tokenInFragment(hash) {
  if (!hash.startsWith("#token=")) return null;
  return new URLSearchParams(hash.slice(1).replaceAll("+", "%2B")).get("token");
}
function keepToken(token) {
  sessionStorage.setItem(KEPT, token);
}
function keptToken() {
  return sessionStorage.getItem(KEPT);
}
function hasToken() {
  return keptToken() !== null;
}
function headers(type) {
  const all = { Accept: "application/json" };
  const token = keptToken();
  if (token !== null) all["X-Session-Token"] = token;
  if (type !== null) all["Content-Type"] = type;
  return all;
}
async function request(method, path, init = {}) {
  const all = headers(init.body === void 0 ? null : init.type ?? "application/json");
  if (init.accept !== void 0) all["Accept"] = init.accept;
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: all,
      body: init.body ?? null,
      signal: init.signal ?? null,
      keepalive: init.keepalive ?? false,
      cache: "no-store"
    });
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === "AbortError") throw thrown;
    throw new Problem({
      code: BACKEND_GONE,
      message: "mcp-inspector does not answer",
      hint: "is it still running in its terminal?"
    });
  }
  if (!response.ok) throw problemOfAnswer(response.status, await response.text());
  return response;
}
async function json(response) {
  const text2 = await response.text();
  return text2 === "" ? null : JSON.parse(text2);
}
var api = {
  async get(path, signal) {
    return json(await request("GET", path, signal === void 0 ? {} : { signal }));
  },
  async send(method, path, body) {
    return json(await request(method, path, body === void 0 ? {} : { body }));
  }
};
function formApi(asked) {
  return api.send("POST", "/api/form", JSON.stringify(asked));
}
function sessionPath(id, rest = "") {
  return `/api/sessions/${encodeURIComponent(id)}${rest}`;
}

// src/explore/focus.ts
var wantsFocus = y3(false);
var PATIENCE_MS = 2e3;
var FIELD = ':is(input, textarea, select):not([type="hidden"], [type="file"], [tabindex="-1"])';
function focusFirstField(within, still, instead = () => void 0) {
  const until = performance.now() + PATIENCE_MS;
  const before = document.activeElement;
  const look2 = () => {
    const moved2 = document.activeElement !== before && document.activeElement !== document.body;
    if (!still() || moved2) return;
    const field = document.querySelector(`${within} ${FIELD}`);
    if (field !== null) field.focus();
    else if (performance.now() > until) instead();
    else requestAnimationFrame(look2);
  };
  look2();
}

// src/text/json.ts
function valueEnd(text2, start3) {
  const first = text2[start3];
  if (first === '"') return stringEnd(text2, start3);
  if (first !== "{" && first !== "[") {
    let at = start3;
    while (at < text2.length && !/[\s,\]}:]/.test(text2[at] ?? "")) at += 1;
    return at;
  }
  let depth = 0;
  for (let at = start3; at < text2.length; at += 1) {
    const letter = text2[at];
    if (letter === '"') at = stringEnd(text2, at) - 1;
    else if (letter === "{" || letter === "[") depth += 1;
    else if (letter === "}" || letter === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text2.length;
}
function stringEnd(text2, start3) {
  for (let at = start3 + 1; at < text2.length; at += 1) {
    if (text2[at] === "\\") at += 1;
    else if (text2[at] === '"') return at + 1;
  }
  return text2.length;
}
function skipSpace(text2, from) {
  let at = from;
  while (at < text2.length && (text2[at] === " " || text2[at] === "\n" || text2[at] === "\r" || text2[at] === "	")) at += 1;
  return at;
}
function sliceAt(text2, path) {
  const range = rangeAt(text2, path);
  return range === null ? null : text2.slice(...range);
}
function rangeAt(text2, path) {
  let start3 = skipSpace(text2, 0);
  let end = valueEnd(text2, start3);
  for (const step of path) {
    const isItem2 = typeof step === "number" && text2[start3] === "[";
    const found3 = isItem2 ? itemAt(text2, start3, step) : memberAt(text2, start3, String(step));
    if (found3 === null) return null;
    [start3, end] = found3;
  }
  return start3 < end ? [start3, end] : null;
}
function memberAt(text2, start3, name) {
  if (text2[start3] !== "{") return null;
  let found3 = null;
  let at = skipSpace(text2, start3 + 1);
  while (text2[at] === '"') {
    const keyEnd = stringEnd(text2, at);
    const key = text2.slice(at, keyEnd);
    at = skipSpace(text2, keyEnd);
    if (text2[at] !== ":") return found3;
    const from = skipSpace(text2, at + 1);
    const to = valueEnd(text2, from);
    if (unquoted(key) === name) found3 = [from, to];
    at = skipSpace(text2, to);
    if (text2[at] !== ",") return found3;
    at = skipSpace(text2, at + 1);
  }
  return found3;
}
function itemAt(text2, start3, index) {
  if (text2[start3] !== "[") return null;
  let at = skipSpace(text2, start3 + 1);
  for (let count3 = 0; at < text2.length && text2[at] !== "]"; count3 += 1) {
    const to = valueEnd(text2, at);
    if (count3 === index) return [at, to];
    at = skipSpace(text2, to);
    if (text2[at] !== ",") return null;
    at = skipSpace(text2, at + 1);
  }
  return null;
}
function unquoted(key) {
  try {
    return String(JSON.parse(key));
  } catch {
    return key;
  }
}
function objectText(members) {
  const parts = members.flatMap(([name, value]) => value === null ? [] : [`${JSON.stringify(name)}:${value}`]);
  return `{${parts.join(",")}}`;
}
function valueOf(text2) {
  try {
    return JSON.parse(text2);
  } catch {
    return void 0;
  }
}

// src/store/attention.ts
var WAITING_MS = 1e4;
var acts = 0;
var ran = null;
function listenToActs() {
  const count3 = () => {
    acts += 1;
  };
  addEventListener("keydown", count3, { capture: true });
  addEventListener("pointerdown", count3, { capture: true });
}
function runBegan() {
  ran = { acts, at: performance.now(), from: document.activeElement };
}
function isWaited() {
  return ran !== null && ran.acts === acts && performance.now() - ran.at < WAITING_MS;
}
function askCame(ask, mine) {
  if (!mine || !isWaited() || !document.hasFocus()) return;
  requestAnimationFrame(() => {
    if (isWaited()) focusFirstField(`.card[data-ask="${ask}"]`, isWaited);
  });
}
function answerBegins() {
  const from = ran?.from ?? null;
  const wasInCard = document.activeElement?.closest(".card") != null;
  if (!wasInCard) return () => void 0;
  const began = acts;
  return () => {
    if (acts !== began) return;
    ran = { acts, at: performance.now(), from };
    const back2 = () => {
      if (document.activeElement?.closest(".card") != null) {
        if (isWaited()) requestAnimationFrame(back2);
        return;
      }
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && from instanceof HTMLElement && from.isConnected && from !== document.body) from.focus();
    };
    requestAnimationFrame(back2);
  };
}
function cardGoes(card, ask) {
  if (card === null || !card.contains(document.activeElement)) return;
  queueMicrotask(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) document.querySelector(`.card.over[data-ended="${ask}"]`)?.focus();
  });
}

// src/store/kept.ts
var PREFIX = "mcp-inspector:";
function keptText(name) {
  try {
    return sessionStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}
function tabName() {
  const known = keptText("tab");
  if (known !== null) return known;
  const name = `tab ${Math.random().toString(36).slice(2, 8)}`;
  keepText("tab", name);
  return name;
}
function keepText(name, text2) {
  try {
    if (text2 === null) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, text2);
  } catch {
  }
}

// src/store/request.ts
var NO_ARGUMENTS = '{"type":"object","properties":{}}';
function schemaOf(detail) {
  return detail.inputSchema ?? NO_ARGUMENTS;
}
function hasForm(ref) {
  return ref.kind !== "resource";
}
function compose(ref, text2, meta, asTask = false) {
  const name = JSON.stringify(ref.key);
  const trimmed3 = text2.trim();
  const extra = ["_meta", meta];
  switch (ref.kind) {
    case "tool":
      return {
        method: "tools/call",
        params: objectText([
          ["name", name],
          ["arguments", trimmed3 === "" ? null : trimmed3],
          ["task", asTask ? "{}" : null],
          extra
        ])
      };
    case "prompt":
      return {
        method: "prompts/get",
        params: objectText([["name", name], ["arguments", trimmed3 === "" || trimmed3 === "{}" ? null : trimmed3], extra])
      };
    // A template is read by the address it was filled in to, which is its key by then.
    case "resource":
    case "template":
      return { method: "resources/read", params: objectText([["uri", name], extra]) };
  }
}
function templateValues(text2) {
  const value = valueOf(text2);
  const entries2 = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries2.map(([name, one]) => [name, typeof one === "string" ? one : JSON.stringify(one)]));
}
async function expanded(template, text2) {
  return (await api.send("POST", "/api/expand", JSON.stringify({ template, values: templateValues(text2) }))).uri;
}
function callBody(composed, options) {
  return objectText([
    ["method", JSON.stringify(composed.method)],
    ["params", composed.params],
    ["progress", "true"],
    ["timeoutMs", options.timeoutMs === null ? null : String(options.timeoutMs)],
    ["forced", options.forced ? "true" : null],
    ["detached", options.detached ? "true" : null]
  ]);
}
function completionBody(ref, name, value, text2) {
  const of = ref.kind === "prompt" ? { type: "ref/prompt", name: ref.key } : { type: "ref/resource", uri: ref.key };
  const others = valueOf(text2);
  const known = typeof others === "object" && others !== null ? Object.entries(others).filter(([key, one]) => key !== name && typeof one === "string" && one !== "") : [];
  const params = {
    ref: of,
    argument: { name, value },
    ...known.length === 0 ? {} : { context: { arguments: Object.fromEntries(known) } }
  };
  return JSON.stringify({ method: "completion/complete", params, cached: true });
}
function paramsAgain(params) {
  const place = rangeAt(params, ["_meta"]);
  const meta = sliceAt(params, ["_meta"]);
  const value = meta === null ? null : valueOf(meta);
  if (place === null || meta === null || typeof value !== "object" || value === null) return params;
  const others = Object.keys(value).filter((name) => name !== "progressToken");
  return params.slice(0, place[0]) + objectText(others.map((name) => [name, sliceAt(meta, [name])])) + params.slice(place[1]);
}
function textOfRequest(frame) {
  return sliceAt(frame, ["params", "arguments"]);
}

// src/sse.ts
var EventCutter = class {
  #rest = "";
  #event = "";
  #data = [];
  #id = null;
  #skipLineFeed = false;
  /** Takes the next piece of the stream and gives the events that are complete with it. */
  push(piece) {
    const events = [];
    let text2 = piece;
    if (this.#skipLineFeed && text2.startsWith("\n")) text2 = text2.slice(1);
    if (piece !== "") this.#skipLineFeed = false;
    const ends = /\r\n|\r|\n/g;
    let from = 0;
    for (let end = ends.exec(text2); end !== null; end = ends.exec(text2)) {
      const line = this.#rest + text2.slice(from, end.index);
      this.#rest = "";
      from = ends.lastIndex;
      if (end[0] === "\r" && from === text2.length) this.#skipLineFeed = true;
      const event = this.#line(line);
      if (event !== null) events.push(event);
    }
    this.#rest += text2.slice(from);
    return events;
  }
  #line(line) {
    if (line === "") return this.#dispatch();
    if (line.startsWith(":")) return null;
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const raw = colon < 0 ? "" : line.slice(colon + 1);
    const value = raw.startsWith(" ") ? raw.slice(1) : raw;
    if (field === "event") this.#event = value;
    else if (field === "data") this.#data.push(value);
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    return null;
  }
  #dispatch() {
    const event = this.#event === "" ? "message" : this.#event;
    const lines = this.#data;
    this.#event = "";
    this.#data = [];
    return lines.length === 0 ? null : { event, data: lines.join("\n"), id: this.#id };
  }
};

// src/watch.ts
var FIRST_PAUSE_MS = 250;
var LONGEST_PAUSE_MS = 5e3;
function pauseAfter(failures) {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10));
}
function watch(path, listener, world = browser) {
  const stop = new AbortController();
  void loop(path, listener, world, stop.signal);
  return () => stop.abort();
}
async function loop(path, listener, world, signal) {
  let failures = 0;
  let goneSince = null;
  while (!signal.aborted) {
    if (failures === 0) listener.reach({ state: "opening" });
    try {
      const pieces3 = await world.open(path, signal);
      const cutter = new EventCutter();
      for await (const piece of pieces3) {
        if (signal.aborted) return;
        if (failures > 0 || goneSince === null) {
          listener.reach({ state: "open" });
          failures = 0;
          goneSince = 0;
        }
        for (const event of cutter.push(piece)) listener.event(event);
      }
    } catch (thrown) {
      if (signal.aborted) return;
      const problem = problemOf(thrown);
      const refused = problem.status === 401 || problem.status === 403 || problem.status === 404;
      if (refused && problem.code !== BACKEND_GONE) {
        listener.reach({ state: "refused", problem });
        return;
      }
    }
    if (signal.aborted) return;
    failures += 1;
    if (goneSince === null || goneSince === 0) goneSince = world.now();
    const pause2 = pauseAfter(failures);
    listener.reach({ state: "gone", since: goneSince, retryAt: world.now() + pause2 });
    await world.sleep(pause2, signal);
  }
}
async function* pieces(response) {
  const reader = response.body?.getReader();
  if (reader === void 0) return;
  const decoder = new TextDecoder();
  try {
    for (; ; ) {
      const { done: done2, value } = await reader.read();
      if (done2) return;
      yield decoder.decode(value, { stream: true });
    }
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === "AbortError") return;
    throw new Problem({ code: BACKEND_GONE, message: "the stream of the backend broke off" });
  }
}
var browser = {
  open: async (path, signal) => pieces(await request("GET", path, { signal, accept: "text/event-stream" })),
  sleep: (ms, signal) => new Promise((resolve) => {
    const timer3 = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer3);
      resolve();
    });
  }),
  now: () => Date.now()
};

// src/store/route.ts
var ITEM_KINDS = ["tool", "resource", "template", "prompt"];
function isItemKind(word2) {
  return ITEM_KINDS.includes(word2);
}
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
function numberOr(word2) {
  return word2 !== null && word2 !== void 0 && /^\d{1,15}$/.test(word2) ? Number(word2) : null;
}
function parseRoute(hash) {
  const bare = hash.replace(/^#/, "");
  const mark = bare.indexOf("?");
  const path = mark < 0 ? bare : bare.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? "" : bare.slice(mark + 1));
  const parts = path.split("/").slice(1).map(decoded);
  const [head, session2, screen, word2, key] = parts;
  if (head === "diff") return comparison(query);
  if (head !== "s" || session2 === void 0 || session2 === "") return { screen: "connect" };
  switch (screen) {
    case "timeline":
      return { screen, session: session2, seq: numberOr(word2), filter: query.get("filter") ?? "" };
    case "server":
    case "auth":
      return { screen, session: session2 };
    default: {
      const item = word2 !== void 0 && key !== void 0 && isItemKind(word2) ? { kind: word2, key } : null;
      return { screen: "explore", session: session2, item, run: numberOr(query.get("run")) };
    }
  }
}
function comparison(query) {
  const left = sideOf(query.get("left"));
  if (left === null) return { screen: "connect" };
  return {
    screen: "diff",
    session: left.session,
    left,
    right: sideOf(query.get("right")),
    ignore: query.getAll("ignore").filter((pointer) => pointer.startsWith("/")),
    as: query.get("as") === "tree" ? "tree" : "text"
  };
}
var LISTS = ["tools", "resources", "templates", "prompts"];
function sideText(side2) {
  return `${side2.session}/${side2.what ?? ""}`;
}
function sideOf(text2) {
  const [, session2, what] = /^([^/]+)\/(.*)$/.exec(text2 ?? "") ?? [];
  if (session2 === void 0 || what === void 0) return null;
  return { session: session2, what: LISTS.includes(what) ? what : numberOr(what) };
}
function formatRoute(route2) {
  if (route2.screen === "connect") return "#/";
  if (route2.screen === "diff") {
    const query = new URLSearchParams({ left: sideText(route2.left) });
    if (route2.right !== null) query.set("right", sideText(route2.right));
    for (const pointer of route2.ignore) query.append("ignore", pointer);
    if (route2.as === "tree") query.set("as", "tree");
    return `#/diff?${query.toString().replaceAll("%2F", "/")}`;
  }
  const base = `#/s/${encodeURIComponent(route2.session)}/${route2.screen}`;
  switch (route2.screen) {
    case "explore": {
      const item = route2.item === null ? "" : `/${route2.item.kind}/${encodeURIComponent(route2.item.key)}`;
      return base + item + (route2.run === null ? "" : `?run=${route2.run}`);
    }
    case "timeline": {
      const seq = route2.seq === null ? "" : `/${route2.seq}`;
      return base + seq + (route2.filter === "" ? "" : `?filter=${encodeURIComponent(route2.filter)}`);
    }
    default:
      return base;
  }
}
var route = y3({ screen: "connect" });
function go(next, how = "push") {
  const hash = formatRoute(next);
  if (hash !== location.hash) {
    if (how === "push") history.pushState(null, "", hash);
    else history.replaceState(null, "", hash);
  }
  route.value = next;
}
function followAddress() {
  route.value = parseRoute(location.hash);
  const read2 = () => {
    route.value = parseRoute(location.hash);
  };
  addEventListener("popstate", read2);
  addEventListener("hashchange", read2);
}
function sessionOf(of) {
  return of.screen === "connect" ? null : of.session;
}
function screenRoute(screen, session2) {
  switch (screen) {
    case "explore":
      return { screen, session: session2, item: null, run: null };
    case "timeline":
      return { screen, session: session2, seq: null, filter: "" };
    default:
      return { screen, session: session2 };
  }
}

// src/store/selection.ts
var selectedRow = y3(null);
var timelineFilter = y3("");
var lastExplored = /* @__PURE__ */ new Map();
function rememberExplored() {
  return x2(() => {
    const now2 = route.value;
    if (now2.screen === "explore") lastExplored.set(now2.session, now2);
  });
}
function routeTo(screen, session2) {
  if (screen === "timeline") return { screen, session: session2, seq: selectedRow.value, filter: timelineFilter.value };
  if (screen === "explore" && (route.value.screen !== "explore" || route.value.session !== session2))
    return lastExplored.get(session2) ?? screenRoute(screen, session2);
  return screenRoute(screen, session2);
}

// src/store/streams.ts
var STREAMS = 3;
var WAITS = 1;
var RETRY_MS = 2e3;
function streamSlot(isWanted) {
  const held = y3(true);
  let release = null;
  let isTrying = false;
  const attempt = async () => {
    if (release !== null || isTrying) return;
    isTrying = true;
    release = await takeSlot("stream", STREAMS);
    isTrying = false;
    held.value = release !== null;
    if (!isWanted.peek()) giveBack();
  };
  const giveBack = () => {
    release?.();
    release = null;
    held.value = false;
  };
  x2(() => {
    if (isWanted.value) void attempt();
    else giveBack();
  });
  setInterval(() => {
    if (isWanted.peek() && !held.peek()) void attempt();
  }, RETRY_MS);
  return held;
}
function waitSlot() {
  return takeSlot("wait", WAITS);
}
async function takeSlot(name, count3) {
  const locks = navigator.locks;
  if (locks == null) return () => void 0;
  for (let slot = 0; slot < count3; slot += 1) {
    const release = await take(locks, `mcp-inspector-${name}-${slot}`);
    if (release !== null) return release;
  }
  return null;
}
function take(locks, name) {
  return new Promise((resolve) => {
    locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(null);
      return new Promise((done2) => resolve(done2));
    }).catch(() => resolve(null));
  });
}

// src/store/sessions.ts
var reach = y3({ state: "opening" });
var summaries = y3(null);
var configRevision = y3(0);
var session = y3(null);
var sessionText = y3("");
var news = y3(null);
var openFault = y3(null);
var missing = y3(null);
var currentId = O(() => sessionOf(route.value));
var summary = O(() => summaries.value?.find((one) => one.id === currentId.value) ?? null);
var backendGone = O(() => reach.value.state === "gone" || reach.value.state === "refused");
function take2(event, wanted) {
  switch (event.event) {
    case "sessions": {
      const body = JSON.parse(event.data);
      summaries.value = Array.isArray(body) ? body : body.sessions;
      return;
    }
    case "config":
      configRevision.value = JSON.parse(event.data).revision;
      return;
    case "session": {
      const state = JSON.parse(event.data);
      if (state.id !== wanted) return;
      r3(() => {
        session.value = state;
        sessionText.value = event.data;
        missing.value = null;
        if (state.phase === "ready") openFault.value = null;
        else if (state.fault !== null) openFault.value = state.fault;
      });
      return;
    }
    case "timeline":
      news.value = JSON.parse(event.data);
      return;
    case "gone":
      missing.value = wanted;
      return;
    default:
      return;
  }
}
function watchPath(id, filter2) {
  const query = new URLSearchParams();
  if (id !== null) query.set("session", id);
  if (id !== null && filter2 !== "") query.set("filter", filter2);
  const text2 = query.toString();
  return text2 === "" ? "/api/watch" : `/api/watch?${text2}`;
}
var HIDDEN_MS = 2e4;
var VISIT_EVERY_MS = 2e3;
var VISIT_MS = 250;
function hiddenForLong() {
  const hidden = y3(false);
  let timer3 = null;
  document.addEventListener("visibilitychange", () => {
    if (timer3 !== null) clearTimeout(timer3);
    timer3 = document.hidden ? setTimeout(() => {
      hidden.value = true;
    }, HIDDEN_MS) : null;
    if (!document.hidden) hidden.value = false;
  });
  return hidden;
}
function startWatching() {
  const hidden = hiddenForLong();
  const hasSlot = streamSlot(O(() => !hidden.value));
  const visit = y3(0);
  let stop = () => void 0;
  const dispose = x2(() => {
    const id = currentId.value;
    const path = watchPath(id, timelineFilter.value);
    const isVisit = !hasSlot.value;
    if (isVisit) void visit.value;
    let timer3 = null;
    stop();
    if (id !== session.peek()?.id) {
      r3(() => {
        session.value = null;
        sessionText.value = "";
        news.value = null;
        const now2 = route.peek();
        selectedRow.value = now2.screen === "timeline" ? now2.seq : null;
        openFault.value = null;
        missing.value = null;
      });
    }
    const end = watch(path, {
      event: (event) => {
        if (isVisit && timer3 === null)
          timer3 = setTimeout(() => {
            end();
            timer3 = setTimeout(() => {
              visit.value += 1;
            }, VISIT_EVERY_MS);
          }, VISIT_MS);
        try {
          take2(event, id);
        } catch (thrown) {
          console.error("an event could not be read", event.event, thrown);
        }
      },
      reach: (now2) => {
        if (now2.state === "refused" && now2.problem.status === 404 && id !== null) {
          missing.value = id;
          return;
        }
        reach.value = now2;
      }
    });
    stop = () => {
      if (timer3 !== null) clearTimeout(timer3);
      end();
    };
  });
  return () => {
    dispose();
    stop();
  };
}
function sessionNow(state, now2) {
  return Math.max(0, now2 - Date.parse(state.openedAt)) * 1e6;
}
async function command(id, verb) {
  await api.send("POST", sessionPath(id, `/${verb}`));
}
async function close(id) {
  await api.send("DELETE", sessionPath(id));
}

// src/store/runs.ts
var WHOLE_RESULT_BYTES = 1e6;
var MOST_RUNS = 50;
var runs = y3([]);
function runsOf(all, id, ref) {
  return all.filter((run2) => run2.session === id && run2.ref.kind === ref.kind && run2.ref.key === ref.key);
}
var inFlight = O(
  () => runs.value.filter((run2) => run2.state.is === "sending" || run2.state.is === "running")
);
function replace(old, next) {
  runs.value = runs.value.map((one) => one === old ? next : one);
  return next;
}
function findRun(id, call) {
  return runs.value.find((run2) => run2.session === id && run2.call === call) ?? null;
}
async function start(id, ref, composed, text2, options) {
  let run2 = {
    session: id,
    call: null,
    ref,
    method: composed.method,
    text: text2,
    startedAt: Date.now(),
    row: null,
    state: { is: "sending" }
  };
  runs.value = [...runs.value, run2];
  try {
    const { call } = await api.send("POST", sessionPath(id, "/calls"), callBody(composed, options));
    runs.value = runs.value.filter((one) => one === run2 || one.session !== id || one.call !== call);
    run2 = replace(run2, { ...run2, call, state: { is: "running" } });
    void follow(run2);
    return call;
  } catch (thrown) {
    replace(run2, { ...run2, state: { is: "failed", problem: problemOf(thrown) } });
    return null;
  }
}
async function follow(run2) {
  const { session: id, call } = run2;
  if (call === null) return;
  for (; ; ) {
    const release = await waitSlot();
    try {
      if (release === null) await newsOf(id, call);
      const end = await fetchEnd(id, call, release !== null);
      if (end !== null) {
        const now2 = findRun(id, call);
        if (now2 !== null) replace(now2, { ...now2, state: { is: "ended", end } });
        return;
      }
    } catch (thrown) {
      const problem = problemOf(thrown);
      if (problem.code !== BACKEND_GONE) {
        const now2 = findRun(id, call);
        if (now2 !== null) replace(now2, { ...now2, state: { is: "failed", problem } });
        return;
      }
      await nextState();
    } finally {
      release?.();
    }
  }
}
function nextState() {
  return new Promise((resolve) => {
    const before = session.peek();
    const stop = session.subscribe((state) => {
      if (state === before) return;
      queueMicrotask(() => stop());
      resolve();
    });
  });
}
var LONGEST_SILENCE_MS = 1e3;
async function newsOf(id, call) {
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_SILENCE_MS));
  let isLate = false;
  void late.then(() => {
    isLate = true;
  });
  while (!isLate) {
    await Promise.race([nextState(), late]);
    const state = session.peek();
    if (state !== null && (state.id !== id || !state.calls.some((one) => one.call === call))) return;
  }
}
async function fetchEnd(id, call, wait) {
  const query = new URLSearchParams({ wait: String(wait), most: String(WHOLE_RESULT_BYTES) });
  return endOf(await (await request("GET", sessionPath(id, `/calls/${call}?${query}`))).text());
}
function endOf(report2) {
  const outcome = sliceAt(report2, ["outcome"]);
  if (outcome === null) return null;
  const fault = sliceAt(report2, ["fault"]);
  const result = sliceAt(report2, ["result"]);
  const leftOut = sliceAt(report2, ["leftOut"]);
  const long = leftOut === null ? null : JSON.parse(leftOut);
  return {
    outcome: JSON.parse(outcome),
    result,
    error: sliceAt(report2, ["error"]),
    fault: fault === null ? null : JSON.parse(fault),
    durationMs: Number(sliceAt(report2, ["durationMs"]) ?? 0),
    toolError: long?.isError ?? (result !== null && sliceAt(result, ["isError"]) === "true"),
    long
  };
}
async function load(run2) {
  if (run2.call === null || run2.state.is !== "known") return;
  try {
    const isRecorded = session.peek()?.id === run2.session && session.peek()?.origin === "recording";
    const end = isRecorded && run2.row !== null ? await endInLog(run2.session, run2.row) : await fetchEnd(run2.session, run2.call, false);
    const now2 = findRun(run2.session, run2.call);
    if (now2 === null) return;
    if (end === null) void follow(replace(now2, { ...now2, state: { is: "running" } }));
    else replace(now2, { ...now2, state: { is: "ended", end } });
  } catch (thrown) {
    const now2 = findRun(run2.session, run2.call);
    if (now2 !== null) replace(now2, { ...now2, state: { is: "failed", problem: problemOf(thrown) } });
  }
}
var OUTCOMES = {
  cancelled: "cancelled",
  expired: "expired",
  lost: "lost"
};
async function endInLog(id, row) {
  const detail = await api.get(sessionPath(id, `/timeline/${row.seq}`));
  const part = detail.parts.findLast((one) => one.name === "response");
  const frame = part?.text ?? null;
  const error = frame === null ? null : sliceAt(frame, ["error"]);
  const other = row.status === null ? void 0 : OUTCOMES[row.status];
  return {
    outcome: other ?? (error === null ? "answered" : "refused"),
    result: frame === null ? null : sliceAt(frame, ["result"]),
    error,
    fault: null,
    durationMs: (row.durationNs ?? 0) / 1e6,
    toolError: row.status === "tool-error",
    long: part !== void 0 && frame === null ? { bytes: part.bytes, members: [] } : null
  };
}
var METHODS = {
  tool: "tools/call",
  resource: "resources/read",
  template: "resources/read",
  prompt: "prompts/get"
};
function filterFor(ref) {
  const method = `kind:call method:${METHODS[ref.kind]}`;
  return ref.kind !== "template" && /^[\w./:-]+$/.test(ref.key) ? `${method} target:${ref.key}` : method;
}
async function recall(id, ref, signal) {
  if (ref.kind === "template") return;
  const query = new URLSearchParams({ filter: filterFor(ref), from: String(-MOST_RUNS), limit: String(MOST_RUNS) });
  const page = await api.get(sessionPath(id, `/timeline?${query}`), signal);
  merge(id, ref, page.rows);
}
function merge(id, ref, rows) {
  const next = [...runs.value];
  for (const row of rows) {
    if (row.call === null || row.kind !== "call" || row.method !== METHODS[ref.kind] || row.target !== ref.key)
      continue;
    const at = next.findIndex((run3) => run3.session === id && run3.call === row.call);
    const known = next[at];
    if (known !== void 0) {
      if (known.row === null || row.seq <= known.row.seq) next[at] = { ...known, row };
      continue;
    }
    const state = row.status === "pending" ? { is: "running" } : { is: "known" };
    const run2 = { session: id, call: row.call, ref, method: row.method, text: null, startedAt: null, row, state };
    next.push(run2);
    if (state.is === "running") void follow(run2);
  }
  next.sort((a5, b4) => (a5.call ?? Number.MAX_SAFE_INTEGER) - (b4.call ?? Number.MAX_SAFE_INTEGER));
  runs.value = next;
}
async function findRow(run2) {
  if (run2.call === null) return null;
  const query = new URLSearchParams({ filter: `call:${run2.call}`, from: "0", limit: "1" });
  const page = await api.get(sessionPath(run2.session, `/timeline?${query}`));
  const row = page.filterError === null ? page.rows.find((one) => one.call === run2.call) ?? null : null;
  const now2 = findRun(run2.session, run2.call);
  if (row !== null && now2 !== null) replace(now2, { ...now2, row });
  return row;
}
async function abort(run2) {
  if (run2.call === null) return;
  await api.send(
    "POST",
    sessionPath(run2.session, `/calls/${run2.call}/abort`),
    JSON.stringify({ reason: "cancelled by the user" })
  );
}
var timelineVersion = O(() => news.value?.lastSeq ?? 0);

// src/store/inbox.ts
var drawerOpen = y3(false);
var answerProblems = y3({});
var causes = y3({});
var waiting = O(() => session.value?.asks ?? []);
var waitingElsewhere = O(() => {
  const here = session.value?.id;
  return (summaries.value ?? []).filter((one) => one.id !== here && one.origin === "face" && one.waitingAsks > 0);
});
var waitingInAll = O(
  () => waitingElsewhere.value.reduce((sum, one) => sum + one.waitingAsks, waiting.value.length)
);
function whatWaits(here, elsewhere) {
  const things = (number) => number === 1 ? "something" : `${number} things`;
  const said2 = [
    ...here === 0 ? [] : [`The server asks for ${things(here)}.`],
    ...elsewhere.map((one) => `${one.name} asks for ${things(one.waitingAsks)}.`)
  ];
  return said2.length === 0 ? "" : `${said2.join(" ")} Press i for the Inbox.`;
}
function askKey(id, ask) {
  return `${id}/${ask}`;
}
function paramsText(ask) {
  const at = session.value?.asks.findIndex((one) => one.ask === ask) ?? -1;
  return at < 0 ? null : sliceAt(sessionText.value, ["asks", at, "params"]);
}
function answerBody(answer2) {
  if ("result" in answer2) return `{"result":${answer2.result}}`;
  return JSON.stringify(answer2);
}
async function answer(id, ask, given2) {
  const key = askKey(id, ask.ask);
  const taken = answerBegins();
  try {
    const by = encodeURIComponent(tabName());
    await api.send("POST", sessionPath(id, `/asks/${ask.ask}/answer?by=${by}`), answerBody(given2));
    taken();
    const { [key]: _4, ...others } = answerProblems.value;
    answerProblems.value = others;
    return true;
  } catch (thrown) {
    answerProblems.value = { ...answerProblems.value, [key]: problemOf(thrown) };
    return false;
  }
}
function howEnded(one, tab) {
  switch (one.how) {
    case "expired":
      return "nobody answered in time";
    case "withdrawn":
      return "the server took it back";
    case "lost":
      return "the connection ended";
    case "answered":
      if (one.decision !== null) return one.decision;
      if (one.rule !== null) return `answered by rule ${one.rule}`;
      if (one.by === tab) return null;
      return one.by?.startsWith("tab ") === true ? "answered in another tab" : `answered by ${one.by ?? "another client"}`;
  }
}
var pageOpened = Date.now();
var putAwayKeys = y3(/* @__PURE__ */ new Set());
function endedIn(state, tab, since, away) {
  const rules = /* @__PURE__ */ new Set();
  const shown3 = [];
  for (const one of state.endedAsks.toReversed()) {
    const how = howEnded(one, tab);
    const at = Date.parse(state.openedAt) + one.atNs / 1e6;
    if (how === null || at < since || away.has(askKey(state.id, one.ask))) continue;
    if (one.rule !== null && rules.has(one.rule)) continue;
    if (one.rule !== null) rules.add(one.rule);
    shown3.push({ ask: one.ask, method: one.method, session: state.id, how });
  }
  return shown3.toReversed();
}
var ended = O(
  () => session.value === null ? [] : endedIn(session.value, tabName(), pageOpened, putAwayKeys.value)
);
function putAway(one) {
  putAwayKeys.value = /* @__PURE__ */ new Set([...putAwayKeys.value, askKey(one.session, one.ask)]);
}
function causeInFlight(state, ask, made) {
  const askedAt = Date.parse(state.openedAt) + ask.atNs / 1e6;
  const here = made.filter((run2) => run2.session === state.id && (run2.startedAt ?? 0) <= askedAt);
  const there = state.calls.filter((one) => one.sentAtNs <= ask.atNs);
  const known = new Set([...here, ...there].flatMap((one) => one.call === null ? [] : [one.call]));
  const [only] = known;
  return known.size === 1 && only !== void 0 ? only : null;
}
async function findCause(id, seq) {
  try {
    const { ancestors } = await rowAt(id, seq);
    for (const ancestor of ancestors) {
      const { row } = await rowAt(id, ancestor.seq);
      if (row.call !== null) return row.call;
    }
  } catch {
  }
  return null;
}
function setCause(key, call) {
  causes.value = { ...causes.peek(), [key]: call };
}
function rowAt(id, seq) {
  return api.get(sessionPath(id, `/timeline/${seq}`));
}
function followAsks() {
  return x2(() => {
    const now2 = session.value;
    if (now2 === null) return;
    const made = inFlight.value;
    for (const ask of now2.asks) {
      const key = askKey(now2.id, ask.ask);
      const isNew = !(key in causes.peek());
      if ((causes.peek()[key] ?? null) === null) setCause(key, causeInFlight(now2, ask, made));
      if (!isNew) continue;
      askCame(ask.ask, made.some((run2) => run2.session === now2.id));
      if (causes.peek()[key] === null && ask.seq !== null) {
        void findCause(now2.id, ask.seq).then((call) => {
          if (call !== null) setCause(key, call);
        });
      }
    }
  });
}
async function addRule(id, ask, rule) {
  const key = askKey(id, ask.ask);
  const taken = answerBegins();
  try {
    await api.send("POST", sessionPath(id, "/rules"), rule);
    taken();
  } catch (thrown) {
    answerProblems.value = { ...answerProblems.value, [key]: problemOf(thrown) };
  }
}
async function removeRule(id, rule) {
  await api.send("DELETE", sessionPath(id, `/rules/${rule.number}`)).catch(() => void 0);
}
function ruleSays(rule) {
  const brief2 = (text2) => `“${text2.length > 40 ? `${text2.slice(0, 40)}…` : text2}”`;
  const result = rule["result"];
  const error = rule["error"];
  if (typeof rule["text"] === "string") return brief2(rule["text"]);
  if (typeof result?.content?.text === "string") return brief2(result.content.text);
  if (typeof result?.action === "string") return result.action;
  if (result !== void 0) return "a fixed result";
  if (error !== void 0) return `rejected with error ${String(error.code)}`;
  if (rule["accept"] === "defaults") return "accepted with the defaults";
  if (rule["accept"] !== void 0) return `accepted with ${brief2(JSON.stringify(rule["accept"]))}`;
  return "refused";
}
function samplingResult(text2, model, stopReason) {
  return JSON.stringify({ role: "assistant", content: { type: "text", text: text2 }, model, stopReason });
}

// src/store/keys.ts
var KEYS = [
  { keys: "Ctrl+K", does: "find and run anything", group: "everywhere", command: "palette" },
  { keys: "Ctrl+Shift+K", does: "send a raw frame", group: "everywhere", command: "rawFrame" },
  { keys: "?", does: "show these keys", group: "everywhere", command: "keys" },
  { keys: "i", does: "open or close the Inbox", group: "everywhere", command: "inbox" },
  { keys: "t", does: "light or dark", group: "everywhere", command: "theme" },
  { keys: "Escape", does: "close the innermost thing", group: "everywhere", command: "back" },
  { keys: "1", does: "to the list", group: "everywhere", command: "pane1" },
  { keys: "2", does: "to the request", group: "everywhere", command: "pane2" },
  { keys: "3", does: "to the result", group: "everywhere", command: "pane3" },
  { keys: "4", does: "to the timeline", group: "everywhere", command: "pane4" },
  { keys: "m", does: "the timeline full screen, and back", group: "everywhere", command: "maximise" },
  { keys: "g c", does: "Connect", group: "go to", command: "connect" },
  { keys: "g e", does: "Explore", group: "go to", command: "explore" },
  { keys: "g t", does: "Timeline", group: "go to", command: "timeline" },
  { keys: "g s", does: "Server", group: "go to", command: "server" },
  { keys: "g a", does: "Auth", group: "go to", command: "auth" },
  { keys: "g d", does: "Diff of two lists or two answers", group: "go to", command: "compare" },
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n3) => ({
    keys: `Alt+${n3}`,
    does: `to server ${n3}`,
    group: "go to",
    command: `server${n3}`
  })),
  { keys: "/", does: "filter the list or the timeline", group: "in lists", command: "filter" },
  { keys: "j k ↓ ↑", does: "down and up", group: "in lists" },
  { keys: "g g, G", does: "to the beginning, to the end", group: "in lists" },
  { keys: "Enter", does: "open", group: "in lists" },
  { keys: ".", does: "menu of the row", group: "in lists" },
  { keys: "Space", does: "pause the timeline", group: "in lists" },
  { keys: "p", does: "pin the chosen row, or unpin it", group: "in lists", command: "pin" },
  { keys: "z", does: "zoom to the time of the chosen row", group: "in lists", command: "zoom" },
  { keys: "Z", does: "show the whole time", group: "in lists", command: "zoomOut" },
  { keys: "Ctrl+Enter", does: "run, or send the answer", group: "runs", command: "run" },
  { keys: "Alt+ArrowUp", does: "the run before", group: "runs", command: "runBefore" },
  { keys: "Alt+ArrowDown", does: "the run after", group: "runs", command: "runAfter" },
  { keys: "[", does: "tab before, of the result or the row", group: "runs", command: "tabBefore" },
  { keys: "]", does: "tab after, of the result or the row", group: "runs", command: "tabAfter" },
  { keys: "r", does: "the result or the row as it came, and back", group: "runs", command: "raw" },
  { keys: "f", does: "fold everything in the document, or unfold it", group: "runs", command: "fold" },
  { keys: "a", does: "the app of the result", group: "runs", command: "app" },
  { keys: "D", does: "compare with the run before", group: "runs", command: "diff" },
  { keys: "y c", does: "copy as a command line", group: "runs", command: "copyCli" },
  { keys: "y u", does: "copy as curl", group: "runs", command: "copyCurl" },
  { keys: "y j", does: "copy as JSON-RPC", group: "runs", command: "copyJson" },
  { keys: "y t", does: "copy as a script step", group: "runs", command: "copyScript" },
  { keys: "y b", does: "copy as a bug report", group: "runs", command: "copyReport" },
  { keys: "↓ ↑", does: "from line to line", group: "in documents" },
  { keys: "← →", does: "fold and unfold a block, or go to the one around", group: "in documents" },
  { keys: "Ctrl+F", does: "search in a long document", group: "in documents" },
  { keys: "Alt+letter", does: "what the letter does outside of fields", group: "in fields" },
  { keys: "Alt+Backspace", does: "unset an optional field", group: "in fields" },
  { keys: "Alt+D", does: "decline what the server asks for", group: "in fields" },
  { keys: "Tab", does: "accept a completion", group: "in fields" }
];
var BY_KEYS = new Map(KEYS.flatMap((row) => row.command === void 0 ? [] : [[row.keys, row.command]]));
var PREFIXES = new Set([...BY_KEYS.keys()].filter((keys) => /^. .$/.test(keys)).map((keys) => keys[0] ?? ""));
var ALSO_WHILE_TYPING = /* @__PURE__ */ new Set(["palette", "rawFrame", "run", "back", "runBefore", "runAfter"]);
function routeKey(press, prefix2, singleKeys) {
  const held = press.alt && !press.ctrl && press.key.length === 1 && !BY_KEYS.has(`Alt+${press.key}`);
  const single = held || !press.ctrl && !press.alt;
  if (single && press.key.length === 1) {
    if (press.typing && !held && prefix2 === null || !singleKeys) return { is: "nothing" };
    if (prefix2 !== null) {
      const command3 = BY_KEYS.get(`${prefix2} ${press.key}`);
      return command3 === void 0 ? { is: "nothing" } : { is: "command", command: command3 };
    }
    if (PREFIXES.has(press.key)) return { is: "prefix", prefix: press.key };
  }
  const letter = press.key.length === 1 ? press.key.toUpperCase() : press.key;
  const shifted = press.shift === true && BY_KEYS.has(`Ctrl+Shift+${letter}`) ? "Shift+" : "";
  const modified = press.ctrl ? `Ctrl+${shifted}${letter}` : press.alt && !held ? `Alt+${press.key}` : press.key;
  const command2 = BY_KEYS.get(modified);
  if (command2 === void 0) return { is: "nothing" };
  if (press.typing && !held && !ALSO_WHILE_TYPING.has(command2) && !/^server\d$/.test(command2)) return { is: "nothing" };
  return { is: "command", command: command2 };
}
function takesText(element) {
  if (element === null) return false;
  const tag = element.tagName.toLowerCase();
  if (tag === "textarea" || tag === "select") return true;
  if (tag === "input") {
    const type = element.getAttribute("type") ?? "text";
    return !["checkbox", "radio", "button", "submit", "reset", "range"].includes(type);
  }
  return element.getAttribute("contenteditable") === "true" || element.hasAttribute("data-takes-text");
}
function spelled(keys, mac) {
  const named2 = keys.replace("Shift+", mac ? "⇧" : "Shift ").replace("ArrowUp", "↑").replace("ArrowDown", "↓").replace("Escape", "Esc").replace("Enter", "↵");
  return mac ? named2.replace("Ctrl+", "⌘").replace("Alt+", "⌥") : named2.replace("Ctrl+", "Ctrl ").replace("Alt+", "Alt ");
}

// node_modules/preact/jsx-runtime/dist/jsxRuntime.mjs
var f4 = /* @__PURE__ */ Symbol.for("pv");
var o4 = 0;
function a4(t4, e4, n3, u4, a5, i4) {
  e4 || (e4 = {});
  var c4, l4, p5 = e4;
  if ("ref" in p5 && "function" != typeof t4) for (l4 in p5 = {}, e4) "ref" == l4 ? c4 = e4[l4] : p5[l4] = e4[l4];
  var s4 = { type: t4, props: p5, key: n3, ref: c4, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: f4, __v: --o4, __i: -1, __u: 0 };
  return (a5 || i4) && (s4.__source = a5, s4.__self = i4), n.vnode && n.vnode(s4), s4;
}

// src/ui/button.tsx
var isMac = /Mac|iPhone|iPad/.test(typeof navigator === "undefined" ? "" : navigator.platform);
function Button({
  children,
  onClick,
  look: look2 = "plain",
  keys,
  pressed: pressed2,
  label,
  title,
  id
}) {
  return /* @__PURE__ */ a4(
    "button",
    {
      type: onClick === void 0 ? "submit" : "button",
      class: `button ${look2}`,
      ...onClick === void 0 ? {} : { onClick },
      ...pressed2 === void 0 ? {} : { "aria-pressed": pressed2 },
      ...label === void 0 ? {} : { "aria-label": label },
      ...title === void 0 ? {} : { title },
      ...id === void 0 ? {} : { id },
      children: [
        children,
        keys === void 0 ? null : /* @__PURE__ */ a4(Keys, { keys })
      ]
    }
  );
}
function Keys({ keys }) {
  return /* @__PURE__ */ a4("kbd", { children: spelled(keys, isMac) });
}

// src/store/drafts.ts
var REST_MS = 150;
var MOST = 300;
var OWN_MS = 3e3;
var drafts = /* @__PURE__ */ new Map();
var came = /* @__PURE__ */ new Map();
var revisions = y3({});
function draftsCame(id) {
  return revisions.value[id] !== void 0;
}
function draftOf(id, ref) {
  return draftNamed(id, `${ref.kind}:${ref.key}`);
}
function draftNamed(id, name) {
  const key = `${id} ${name}`;
  const known = drafts.get(key);
  if (known !== void 0) return known.draft;
  const there = came.get(id)?.get(name) ?? "";
  const draft = {
    text: y3(there),
    mode: y3("form"),
    errors: y3([]),
    meta: y3(""),
    timeoutMs: y3(null),
    forced: y3(false),
    detached: y3(false),
    asTask: y3(null)
  };
  const made = { draft, session: id, name, there, timer: null, sending: false, changedAt: 0 };
  if (drafts.size >= MOST) {
    const oldest = drafts.keys().next();
    if (oldest.done !== true) drafts.delete(oldest.value);
  }
  drafts.set(key, made);
  x2(() => {
    const text2 = draft.text.value;
    if (text2 === made.there) return;
    made.changedAt = Date.now();
    made.timer ??= setTimeout(() => void send(made, false), REST_MS);
  });
  return draft;
}
async function send(known, leaving) {
  if (known.timer !== null) clearTimeout(known.timer);
  known.timer = null;
  const text2 = known.draft.text.peek();
  if (known.sending || text2 === known.there) return;
  known.sending = true;
  known.there = text2;
  try {
    const body = JSON.stringify({ name: known.name, text: text2 });
    const answer2 = await request("PUT", sessionPath(known.session, "/drafts"), { body, keepalive: leaving });
    const { revision } = await answer2.json();
    const seen = revisions.peek()[known.session];
    if (seen === revision - 1) revisions.value = { ...revisions.peek(), [known.session]: revision };
  } catch {
  } finally {
    known.sending = false;
  }
  if (known.draft.text.peek() !== known.there) known.timer = setTimeout(() => void send(known, false), REST_MS);
}
function isAnswer(name) {
  return name.startsWith("answer:");
}
function takeDrafts(id, body) {
  const texts = new Map(body.drafts.map((one) => [one.name, one.text]));
  came.set(id, texts);
  for (const known of drafts.values()) {
    const isTyped = known.timer !== null || known.sending || Date.now() - known.changedAt < OWN_MS;
    if (known.session !== id || isTyped || isAnswer(known.name)) continue;
    const there = texts.get(known.name);
    if (there === void 0 || there === known.there) continue;
    known.there = there;
    known.draft.text.value = there;
  }
  revisions.value = { ...revisions.peek(), [id]: body.revision };
}
function followDrafts() {
  const asking2 = /* @__PURE__ */ new Set();
  addEventListener("pagehide", () => {
    for (const known of drafts.values()) if (known.timer !== null) void send(known, true);
  });
  return x2(() => {
    const id = session.value?.id;
    const newest2 = session.value?.draftsRevision ?? 0;
    const seen = id === void 0 ? void 0 : revisions.value[id];
    if (id === void 0 || asking2.has(id) || seen !== void 0 && seen >= newest2) return;
    asking2.add(id);
    request("GET", sessionPath(id, "/drafts")).then(async (answer2) => await answer2.json()).catch(() => ({ revision: newest2, drafts: [] })).then((body) => {
      asking2.delete(id);
      takeDrafts(id, body);
    }).catch(() => void 0);
  });
}

// src/text/measure.ts
function duration(ns) {
  const ms = ns / 1e6;
  if (ms < 1) return `${Math.max(ms, 0).toFixed(2)} ms`;
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1e3) return `${Math.round(ms)} ms`;
  if (ms < 6e4) return `${(ms / 1e3).toFixed(1)} s`;
  return `${Math.floor(ms / 6e4)} min ${Math.floor(ms % 6e4 / 1e3)} s`;
}
function elapsed(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1e3));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
function bytes(count3) {
  if (count3 < 1e3) return `${count3} B`;
  if (count3 < 1e6) return `${(count3 / 1e3).toFixed(count3 < 1e4 ? 1 : 0)} kB`;
  return `${(count3 / 1e6).toFixed(1)} MB`;
}
function timeOfDay(openedAt, ns) {
  const at = new Date(Date.parse(openedAt) + ns / 1e6);
  return Number.isNaN(at.getTime()) ? "" : at.toTimeString().slice(0, 8);
}
function ago(then, now2) {
  const seconds = Math.floor((now2 - Date.parse(then)) / 1e3);
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86400)} d ago`;
}
function count(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}

// src/ui/problem.tsx
function ProblemBlock({
  problem,
  title,
  children
}) {
  const help = helpPath(problem.helpUrl, location.origin);
  return /* @__PURE__ */ a4("div", { class: "problem", role: "alert", children: [
    /* @__PURE__ */ a4("p", { class: "problem-line", children: [
      /* @__PURE__ */ a4("span", { class: "sign bad", "aria-hidden": "true", children: "✗" }),
      " ",
      title === void 0 ? null : /* @__PURE__ */ a4("strong", { children: [
        title,
        " "
      ] }),
      /* @__PURE__ */ a4("span", { children: problem.message }),
      " ",
      /* @__PURE__ */ a4("code", { class: "code", children: problem.code })
    ] }),
    problem.hint === null ? null : /* @__PURE__ */ a4("p", { class: "hint", children: [
      "→ ",
      problem.hint
    ] }),
    /* @__PURE__ */ a4("p", { class: "problem-acts", children: [
      help === null ? null : /* @__PURE__ */ a4("a", { href: help, target: "_blank", rel: "noopener", children: "What this means" }),
      children
    ] })
  ] });
}

// src/ui/ticking.ts
var now = y3(Date.now());
var watchers = 0;
var timer = null;
function useNow(moves = true) {
  A2(() => {
    if (!moves) return void 0;
    watchers += 1;
    now.value = Date.now();
    timer ??= setInterval(() => {
      now.value = Date.now();
    }, 250);
    return () => {
      watchers -= 1;
      if (watchers === 0 && timer !== null) {
        clearInterval(timer);
        timer = null;
      }
    };
  }, [moves]);
  return moves ? now.value : now.peek();
}

// src/form/segmented.tsx
function Segmented(props) {
  return /* @__PURE__ */ a4(
    "span",
    {
      class: "segmented",
      role: "radiogroup",
      "aria-labelledby": props.labelledBy,
      "aria-label": props.label,
      "aria-describedby": props.describedBy,
      "aria-invalid": props.isInvalid ? "true" : void 0,
      children: props.options.map((option, index) => /* @__PURE__ */ a4("label", { class: "segment", title: option.title, children: [
        /* @__PURE__ */ a4(
          "input",
          {
            id: index === 0 ? props.id : `${props.id}--${index}`,
            type: "radio",
            name: props.id,
            checked: index === props.chosen,
            onChange: () => props.pick(index)
          }
        ),
        /* @__PURE__ */ a4("span", { children: option.label })
      ] }, index))
    }
  );
}

// src/form/pointer.ts
function childPointer(parent, name) {
  return `${parent}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
function parentPointer(pointer) {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
}
function lastName(pointer) {
  return pointer.slice(pointer.lastIndexOf("/") + 1).replaceAll("~1", "/").replaceAll("~0", "~");
}
function sibling(pointer, by) {
  return `${parentPointer(pointer)}/${Number(lastName(pointer)) + by}`;
}
function pathOf(pointer) {
  const names = pointer.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.map((name) => /^(?:0|[1-9]\d{0,9})$/.test(name) ? Number(name) : name);
}
function fieldId(prefix2, pointer, part = "") {
  const safe = pointer.replace(/[^A-Za-z0-9]/g, (char) => char === "/" ? "-" : `_${char.charCodeAt(0).toString(16)}_`);
  return `${prefix2}${safe}${part === "" ? "" : `--${part}`}`;
}

// src/form/context.ts
var SharedContext = U(null);
function useShared() {
  const shared = j2(SharedContext);
  if (!shared) throw new Error("a field was drawn outside of a form");
  return shared;
}
function useEdit() {
  const { engine } = useShared();
  return (edit2, isTyping) => engine.edit(edit2, isTyping);
}
function idsOf(prefix2, pointer) {
  return {
    control: fieldId(prefix2, pointer),
    label: fieldId(prefix2, pointer, "label"),
    hint: fieldId(prefix2, pointer, "hint"),
    problem: fieldId(prefix2, pointer, "problem")
  };
}
function placeProblems(form, problems) {
  const places2 = /* @__PURE__ */ new Set();
  collect(form, places2);
  const placed = /* @__PURE__ */ new Map();
  for (const problem of problems) {
    let pointer = problem.pointer;
    while (pointer !== "" && !places2.has(pointer)) pointer = parentPointer(pointer);
    placed.set(pointer, [...placed.get(pointer) ?? [], problem]);
  }
  return placed;
}
function collect(node, places2) {
  if (!node) return;
  places2.add(node.pointer);
  for (const child of childrenOf(node)) collect(child, places2);
}
function childrenOf(node) {
  switch (node.kind) {
    case "object":
      return [...node.fields, ...node.extra];
    case "map":
      return node.entries;
    case "array":
    case "tuple":
      return node.items;
    case "union":
      return node.node ? [node.node] : [];
    default:
      return [];
  }
}

// src/form/same.ts
function keepSame(before, next) {
  if (before === next) return next;
  if (!isContainer(before) || !isContainer(next) || Array.isArray(before) !== Array.isArray(next)) return next;
  let isSame2 = Object.keys(before).length === Object.keys(next).length;
  const merged = Array.isArray(next) ? [] : {};
  for (const key of Object.keys(next)) {
    const kept = keepSame(Reflect.get(before, key), Reflect.get(next, key));
    if (kept !== Reflect.get(before, key)) isSame2 = false;
    Object.defineProperty(merged, key, { value: kept, enumerable: true, configurable: true, writable: true });
  }
  return isSame2 ? before : merged;
}
function isContainer(value) {
  return typeof value === "object" && value !== null;
}

// src/form/engine.ts
var TYPING_PAUSE = 80;
var RETRY_PAUSE = 1e3;
var SYNTAX = "syntax";
var FormEngine = class {
  constructor(api2, schema, text2, problems) {
    this.api = api2;
    this.schema = schema;
    this.text = text2;
    this.problems = problems;
    this.form = this.formNow;
    this.textFault = this.textFaultNow;
    this.failure = this.failureNow;
    this.applied = this.appliedNow;
    this.generation = this.generationNow;
    this.base = text2.peek() === "" ? null : text2.peek();
  }
  api;
  schema;
  text;
  problems;
  form;
  textFault;
  /** Why the backend did not take or check what was typed. */
  failure;
  /** The number of the last edit that is part of what is shown. */
  applied;
  /** Counts how often the text was replaced as a whole: answers and drafts about an earlier one are of no use. */
  generation;
  generationNow = y3(0);
  formNow = y3(null);
  textFaultNow = y3(null);
  failureNow = y3(null);
  appliedNow = y3(0);
  /** The text that all waiting edits are to be applied to; null before the first answer. */
  base = null;
  waiting = [];
  edits = 0;
  isFailureRead = true;
  asked = 0;
  answered = 0;
  timer = null;
  isStopped = false;
  whenSettled = [];
  /** Takes over the text as it stands; "" asks for a first value. To be called when it was changed by others. */
  start() {
    this.generationNow.value++;
    this.waiting = [];
    this.base = this.text.peek() === "" ? null : this.text.peek();
    this.ask();
  }
  /** Whether `text` is what this form last made of it. */
  owns(text2) {
    return text2 === (this.base ?? "");
  }
  /** Nothing that comes later changes anything. */
  stop() {
    this.isStopped = true;
    this.clearTimer();
    this.settle();
  }
  /** Carries out an edit; typing waits for a pause. Gives the number that `applied` reaches with it. */
  edit(edit2, isTyping = false) {
    this.isFailureRead = true;
    const last = this.waiting.at(-1);
    const replaces = last && !last.sent && last.edit.op === "set" && edit2.op === "set" && last.edit.pointer === edit2.pointer;
    if (replaces) this.waiting.pop();
    const number = ++this.edits;
    this.waiting.push({ number, edit: edit2, sent: false });
    if (isTyping) this.askAfter(TYPING_PAUSE);
    else this.ask();
    return number;
  }
  /** The whole text as a user typed it; it need not be JSON. */
  replaceText(text2) {
    this.generationNow.value++;
    this.isFailureRead = true;
    this.waiting = [];
    this.base = text2;
    this.text.value = text2;
    this.askAfter(TYPING_PAUSE);
  }
  /** Asks now what would be asked after a pause. */
  flush() {
    if (this.timer !== null) this.ask();
  }
  /** When the text has everything that was typed, or the backend has failed to take it. */
  settled() {
    this.flush();
    if (this.answered === this.asked) return Promise.resolve();
    return new Promise((resolve) => this.whenSettled.push(resolve));
  }
  askAfter(pause2) {
    this.clearTimer();
    this.timer = setTimeout(() => this.ask(), pause2);
  }
  clearTimer() {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
  ask() {
    this.clearTimer();
    if (this.isStopped) return;
    const number = ++this.asked;
    const covers = this.edits;
    for (const waiting2 of this.waiting) waiting2.sent = true;
    const edits = this.waiting.map((waiting2) => waiting2.edit);
    const generation = this.generation.peek();
    this.api({ schema: this.schema, text: this.base, edits }).then(
      (answer2) => {
        if (this.isStopped || number < this.answered) return;
        this.answered = number;
        if (generation !== this.generation.peek()) return this.settle();
        r3(() => {
          this.waiting = this.waiting.filter((waiting2) => waiting2.number > covers);
          this.base = answer2.text;
          this.text.value = answer2.text;
          this.appliedNow.value = covers;
          this.formNow.value = keepSame(this.formNow.peek(), answer2.form);
          this.textFaultNow.value = answer2.textError;
          if (this.isFailureRead) this.failureNow.value = null;
          this.problems.value = answer2.textError ? [{ pointer: "", message: `not JSON: ${answer2.textError.message}`, keyword: SYNTAX }, ...answer2.errors] : answer2.errors;
        });
        this.settle();
      },
      (reason) => {
        if (generation === this.generation.peek()) this.fail(number, covers, reason);
        else if (number > this.answered) {
          this.answered = number;
          this.settle();
        }
      }
    );
  }
  fail(number, covers, reason) {
    if (this.isStopped || number < this.answered) return;
    this.answered = number;
    this.failureNow.value = reason instanceof Error ? reason.message : String(reason);
    if (isRefusal(reason)) {
      this.isFailureRead = false;
      this.waiting = this.waiting.filter((waiting2) => waiting2.number > covers);
      this.appliedNow.value = covers;
      if (this.waiting.length > 0) this.ask();
    } else {
      this.askAfter(RETRY_PAUSE);
    }
    this.settle();
  }
  settle() {
    if (!this.isStopped && (this.answered < this.asked || this.timer !== null && this.failureNow.peek() === null)) return;
    const resolve = this.whenSettled;
    this.whenSettled = [];
    for (const each of resolve) each();
  }
};
function isRefusal(reason) {
  const status = reason instanceof Object && "status" in reason ? reason.status : null;
  return typeof status === "number" && status >= 400 && status < 500;
}

// src/ui/json-fault.ts
var SPACE = /[ \t\r\n]*/y;
var ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
var NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
var LITERAL = /true|false|null/y;
function isJsonNumber(text2) {
  return matchAt(NUMBER, text2, 0) === text2.length && text2 !== "";
}
function jsonFault(text2) {
  const found3 = walk(text2, () => {
  });
  return found3 === null ? null : { message: found3.message, ...placeOf(text2, found3.at) };
}
function elementsOf(text2) {
  const elements = [];
  let start3 = -1;
  let isArray = false;
  const fault = walk(text2, (event, at, depth) => {
    if (event === "open" && depth === 1) {
      isArray = text2[at] === "[";
      start3 = at + 1;
    } else if ((event === "comma" || event === "close") && depth === 1 && isArray) {
      const element = text2.slice(start3, at).trim();
      if (element !== "") elements.push(element);
      start3 = at + 1;
    }
  });
  return fault === null && isArray ? elements : null;
}
function walk(text2, visit) {
  const closers = [];
  let at = skip(text2, 0);
  let expects = "value";
  for (; ; ) {
    if (closers.length === 0 && expects === "comma") {
      return at < text2.length ? { message: `expected the end, found ${shown(text2, at)}`, at } : null;
    }
    const char = text2[at];
    const closer = closers.at(-1);
    const mayClose = expects === "comma" || expects === "value or ]" || expects === "key or }";
    if (mayClose && char !== void 0 && char === closer) {
      visit("close", at, closers.length);
      closers.pop();
      expects = "comma";
      at = skip(text2, at + 1);
    } else if (expects === "comma") {
      if (char !== ",") return { message: `expected \`,\` or \`${closer}\`, found ${shown(text2, at)}`, at };
      visit("comma", at, closers.length);
      expects = closer === "}" ? "key" : "value";
      at = skip(text2, at + 1);
    } else if (expects === "key" || expects === "key or }") {
      const end = stringAt(text2, at);
      if (end < 0) return { message: `expected a name in double quotes, found ${shown(text2, at)}`, at };
      at = skip(text2, end);
      if (text2[at] !== ":") return { message: `expected \`:\`, found ${shown(text2, at)}`, at };
      at = skip(text2, at + 1);
      expects = "value";
    } else if (char === "{" || char === "[") {
      closers.push(char === "{" ? "}" : "]");
      visit("open", at, closers.length);
      expects = char === "{" ? "key or }" : "value or ]";
      at = skip(text2, at + 1);
    } else {
      const end = Math.max(stringAt(text2, at), matchAt(NUMBER, text2, at), matchAt(LITERAL, text2, at));
      if (end < 0) return { message: faultOfValue(text2, at), at };
      at = skip(text2, end);
      expects = "comma";
    }
  }
}
function faultOfValue(text2, at) {
  if (text2[at] === '"') return "this string has no end on its line, or an escape that JSON does not know";
  return `expected a value, found ${shown(text2, at)}`;
}
function shown(text2, at) {
  if (at >= text2.length) return "the end of the text";
  const word2 = /^(?:[A-Za-z0-9_'-]{1,20}|.)/su.exec(text2.slice(at, at + 24))?.[0] ?? "";
  return `\`${word2}\``;
}
function stringAt(text2, at) {
  if (text2.charCodeAt(at) !== 34) return -1;
  for (let index = at + 1; index < text2.length; index++) {
    const code = text2.charCodeAt(index);
    if (code === 34) return index + 1;
    if (code < 32) return -1;
    if (code !== 92) continue;
    const end = matchAt(ESCAPE, text2, index);
    if (end < 0) return -1;
    index = end - 1;
  }
  return -1;
}
function matchAt(pattern, text2, at) {
  pattern.lastIndex = at;
  return pattern.test(text2) ? pattern.lastIndex : -1;
}
function skip(text2, at) {
  return Math.max(at, matchAt(SPACE, text2, at));
}
function placeOf(text2, at) {
  const before = text2.slice(0, at);
  const line = before.split("\n").length;
  return { line, column: at - (before.lastIndexOf("\n") + 1) + 1 };
}
function indexOf(text2, line, column) {
  let start3 = 0;
  for (let passed = 1; passed < line; passed++) {
    const next = text2.indexOf("\n", start3);
    if (next < 0) break;
    start3 = next + 1;
  }
  return Math.min(text2.length, start3 + Math.max(0, column - 1));
}

// src/form/completing.tsx
var COMPLETION_PAUSE = 150;
function CompletingInput({ draft, attributes, complete }) {
  const options = useSignal([]);
  const marked = useSignal(0);
  const isChosenByHand = T2(false);
  const timer3 = T2(null);
  const asked = T2(0);
  const listId = `${attributes.id}--list`;
  const optionId = (index) => `${listId}-${index}`;
  const isOpen = options.value.length > 0;
  const close2 = () => {
    asked.current++;
    if (timer3.current !== null) clearTimeout(timer3.current);
    options.value = [];
  };
  A2(() => close2, []);
  const ask = (value) => {
    const number = ++asked.current;
    if (timer3.current !== null) clearTimeout(timer3.current);
    timer3.current = setTimeout(async () => {
      const found3 = await complete(value).catch(() => []);
      if (number !== asked.current) return;
      marked.value = 0;
      isChosenByHand.current = false;
      options.value = found3.length === 1 && found3[0] === value ? [] : found3;
    }, COMPLETION_PAUSE);
  };
  const take3 = (index) => {
    const option = options.value[index];
    close2();
    if (option !== void 0) draft.type(option);
  };
  const onKeyDown = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!isOpen) {
      if (event.key === "ArrowDown") {
        event.preventDefault();
        ask(draft.text);
      }
      return;
    }
    const count3 = options.value.length;
    if (event.key === "ArrowDown") marked.value = (marked.value + 1) % count3;
    else if (event.key === "ArrowUp") marked.value = (marked.value + count3 - 1) % count3;
    else if (event.key === "Escape") close2();
    else if (event.key === "Tab" && !event.shiftKey) take3(marked.value);
    else if (event.key === "Enter" && isChosenByHand.current) take3(marked.value);
    else return;
    if (event.key.startsWith("Arrow")) isChosenByHand.current = true;
    event.preventDefault();
    event.stopPropagation();
  };
  return /* @__PURE__ */ a4("span", { class: "completing", children: [
    /* @__PURE__ */ a4(
      "input",
      {
        ...attributes,
        class: "field-text",
        type: "text",
        role: "combobox",
        "aria-autocomplete": "list",
        "aria-expanded": isOpen,
        "aria-controls": isOpen ? listId : void 0,
        "aria-activedescendant": isOpen ? optionId(marked.value) : void 0,
        value: draft.text,
        onFocus: draft.onFocus,
        onBlur: () => {
          close2();
          draft.onBlur();
        },
        onInput: (event) => {
          draft.type(event.currentTarget.value);
          ask(event.currentTarget.value);
        },
        onKeyDown
      }
    ),
    isOpen && /* @__PURE__ */ a4("ul", { id: listId, class: "completing-list", role: "listbox", "aria-label": "Suggestions", children: options.value.map((option, index) => /* @__PURE__ */ a4(
      "li",
      {
        id: optionId(index),
        role: "option",
        "aria-selected": index === marked.value,
        onMouseDown: (event) => {
          event.preventDefault();
          take3(index);
        },
        children: option
      },
      index
    )) }),
    /* @__PURE__ */ a4("span", { class: "sr-only", role: "status", children: isOpen ? `${options.value.length} suggestions, Tab takes “${options.value[marked.value] ?? ""}”` : "" })
  ] });
}

// src/form/draft.ts
function useDraft(engine, current, resets, send2) {
  const [kept, setKept] = d2(null);
  const hasFocus = T2(false);
  const [, redraw] = d2(0);
  const applied = engine.applied.value;
  const isCurrent = kept !== null && kept.generation === engine.generation.value && kept.resets === resets;
  const isPending = isCurrent && (kept.edit === null || kept.edit > applied);
  const isShown2 = isCurrent && (hasFocus.current || isPending);
  return {
    text: isShown2 ? kept.text : current,
    hasFocus: hasFocus.current,
    isRefused: isShown2 && kept.edit === null,
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: () => {
      hasFocus.current = false;
      engine.flush();
      redraw((n3) => n3 + 1);
    },
    type: (text2) => setKept({ text: text2, edit: send2(text2), generation: engine.generation.peek(), resets })
  };
}

// src/form/text-editor.tsx
var LONG = 120;
function StringEditor({ node, resets, described: described2, isInvalid }) {
  const { engine, idPrefix, complete } = useShared();
  const edit2 = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  const set = (text2, isTyping = true) => edit2({ op: "set", pointer: node.pointer, json: JSON.stringify(text2) }, isTyping);
  const draft = useDraft(engine, node.value ?? "", resets, (text2) => set(text2));
  const attributes = {
    id: ids.control,
    placeholder: ghostOf(node, node.default === null ? null : spoken(node.default)),
    "aria-describedby": described2,
    "aria-invalid": isInvalid ? "true" : void 0,
    "aria-required": node.required,
    spellcheck: false,
    autocomplete: "off"
  };
  const isArea = useIsArea(node, draft);
  const area = T2(null);
  const caret = T2(null);
  F2(() => {
    if (caret.current === null || !area.current) return;
    area.current.focus();
    area.current.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  if (isArea) {
    const rows = Math.min(12, Math.max(node.multiline ? 3 : 2, draft.text.split("\n").length));
    return /* @__PURE__ */ a4("textarea", { ref: area, ...attributes, ...typing(draft), class: "field-text", rows, value: draft.text });
  }
  const onPaste = (event) => {
    const pasted2 = event.clipboardData?.getData("text/plain") ?? "";
    if (!/[\r\n]/.test(pasted2) || event.defaultPrevented) return;
    event.preventDefault();
    const input = event.currentTarget;
    const before = input.value.slice(0, input.selectionStart ?? 0);
    const after = input.value.slice(input.selectionEnd ?? 0);
    const lines = pasted2.replaceAll("\r\n", "\n");
    caret.current = before.length + lines.length;
    draft.type(before + lines + after);
  };
  const { name } = node;
  const isCompleted = complete && name !== null && node.pointer.lastIndexOf("/") === 0;
  return /* @__PURE__ */ a4($, { children: [
    isCompleted ? /* @__PURE__ */ a4(CompletingInput, { draft, attributes: { ...attributes, onPaste }, complete: (value) => complete(name, value) }) : /* @__PURE__ */ a4("input", { ...attributes, ...typing(draft), class: "field-text", type: "text", value: draft.text, onPaste }),
    node.format === "date-time" && /* @__PURE__ */ a4(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": `Set ${node.name ?? "this"} to the time now`,
        onClick: () => set((/* @__PURE__ */ new Date()).toISOString(), false),
        children: "now"
      }
    )
  ] });
}
function useIsArea(node, draft) {
  const isArea = T2(false);
  const hasBreaks = draft.text.includes("\n");
  if (!draft.hasFocus || hasBreaks) isArea.current = node.multiline || hasBreaks || draft.text.length > LONG;
  return isArea.current;
}
function NumberEditor({ node, resets, described: described2, isInvalid, name }) {
  const { engine, idPrefix } = useShared();
  const edit2 = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  const refusal2 = `${ids.control}--refusal`;
  const draft = useDraft(engine, node.raw ?? "", resets, (text2) => {
    const spelled2 = text2.trim();
    if (spelled2 === "") return edit2({ op: "unset", pointer: node.pointer }, true);
    return isJsonNumber(spelled2) ? edit2({ op: "set", pointer: node.pointer, json: spelled2 }, true) : null;
  });
  return /* @__PURE__ */ a4($, { children: [
    /* @__PURE__ */ a4(
      "input",
      {
        ...typing(draft),
        id: ids.control,
        class: "field-number",
        type: "text",
        inputMode: node.integer ? "numeric" : "decimal",
        value: draft.text,
        placeholder: ghostOf(node, node.default),
        "aria-describedby": [described2, draft.isRefused ? refusal2 : ""].filter(Boolean).join(" ") || void 0,
        "aria-invalid": isInvalid || draft.isRefused ? "true" : void 0,
        "aria-required": node.required,
        autocomplete: "off"
      }
    ),
    draft.isRefused && /* @__PURE__ */ a4("span", { id: refusal2, class: "field-problem", children: [
      name,
      ": “",
      draft.text,
      "” is no JSON number, so ",
      node.raw === null ? "nothing is sent" : `${node.raw} is kept`,
      ". Switch to JSON to send other things."
    ] })
  ] });
}
function typing(draft) {
  return {
    onFocus: draft.onFocus,
    onBlur: draft.onBlur,
    onInput: (event) => draft.type(event.currentTarget.value)
  };
}
function ghostOf(node, fallback) {
  if (node.state === "null") return "null";
  if (node.state === "value") return "empty";
  if (fallback !== null) return `not sent (default ${fallback})`;
  if (node.examples[0] !== void 0) return `such as ${spoken(node.examples[0])}`;
  return node.required ? "required" : "not sent";
}
function spoken(json2) {
  if (!json2.startsWith('"')) return json2;
  try {
    return String(JSON.parse(json2));
  } catch {
    return json2;
  }
}

// src/form/choice-editor.tsx
var MOST_SEGMENTS = 4;
var WIDEST_STRIP = 48;
function fitsStrip(labels) {
  return labels.length <= MOST_SEGMENTS && labels.join("").length <= WIDEST_STRIP;
}
function BoolEditor({ node, described: described2, isInvalid }) {
  const { idPrefix } = useShared();
  const edit2 = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  return /* @__PURE__ */ a4(
    Segmented,
    {
      id: ids.control,
      options: [{ label: "true" }, { label: "false" }],
      chosen: node.value === null ? null : node.value ? 0 : 1,
      pick: (index) => edit2({ op: "set", pointer: node.pointer, json: index === 0 ? "true" : "false" }),
      labelledBy: ids.label,
      describedBy: described2,
      isInvalid
    }
  );
}
function EnumEditor(props) {
  const { node } = props;
  const labels = optionLabels(node);
  if (node.multi) return /* @__PURE__ */ a4(ManyOf, { ...props, labels });
  return isStrip(node) ? /* @__PURE__ */ a4(OneOfFew, { ...props, labels }) : /* @__PURE__ */ a4(OneOfMany, { ...props, labels });
}
function isStrip(node) {
  return fitsStrip(optionLabels(node)) && node.other === null;
}
function OneOfFew({ node, described: described2, isInvalid, labels }) {
  const { idPrefix } = useShared();
  const edit2 = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  return /* @__PURE__ */ a4(
    Segmented,
    {
      id: ids.control,
      options: labels.map((label, index) => ({ label, title: node.options[index]?.json ?? "" })),
      chosen: node.chosen[0] ?? null,
      pick: (index) => edit2({ op: "set", pointer: node.pointer, json: node.options[index]?.json ?? "null" }),
      labelledBy: ids.label,
      describedBy: described2,
      isInvalid
    }
  );
}
var NOT_SENT = "unset";
var OTHER = "other";
function OneOfMany({ node, described: described2, isInvalid, labels }) {
  const { idPrefix } = useShared();
  const edit2 = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  const chosen = node.chosen[0];
  const value = chosen !== void 0 ? String(chosen) : node.other !== null ? OTHER : NOT_SENT;
  const onChange = (event) => {
    const picked = event.currentTarget.value;
    const option = node.options[Number(picked)];
    if (picked === NOT_SENT) edit2({ op: "unset", pointer: node.pointer });
    else if (picked !== OTHER && option) edit2({ op: "set", pointer: node.pointer, json: option.json });
  };
  return /* @__PURE__ */ a4(
    "select",
    {
      id: ids.control,
      class: "field-select",
      "aria-labelledby": ids.label,
      value,
      onChange,
      "aria-describedby": described2,
      "aria-invalid": isInvalid ? "true" : void 0,
      "aria-required": node.required,
      children: [
        /* @__PURE__ */ a4("option", { value: NOT_SENT, children: node.state === "null" ? "null" : "not sent" }),
        node.other !== null && /* @__PURE__ */ a4("option", { value: OTHER, children: [
          node.other,
          " (not one of the options)"
        ] }),
        labels.map((label, index) => /* @__PURE__ */ a4("option", { value: String(index), children: label }, index))
      ]
    }
  );
}
function ManyOf({ node, described: described2, labels }) {
  const { idPrefix } = useShared();
  const edit2 = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  const toggle2 = (index) => {
    const chosen = node.chosen.includes(index) ? node.chosen.filter((one) => one !== index) : [...node.chosen, index];
    const texts = chosen.map((one) => node.options[one]?.json ?? "null");
    edit2({ op: "set", pointer: node.pointer, json: `[${texts.join(",")}]` });
  };
  return /* @__PURE__ */ a4("span", { class: "many-of", role: "group", "aria-labelledby": ids.label, "aria-describedby": described2, children: [
    labels.map((label, index) => /* @__PURE__ */ a4("label", { class: "check", children: [
      /* @__PURE__ */ a4(
        "input",
        {
          id: index === 0 ? ids.control : `${ids.control}--${index}`,
          type: "checkbox",
          checked: node.chosen.includes(index),
          onChange: () => toggle2(index)
        }
      ),
      /* @__PURE__ */ a4("span", { children: label })
    ] }, index)),
    node.other !== null && /* @__PURE__ */ a4("span", { class: "muted", children: [
      "and what is no option: ",
      node.other
    ] })
  ] });
}
function optionLabels(node) {
  const areStrings = node.options.every((option) => option.json.startsWith('"'));
  return node.options.map((option) => option.title ?? (areStrings ? spoken(option.json) : option.json));
}
function ConstEditor({ node }) {
  return /* @__PURE__ */ a4(Fixed, { pointer: node.pointer, json: node.json, isSet: node.state !== "unset" });
}
function NullEditor({ node }) {
  return /* @__PURE__ */ a4(Fixed, { pointer: node.pointer, json: "null", isSet: node.state !== "unset" });
}
function Fixed({ pointer, json: json2, isSet }) {
  const { idPrefix } = useShared();
  const edit2 = useEdit();
  const ids = idsOf(idPrefix, pointer);
  if (isSet) return /* @__PURE__ */ a4("code", { class: "field-fixed", children: json2 });
  return /* @__PURE__ */ a4(
    "button",
    {
      id: ids.control,
      type: "button",
      class: "quiet",
      "aria-describedby": ids.label,
      onClick: () => edit2({ op: "set", pointer, json: json2 }),
      children: [
        "send ",
        /* @__PURE__ */ a4("code", { children: json2 })
      ]
    }
  );
}

// src/form/group-editor.tsx
var SPREAD_LEVELS = 5;
var FIELDS_AT_ONCE = 150;
function ObjectEditor({ node, name }) {
  const { idPrefix, focusNext } = useShared();
  const edit2 = useEdit();
  const most = useSignal(FIELDS_AT_ONCE);
  const isTop = node.pointer === "";
  const isUnset = node.state === "unset";
  const isDeep = node.pointer.split("/").length > SPREAD_LEVELS;
  if (!isTop && isUnset && (!node.required || isDeep || node.fields.length === 0)) {
    return /* @__PURE__ */ a4("div", { class: "object", children: [
      /* @__PURE__ */ a4(
        "button",
        {
          id: fieldId(idPrefix, node.pointer, "open"),
          type: "button",
          class: "quiet",
          onClick: () => {
            focusNext.pointer = node.pointer;
            edit2({ op: "add", pointer: node.pointer });
          },
          children: [
            "+ fill in ",
            name
          ]
        }
      ),
      /* @__PURE__ */ a4("span", { class: "field-state", children: "not sent" })
    ] });
  }
  if (node.state === "null") return null;
  return /* @__PURE__ */ a4("div", { class: isTop ? "object object-top" : "object", children: [
    node.fields.slice(0, most.value).map((field) => /* @__PURE__ */ a4(Field, { node: field }, field.pointer)),
    node.fields.length > most.value && /* @__PURE__ */ a4("button", { type: "button", class: "quiet", onClick: () => most.value += FIELDS_AT_ONCE, children: [
      node.fields.length - most.value,
      " more fields: show ",
      Math.min(FIELDS_AT_ONCE, node.fields.length - most.value)
    ] }),
    node.fields.length === 0 && node.extra.length === 0 && (isTop || !node.extraAllowed) && /* @__PURE__ */ a4("p", { class: "muted", children: isTop ? "Takes no arguments." : "Has no members." }),
    node.extra.length > 0 && /* @__PURE__ */ a4("div", { class: "extra", role: "group", "aria-label": `Members of ${isTop ? "the value" : name} that the schema does not name`, children: [
      /* @__PURE__ */ a4("p", { class: "muted extra-title", children: "extra: not named by the schema" }),
      /* @__PURE__ */ a4(Entries, { owner: node.pointer, entries: node.extra, ownerName: isTop ? "the value" : name, canAdd: node.extraAllowed })
    ] }),
    node.extraAllowed && node.extra.length === 0 && /* @__PURE__ */ a4("details", { class: "extra", children: [
      /* @__PURE__ */ a4("summary", { children: "Add a member that the schema does not name" }),
      /* @__PURE__ */ a4(Entries, { owner: node.pointer, entries: [], ownerName: isTop ? "the value" : name, canAdd: true })
    ] })
  ] });
}
function MapEditor({ node, name }) {
  const edit2 = useEdit();
  if (node.state === "null") return null;
  return /* @__PURE__ */ a4("div", { class: "map", children: [
    /* @__PURE__ */ a4(Entries, { owner: node.pointer, entries: node.entries, ownerName: name, canAdd: true }),
    node.state === "unset" && /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4("button", { type: "button", class: "quiet", onClick: () => edit2({ op: "set", pointer: node.pointer, json: "{}" }), children: [
        "send ",
        "{}"
      ] }),
      /* @__PURE__ */ a4("span", { class: "field-state", children: "not sent" })
    ] })
  ] });
}
function Entries({ owner, ownerName, entries: entries2, canAdd }) {
  const { focusNext } = useShared();
  const edit2 = useEdit();
  const names = entries2.map((entry) => entry.name ?? "");
  const remove = (entry, index) => {
    const next = entries2[index + 1] ?? entries2[index - 1];
    focusNext.pointer = next?.pointer ?? owner;
    edit2({ op: "remove", pointer: entry.pointer });
  };
  return /* @__PURE__ */ a4("div", { class: "entries", children: [
    entries2.map((entry, index) => /* @__PURE__ */ a4(
      Field,
      {
        node: entry,
        dropBy: "remove",
        label: /* @__PURE__ */ a4(KeyEditor, { entry, taken: names }),
        actions: /* @__PURE__ */ a4(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-label": `Remove ${entry.name ?? "entry"} from ${ownerName}`,
            title: "Remove (Alt+Backspace)",
            onClick: () => remove(entry, index),
            children: "✕"
          }
        )
      },
      entry.pointer
    )),
    canAdd && /* @__PURE__ */ a4(NewEntry, { owner, ownerName, taken: names })
  ] });
}
function KeyEditor({ entry, taken }) {
  const { idPrefix, focusNext } = useShared();
  const edit2 = useEdit();
  const typed = useSignal(null);
  const name = entry.name ?? "";
  const isTaken = typed.value !== null && typed.value !== name && taken.includes(typed.value);
  const problemId = fieldId(idPrefix, entry.pointer, "key-problem");
  const rename = () => {
    const key = typed.peek();
    if (key === null || key === name) typed.value = null;
    else if (!isTaken) {
      edit2({ op: "key", pointer: entry.pointer, key });
      typed.value = null;
    }
  };
  return /* @__PURE__ */ a4("span", { class: "field-name entry-key", children: [
    /* @__PURE__ */ a4("label", { id: fieldId(idPrefix, entry.pointer, "label"), class: "sr-only", for: fieldId(idPrefix, entry.pointer), children: name }),
    /* @__PURE__ */ a4(
      "input",
      {
        type: "text",
        class: "mono",
        "aria-label": `Name of ${name}`,
        "aria-invalid": isTaken ? "true" : void 0,
        "aria-describedby": isTaken ? problemId : void 0,
        value: typed.value ?? name,
        onInput: (event) => typed.value = event.currentTarget.value,
        onBlur: rename,
        onKeyDown: (event) => {
          if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            focusNext.pointer = childPointer(parentPointer(entry.pointer), typed.peek() ?? name);
            rename();
          } else if (event.key === "Escape" && typed.peek() !== null) {
            event.stopPropagation();
            typed.value = null;
          }
        }
      }
    ),
    isTaken && /* @__PURE__ */ a4("span", { id: problemId, class: "field-problem", children: [
      "There is another “",
      typed.value,
      "” already."
    ] })
  ] });
}
function NewEntry({ owner, ownerName, taken }) {
  const { idPrefix, focusNext } = useShared();
  const edit2 = useEdit();
  const key = useSignal("");
  const isTaken = key.value !== "" && taken.includes(key.value);
  const add = () => {
    if (key.peek() === "" || isTaken) return;
    focusNext.pointer = childPointer(owner, key.peek());
    edit2({ op: "addKey", pointer: owner, key: key.peek() });
    key.value = "";
  };
  const problemId = fieldId(idPrefix, owner, "new-problem");
  return /* @__PURE__ */ a4("div", { class: "new-entry", children: [
    /* @__PURE__ */ a4(
      "input",
      {
        id: fieldId(idPrefix, owner, "new"),
        type: "text",
        class: "mono",
        placeholder: "name",
        "aria-label": `Name of a new member of ${ownerName}`,
        "aria-invalid": isTaken ? "true" : void 0,
        "aria-describedby": isTaken ? problemId : void 0,
        value: key.value,
        onInput: (event) => key.value = event.currentTarget.value,
        onKeyDown: (event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          add();
        }
      }
    ),
    /* @__PURE__ */ a4("button", { type: "button", class: "quiet add", onClick: add, children: [
      "+ add to ",
      ownerName
    ] }),
    isTaken && /* @__PURE__ */ a4("span", { id: problemId, class: "field-problem", children: [
      "There is “",
      key.value,
      "” already."
    ] })
  ] });
}

// src/form/list-editor.tsx
function ArrayEditor({ node, name }) {
  return /* @__PURE__ */ a4(Items, { node, name, canMove: true, canAdd: node.canAdd });
}
function TupleEditor({ node, name }) {
  return /* @__PURE__ */ a4(Items, { node, name, canMove: false, canAdd: node.canAdd });
}
function Items({ node, name, canMove, canAdd }) {
  const { idPrefix, focusNext } = useShared();
  const edit2 = useEdit();
  const { items, pointer } = node;
  const addId = fieldId(idPrefix, pointer, "add");
  const add = () => {
    focusNext.pointer = childPointer(pointer, String(items.length));
    edit2({ op: "add", pointer });
  };
  const remove = (index) => {
    focusNext.pointer = items.length > 1 ? childPointer(pointer, String(Math.min(index, items.length - 2))) : pointer;
    edit2({ op: "remove", pointer: childPointer(pointer, String(index)) });
  };
  const move = (item, index, by) => {
    if (index + by < 0 || index + by >= items.length) return;
    focusNext.pointer = sibling(item.pointer, by);
    edit2({ op: "move", pointer: item.pointer, by });
  };
  const onKeyDown = (event, item, index) => {
    if (!canMove || !event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    if (by === null) return;
    event.preventDefault();
    event.stopPropagation();
    move(item, index, by);
  };
  const onPaste = (event) => {
    if (!(event.target instanceof Element) || event.target.closest(".items") !== event.currentTarget) return;
    const target = event.target;
    const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isText && target.value !== "") return;
    const elements = elementsOf(event.clipboardData?.getData("text/plain") ?? "");
    if (elements === null) return;
    event.preventDefault();
    event.stopPropagation();
    const emptyAt = isText ? items.findIndex((item) => target.closest(`[id="${fieldId(idPrefix, item.pointer, "field")}"]`)) : -1;
    elements.forEach((json2, index) => {
      if (index === 0 && emptyAt >= 0) edit2({ op: "set", pointer: childPointer(pointer, String(emptyAt)), json: json2 });
      else edit2({ op: "add", pointer, json: json2 });
    });
  };
  return /* @__PURE__ */ a4("div", { class: "items", onPasteCapture: onPaste, children: [
    items.map((item, index) => /* @__PURE__ */ a4("div", { class: "item", onKeyDown: (event) => onKeyDown(event, item, index), children: /* @__PURE__ */ a4(
      Field,
      {
        node: item,
        name: item.name ?? String(index),
        dropBy: canMove ? "remove" : "unset",
        actions: /* @__PURE__ */ a4(
          ItemActions,
          {
            label: `${name} ${index}`,
            up: canMove && index > 0 ? () => move(item, index, -1) : null,
            down: canMove && index < items.length - 1 ? () => move(item, index, 1) : null,
            remove: () => remove(index)
          }
        )
      }
    ) }, item.pointer)),
    canAdd && /* @__PURE__ */ a4(
      "button",
      {
        id: addId,
        type: "button",
        class: "quiet add",
        title: "Adds an item. A JSON array can be pasted here, too.",
        onClick: add,
        children: [
          "+ add to ",
          name
        ]
      }
    ),
    node.state === "unset" && /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4("button", { type: "button", class: "quiet", onClick: () => edit2({ op: "set", pointer, json: "[]" }), children: "send []" }),
      /* @__PURE__ */ a4("span", { class: "field-state", children: "not sent" })
    ] }),
    node.state === "value" && items.length === 0 && /* @__PURE__ */ a4("code", { class: "field-state", children: "[]" })
  ] });
}
function ItemActions({ label, up, down, remove }) {
  return /* @__PURE__ */ a4($, { children: [
    up && /* @__PURE__ */ a4("button", { type: "button", class: "quiet", "aria-label": `Move ${label} up`, title: "Move up (Alt+↑)", onClick: up, children: "↑" }),
    down && /* @__PURE__ */ a4("button", { type: "button", class: "quiet", "aria-label": `Move ${label} down`, title: "Move down (Alt+↓)", onClick: down, children: "↓" }),
    /* @__PURE__ */ a4("button", { type: "button", class: "quiet", "aria-label": `Remove ${label}`, title: "Remove (Alt+Backspace)", onClick: remove, children: "✕" })
  ] });
}

// src/form/raw-editor.tsx
function RawEditor({ node, resets, described: described2, isInvalid }) {
  const { engine, idPrefix } = useShared();
  const edit2 = useEdit();
  const ids = idsOf(idPrefix, node.pointer);
  const draft = useDraft(engine, node.raw ?? "", resets, (text2) => {
    if (text2.trim() === "") return edit2({ op: "unset", pointer: node.pointer }, true);
    return jsonFault(text2) === null ? edit2({ op: "set", pointer: node.pointer, json: text2.trim() }, true) : null;
  });
  const fault = draft.isRefused ? jsonFault(draft.text) : null;
  const faultId = `${ids.control}--fault`;
  const rows = Math.min(16, Math.max(2, draft.text.split("\n").length));
  return /* @__PURE__ */ a4("span", { class: "raw-editor", children: [
    /* @__PURE__ */ a4(
      "textarea",
      {
        ...typing(draft),
        id: ids.control,
        class: "field-text mono",
        rows,
        value: draft.text,
        placeholder: node.state === "unset" ? "not sent; JSON" : "JSON",
        "aria-describedby": [described2, fault ? faultId : ""].filter(Boolean).join(" ") || void 0,
        "aria-invalid": isInvalid || fault ? "true" : void 0,
        spellcheck: false
      }
    ),
    /* @__PURE__ */ a4("span", { class: "muted raw-reason", children: [
      "JSON, because ",
      node.reason
    ] }),
    fault && /* @__PURE__ */ a4("span", { id: faultId, class: "field-problem", children: [
      "Line ",
      fault.line,
      ", column ",
      fault.column,
      ": ",
      fault.message,
      ". ",
      node.raw === null ? "Nothing" : "The value before",
      " is",
      node.raw === null ? " sent" : " kept",
      " until this is JSON."
    ] })
  ] });
}

// src/form/union-editor.tsx
var NONE = "none";
function UnionEditor({ node, name, resets, described: described2, isInvalid }) {
  const edit2 = useEdit();
  const labels = node.variants.map((variant) => variant.title);
  const id = P2();
  const pick = (variant) => edit2({ op: "variant", pointer: node.pointer, variant });
  const label = `Kind of ${name}`;
  return /* @__PURE__ */ a4("div", { class: "union", children: [
    fitsStrip(labels) ? /* @__PURE__ */ a4(
      Segmented,
      {
        id,
        label,
        options: node.variants.map((variant) => ({ label: variant.title, title: variant.kind })),
        chosen: node.chosen,
        pick,
        describedBy: described2,
        isInvalid
      }
    ) : /* @__PURE__ */ a4(
      "select",
      {
        id,
        class: "field-select",
        "aria-label": label,
        "aria-describedby": described2,
        "aria-invalid": isInvalid ? "true" : void 0,
        value: node.chosen === null ? NONE : String(node.chosen),
        onChange: (event) => {
          const variant = Number(event.currentTarget.value);
          if (Number.isInteger(variant)) pick(variant);
        },
        children: [
          node.chosen === null && /* @__PURE__ */ a4("option", { value: NONE, children: node.state === "unset" ? "not sent" : "fits none" }),
          labels.map((title, index) => /* @__PURE__ */ a4("option", { value: String(index), children: title }, index))
        ]
      }
    ),
    node.state === "unset" && /* @__PURE__ */ a4("span", { class: "field-state", children: "not sent" }),
    node.node && /* @__PURE__ */ a4("div", { class: "union-node", children: /* @__PURE__ */ a4(Field, { node: node.node, name: titleOf(node, name), resets, isBare: true }, node.chosen) })
  ] });
}
function titleOf(node, name) {
  const title = node.chosen === null ? void 0 : node.variants[node.chosen]?.title;
  return title === void 0 ? name : `${name}: ${title}`;
}
function RefEditor({ node, name }) {
  const { idPrefix, focusNext } = useShared();
  const edit2 = useEdit();
  return /* @__PURE__ */ a4(
    "button",
    {
      id: fieldId(idPrefix, node.pointer),
      type: "button",
      class: "quiet",
      onClick: () => {
        focusNext.pointer = node.pointer;
        edit2({ op: "add", pointer: node.pointer });
      },
      children: [
        "Open ",
        node.title ?? name
      ]
    }
  );
}

// src/form/field.tsx
var Field = class extends x {
  shouldComponentUpdate(next) {
    const now2 = this.props;
    return next.node !== now2.node || next.name !== now2.name || next.dropBy !== now2.dropBy || next.isBare !== now2.isBare || next.resets !== now2.resets || next.actions !== void 0 || next.label !== void 0;
  }
  render(props) {
    return /* @__PURE__ */ a4(FieldNow, { ...props });
  }
};
var GROUPS = /* @__PURE__ */ new Set(["object", "map", "array", "tuple", "union"]);
function FieldNow({ node, actions, label, isBare, dropBy = "unset", ...props }) {
  const { idPrefix, problemsAt, touched, showAll } = useShared();
  const edit2 = useEdit();
  const [ownResets, reset] = _2((n3) => n3 + 1, 0);
  const resets = ownResets + (props.resets ?? 0);
  const ids = idsOf(idPrefix, node.pointer);
  const { pointer } = node;
  const labelId = node.kind === "union" ? fieldId(idPrefix, pointer, "union") : ids.label;
  const name = props.name ?? node.name ?? node.title ?? "value";
  const problem = useComputed(() => {
    if (isBare || !(showAll.value || touched.value.has(pointer))) return "";
    return (problemsAt.value.get(pointer) ?? []).map((one) => one.message).join("; ");
  }).value;
  const drop = () => {
    reset();
    edit2({ op: dropBy, pointer });
  };
  const onKeyDown = (event) => {
    const isUnset = event.altKey && !event.ctrlKey && !event.metaKey && event.key === "Backspace";
    if (!isUnset || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (node.state !== "unset") drop();
  };
  const onFocusOut = (event) => {
    const field = event.currentTarget;
    if (event.relatedTarget instanceof Node && field.contains(event.relatedTarget)) return;
    if (!touched.peek().has(pointer)) touched.value = /* @__PURE__ */ new Set([...touched.peek(), pointer]);
  };
  const hints = isBare ? [] : hintsOf(node);
  const described2 = [hints.length > 0 ? ids.hint : "", problem ? ids.problem : ""].filter(Boolean).join(" ") || void 0;
  const editor = /* @__PURE__ */ a4(Editor, { node, name, resets, described: described2, isInvalid: problem !== "" });
  const isGroup = GROUPS.has(node.kind) || node.kind === "enum" && node.multi;
  const isChoice = node.kind === "bool" || node.kind === "enum" || node.kind === "const" || node.kind === "null";
  if (isBare) {
    return /* @__PURE__ */ a4($, { children: [
      GROUPS.has(node.kind) ? null : isGroup || isChoice ? /* @__PURE__ */ a4("span", { id: ids.label, class: "sr-only", children: name }) : /* @__PURE__ */ a4("label", { id: ids.label, class: "sr-only", for: ids.control, children: name }),
      editor
    ] });
  }
  const caption = /* @__PURE__ */ a4($, { children: [
    name,
    node.required && /* @__PURE__ */ a4("span", { class: "field-required", "aria-hidden": "true", children: " *" }),
    node.required && /* @__PURE__ */ a4("span", { class: "sr-only", children: " (required)" })
  ] });
  const states = /* @__PURE__ */ a4($, { children: [
    node.nullable && node.state !== "null" && node.kind !== "null" && /* @__PURE__ */ a4(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": `Set ${name} to null`,
        onClick: () => {
          reset();
          edit2({ op: "set", pointer, json: "null" });
        },
        children: "null"
      }
    ),
    node.state === "null" && node.kind !== "null" && /* @__PURE__ */ a4("code", { class: "field-state", children: "null" }),
    node.state !== "unset" && !node.required && dropBy === "unset" && pointer !== "" && /* @__PURE__ */ a4("button", { type: "button", class: "quiet", "aria-label": `Do not send ${name}`, title: "Do not send (Alt+Backspace)", onClick: drop, children: "✕" }),
    node.state === "unset" && isChoice && !saysState(node) && /* @__PURE__ */ a4("span", { class: "field-state", children: "not sent" }),
    actions
  ] });
  return /* @__PURE__ */ a4(
    "div",
    {
      id: fieldId(idPrefix, pointer, "field"),
      class: `field ${isGroup ? "field-group" : "field-line"} field-${node.state}`,
      role: isGroup ? "group" : void 0,
      "aria-labelledby": isGroup ? labelId : void 0,
      onKeyDown,
      onFocusOut,
      children: [
        /* @__PURE__ */ a4("div", { class: "field-head", children: [
          label ?? (isGroup || isChoice ? /* @__PURE__ */ a4("span", { id: labelId, class: "field-name", children: caption }) : /* @__PURE__ */ a4("label", { id: ids.label, class: "field-name", for: ids.control, children: caption })),
          isGroup && /* @__PURE__ */ a4("span", { class: "field-states", children: states })
        ] }),
        /* @__PURE__ */ a4("div", { class: "field-body", children: [
          /* @__PURE__ */ a4("div", { class: "field-control", children: [
            editor,
            !isGroup && /* @__PURE__ */ a4("span", { class: "field-states", children: states })
          ] }),
          hints.length > 0 && /* @__PURE__ */ a4("p", { id: ids.hint, class: "field-hint", children: hints.join(" · ") }),
          problem && /* @__PURE__ */ a4("p", { id: ids.problem, class: "field-problem", children: problem })
        ] })
      ]
    }
  );
}
function saysState(node) {
  return node.kind === "enum" && !node.multi && !isStrip(node);
}
function Editor(props) {
  const { node, ...rest } = props;
  switch (node.kind) {
    case "string":
      return /* @__PURE__ */ a4(StringEditor, { node, ...rest });
    case "number":
      return /* @__PURE__ */ a4(NumberEditor, { node, ...rest });
    case "bool":
      return /* @__PURE__ */ a4(BoolEditor, { node, ...rest });
    case "null":
      return /* @__PURE__ */ a4(NullEditor, { node, ...rest });
    case "const":
      return /* @__PURE__ */ a4(ConstEditor, { node, ...rest });
    case "enum":
      return /* @__PURE__ */ a4(EnumEditor, { node, ...rest });
    case "object":
      return /* @__PURE__ */ a4(ObjectEditor, { node, ...rest });
    case "map":
      return /* @__PURE__ */ a4(MapEditor, { node, ...rest });
    case "array":
      return /* @__PURE__ */ a4(ArrayEditor, { node, ...rest });
    case "tuple":
      return /* @__PURE__ */ a4(TupleEditor, { node, ...rest });
    case "union":
      return /* @__PURE__ */ a4(UnionEditor, { node, ...rest });
    case "ref":
      return /* @__PURE__ */ a4(RefEditor, { node, ...rest });
    case "raw":
      return /* @__PURE__ */ a4(RawEditor, { node, ...rest });
  }
}
function hintsOf(node) {
  const hints = [];
  if (node.deprecated) hints.push("deprecated");
  if (node.readOnly) hints.push("read-only by its schema");
  if (node.title !== null && node.title !== node.name) hints.push(node.title);
  if (node.description !== null) hints.push(node.description);
  if (node.isDefault) hints.push(`default ${node.default === null ? "" : spoken(node.default)}`.trim());
  else if (node.default !== null && node.state !== "unset") hints.push(`changed from default ${spoken(node.default)}`);
  if (node.kind === "string") {
    if (node.format !== null) hints.push(node.format);
    if (node.pattern !== null) hints.push(`matches ${node.pattern}`);
    if (node.mediaType !== null) hints.push(node.mediaType);
    const length = rangeOf(node.minLength, node.maxLength);
    if (length) hints.push(`${length} characters`);
  } else if (node.kind === "number") {
    if (node.integer) hints.push("whole number");
    const low = node.min === null ? "" : `${node.exclusiveMin ? ">" : "≥"} ${node.min}`;
    const high = node.max === null ? "" : `${node.exclusiveMax ? "<" : "≤"} ${node.max}`;
    if (low || high) hints.push([low, high].filter(Boolean).join(", "));
    if (node.step !== null) hints.push(`multiple of ${node.step}`);
  } else if (node.kind === "array") {
    const count3 = rangeOf(node.min, node.max);
    if (count3) hints.push(`${count3} items`);
    if (node.unique) hints.push("no two alike");
  } else if (node.kind === "map") {
    const count3 = rangeOf(node.minEntries, node.maxEntries);
    if (count3) hints.push(`${count3} entries`);
    if (node.keyPattern !== null) hints.push(`names match ${node.keyPattern}`);
  }
  return hints;
}
function rangeOf(low, high) {
  if (low !== null && high !== null) return low === high ? `${low}` : `${low} to ${high}`;
  if (low !== null && low > 0) return `at least ${low}`;
  return high !== null ? `at most ${high}` : null;
}

// src/editor/code-editor.tsx
var loading = null;
function loaded() {
  const place = new URL("editor.js", import.meta.url).href;
  loading ??= import(place).catch((thrown) => {
    loading = null;
    throw thrown;
  });
  return loading;
}
function CodeEditor({ id, text: text2, label, marks: marks2, onChange, onBlur, onFailure, goTo }) {
  const host = T2(null);
  const editor = T2(null);
  const [isThere, setIsThere] = d2(false);
  const act3 = T2({ onChange, onBlur, text: text2 });
  act3.current = { onChange, onBlur, text: text2 };
  A2(() => {
    let isGone = false;
    loaded().then(
      (module) => {
        if (isGone || host.current === null) return;
        editor.current = module.openEditor(host.current, {
          text: act3.current.text,
          label,
          onChange: (typed) => act3.current.onChange(typed),
          onBlur: () => act3.current.onBlur()
        });
        if (goTo) goTo.current = (at) => editor.current?.goTo(at);
        setIsThere(true);
      },
      () => {
        if (!isGone) onFailure();
      }
    );
    return () => {
      isGone = true;
      if (goTo) goTo.current = null;
      editor.current?.destroy();
      editor.current = null;
    };
  }, []);
  A2(() => editor.current?.setText(text2), [text2, isThere]);
  A2(() => editor.current?.setMarks(marks2), [marks2, isThere]);
  return /* @__PURE__ */ a4("div", { class: "code-editor", children: [
    !isThere && /* @__PURE__ */ a4("p", { class: "muted", children: "Loading the editor…" }),
    /* @__PURE__ */ a4("div", { id, ref: host, class: "code-editor-host", "data-takes-text": "" })
  ] });
}

// src/form/json-editor.tsx
var LARGE = 1e4;
var MOST_MARKS = 100;
function JsonEditor({ idPrefix, text: text2, engine, errors }) {
  const area = T2(null);
  const goTo = T2(null);
  const [isRich, setIsRich] = d2(() => text2.peek().length > LARGE);
  const [hasFailed, setHasFailed] = d2(false);
  const fault = engine.textFault.value;
  const faultId = `${idPrefix}--json-fault`;
  const marks2 = w2(() => isRich ? marksOf(text2.value, fault, errors) : [], [isRich, text2.value, fault, errors]);
  const goThere = () => {
    if (!fault) return;
    const at = indexOf(text2.peek(), fault.line, fault.column);
    goTo.current?.(at);
    area.current?.focus();
    area.current?.setSelectionRange(at, Math.min(at + 1, text2.peek().length));
  };
  return /* @__PURE__ */ a4("div", { class: "json-editor", children: [
    isRich ? /* @__PURE__ */ a4(
      CodeEditor,
      {
        id: `${idPrefix}--json`,
        text: text2.value,
        label: "Value as JSON",
        marks: marks2,
        onChange: (typed) => engine.replaceText(typed),
        onBlur: () => engine.flush(),
        onFailure: () => {
          setIsRich(false);
          setHasFailed(true);
        },
        goTo
      }
    ) : /* @__PURE__ */ a4(
      "textarea",
      {
        ref: area,
        id: `${idPrefix}--json`,
        class: "mono",
        "aria-label": "Value as JSON",
        "aria-invalid": fault ? "true" : void 0,
        "aria-describedby": fault ? faultId : void 0,
        rows: Math.min(30, Math.max(8, text2.value.split("\n").length + 1)),
        value: text2.value,
        spellcheck: false,
        autocomplete: "off",
        onInput: (event) => engine.replaceText(event.currentTarget.value),
        onBlur: () => engine.flush()
      }
    ),
    /* @__PURE__ */ a4("p", { class: "json-editor-foot", children: [
      /* @__PURE__ */ a4("button", { type: "button", class: "quiet", "aria-pressed": isRich, onClick: () => setIsRich(!isRich), children: "Editor with search and folds" }),
      hasFailed && /* @__PURE__ */ a4("span", { class: "muted", children: " The editor could not be loaded." })
    ] }),
    fault && /* @__PURE__ */ a4("p", { id: faultId, class: "field-problem", children: [
      /* @__PURE__ */ a4("button", { type: "button", class: "quiet", onClick: goThere, children: [
        "line ",
        fault.line,
        ", column ",
        fault.column
      ] }),
      " ",
      fault.message
    ] })
  ] });
}
function marksOf(text2, fault, errors) {
  if (fault) {
    const from = indexOf(text2, fault.line, fault.column);
    return [{ from, to: from + 1, message: fault.message }];
  }
  return errors.slice(0, MOST_MARKS).map(({ pointer, message }) => {
    const [from, to] = rangeAt(text2, pathOf(pointer)) ?? [0, 0];
    return { from, to: Math.min(to, from + 200), message };
  });
}

// src/form/form.tsx
var FIELDS = ".field-body :is(input, textarea, select)";
var BUTTONS = ".field-body button, .field-head button";
function FormPane(props) {
  const { schema, text: text2, mode: mode2, errors, api: api2, idPrefix, onRun, handle } = props;
  const root = T2(null);
  const touched = useSignal(/* @__PURE__ */ new Set());
  const showAll = useSignal(false);
  const given2 = T2({ api: api2, complete: props.complete });
  given2.current = { api: api2, complete: props.complete };
  const engine = w2(
    () => new FormEngine((request2) => given2.current.api(request2), schema, text2, errors),
    [schema, text2, errors]
  );
  const completes = props.complete !== void 0;
  const problemsAt = useComputed(() => placeProblems(engine.form.value, errors.value));
  const shared = w2(() => {
    const complete = async (name, value) => await given2.current.complete?.(name, value) ?? [];
    return { engine, idPrefix, complete: completes ? complete : void 0, problemsAt, touched, showAll, focusNext: { pointer: null } };
  }, [engine, idPrefix, completes]);
  A2(() => {
    touched.value = /* @__PURE__ */ new Set();
    showAll.value = false;
    engine.start();
    const stopWatching = x2(() => {
      if (!engine.owns(text2.value)) f3(() => engine.start());
    });
    return () => {
      stopWatching();
      engine.stop();
    };
  }, [engine]);
  const focus = (pointer) => {
    const field = document.getElementById(fieldId(idPrefix, pointer, "field"));
    const control = document.getElementById(fieldId(idPrefix, pointer)) ?? field?.querySelector(FIELDS) ?? field?.querySelector(BUTTONS);
    control?.focus();
    control?.scrollIntoView({ block: "nearest" });
    return control != null;
  };
  const form = engine.form.value;
  F2(() => {
    const wanted = shared.focusNext.pointer;
    if (wanted !== null && focus(wanted)) shared.focusNext.pointer = null;
  }, [form]);
  A2(() => {
    if (!handle) return;
    handle.current = {
      settled: () => engine.settled(),
      showProblems: () => showAll.value = true,
      focus,
      focusFirst: () => root.current?.querySelector("input, textarea, select, [data-takes-text]")?.focus()
    };
    return () => {
      handle.current = null;
    };
  }, [engine, handle]);
  const onKeyDown = (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    showAll.value = true;
    onRun();
  };
  return /* @__PURE__ */ a4(SharedContext.Provider, { value: shared, children: /* @__PURE__ */ a4("div", { ref: root, class: "form", onKeyDown, children: [
    engine.failure.value && /* @__PURE__ */ a4("p", { class: "fault", role: "alert", children: [
      "The form could not take that: ",
      engine.failure.value
    ] }),
    mode2.value === "json" ? /* @__PURE__ */ a4(JsonEditor, { idPrefix, text: text2, engine, errors: errors.value }) : /* @__PURE__ */ a4(Fields, { shared })
  ] }) });
}
function Fields({ shared }) {
  const form = shared.engine.form.value;
  const isBroken = shared.engine.textFault.value !== null;
  const atTop = shared.showAll.value ? shared.problemsAt.value.get("") ?? [] : [];
  if (!form) return /* @__PURE__ */ a4("p", { class: "muted form-loading", children: "Reading the schema…" });
  return /* @__PURE__ */ a4("div", { class: "fields", children: [
    isBroken && /* @__PURE__ */ a4("p", { class: "fault", role: "alert", children: "The JSON cannot be read, so the form shows the last value that could. Switch to JSON to mend it." }),
    form.kind === "object" ? /* @__PURE__ */ a4(Field, { node: form, isBare: true }) : /* @__PURE__ */ a4(Field, { node: form, name: form.title ?? "value" }),
    form.kind === "object" && atTop.map((problem, index) => /* @__PURE__ */ a4("p", { class: "field-problem", children: problem.message }, index))
  ] });
}

// src/ui/copy.ts
var said = y3({ text: "", at: 0 });
function say(text2) {
  said.value = { text: text2, at: Date.now() };
}
var TOGETHER_MS = 1e3;
function forgetSaid() {
  if (said.peek().text !== "" && Date.now() - said.peek().at > TOGETHER_MS) said.value = { text: "", at: Date.now() };
}
async function copy(text2, what) {
  try {
    await navigator.clipboard.writeText(text2);
    say(`copied ${what}`);
  } catch {
    say(`could not copy ${what}: the browser does not allow it`);
  }
}
function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1e3);
}

// src/ui/menu.tsx
function Menu({
  label,
  children,
  items,
  id
}) {
  const [open2, setOpen] = d2(false);
  const box = T2(null);
  const button = T2(null);
  const focusItem = (at) => {
    const all = box.current?.querySelectorAll('[role="menuitem"]') ?? [];
    all[(at + all.length) % Math.max(all.length, 1)]?.focus();
  };
  A2(() => {
    if (!open2) return void 0;
    focusItem(0);
    const outside = (event) => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) setOpen(false);
    };
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, [open2]);
  const shut = () => {
    setOpen(false);
    button.current?.focus();
  };
  const key = (event) => {
    const all = Array.from(box.current?.querySelectorAll('[role="menuitem"]') ?? []);
    const at = all.indexOf(document.activeElement);
    if (event.key === "ArrowDown" || event.key === "j") open2 ? focusItem(at + 1) : setOpen(true);
    else if (open2 && (event.key === "ArrowUp" || event.key === "k")) focusItem(at - 1);
    else if (open2 && event.key === "Home") focusItem(0);
    else if (open2 && event.key === "End") focusItem(-1);
    else if (open2 && event.key === "Escape") shut();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return /* @__PURE__ */ a4("div", { class: "menu-box", ref: box, onKeyDown: key, children: [
    /* @__PURE__ */ a4(
      "button",
      {
        type: "button",
        class: "button plain",
        ref: button,
        "aria-haspopup": "menu",
        "aria-expanded": open2,
        "aria-controls": id,
        "aria-label": label,
        onClick: () => setOpen(!open2),
        children: [
          children,
          " ",
          /* @__PURE__ */ a4("span", { "aria-hidden": "true", children: "▾" })
        ]
      }
    ),
    open2 ? /* @__PURE__ */ a4("ul", { class: "menu", role: "menu", id, "aria-label": label, children: items.map((item) => /* @__PURE__ */ a4("li", { role: "none", children: /* @__PURE__ */ a4(
      "button",
      {
        type: "button",
        role: "menuitem",
        tabIndex: -1,
        onClick: () => {
          shut();
          item.act();
        },
        children: [
          /* @__PURE__ */ a4("span", { children: item.label }),
          item.note === void 0 ? null : /* @__PURE__ */ a4("span", { class: "muted", children: item.note })
        ]
      }
    ) }, item.label)) }) : null
  ] });
}

// src/inbox/elicitation.tsx
function word(params, name) {
  const value = typeof params === "object" && params !== null ? params[name] : null;
  return typeof value === "string" ? value : null;
}
function ElicitationCard({ state, ask, place }) {
  const message = word(ask.params, "message");
  const url = word(ask.params, "mode") === "url" ? word(ask.params, "url") : null;
  return /* @__PURE__ */ a4("div", { children: [
    /* @__PURE__ */ a4("p", { class: "told", children: [
      /* @__PURE__ */ a4("span", { class: "muted", children: [
        state.server?.info?.title ?? state.server?.info?.name ?? state.name,
        ":"
      ] }),
      " ",
      message ?? "(no message)"
    ] }),
    url === null ? /* @__PURE__ */ a4(AskedForm, { state, ask, place }) : /* @__PURE__ */ a4(AskedPage, { state, ask, url })
  ] });
}
function AskedForm({ state, ask, place }) {
  const draft = draftNamed(state.id, `answer:${ask.ask}`);
  const [held, setHeld] = d2(false);
  const params = paramsText(ask.ask);
  const schema = (params === null ? null : sliceAt(params, ["requestedSchema"])) ?? '{"type":"object","properties":{}}';
  const form = T2(null);
  const accept = async (anyway) => {
    if (!anyway) await form.current?.settled();
    const text2 = draft.text.peek().trim();
    if (valueOf(text2 === "" ? "{}" : text2) === void 0 || !anyway && draft.errors.peek().length > 0) {
      setHeld(true);
      return;
    }
    void answer(state.id, ask, {
      result: objectText([
        ["action", '"accept"'],
        ["content", text2 === "" ? "{}" : text2]
      ])
    });
  };
  const always = (says) => void addRule(state.id, ask, objectText([["kind", '"elicitation"'], says]));
  const standing = [
    {
      label: "Accept every elicitation with this",
      act: () => {
        const text2 = draft.text.peek().trim();
        if (valueOf(text2 === "" ? "{}" : text2) === void 0) setHeld(true);
        else always(["accept", text2 === "" ? "{}" : text2]);
      }
    },
    { label: "Accept every elicitation with its defaults", act: () => always(["accept", '"defaults"']) },
    { label: "Decline every elicitation", act: () => always(["refuse", "true"]) }
  ];
  const key = (event) => {
    if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    void accept(false);
  };
  return /* @__PURE__ */ a4("div", { onKeyDown: key, children: [
    /* @__PURE__ */ a4(
      FormPane,
      {
        schema,
        text: draft.text,
        mode: draft.mode,
        errors: draft.errors,
        onRun: () => void accept(false),
        api: formApi,
        idPrefix: `${place}-ask-${ask.ask}`,
        handle: form
      }
    ),
    held && draft.errors.value.length > 0 ? /* @__PURE__ */ a4("div", { class: "problem", role: "alert", children: [
      /* @__PURE__ */ a4("p", { class: "problem-line", children: "It does not fit what was asked for:" }),
      /* @__PURE__ */ a4("ul", { children: draft.errors.value.map((error) => /* @__PURE__ */ a4("li", { children: [
        /* @__PURE__ */ a4("code", { children: error.pointer === "" ? "the whole" : error.pointer }),
        " ",
        error.message
      ] }, `${error.pointer} ${error.keyword}`)) }),
      /* @__PURE__ */ a4(Button, { onClick: () => void accept(true), children: "Send anyway" })
    ] }) : null,
    /* @__PURE__ */ a4("div", { class: "answer-line", children: [
      /* @__PURE__ */ a4(Button, { look: "primary", keys: "Ctrl+Enter", onClick: () => void accept(false), children: "Accept" }),
      /* @__PURE__ */ a4(Button, { keys: "Alt+D", onClick: () => void answer(state.id, ask, { result: '{"action":"decline"}' }), children: "Decline" }),
      /* @__PURE__ */ a4(Button, { onClick: () => void answer(state.id, ask, { result: '{"action":"cancel"}' }), children: "Cancel" }),
      /* @__PURE__ */ a4(Menu, { label: "Always: standing answers", id: `${place}-standing-${ask.ask}`, items: standing, children: "Always" }),
      /* @__PURE__ */ a4(
        Button,
        {
          look: "quiet",
          pressed: draft.mode.value === "json",
          onClick: () => {
            draft.mode.value = draft.mode.value === "json" ? "form" : "json";
          },
          children: "JSON"
        }
      )
    ] })
  ] });
}
function hostParts(url) {
  try {
    const parsed = new URL(url);
    if (parsed.protocol !== "https:" && parsed.protocol !== "http:") return null;
    const rest = parsed.href.slice(`${parsed.protocol}//`.length);
    const end = rest.search(/[/?#]/);
    const user = rest.slice(0, end < 0 ? rest.length : end).lastIndexOf("@");
    const at = `${parsed.protocol}//`.length + user + 1;
    return { before: parsed.href.slice(0, at), host: parsed.host, after: parsed.href.slice(at + parsed.host.length) };
  } catch {
    return null;
  }
}
function AskedPage({ state, ask, url }) {
  const parts = hostParts(url);
  return /* @__PURE__ */ a4("div", { children: [
    /* @__PURE__ */ a4("p", { class: "told mono address", children: parts === null ? url : /* @__PURE__ */ a4($, { children: [
      parts.before,
      /* @__PURE__ */ a4("mark", { children: parts.host }),
      parts.after
    ] }) }),
    parts?.before.includes("@") ? /* @__PURE__ */ a4("p", { class: "warn-line", children: [
      "What stands before the @ is no address: this leads to ",
      parts.host,
      "."
    ] }) : null,
    parts === null ? /* @__PURE__ */ a4("p", { class: "bad", children: "This is no http or https address, so it is not offered to be opened." }) : null,
    /* @__PURE__ */ a4("div", { class: "answer-line", children: [
      /* @__PURE__ */ a4(Button, { onClick: () => void copy(url, "the address"), children: "Copy" }),
      parts === null ? null : /* @__PURE__ */ a4("a", { class: "button plain", href: url, target: "_blank", rel: "noopener noreferrer", children: "Open" }),
      /* @__PURE__ */ a4(Button, { look: "primary", onClick: () => void answer(state.id, ask, { result: '{"action":"accept"}' }), children: "Done" }),
      /* @__PURE__ */ a4(Button, { keys: "Alt+D", onClick: () => void answer(state.id, ask, { result: '{"action":"decline"}' }), children: "Decline" }),
      /* @__PURE__ */ a4(Button, { onClick: () => void answer(state.id, ask, { result: '{"action":"cancel"}' }), children: "Cancel" })
    ] })
  ] });
}

// src/inbox/roots.tsx
var NONE2 = "\n";
function rootsText(roots) {
  return roots.map((root) => root.name == null ? root.uri : `${root.uri} ${root.name}`).join("\n");
}
function rootsOf(text2) {
  const lines = text2.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").map((line) => {
    if (line.startsWith("/")) return { uri: `file://${encodeURI(line)}` };
    const [uri = line, ...name] = line.split(/\s+/);
    return name.length === 0 ? { uri } : { uri, name: name.join(" ") };
  });
}
function RootsCard({ state, ask }) {
  const draft = draftNamed(state.id, `answer:${ask.ask}`).text;
  const text2 = draft.value === "" ? rootsText(state.roots ?? []) : draft.value === NONE2 ? "" : draft.value;
  const roots = rootsOf(text2);
  const send2 = () => void answer(state.id, ask, { result: JSON.stringify({ roots }) });
  return /* @__PURE__ */ a4("div", { children: [
    /* @__PURE__ */ a4("label", { children: [
      /* @__PURE__ */ a4("span", { children: "Where it may work, an address or path in each line" }),
      /* @__PURE__ */ a4(
        "textarea",
        {
          class: "input mono",
          rows: Math.min(6, Math.max(2, text2.split("\n").length)),
          placeholder: "file:///path/to/project name",
          spellcheck: false,
          value: text2,
          onInput: (event) => {
            draft.value = event.currentTarget.value === "" ? NONE2 : event.currentTarget.value;
          },
          onKeyDown: (event) => {
            if (!(event.ctrlKey || event.metaKey) || event.key !== "Enter") return;
            event.preventDefault();
            event.stopPropagation();
            send2();
          }
        }
      )
    ] }),
    /* @__PURE__ */ a4("div", { class: "answer-line", children: [
      /* @__PURE__ */ a4(Button, { look: "primary", keys: "Ctrl+Enter", onClick: send2, children: roots.length === 0 ? "Send none" : `Send ${roots.length}` }),
      /* @__PURE__ */ a4(Button, { keys: "Alt+D", onClick: () => void answer(state.id, ask, { decline: true }), children: "Decline" })
    ] })
  ] });
}

// src/markdown/inline.ts
var DEEPEST = 20;
var KINDS = { "*": "em", _: "em", "**": "strong", __: "strong", "~~": "del" };
var SAFE = /^(?:https?:\/\/|mailto:)[^\s]+$/i;
var BARE = /https?:\/\/[^\s<>"'`()[\]{}*]+/y;
var TARGET = /\(([^\s()[\]<>]{0,2000})(?:[ \t]+"[^"\n]{0,300}")?\)/y;
var WORD = /[\p{L}\p{N}]/u;
function hrefOf(target) {
  return SAFE.test(target) ? target : null;
}
function inlinesOf(text2) {
  return new Reader(text2).read();
}
var Reader = class {
  constructor(text2) {
    this.text = text2;
    this.ticks = new TickRuns(text2);
  }
  text;
  frames = [{ marker: null, inside: [] }];
  ticks;
  /** Where the text begins that has not been put anywhere yet. */
  kept = 0;
  at = 0;
  read() {
    const { text: text2 } = this;
    while (this.at < text2.length) {
      switch (text2[this.at]) {
        case "\\":
          if (/[!-/:-@[-`{-~]/.test(text2[this.at + 1] ?? "")) {
            this.flush();
            this.kept = this.at + 1;
          }
          this.at += 2;
          break;
        case "`":
          this.code();
          break;
        case "*":
        case "_":
        case "~":
          this.emphasis(text2[this.at] ?? "");
          break;
        case "!":
          if (text2[this.at + 1] === "[") this.open("![", 2);
          else this.at += 1;
          break;
        case "[":
          this.open("[", 1);
          break;
        case "]":
          this.closeLink();
          break;
        case "h":
        case "<":
          this.bareLink();
          break;
        default:
          this.at += 1;
      }
    }
    this.at = text2.length;
    this.flush();
    while (this.frames.length > 1) this.giveUp();
    return this.top.inside;
  }
  get top() {
    return this.frames[this.frames.length - 1];
  }
  /** Puts the text up to here where it belongs. */
  flush() {
    if (this.at > this.kept) push(this.top.inside, { is: "text", text: this.text.slice(this.kept, this.at) });
    this.kept = this.at;
  }
  skip(letters) {
    this.at += letters;
    this.kept = this.at;
  }
  code() {
    const run2 = this.ticks.runAt(this.at);
    const end = this.ticks.next(this.at + run2, run2);
    if (end === null) {
      this.at += run2;
      return;
    }
    this.flush();
    const inside = this.text.slice(this.at + run2, end).replaceAll("\n", " ");
    const isPadded = inside.startsWith(" ") && inside.endsWith(" ") && inside.trim() !== "";
    push(this.top.inside, { is: "code", text: isPadded ? inside.slice(1, -1) : inside });
    this.at = end;
    this.skip(run2);
  }
  emphasis(letter) {
    const { text: text2 } = this;
    let run2 = 1;
    while (run2 < 3 && text2[this.at + run2] === letter) run2 += 1;
    const width = run2 === 1 ? 1 : 2;
    if (letter === "~" && run2 === 1) {
      this.at += 1;
      return;
    }
    const marker = letter.repeat(width);
    const before = text2[this.at - 1] ?? " ";
    const after = text2[this.at + width] ?? " ";
    const isInWord = letter === "_" && WORD.test(before) && WORD.test(after);
    const closes = /\S/.test(before) && !isInWord && this.isOpen(marker);
    const opens = /\S/.test(after) && !isInWord;
    if (closes) {
      this.flush();
      const inside = this.popTo(marker);
      push(this.top.inside, { is: KINDS[marker] ?? "em", inside });
      this.skip(width);
    } else if (opens) {
      this.open(marker, width);
    } else {
      this.at += width;
    }
  }
  open(marker, letters) {
    if (this.frames.length > DEEPEST) {
      this.at += letters;
      return;
    }
    this.flush();
    this.frames.push({ marker, inside: [] });
    this.skip(letters);
  }
  closeLink() {
    const marker = this.frames.findLast((frame) => frame.marker === "[" || frame.marker === "![")?.marker ?? null;
    if (marker === null) {
      this.at += 1;
      return;
    }
    this.flush();
    TARGET.lastIndex = this.at + 1;
    const found3 = TARGET.exec(this.text);
    if (found3 === null) {
      while (this.top.marker !== marker) this.giveUp();
      this.giveUp();
      this.at += 1;
      return;
    }
    const inside = this.popTo(marker);
    const target = found3[1] ?? "";
    if (marker === "![") push(this.top.inside, { is: "image", alt: plainOf(inside), target });
    else push(this.top.inside, { is: "link", inside, target, href: hrefOf(target) });
    this.skip(1 + found3[0].length);
  }
  bareLink() {
    const isQuoted = this.text[this.at] === "<";
    BARE.lastIndex = isQuoted ? this.at + 1 : this.at;
    const isStart = isQuoted || !WORD.test(this.text[this.at - 1] ?? " ");
    const found3 = isStart && !this.isOpen("[") ? BARE.exec(this.text)?.[0] : void 0;
    if (found3 === void 0 || isQuoted && this.text[this.at + 1 + found3.length] !== ">") {
      this.at += 1;
      return;
    }
    const target = isQuoted ? found3 : found3.replace(/[.,;:!?_~]{1,20}$/, "");
    this.flush();
    push(this.top.inside, { is: "link", inside: [{ is: "text", text: target }], target, href: hrefOf(target) });
    this.skip(target.length + (isQuoted ? 2 : 0));
  }
  isOpen(marker) {
    return this.frames.some((frame) => frame.marker === marker);
  }
  /** What was opened last with this marker; what was opened after it and is not closed is text. */
  popTo(marker) {
    while (this.top.marker !== marker) this.giveUp();
    return this.frames.pop()?.inside ?? [];
  }
  /** The innermost thing that is open was none: its marker is text. */
  giveUp() {
    const frame = this.frames.pop();
    if (frame === void 0 || frame.marker === null) return;
    push(this.top.inside, { is: "text", text: frame.marker });
    for (const one of frame.inside) push(this.top.inside, one);
  }
};
function push(inside, piece) {
  const last = inside.at(-1);
  if (piece.is === "text" && last?.is === "text") inside[inside.length - 1] = { is: "text", text: last.text + piece.text };
  else inside.push(piece);
}
function plainOf(inside) {
  return inside.map((piece) => piece.is === "text" || piece.is === "code" ? piece.text : piece.is === "image" ? piece.alt : plainOf(piece.inside)).join("");
}
var TickRuns = class {
  places = /* @__PURE__ */ new Map();
  passed = /* @__PURE__ */ new Map();
  lengths = /* @__PURE__ */ new Map();
  constructor(text2) {
    for (const found3 of text2.matchAll(/`+/g)) {
      const length = found3[0].length;
      this.lengths.set(found3.index, length);
      const known = this.places.get(length);
      if (known === void 0) this.places.set(length, [found3.index]);
      else known.push(found3.index);
    }
  }
  /** How long the run is that begins here. An escaped backtick is none of its run. */
  runAt(at) {
    return this.lengths.get(at) ?? 1;
  }
  /** Where the next run of this length is, from `at` on; it only ever goes on from where it was. */
  next(at, length) {
    const places2 = this.places.get(length) ?? [];
    let index = this.passed.get(length) ?? 0;
    while (index < places2.length && (places2[index] ?? 0) < at) index += 1;
    this.passed.set(length, index);
    return places2[index] ?? null;
  }
};

// src/markdown/blocks.ts
var DEEPEST2 = 8;
var MOST_COLUMNS = 100;
var HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
var FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`]*)$/;
var RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
var QUOTE = /^ {0,3}> ?/;
var BULLET = /^( {0,3})([-*+]|\d{1,9}[.)])(?:[ \t]+|$)/;
var BOX = /^\[([ xX])\][ \t]+/;
function blocksOf(text2) {
  return read(text2.replaceAll("\r\n", "\n").split("\n"), 0);
}
function read(lines, depth) {
  const blocks = [];
  let paragraph = [];
  const end = () => {
    if (paragraph.length > 0) blocks.push({ is: "paragraph", inside: inlinesOf(paragraph.join("\n")) });
    paragraph = [];
  };
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const found3 = blockAt(lines, at, depth, paragraph.length > 0);
    if (found3 === null) {
      if (line.trim() === "") end();
      else paragraph.push(line.trim());
      at += 1;
    } else {
      end();
      blocks.push(found3.block);
      at = found3.next;
    }
  }
  end();
  return blocks;
}
function blockAt(lines, at, depth, isInParagraph) {
  const line = lines[at] ?? "";
  if (!/^ {0,3}[#`~*_\-+>|\d]/.test(line) && !line.includes("|")) return null;
  const heading = HEADING.exec(line);
  if (heading !== null) {
    const inside = inlinesOf(withoutClosing(heading[2] ?? ""));
    return { block: { is: "heading", level: heading[1]?.length ?? 1, inside }, next: at + 1 };
  }
  const fence = FENCE.exec(line);
  if (fence !== null) return codeAt(lines, at, fence[1] ?? "```", (fence[2] ?? "").trim());
  if (RULE.test(line)) return { block: { is: "rule" }, next: at + 1 };
  if (depth < DEEPEST2 && QUOTE.test(line)) return quoteAt(lines, at, depth);
  if (depth < DEEPEST2 && isItem(line, isInParagraph)) return listAt(lines, at, depth);
  return tableAt(lines, at);
}
function withoutClosing(text2) {
  let end = text2.trimEnd().length;
  while (end > 0 && text2[end - 1] === "#") end -= 1;
  return end === 0 || /[ \t]/.test(text2[end - 1] ?? "") ? text2.slice(0, end).trim() : text2.trim();
}
function codeAt(lines, at, fence, language) {
  const inside = [];
  let next = at + 1;
  for (; next < lines.length; next++) {
    const line = lines[next] ?? "";
    const sign = line.trim();
    if (sign.length >= fence.length && sign === (fence[0] ?? "").repeat(sign.length)) break;
    inside.push(line);
  }
  return { block: { is: "code", language, text: inside.join("\n") }, next: next + 1 };
}
function quoteAt(lines, at, depth) {
  const inside = [];
  let next = at;
  for (; next < lines.length; next++) {
    const line = lines[next] ?? "";
    if (!QUOTE.test(line)) break;
    inside.push(line.replace(QUOTE, ""));
  }
  return { block: { is: "quote", inside: read(inside, depth + 1) }, next };
}
function isItem(line, isInParagraph) {
  const found3 = BULLET.exec(line);
  if (found3 === null) return false;
  return !isInParagraph || line.trim().length > 1 && (!/\d/.test(found3[2] ?? "") || /^1[.)]/.test(found3[2] ?? ""));
}
function listAt(lines, at, depth) {
  const first = BULLET.exec(lines[at] ?? "")?.[2] ?? "-";
  const kind = first.at(-1);
  const items = [];
  let next = at;
  while (next < lines.length) {
    const found3 = BULLET.exec(lines[next] ?? "");
    if (found3 === null || found3[2]?.at(-1) !== kind || RULE.test(lines[next] ?? "")) break;
    const width = found3[0].length;
    const inside = [(lines[next] ?? "").slice(width)];
    next += 1;
    let isAfterBlank = false;
    for (; next < lines.length; next++) {
      const line = lines[next] ?? "";
      const indent = line.length - line.trimStart().length;
      const isBlank = line.trim() === "";
      if (!isBlank && indent < Math.min(width, 2) && (isAfterBlank || BULLET.test(line) || startsBlock(line))) break;
      inside.push(line.slice(Math.min(indent, width)));
      isAfterBlank = isBlank;
    }
    const box = BOX.exec(inside[0] ?? "");
    if (box !== null) inside[0] = (inside[0] ?? "").slice(box[0].length);
    items.push({ done: box === null ? null : box[1] !== " ", inside: read(inside, depth + 1) });
  }
  const start3 = /\d/.test(first) ? Number.parseInt(first, 10) : null;
  return { block: { is: "list", start: start3, items }, next };
}
function startsBlock(line) {
  return HEADING.test(line) || FENCE.test(line) || QUOTE.test(line) || RULE.test(line);
}
function tableAt(lines, at) {
  const head = cellsOf(lines[at] ?? "");
  const rule = cellsOf(lines[at + 1] ?? "");
  if (head === null || rule === null || rule.length !== head.length) return null;
  if (!rule.every((cell) => /^:?-+:?$/.test(cell))) return null;
  const rows = [];
  let next = at + 2;
  for (; next < lines.length; next++) {
    const cells = cellsOf(lines[next] ?? "");
    if (cells === null) break;
    rows.push(head.map((_4, column) => inlinesOf(cells[column] ?? "")));
  }
  return { block: { is: "table", head: head.map(inlinesOf), rows }, next };
}
function cellsOf(line) {
  const text2 = line.trim();
  if (!text2.includes("|")) return null;
  const cells = [];
  let start3 = text2.startsWith("|") ? 1 : 0;
  for (let at = start3; at < text2.length; at++) {
    if (text2[at] === "\\") at += 1;
    else if (text2[at] === "|") {
      cells.push(text2.slice(start3, at).trim());
      start3 = at + 1;
      if (cells.length > MOST_COLUMNS) return null;
    }
  }
  if (start3 < text2.length) cells.push(text2.slice(start3).trim());
  return cells.length === 0 ? null : cells;
}
function looksLikeMarkdown(text2) {
  const head = text2.slice(0, 2e4);
  if (/^\s*[{[]/.test(head) && /[}\]]\s*$/.test(text2.slice(-100))) return false;
  const strong = [/^ {0,3}```/m, /^ {0,3}\|? {0,3}:?-{3,}:? {0,3}\|/m, /\[[^\]\n]{1,200}\]\(https?:/];
  if (strong.some((sign) => sign.test(head))) return true;
  const weak = [/^#{1,6} \S/m, /^ {0,3}[-*+] \S.*\n\s{0,3}[-*+] \S/m, /^1\. \S/m, /\*\*[^\s*][^*\n]{0,200}\*\*/, /^> \S/m, /`[^`\n]{1,100}`/];
  return weak.filter((sign) => sign.test(head)).length >= 2;
}

// src/markdown/markdown.tsx
function Markdown({ text: text2 }) {
  const blocks = w2(() => blocksOf(text2), [text2]);
  return /* @__PURE__ */ a4("div", { class: "markdown", children: blocks.map(drawBlock) });
}
function drawBlock(block, index) {
  switch (block.is) {
    case "heading":
      return (
        // The headings of a result are below those of the page, and no part of its outline.
        /* @__PURE__ */ a4("p", { class: `md-heading md-h${block.level}`, children: block.inside.map(drawInline) }, index)
      );
    case "paragraph":
      return /* @__PURE__ */ a4("p", { children: block.inside.map(drawInline) }, index);
    case "code":
      return /* @__PURE__ */ a4("pre", { class: "md-code", tabIndex: 0, role: "group", "aria-label": block.language === "" ? "code" : `code, ${block.language}`, children: block.text }, index);
    case "quote":
      return /* @__PURE__ */ a4("blockquote", { children: block.inside.map(drawBlock) }, index);
    case "list": {
      const items = block.items.map((item, place) => /* @__PURE__ */ a4("li", { children: [
        item.done === null ? null : /* @__PURE__ */ a4("span", { class: "md-box", children: item.done ? "☑ " : "☐ " }),
        item.inside.map(drawBlock)
      ] }, place));
      return block.start === null ? /* @__PURE__ */ a4("ul", { children: items }, index) : /* @__PURE__ */ a4("ol", { start: block.start, children: items }, index);
    }
    case "table":
      return /* @__PURE__ */ a4("div", { class: "md-table", tabIndex: 0, role: "group", "aria-label": "table", children: /* @__PURE__ */ a4("table", { children: [
        /* @__PURE__ */ a4("thead", { children: /* @__PURE__ */ a4("tr", { children: block.head.map((cell, column) => /* @__PURE__ */ a4("th", { scope: "col", children: cell.map(drawInline) }, column)) }) }),
        /* @__PURE__ */ a4("tbody", { children: block.rows.map((row, place) => /* @__PURE__ */ a4("tr", { children: row.map((cell, column) => /* @__PURE__ */ a4("td", { children: cell.map(drawInline) }, column)) }, place)) })
      ] }) }, index);
    case "rule":
      return /* @__PURE__ */ a4("hr", {}, index);
  }
}
function drawInline(piece, index) {
  switch (piece.is) {
    case "text":
      return piece.text;
    case "code":
      return /* @__PURE__ */ a4("code", { children: piece.text }, index);
    case "em":
      return /* @__PURE__ */ a4("em", { children: piece.inside.map(drawInline) }, index);
    case "strong":
      return /* @__PURE__ */ a4("strong", { children: piece.inside.map(drawInline) }, index);
    case "del":
      return /* @__PURE__ */ a4("del", { children: piece.inside.map(drawInline) }, index);
    case "image":
      return /* @__PURE__ */ a4("span", { class: "muted", children: [
        "[image: ",
        piece.alt,
        " (",
        piece.target,
        ")]"
      ] }, index);
    case "link": {
      const only = piece.inside.length === 1 ? piece.inside[0] : void 0;
      const isItself = only?.is === "text" && only.text === piece.target;
      const shown3 = piece.inside.map(drawInline);
      const where = isItself ? null : /* @__PURE__ */ a4("span", { class: "muted", children: [
        " (",
        piece.target,
        ")"
      ] });
      return piece.href === null ? /* @__PURE__ */ a4("span", { children: [
        shown3,
        where
      ] }, index) : /* @__PURE__ */ a4("span", { children: [
        /* @__PURE__ */ a4("a", { href: piece.href, target: "_blank", rel: "noopener noreferrer", children: shown3 }),
        where
      ] }, index);
    }
  }
}

// src/explore/prose.tsx
var LONGEST = 1e5;
function isMarkdown(text2, mimeType) {
  const type = mimeType?.toLowerCase().split(";")[0]?.trim() ?? null;
  if (type === "text/markdown" || type === "text/x-markdown") return true;
  return (type === null || type === "text/plain") && looksLikeMarkdown(text2);
}
function Prose({ text: text2, mimeType = null }) {
  const [asText, setAsText] = d2(false);
  const canDraw = w2(() => text2.length <= LONGEST && isMarkdown(text2, mimeType), [text2, mimeType]);
  if (!canDraw) return /* @__PURE__ */ a4("pre", { class: "text-content", children: text2 });
  return /* @__PURE__ */ a4("div", { class: "prose", children: [
    /* @__PURE__ */ a4("div", { class: "prose-switch", children: /* @__PURE__ */ a4(Button, { pressed: asText, onClick: () => setAsText(!asText), children: "as text" }) }),
    asText ? /* @__PURE__ */ a4("pre", { class: "text-content", children: text2 }) : /* @__PURE__ */ a4(Markdown, { text: text2 })
  ] });
}

// src/explore/content.tsx
function dict(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
}
function text(value) {
  return typeof value === "string" ? value : null;
}
var PICTURES = /* @__PURE__ */ new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/svg+xml"
]);
var SOUNDS = /^audio\/[a-z0-9.+-]+$/;
var BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;
function dataUrl(mimeType, data, kind) {
  if (mimeType === null || data === null || !BASE64.test(data)) return null;
  const type = mimeType.toLowerCase().split(";")[0]?.trim() ?? "";
  const allowed = kind === "image" ? PICTURES.has(type) : SOUNDS.test(type);
  return allowed ? `data:${type};base64,${data.replace(/\s/g, "")}` : null;
}
function Content({ session: session2, result }) {
  const all = dict(valueOf(result));
  const blocks = [
    ...list(all?.["content"]).map((block, index) => /* @__PURE__ */ a4(Block, { session: session2, block }, `c${index}`)),
    ...list(all?.["contents"]).map((block, index) => /* @__PURE__ */ a4(Resource, { session: session2, resource: block }, `r${index}`)),
    ...list(all?.["messages"]).map((message, index) => /* @__PURE__ */ a4("div", { class: "message", children: [
      /* @__PURE__ */ a4("p", { class: "muted", children: text(dict(message)?.["role"]) ?? "no role" }),
      /* @__PURE__ */ a4(Block, { session: session2, block: dict(message)?.["content"] })
    ] }, `m${index}`))
  ];
  return /* @__PURE__ */ a4("div", { class: "content", children: blocks.length === 0 ? /* @__PURE__ */ a4("p", { class: "empty", children: "There is no content in this result." }) : blocks });
}
function list(value) {
  return Array.isArray(value) ? value : [];
}
function Block({ session: session2, block }) {
  const all = dict(block);
  const mimeType = text(all?.["mimeType"]);
  const data = text(all?.["data"]);
  switch (all?.["type"]) {
    case "text":
      return /* @__PURE__ */ a4(Framed, { label: "text", children: /* @__PURE__ */ a4(Prose, { text: text(all["text"]) ?? "", mimeType }) });
    case "image":
      return /* @__PURE__ */ a4(Framed, { label: `image · ${mimeType ?? "no type"}${sizeOf(data)}`, children: /* @__PURE__ */ a4(Picture, { mimeType, data }) });
    case "audio": {
      const url = dataUrl(mimeType, data, "audio");
      return /* @__PURE__ */ a4(Framed, { label: `audio · ${mimeType ?? "no type"}${sizeOf(data)}`, children: url === null ? /* @__PURE__ */ a4("p", { class: "muted", children: "It cannot be played." }) : /* @__PURE__ */ a4("audio", { controls: true, src: url }) });
    }
    case "resource_link":
      return /* @__PURE__ */ a4(Framed, { label: "link to a resource", children: [
        /* @__PURE__ */ a4("p", { children: /* @__PURE__ */ a4(ResourceLink, { session: session2, uri: text(all["uri"]), name: text(all["title"]) ?? text(all["name"]) }) }),
        text(all["description"]) === null ? null : /* @__PURE__ */ a4("p", { class: "muted", children: text(all["description"]) })
      ] });
    case "resource":
      return /* @__PURE__ */ a4(Resource, { session: session2, resource: all["resource"] });
    default:
      return /* @__PURE__ */ a4(Framed, { label: "content of a kind this page does not know", children: /* @__PURE__ */ a4("pre", { class: "text-content", children: JSON.stringify(block, null, 2) }) });
  }
}
function Resource({ session: session2, resource }) {
  const all = dict(resource);
  const uri = text(all?.["uri"]);
  const mimeType = text(all?.["mimeType"]);
  const blob = text(all?.["blob"]);
  return /* @__PURE__ */ a4(Framed, { label: `resource · ${mimeType ?? "no type"}${sizeOf(blob)}`, children: [
    /* @__PURE__ */ a4("p", { children: /* @__PURE__ */ a4(ResourceLink, { session: session2, uri, name: null }) }),
    blob === null ? /* @__PURE__ */ a4(Prose, { text: text(all?.["text"]) ?? "", mimeType }) : mimeType?.startsWith("image/") === true ? /* @__PURE__ */ a4(Picture, { mimeType, data: blob }) : /* @__PURE__ */ a4("p", { class: "muted", children: "Binary data." })
  ] });
}
function ResourceLink({
  session: session2,
  uri,
  name
}) {
  if (uri === null) return /* @__PURE__ */ a4("span", { class: "bad", children: "without an address" });
  const shown3 = name === null ? uri : `${name} (${uri})`;
  return /* @__PURE__ */ a4("a", { class: "mono", href: formatRoute({ screen: "explore", session: session2, item: { kind: "resource", key: uri }, run: null }), children: shown3 });
}
function Picture({ mimeType, data }) {
  const url = dataUrl(mimeType, data, "image");
  const [isWanted, setWanted] = d2(false);
  if (url !== null && mimeType?.startsWith("image/svg") && !isWanted)
    return /* @__PURE__ */ a4("p", { children: [
      /* @__PURE__ */ a4(Button, { onClick: () => setWanted(true), children: "Draw this SVG" }),
      " ",
      /* @__PURE__ */ a4("span", { class: "muted", children: "scripts in it do not run, but drawing it can take long" })
    ] });
  return url === null ? /* @__PURE__ */ a4("p", { class: "muted", children: "This picture cannot be shown." }) : /* @__PURE__ */ a4("img", { class: "picture", src: url, alt: "sent by the server" });
}
function sizeOf(base64) {
  return base64 === null ? "" : ` · ${bytes(Math.floor(base64.length * 3 / 4))}`;
}
function Framed({ label, children }) {
  return /* @__PURE__ */ a4("figure", { class: "block", children: [
    /* @__PURE__ */ a4("figcaption", { class: "muted", children: label }),
    children
  ] });
}

// src/inbox/sampling.tsx
var LAST = "last answer to a sampling";
function messagesOf(params) {
  const all = typeof params === "object" && params !== null ? params["messages"] : null;
  if (!Array.isArray(all)) return [];
  return all.map((one) => {
    const message = typeof one === "object" && one !== null ? one : {};
    const content = message["content"];
    return {
      role: typeof message["role"] === "string" ? message["role"] : "?",
      content: Array.isArray(content) ? content : [content]
    };
  });
}
function lastText(told2) {
  const block = told2.at(-1)?.content.at(-1);
  const text2 = typeof block === "object" && block !== null ? block["text"] : null;
  return typeof text2 === "string" ? text2 : "";
}
function wishes(params) {
  const all = typeof params === "object" && params !== null ? params : {};
  const hints = all["modelPreferences"]?.["hints"];
  const models = Array.isArray(hints) ? hints.map((hint) => String(hint?.["name"] ?? "")).filter((name) => name !== "") : [];
  const tools = all["tools"];
  return [
    ...models.length === 0 ? [] : [`model: ${models.join(", ")}`],
    ...typeof all["maxTokens"] === "number" ? [`at most ${all["maxTokens"]} tokens`] : [],
    ...typeof all["temperature"] === "number" ? [`temperature ${all["temperature"]}`] : [],
    ...Array.isArray(tools) ? [`${tools.length} tools offered`] : []
  ].join(" · ");
}
function SamplingCard({ state, ask, place }) {
  const draft = draftNamed(state.id, `answer:${ask.ask}`).text;
  const last = draftNamed(state.id, LAST).text;
  const [model, setModel] = d2("a person");
  const [stopReason, setStopReason] = d2("endTurn");
  const [raw, setRaw] = d2(null);
  const told2 = messagesOf(ask.params);
  const system = typeof ask.params === "object" && ask.params !== null ? ask.params["systemPrompt"] : null;
  const rawBroken = raw !== null && valueOf(raw) === void 0;
  const result = () => raw ?? samplingResult(draft.value, model, stopReason);
  const send2 = () => {
    if (rawBroken) return;
    last.value = draft.value;
    void answer(state.id, ask, { result: result() });
  };
  const reject = { error: { code: -1, message: "the user rejected the request" } };
  const canned = [
    {
      label: "Echo the last message",
      act: () => {
        draft.value = lastText(told2);
      }
    },
    {
      label: "A fixed text",
      act: () => {
        draft.value = "This is a canned answer.";
      }
    },
    ...last.value === "" ? [] : [
      {
        label: "The last answer again",
        act: () => {
          draft.value = last.value;
        }
      }
    ],
    { label: "Error -1", act: () => void answer(state.id, ask, reject) },
    {
      label: "Answer every sampling like this",
      act: () => {
        if (rawBroken) return;
        last.value = draft.value;
        void addRule(state.id, ask, objectText([["kind", '"sampling"'], ["result", result()]]));
      }
    },
    {
      label: "Reject every sampling",
      act: () => {
        void addRule(state.id, ask, JSON.stringify({ kind: "sampling", ...reject }));
      }
    }
  ];
  const key = (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    send2();
  };
  return /* @__PURE__ */ a4("div", { onKeyDown: key, children: [
    typeof system === "string" ? /* @__PURE__ */ a4("p", { class: "told", children: [
      /* @__PURE__ */ a4("span", { class: "muted", children: "system:" }),
      " ",
      system
    ] }) : null,
    told2.map((message, index) => /* @__PURE__ */ a4("div", { class: "told", children: message.content.map((block, at) => {
      const text2 = typeof block === "object" && block !== null && block["type"] === "text" ? block["text"] : null;
      return typeof text2 === "string" ? /* @__PURE__ */ a4("p", { class: "mono", children: [
        message.role,
        ": ",
        text2
      ] }, at) : /* @__PURE__ */ a4(Block, { session: state.id, block }, at);
    }) }, index)),
    wishes(ask.params) === "" ? null : /* @__PURE__ */ a4("p", { class: "muted", children: wishes(ask.params) }),
    /* @__PURE__ */ a4("div", { class: "answer-line", children: [
      /* @__PURE__ */ a4(
        "input",
        {
          class: "input",
          type: "text",
          "aria-label": "Answer as the model",
          placeholder: "Answer as the model…",
          value: draft.value,
          "aria-describedby": `${place}-ask-${ask.ask}`,
          "data-first": place,
          onInput: (event) => {
            draft.value = event.currentTarget.value;
          }
        }
      ),
      /* @__PURE__ */ a4(Button, { look: "primary", onClick: send2, children: "Send" }),
      /* @__PURE__ */ a4(Menu, { label: "Canned answers", id: `${place}-canned-${ask.ask}`, items: canned, children: "Canned" }),
      /* @__PURE__ */ a4(Button, { onClick: () => void answer(state.id, ask, reject), children: "Reject" })
    ] }),
    /* @__PURE__ */ a4("details", { class: "fold", children: [
      /* @__PURE__ */ a4("summary", { children: "More" }),
      /* @__PURE__ */ a4("div", { class: "rows", children: [
        /* @__PURE__ */ a4("label", { class: "line", children: [
          /* @__PURE__ */ a4("span", { children: "model" }),
          /* @__PURE__ */ a4("input", { class: "input", type: "text", value: model, onInput: (event) => setModel(event.currentTarget.value) })
        ] }),
        /* @__PURE__ */ a4("label", { class: "line", children: [
          /* @__PURE__ */ a4("span", { children: "stopReason" }),
          /* @__PURE__ */ a4(
            "input",
            {
              class: "input",
              type: "text",
              value: stopReason,
              onInput: (event) => setStopReason(event.currentTarget.value)
            }
          )
        ] }),
        /* @__PURE__ */ a4("label", { class: "line", children: [
          /* @__PURE__ */ a4(
            "input",
            {
              type: "checkbox",
              checked: raw !== null,
              onChange: (event) => setRaw(event.currentTarget.checked ? samplingResult(draft.value, model, stopReason) : null)
            }
          ),
          /* @__PURE__ */ a4("span", { children: "write the result as JSON" })
        ] }),
        raw === null ? null : /* @__PURE__ */ a4(
          "textarea",
          {
            class: "input mono",
            "aria-label": "The result, JSON",
            rows: 5,
            spellcheck: false,
            value: raw,
            onInput: (event) => setRaw(event.currentTarget.value)
          }
        ),
        rawBroken ? /* @__PURE__ */ a4("p", { class: "bad", role: "alert", children: "This is not JSON, so it cannot be sent." }) : null
      ] })
    ] })
  ] });
}

// src/inbox/cards.tsx
function CardsFor({ state, target }) {
  const mine = new Set(runsOf(runs.value, state.id, target).map((run2) => run2.call));
  const causeOf = (ask) => causes.value[askKey(state.id, ask.ask)] ?? null;
  const asks = state.asks.filter((ask) => causeOf(ask) === null || mine.has(causeOf(ask)));
  const over = ended.value.filter((one) => {
    const cause = causes.value[askKey(state.id, one.ask)] ?? null;
    return one.session === state.id && cause !== null && mine.has(cause);
  });
  if (drawerOpen.value) return null;
  return asks.length + over.length + (target.kind === "tool" ? state.rules.length : 0) === 0 ? null : /* @__PURE__ */ a4(Cards, { state, asks, over, place: "run" });
}
function Cards({
  state,
  asks,
  over,
  place
}) {
  return /* @__PURE__ */ a4("div", { class: "cards", children: [
    state.rules.map((rule) => /* @__PURE__ */ a4(Standing, { state, rule }, rule.number)),
    asks.slice(0, AT_ONCE).map((ask) => /* @__PURE__ */ a4(Card, { state, ask, place }, ask.ask)),
    asks.length > AT_ONCE ? /* @__PURE__ */ a4("p", { class: "answer-line", children: [
      /* @__PURE__ */ a4("span", { children: [
        "and ",
        count(asks.length - AT_ONCE, "more ask"),
        ", which come as these are answered"
      ] }),
      /* @__PURE__ */ a4(Button, { onClick: () => void declineAll(state, asks), children: [
        "Decline all ",
        asks.length
      ] })
    ] }) : null,
    over.map((one) => /* @__PURE__ */ a4(
      "article",
      {
        class: "card over",
        "aria-label": `${one.method}, ended`,
        "data-ended": one.ask,
        tabIndex: -1,
        onKeyDown: swallowSend,
        children: /* @__PURE__ */ a4("p", { class: "card-head", children: [
          /* @__PURE__ */ a4("strong", { children: one.method }),
          " ",
          /* @__PURE__ */ a4("span", { class: "muted", children: one.how }),
          " ",
          /* @__PURE__ */ a4("span", { class: "spring" }),
          /* @__PURE__ */ a4(Button, { look: "quiet", onClick: () => putAway(one), children: "Put away" })
        ] })
      },
      one.ask
    ))
  ] });
}
var AT_ONCE = 8;
async function declineAll(state, asks) {
  const left = [...asks];
  const lane = async () => {
    for (let ask = left.shift(); ask !== void 0; ask = left.shift()) await answer(state.id, ask, refusalOf(ask));
  };
  await Promise.all([lane(), lane()]);
}
function refusalOf(ask) {
  return ask.method === "elicitation/create" ? { result: '{"action":"decline"}' } : { decline: true };
}
function Standing({ state, rule }) {
  const which = ["message", "contains", "tool"].flatMap(
    (name) => typeof rule.rule[name] === "string" ? [`${name} ${rule.rule[name]}`] : []
  );
  return /* @__PURE__ */ a4("p", { class: "standing", children: [
    /* @__PURE__ */ a4("span", { class: "muted", children: [
      "rule ",
      rule.number
    ] }),
    " every ",
    /* @__PURE__ */ a4("code", { children: rule.method }),
    which.length === 0 ? "" : ` with ${which.join(", ")}`,
    ": ",
    ruleSays(rule.rule),
    " ",
    rule.answered === 0 ? null : /* @__PURE__ */ a4("span", { class: "muted", children: [
      count(rule.answered, "answer"),
      " so far"
    ] }),
    " ",
    /* @__PURE__ */ a4(
      Button,
      {
        look: "quiet",
        label: `No longer answer every ${rule.method} by rule ${rule.number}`,
        onClick: () => void removeRule(state.id, rule),
        children: "✕"
      }
    )
  ] });
}
function swallowSend(event) {
  if (!(event.ctrlKey || event.metaKey) || event.key !== "Enter") return;
  event.preventDefault();
  event.stopPropagation();
}
function Card({ state, ask, place }) {
  const key = askKey(state.id, ask.ask);
  const problem = answerProblems.value[key];
  const heading = `${place}-ask-${ask.ask}`;
  const article = T2(null);
  F2(() => () => cardGoes(article.current, ask.ask), []);
  const decline = (event) => {
    if (!event.altKey || event.key.toLowerCase() !== "d") return;
    event.preventDefault();
    event.stopPropagation();
    void answer(state.id, ask, refusalOf(ask));
  };
  return /* @__PURE__ */ a4("article", { ref: article, class: "card", "aria-labelledby": heading, "data-ask": ask.ask, onKeyDown: decline, children: [
    /* @__PURE__ */ a4("p", { class: "card-head", children: [
      /* @__PURE__ */ a4("strong", { id: heading, class: "asks", children: [
        "Server asks: ",
        ask.method
      ] }),
      " ",
      /* @__PURE__ */ a4(Waiting, { state, ask })
    ] }),
    draftsCame(state.id) ? /* @__PURE__ */ a4(CardBody, { state, ask, place }) : null,
    problem === void 0 ? null : /* @__PURE__ */ a4(ProblemBlock, { problem, title: "The answer was not taken." })
  ] });
}
function CardBody({ state, ask, place }) {
  switch (ask.method) {
    case "sampling/createMessage":
      return /* @__PURE__ */ a4(SamplingCard, { state, ask, place });
    case "elicitation/create":
      return /* @__PURE__ */ a4(ElicitationCard, { state, ask, place });
    case "roots/list":
      return /* @__PURE__ */ a4(RootsCard, { state, ask });
    default:
      return /* @__PURE__ */ a4("p", { children: [
        "This page knows no form for it.",
        " ",
        /* @__PURE__ */ a4(Button, { onClick: () => void answer(state.id, ask, { decline: true }), children: "Decline" })
      ] });
  }
}
function Waiting({ state, ask }) {
  const now2 = sessionNow(state, useNow());
  const cause = causes.value[askKey(state.id, ask.ask)] ?? null;
  const left = (ask.expiresNs - now2) / 1e6;
  return /* @__PURE__ */ a4("span", { class: "muted", children: [
    cause === null ? "" : `from run #${cause} · `,
    "waiting ",
    elapsed((now2 - ask.atNs) / 1e6),
    left < 6e4 ? ` · ${elapsed(left)} left` : ""
  ] });
}

// src/inbox/drawer.tsx
var DRAWER_ID = "inbox";
function Drawer({ state }) {
  if (!drawerOpen.value) return null;
  const over = ended.value.filter((one) => one.session === state?.id);
  return /* @__PURE__ */ a4("aside", { class: "drawer", id: DRAWER_ID, "aria-label": "Inbox", tabIndex: -1, children: [
    /* @__PURE__ */ a4("header", { class: "pane-head", children: [
      /* @__PURE__ */ a4("h2", { class: "pane-title", children: "Inbox" }),
      /* @__PURE__ */ a4("span", { class: "spring" }),
      /* @__PURE__ */ a4(
        Button,
        {
          look: "quiet",
          label: "Close the Inbox",
          onClick: () => {
            drawerOpen.value = false;
          },
          children: "✕"
        }
      )
    ] }),
    /* @__PURE__ */ a4("div", { class: "pane-body", children: [
      (state === null || state.asks.length + over.length + state.rules.length === 0) && waitingElsewhere.value.length === 0 ? /* @__PURE__ */ a4("p", { class: "empty", children: [
        state === null ? "No server asks for anything." : "The server asks for nothing.",
        " Sampling, elicitation and roots would wait here."
      ] }) : null,
      waitingElsewhere.value.length === 0 ? null : /* @__PURE__ */ a4("nav", { class: "elsewhere", "aria-label": "Asks of other servers", children: waitingElsewhere.value.map((one) => /* @__PURE__ */ a4("p", { children: /* @__PURE__ */ a4("a", { href: formatRoute(screenRoute("explore", one.id)), children: [
        one.waitingAsks,
        " at ",
        one.name
      ] }) }, one.id)) }),
      state === null ? null : /* @__PURE__ */ a4(Cards, { state, asks: state.asks, over, place: "drawer" })
    ] })
  ] });
}
function focusDrawer() {
  requestAnimationFrame(() => {
    const drawer = document.getElementById(DRAWER_ID);
    if (drawer?.querySelector(".card:not(.over)") == null)
      (drawer?.querySelector(".elsewhere a") ?? drawer)?.focus();
    else
      focusFirstField(
        `#${DRAWER_ID} .card`,
        () => drawerOpen.peek(),
        () => drawer.querySelector(".card button")?.focus()
      );
  });
}

// src/auth/edits.tsx
function asConfigured(settings2) {
  return {
    clientId: settings2.clientId ?? "",
    clientSecret: "",
    issuer: settings2.issuer ?? "",
    scopes: settings2.scopes.join(" ")
  };
}
function editsOf(edited, settings2) {
  const before = asConfigured(settings2);
  return {
    ...edited.clientId.trim() === before.clientId ? {} : { clientId: edited.clientId.trim() },
    ...edited.clientSecret === "" ? {} : { clientSecret: edited.clientSecret },
    ...edited.issuer.trim() === before.issuer ? {} : { issuer: edited.issuer.trim() },
    ...edited.scopes.trim() === before.scopes.trim() ? {} : { scopes: edited.scopes.split(/\s+/).filter((scope) => scope !== "") }
  };
}
var FIELDS2 = [
  ["clientId", "client id", "none: a client is registered"],
  ["clientSecret", "client secret", "as configured"],
  ["issuer", "authorization server", "as the server names it"],
  ["scopes", "scopes", "as the server names them"]
];
function EditAndRetry({
  settings: settings2,
  onWalk,
  onLogIn
}) {
  const [edited, setEdited] = d2(() => asConfigured(settings2));
  return /* @__PURE__ */ a4("details", { class: "fold", children: [
    /* @__PURE__ */ a4("summary", { children: "Edit and retry" }),
    /* @__PURE__ */ a4(
      "form",
      {
        class: "rows",
        onSubmit: (event) => {
          event.preventDefault();
          onLogIn(editsOf(edited, settings2));
        },
        children: [
          FIELDS2.map(([name, title, nothing]) => /* @__PURE__ */ a4("label", { class: "line", children: [
            /* @__PURE__ */ a4("span", { children: title }),
            /* @__PURE__ */ a4(
              "input",
              {
                class: "input",
                ...name === "clientSecret" ? { type: "password" } : { type: "text" },
                autocomplete: "off",
                spellcheck: false,
                placeholder: name === "clientSecret" && !settings2.hasClientSecret ? "none" : nothing,
                value: edited[name],
                onInput: (event) => setEdited({ ...edited, [name]: event.currentTarget.value })
              }
            )
          ] }, name)),
          /* @__PURE__ */ a4("p", { class: "muted", children: "For these tries only: the configuration stays as it is." }),
          /* @__PURE__ */ a4("div", { class: "answer-line", children: [
            /* @__PURE__ */ a4(Button, { look: "primary", children: "Log in with these" }),
            /* @__PURE__ */ a4(Button, { onClick: () => onWalk(editsOf(edited, settings2)), children: "Walk with these, up to the client" })
          ] })
        ]
      }
    )
  ] });
}

// src/auth/rules.ts
var MCP = "https://modelcontextprotocol.io/specification/draft/basic/authorization";
function hrefOfRule(rule) {
  const rfc = /^RFC (\d+)(?: section (\d+(?:\.\d+)*))?/.exec(rule);
  if (rfc !== null) {
    const section2 = rfc[2] === void 0 ? "" : `#section-${rfc[2]}`;
    return `https://www.rfc-editor.org/rfc/rfc${rfc[1]}${section2}`;
  }
  if (rule.startsWith("MCP authorization")) return MCP;
  const draft = /^(draft-[a-z0-9-]+)/.exec(rule);
  return draft === null ? null : `https://datatracker.ietf.org/doc/${draft[1]}/`;
}

// src/auth/stages.tsx
var TITLES = {
  probe: "Probe",
  "resource-metadata": "Resource metadata",
  "server-metadata": "Server metadata",
  client: "Client",
  authorize: "Authorize",
  token: "Token",
  use: "Authenticated call",
  refresh: "Refresh",
  "step-up": "Step-up",
  logout: "Log out"
};
var ABOUT = {
  probe: "asks the server without a token what it wants",
  "resource-metadata": "finds out which authorization server the server names",
  "server-metadata": "reads the endpoints of the authorization server",
  client: "which scopes are asked for, and as whom",
  authorize: "the user is sent to the authorization server, and comes back",
  token: "the code is exchanged for a token, which is kept",
  use: "the token is presented to the server",
  refresh: "a token that ends is renewed",
  "step-up": "more scopes are asked for when a call needs them",
  logout: "the token is given back"
};
var RUNNABLE = /* @__PURE__ */ new Set([
  "probe",
  "resource-metadata",
  "server-metadata",
  "client",
  "authorize",
  "token",
  "use"
]);
var SIGNS = {
  passed: "✓",
  warning: "!",
  failed: "✗",
  waiting: "…",
  skipped: "·",
  none: "·"
};
function look(outcome) {
  if (outcome === "failed") return "bad";
  if (outcome === "warning") return "warn";
  return outcome === "passed" ? "ok" : "unknown";
}
function summaryOf(stage) {
  const last = stage.steps.findLast((step) => step.outcome !== "skipped") ?? stage.steps.at(-1);
  return last === void 0 ? ABOUT[stage.stage] : last.what;
}
function Stages({
  stages,
  onRun,
  busy: busy2
}) {
  return /* @__PURE__ */ a4("section", { "aria-labelledby": "auth-stages", children: [
    /* @__PURE__ */ a4("h2", { id: "auth-stages", children: "The steps of a login" }),
    /* @__PURE__ */ a4("ol", { class: "stages", children: stages.map((stage, index) => /* @__PURE__ */ a4("li", { class: `auth-stage is-${look(stage.outcome)}`, "data-stage": stage.stage, children: [
      /* @__PURE__ */ a4("div", { class: "stage-head", children: [
        /* @__PURE__ */ a4("span", { class: `sign ${look(stage.outcome)}`, "aria-hidden": "true", children: SIGNS[stage.outcome] }),
        /* @__PURE__ */ a4("strong", { class: "stage-title", children: [
          index + 1,
          " ",
          TITLES[stage.stage]
        ] }),
        /* @__PURE__ */ a4("span", { class: "stage-what", children: [
          stage.outcome === "none" ? null : /* @__PURE__ */ a4("span", { class: "sr-only", children: [
            stage.outcome,
            ": "
          ] }),
          summaryOf(stage),
          stage.from === null ? null : /* @__PURE__ */ a4("span", { class: "muted", children: [
            " · by a ",
            stage.from
          ] })
        ] }),
        RUNNABLE.has(stage.stage) ? /* @__PURE__ */ a4(
          Button,
          {
            look: "quiet",
            label: `Run to here: ${TITLES[stage.stage]}`,
            onClick: () => onRun(stage.stage),
            children: busy2 === stage.stage ? "Running…" : "Run to here"
          }
        ) : null
      ] }),
      stage.steps.length === 0 ? null : /* @__PURE__ */ a4("details", { class: "fold", ...stage.outcome === "failed" ? { open: true } : {}, children: [
        /* @__PURE__ */ a4("summary", { children: [
          count(stage.steps.length, "step"),
          ", checks and exchanges"
        ] }),
        /* @__PURE__ */ a4("ol", { class: "stage-steps", children: stage.steps.map((step, at) => /* @__PURE__ */ a4(Step, { step }, at)) })
      ] })
    ] }, stage.stage)) })
  ] });
}
function Step({ step }) {
  const href = step.rule === void 0 ? null : hrefOfRule(step.rule);
  return /* @__PURE__ */ a4("li", { children: [
    /* @__PURE__ */ a4("p", { children: [
      /* @__PURE__ */ a4("span", { class: `sign ${look(step.outcome)}`, "aria-hidden": "true", children: SIGNS[step.outcome] ?? "·" }),
      " ",
      /* @__PURE__ */ a4("span", { class: "muted", children: [
        step.step,
        ", ",
        step.outcome,
        ":"
      ] }),
      " ",
      step.what,
      step.rule === void 0 ? null : href === null ? /* @__PURE__ */ a4("span", { class: "muted", children: [
        " (",
        step.rule,
        ")"
      ] }) : /* @__PURE__ */ a4($, { children: [
        " ",
        /* @__PURE__ */ a4("a", { href, target: "_blank", rel: "noopener noreferrer", children: step.rule })
      ] })
    ] }),
    step.expected === void 0 ? null : /* @__PURE__ */ a4("p", { class: "muted", children: [
      "expected ",
      step.expected,
      ", came ",
      step.came ?? "nothing"
    ] }),
    step.advice === void 0 ? null : /* @__PURE__ */ a4("p", { class: "hint", children: [
      "→ ",
      step.advice
    ] }),
    step.exchange === void 0 ? null : /* @__PURE__ */ a4(Exchange, { exchange: step.exchange })
  ] });
}
function headersText(headers2) {
  return (headers2 ?? []).map(([name, value]) => `${name}: ${value}`).join("\n");
}
function exchangeText(exchange) {
  const part = (head, headers2, body) => [head, headers2, ...body === void 0 ? [] : ["", body]].filter((line, at) => at > 1 || line !== "").join("\n");
  return {
    request: part(`${exchange.method} ${exchange.url}`, headersText(exchange.requestHeaders), exchange.requestBody),
    response: part(
      exchange.status === void 0 ? exchange.error ?? "no answer" : `HTTP ${exchange.status}`,
      headersText(exchange.responseHeaders),
      exchange.responseBody
    )
  };
}
function Exchange({ exchange }) {
  const { request: request2, response } = exchangeText(exchange);
  return /* @__PURE__ */ a4("details", { class: "fold exchange", children: [
    /* @__PURE__ */ a4("summary", { children: [
      /* @__PURE__ */ a4("span", { class: "mono", children: [
        exchange.method,
        " ",
        exchange.url
      ] }),
      " ",
      /* @__PURE__ */ a4("span", { class: "muted", children: [
        exchange.status ?? exchange.error ?? "no answer",
        " · ",
        exchange.durationMs,
        " ms"
      ] })
    ] }),
    /* @__PURE__ */ a4("pre", { class: "wire", role: "group", tabIndex: 0, "aria-label": "Request", children: request2 }),
    /* @__PURE__ */ a4("pre", { class: "wire", role: "group", tabIndex: 0, "aria-label": "Response", children: response })
  ] });
}

// src/ui/doc.ts
function levelOf(line) {
  const blanks = /^ */.exec(line)?.[0].length ?? 0;
  return Math.floor(blanks / 2) + 1;
}

// src/ui/folds.ts
var NOTHING_FOLDED = { all: false, folded: /* @__PURE__ */ new Set(), open: /* @__PURE__ */ new Set() };
var ALL_FOLDED = { all: true, folded: /* @__PURE__ */ new Set(), open: /* @__PURE__ */ new Set() };
function withFold(folds, number, fold) {
  const folded2 = new Set(folds.folded);
  const open2 = new Set(folds.open);
  folded2.delete(number);
  open2.delete(number);
  (fold ? folded2 : open2).add(number);
  return { all: folds.all, folded: folded2, open: folds.all ? open2 : /* @__PURE__ */ new Set() };
}
function unfolding(folds, numbers) {
  return numbers.reduce((before, number) => withFold(before, number, false), folds);
}
function isFolded(folds, number, isOutermost) {
  return folds.folded.has(number) || folds.all && !isOutermost && !folds.open.has(number);
}
function isAnythingFolded(folds) {
  return folds.all || folds.folded.size > 0;
}
function foldQuery(folds) {
  const query = {};
  if (folds.all) query["all"] = "true";
  if (folds.folded.size > 0) query["folded"] = [...folds.folded].join(",");
  if (folds.open.size > 0) query["open"] = [...folds.open].join(",");
  return query;
}
function blocksOf2(text2, lines) {
  const ends = [];
  const open2 = [];
  let inString = false;
  for (const [number, line] of lines.entries()) {
    inString = line.inString;
    for (let at = line.start; at < line.end; at++) {
      const code = text2.charCodeAt(at);
      if (inString) {
        if (code === 92) at++;
        else if (code === 34) inString = false;
      } else if (code === 34) {
        inString = true;
      } else if (code === 123 || code === 91) {
        open2.push(number);
      } else if (code === 125 || code === 93) {
        const opened = open2.pop();
        if (opened !== void 0 && opened < number) ends[opened] = number;
      }
    }
  }
  const blocks = /* @__PURE__ */ new Map();
  for (const number of ends.keys()) {
    const end = ends[number];
    if (end !== void 0) blocks.set(number, end);
  }
  return blocks;
}

// src/ui/json-tokens.ts
var DEEPEST_INDENT = 64;
var SPACE2 = /[ \t\r\n]+/y;
var NUMBER2 = /-?[0-9][0-9.eE+-]*/y;
var LITERAL2 = /(?:true|false|null)(?![A-Za-z0-9_])/y;
var OTHER2 = /[^ \t\r\n{}[\],:"]+/y;
function tokensOf(text2, start3 = 0, end = text2.length, inString = false) {
  const tokens = [];
  let at = start3;
  const take3 = (kind, until) => {
    const stop = Math.min(until, end);
    if (stop > at) tokens.push({ kind, text: text2.slice(at, stop) });
    at = stop;
  };
  if (inString) take3("string", endOfString(text2, at, end));
  while (at < end) {
    const char = text2[at];
    if (char === '"') {
      const close2 = endOfString(text2, at + 1, end);
      take3(isFollowedByColon(text2, close2, end) ? "key" : "string", close2);
    } else if (char === void 0 || "{}[],:".includes(char)) {
      take3("punctuation", at + 1);
    } else {
      const [kind, until] = wordAt(text2, at);
      take3(kind, until);
    }
  }
  return tokens;
}
function wordAt(text2, at) {
  const candidates = [
    ["space", SPACE2],
    ["number", NUMBER2],
    ["literal", LITERAL2],
    ["other", OTHER2]
  ];
  for (const [kind, pattern] of candidates) {
    pattern.lastIndex = at;
    if (pattern.test(text2)) return [kind, pattern.lastIndex];
  }
  return ["other", at + 1];
}
function endOfString(text2, at, end) {
  for (let index = at; index < end; index++) {
    const code = text2.charCodeAt(index);
    if (code === 92) index++;
    else if (code === 34) return index + 1;
  }
  return end;
}
function isFollowedByColon(text2, at, end) {
  SPACE2.lastIndex = at;
  const next = SPACE2.test(text2) ? SPACE2.lastIndex : at;
  return next < end && text2[next] === ":";
}
function linesOf(text2, longest) {
  const lines = [];
  let start3 = 0;
  let inString = false;
  let escaped = false;
  let startsInString = false;
  let continued = false;
  const push2 = (end, goesOn) => {
    lines.push({ start: start3, end, inString: startsInString, continued });
    continued = goesOn;
  };
  for (let index = 0; index < text2.length; index++) {
    const code = text2.charCodeAt(index);
    if (code === 10) {
      push2(index, false);
      start3 = index + 1;
      inString = false;
      escaped = false;
      startsInString = false;
      continue;
    }
    const isMiddleOfPair = code >= 56320 && code <= 57343;
    const isEscaped = escaped;
    if (index - start3 >= longest && !isMiddleOfPair && !isEscaped) {
      push2(index, true);
      start3 = index;
      startsInString = inString;
    }
    escaped = inString && code === 92 && !isEscaped;
    if (code === 34 && !isEscaped) inString = !inString;
  }
  push2(text2.length, false);
  return lines;
}
function prettyOf(text2) {
  const out = [];
  let depth = 0;
  let afterOpen = false;
  const newLine = (level) => {
    if (level <= DEEPEST_INDENT) out.push("\n", "  ".repeat(level));
  };
  for (const token of tokensOf(text2)) {
    if (token.kind === "space") continue;
    const closes = token.text === "}" || token.text === "]";
    if (token.kind === "punctuation" && closes) {
      if (!afterOpen && depth <= DEEPEST_INDENT) newLine(Math.max(0, depth - 1));
      depth = Math.max(0, depth - 1);
      out.push(token.text);
      afterOpen = false;
      continue;
    }
    if (afterOpen) newLine(depth);
    afterOpen = false;
    out.push(token.text);
    if (token.kind !== "punctuation") continue;
    if (token.text === ",") newLine(depth);
    else if (token.text === ":") out.push(" ");
    else {
      depth++;
      afterOpen = true;
    }
  }
  return out.join("");
}

// src/ui/doc-local.ts
var MOST_MATCHES = 1e3;
var LocalDoc = class {
  /** Lines of more than `longest` letters are cut. */
  constructor(text2, longest) {
    this.text = text2;
    this.lines = linesOf(text2, longest);
    this.blocks = blocksOf2(text2, this.lines);
  }
  text;
  folds = NOTHING_FOLDED;
  lines;
  blocks;
  /** The numbers of the lines that are not folded away; null when none is. */
  left = null;
  get total() {
    return this.left?.length ?? this.lines.length;
  }
  get canFold() {
    return this.blocks.size > 0;
  }
  line(place) {
    const number = this.left === null ? place : this.left[place];
    const line = number === void 0 ? void 0 : this.lines[number];
    if (number === void 0 || line === void 0) return void 0;
    const end = this.foldedTo(number);
    const tokens = tokensOf(this.text, line.start, line.end, line.inString);
    const last = end === null ? void 0 : this.lines[end];
    if (last !== void 0) {
      tokens.push({ kind: "space", text: "…" });
      tokens.push(...tokensOf(this.text, last.start, last.end, last.inString).filter(({ kind }) => kind !== "space"));
    }
    return {
      number,
      tokens,
      level: levelOf(this.text.slice(line.start, Math.min(line.end, line.start + 200))),
      isBlock: this.blocks.has(number),
      isFolded: end !== null,
      isContinued: line.continued
    };
  }
  load() {
    return Promise.resolve(false);
  }
  setFolds(folds) {
    this.folds = folds;
    const left = [];
    for (let number = 0; number < this.lines.length; number++) {
      left.push(number);
      number = this.foldedTo(number) ?? number;
    }
    this.left = left.length === this.lines.length ? null : left;
  }
  /** The line that closes the block which is folded into this line. */
  foldedTo(number) {
    const end = this.blocks.get(number);
    return end !== void 0 && isFolded(this.folds, number, number === this.outermost) ? end : null;
  }
  get outermost() {
    return this.blocks.keys().next().value ?? 0;
  }
  placeOf(number) {
    const around = [];
    for (const [line, end] of this.blocks) {
      if (line >= number) break;
      if (end >= number) around.push(line);
    }
    let at = number;
    for (let before = 0; before < number; before++) {
      const end = around.includes(before) ? null : this.foldedTo(before);
      if (end === null) continue;
      at -= end - before;
      before = end;
    }
    return Promise.resolve({ around, at });
  }
  search(wanted, from) {
    const matches2 = [];
    const all = this.text.toLowerCase();
    const needle = wanted.toLowerCase();
    let at = this.lines[from]?.start ?? all.length;
    let number = from;
    while (needle !== "" && matches2.length <= MOST_MATCHES) {
      const found3 = all.indexOf(needle, at);
      if (found3 < 0) break;
      while ((this.lines[number + 1]?.start ?? Infinity) <= found3) number++;
      matches2.push(number);
      at = Math.max(found3 + 1, this.lines[number + 1]?.start ?? all.length);
    }
    const more = matches2.length > MOST_MATCHES;
    return Promise.resolve({ matches: matches2.slice(0, MOST_MATCHES), more });
  }
  stop() {
  }
};

// src/ui/doc-search.tsx
function DocSearch({ doc, label, found: found3, field, show, fail, status, foldAll, isFolded: isFolded2 }) {
  const searches = T2(0);
  const search = async (text2, from, before) => {
    const number = ++searches.current;
    if (text2 === "") return void (found3.value = null);
    try {
      const answer2 = await doc.search(text2, from);
      if (number !== searches.current) return;
      const lines = [...before, ...answer2.matches];
      goTo({ text: text2, lines, more: answer2.more, at: Math.min(before.length, Math.max(0, lines.length - 1)) });
    } catch (reason) {
      if (number === searches.current) fail(reason);
    }
  };
  const goTo = (next) => {
    found3.value = next;
    const line = next.lines[next.at];
    if (line !== void 0) show(line);
  };
  const step = (by) => {
    const now2 = found3.value;
    if (!now2 || now2.lines.length === 0) return;
    const next = now2.at + by;
    if (next >= now2.lines.length && now2.more) void search(now2.text, (now2.lines.at(-1) ?? 0) + 1, now2.lines);
    else goTo({ ...now2, at: (next + now2.lines.length) % now2.lines.length });
  };
  const onKey = (event) => {
    const input = event.currentTarget;
    if (event.key === "Enter") {
      if (found3.value?.text === input.value) step(event.shiftKey ? -1 : 1);
      else void search(input.value, 0, []);
    } else if (event.key === "Escape" && found3.value) {
      event.stopPropagation();
      found3.value = null;
    }
  };
  return /* @__PURE__ */ a4("div", { class: "big-doc-bar", children: [
    /* @__PURE__ */ a4(
      "input",
      {
        ref: field,
        type: "search",
        "aria-label": `Search in ${label}`,
        placeholder: "Search, Enter for the next",
        onKeyDown: onKey
      }
    ),
    /* @__PURE__ */ a4("button", { type: "button", "aria-label": "Previous match", onClick: () => step(-1), children: "↑" }),
    /* @__PURE__ */ a4("button", { type: "button", "aria-label": "Next match", onClick: () => step(1), children: "↓" }),
    doc.canFold && /* @__PURE__ */ a4("button", { type: "button", onClick: foldAll, children: isFolded2 ? "Unfold all" : "Fold all" }),
    /* @__PURE__ */ a4("span", { class: "muted", role: "status", children: foundText(found3.value) ?? status })
  ] });
}
function foundText(found3) {
  if (!found3) return null;
  if (found3.lines.length === 0) return `nothing contains “${found3.text}”`;
  return `${found3.at + 1} of ${found3.lines.length}${found3.more ? "+" : ""}`;
}

// src/ui/json-line.tsx
var LINE_HEIGHT = 18;
function Tokens({ tokens }) {
  return /* @__PURE__ */ a4($, { children: tokens.map(
    (token) => token.kind === "space" || token.kind === "punctuation" ? token.text : /* @__PURE__ */ a4("span", { class: `json-${token.kind}`, children: token.text })
  ) });
}

// src/ui/window-math.ts
var TALLEST = 15e6;
var MARGIN_ROWS = 8;
function fullHeight(extent) {
  return extent.count * extent.rowHeight;
}
function drawnHeight(extent) {
  return Math.min(fullHeight(extent), TALLEST);
}
function isScaled(extent) {
  return fullHeight(extent) > TALLEST;
}
function lastOffset(extent) {
  return Math.max(0, fullHeight(extent) - extent.viewport);
}
function lastScroll(extent) {
  return Math.max(0, drawnHeight(extent) - extent.viewport);
}
function offsetOf(extent, scrollTop) {
  const scroll = clamp(scrollTop, 0, lastScroll(extent));
  if (!isScaled(extent)) return scroll;
  return scroll / lastScroll(extent) * lastOffset(extent);
}
function scrollOf(extent, offset) {
  const wanted = clamp(offset, 0, lastOffset(extent));
  if (!isScaled(extent)) return wanted;
  return wanted / lastOffset(extent) * lastScroll(extent);
}
function windowAt(extent, offset, scrollTop) {
  if (extent.count <= 0) return { first: 0, end: 0, top: 0 };
  const at = clamp(offset, 0, lastOffset(extent));
  const first = clamp(Math.floor(at / extent.rowHeight) - MARGIN_ROWS, 0, extent.count - 1);
  const end = clamp(Math.ceil((at + extent.viewport) / extent.rowHeight) + MARGIN_ROWS, first + 1, extent.count);
  const top = isScaled(extent) ? scrollTop - (at - first * extent.rowHeight) : first * extent.rowHeight;
  return { first, end, top };
}
function offsetShowing(extent, offset, index) {
  const top = clamp(index, 0, Math.max(0, extent.count - 1)) * extent.rowHeight;
  const bottom = top + extent.rowHeight;
  if (top < offset) return top;
  if (bottom > offset + extent.viewport) return clamp(bottom - extent.viewport, 0, lastOffset(extent));
  return clamp(offset, 0, lastOffset(extent));
}
function isAtEnd(extent, offset) {
  return lastOffset(extent) - offset <= 4;
}
function clamp(value, low, high) {
  return Math.min(Math.max(value, low), Math.max(low, high));
}

// src/ui/window.tsx
var FIRST_VIEWPORT = 600;
function Windowed(props) {
  const { count: count3, rowHeight, scrollTo: scrollTo2, tail, onRange, headHeight = 0 } = props;
  const element = T2(null);
  const viewport = T2(FIRST_VIEWPORT);
  const offset = T2(0);
  const drawn2 = T2("");
  const [, redraw] = _2((n3) => n3 + 1, 0);
  const extent = { count: count3, rowHeight, viewport: viewport.current };
  const scrollTop = () => element.current?.scrollTop ?? 0;
  const moveTo = (wanted2) => {
    offset.current = Math.min(Math.max(wanted2, 0), lastOffset(extent));
    if (element.current) element.current.scrollTop = scrollOf(extent, offset.current);
  };
  const measure = () => {
    const height = (element.current?.clientHeight ?? 0) - headHeight;
    if (height > 0 && height !== viewport.current) {
      viewport.current = height;
      redraw();
    }
  };
  F2(() => {
    measure();
    if (!element.current || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  const follows = tail?.value ?? false;
  F2(() => {
    if (follows) moveTo(lastOffset(extent));
    else if (offset.current > lastOffset(extent)) moveTo(lastOffset(extent));
    redrawIfMoved();
  }, [follows, count3, rowHeight, viewport.current]);
  const wanted = scrollTo2?.value ?? null;
  F2(() => {
    if (wanted === null || !scrollTo2) return;
    scrollTo2.value = null;
    moveTo(offsetShowing(extent, offset.current, wanted));
    if (tail) tail.value = isAtEnd(extent, offset.current);
    redrawIfMoved();
  }, [wanted]);
  const window2 = windowAt(extent, offset.current, isScaled(extent) ? scrollTop() : 0);
  drawn2.current = `${window2.first}:${window2.end}`;
  function redrawIfMoved() {
    const now2 = windowAt(extent, offset.current, 0);
    if (isScaled(extent) || `${now2.first}:${now2.end}` !== drawn2.current) redraw();
  }
  const onScroll = () => {
    const expected = scrollOf(extent, offset.current);
    if (Math.abs(scrollTop() - expected) >= 1) offset.current = offsetOf(extent, scrollTop());
    if (tail) tail.value = isAtEnd(extent, offset.current);
    redrawIfMoved();
  };
  const scaled = isScaled(extent);
  const onWheel = T2(() => {
  });
  onWheel.current = (event) => {
    if (tail && event.deltaY < 0) tail.value = false;
    if (!scaled || event.ctrlKey) return;
    event.preventDefault();
    moveTo(offset.current + event.deltaY * (event.deltaMode === 1 ? rowHeight : 1));
    if (tail) tail.value = isAtEnd(extent, offset.current);
    redraw();
  };
  A2(() => {
    const listener = (event) => onWheel.current(event);
    const listened = element.current;
    listened?.addEventListener("wheel", listener, { passive: !scaled });
    return () => listened?.removeEventListener("wheel", listener);
  }, [scaled]);
  A2(() => {
    onRange?.(window2.first, Math.max(window2.first, window2.end - 1));
  }, [window2.first, window2.end, count3]);
  const rows = [];
  for (let index = window2.first; index < window2.end; index++) rows.push(props.row(index));
  return /* @__PURE__ */ a4(
    "div",
    {
      ...props.attributes,
      ref: element,
      class: `windowed ${props.className ?? ""}`,
      role: props.role ?? "list",
      "aria-label": props.label,
      onScroll,
      children: [
        props.head,
        /* @__PURE__ */ a4("div", { class: "windowed-space", role: "presentation", style: { height: `${drawnHeight(extent)}px` }, children: /* @__PURE__ */ a4("div", { class: "windowed-rows", role: "presentation", style: { top: `${window2.top}px`, gridAutoRows: `${rowHeight}px` }, children: rows }) })
      ]
    }
  );
}

// src/ui/doc-view.tsx
var FOLDERS = /* @__PURE__ */ new WeakMap();
var DOCUMENTS = ".big-doc, .json-short";
function foldOnScreen() {
  const panes = [document.activeElement?.closest('[id^="pane-"]'), document.querySelector("#pane-3"), document];
  const drawn2 = panes.map((pane) => pane?.querySelector(DOCUMENTS)).find((one) => one != null);
  const fold = drawn2 == null ? void 0 : FOLDERS.get(drawn2);
  fold?.();
  return fold !== void 0;
}
var PAGE = 20;
function DocView({ doc, label, isShort = false, head }) {
  const version2 = useSignal(0);
  const fault = useSignal(null);
  const scrollTo2 = useSignal(null);
  const found3 = useSignal(null);
  const match = useComputed(() => found3.value?.lines[found3.value.at] ?? null);
  const cursor = useSignal(0);
  const searchField = T2(null);
  const id = P2();
  const fail = (reason) => fault.value = reason instanceof Error ? reason.message : String(reason);
  const load3 = (first, last) => {
    doc.load(first, last).then((isNew) => {
      if (isNew) version2.value++;
    }, fail);
  };
  const refold = (folds) => {
    doc.setFolds(folds);
    version2.value++;
    load3(cursor.peek(), cursor.peek());
  };
  const foldAll = () => {
    cursor.value = 0;
    scrollTo2.value = 0;
    refold(isAnythingFolded(doc.folds) ? NOTHING_FOLDED : ALL_FOLDED);
  };
  const latest = T2(foldAll);
  latest.current = foldAll;
  const root = T2(null);
  A2(() => {
    fault.value = null;
    found3.value = null;
    cursor.value = 0;
    version2.value++;
    load3(0, 0);
    if (root.current) FOLDERS.set(root.current, () => latest.current());
  }, [doc]);
  const move = (place) => {
    cursor.value = Math.min(Math.max(place, 0), Math.max(0, (doc.total ?? 1) - 1));
    scrollTo2.value = cursor.value;
  };
  const fold = (line, isWanted) => refold(withFold(doc.folds, line.number, isWanted));
  const show = async (number) => {
    const { around, at } = await doc.placeOf(number);
    const folds = unfolding(doc.folds, around);
    if (isAnythingFolded(doc.folds)) refold(folds);
    await doc.load(at, at);
    version2.value++;
    move(at);
  };
  const toBlockAround = async (number) => {
    const opener = (await doc.placeOf(number)).around.at(-1);
    if (opener !== void 0) move((await doc.placeOf(opener)).at);
  };
  const onKeyDown = (event) => {
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && event.key.toLowerCase() === "f" && searchField.current) {
      event.preventDefault();
      searchField.current.focus();
      searchField.current.select();
      return;
    }
    if (ctrl || event.altKey || event.shiftKey) return;
    const line = doc.line(cursor.peek());
    const moves = {
      ArrowDown: cursor.peek() + 1,
      ArrowUp: cursor.peek() - 1,
      PageDown: cursor.peek() + PAGE,
      PageUp: cursor.peek() - PAGE,
      Home: 0,
      End: (doc.total ?? 1) - 1
    };
    const to = moves[event.key];
    if (to !== void 0) move(to);
    else if (event.key === "ArrowLeft" && line?.isBlock === true && !line.isFolded) fold(line, true);
    else if (event.key === "ArrowLeft" && line !== void 0) toBlockAround(line.number).catch(fail);
    else if (event.key === "ArrowRight" && line?.isFolded === true) fold(line, false);
    else if ((event.key === "Enter" || event.key === " ") && line?.isBlock === true) fold(line, !line.isFolded);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  version2.value;
  const row = (place) => {
    const line = doc.line(place);
    const isMatch = line !== void 0 && line.number === match.value;
    const classes = ["json-line"];
    if (place === cursor.value) classes.push("json-at");
    if (isMatch) classes.push("json-found");
    if (line?.isContinued === true) classes.push("json-continued");
    return /* @__PURE__ */ a4(
      "div",
      {
        id: `${id}-${place}`,
        class: classes.join(" "),
        role: "treeitem",
        "aria-level": line?.level ?? 1,
        "aria-expanded": line?.isBlock === true ? !line.isFolded : void 0,
        "aria-current": isMatch ? "true" : void 0,
        onClick: () => cursor.value = place,
        children: [
          line?.isBlock === true && /* @__PURE__ */ a4(
            "span",
            {
              class: line.isFolded ? "json-fold json-folded" : "json-fold",
              title: line.isFolded ? "Unfold" : "Fold",
              "aria-hidden": "true",
              onClick: () => fold(line, !line.isFolded)
            }
          ),
          line === void 0 ? /* @__PURE__ */ a4("span", { class: "json-loading", children: "…" }) : /* @__PURE__ */ a4(Tokens, { tokens: line.tokens })
        ]
      },
      place
    );
  };
  const total = doc.total ?? 0;
  const tree = {
    tabIndex: 0,
    "aria-activedescendant": total > 0 ? `${id}-${cursor.value}` : void 0,
    onKeyDown
  };
  const role = total > 0 ? "tree" : "group";
  if (isShort) {
    const rows = [];
    for (let place = 0; place < total; place++) rows.push(row(place));
    return /* @__PURE__ */ a4("div", { ...tree, ref: root, class: "json json-short", role, "aria-label": label, children: rows });
  }
  return /* @__PURE__ */ a4("div", { ref: root, class: "big-doc", children: [
    /* @__PURE__ */ a4(
      DocSearch,
      {
        doc,
        label,
        found: found3,
        field: searchField,
        show: (number) => show(number).catch(fail),
        fail,
        status: doc.total === null ? "" : `${doc.total.toLocaleString("en")} lines`,
        foldAll,
        isFolded: isAnythingFolded(doc.folds)
      }
    ),
    fault.value && /* @__PURE__ */ a4("p", { class: "fault", role: "alert", children: [
      fault.value,
      " ",
      /* @__PURE__ */ a4(
        "button",
        {
          type: "button",
          onClick: () => {
            fault.value = null;
            load3(0, 0);
          },
          children: "Try again"
        }
      )
    ] }),
    /* @__PURE__ */ a4(
      Windowed,
      {
        count: total,
        rowHeight: LINE_HEIGHT,
        row,
        label,
        role,
        scrollTo: scrollTo2,
        onRange: load3,
        className: "json json-long",
        attributes: tree,
        head
      }
    )
  ] });
}

// src/ui/doc-remote.ts
var PAGE2 = 200;
var KEPT2 = 40;
var RemoteDoc = class {
  /** `base` is where the document is, `path` a JSON pointer into it; not `pretty`, it is shown as it came. */
  constructor(api2, base, path, pretty) {
    this.api = api2;
    this.base = base;
    this.path = path;
    this.pretty = pretty;
  }
  api;
  base;
  path;
  pretty;
  total = null;
  folds = NOTHING_FOLDED;
  pages = /* @__PURE__ */ new Map();
  underWay = /* @__PURE__ */ new Set();
  abort = new AbortController();
  get canFold() {
    return this.pretty;
  }
  line(place) {
    const page = this.pages.get(Math.floor(place / PAGE2));
    const text2 = page?.lines[place % PAGE2];
    if (page === void 0 || text2 === void 0) return void 0;
    return {
      number: page.numbers?.[place % PAGE2] ?? place,
      // What is not laid out has long lines, whose pieces would be too many to be coloured.
      tokens: this.pretty ? tokensOf(text2) : [{ kind: "space", text: text2 }],
      level: levelOf(text2),
      isBlock: (page.ends?.[place % PAGE2] ?? null) !== null,
      isFolded: page.folded?.[place % PAGE2] ?? false,
      isContinued: false
    };
  }
  stop() {
    this.abort.abort();
  }
  setFolds(folds) {
    this.folds = folds;
    this.pages = /* @__PURE__ */ new Map();
    this.underWay = /* @__PURE__ */ new Set();
    this.abort.abort();
    this.abort = new AbortController();
  }
  placeOf(number) {
    if (!this.pretty) return Promise.resolve({ around: [], at: number });
    return this.ask("/place", { line: String(number), ...foldQuery(this.folds) });
  }
  search(text2, from) {
    return this.ask("/search", { text: text2, from: String(from), pretty: String(this.pretty) });
  }
  async load(first, last) {
    const wanted = [];
    for (let page = Math.floor(first / PAGE2); page <= Math.floor(last / PAGE2); page++) wanted.push(page);
    const news2 = await Promise.all(wanted.map((page) => this.loadPage(page)));
    return news2.includes(true);
  }
  async loadPage(page) {
    if (this.pages.has(page) || this.underWay.has(page)) return false;
    const { underWay, pages, abort: abort2 } = this;
    underWay.add(page);
    try {
      const query = {
        from: String(page * PAGE2),
        lines: String(PAGE2),
        pretty: String(this.pretty),
        ...foldQuery(this.folds)
      };
      const window2 = await this.ask("", query, abort2.signal);
      if (pages !== this.pages) return false;
      this.total = window2.total;
      pages.set(page, window2);
      const oldest = pages.keys().next().value;
      if (pages.size > KEPT2 && oldest !== void 0) pages.delete(oldest);
      return true;
    } catch (reason) {
      if (abort2.signal.aborted) return false;
      throw reason;
    } finally {
      underWay.delete(page);
    }
  }
  ask(what, query, signal) {
    return this.api.get(`${this.base}${what}?${new URLSearchParams({ ...query, path: this.path })}`, signal);
  }
};

// src/ui/big-doc.tsx
function BigDoc({ session: session2, seq, path, api: api2, label = "Document", isRaw = false }) {
  const base = `/api/sessions/${encodeURIComponent(session2)}/doc/${seq}`;
  const doc = w2(() => new RemoteDoc(api2, base, path, !isRaw), [api2, base, path, isRaw]);
  A2(() => () => doc.stop(), [doc]);
  return /* @__PURE__ */ a4(DocView, { doc, label });
}

// src/ui/json.tsx
var SHORT = 8 * 1024;
var MOST_COLUMNS2 = 400;
var LEAST_COLUMNS = 24;
var SIDE = 10;
var GUTTER = 14;
function JsonText({ text: text2, label = "JSON" }) {
  return text2.length <= SHORT ? /* @__PURE__ */ a4(ShortText, { text: text2, label }) : /* @__PURE__ */ a4(LongText, { text: text2, label });
}
function PrettyJson({ text: text2, label }) {
  const laidOut = w2(() => jsonFault(text2) === null ? prettyOf(text2) : text2, [text2]);
  return /* @__PURE__ */ a4(JsonText, { text: laidOut, label });
}
function ShortText({ text: text2, label }) {
  const doc = w2(() => new LocalDoc(text2, Number.POSITIVE_INFINITY), [text2]);
  const tokens = w2(() => tokensOf(text2), [text2]);
  if (doc.canFold) return /* @__PURE__ */ a4(DocView, { doc, label, isShort: true });
  return (
    // Focusable, so that it can be scrolled by keys.
    /* @__PURE__ */ a4("pre", { class: "json", role: "group", "aria-label": label, tabIndex: 0, children: /* @__PURE__ */ a4(Tokens, { tokens }) })
  );
}
function LongText({ text: text2, label }) {
  const [columns, ruler] = useColumns();
  const doc = w2(() => new LocalDoc(text2, columns), [text2, columns]);
  const head = /* @__PURE__ */ a4("span", { ref: ruler, class: "json-ruler", "aria-hidden": "true" });
  return /* @__PURE__ */ a4(DocView, { doc, label, head });
}
function useColumns() {
  const ruler = T2(null);
  const [columns, setColumns] = d2(MOST_COLUMNS2);
  F2(() => {
    const around = ruler.current?.parentElement;
    if (!around) return;
    const measure = () => {
      const letter = (ruler.current?.getBoundingClientRect().width ?? 0) / 100;
      const room = around.clientWidth - 2 * SIDE - GUTTER - letter;
      if (letter > 0 && room > 0) setColumns(Math.min(MOST_COLUMNS2, Math.max(LEAST_COLUMNS, Math.floor(room / letter) - 1)));
    };
    measure();
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(around);
    return () => observer.disconnect();
  }, []);
  return [columns, ruler];
}

// src/auth/tokens.tsx
function expiry(at, now2) {
  if (at === void 0) return "not said";
  const left = Date.parse(at) - now2;
  if (left <= 0) return "expired";
  const days = Math.floor(left / 864e5);
  return days > 1 ? `in ${days} days` : `in ${elapsed(left)}`;
}
function Tokens2({ tokens }) {
  if (tokens.length === 0) return /* @__PURE__ */ a4("p", { class: "muted", children: "No token is kept for this server." });
  return /* @__PURE__ */ a4("section", { "aria-labelledby": "auth-tokens", children: [
    /* @__PURE__ */ a4("h2", { id: "auth-tokens", children: "Tokens that are kept" }),
    /* @__PURE__ */ a4("table", { class: "table", children: [
      /* @__PURE__ */ a4("thead", { children: /* @__PURE__ */ a4("tr", { children: [
        /* @__PURE__ */ a4("th", { scope: "col", children: "issuer" }),
        /* @__PURE__ */ a4("th", { scope: "col", children: "client" }),
        /* @__PURE__ */ a4("th", { scope: "col", children: "type" }),
        /* @__PURE__ */ a4("th", { scope: "col", children: "scopes" }),
        /* @__PURE__ */ a4("th", { scope: "col", children: "expires" }),
        /* @__PURE__ */ a4("th", { scope: "col", children: "renewable" })
      ] }) }),
      /* @__PURE__ */ a4("tbody", { children: tokens.map((token) => /* @__PURE__ */ a4("tr", { children: [
        /* @__PURE__ */ a4("td", { class: "mono", children: token.issuer }),
        /* @__PURE__ */ a4("td", { class: "mono", children: token.clientId }),
        /* @__PURE__ */ a4("td", { children: [
          token.tokenType,
          token.isKeyBound ? ", bound to a key" : ""
        ] }),
        /* @__PURE__ */ a4("td", { children: token.scopes.length === 0 ? /* @__PURE__ */ a4("span", { class: "muted", children: "none said" }) : token.scopes.join(" ") }),
        /* @__PURE__ */ a4("td", { children: /* @__PURE__ */ a4(Countdown, { at: token.expiresAt }) }),
        /* @__PURE__ */ a4("td", { children: token.canBeRenewed ? "yes" : "no" })
      ] }, keyOf(token))) })
    ] }),
    tokens.map((token) => /* @__PURE__ */ a4(Decoded, { token }, keyOf(token)))
  ] });
}
function keyOf(token) {
  return `${token.issuer} ${token.resource} ${token.clientId}`;
}
function Countdown({ at }) {
  const now2 = useNow(at !== void 0 && Date.parse(at) > Date.now());
  const said2 = expiry(at, now2);
  return /* @__PURE__ */ a4("span", { class: said2 === "expired" ? "bad" : "", children: said2 });
}
function Decoded({ token }) {
  if (token.decoded === null) {
    return /* @__PURE__ */ a4("p", { class: "muted", children: "The access token is no JWT, so nothing can be read in it." });
  }
  return /* @__PURE__ */ a4("details", { class: "fold", children: [
    /* @__PURE__ */ a4("summary", { children: "What the access token says about itself (a JWT; nothing of it was checked)" }),
    /* @__PURE__ */ a4("h3", { children: "Header" }),
    /* @__PURE__ */ a4(JsonText, { text: JSON.stringify(token.decoded.header, null, 2) }),
    /* @__PURE__ */ a4("h3", { children: "Claims" }),
    /* @__PURE__ */ a4(JsonText, { text: JSON.stringify(token.decoded.claims, null, 2) }),
    /* @__PURE__ */ a4(Times, { claims: token.decoded.claims })
  ] });
}
function claimTimes(claims) {
  return ["iat", "nbf", "exp"].flatMap((name) => {
    const value = claims[name];
    if (typeof value !== "number") return [];
    const date = new Date(value * 1e3);
    return Number.isNaN(date.getTime()) ? [] : [[name, date.toISOString()]];
  });
}
function Times({ claims }) {
  const times = claimTimes(claims);
  return times.length === 0 ? null : /* @__PURE__ */ a4("p", { class: "muted", children: times.map(([name, date]) => `${name} is ${date}`).join(" · ") });
}

// src/screens/auth.tsx
var LOOK_MS = 700;
function Auth({ state }) {
  return /^https?:/i.test(state.place) ? /* @__PURE__ */ a4(Debugger, { state }, state.id) : /* @__PURE__ */ a4("div", { class: "page", children: [
    /* @__PURE__ */ a4("h2", { children: "Logging in" }),
    /* @__PURE__ */ a4("p", { class: "empty", children: [
      "This server is a program that runs here (",
      state.transport ?? "stdio",
      "); logins are for servers on HTTP. What it needs to know goes into its variables."
    ] })
  ] });
}
function Debugger({ state }) {
  const place = `/${encodeURIComponent(state.serverId ?? state.id)}`;
  const { status, problem: unread, look: look2 } = useStatus(place, state);
  const [problem, setProblem] = d2(null);
  const [url, setUrl] = d2(null);
  const [busy2, setBusy] = d2(null);
  const wantsTrial = T2(false);
  const act3 = (work, stage = null) => {
    setProblem(null);
    setBusy(stage);
    work.catch((thrown) => setProblem(problemOf(thrown))).finally(() => {
      setBusy(null);
      look2();
    });
  };
  const post = (verb, body) => api.send("POST", `/oauth/${verb}${place}`, body === void 0 ? void 0 : JSON.stringify(body));
  const logIn = async (edits) => {
    const path = `/oauth/authorize${place}`;
    const answer2 = edits === null ? await api.get(path) : await api.send("POST", path, JSON.stringify({ settings: edits }));
    setUrl(answer2.authorizationUrl ?? null);
  };
  const outcome = status?.lastLogin?.outcome;
  A2(() => {
    if (outcome !== "granted" && outcome !== "failed") return;
    setUrl(null);
    if (outcome === "granted" && wantsTrial.current) act3(post("try"), "use");
    wantsTrial.current = false;
  }, [outcome]);
  const runTo = (stage) => {
    if (stage === "use" && (status?.tokens.length ?? 0) > 0) act3(post("try"), stage);
    else if (stage === "authorize" || stage === "token" || stage === "use") {
      wantsTrial.current = stage === "use";
      act3(logIn(null), stage);
    } else act3(post("walk", { upTo: stage }), stage);
  };
  const expire = (how, said2) => act3(post("expire", { how }).then(() => say(said2)));
  const hasToken2 = (status?.tokens.length ?? 0) > 0;
  return /* @__PURE__ */ a4("div", { class: "page auth", children: [
    /* @__PURE__ */ a4("h2", { children: "Logging in" }),
    /* @__PURE__ */ a4("div", { class: "answer-line", children: [
      /* @__PURE__ */ a4(Button, { look: "primary", onClick: () => act3(logIn(null)), children: "Log in" }),
      hasToken2 ? /* @__PURE__ */ a4($, { children: [
        /* @__PURE__ */ a4(Button, { onClick: () => act3(post("refresh").then(() => say("the token is renewed"))), children: "Renew now" }),
        /* @__PURE__ */ a4(
          Button,
          {
            title: "Its time is over for us: the next call renews it first",
            onClick: () => expire("expired", "the token has expired: the next call renews it"),
            children: "Expire now"
          }
        ),
        /* @__PURE__ */ a4(
          Button,
          {
            title: "The next call presents something else: the server refuses it, and then it is renewed",
            onClick: () => expire("access-token-dropped", "the access token is gone: the next call is refused first"),
            children: "Drop the access token"
          }
        ),
        /* @__PURE__ */ a4(Button, { onClick: () => act3(api.send("DELETE", `/oauth/token${place}`).then(() => say("logged out"))), children: "Log out" })
      ] }) : null,
      /* @__PURE__ */ a4(Button, { look: "quiet", onClick: look2, children: "Look again" })
    ] }),
    url === null ? null : /* @__PURE__ */ a4(Elsewhere, { url }),
    problem === null ? null : /* @__PURE__ */ a4(ProblemBlock, { problem }),
    unread === null ? null : /* @__PURE__ */ a4(ProblemBlock, { problem: unread }),
    status === null ? null : /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4(LastLogin, { status }),
      /* @__PURE__ */ a4(Tokens2, { tokens: status.tokens }),
      /* @__PURE__ */ a4(Stages, { stages: status.stages, onRun: runTo, busy: busy2 }),
      /* @__PURE__ */ a4(
        EditAndRetry,
        {
          settings: status.settings,
          onWalk: (edits) => act3(post("walk", { upTo: "client", settings: edits }), "client"),
          onLogIn: (edits) => act3(logIn(edits))
        }
      )
    ] }),
    /* @__PURE__ */ a4("p", { children: /* @__PURE__ */ a4("a", { href: formatRoute({ screen: "timeline", session: state.id, seq: null, filter: "kind:auth|http" }), children: "The exchanges of the session in the timeline" }) })
  ] });
}
function useStatus(place, state) {
  const [status, setStatus] = d2(null);
  const [problem, setProblem] = d2(null);
  const [asked, setAsked] = d2(0);
  const look2 = () => setAsked((times) => times + 1);
  const authRows = news.value?.counts.auth ?? 0;
  A2(() => {
    const stop = new AbortController();
    api.get(`/oauth/status${place}`, stop.signal).then((now2) => {
      setStatus(now2);
      setProblem(null);
    }).catch((thrown) => {
      if (!stop.signal.aborted) setProblem(problemOf(thrown));
    });
    return () => stop.abort();
  }, [place, asked, authRows, state.phase]);
  const pending = status?.pending === true;
  A2(() => {
    if (!pending) return void 0;
    const timer3 = setInterval(() => {
      if (!document.hidden) look2();
    }, LOOK_MS);
    return () => clearInterval(timer3);
  }, [pending]);
  return { status, problem, look: look2 };
}
function Elsewhere({ url }) {
  return /* @__PURE__ */ a4("p", { class: "card plain", children: [
    "The login goes on at the authorization server:",
    " ",
    /* @__PURE__ */ a4("a", { href: url, target: "_blank", rel: "noopener noreferrer", class: "mono address", children: url })
  ] });
}
function LastLogin({ status }) {
  const login = status.lastLogin;
  if (login === null) return /* @__PURE__ */ a4("p", { class: "muted", children: "There was no login since mcp-inspector started." });
  return /* @__PURE__ */ a4($, { children: [
    /* @__PURE__ */ a4("p", { children: [
      "Last login: ",
      /* @__PURE__ */ a4("strong", { children: login.outcome })
    ] }),
    login.fault === void 0 ? null : /* @__PURE__ */ a4(ProblemBlock, { problem: problemOfFault(login.fault) })
  ] });
}

// src/store/connecting.ts
var CONCURRENCY = 16;
var pasted = y3("");
var understood = y3(null);
var connectProblem = y3(null);
var busy = y3(false);
var found = y3(null);
var recent = y3(null);
var configured = y3(null);
async function openSession(opening, era = null) {
  busy.value = true;
  connectProblem.value = null;
  try {
    const usual = { concurrency: CONCURRENCY, apps: true };
    const options = era === null ? usual : { ...usual, era };
    const summary2 = await api.send("POST", "/api/sessions", JSON.stringify({ ...opening, options }));
    go({ screen: "explore", session: summary2.id, item: null, run: null });
    return true;
  } catch (thrown) {
    connectProblem.value = problemOf(thrown);
    return false;
  } finally {
    busy.value = false;
  }
}
async function connectPasted() {
  const text2 = pasted.peek().trim();
  if (text2 === "" || busy.peek()) return;
  connectProblem.value = null;
  busy.value = true;
  try {
    const answer2 = await api.send("POST", "/api/targets/read", JSON.stringify({ text: text2 }));
    understood.value = answer2;
    const only = answer2.servers.length === 1 ? answer2.servers[0] : void 0;
    if (only !== void 0 && only.problem === null && await openSession({ target: { text: text2 } })) {
      pasted.value = "";
      understood.value = null;
    }
  } catch (thrown) {
    understood.value = null;
    connectProblem.value = problemOf(thrown);
  } finally {
    busy.value = false;
  }
}
function connectNamed(server) {
  return openSession({ target: { text: pasted.peek().trim(), server } });
}
async function connectAgain(server) {
  if (server.text !== null) {
    await openSession({ target: { text: server.text } });
    return;
  }
  pasted.value = server.place;
  go({ screen: "connect" });
}
async function loadPlaces() {
  const [places2, used, file] = await Promise.allSettled([
    api.get("/api/targets/found"),
    api.get("/api/targets/recent"),
    api.get("/config")
  ]);
  if (places2.status === "fulfilled") found.value = places2.value.places;
  if (used.status === "fulfilled") recent.value = used.value.recent;
  if (file.status === "fulfilled") configured.value = file.value;
}
function startDemo() {
  return openSession({ target: { demo: true } });
}

// src/screens/config-editor.tsx
var editing = y3(null);
function startEditing(server, act3) {
  editing.value = { server, act: act3 };
}
function pairs(all, sign) {
  return Object.entries(all ?? {}).map(([name, value]) => `${name}${sign}${value}`).join("\n");
}
function readPairs(text2, sign) {
  const all = {};
  for (const line of text2.split("\n")) {
    const at = line.indexOf(sign);
    if (line.trim() !== "" && at > 0)
      all[line.slice(0, at).trim()] = sign === ":" ? line.slice(at + 1).trim() : line.slice(at + 1);
  }
  return all;
}
function bodyOf(fields) {
  const common = { name: fields.name, transport: fields.transport };
  if (fields.transport === "stdio") {
    return {
      ...common,
      command: fields.command,
      args: fields.args.split("\n").filter((line) => line !== ""),
      env: readPairs(fields.env, "=")
    };
  }
  return { ...common, url: fields.url, headers: readPairs(fields.headers, ":") };
}
function ConfigEditor() {
  const now2 = editing.value;
  if (now2 === null) return null;
  return now2.act === "remove" && now2.server !== null ? /* @__PURE__ */ a4(Remove, { server: now2.server }) : /* @__PURE__ */ a4(Edit, { now: now2 }, `${now2.act} ${now2.server?.id}`);
}
async function done() {
  editing.value = null;
  await loadPlaces();
}
function Remove({ server }) {
  const [problem, setProblem] = d2(null);
  const remove = () => {
    api.send("DELETE", `/config/${encodeURIComponent(server.id)}`).then(done, (thrown) => setProblem(problemOf(thrown)));
  };
  return /* @__PURE__ */ a4("div", { class: "card plain", children: [
    /* @__PURE__ */ a4("p", { children: [
      "Remove “",
      server.name,
      "” from the file?"
    ] }),
    problem === null ? null : /* @__PURE__ */ a4(ProblemBlock, { problem }),
    /* @__PURE__ */ a4("div", { class: "answer-line", children: [
      /* @__PURE__ */ a4(Button, { look: "danger", onClick: remove, children: "Remove" }),
      /* @__PURE__ */ a4(
        Button,
        {
          onClick: () => {
            editing.value = null;
          },
          children: "Keep it"
        }
      )
    ] })
  ] });
}
function Edit({ now: now2 }) {
  const { server, act: act3 } = now2;
  const [fields, setFields] = d2({
    name: act3 === "clone" ? `${server?.name ?? ""} copy` : server?.name ?? "",
    transport: server?.transport ?? "stdio",
    command: server?.command ?? "",
    args: (server?.args ?? []).join("\n"),
    url: server?.url ?? "",
    env: pairs(server?.env, "="),
    headers: pairs(server?.headers, ": ")
  });
  const [problem, setProblem] = d2(null);
  const save = () => {
    const {
      id: _id,
      createdAt: _made,
      updatedAt: _changed,
      ...others
    } = act3 === "clone" ? server : {};
    const body = JSON.stringify(act3 === "edit" ? bodyOf(fields) : { ...others, ...bodyOf(fields) });
    const sent2 = act3 === "edit" && server !== null ? api.send("PUT", `/config/${encodeURIComponent(server.id)}`, body) : api.send("POST", "/config", body);
    sent2.then(done, (thrown) => setProblem(problemOf(thrown)));
  };
  const line = (name, label, many = false) => {
    const change2 = (event) => setFields({ ...fields, [name]: event.currentTarget.value });
    return /* @__PURE__ */ a4("label", { class: "line", children: [
      /* @__PURE__ */ a4("span", { children: label }),
      many ? /* @__PURE__ */ a4("textarea", { class: "input mono", rows: 3, spellcheck: false, value: fields[name], onInput: change2 }) : /* @__PURE__ */ a4("input", { class: "input mono", type: "text", spellcheck: false, value: fields[name], onInput: change2 })
    ] });
  };
  return /* @__PURE__ */ a4(
    "form",
    {
      class: "card plain rows",
      onSubmit: (event) => {
        event.preventDefault();
        save();
      },
      children: [
        line("name", "Name"),
        /* @__PURE__ */ a4("label", { class: "line", children: [
          /* @__PURE__ */ a4("span", { children: "Transport" }),
          /* @__PURE__ */ a4(
            "select",
            {
              class: "input",
              value: fields.transport,
              onChange: (event) => setFields({ ...fields, transport: event.currentTarget.value }),
              children: [
                /* @__PURE__ */ a4("option", { value: "stdio", children: "stdio" }),
                /* @__PURE__ */ a4("option", { value: "streamableHttp", children: "streamableHttp" }),
                /* @__PURE__ */ a4("option", { value: "sse", children: "sse" })
              ]
            }
          )
        ] }),
        fields.transport === "stdio" ? /* @__PURE__ */ a4($, { children: [
          line("command", "Command"),
          line("args", "Arguments, one per line", true),
          line("env", "Variables, NAME=value", true)
        ] }) : /* @__PURE__ */ a4($, { children: [
          line("url", "URL"),
          line("headers", "Headers, Name: value", true)
        ] }),
        problem === null ? null : /* @__PURE__ */ a4(ProblemBlock, { problem }),
        /* @__PURE__ */ a4("div", { class: "answer-line", children: [
          /* @__PURE__ */ a4(Button, { look: "primary", children: "Save" }),
          /* @__PURE__ */ a4(
            Button,
            {
              onClick: () => {
                editing.value = null;
              },
              children: "Cancel"
            }
          )
        ] })
      ]
    }
  );
}

// src/screens/connect.tsx
var CONNECT_FIELD_ID = "connect-field";
function Connect() {
  const revision = configRevision.value;
  A2(() => {
    void loadPlaces();
  }, [revision]);
  A2(() => {
    document.getElementById(CONNECT_FIELD_ID)?.focus();
  }, []);
  return /* @__PURE__ */ a4("div", { class: "connect", children: [
    /* @__PURE__ */ a4("h1", { children: "Connect to a server" }),
    /* @__PURE__ */ a4(PasteField, {}),
    /* @__PURE__ */ a4(ConnectProblem, {}),
    /* @__PURE__ */ a4(ReadServers, {}),
    /* @__PURE__ */ a4(OpenSessions, {}),
    /* @__PURE__ */ a4(Configured, {}),
    /* @__PURE__ */ a4(Found, {}),
    /* @__PURE__ */ a4(Recent, {}),
    /* @__PURE__ */ a4("section", { "aria-labelledby": "new-here", children: [
      /* @__PURE__ */ a4("h2", { id: "new-here", children: "New here?" }),
      /* @__PURE__ */ a4("div", { class: "answer-line", children: [
        /* @__PURE__ */ a4(Button, { onClick: () => void startDemo(), children: "Start the built-in demo server" }),
        /* @__PURE__ */ a4(OpenRecording, {})
      ] })
    ] })
  ] });
}
function ConnectProblem() {
  const problem = connectProblem.value;
  const block = T2(null);
  A2(() => {
    if (problem !== null) block.current?.scrollIntoView({ block: "nearest" });
  }, [problem]);
  if (problem === null) return null;
  return /* @__PURE__ */ a4("div", { ref: block, children: /* @__PURE__ */ a4(ProblemBlock, { problem, title: "It could not be opened." }) });
}
function PasteField() {
  return /* @__PURE__ */ a4(
    "form",
    {
      class: "paste",
      onSubmit: (event) => {
        event.preventDefault();
        void connectPasted();
      },
      children: [
        /* @__PURE__ */ a4("label", { for: CONNECT_FIELD_ID, children: "Paste a command, a URL or an mcp.json" }),
        /* @__PURE__ */ a4("div", { class: "answer-line", children: [
          /* @__PURE__ */ a4(
            "textarea",
            {
              id: CONNECT_FIELD_ID,
              class: "input mono big",
              rows: pasted.value.includes("\n") ? 8 : 1,
              spellcheck: false,
              placeholder: "npx -y @modelcontextprotocol/server-everything",
              value: pasted.value,
              onInput: (event) => {
                pasted.value = event.currentTarget.value;
                understood.value = null;
              },
              onKeyDown: (event) => {
                if (event.key !== "Enter" || event.shiftKey) return;
                event.preventDefault();
                void connectPasted();
              }
            }
          ),
          /* @__PURE__ */ a4(Button, { look: "primary", keys: "Enter", children: busy.value ? "Connecting…" : "Connect" })
        ] })
      ]
    }
  );
}
function ReadServers() {
  const answer2 = understood.value;
  if (answer2 === null) return null;
  return /* @__PURE__ */ a4("section", { "aria-label": "Servers in what was pasted", children: answer2.servers.length === 0 ? /* @__PURE__ */ a4("p", { class: "bad", children: "There is no server in it." }) : /* @__PURE__ */ a4($, { children: [
    answer2.servers.length > 1 ? /* @__PURE__ */ a4("p", { children: [
      "There are ",
      answer2.servers.length,
      " servers in it. Choose one:"
    ] }) : null,
    /* @__PURE__ */ a4(
      ServerRows,
      {
        rows: answer2.servers.map((server) => ({ ...server, connect: () => void connectNamed(server.name) }))
      }
    )
  ] }) });
}
function ServerRows({ rows }) {
  return /* @__PURE__ */ a4("ul", { class: "server-rows", children: rows.map((server, index) => /* @__PURE__ */ a4("li", { children: [
    /* @__PURE__ */ a4("span", { class: "server-name", children: server.name }),
    /* @__PURE__ */ a4("span", { class: "muted mono server-place", title: server.place, children: server.place }),
    server.problem == null ? null : /* @__PURE__ */ a4(AdviceLine, { advice: server.problem }),
    server.note === void 0 ? null : /* @__PURE__ */ a4("span", { class: "muted", children: server.note }),
    /* @__PURE__ */ a4(Button, { label: `Connect to ${server.name}`, onClick: server.connect, children: "Connect" })
  ] }, `${server.name} ${index}`)) });
}
function AdviceLine({ advice }) {
  return /* @__PURE__ */ a4("span", { class: "warn-line", children: [
    advice.message,
    advice.hint == null ? "" : ` → ${advice.hint}`
  ] });
}
function OpenSessions() {
  const all = summaries.value ?? [];
  if (all.length === 0) return null;
  return /* @__PURE__ */ a4("section", { "aria-labelledby": "open-now", children: [
    /* @__PURE__ */ a4("h2", { id: "open-now", children: "Open now" }),
    /* @__PURE__ */ a4("ul", { class: "server-rows", children: all.map((one) => /* @__PURE__ */ a4("li", { children: [
      /* @__PURE__ */ a4("a", { class: "server-name", href: formatRoute({ screen: "explore", session: one.id, item: null, run: null }), children: one.name }),
      /* @__PURE__ */ a4("span", { class: `status ${one.origin === "recording" ? "disconnected" : one.status}`, children: [
        /* @__PURE__ */ a4("span", { class: "dot", "aria-hidden": "true" }),
        " ",
        one.origin === "recording" ? "recording" : one.status
      ] }),
      /* @__PURE__ */ a4("span", { class: "muted mono server-place", title: one.place, children: one.place }),
      /* @__PURE__ */ a4(
        Button,
        {
          look: "quiet",
          label: `Close ${one.name}`,
          onClick: () => {
            close(one.id).catch((thrown) => say(problemOf(thrown).message));
          },
          children: "Close"
        }
      ),
      one.fault === null ? null : /* @__PURE__ */ a4("span", { class: "warn-line", children: one.fault.message })
    ] }, one.id)) })
  ] });
}
function placeOf2(server) {
  return server.url ?? [server.command, ...server.args ?? []].join(" ");
}
function Configured() {
  const file = configured.value;
  return /* @__PURE__ */ a4("section", { "aria-labelledby": "configured", children: [
    /* @__PURE__ */ a4("h2", { id: "configured", children: [
      "Configured ",
      file?.path === void 0 ? null : /* @__PURE__ */ a4("span", { class: "muted", children: file.path })
    ] }),
    (file?.problems ?? []).map((problem) => /* @__PURE__ */ a4("p", { class: "warn-line", children: [
      problem.message,
      problem.hint === void 0 ? "" : ` → ${problem.hint}`
    ] }, problem.message)),
    editing.value === null ? null : /* @__PURE__ */ a4(ConfigEditor, {}),
    /* @__PURE__ */ a4("ul", { class: "server-rows", children: (file?.servers ?? []).map((server) => /* @__PURE__ */ a4("li", { children: [
      /* @__PURE__ */ a4("span", { class: "server-name", children: server.name }),
      /* @__PURE__ */ a4("span", { class: "muted mono server-place", title: placeOf2(server), children: placeOf2(server) }),
      /* @__PURE__ */ a4(Button, { label: `Connect to ${server.name}`, onClick: () => void openSession({ serverId: server.id }), children: "Connect" }),
      /* @__PURE__ */ a4(Button, { look: "quiet", label: `Edit ${server.name}`, onClick: () => startEditing(server, "edit"), children: "Edit" }),
      /* @__PURE__ */ a4(Button, { look: "quiet", label: `Clone ${server.name}`, onClick: () => startEditing(server, "clone"), children: "Clone" }),
      /* @__PURE__ */ a4(Button, { look: "quiet", label: `Remove ${server.name}`, onClick: () => startEditing(server, "remove"), children: "Remove" })
    ] }, server.id)) }),
    /* @__PURE__ */ a4(Button, { onClick: () => startEditing(null, "add"), children: "Add a server" })
  ] });
}
function Found() {
  const places2 = found.value ?? [];
  if (places2.length === 0) return null;
  return /* @__PURE__ */ a4("section", { "aria-labelledby": "found", children: [
    /* @__PURE__ */ a4("h2", { id: "found", children: [
      "Found on this machine ",
      /* @__PURE__ */ a4("span", { class: "muted", children: "shown, never changed" })
    ] }),
    places2.map((place) => /* @__PURE__ */ a4("details", { class: "fold", open: place.servers.length > 0 && place.servers.length < 6, children: [
      /* @__PURE__ */ a4("summary", { children: [
        place.client,
        " · ",
        place.servers.length === 1 ? "1 server" : `${place.servers.length} servers`,
        " ",
        /* @__PURE__ */ a4("span", { class: "muted mono", children: place.path })
      ] }),
      place.problem === null ? null : /* @__PURE__ */ a4("p", { children: /* @__PURE__ */ a4(AdviceLine, { advice: place.problem }) }),
      /* @__PURE__ */ a4(
        ServerRows,
        {
          rows: place.servers.map((server) => ({
            ...server,
            connect: () => void openSession({ target: { found: place.path, server: server.name } })
          }))
        }
      )
    ] }, place.path))
  ] });
}
function Recent() {
  const used = recent.value ?? [];
  if (used.length === 0) return null;
  return /* @__PURE__ */ a4("section", { "aria-labelledby": "recent", children: [
    /* @__PURE__ */ a4("h2", { id: "recent", children: "Recent" }),
    /* @__PURE__ */ a4(
      ServerRows,
      {
        rows: used.slice(0, 10).map((server) => ({
          name: server.name,
          place: server.place,
          note: `${server.text === null ? "its secret was not kept · " : ""}${ago(server.lastUsed, Date.now())}`,
          connect: () => void connectAgain(server)
        }))
      }
    )
  ] });
}
function OpenRecording() {
  const file = T2(null);
  const upload = async (chosen) => {
    try {
      const response = await request("POST", "/api/recordings", { body: chosen, type: "application/x-ndjson" });
      const summary2 = await response.json();
      go({ screen: "timeline", session: summary2.id, seq: null, filter: "" });
    } catch (thrown) {
      connectProblem.value = problemOf(thrown);
    }
  };
  return /* @__PURE__ */ a4($, { children: [
    /* @__PURE__ */ a4(
      "input",
      {
        ref: file,
        class: "hidden-file",
        type: "file",
        tabIndex: -1,
        "aria-label": "Recording",
        accept: ".ndjson,.jsonl",
        onChange: (event) => {
          const chosen = event.currentTarget.files?.[0];
          if (chosen !== void 0) void upload(chosen);
          event.currentTarget.value = "";
        }
      }
    ),
    /* @__PURE__ */ a4(Button, { onClick: () => file.current?.click(), children: "Open a recording" })
  ] });
}
function connectables() {
  const file = configured.value?.servers ?? [];
  return [
    ...file.map((server) => ({
      name: server.name,
      place: server.url ?? server.command ?? "",
      open: () => void openSession({ serverId: server.id })
    })),
    ...(recent.value ?? []).map((server) => ({
      name: server.name,
      place: server.place,
      open: () => void connectAgain(server)
    })),
    { name: "demo", place: "the built-in demo server", open: () => void startDemo() }
  ];
}

// src/store/comparing.ts
var LISTS2 = ["tools", "resources", "templates", "prompts"];
function sideBody(side2) {
  if (side2 === null || side2.what === null) return null;
  return JSON.stringify(
    typeof side2.what === "number" ? { session: side2.session, row: side2.what } : { session: side2.session, list: side2.what }
  );
}
function counterpart(side2, others) {
  if (typeof side2.what === "number") return { session: side2.session, what: null };
  return { session: others.find((one) => one !== side2.session) ?? side2.session, what: side2.what };
}
function compareWith(left, others) {
  go({ screen: "diff", session: left.session, left, right: counterpart(left, others), ignore: [], as: "text" });
}
function changeComparison(change2) {
  const now2 = route.peek();
  if (now2.screen !== "diff") return;
  const next = { ...now2, ...change2 };
  go({ ...next, session: next.left.session }, "replace");
}

// src/ui/comparison.tsx
var CONTEXT = 3;
var STEP = 1e3;
function pieces2(lines, context = CONTEXT) {
  const near = new Array(lines.length).fill(false);
  lines.forEach((line, at) => {
    if (line.tag === "=") return;
    for (let by = Math.max(0, at - context); by <= Math.min(lines.length - 1, at + context); by += 1) near[by] = true;
  });
  const found3 = [];
  lines.forEach((line, at) => {
    const is = near[at] === true ? "lines" : "same";
    const last = found3.at(-1);
    if (last?.is === is) last.lines.push(line);
    else found3.push({ is, lines: [line] });
  });
  return found3.map((piece) => piece.is === "same" && piece.lines.length < 4 ? { ...piece, is: "lines" } : piece);
}
function amount(body) {
  const words = ["changed", "added", "removed"].map((kind) => [body.changes.filter((change2) => change2.kind === kind).length, kind]).filter(([number]) => number > 0).map(([number, kind]) => `${number} ${kind}`);
  if (words.length > 0) return words.join(" · ") + (body.more ? " · and more" : "");
  return body.lines.every((line) => line.tag === "=") ? "the same" : "the same but for the order or the layout";
}
function Comparison({ left, right, ignore, setIgnore, as, setAs, title }) {
  const [body, setBody] = d2(null);
  const [problem, setProblem] = d2(null);
  const pointers = JSON.stringify(ignore);
  A2(() => {
    if (left === null || right === null) {
      setBody(null);
      setProblem(null);
      return void 0;
    }
    let wanted = true;
    const question = objectText([
      ["left", left],
      ["right", right],
      ["ignore", pointers]
    ]);
    api.send("POST", "/api/diff", question).then(
      (answer2) => {
        if (!wanted) return;
        setBody(answer2);
        setProblem(null);
      },
      (thrown) => {
        if (!wanted) return;
        setBody(null);
        setProblem(problemOf(thrown));
      }
    );
    return () => {
      wanted = false;
    };
  }, [left, right, pointers]);
  const disregard = (pointer) => {
    if (!ignore.includes(pointer)) setIgnore([...ignore, pointer]);
  };
  return /* @__PURE__ */ a4("div", { class: "comparison", children: [
    /* @__PURE__ */ a4("div", { class: "comparison-head", children: [
      /* @__PURE__ */ a4(Ignoring, { ignore, setIgnore, add: disregard }),
      /* @__PURE__ */ a4("span", { class: "spring" }),
      /* @__PURE__ */ a4("p", { class: "muted", role: "status", children: body === null ? "" : `${title === void 0 ? "" : `${title}: `}${amount(body)}` }),
      /* @__PURE__ */ a4("span", { class: "choices", role: "group", "aria-label": "Shown as", children: [
        /* @__PURE__ */ a4(Button, { pressed: as === "text", onClick: () => setAs("text"), children: "Text" }),
        /* @__PURE__ */ a4(Button, { pressed: as === "tree", onClick: () => setAs("tree"), children: "Tree" })
      ] })
    ] }),
    problem === null ? null : /* @__PURE__ */ a4(ProblemBlock, { problem, title: "They could not be compared." }),
    body === null ? null : as === "text" ? /* @__PURE__ */ a4(Lines, { body }) : /* @__PURE__ */ a4(Places, { body, disregard })
  ] });
}
function Ignoring({
  ignore,
  setIgnore,
  add
}) {
  const [typed, setTyped] = d2("");
  return /* @__PURE__ */ a4(
    "form",
    {
      class: "ignoring",
      onSubmit: (event) => {
        event.preventDefault();
        for (const word2 of typed.split(/\s+/).filter((one) => one !== "")) add(word2.startsWith("/") ? word2 : `/${word2}`);
        setTyped("");
      },
      children: [
        /* @__PURE__ */ a4("span", { children: "Ignore" }),
        ignore.map((pointer) => /* @__PURE__ */ a4("span", { class: "badge", children: [
          /* @__PURE__ */ a4("code", { children: pointer }),
          " ",
          /* @__PURE__ */ a4(
            "button",
            {
              type: "button",
              class: "text-button",
              "aria-label": `Count ${pointer} again`,
              onClick: () => setIgnore(ignore.filter((one) => one !== pointer)),
              children: "✕"
            }
          )
        ] }, pointer)),
        /* @__PURE__ */ a4(
          "input",
          {
            class: "input mono short",
            type: "text",
            "aria-label": "A place to ignore",
            placeholder: "/timestamp",
            spellcheck: false,
            value: typed,
            onInput: (event) => setTyped(event.currentTarget.value)
          }
        ),
        /* @__PURE__ */ a4(Button, { label: "Ignore this place", children: "+" })
      ]
    }
  );
}
function Lines({ body }) {
  const [open2, setOpen] = d2(/* @__PURE__ */ new Set());
  const [most, setMost] = d2(STEP);
  let drawn2 = 0;
  const parts = [];
  let left = 0;
  pieces2(body.lines).forEach((piece, at) => {
    if (drawn2 >= most) {
      left += piece.lines.length;
      return;
    }
    if (piece.is === "same" && !open2.has(at)) {
      parts.push(
        /* @__PURE__ */ a4(
          "button",
          {
            type: "button",
            class: "text-button diff-fold",
            onClick: () => setOpen(/* @__PURE__ */ new Set([...open2, at])),
            children: `⋯ ${piece.lines.length} lines that are the same`
          },
          at
        )
      );
      return;
    }
    const shown3 = piece.lines.slice(0, most - drawn2);
    drawn2 += shown3.length;
    left += piece.lines.length - shown3.length;
    parts.push(
      /* @__PURE__ */ a4("span", { children: shown3.map((line, index) => /* @__PURE__ */ a4(
        "span",
        {
          class: line.tag === "+" ? "added" : line.tag === "-" ? "removed" : "same",
          children: `${line.tag === "=" ? " " : line.tag} ${line.text}
`
        },
        index
      )) }, at)
    );
  });
  return /* @__PURE__ */ a4($, { children: [
    /* @__PURE__ */ a4("pre", { class: "diff", tabIndex: 0, "aria-label": "Both texts, line by line", children: parts }),
    left === 0 ? null : /* @__PURE__ */ a4(Button, { onClick: () => setMost(most + STEP), children: `Show more (${left} lines are left)` })
  ] });
}
function places(changes) {
  const root = { name: "", change: null, inside: [] };
  for (const change2 of changes) {
    let at = root;
    for (const segment of change2.pointer.split("/").slice(1)) {
      const name = segment.replaceAll("~1", "/").replaceAll("~0", "~");
      let next = at.inside.find((one) => one.name === name && one.change === null);
      if (next === void 0) {
        next = { name, change: null, inside: [] };
        at.inside.push(next);
      }
      at = next;
    }
    at.change = change2;
  }
  return root.change === null ? root.inside : [root];
}
var SIGNS2 = { added: "+", removed: "-", changed: "~" };
function Places({ body, disregard }) {
  const [most, setMost] = d2(STEP);
  const left = body.changes.length - most;
  if (body.changes.length === 0) return /* @__PURE__ */ a4("p", { class: "empty", children: "No place has another value." });
  return /* @__PURE__ */ a4($, { children: [
    /* @__PURE__ */ a4(PlaceList, { list: places(body.changes.slice(0, most)), disregard }),
    left <= 0 ? null : /* @__PURE__ */ a4(Button, { onClick: () => setMost(most + STEP), children: `Show more (${left} places are left)` })
  ] });
}
function PlaceList({ list: list2, disregard }) {
  return /* @__PURE__ */ a4("ul", { class: "diff diff-tree", children: list2.map((place, index) => /* @__PURE__ */ a4("li", { children: [
    place.change === null ? /* @__PURE__ */ a4("span", { class: "mono", children: place.name }) : /* @__PURE__ */ a4(ChangeLine, { name: place.name, change: place.change, disregard }),
    place.inside.length === 0 ? null : /* @__PURE__ */ a4(PlaceList, { list: place.inside, disregard })
  ] }, `${place.name} ${index}`)) });
}
function ChangeLine({
  name,
  change: change2,
  disregard
}) {
  return /* @__PURE__ */ a4("span", { class: "change", children: [
    /* @__PURE__ */ a4("span", { class: `sign ${change2.kind}`, "aria-hidden": "true", children: SIGNS2[change2.kind] }),
    " ",
    /* @__PURE__ */ a4("span", { class: "mono", children: name }),
    " ",
    /* @__PURE__ */ a4("span", { class: "sr-only", children: change2.kind }),
    " ",
    change2.left === null ? null : /* @__PURE__ */ a4("code", { class: "removed", children: change2.left }),
    change2.left === null || change2.right === null ? null : " → ",
    change2.right === null ? null : /* @__PURE__ */ a4("code", { class: "added", children: change2.right }),
    " ",
    /* @__PURE__ */ a4(
      "button",
      {
        type: "button",
        class: "text-button",
        "aria-label": `Ignore ${change2.pointer}`,
        onClick: () => disregard(change2.pointer),
        children: "ignore"
      }
    )
  ] });
}

// src/screens/diff.tsx
var LABELS = { tools: "Tools", resources: "Resources", templates: "Templates", prompts: "Prompts" };
function Diff({ now: now2 }) {
  const { left, right, ignore, as } = now2;
  return /* @__PURE__ */ a4("div", { class: "page", children: [
    /* @__PURE__ */ a4("section", { "aria-labelledby": "compare", children: [
      /* @__PURE__ */ a4("h2", { id: "compare", children: "Compare" }),
      /* @__PURE__ */ a4("div", { class: "compare-sides", children: [
        /* @__PURE__ */ a4(Picker, { label: "Left", side: left, choose: (side2) => changeComparison({ left: side2 }) }),
        /* @__PURE__ */ a4(
          Button,
          {
            label: "Swap the sides",
            onClick: () => {
              if (right !== null) changeComparison({ left: right, right: left });
            },
            children: "⇄"
          }
        ),
        /* @__PURE__ */ a4(
          Picker,
          {
            label: "Right",
            side: right ?? { session: left.session, what: null },
            choose: (side2) => changeComparison({ right: side2 })
          }
        )
      ] })
    ] }),
    /* @__PURE__ */ a4("section", { "aria-label": "What differs", class: "wide-section", children: left.what === null || right === null || right.what === null ? /* @__PURE__ */ a4("p", { class: "empty", children: "Choose what to compare on both sides." }) : /* @__PURE__ */ a4(
      Comparison,
      {
        left: sideBody(left),
        right: sideBody(right),
        ignore,
        setIgnore: (pointers) => changeComparison({ ignore: pointers }),
        as,
        setAs: (wanted) => changeComparison({ as: wanted })
      }
    ) })
  ] });
}
function Picker({ label, side: side2, choose: choose3 }) {
  const all = summaries.value ?? [];
  const isAnswer2 = side2.what === null || typeof side2.what === "number";
  const isKnown = all.some((one) => one.id === side2.session);
  return /* @__PURE__ */ a4("fieldset", { class: "compare-side", children: [
    /* @__PURE__ */ a4("legend", { children: label }),
    /* @__PURE__ */ a4(
      "select",
      {
        class: "input",
        "aria-label": `${label}: server`,
        value: side2.session,
        onChange: (event) => choose3({ session: event.currentTarget.value, what: typeof side2.what === "number" ? null : side2.what }),
        children: [
          isKnown ? null : /* @__PURE__ */ a4("option", { value: side2.session, children: "closed" }),
          all.map((one, at) => /* @__PURE__ */ a4("option", { value: one.id, children: `${at + 1} ${one.name}${one.origin === "recording" ? " (recording)" : ""}` }, one.id))
        ]
      }
    ),
    /* @__PURE__ */ a4(
      "select",
      {
        class: "input",
        "aria-label": `${label}: what`,
        value: isAnswer2 ? "" : String(side2.what),
        onChange: (event) => {
          const list2 = LISTS2.find((one) => one === event.currentTarget.value);
          choose3({ session: side2.session, what: list2 ?? null });
        },
        children: [
          LISTS2.map((list2) => /* @__PURE__ */ a4("option", { value: list2, children: LABELS[list2] }, list2)),
          /* @__PURE__ */ a4("option", { value: "", children: "Answer of a call" })
        ]
      }
    ),
    isAnswer2 ? /* @__PURE__ */ a4(Answers, { label, side: side2, choose: choose3 }) : null
  ] });
}
function Answers({ label, side: side2, choose: choose3 }) {
  const [rows, setRows] = d2([]);
  A2(() => {
    const stop = new AbortController();
    const query = new URLSearchParams({ filter: "kind:call -status:pending", from: "-300", limit: "300" });
    api.get(sessionPath(side2.session, `/timeline?${query.toString()}`), stop.signal).then((page) => setRows(page.rows.filter((row) => row.endSeq !== null).reverse())).catch(() => {
      if (!stop.signal.aborted) setRows([]);
    });
    return () => stop.abort();
  }, [side2.session]);
  const isListed = rows.some((row) => row.seq === side2.what);
  return /* @__PURE__ */ a4(
    "select",
    {
      class: "input",
      "aria-label": `${label}: call`,
      value: side2.what === null ? "" : String(side2.what),
      onChange: (event) => choose3({ session: side2.session, what: event.currentTarget.value === "" ? null : Number(event.currentTarget.value) }),
      children: [
        /* @__PURE__ */ a4("option", { value: "", children: rows.length === 0 ? "no call was answered" : "choose a call" }),
        isListed || side2.what === null ? null : /* @__PURE__ */ a4("option", { value: String(side2.what), children: `row ${side2.what}` }),
        rows.map((row) => /* @__PURE__ */ a4("option", { value: String(row.seq), children: rowWords(row) }, row.seq))
      ]
    }
  );
}
function rowWords(row) {
  const target = row.target === "" ? "" : ` ${row.target.slice(0, 40)}`;
  const took = row.durationNs === null ? "" : ` · ${duration(row.durationNs)}`;
  return `${row.seq} ${row.method}${target} · ${row.status ?? ""}${took}`;
}

// src/store/doctor.ts
var HTTP_STEPS = ["name found", "connected", "encrypted", "answered", "logged in", "speaks MCP"];
var BREAKS_AT = {
  HOST_NOT_FOUND: "name found",
  CONNECTION_REFUSED: "connected",
  TLS_FAILED: "encrypted",
  HTTP_STATUS: "answered",
  REDIRECTED: "answered",
  RATE_LIMITED: "answered",
  AUTHENTICATION_FAILED: "logged in",
  PROTOCOL_ERROR: "speaks MCP",
  PROTOCOL_VERSION_MISMATCH: "speaks MCP",
  INVALID_RESPONSE: "speaks MCP"
};
function diagnose(name, place, fault, worked2) {
  const dead = fault.details?.postMortem ?? null;
  const isHttp = /^https?:/i.test(place);
  return {
    title: worked2 ? `The connection to “${name}” ended` : `Could not connect to “${name}”`,
    steps: dead !== null ? processSteps(dead, fault, worked2) : worked2 ? [
      { name: "connected", verdict: "ok", what: "" },
      { name: "stayed connected", verdict: "bad", what: fault.message }
    ] : isHttp ? httpSteps(place, fault) : [{ name: "connect", verdict: "bad", what: fault.message }],
    stderr: dead?.stderr ?? [],
    junk: dead?.junk ?? [],
    hint: fault.hint ?? null,
    wantsLogin: fault.code === "AUTHENTICATION_FAILED"
  };
}
function processSteps(dead, fault, worked2) {
  const command2 = dead.argv[0] ?? "";
  if (dead.program === null) {
    return [
      { name: "command found", verdict: "bad", what: fault.message },
      { name: "started", verdict: "unknown", what: "" },
      { name: "initialize", verdict: "unknown", what: "" }
    ];
  }
  const found3 = { name: "command found", verdict: "ok", what: dead.program };
  const everRan = dead.exitCode !== null || dead.signal !== null || dead.aliveMs > 0;
  if (!everRan) {
    return [
      found3,
      { name: "started", verdict: "bad", what: fault.message },
      { name: "initialize", verdict: "unknown", what: "" }
    ];
  }
  return [
    found3,
    { name: "started", verdict: "ok", what: `${command2} in ${dead.cwd}` },
    ...worked2 ? [{ name: "initialize", verdict: "ok", what: "" }] : [],
    { name: worked2 ? "stayed alive" : "initialize", verdict: "bad", what: fault.message },
    ...dead.unsetVariables.map((variable) => ({
      name: "variable",
      verdict: "bad",
      what: `${variable} is not set`
    }))
  ];
}
function httpSteps(place, fault) {
  const breaks = BREAKS_AT[fault.code];
  if (breaks === void 0) return [{ name: "connect", verdict: "bad", what: fault.message }];
  const secure = /^https:/i.test(place);
  const steps = HTTP_STEPS.filter((step) => step !== "encrypted" || secure);
  const at = steps.indexOf(breaks);
  return steps.map((name, index) => ({
    name,
    verdict: index < at ? "ok" : index === at ? "bad" : "unknown",
    what: index === at ? fault.message : ""
  }));
}
function report(diagnosis, place, fault) {
  const marks2 = { ok: "✓", bad: "✗", unknown: "·" };
  return [
    diagnosis.title,
    `place: ${place}`,
    `fault: ${fault.code}: ${fault.message}`,
    ...diagnosis.steps.map((step) => `${marks2[step.verdict]} ${step.name}${step.what === "" ? "" : `: ${step.what}`}`),
    ...typeof fault.details?.originalError === "string" ? [`cause: ${fault.details.originalError}`] : [],
    ...diagnosis.stderr.map((line) => `stderr: ${line}`),
    ...diagnosis.junk.map((line) => `stdout, not a message: ${line}`),
    ...diagnosis.hint === null ? [] : [`hint: ${diagnosis.hint}`]
  ].join("\n");
}

// src/screens/doctor.tsx
var choices = y3(0);
function nameOf(id, fault) {
  return `doctor:${id}:${fault.code}`;
}
function worked(state) {
  return state.server !== null;
}
function isShown(state, fault) {
  void choices.value;
  const chosen = keptText(nameOf(state.id, fault));
  return chosen === null ? !worked(state) : chosen === "shown";
}
function choose(state, fault, choice) {
  keepText(nameOf(state.id, fault), choice);
  choices.value += 1;
}
var SIGNS3 = { ok: "✓", bad: "✗", unknown: "·" };
var WORDS = { ok: "worked", bad: "failed", unknown: "not reached" };
function Doctor({
  state,
  fault,
  dismissable
}) {
  const { id, place } = state;
  const diagnosis = diagnose(state.name, place, fault, worked(state));
  const help = helpPath(fault.helpUrl, location.origin);
  return /* @__PURE__ */ a4("section", { class: "doctor", "aria-labelledby": "doctor-title", role: "region", children: [
    /* @__PURE__ */ a4("h2", { id: "doctor-title", children: diagnosis.title }),
    /* @__PURE__ */ a4("ul", { class: "steps", children: diagnosis.steps.map((step) => /* @__PURE__ */ a4("li", { class: step.verdict, children: [
      /* @__PURE__ */ a4("span", { class: `sign ${step.verdict}`, "aria-hidden": "true", children: SIGNS3[step.verdict] }),
      /* @__PURE__ */ a4("span", { class: "step-name", children: [
        step.name,
        /* @__PURE__ */ a4("span", { class: "sr-only", children: [
          " ",
          WORDS[step.verdict]
        ] })
      ] }),
      /* @__PURE__ */ a4("span", { class: "step-what", children: step.what })
    ] }, `${step.name} ${step.what}`)) }),
    diagnosis.stderr.length === 0 ? null : /* @__PURE__ */ a4(Lines2, { label: "stderr", lines: diagnosis.stderr }),
    diagnosis.junk.length === 0 ? null : /* @__PURE__ */ a4(Lines2, { label: "stdout, not messages", lines: diagnosis.junk }),
    typeof fault.details?.originalError === "string" ? /* @__PURE__ */ a4("p", { class: "muted mono", children: fault.details.originalError }) : null,
    diagnosis.hint === null ? null : /* @__PURE__ */ a4("p", { class: "hint", children: [
      "→ ",
      diagnosis.hint
    ] }),
    /* @__PURE__ */ a4("div", { class: "answer-line", children: [
      /* @__PURE__ */ a4(
        Button,
        {
          look: "primary",
          onClick: () => {
            command(id, "reconnect").catch((thrown) => say(problemOf(thrown).message));
          },
          children: "Retry"
        }
      ),
      diagnosis.wantsLogin ? /* @__PURE__ */ a4("a", { class: "button plain", href: formatRoute({ screen: "auth", session: id }), children: "Open Auth" }) : null,
      /* @__PURE__ */ a4(Button, { onClick: () => void copy(report(diagnosis, place, fault), "the report"), children: "Copy report" }),
      help === null ? null : /* @__PURE__ */ a4("a", { href: help, target: "_blank", rel: "noopener", children: [
        "About ",
        fault.code
      ] }),
      /* @__PURE__ */ a4("span", { class: "spring" }),
      dismissable ? /* @__PURE__ */ a4(Button, { look: "quiet", onClick: () => choose(state, fault, "away"), children: "Put away" }) : null
    ] })
  ] });
}
function Lines2({ label, lines }) {
  return /* @__PURE__ */ a4("figure", { class: "block", children: [
    /* @__PURE__ */ a4("figcaption", { class: "muted", children: label }),
    /* @__PURE__ */ a4("pre", { class: "wire", tabIndex: 0, "aria-label": label, children: lines.join("\n") })
  ] });
}

// src/store/catalog.ts
var KINDS2 = ["tools", "resources", "templates", "prompts"];
var loaded2 = y3(null);
var catalogProblem = y3(null);
var catalog = O(
  () => loaded2.value !== null && loaded2.value.session === session.value?.id ? loaded2.value.catalog : null
);
function listsVersion(state) {
  if (state === null) return "";
  return [
    state.id,
    ...KINDS2.map((kind) => `${state.catalog[kind]?.seq ?? "-"}/${state.catalog[kind]?.count ?? 0}`)
  ].join(" ");
}
function followLists() {
  const version2 = O(() => listsVersion(session.value));
  let newest2 = 0;
  return x2(() => {
    const wanted = version2.value;
    const id = session.peek()?.id;
    if (wanted === "" || id === void 0) return;
    newest2 += 1;
    const mine = newest2;
    api.get(sessionPath(id, "/catalog")).then((fetched2) => {
      if (mine !== newest2) return;
      loaded2.value = { session: id, catalog: fetched2 };
      catalogProblem.value = null;
    }).catch((thrown) => {
      if (mine === newest2) catalogProblem.value = problemOf(thrown);
    });
  });
}
async function refreshLists(state) {
  const offered = KINDS2.filter(
    (kind) => (kind === "templates" ? "resources" : kind) in (state.server?.capabilities ?? {})
  );
  for (const list2 of offered) await api.send("POST", sessionPath(state.id, "/lists"), JSON.stringify({ list: list2 }));
}
var KIND_OF = {
  tool: "tools",
  resource: "resources",
  template: "templates",
  prompt: "prompts"
};
var ITEM_KIND_OF = {
  tools: "tool",
  resources: "resource",
  templates: "template",
  prompts: "prompt"
};
function refOf(kind, item) {
  const byUri = kind === "resources" || kind === "templates";
  return { kind: ITEM_KIND_OF[kind], key: byUri ? item.uri ?? item.name : item.name };
}
function findItem(all, ref) {
  const kind = KIND_OF[ref.kind];
  return all?.[kind]?.items.find((item) => refOf(kind, item).key === ref.key) ?? null;
}
function fetchDetail(id, ref, item, signal) {
  return api.get(sessionPath(id, `/catalog/item?list=${KIND_OF[ref.kind]}&index=${item.index}`), signal);
}
function whyEmpty(state, kind) {
  const capability = kind === "templates" ? "resources" : kind;
  const capabilities = state.server?.capabilities;
  if (state.phase === "starting" || state.phase === "initializing") return "connecting…";
  if (state.phase !== "ready") return "not connected";
  if (capabilities === null || capabilities === void 0) return "the server has not said what it offers";
  if (!(capability in capabilities)) return `the server did not advertise \`${capability}\``;
  return state.catalog[kind] === null ? "not fetched yet" : "the server's list is empty";
}

// src/explore/overview.tsx
var LABELS2 = {
  tools: "Tools",
  resources: "Resources",
  templates: "Templates",
  prompts: "Prompts"
};
function toTry(items) {
  const readable = items.filter((item) => item.broken === null);
  return readable.find((item) => item.name === "echo") ?? readable.find((item) => item.badges.includes("read-only")) ?? readable[0] ?? null;
}
function Overview({ state }) {
  const info = state.server?.info;
  const first = toTry(catalog.value?.tools?.items ?? []);
  return /* @__PURE__ */ a4("section", { class: "pane overview", "aria-label": "Overview", id: "pane-2", tabIndex: -1, children: /* @__PURE__ */ a4("div", { class: "pane-body", children: [
    /* @__PURE__ */ a4("h2", { class: "overview-title", children: [
      info?.title ?? info?.name ?? state.name,
      " ",
      info?.version === void 0 ? null : /* @__PURE__ */ a4("span", { class: "muted", children: info.version })
    ] }),
    /* @__PURE__ */ a4("p", { class: "muted mono", children: state.place }),
    /* @__PURE__ */ a4("ul", { class: "counts", children: KINDS2.map((kind) => {
      const list2 = state.catalog[kind];
      const broken = (catalog.value?.[kind]?.items ?? []).filter((item) => item.broken !== null).length;
      return /* @__PURE__ */ a4("li", { children: [
        /* @__PURE__ */ a4("strong", { children: list2 === null ? "–" : `${list2.count}${list2.complete ? "" : "+"}` }),
        " ",
        LABELS2[kind],
        list2 === null || list2.count === 0 ? /* @__PURE__ */ a4("span", { class: "muted", children: [
          " ",
          whyEmpty(state, kind)
        ] }) : null,
        broken > 0 ? /* @__PURE__ */ a4("span", { class: "bad", children: [
          " ",
          broken,
          " broken"
        ] }) : null
      ] }, kind);
    }) }),
    first === null ? null : /* @__PURE__ */ a4("p", { children: [
      "Try",
      " ",
      /* @__PURE__ */ a4("a", { href: formatRoute({ screen: "explore", session: state.id, item: refOf("tools", first), run: null }), children: first.name }),
      ", or press ",
      /* @__PURE__ */ a4("kbd", { children: "Ctrl K" }),
      " and type."
    ] }),
    state.server?.instructions == null ? null : /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4("h3", { children: "What the server says" }),
      /* @__PURE__ */ a4("pre", { class: "text-content", children: state.server.instructions })
    ] })
  ] }) });
}

// src/explore/options.tsx
function Options({
  state,
  target,
  draft,
  badges,
  definition
}) {
  const isOnlyTask = definition !== null && sliceAt(definition, ["execution", "taskSupport"]) === '"required"';
  A2(() => {
    if (isOnlyTask && draft.asTask.peek() === null) draft.asTask.value = true;
  }, [isOnlyTask, draft]);
  const canAsk = target.kind === "tool" && state.server?.capabilities?.["tasks"] !== void 0;
  const taskable = badges.includes("task") || hasTasks(state);
  const words = [
    draft.timeoutMs.value === null ? "timeout as usual" : `timeout ${draft.timeoutMs.value} ms`,
    draft.meta.value.trim() === "" ? "no _meta" : "with _meta",
    ...draft.forced.value ? ["sent even if not advertised"] : [],
    ...draft.asTask.value === true ? ["as a task"] : [],
    ...target.kind === "tool" ? [draft.detached.value ? "ends with the task" : taskable ? "waits for tasks" : "no tasks on this server"] : []
  ];
  return /* @__PURE__ */ a4("details", { class: "fold options", children: [
    /* @__PURE__ */ a4("summary", { children: [
      "Options: ",
      words.join(" · ")
    ] }),
    /* @__PURE__ */ a4("div", { class: "rows", children: [
      /* @__PURE__ */ a4("label", { class: "line", children: [
        /* @__PURE__ */ a4("span", { children: "Timeout, ms" }),
        /* @__PURE__ */ a4(
          "input",
          {
            class: "input short",
            type: "text",
            inputMode: "numeric",
            placeholder: "as usual",
            value: draft.timeoutMs.value ?? "",
            onInput: (event) => {
              const typed = Number(event.currentTarget.value);
              draft.timeoutMs.value = Number.isInteger(typed) && typed > 0 ? typed : null;
            }
          }
        )
      ] }),
      /* @__PURE__ */ a4("label", { class: "line", children: [
        /* @__PURE__ */ a4("span", { children: "_meta, JSON" }),
        /* @__PURE__ */ a4(
          "input",
          {
            class: "input mono",
            type: "text",
            spellcheck: false,
            placeholder: "{}",
            value: draft.meta.value,
            onInput: (event) => {
              draft.meta.value = event.currentTarget.value;
            }
          }
        )
      ] }),
      /* @__PURE__ */ a4("label", { class: "line", children: [
        /* @__PURE__ */ a4(
          "input",
          {
            type: "checkbox",
            checked: draft.forced.value,
            onChange: (event) => {
              draft.forced.value = event.currentTarget.checked;
            }
          }
        ),
        /* @__PURE__ */ a4("span", { children: "Send it even if the server does not advertise such a thing" })
      ] }),
      canAsk ? /* @__PURE__ */ a4("label", { class: "line", children: [
        /* @__PURE__ */ a4(
          "input",
          {
            type: "checkbox",
            checked: draft.asTask.value === true,
            onChange: (event) => {
              draft.asTask.value = event.currentTarget.checked;
            }
          }
        ),
        /* @__PURE__ */ a4("span", { children: [
          "Run as a task",
          isOnlyTask ? ": this tool takes nothing else" : ""
        ] })
      ] }) : null,
      target.kind === "tool" && taskable ? /* @__PURE__ */ a4("label", { class: "line", children: [
        /* @__PURE__ */ a4(
          "input",
          {
            type: "checkbox",
            checked: draft.detached.value,
            onChange: (event) => {
              draft.detached.value = event.currentTarget.checked;
            }
          }
        ),
        /* @__PURE__ */ a4("span", { children: "When the server makes a task of it, the task is the result" })
      ] }) : null
    ] })
  ] });
}
function hasTasks(state) {
  const capabilities = state.server?.capabilities;
  const extensions = capabilities?.["extensions"];
  const named2 = typeof extensions === "object" && extensions !== null && "io.modelcontextprotocol/tasks" in extensions;
  return named2 || capabilities?.["tasks"] !== void 0;
}

// src/explore/running.ts
var heldBack = y3(null);
var PATIENCE_MS2 = 2e3;
var formOnScreen = { current: null };
function keyOf2(id, ref) {
  return `${id} ${ref.kind} ${ref.key}`;
}
function isHeldBack(id, ref) {
  return heldBack.value?.item === keyOf2(id, ref);
}
async function formSettled() {
  const form = formOnScreen.current;
  if (form === null) return true;
  const late = new Promise((resolve) => setTimeout(() => resolve(false), PATIENCE_MS2));
  return Promise.race([form.settled().then(() => true), late]);
}
function unsendable(text2) {
  const trimmed3 = text2.trim();
  return trimmed3 === "" || valueOf(trimmed3) !== void 0 ? null : "the arguments are not JSON: correct them in the JSON view";
}
async function runItem(id, ref, anyway) {
  if (backendGone.peek()) {
    say("not sent: mcp-inspector does not answer");
    return;
  }
  if (session.peek()?.id === id && session.peek()?.origin === "recording") {
    say("not sent: this is a recording, there is no server");
    return;
  }
  runBegan();
  if (!anyway && !await formSettled()) {
    heldBack.value = { item: keyOf2(id, ref), by: "silence" };
    return;
  }
  const draft = draftOf(id, ref);
  const text2 = draft.text.peek();
  const meta = draft.meta.peek().trim();
  const broken = unsendable(text2) !== null || unsendable(meta) !== null;
  if (broken || !anyway && draft.errors.peek().length > 0) {
    heldBack.value = { item: keyOf2(id, ref), by: "errors" };
    formOnScreen.current?.showProblems();
    return;
  }
  heldBack.value = null;
  const options = { timeoutMs: draft.timeoutMs.peek(), forced: draft.forced.peek(), detached: draft.detached.peek() };
  let sent2 = ref;
  if (ref.kind === "template") {
    try {
      sent2 = { kind: "template", key: await expanded(ref.key, text2) };
    } catch (thrown) {
      say(problemOf(thrown).message);
      return;
    }
  }
  const call = await start(id, ref, compose(sent2, text2, meta === "" ? null : meta, draft.asTask.peek() === true), text2, options);
  const now2 = route.peek();
  const stillThere = now2.screen === "explore" && now2.session === id && now2.item?.kind === ref.kind && now2.item.key === ref.key;
  if (call !== null && stillThere) go({ screen: "explore", session: id, item: ref, run: call }, "replace");
}
function shownRun(id, ref, call) {
  const chosen = call === null ? null : findRun(id, call);
  if (chosen !== null) return chosen;
  const mine = runsOf(runs.value, id, ref);
  return mine.at(-1) ?? null;
}
function neighbour(id, ref, shown3, by) {
  const mine = runsOf(runs.value, id, ref);
  const at = shown3 === null ? mine.length : mine.findIndex((run2) => run2.call === shown3.call);
  return mine[at + by] ?? null;
}

// src/explore/run-list.tsx
function RunList({
  state,
  target,
  shown: shown3
}) {
  const mine = runsOf(runs.value, state.id, target);
  if (mine.length === 0) return null;
  const running = mine.filter((run2) => run2.state.is === "running" || run2.state.is === "sending");
  const over = mine.filter((run2) => !running.includes(run2)).reverse();
  return /* @__PURE__ */ a4("div", { class: "runs", children: [
    running.map((run2) => /* @__PURE__ */ a4(Running, { run: run2, state }, run2.call ?? "new")),
    over.length === 0 ? null : /* @__PURE__ */ a4("p", { class: "run-links", children: [
      "Runs:",
      " ",
      over.slice(0, 12).map((run2, index) => /* @__PURE__ */ a4("span", { children: [
        index === 0 ? "" : " · ",
        run2.call === null ? /* @__PURE__ */ a4("span", { children: "not sent" }) : /* @__PURE__ */ a4(
          "a",
          {
            href: formatRoute({ screen: "explore", session: state.id, item: target, run: run2.call }),
            ...run2.call === shown3 ? { "aria-current": "true" } : {},
            children: [
              "#",
              run2.call,
              " ",
              runWords(run2)
            ]
          }
        )
      ] }, run2.call ?? `failed-${run2.startedAt}`))
    ] })
  ] });
}
function runWords(run2) {
  if (run2.state.is === "failed") return "not sent";
  if (run2.state.is === "ended") {
    const { end } = run2.state;
    const took = end.long !== null && run2.row?.durationNs != null ? run2.row.durationNs : end.durationMs * 1e6;
    const how2 = end.outcome !== "answered" ? end.outcome === "refused" ? "error" : end.outcome : end.toolError ? "tool error" : "OK";
    return `${duration(took)} ${how2}`;
  }
  const row = run2.row;
  if (row === null) return "";
  const how = row.status === "ok" ? "OK" : row.status === "tool-error" ? "tool error" : row.status ?? "";
  return row.durationNs === null ? how : `${duration(row.durationNs)} ${how}`;
}
function Running({ run: run2, state }) {
  const [problem, setProblem] = d2(null);
  const now2 = useNow();
  const live = state.calls.find((call) => call.call === run2.call);
  const since = run2.startedAt !== null ? (now2 - run2.startedAt) * 1e6 : live === void 0 ? 0 : sessionNow(state, now2) - live.sentAtNs;
  return /* @__PURE__ */ a4("div", { class: "running", children: [
    /* @__PURE__ */ a4("p", { class: "running-line", children: [
      /* @__PURE__ */ a4("span", { class: "sign pending", "aria-hidden": "true", children: "●" }),
      " ",
      "#",
      run2.call ?? "…",
      " running · ",
      duration(since),
      /* @__PURE__ */ a4("span", { class: "spring" }),
      /* @__PURE__ */ a4(
        Button,
        {
          onClick: () => {
            abort(run2).catch((thrown) => setProblem(problemOf(thrown)));
          },
          children: "Cancel"
        }
      )
    ] }),
    live?.progress == null ? null : /* @__PURE__ */ a4(Progress, { progress: live.progress }),
    problem === null ? null : /* @__PURE__ */ a4(ProblemBlock, { problem, title: "It could not be cancelled." })
  ] });
}
function Progress({ progress }) {
  const { progress: done2, total, message } = progress;
  const words = total === null ? `${done2}` : `${done2} of ${total}`;
  return /* @__PURE__ */ a4("p", { class: "progress-line", children: [
    total === null ? /* @__PURE__ */ a4("progress", { "aria-label": "progress" }) : /* @__PURE__ */ a4("progress", { "aria-label": "progress", value: Math.min(done2, total), max: total }),
    /* @__PURE__ */ a4("span", { class: "muted", children: [
      " ",
      words,
      message === null ? "" : ` · ${message}`
    ] })
  ] });
}

// src/explore/subscribe.tsx
function Subscribe({ state, uri }) {
  const [problem, setProblem] = d2(null);
  const on = state.subscriptions.includes(uri);
  const toggle2 = async () => {
    setProblem(null);
    try {
      if (on) await api.send("DELETE", sessionPath(state.id, `/subscriptions?uri=${encodeURIComponent(uri)}`));
      else await api.send("POST", sessionPath(state.id, "/subscriptions"), JSON.stringify({ uri }));
    } catch (thrown) {
      setProblem(problemOf(thrown));
    }
  };
  return /* @__PURE__ */ a4($, { children: [
    problem === null ? null : /* @__PURE__ */ a4(ProblemBlock, { problem }),
    /* @__PURE__ */ a4(Button, { pressed: on, onClick: () => void toggle2(), children: on ? "Subscribed" : "Subscribe" })
  ] });
}

// src/explore/request.tsx
function Request({
  state,
  item: ref,
  run: run2
}) {
  const item = findItem(catalog.value, ref);
  const [loading2, setLoading] = d2({ is: "loading" });
  const listSeq = catalog.value === null ? null : Object.values(catalog.value).map((list2) => list2?.seq).join();
  A2(() => {
    if (item === null) return void 0;
    const stop = new AbortController();
    fetchDetail(state.id, ref, item, stop.signal).then((detail2) => setLoading({ is: "ready", detail: detail2 })).catch((thrown) => {
      if (!stop.signal.aborted) setLoading({ is: "failed", problem: problemOf(thrown) });
    });
    return () => stop.abort();
  }, [state.id, ref.kind, ref.key, item?.index, listSeq]);
  useRecall(state.id, ref);
  const draft = draftOf(state.id, ref);
  const verb = ref.kind === "tool" ? "Run" : ref.kind === "prompt" ? "Get" : "Read";
  const detail = loading2.is === "ready" ? loading2.detail : null;
  const withForm = detail !== null && hasForm(ref);
  return /* @__PURE__ */ a4("section", { class: "pane request", "aria-label": "Request", id: "pane-2", tabIndex: -1, children: [
    /* @__PURE__ */ a4("header", { class: "pane-head", children: [
      /* @__PURE__ */ a4("h2", { class: "pane-title", title: ref.key, children: item?.name ?? ref.key }),
      (item?.badges ?? []).map((badge) => /* @__PURE__ */ a4("span", { class: "badge", children: badge }, badge)),
      /* @__PURE__ */ a4("span", { class: "spring" }),
      ref.kind === "resource" ? /* @__PURE__ */ a4(Subscribe, { state, uri: ref.key }) : null,
      withForm ? /* @__PURE__ */ a4(ModeSwitch, { draft }) : null,
      /* @__PURE__ */ a4(Button, { look: "primary", keys: "Ctrl+Enter", onClick: () => void runItem(state.id, ref, false), children: verb })
    ] }),
    /* @__PURE__ */ a4("div", { class: "pane-body", children: [
      isHeldBack(state.id, ref) ? /* @__PURE__ */ a4(HeldBack, { state, target: ref, draft }) : null,
      /* @__PURE__ */ a4(
        About,
        {
          item,
          target: ref,
          known: catalog.value !== null,
          description: detail?.description ?? item?.description ?? null
        }
      ),
      loading2.is === "failed" ? /* @__PURE__ */ a4(ProblemBlock, { problem: loading2.problem, title: "This item could not be read." }) : null,
      detail !== null && withForm && draftsCame(state.id) ? /* @__PURE__ */ a4(
        ItemForm,
        {
          state,
          target: ref,
          detail,
          draft
        },
        `${state.id} ${ref.kind} ${ref.key}`
      ) : null,
      ref.kind === "template" ? /* @__PURE__ */ a4(FilledIn, { template: ref.key, text: draft.text.value }) : null,
      /* @__PURE__ */ a4(Options, { state, target: ref, draft, badges: item?.badges ?? [], definition: detail?.raw ?? null }),
      /* @__PURE__ */ a4(RunList, { state, target: ref, shown: run2 }),
      /* @__PURE__ */ a4(CardsFor, { state, target: ref }),
      detail === null ? null : /* @__PURE__ */ a4("details", { class: "fold", children: [
        /* @__PURE__ */ a4("summary", { children: "Definition as the server sent it" }),
        /* @__PURE__ */ a4(PrettyJson, { text: detail.raw })
      ] })
    ] })
  ] });
}
function useRecall(id, ref) {
  const version2 = timelineVersion.value;
  A2(() => {
    const stop = new AbortController();
    const timer3 = setTimeout(() => {
      recall(id, ref, stop.signal).catch(() => void 0);
    }, 150);
    return () => {
      clearTimeout(timer3);
      stop.abort();
    };
  }, [id, ref.kind, ref.key, version2]);
}
function About({
  item,
  target,
  known,
  description
}) {
  if (item === null) {
    return known ? /* @__PURE__ */ a4("p", { class: "warn-line", children: [
      "The server does not list this ",
      target.kind,
      ". It can be sent all the same."
    ] }) : null;
  }
  return /* @__PURE__ */ a4("div", { class: "about", children: [
    item.title === null || item.title === item.name ? null : /* @__PURE__ */ a4("p", { class: "about-title", children: item.title }),
    description === null ? null : /* @__PURE__ */ a4("p", { class: "muted description", children: description }),
    target.kind === "resource" || target.kind === "template" ? /* @__PURE__ */ a4("p", { class: "muted mono", children: [
      target.key,
      item.mimeType === null ? "" : ` · ${item.mimeType}`
    ] }) : null,
    item.broken === null ? null : /* @__PURE__ */ a4("p", { class: "warn-line", children: [
      "This entry is not as it should be: ",
      item.broken
    ] })
  ] });
}
function FilledIn({ template, text: text2 }) {
  const [uri, setUri] = d2(null);
  A2(() => {
    let wanted = true;
    const timer3 = setTimeout(() => {
      expanded(template, text2).then(
        (answer2) => {
          if (wanted) setUri(answer2);
        },
        () => setUri(null)
      );
    }, 150);
    return () => {
      wanted = false;
      clearTimeout(timer3);
    };
  }, [template, text2]);
  return /* @__PURE__ */ a4("p", { class: "muted mono address", children: uri === null ? "" : `reads ${uri}` });
}
function ModeSwitch({ draft }) {
  return /* @__PURE__ */ a4("div", { class: "switch", role: "group", "aria-label": "Fill in as", children: [
    /* @__PURE__ */ a4(
      Button,
      {
        pressed: draft.mode.value === "form",
        onClick: () => {
          draft.mode.value = "form";
        },
        children: "Form"
      }
    ),
    /* @__PURE__ */ a4(
      Button,
      {
        pressed: draft.mode.value === "json",
        onClick: () => {
          draft.mode.value = "json";
        },
        children: "JSON"
      }
    )
  ] });
}
function ItemForm({
  state,
  target,
  detail,
  draft
}) {
  const completes = target.kind === "prompt" || target.kind === "template";
  const complete = b(
    async (name, value) => {
      if (state.server?.capabilities?.["completions"] === void 0) return [];
      const body = completionBody(target, name, value, draft.text.peek());
      const report2 = await api.send(
        "POST",
        sessionPath(state.id, "/calls?wait=true"),
        body
      );
      return (report2.result?.completion?.values ?? []).filter((one) => typeof one === "string");
    },
    [state.id, target.kind, target.key]
  );
  A2(() => {
    if (!wantsFocus.peek()) return;
    wantsFocus.value = false;
    focusFirstField("#item-form", () => document.getElementById("item-form") !== null);
  }, []);
  return /* @__PURE__ */ a4("div", { id: "item-form", children: /* @__PURE__ */ a4(
    FormPane,
    {
      schema: schemaOf(detail),
      text: draft.text,
      mode: draft.mode,
      errors: draft.errors,
      onRun: () => void runItem(state.id, target, false),
      api: formApi,
      idPrefix: "arg",
      handle: formOnScreen,
      ...completes ? { complete } : {}
    }
  ) });
}
function HeldBack({
  state,
  target,
  draft
}) {
  const broken = unsendable(draft.text.value) ?? unsendable(draft.meta.value);
  const errors = draft.errors.value;
  const silent = heldBack.value?.by === "silence";
  if (broken === null && errors.length === 0 && !silent) return null;
  const why = broken ?? (silent ? "The form has not taken in what was typed last." : `${errors.length === 1 ? "One thing does" : `${errors.length} things do`} not fit the schema:`);
  return /* @__PURE__ */ a4("div", { class: "problem", role: "alert", children: [
    /* @__PURE__ */ a4("p", { class: "problem-line", children: [
      /* @__PURE__ */ a4("strong", { children: "Not sent yet." }),
      " ",
      why
    ] }),
    broken === null ? /* @__PURE__ */ a4("ul", { children: errors.slice(0, 20).map((error) => /* @__PURE__ */ a4("li", { children: [
      /* @__PURE__ */ a4("button", { type: "button", class: "text-button mono", onClick: () => formOnScreen.current?.focus(error.pointer), children: error.pointer === "" ? "the whole" : error.pointer }),
      " ",
      error.message
    ] }, `${error.pointer} ${error.keyword}`)) }) : null,
    /* @__PURE__ */ a4("p", { class: "problem-acts", children: [
      broken === null ? /* @__PURE__ */ a4(Button, { onClick: () => void runItem(state.id, target, true), children: "Send anyway" }) : null,
      /* @__PURE__ */ a4(
        Button,
        {
          look: "quiet",
          onClick: () => {
            heldBack.value = null;
          },
          children: "Not now"
        }
      )
    ] })
  ] });
}

// src/store/settings.ts
var DEFAULTS = { theme: "system", density: "compact", splits: {}, singleKeys: true };
var SAVE_AFTER_MS = 400;
var settings = y3(DEFAULTS);
function readSettings(kept) {
  const all = typeof kept === "object" && kept !== null ? kept : {};
  const { theme: theme2, density, splits, singleKeys } = all;
  const sizes = typeof splits === "object" && splits !== null ? Object.entries(splits) : [];
  return {
    theme: theme2 === "light" || theme2 === "dark" ? theme2 : "system",
    density: density === "cozy" ? "cozy" : "compact",
    splits: Object.fromEntries(
      sizes.filter((one) => typeof one[1] === "number" && one[1] > 0 && one[1] < 1)
    ),
    singleKeys: typeof singleKeys === "boolean" ? singleKeys : true
  };
}
async function loadSettings() {
  try {
    settings.value = readSettings(await api.get("/api/settings"));
  } catch {
  }
}
var timer2 = null;
function change(part) {
  settings.value = { ...settings.value, ...part };
  if (timer2 !== null) clearTimeout(timer2);
  timer2 = setTimeout(() => {
    timer2 = null;
    api.send("PUT", "/api/settings", JSON.stringify(settings.value)).catch(() => void 0);
  }, SAVE_AFTER_MS);
}
function setSplit(name, fraction) {
  change({ splits: { ...settings.value.splits, [name]: fraction } });
}
function nextTheme(dark) {
  change({ theme: dark ? "light" : "dark" });
}
function isDark() {
  const { theme: theme2 } = settings.value;
  return theme2 === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme2 === "dark";
}
function applySettings() {
  return x2(() => {
    const { theme: theme2, density } = settings.value;
    const root = document.documentElement;
    root.style.colorScheme = theme2 === "system" ? "light dark" : theme2;
    root.dataset["density"] = density;
  });
}

// src/store/version.ts
var version = y3("");
async function loadVersion() {
  version.value = (await api.get("/health")).version;
}

// src/apps/bridge.ts
var PROTOCOL = "2026-01-26";
var MOST_CALLS = 8;
var MOST_LINKS = 5;
var TEARDOWN_MS = 500;
var METHOD_NOT_FOUND = -32601;
var INVALID_PARAMS = -32602;
var INVALID_REQUEST = -32600;
var REFUSED = -32e3;
var MODES = ["inline", "fullscreen"];
function isDict(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function isWebAddress(url) {
  try {
    return /^https?:$/.test(new URL(url).protocol);
  } catch {
    return false;
  }
}
var Bridge = class {
  #host;
  #isReady = false;
  #input = null;
  #end = null;
  /** What the app says it can be shown as; null when it does not say. */
  #modes = null;
  #calls = 0;
  #links = /* @__PURE__ */ new Set();
  #next = 1;
  #waiting = /* @__PURE__ */ new Map();
  constructor(host) {
    this.#host = host;
  }
  get isReady() {
    return this.#isReady;
  }
  /** Something came from the app. */
  receive(text2) {
    this.#host.wrote("in", text2);
    const message = valueOf(text2);
    if (!isDict(message)) return;
    const id = sliceAt(text2, ["id"]);
    const { method } = message;
    if (typeof method !== "string") {
      if (id !== null && ("result" in message || "error" in message)) this.#answered(id);
      return;
    }
    const params = isDict(message["params"]) ? message["params"] : {};
    if (id === null) {
      this.#notified(method, params, text2);
      return;
    }
    if (!/^["\-\d]/.test(id)) {
      this.#say(objectText([["jsonrpc", '"2.0"'], ["id", "null"], ["error", refusal(INVALID_REQUEST, "no such id")]]));
      return;
    }
    this.#asked(id, method, params, text2);
  }
  /** The arguments of the call that the app shows, JSON text. */
  setInput(text2) {
    this.#input = text2;
    if (this.#isReady) this.#tellInput();
  }
  /** The result of the call that the app shows, JSON text. */
  setResult(text2) {
    this.#end = { method: "tool-result", params: text2 };
    if (this.#isReady) this.#tellEnd();
  }
  /** The call that the app shows gave no result. */
  setCancelled(reason) {
    this.#end = { method: "tool-cancelled", params: JSON.stringify({ reason }) };
    if (this.#isReady) this.#tellEnd();
  }
  /** What is different about where the app is shown. */
  contextChanged(part) {
    if (this.#isReady) this.#notify("ui/notifications/host-context-changed", JSON.stringify(part));
  }
  /** Whether the app can be shown so, as far as it says. */
  allows(mode2) {
    return MODES.some((one) => one === mode2) && (this.#modes === null || this.#modes.includes(mode2));
  }
  /** A person decided about a link. */
  answerLink(id, opened) {
    if (!this.#links.delete(id)) return;
    this.#reply(id, opened ? { result: "{}" } : { error: { code: REFUSED, message: "Link opening denied by user" } });
  }
  /** Tells the app that it will be closed, and waits until it agrees, for a moment. */
  async close(reason) {
    for (const id2 of [...this.#links]) this.answerLink(id2, false);
    if (!this.#isReady) return;
    this.#isReady = false;
    const id = JSON.stringify(`host-${this.#next++}`);
    const answered2 = new Promise((resolve) => this.#waiting.set(id, resolve));
    const params = JSON.stringify({ reason });
    this.#say(objectText([["jsonrpc", '"2.0"'], ["id", id], ["method", '"ui/resource-teardown"'], ["params", params]]));
    await Promise.race([answered2, new Promise((resolve) => setTimeout(resolve, TEARDOWN_MS))]);
    this.#waiting.delete(id);
  }
  #answered(id) {
    this.#waiting.get(id)?.();
    this.#waiting.delete(id);
  }
  #notified(method, params, text2) {
    const json2 = sliceAt(text2, ["params"]) ?? "{}";
    switch (method) {
      case "ui/notifications/initialized":
        if (this.#isReady) return;
        this.#isReady = true;
        this.#tellInput();
        this.#tellEnd();
        return;
      case "ui/notifications/size-changed": {
        const { height } = params;
        const sensible = typeof height === "number" && Number.isFinite(height) && height >= 0;
        this.#host.tell({ is: "size", height: sensible ? height : null });
        return;
      }
      case "notifications/message": {
        const level = typeof params["level"] === "string" ? params["level"] : "info";
        this.#host.tell({ is: "log", level, json: sliceAt(json2, ["data"]) ?? json2 });
        return;
      }
      case "ui/notifications/request-teardown":
        this.#host.tell({ is: "wants to close" });
        return;
      default:
    }
  }
  #asked(id, method, params, text2) {
    const json2 = sliceAt(text2, ["params"]) ?? "{}";
    const wrong = (message) => this.#reply(id, { error: { code: INVALID_PARAMS, message } });
    switch (method) {
      case "ui/initialize":
        this.#initialize(id, params);
        return;
      case "ping":
        this.#reply(id, { result: "{}" });
        return;
      case "tools/call": {
        const { name } = params;
        if (typeof name !== "string") wrong("`name` is missing");
        else if (!this.#host.mayCall(name))
          this.#reply(id, { error: { code: REFUSED, message: `the tool ${name} is not for apps (visibility)` } });
        else void this.#pass(id, method, json2);
        return;
      }
      case "resources/read":
        if (typeof params["uri"] !== "string") wrong("`uri` is missing");
        else void this.#pass(id, method, json2);
        return;
      case "ui/open-link": {
        const { url } = params;
        if (typeof url !== "string" || !isWebAddress(url)) wrong("`url` is no address of the web");
        else if (this.#links.size >= MOST_LINKS || this.#links.has(id))
          this.#reply(id, { error: { code: REFUSED, message: "other links wait to be decided about" } });
        else {
          this.#links.add(id);
          this.#host.tell({ is: "link", id, url });
        }
        return;
      }
      case "ui/message":
        if (!("content" in params)) wrong("`content` is missing");
        else {
          this.#host.tell({ is: "message", json: json2 });
          this.#reply(id, { result: "{}" });
        }
        return;
      case "ui/update-model-context":
        this.#host.tell({ is: "context", json: json2 });
        this.#reply(id, { result: "{}" });
        return;
      case "ui/request-display-mode": {
        const { mode: mode2 } = params;
        if (typeof mode2 === "string" && this.allows(mode2)) this.#host.tell({ is: "mode", mode: mode2 });
        this.#reply(id, { result: JSON.stringify({ mode: this.#host.mode() }) });
        return;
      }
      default:
        this.#reply(id, { error: { code: METHOD_NOT_FOUND, message: `there is no method ${method} for apps` } });
    }
  }
  #initialize(id, params) {
    this.#isReady = false;
    const can = isDict(params["appCapabilities"]) ? params["appCapabilities"] : {};
    this.#modes = Array.isArray(can["availableDisplayModes"]) ? can["availableDisplayModes"] : null;
    const app = isDict(params["appInfo"]) ? params["appInfo"] : {};
    this.#host.tell({ is: "ready", name: typeof app["name"] === "string" ? app["name"] : "" });
    const result = { protocolVersion: PROTOCOL, ...this.#host.info(), hostContext: this.#host.context() };
    this.#reply(id, { result: JSON.stringify(result) });
  }
  async #pass(id, method, params) {
    if (this.#calls >= MOST_CALLS) {
      this.#reply(id, { error: { code: REFUSED, message: `${MOST_CALLS} requests are under way already` } });
      return;
    }
    this.#calls += 1;
    const reply = await this.#host.call(method, params);
    this.#calls -= 1;
    this.#reply(id, reply);
  }
  #tellInput() {
    if (this.#input !== null) this.#notify("ui/notifications/tool-input", objectText([["arguments", this.#input]]));
  }
  #tellEnd() {
    if (this.#end !== null) this.#notify(`ui/notifications/${this.#end.method}`, this.#end.params);
  }
  #notify(method, params) {
    this.#say(objectText([["jsonrpc", '"2.0"'], ["method", JSON.stringify(method)], ["params", params]]));
  }
  #reply(id, reply) {
    const said2 = "result" in reply ? reply.result : refusal(reply.error.code, reply.error.message);
    this.#say(objectText([["jsonrpc", '"2.0"'], ["id", id], ["result" in reply ? "result" : "error", said2]]));
  }
  #say(text2) {
    this.#host.wrote("out", text2);
    this.#host.post(text2);
  }
};
function refusal(code, message) {
  return JSON.stringify({ code, message });
}

// src/apps/context.ts
var TALLEST2 = 2e3;
var COLOURS = [
  ["--color-background-primary", "--panel"],
  ["--color-background-secondary", "--bg"],
  ["--color-background-tertiary", "--head"],
  ["--color-background-info", "--selected"],
  ["--color-background-danger", "--error-ground"],
  ["--color-background-warning", "--warn-ground"],
  ["--color-text-primary", "--text"],
  ["--color-text-secondary", "--muted"],
  ["--color-text-tertiary", "--muted"],
  ["--color-text-info", "--accent"],
  ["--color-text-danger", "--error"],
  ["--color-text-success", "--ok"],
  ["--color-text-warning", "--warn"],
  ["--color-border-primary", "--line-strong"],
  ["--color-border-secondary", "--line"],
  ["--color-ring-primary", "--accent"],
  ["--font-sans", "--sans"],
  ["--font-mono", "--mono"]
];
function variables() {
  const styles = getComputedStyle(document.documentElement);
  const all = COLOURS.map(([theirs, ours]) => [theirs, styles.getPropertyValue(ours).trim()]);
  return Object.fromEntries(all.filter(([, value]) => value !== ""));
}
function hostContext(shown3) {
  return {
    ...shown3.tool === null ? {} : { toolInfo: { tool: shown3.tool } },
    theme: shown3.theme,
    styles: { variables: variables() },
    displayMode: shown3.mode,
    availableDisplayModes: MODES,
    containerDimensions: { width: Math.round(shown3.width), maxHeight: TALLEST2 },
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: "mcp-inspector",
    platform: "web",
    deviceCapabilities: {
      touch: matchMedia("(pointer: coarse)").matches,
      hover: matchMedia("(hover: hover)").matches
    }
  };
}

// src/apps/frame.ts
var LONGEST2 = 11e5;
var AppFrame = class {
  element;
  #origin;
  #events;
  constructor(shown3, title, events) {
    this.#origin = shown3.origin;
    this.#events = events;
    const element = document.createElement("iframe");
    element.title = title;
    element.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
    element.setAttribute("allow", "");
    element.setAttribute("referrerpolicy", "no-referrer");
    element.src = `${shown3.sandbox}#${encodeURIComponent(location.origin)}`;
    this.element = element;
    addEventListener("message", this.#heard);
  }
  post(text2) {
    this.element.contentWindow?.postMessage(text2, this.#origin);
  }
  /** Takes the frame off the screen, lets the app come to its end, and takes it away. */
  async retire(end) {
    const body = document.body;
    if (this.element.isConnected && body.moveBefore !== void 0) {
      this.element.hidden = true;
      body.moveBefore(this.element, null);
    }
    await end();
    removeEventListener("message", this.#heard);
    this.element.remove();
  }
  #heard = (event) => {
    if (event.source === null || event.source !== this.element.contentWindow || event.origin !== this.#origin) return;
    const text2 = event.data;
    if (typeof text2 !== "string" || text2.length > LONGEST2) return;
    const sandbox = /^\{"jsonrpc":"2.0","method":"ui\/notifications\/sandbox-([a-z-]+)"/.exec(text2)?.[1];
    if (sandbox === void 0) this.#events.message(text2);
    else if (sandbox === "proxy-ready") {
      this.#events.open();
      this.post('{"jsonrpc":"2.0","method":"ui/notifications/sandbox-resource-ready","params":{}}');
    } else if (sandbox === "dropped") this.#events.dropped(valueOf(text2).params);
  };
};

// src/apps/journal.ts
var MOST_MESSAGES = 100;
var MOST_CHARACTERS = 1e6;
var MOST_WAITING = 1e3;
function batch(waiting2) {
  let characters = 0;
  const fits = waiting2.slice(0, MOST_MESSAGES).findIndex((said2) => {
    characters += said2.text.length;
    return characters > MOST_CHARACTERS;
  });
  return waiting2.slice(0, fits === -1 ? MOST_MESSAGES : Math.max(1, fits));
}
var Journal = class {
  #path;
  #resource;
  #call;
  #lost;
  #waiting = [];
  #writing = null;
  constructor(session2, resource, call, lost) {
    this.#path = sessionPath(session2, "/app-messages");
    this.#resource = resource;
    this.#call = call;
    this.#lost = lost;
  }
  write(direction, text2) {
    if (this.#waiting.length >= MOST_WAITING) {
      this.#lost(1);
      return;
    }
    this.#waiting.push({ direction, text: text2 });
    this.#writing ??= this.#writeAll();
  }
  /** Resolves when everything that was said so far is written or lost. */
  async written() {
    await this.#writing;
  }
  async #writeAll() {
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const messages = batch(this.#waiting);
      this.#waiting.splice(0, messages.length);
      const body = JSON.stringify({
        resource: this.#resource,
        ...this.#call === null ? {} : { call: this.#call },
        messages
      });
      try {
        await api.send("POST", this.#path, body);
      } catch {
        this.#lost(messages.length);
      }
    }
    this.#writing = null;
  }
};

// src/apps/session.ts
var PATIENCE_MS3 = 5e3;
var LONGEST_REPLY = 2e6;
var MOST_SAID = 20;
var LEAST_HEIGHT = 80;
var mode = y3("inline");
var theme = y3("page");
var ShowingApp = class {
  uri;
  shown = y3(null);
  problem = y3(null);
  phase = y3("loading");
  name = y3("");
  said = y3([]);
  dropped = y3({ often: 0, long: 0, odd: 0 });
  unwritten = y3(0);
  height = y3(240);
  input = y3("{}");
  result = y3("");
  #session;
  #target;
  #journal;
  #bridge;
  #frame = null;
  #tool = null;
  #systemDark = y3(false);
  #holder;
  #undo = [];
  #keys = 1;
  constructor(session2, target, uri, call, holder) {
    this.uri = uri;
    this.#session = session2;
    this.#target = target;
    this.#holder = holder;
    this.#journal = new Journal(session2, uri, call, (count3) => {
      this.unwritten.value += count3;
    });
    this.#bridge = new Bridge({
      post: (text2) => this.#frame?.post(text2),
      wrote: (direction, text2) => this.#journal.write(direction, text2),
      context: () => this.context(),
      info: () => ({
        hostInfo: { name: "mcp-inspector", version: version.peek() },
        hostCapabilities: {
          openLinks: {},
          serverTools: {},
          serverResources: {},
          logging: {},
          sandbox: { permissions: {}, csp: this.shown.peek()?.domains ?? {} }
        }
      }),
      mode: () => mode.peek(),
      mayCall: (tool) => {
        const known = catalog.peek()?.tools?.items.find((one) => one.name === tool);
        return known === void 0 || known.visibility.includes("app");
      },
      call: (method, params) => this.#call(method, params),
      tell: (told2) => this.#told(told2)
    });
  }
  /** Has the app made ready and loads it. */
  async open(signal) {
    try {
      const [shown3, detail] = await Promise.all([
        api.send("POST", sessionPath(this.#session, "/apps"), JSON.stringify({ uri: this.uri })),
        this.#detail(signal)
      ]);
      if (signal.aborted) return;
      this.#tool = detail === null ? null : valueOf(detail.raw) ?? null;
      this.shown.value = shown3;
      this.#load(shown3);
    } catch (thrown) {
      if (!signal.aborted) this.problem.value = problemOf(thrown);
    }
  }
  async #detail(signal) {
    const item = findItem(catalog.peek(), this.#target);
    return item === null ? null : fetchDetail(this.#session, this.#target, item, signal).catch(() => null);
  }
  #load(shown3) {
    const late = setTimeout(() => {
      if (this.phase.peek() === "loading") this.phase.value = "silent";
    }, PATIENCE_MS3);
    this.#frame = new AppFrame(shown3, `App of ${this.#target.key}`, {
      open: () => {
        clearTimeout(late);
        this.phase.value = "waiting";
      },
      message: (text2) => this.#bridge.receive(text2),
      dropped: (counts) => {
        const before = this.dropped.peek();
        this.dropped.value = {
          often: before.often + counts.often,
          long: before.long + counts.long,
          odd: before.odd + counts.odd
        };
      }
    });
    const { element } = this.#frame;
    const system = matchMedia("(prefers-color-scheme: dark)");
    const changed = () => {
      this.#systemDark.value = system.matches;
    };
    system.addEventListener("change", changed);
    this.#undo.push(
      () => system.removeEventListener("change", changed),
      () => clearTimeout(late),
      x2(() => {
        element.style.height = mode.value === "fullscreen" ? "100%" : `${this.height.value}px`;
      }),
      this.#follow(
        () => this.#isDark(),
        () => ({ theme: this.#isDark() ? "dark" : "light" })
      ),
      this.#follow(
        () => mode.value,
        () => ({ displayMode: mode.peek(), containerDimensions: this.context()["containerDimensions"] })
      )
    );
    this.#holder.append(element);
  }
  /** Tells the app what changed whenever `look` sees something else. */
  #follow(look2, part) {
    let before = null;
    return x2(() => {
      const seen = look2();
      if (before !== null && before.seen !== seen) this.#bridge.contextChanged(part());
      before = { seen };
    });
  }
  #isDark() {
    void settings.value.theme;
    void this.#systemDark.value;
    return theme.value === "page" ? isDark() : theme.value === "dark";
  }
  context() {
    return hostContext({
      theme: this.#isDark() ? "dark" : "light",
      mode: mode.peek(),
      width: this.#holder.clientWidth,
      tool: this.#tool
    });
  }
  /** The arguments of the run that is shown. */
  async takeInput(run2) {
    const text2 = run2.text === null ? await loggedInput(run2).catch(() => null) : run2.text.trim();
    this.sendInput(text2 === null || text2 === "" ? "{}" : text2);
  }
  sendInput(text2) {
    this.input.value = text2;
    this.#bridge.setInput(text2);
  }
  takeEnd(end) {
    if (end.outcome !== "answered") this.#bridge.setCancelled(end.fault?.message ?? `the call was ${end.outcome}`);
    else if (end.result !== null) this.sendResult(end.result);
  }
  sendResult(text2) {
    this.result.value = text2;
    this.#bridge.setResult(text2);
  }
  sendContext(part) {
    this.#bridge.contextChanged(part);
  }
  allows(wanted) {
    return this.#bridge.allows(wanted);
  }
  answerLink(said2, opened) {
    this.said.value = this.said.value.filter((one) => one.key !== said2.key);
    this.#bridge.answerLink(said2.id, opened);
  }
  /** Ends the talk and takes the frame away. */
  async close(reason) {
    this.phase.value = "closed";
    mode.value = "inline";
    for (const undo of this.#undo.splice(0)) undo();
    await this.#frame?.retire(() => this.#bridge.close(reason));
    await this.#journal.written();
  }
  #told(told2) {
    switch (told2.is) {
      case "ready":
        this.phase.value = "ready";
        this.name.value = told2.name;
        return;
      case "size":
        if (told2.height !== null) this.height.value = Math.min(TALLEST2, Math.max(LEAST_HEIGHT, Math.ceil(told2.height)));
        return;
      case "mode":
        mode.value = told2.mode;
        return;
      case "wants to close":
        void this.close("the app asked for it");
        return;
      default: {
        const others = told2.is === "context" ? this.said.value.filter((one) => one.is !== "context") : this.said.value;
        const waiting2 = others.filter((one) => one.is === "link");
        const rest = [...others.filter((one) => one.is !== "link"), { ...told2, key: this.#keys++ }];
        this.said.value = [...waiting2, ...rest.slice(-MOST_SAID)].sort((a5, b4) => a5.key - b4.key);
      }
    }
  }
  /** Asks the server on behalf of the app: a call like any other. */
  async #call(method, params) {
    await this.#journal.written();
    try {
      const body = objectText([
        ["method", JSON.stringify(method)],
        ["params", params]
      ]);
      const answer2 = await request("POST", sessionPath(this.#session, "/calls?wait=true"), { body });
      const report2 = await answer2.text();
      const result = sliceAt(report2, ["result"]);
      if (result !== null && result.length <= LONGEST_REPLY) return { result };
      const error = valueOf(sliceAt(report2, ["error"]) ?? sliceAt(report2, ["fault"]) ?? "null");
      const message = typeof error?.message === "string" ? error.message : "the result is too long for an app";
      return { error: { code: typeof error?.code === "number" ? error.code : -32e3, message } };
    } catch (thrown) {
      return { error: { code: -32e3, message: problemOf(thrown).message } };
    }
  }
};
async function loggedInput(run2) {
  if (run2.row === null) return null;
  const detail = await api.get(sessionPath(run2.session, `/timeline/${run2.row.seq}`));
  const frame = detail.parts.find((part) => part.name === "request")?.text ?? null;
  return frame === null ? null : textOfRequest(frame);
}

// src/apps/given.tsx
function Given({ app }) {
  return /* @__PURE__ */ a4($, { children: [
    /* @__PURE__ */ a4(Editor2, { label: "Tool input", text: app.input, send: (text2) => app.sendInput(text2) }),
    /* @__PURE__ */ a4(Editor2, { label: "Tool result", text: app.result, send: (text2) => app.sendResult(text2) }),
    /* @__PURE__ */ a4(HostContext, { app })
  ] });
}
function Editor2({ label, text: text2, send: send2 }) {
  const [typed, setTyped] = d2(null);
  const [wrong, setWrong] = d2(false);
  const shown3 = typed ?? (text2.value === "" ? "" : prettyOf(text2.value));
  const id = `app-${label.toLowerCase().replace(" ", "-")}`;
  const sendIt = () => {
    if (!isObject(shown3)) {
      setWrong(true);
      return;
    }
    setWrong(false);
    setTyped(null);
    send2(shown3);
  };
  return /* @__PURE__ */ a4("details", { class: "fold", children: [
    /* @__PURE__ */ a4("summary", { children: [
      label,
      typed === null ? "" : " · changed"
    ] }),
    /* @__PURE__ */ a4(
      "textarea",
      {
        id,
        class: "mono app-text",
        "aria-label": label,
        "aria-invalid": wrong,
        rows: Math.min(14, Math.max(4, shown3.split("\n").length)),
        value: shown3,
        spellcheck: false,
        autocomplete: "off",
        onInput: (event) => setTyped(event.currentTarget.value)
      }
    ),
    wrong ? /* @__PURE__ */ a4("p", { class: "bad", children: "Not sent: an app is given a JSON object." }) : null,
    /* @__PURE__ */ a4("div", { class: "answer-line", children: [
      /* @__PURE__ */ a4(Button, { onClick: sendIt, children: "Send to the app" }),
      typed === null ? null : /* @__PURE__ */ a4(
        Button,
        {
          look: "quiet",
          onClick: () => {
            setTyped(null);
            setWrong(false);
          },
          children: "Take back"
        }
      )
    ] })
  ] });
}
function isObject(text2) {
  const value = valueOf(text2);
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
var THEMES = [
  ["page", "as the page"],
  ["light", "light"],
  ["dark", "dark"]
];
function HostContext({ app }) {
  const [more, setMore] = d2("{}");
  const [wrong, setWrong] = d2(false);
  return /* @__PURE__ */ a4("details", { class: "fold", children: [
    /* @__PURE__ */ a4("summary", { children: [
      "Host context: ",
      theme.value === "page" ? "theme of the page" : theme.value,
      " · ",
      mode.value
    ] }),
    /* @__PURE__ */ a4("label", { class: "line", children: [
      /* @__PURE__ */ a4("span", { children: "Theme" }),
      /* @__PURE__ */ a4(
        "select",
        {
          class: "input short",
          value: theme.value,
          onChange: (event) => {
            theme.value = event.currentTarget.value;
          },
          children: THEMES.map(([name, label]) => /* @__PURE__ */ a4("option", { value: name, children: label }, name))
        }
      )
    ] }),
    /* @__PURE__ */ a4("label", { class: "line", children: [
      /* @__PURE__ */ a4("span", { children: "More, JSON" }),
      /* @__PURE__ */ a4(
        "input",
        {
          class: "input mono",
          type: "text",
          spellcheck: false,
          value: more,
          "aria-invalid": wrong,
          placeholder: '{"locale":"de-DE"}',
          onInput: (event) => setMore(event.currentTarget.value)
        }
      )
    ] }),
    wrong ? /* @__PURE__ */ a4("p", { class: "bad", children: "Not sent: the host context is a JSON object." }) : null,
    /* @__PURE__ */ a4("div", { class: "answer-line", children: [
      /* @__PURE__ */ a4(
        Button,
        {
          onClick: () => {
            setWrong(!isObject(more));
            if (isObject(more)) app.sendContext(valueOf(more));
          },
          children: "Send to the app"
        }
      ),
      /* @__PURE__ */ a4("span", { class: "muted", children: "Theme and display mode are sent when they change." })
    ] })
  ] });
}

// src/apps/said.tsx
function SaidByApp({ app }) {
  const { often, long, odd } = app.dropped.value;
  const notices = [
    ...often === 0 ? [] : [`${count(often, "message")} dropped: they came too fast`],
    ...long === 0 ? [] : [`${count(long, "message")} dropped: longer than a million characters`],
    ...odd === 0 ? [] : [`${count(odd, "message")} dropped: no JSON, or not for apps to send`],
    ...app.unwritten.value === 0 ? [] : [`${count(app.unwritten.value, "message")} not written to the log`]
  ];
  return /* @__PURE__ */ a4("div", { class: "app-said", "aria-live": "polite", children: [
    notices.map((text2) => /* @__PURE__ */ a4("p", { class: "warn app-notice", children: [
      /* @__PURE__ */ a4("span", { "aria-hidden": "true", children: "⚠" }),
      " ",
      text2,
      "."
    ] }, text2)),
    app.said.value.map((said2) => /* @__PURE__ */ a4(OneSaid, { app, said: said2 }, said2.key))
  ] });
}
function OneSaid({ app, said: said2 }) {
  switch (said2.is) {
    case "link":
      return /* @__PURE__ */ a4(Link, { app, said: said2 });
    case "message":
      return /* @__PURE__ */ a4(Quoted, { title: "The app says to the model", json: said2.json });
    case "context":
      return /* @__PURE__ */ a4(Quoted, { title: "The model would be told with its next turn", json: said2.json });
    case "log":
      return /* @__PURE__ */ a4("p", { class: "app-log", children: [
        /* @__PURE__ */ a4("span", { class: "muted", children: [
          "log · ",
          said2.level
        ] }),
        " ",
        /* @__PURE__ */ a4("span", { class: "mono", children: said2.json })
      ] });
  }
}
function Link({ app, said: said2 }) {
  const parts = hostParts(said2.url);
  return /* @__PURE__ */ a4("div", { class: "card", role: "group", "aria-label": "The app wants to open a page", children: [
    /* @__PURE__ */ a4("p", { class: "told", children: "The app wants to open a page:" }),
    /* @__PURE__ */ a4("p", { class: "told mono address", children: parts === null ? said2.url : /* @__PURE__ */ a4($, { children: [
      parts.before,
      /* @__PURE__ */ a4("mark", { children: parts.host }),
      parts.after
    ] }) }),
    /* @__PURE__ */ a4("div", { class: "answer-line", children: [
      parts === null ? null : /* @__PURE__ */ a4(
        "a",
        {
          class: "button plain",
          href: said2.url,
          target: "_blank",
          rel: "noopener noreferrer",
          onClick: () => app.answerLink(said2, true),
          children: "Open"
        }
      ),
      /* @__PURE__ */ a4(Button, { onClick: () => app.answerLink(said2, false), children: "Decline" })
    ] })
  ] });
}
function Quoted({ title, json: json2 }) {
  return /* @__PURE__ */ a4("figure", { class: "block", children: [
    /* @__PURE__ */ a4("figcaption", { class: "muted", children: title }),
    /* @__PURE__ */ a4(JsonText, { text: prettyOf(json2), label: title })
  ] });
}

// src/apps/app-view.tsx
function AppView({
  state,
  target,
  uri,
  run: run2
}) {
  const holder = T2(null);
  const [app, setApp] = d2(null);
  const [round, setRound] = d2(0);
  F2(() => {
    if (holder.current === null) return void 0;
    const stop = new AbortController();
    const showing = new ShowingApp(state.id, target, uri, run2.call, holder.current);
    setApp(showing);
    void showing.takeInput(run2);
    void showing.open(stop.signal);
    return () => {
      stop.abort();
      void showing.close("the view is closed");
    };
  }, [state.id, target.key, uri, run2.call, round]);
  A2(() => {
    const now2 = route.peek();
    if (now2.screen === "explore" && now2.run === null) go({ ...now2, run: run2.call }, "replace");
  }, [run2.call]);
  const end = run2.state.is === "ended" ? run2.state.end : null;
  A2(() => {
    if (end !== null) app?.takeEnd(end);
  }, [app, end]);
  const full = mode.value === "fullscreen";
  return /* @__PURE__ */ a4("div", { class: full ? "app-view full" : "app-view", children: [
    /* @__PURE__ */ a4("div", { class: "app-bar", children: [
      app === null ? null : /* @__PURE__ */ a4(Standing2, { app }),
      /* @__PURE__ */ a4("span", { class: "spring" }),
      /* @__PURE__ */ a4(Button, { look: "quiet", onClick: () => setRound(round + 1), children: "Reload" }),
      /* @__PURE__ */ a4(
        Button,
        {
          look: "quiet",
          pressed: full,
          onClick: () => {
            mode.value = full ? "inline" : "fullscreen";
          },
          ...full ? { keys: "Escape" } : {},
          children: "Full screen"
        }
      )
    ] }),
    app === null || app.problem.value === null ? null : /* @__PURE__ */ a4(ProblemBlock, { problem: app.problem.value, title: "The app cannot be shown." }),
    /* @__PURE__ */ a4("div", { class: "app-main", children: [
      /* @__PURE__ */ a4("div", { class: "app-frame", ref: holder }),
      app === null || app.shown.value === null ? null : /* @__PURE__ */ a4("div", { class: "app-side", children: [
        /* @__PURE__ */ a4(SaidByApp, { app }),
        end?.long != null ? /* @__PURE__ */ a4("p", { class: "muted", children: "The result is too long to be given to the app." }) : null,
        /* @__PURE__ */ a4(Given, { app }),
        /* @__PURE__ */ a4(Allowed, { app })
      ] })
    ] })
  ] });
}
function Standing2({ app }) {
  const words = {
    loading: "Loading the app…",
    waiting: "The app is loaded and has not said anything yet.",
    ready: `${app.name.value === "" ? "The app" : app.name.value} runs in a sandbox`,
    silent: "The sandbox of apps does not answer. It is at 127.0.0.1 of the machine that mcp-inspector runs on.",
    closed: "The app is closed."
  };
  const phase = app.problem.value === null ? app.phase.value : "closed";
  return /* @__PURE__ */ a4("span", { class: phase === "silent" ? "bad" : "muted", role: "status", children: [
    words[phase],
    " · ",
    /* @__PURE__ */ a4("span", { class: "mono", children: app.uri })
  ] });
}
function Allowed({ app }) {
  const shown3 = app.shown.value;
  if (shown3 === null) return null;
  const { domains } = shown3;
  const rows = [
    ["may connect to", domains.connectDomains],
    ["may load from", domains.resourceDomains],
    ["may embed", domains.frameDomains],
    ["may be relative to", domains.baseUriDomains]
  ];
  const declared = rows.filter(([, list2]) => list2.length > 0);
  const refused = shown3.refused.length + shown3.permissions.length;
  const words = declared.length === 0 ? "reaches nothing outside" : declared.map(([what]) => what).join(", ");
  return /* @__PURE__ */ a4("details", { class: "fold", open: refused > 0, children: [
    /* @__PURE__ */ a4("summary", { children: [
      "Security: ",
      words,
      refused === 0 ? "" : ` · ${refused} not granted`
    ] }),
    /* @__PURE__ */ a4("ul", { class: "app-allowed", children: [
      declared.map(([what, list2]) => /* @__PURE__ */ a4("li", { children: [
        what,
        " ",
        /* @__PURE__ */ a4("span", { class: "mono", children: list2.join(" ") })
      ] }, what)),
      shown3.refused.map((one) => /* @__PURE__ */ a4("li", { class: "warn", children: [
        "refused ",
        /* @__PURE__ */ a4("span", { class: "mono", children: one.source }),
        ": ",
        one.why
      ] }, one.source)),
      shown3.permissions.map((one) => /* @__PURE__ */ a4("li", { children: [
        "wants ",
        /* @__PURE__ */ a4("span", { class: "mono", children: one }),
        ", which is not granted"
      ] }, one)),
      /* @__PURE__ */ a4("li", { children: [
        bytes(shown3.bytes),
        " of HTML, under this policy:"
      ] }),
      /* @__PURE__ */ a4("li", { class: "mono app-policy", children: shown3.policy })
    ] })
  ] });
}

// src/ui/tabs.tsx
function Tabs({ tabs, chosen, choose: choose3, label, idPrefix }) {
  const list2 = T2(null);
  const move = (by) => {
    const at = tabs.findIndex((tab) => tab.name === chosen);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (next === void 0) return;
    choose3(next.name);
    list2.current?.querySelector(`[data-tab="${CSS.escape(next.name)}"]`)?.focus();
  };
  const key = (event) => {
    if (event.key === "ArrowRight") move(1);
    else if (event.key === "ArrowLeft") move(-1);
    else return;
    event.preventDefault();
  };
  return /* @__PURE__ */ a4("div", { class: "tabs", role: "tablist", "aria-label": label, ref: list2, onKeyDown: key, children: tabs.map((tab) => /* @__PURE__ */ a4(
    "button",
    {
      type: "button",
      role: "tab",
      class: "tab",
      "data-tab": tab.name,
      id: `${idPrefix}-tab-${tab.name}`,
      "aria-selected": tab.name === chosen,
      "aria-controls": `${idPrefix}-panel`,
      tabIndex: tab.name === chosen ? 0 : -1,
      onClick: () => choose3(tab.name),
      children: [
        tab.label,
        tab.note === void 0 ? null : /* @__PURE__ */ a4("span", { class: "tab-note", children: [
          " ",
          tab.note
        ] })
      ]
    },
    tab.name
  )) });
}

// src/explore/difference.tsx
function side(run2) {
  if (run2.state.is === "ended" && (run2.state.end.result ?? run2.state.end.error) !== null) {
    return JSON.stringify({ text: run2.state.end.result ?? run2.state.end.error });
  }
  if (run2.row?.endSeq == null) return null;
  return JSON.stringify({ session: run2.session, seq: run2.row.endSeq, path: "/result" });
}
var shownAs = y3("text");
function Difference({ left, right }) {
  const [ignore, setIgnore] = d2([]);
  A2(() => {
    if (left.state.is === "known") void load(left);
  }, [left.state.is]);
  return /* @__PURE__ */ a4(
    Comparison,
    {
      left: side(left),
      right: side(right),
      ignore,
      setIgnore,
      as: shownAs.value,
      setAs: (as) => {
        shownAs.value = as;
      },
      title: `#${left.call} against #${right.call}`
    }
  );
}

// src/explore/raw-frames.tsx
function RawFrames({ run: run2 }) {
  const seq = run2.row?.seq ?? null;
  const [detail, setDetail] = d2(null);
  const [problem, setProblem] = d2(null);
  A2(() => {
    if (seq === null) return void 0;
    const stop = new AbortController();
    api.get(sessionPath(run2.session, `/timeline/${seq}`), stop.signal).then(setDetail).catch((thrown) => {
      if (!stop.signal.aborted) setProblem(problemOf(thrown));
    });
    return () => stop.abort();
  }, [run2.session, seq, run2.row?.endSeq]);
  if (problem !== null) return /* @__PURE__ */ a4(ProblemBlock, { problem, title: "The frames could not be fetched." });
  if (detail === null) return /* @__PURE__ */ a4("p", { class: "muted", children: "Looking for the frames in the log…" });
  return /* @__PURE__ */ a4($, { children: detail.parts.map((part) => /* @__PURE__ */ a4("figure", { class: "block", children: [
    /* @__PURE__ */ a4("figcaption", { class: "muted", children: [
      part.name,
      " · entry ",
      part.seq,
      " · ",
      bytes(part.bytes),
      part.base64 ? " · not UTF-8, shown as base64" : ""
    ] }),
    part.text === null ? /* @__PURE__ */ a4(BigDoc, { session: run2.session, seq: part.seq, path: "", api, label: part.name, isRaw: true }) : /* @__PURE__ */ a4("pre", { class: "wire", children: part.text })
  ] }, `${part.name} ${part.seq}`)) });
}

// src/explore/share.tsx
var NAMES = {
  cli: "a command line",
  curl: "curl",
  json: "JSON-RPC",
  script: "a script step",
  report: "a bug report"
};
var LETTERS = { cli: "c", curl: "u", json: "j", script: "t", report: "b" };
async function shareRow(session2, seq, as) {
  try {
    const { text: text2 } = await api.get(sessionPath(session2, `/share/${seq}?as=${as}`));
    await copy(text2, NAMES[as]);
  } catch (thrown) {
    const problem = problemOf(thrown);
    say(`not copied: ${problem.message}`);
  }
}
async function shareRun(run2, as) {
  const row = run2.row ?? await findRow(run2).catch(() => null);
  if (row === null) say("not copied: the log no longer has this call");
  else await shareRow(run2.session, row.seq, as);
}
function ShareMenu({ run: run2 }) {
  const items = Object.keys(NAMES).map((as) => ({
    label: `As ${NAMES[as]}`,
    note: `y ${LETTERS[as]}`,
    act: () => void shareRun(run2, as)
  }));
  const result = run2.state.is === "ended" ? run2.state.end.result : null;
  const own = result === null ? [] : [{ label: "The result", act: () => void copy(result, "the result") }];
  return /* @__PURE__ */ a4(Menu, { label: "Copy this call", id: "share-menu", items: [...own, ...items], children: "Copy" });
}

// src/explore/structured.tsx
function Structured({ id, target, result }) {
  const text2 = sliceAt(result, ["structuredContent"]) ?? "null";
  const [judged, setJudged] = d2({ is: "judging" });
  const item = findItem(catalog.value, target);
  A2(() => {
    const stop = new AbortController();
    const judge = async () => {
      const schema = item === null ? null : (await fetchDetail(id, target, item, stop.signal)).outputSchema;
      if (schema === null) return { is: "no schema" };
      return { is: "judged", errors: (await formApi({ schema, text: text2, edits: [] })).errors };
    };
    judge().then(setJudged).catch((thrown) => {
      if (!stop.signal.aborted) setJudged({ is: "failed", problem: problemOf(thrown) });
    });
    return () => stop.abort();
  }, [id, target.key, text2]);
  return /* @__PURE__ */ a4($, { children: [
    /* @__PURE__ */ a4(Verdict, { judged }),
    /* @__PURE__ */ a4(PrettyJson, { text: text2 })
  ] });
}
function Verdict({ judged }) {
  switch (judged.is) {
    case "judging":
      return /* @__PURE__ */ a4("p", { class: "muted", children: "Checking it against the output schema…" });
    case "no schema":
      return /* @__PURE__ */ a4("p", { class: "muted", children: "The tool has no output schema to check this against." });
    case "failed":
      return /* @__PURE__ */ a4(ProblemBlock, { problem: judged.problem, title: "It could not be checked." });
    case "judged":
      return judged.errors.length === 0 ? /* @__PURE__ */ a4("p", { class: "ok", children: [
        /* @__PURE__ */ a4("span", { "aria-hidden": "true", children: "✓" }),
        " It fits the tool's output schema."
      ] }) : /* @__PURE__ */ a4("div", { class: "problem", children: [
        /* @__PURE__ */ a4("p", { class: "problem-line", children: [
          /* @__PURE__ */ a4("span", { class: "sign bad", "aria-hidden": "true", children: "✗" }),
          " ",
          "It does not fit the tool's output schema:"
        ] }),
        /* @__PURE__ */ a4("ul", { children: judged.errors.map((error) => /* @__PURE__ */ a4("li", { children: [
          /* @__PURE__ */ a4("code", { children: error.pointer === "" ? "the whole" : error.pointer }),
          " ",
          error.message
        ] }, `${error.pointer} ${error.keyword}`)) })
      ] });
  }
}

// src/explore/result.tsx
var resultTab = y3("pretty");
function appOf(target) {
  return target.kind === "tool" ? findItem(catalog.value, target)?.app ?? null : null;
}
function tabsFor(end, hasBefore, hasApp = false) {
  const structured = end?.long?.members.includes("structuredContent") ?? (end !== null && end.result !== null && sliceAt(end.result, ["structuredContent"]) !== null);
  return [
    { name: "pretty", label: "Pretty" },
    { name: "content", label: "Content" },
    ...structured ? [{ name: "structured", label: "Structured" }] : [],
    { name: "raw", label: "Raw" },
    ...hasApp ? [{ name: "app", label: "App" }] : [],
    ...hasBefore ? [{ name: "diff", label: "Diff" }] : []
  ];
}
function Result({ state, target, run: run2 }) {
  const call = run2?.call ?? null;
  A2(() => {
    if (run2 !== null && run2.state.is === "known") void load(run2);
  }, [run2?.session, call, run2?.state.is]);
  A2(() => {
    if (run2 !== null && run2.state.is === "ended" && (run2.row === null || run2.row.status === "pending"))
      findRow(run2).catch(() => void 0);
  }, [run2?.session, call, run2?.state.is]);
  const seq = run2?.row?.seq ?? null;
  A2(() => {
    if (seq !== null) selectedRow.value = seq;
  }, [seq]);
  const before = run2 === null ? null : neighbour(state.id, target, run2, -1);
  const end = run2?.state.is === "ended" ? run2.state.end : null;
  const app = state.origin === "recording" ? null : appOf(target);
  const tabs = tabsFor(end, before !== null, app !== null);
  const hasTabs = end !== null || app !== null && run2?.call != null && run2.state.is === "running";
  const chosen = tabs.some((tab) => tab.name === resultTab.value) ? resultTab.value : "pretty";
  return /* @__PURE__ */ a4("section", { class: "pane result", "aria-label": "Result", id: "pane-3", tabIndex: -1, children: [
    /* @__PURE__ */ a4("header", { class: "pane-head", children: [
      /* @__PURE__ */ a4("h2", { class: "pane-title", children: "Result" }),
      run2 === null ? null : /* @__PURE__ */ a4(Verdict2, { run: run2 }),
      /* @__PURE__ */ a4("span", { class: "spring" }),
      before?.call == null || end === null ? null : /* @__PURE__ */ a4(
        Button,
        {
          pressed: chosen === "diff",
          onClick: () => {
            resultTab.value = chosen === "diff" ? "pretty" : "diff";
          },
          children: [
            "Diff with #",
            before.call
          ]
        }
      ),
      run2 === null || call === null ? null : /* @__PURE__ */ a4(ShareMenu, { run: run2 })
    ] }),
    run2 === null ? /* @__PURE__ */ a4("div", { class: "pane-body", children: /* @__PURE__ */ a4("p", { class: "empty", children: "Nothing was run yet. What comes back stays here, also after a reload." }) }) : /* @__PURE__ */ a4($, { children: [
      !hasTabs ? null : /* @__PURE__ */ a4(
        Tabs,
        {
          tabs,
          chosen,
          choose: (name) => {
            resultTab.value = name;
          },
          label: "Views of the result",
          idPrefix: "result"
        }
      ),
      /* @__PURE__ */ a4(
        "div",
        {
          class: "pane-body",
          id: "result-panel",
          ...!hasTabs ? {} : { role: "tabpanel", "aria-labelledby": `result-tab-${chosen}`, tabIndex: 0 },
          children: hasTabs && chosen === "app" && app !== null ? /* @__PURE__ */ a4(AppView, { state, target, uri: app, run: run2 }, `${state.id} ${target.key} ${run2.call}`) : /* @__PURE__ */ a4(Body, { state, target, run: run2, before, chosen })
        }
      )
    ] })
  ] });
}
function Verdict2({ run: run2 }) {
  if (run2.state.is !== "ended")
    return run2.state.is === "failed" ? /* @__PURE__ */ a4("span", { class: "bad", children: "not sent" }) : /* @__PURE__ */ a4("span", { class: "muted", children: run2.state.is === "known" ? "" : "running…" });
  const { end } = run2.state;
  const row = run2.row;
  const took = row?.durationNs ?? end.durationMs * 1e6;
  const you = row === null || row.humanNs === 0 ? "" : ` (server ${duration(Math.max(0, took - row.humanNs))} · you ${duration(row.humanNs)})`;
  const size2 = row === null ? sizeOf2(end) : ` · ${bytes(row.bytes)}`;
  const good = end.outcome === "answered" && !end.toolError;
  const word2 = end.outcome === "answered" ? end.toolError ? "tool error" : "OK" : end.outcome === "refused" ? errorWord(end) : end.outcome;
  return /* @__PURE__ */ a4("span", { class: "verdict", role: "status", children: [
    /* @__PURE__ */ a4("span", { class: good ? "ok" : "bad", children: word2 }),
    " ",
    /* @__PURE__ */ a4("span", { class: "muted", children: [
      "#",
      run2.call,
      " · ",
      duration(took),
      you,
      size2
    ] })
  ] });
}
function sizeOf2(end) {
  const size2 = end.long?.bytes ?? end.result?.length;
  return size2 === void 0 || size2 === null ? "" : ` · ${bytes(size2)}`;
}
function errorWord(end) {
  const code = end.error === null ? null : sliceAt(end.error, ["code"]);
  return code === null ? "error" : `error ${code}`;
}
function Body({
  state,
  target,
  run: run2,
  before,
  chosen
}) {
  switch (run2.state.is) {
    case "sending":
    case "running":
      return /* @__PURE__ */ a4("p", { class: "empty", children: "Waiting for the answer. Other tools can be used meanwhile." });
    case "known":
      return null;
    case "failed":
      return /* @__PURE__ */ a4(ProblemBlock, { problem: run2.state.problem, title: "The call could not be made." });
    case "ended":
      return chosen === "diff" && before !== null ? /* @__PURE__ */ a4(Difference, { left: before, right: run2 }, `${before.call} ${run2.call}`) : chosen === "raw" ? /* @__PURE__ */ a4(RawFrames, { run: run2 }, run2.call) : /* @__PURE__ */ a4(Ended, { state, target, run: run2, end: run2.state.end, chosen });
  }
}
function Ended({
  state,
  target,
  run: run2,
  end,
  chosen
}) {
  if (end.outcome === "refused") return /* @__PURE__ */ a4(Refused, { end });
  if (end.outcome !== "answered") {
    return end.fault === null ? /* @__PURE__ */ a4("p", { class: "bad", children: [
      "The call was ",
      end.outcome,
      "."
    ] }) : /* @__PURE__ */ a4(ProblemBlock, { problem: problemOfFault(end.fault), title: `No answer: the call was ${end.outcome}.` });
  }
  return /* @__PURE__ */ a4($, { children: [
    end.toolError ? /* @__PURE__ */ a4("p", { class: "tool-error", role: "status", children: [
      /* @__PURE__ */ a4("span", { "aria-hidden": "true", children: "✗" }),
      " The tool reports an error (",
      /* @__PURE__ */ a4("code", { children: "isError" }),
      "). The model would read this:"
    ] }) : null,
    end.long !== null || end.result === null ? /* @__PURE__ */ a4(LongResult, { session: state.id, run: run2, chosen }, `${run2.call} ${chosen}`) : chosen === "content" ? /* @__PURE__ */ a4(Content, { session: state.id, result: end.result }) : chosen === "structured" ? /* @__PURE__ */ a4(Structured, { id: state.id, target, result: end.result }, run2.call) : /* @__PURE__ */ a4(PrettyJson, { text: end.result })
  ] });
}
var PARTS = { content: "/result/content", structured: "/result/structuredContent" };
function LongResult({ session: session2, run: run2, chosen }) {
  const seq = run2.row?.endSeq ?? null;
  if (seq === null) return /* @__PURE__ */ a4("p", { class: "empty", children: "The result is long; looking for it in the log…" });
  return /* @__PURE__ */ a4($, { children: [
    chosen === "structured" ? /* @__PURE__ */ a4("p", { class: "muted", children: "It is too long to be checked here. The rules of the Server screen check it against the output schema." }) : null,
    /* @__PURE__ */ a4(BigDoc, { session: session2, seq, path: PARTS[chosen] ?? "/result", api, label: "Result" })
  ] });
}
function Refused({ end }) {
  const error = end.error ?? "null";
  const message = sliceAt(error, ["message"]);
  return /* @__PURE__ */ a4("div", { class: "problem", role: "alert", children: [
    /* @__PURE__ */ a4("p", { class: "problem-line", children: [
      /* @__PURE__ */ a4("span", { class: "sign bad", "aria-hidden": "true", children: "✗" }),
      " ",
      /* @__PURE__ */ a4("strong", { children: "The server refused the request" }),
      " (JSON-RPC error ",
      sliceAt(error, ["code"]) ?? "without a code",
      "):"
    ] }),
    message === null ? null : /* @__PURE__ */ a4("p", { class: "quoted", children: plain(message) }),
    /* @__PURE__ */ a4(PrettyJson, { text: error })
  ] });
}
function plain(json2) {
  try {
    const value = JSON.parse(json2);
    return typeof value === "string" ? value : json2;
  } catch {
    return json2;
  }
}

// src/store/changes.ts
var fetched = y3(null);
var listChanges = O(() => {
  const known = fetched.value;
  return known === null || known.session !== session.value?.id || known.changes.since === null ? null : known.changes;
});
function followChanges() {
  const version2 = O(() => {
    const state = session.value;
    const isSettled = state !== null && (state.phase === "ready" || state.origin === "recording");
    return isSettled ? listsVersion(state) : "";
  });
  let newest2 = 0;
  return x2(() => {
    const wanted = version2.value;
    const id = session.peek()?.id;
    if (wanted === "" || id === void 0) return;
    newest2 += 1;
    const mine = newest2;
    api.get(sessionPath(id, "/changes")).then(
      (changes) => {
        if (mine === newest2) fetched.value = { session: id, changes };
      },
      // The next change of a list asks again.
      () => void 0
    );
  });
}
function newsOf2(changes, kind, key) {
  const list2 = changes?.[kind];
  if (list2 == null) return null;
  if (list2.added.includes(key)) return "new";
  return list2.changed.some((one) => one.name === key) ? "changed" : null;
}
function changeCount(changes) {
  if (changes === null) return 0;
  return KINDS2.reduce((sum, kind) => {
    const list2 = changes[kind];
    return list2 === null ? sum : sum + list2.added.length + list2.removed.length + list2.changed.length;
  }, 0);
}

// src/explore/tree-rows.ts
var LABELS3 = {
  tools: "Tools",
  resources: "Resources",
  templates: "Templates",
  prompts: "Prompts",
  apps: "Apps",
  tasks: "Tasks",
  subscriptions: "Subscriptions"
};
var BADGES = [
  ["destructive", "destr"],
  ["app", "app"],
  ["task", "task"],
  ["read-only", "ro"],
  ["open-world", "open"]
];
function treeBadges(item) {
  if (item.broken !== null) return ["broken"];
  const weightiest = BADGES.find(([badge]) => item.badges.includes(badge));
  return weightiest === void 0 ? [] : [weightiest[1]];
}
function treeRows(state, catalog2, filter2, folded2) {
  const wanted = filter2.trim().toLowerCase();
  const sections = [];
  for (const kind of ["tools", "resources", "templates", "prompts"]) {
    sections.push(listSection(state, catalog2, kind, wanted, folded2));
  }
  const apps = (catalog2?.tools?.items ?? []).filter((item) => item.app !== null && matches(item, wanted));
  if (apps.length > 0) {
    const rows = apps.map((item, index) => ({
      is: "item",
      section: "apps",
      ref: refOf("tools", item),
      label: item.title ?? item.name,
      item,
      badges: [],
      position: index + 1,
      size: apps.length
    }));
    sections.push(section("apps", String(apps.length), folded2, rows));
  }
  const tasks = Object.entries(state.tasks);
  if (tasks.length > 0) {
    sections.push(
      section(
        "tasks",
        String(tasks.length),
        folded2,
        tasks.map(([name, status], index) => ({
          is: "task",
          section: "tasks",
          label: name,
          status,
          position: index + 1,
          size: tasks.length
        }))
      )
    );
  }
  if (state.subscriptions.length > 0) {
    const size2 = state.subscriptions.length;
    const rows = state.subscriptions.map((uri, index) => {
      const item = catalog2?.resources?.items.find((one) => one.uri === uri) ?? bareResource(uri);
      const badges = uri in state.updates ? ["updated"] : [];
      return {
        is: "item",
        section: "subscriptions",
        ref: { kind: "resource", key: uri },
        label: item.name,
        item,
        badges,
        position: index + 1,
        size: size2
      };
    });
    sections.push(section("subscriptions", String(size2), folded2, rows));
  }
  const kept = sections.filter((rows) => wanted === "" || rows.some((row) => row.is === "item"));
  kept.forEach((rows, index) => {
    const head = rows[0];
    if (head !== void 0) {
      head.position = index + 1;
      head.size = kept.length;
    }
  });
  return kept.flat();
}
function bareResource(uri) {
  const nothing = { title: null, description: null, mimeType: null, app: null, broken: null };
  return { ...nothing, index: 0, name: uri, uri, badges: [], visibility: [] };
}
function section(name, count3, folded2, rows) {
  const open2 = !folded2.has(name);
  const head = { is: "section", name, label: LABELS3[name], count: count3, open: open2, position: 1, size: 1 };
  return open2 ? [head, ...rows] : [head];
}
function listSection(state, catalog2, kind, wanted, folded2) {
  const list2 = catalog2?.[kind] ?? null;
  const all = list2?.items ?? [];
  const passing = wanted === "" ? all : all.filter((item) => matches(item, wanted));
  const whole = list2 === null ? state.catalog[kind]?.count ?? 0 : all.length;
  const more = list2 !== null && !list2.complete ? "+" : "";
  const count3 = wanted === "" || passing.length === whole ? `${whole}${more}` : `${passing.length} of ${whole}${more}`;
  const rows = passing.map((item, index) => ({
    is: "item",
    section: kind,
    ref: refOf(kind, item),
    label: item.name,
    item,
    badges: treeBadges(item),
    position: index + 1,
    size: passing.length
  }));
  const isFolded2 = wanted === "" ? folded2 : /* @__PURE__ */ new Set();
  if (rows.length === 0 && wanted === "" && kind !== "templates")
    rows.push({ is: "note", section: kind, label: whyEmpty(state, kind), position: 1, size: 1 });
  if (kind === "templates" && rows.length === 0) return [];
  return section(kind, count3, isFolded2, rows);
}
function matches(item, wanted) {
  return item.name.toLowerCase().includes(wanted) || (item.title?.toLowerCase().includes(wanted) ?? false) || (item.uri?.toLowerCase().includes(wanted) ?? false) || (item.description?.toLowerCase().includes(wanted) ?? false);
}
function moved(key, at, rows) {
  const last = rows.length - 1;
  switch (key) {
    case "ArrowDown":
    case "j":
      return Math.min(last, at + 1);
    case "ArrowUp":
    case "k":
      return Math.max(0, at - 1);
    case "Home":
      return 0;
    case "End":
    case "G":
      return last;
    case "PageDown":
      return Math.min(last, at + 20);
    case "PageUp":
      return Math.max(0, at - 20);
    default:
      return at;
  }
}
function sectionAbove(at, rows) {
  let index = at;
  while (index > 0 && rows[index]?.is !== "section") index -= 1;
  return index;
}

// src/explore/tree.tsx
var filter = y3("");
var folded = y3(/* @__PURE__ */ new Set());
var active = y3(0);
var scrollTo = y3(null);
var drawn = y3([0, 0]);
var TREE_FILTER_ID = "tree-filter";
function rowId(index) {
  return `tree-row-${index}`;
}
function toggle(name) {
  const next = new Set(folded.value);
  if (!next.delete(name)) next.add(name);
  folded.value = next;
}
function open(session2, ref) {
  go({ screen: "explore", session: session2, item: ref, run: null });
}
function Tree({ state, chosen }) {
  const all = catalog.value;
  const rows = w2(
    () => treeRows(state, all, filter.value, folded.value),
    [state, all, filter.value, folded.value]
  );
  const at = Math.min(active.value, Math.max(0, rows.length - 1));
  const pane = T2(null);
  const lastG = T2(false);
  A2(() => {
    if (chosen === null) return;
    const index = rows.findIndex(
      (row) => row.is === "item" && row.ref.kind === chosen.kind && row.ref.key === chosen.key
    );
    if (index < 0) return;
    active.value = index;
    scrollTo.value = index;
  }, [chosen?.kind, chosen?.key, all]);
  const focusRow = (index) => {
    active.value = index;
    scrollTo.value = index;
    requestAnimationFrame(
      () => requestAnimationFrame(() => pane.current?.querySelector(`#${rowId(index)}`)?.focus())
    );
  };
  const act3 = (row) => {
    if (row?.is === "item") open(state.id, row.ref);
    else if (row?.is === "section") toggle(row.name);
  };
  const key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[a-zA-Z]$/.test(event.key) && !settings.value.singleKeys) return;
    const row = rows[at];
    const doubleG = event.key === "g" && lastG.current;
    lastG.current = event.key === "g" && !doubleG;
    const next = doubleG ? 0 : moved(event.key, at, rows);
    if (next !== at || doubleG) focusRow(next);
    else if (event.key === "Enter" || event.key === " ") act3(row);
    else if (event.key === "ArrowRight" && row?.is === "section" && !row.open) toggle(row.name);
    else if (event.key === "ArrowLeft" && row?.is === "section" && row.open) toggle(row.name);
    else if (event.key === "ArrowLeft" && row?.is !== "section") focusRow(sectionAbove(at, rows));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const fieldKey = (event) => {
    if (event.key === "ArrowDown") focusRow(Math.min(1, rows.length - 1));
    else if (event.key === "Enter") act3(rows.find((row) => row.is === "item"));
    else if (event.key === "Escape" && filter.value !== "") filter.value = "";
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const [first, last] = drawn.value;
  const stop = at >= first && at <= last ? at : first;
  const height = settings.value.density === "cozy" ? 28 : 24;
  return /* @__PURE__ */ a4("section", { class: "pane tree", "aria-label": "What the server offers", id: "pane-1", children: [
    /* @__PURE__ */ a4("div", { class: "tree-head", children: /* @__PURE__ */ a4(
      "input",
      {
        id: TREE_FILTER_ID,
        class: "input",
        type: "text",
        placeholder: "Filter  ( / )",
        "aria-label": "Filter tools, resources and prompts",
        spellcheck: false,
        value: filter.value,
        onInput: (event) => {
          filter.value = event.currentTarget.value;
          active.value = 0;
        },
        onKeyDown: fieldKey
      }
    ) }),
    catalogProblem.value === null ? null : /* @__PURE__ */ a4(ProblemBlock, { problem: catalogProblem.value, title: "The lists could not be fetched." }),
    /* @__PURE__ */ a4("div", { class: "tree-body", ref: pane, onKeyDown: key, children: [
      rows.length === 0 ? /* @__PURE__ */ a4("p", { class: "empty", children: [
        "Nothing matches “",
        filter.value,
        "”."
      ] }) : null,
      rows.length === 0 ? null : /* @__PURE__ */ a4(
        Windowed,
        {
          count: rows.length,
          rowHeight: height,
          role: "tree",
          label: "Tools, resources and prompts",
          scrollTo,
          onRange: (first2, last2) => {
            drawn.value = [first2, last2];
          },
          row: (index) => {
            const row = rows[index];
            return row === void 0 ? null : /* @__PURE__ */ a4(
              TreeLine,
              {
                row,
                index,
                focusable: index === stop,
                reached: () => {
                  active.value = index;
                },
                chosen: isChosen(row, chosen),
                act: () => {
                  active.value = index;
                  act3(row);
                }
              }
            );
          }
        }
      )
    ] })
  ] });
}
function isChosen(row, chosen) {
  return chosen !== null && row.is === "item" && row.ref.kind === chosen.kind && row.ref.key === chosen.key;
}
function TreeLine({
  row,
  index,
  focusable,
  reached,
  chosen,
  act: act3
}) {
  const common = {
    id: rowId(index),
    role: "treeitem",
    tabIndex: focusable ? 0 : -1,
    "aria-posinset": row.position,
    "aria-setsize": row.size,
    onClick: act3,
    onFocus: reached
  };
  switch (row.is) {
    case "section":
      return /* @__PURE__ */ a4("div", { ...common, class: "tree-section", "aria-level": 1, "aria-expanded": row.open, children: [
        /* @__PURE__ */ a4("span", { class: "fold", "aria-hidden": "true", children: row.open ? "▾" : "▸" }),
        row.label,
        " · ",
        row.count
      ] });
    case "item":
      return /* @__PURE__ */ a4(
        "div",
        {
          ...common,
          class: `tree-item${chosen ? " chosen" : ""}`,
          "aria-level": 2,
          "aria-selected": chosen,
          title: row.item.title ?? row.label,
          children: [
            /* @__PURE__ */ a4("span", { class: "tree-name", children: row.label }),
            /* @__PURE__ */ a4(News, { row }),
            row.badges.map((badge) => /* @__PURE__ */ a4("span", { class: `badge ${badge === "broken" ? "bad" : ""}`, children: badge }, badge))
          ]
        }
      );
    case "task":
      return /* @__PURE__ */ a4("div", { ...common, class: "tree-item", "aria-level": 2, children: [
        /* @__PURE__ */ a4("span", { class: "tree-name", children: row.label }),
        /* @__PURE__ */ a4("span", { class: "badge", children: row.status })
      ] });
    case "note":
      return /* @__PURE__ */ a4("div", { ...common, class: "tree-note", "aria-level": 2, children: row.label });
  }
}
function News({ row }) {
  if (row.section === "tasks" || row.section === "subscriptions" || row.section === "apps") return null;
  const news2 = newsOf2(listChanges.value, row.section, row.ref.key);
  if (news2 === null) return null;
  return /* @__PURE__ */ a4("span", { class: "news-dot", title: `${news2} since the last connect`, children: [
    /* @__PURE__ */ a4("span", { "aria-hidden": "true", children: "●" }),
    /* @__PURE__ */ a4("span", { class: "sr-only", children: [
      " ",
      news2
    ] })
  ] });
}

// src/ui/boundary.tsx
var Boundary = class extends x {
  state = { problem: null };
  static getDerivedStateFromError(thrown) {
    return { problem: problemOf(thrown) };
  }
  componentDidCatch(thrown) {
    console.error(thrown);
  }
  componentDidUpdate(before) {
    if (before.place !== this.props.place && this.state.problem !== null) this.setState({ problem: null });
  }
  render() {
    const { problem } = this.state;
    if (problem === null) return this.props.children;
    return /* @__PURE__ */ a4("div", { class: "page", children: /* @__PURE__ */ a4(ProblemBlock, { problem, title: "This view failed.", children: [
      /* @__PURE__ */ a4(Button, { onClick: () => this.setState({ problem: null }), children: "Show it again" }),
      /* @__PURE__ */ a4(Button, { onClick: () => location.reload(), children: "Reload the page" })
    ] }) });
  }
};

// src/ui/split.tsx
var LEAST = 0.1;
var MOST2 = 0.9;
var STEP2 = 0.02;
function clampShare(share2) {
  return Math.min(MOST2, Math.max(LEAST, Math.round(share2 * 1e3) / 1e3));
}
function shareAfterKey(key, share2, usual) {
  if (key === "ArrowLeft" || key === "ArrowUp") return clampShare(share2 - STEP2);
  if (key === "ArrowRight" || key === "ArrowDown") return clampShare(share2 + STEP2);
  if (key === "Home") return LEAST;
  if (key === "End") return MOST2;
  return key === "Enter" ? usual : null;
}
function Split({ name, way, share: usual, label, first, second }) {
  const box = T2(null);
  const share2 = settings.value.splits[name] ?? usual;
  const place = formatRoute(route.value);
  const drag = (event) => {
    if (box.current === null) return;
    const area = box.current.getBoundingClientRect();
    const isRow = getComputedStyle(box.current).flexDirection === "row";
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const next = isRow ? (event.clientX - area.left) / area.width : (event.clientY - area.top) / area.height;
    setSplit(name, clampShare(next));
  };
  const grab = (event) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  const key = (event) => {
    const next = shareAfterKey(event.key, share2, usual);
    if (next === null) return;
    event.preventDefault();
    setSplit(name, next);
  };
  return /* @__PURE__ */ a4("div", { class: `split ${way}`, ref: box, children: [
    /* @__PURE__ */ a4("div", { class: "split-pane", style: { flexBasis: second === null ? "100%" : `${share2 * 100}%` }, children: /* @__PURE__ */ a4(Boundary, { place, children: first }) }),
    second !== null && /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4(
        "div",
        {
          class: "split-bar",
          role: "separator",
          tabIndex: 0,
          "aria-label": label,
          "aria-orientation": way === "row" ? "vertical" : "horizontal",
          "aria-valuemin": LEAST * 100,
          "aria-valuemax": MOST2 * 100,
          "aria-valuenow": Math.round(share2 * 100),
          onPointerDown: grab,
          onPointerMove: drag,
          onKeyDown: key,
          onDblClick: () => setSplit(name, usual)
        }
      ),
      /* @__PURE__ */ a4("div", { class: "split-pane", style: { flexBasis: `${(1 - share2) * 100}%` }, children: /* @__PURE__ */ a4(Boundary, { place, children: second }) })
    ] })
  ] });
}

// src/shell/overlays.ts
var paletteOpen = y3(false);
var keysOpen = y3(false);
var rawOpen = y3(false);

// src/store/row-pair.ts
var remembered = y3(null);
var comparison2 = y3(null);
function named(row) {
  return `${row.method} ${row.target}`.trim();
}
function choose2(one) {
  const first = remembered.peek();
  if (first === null || first.session === one.session && first.row.seq === one.row.seq) {
    remembered.value = one;
    return `choose “Compare” on the row to compare ${named(one.row)} with`;
  }
  comparison2.value = { left: first, right: one };
  remembered.value = null;
  return `comparing ${named(first.row)} with ${named(one.row)}`;
}

// src/store/marks.ts
var pins = y3([]);
var script = y3({ steps: [], text: "[]\n" });
var stepStates = y3(/* @__PURE__ */ new Map());
var isRunning = O(() => [...stepStates.value.values()].some((one) => one.is === "running"));
var marks = O(() => news.value?.marks ?? 0);
async function load2(id) {
  const [pinned, saved] = await Promise.all([
    api.get(sessionPath(id, "/pins")),
    api.get(sessionPath(id, "/script"))
  ]);
  if (currentId.peek() !== id) return;
  pins.value = pinned.rows;
  script.value = saved;
}
function followMarks() {
  let known = null;
  return x2(() => {
    const id = currentId.value;
    const revision = marks.value;
    if (id !== known) {
      known = id;
      pins.value = [];
      script.value = { steps: [], text: "[]\n" };
      stepStates.value = /* @__PURE__ */ new Map();
    }
    if (id === null || revision === 0) return;
    load2(id).catch(() => void 0);
  });
}
async function togglePin(id, seq) {
  const before = pins.peek().some((row) => row.seq === seq);
  try {
    const body = await api.send(before ? "DELETE" : "PUT", sessionPath(id, `/pins/${seq}`));
    if (currentId.peek() === id) pins.value = body.rows;
    say(before ? "no longer pinned" : "pinned");
  } catch (thrown) {
    say(`not ${before ? "unpinned" : "pinned"}: ${problemOf(thrown).message}`);
  }
}
async function saveStep(id, seq) {
  try {
    const body = await api.send("POST", sessionPath(id, "/script"), JSON.stringify({ seq }));
    if (currentId.peek() === id) script.value = body;
    say(`saved as step ${body.steps.length}; Steps on the Timeline screen has them all`);
  } catch (thrown) {
    say(`not saved as a step: ${problemOf(thrown).message}`);
  }
}
async function removeStep(id, number) {
  try {
    script.value = await api.send("DELETE", sessionPath(id, `/script/${number}`));
  } catch (thrown) {
    say(`the step was not removed: ${problemOf(thrown).message}`);
  }
}
function told(number, state) {
  stepStates.value = new Map([...stepStates.peek(), [number, state]]);
}
async function runStep(id, step) {
  told(step.number, { is: "running" });
  try {
    const params = sliceAt(step.message, ["params"]) ?? "{}";
    const body = callBody({ method: step.method, params }, { timeoutMs: null, forced: true, detached: false });
    const { call } = await api.send("POST", sessionPath(id, "/calls"), body);
    const end = await api.get(
      sessionPath(id, `/calls/${call}?wait=true`)
    );
    const isGood = end.outcome === "answered" && end.result?.isError !== true;
    const why = end.result?.isError === true ? "the tool reports an error" : end.error?.message ?? end.outcome ?? "";
    told(step.number, isGood ? { is: "done" } : { is: "failed", why });
    return isGood;
  } catch (thrown) {
    told(step.number, { is: "failed", why: problemOf(thrown).message });
    return false;
  }
}
async function runSteps(id) {
  if (isRunning.peek()) return;
  stepStates.value = /* @__PURE__ */ new Map();
  for (const step of script.peek().steps) {
    if (!await runStep(id, step)) return;
  }
}

// src/store/raw-frame.ts
var KEPT3 = "raw-frame";
var PATIENCE_MS4 = 5e3;
var PAUSE_MS = 60;
var NEAR = 50;
var rawText = y3(keptText(KEPT3) ?? "");
function setRawText(text2) {
  rawText.value = text2;
  keepText(KEPT3, text2 === "" ? null : text2);
}
var given = 0;
function nextId() {
  given += 1;
  return `"raw-${Date.now().toString(36)}-${given}"`;
}
function asking(method, members, meta) {
  const params = meta === null ? members : [["_meta", meta], ...members];
  return objectText([
    ["jsonrpc", '"2.0"'],
    ["id", nextId()],
    ["method", JSON.stringify(method)],
    ["params", params.length === 0 ? null : objectText(params)]
  ]);
}
var NAMED = [
  ["name", '""'],
  ["arguments", "{}"]
];
var INITIALIZE = [
  ["protocolVersion", '"2025-11-25"'],
  ["capabilities", "{}"],
  ["clientInfo", '{"name":"raw","version":"0"}']
];
var TEMPLATES = [
  { name: "ping", make: (meta) => asking("ping", [], meta) },
  { name: "tools/list", make: (meta) => asking("tools/list", [], meta) },
  { name: "tools/call", make: (meta) => asking("tools/call", NAMED, meta) },
  { name: "resources/read", make: (meta) => asking("resources/read", [["uri", '""']], meta) },
  { name: "prompts/get", make: (meta) => asking("prompts/get", NAMED, meta) },
  { name: "initialize", make: () => asking("initialize", INITIALIZE, null) },
  {
    name: "notifications/cancelled",
    make: () => '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"changed my mind"}}'
  },
  { name: "a method that is not there", make: (meta) => asking("no/such/method", [], meta) },
  { name: "a batch", make: (meta) => `[${asking("ping", [], meta)},${asking("ping", [], meta)}]` },
  { name: "not JSON", make: () => '{"jsonrpc": "2.0", "id": 1, "method": ' }
];
async function usualMeta(id) {
  const page = await api.get(sessionPath(id, "/timeline?filter=kind:call%20dir:out&from=-1&limit=1"));
  const [row] = page.rows;
  if (row === void 0) return null;
  const detail = await api.get(sessionPath(id, `/timeline/${row.seq}`));
  const frame = detail.parts.find((part) => part.name === "request")?.text ?? null;
  return frame === null ? null : metaOf(frame);
}
function metaOf(frame) {
  const meta = valueOf(sliceAt(frame, ["params", "_meta"]) ?? "null");
  if (typeof meta !== "object" || meta === null) return null;
  const entries2 = Object.entries(meta).filter(([name]) => name.startsWith("io.modelcontextprotocol/"));
  return entries2.length === 0 ? null : JSON.stringify(Object.fromEntries(entries2));
}
function faultOf(text2) {
  const fault = jsonFault(text2);
  if (fault !== null) return `not JSON: ${fault.message} (line ${fault.line}, column ${fault.column})`;
  const first = text2.trimStart()[0];
  if (first === "[") return null;
  if (first !== "{") return "JSON, but not a message: that would be an object";
  if (sliceAt(text2, ["jsonrpc"]) !== '"2.0"') return 'a message has "jsonrpc": "2.0"';
  const parts = ["method", "result", "error"].filter((name) => sliceAt(text2, [name]) !== null);
  return parts.length === 1 ? null : "a message has just one of method, result and error";
}
function frameOf(text2, isLine2) {
  return isLine2 ? text2.replace(/\s*[\r\n]+\s*/g, " ").trim() : text2;
}
function withNewId(text2) {
  const id = sliceAt(text2, ["id"]);
  if (id === null) return text2;
  const at = [...text2.matchAll(/"id"\s*:\s*/g)].map((one) => one.index + one[0].length);
  const place = at.reverse().find((from) => text2.startsWith(id, from));
  return place === void 0 ? text2 : text2.slice(0, place) + nextId() + text2.slice(place + id.length);
}
async function sendRaw(id, frame) {
  const before = await newest(id);
  await request("POST", sessionPath(id, "/raw"), { body: frame, type: "application/octet-stream" });
  const until = Date.now() + PATIENCE_MS4;
  while (Date.now() < until) {
    const found3 = await rowAfter(id, before, frame);
    if (found3 !== null) return found3;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return null;
}
async function newest(id) {
  return (await api.get(sessionPath(id, "/timeline?from=-1&limit=1"))).lastSeq;
}
async function rowAfter(id, after, frame) {
  const page = await api.get(sessionPath(id, `/timeline?filter=dir:out&from=-${NEAR}&limit=${NEAR}`));
  for (const row of page.rows) {
    if (row.seq <= after) continue;
    const detail = await api.get(sessionPath(id, `/timeline/${row.seq}`));
    if (detail.parts.some((part) => part.text === frame)) return row.seq;
  }
  return null;
}

// src/store/findings.ts
var checked = y3(null);
var findingsProblem = y3(null);
var findings = O(() => checked.value?.session === session.value?.id ? checked.value?.report ?? null : null);
var findingsCount = O(() => findings.value?.findings.length ?? null);
var QUIET_MS = 700;
var SHARE = 0.1;
var pause = QUIET_MS;
async function checkRules(id, lastSeq) {
  const began = performance.now();
  try {
    const report2 = await api.get(sessionPath(id, "/findings"));
    checked.value = { session: id, lastSeq, report: report2 };
    findingsProblem.value = null;
  } catch (thrown) {
    findingsProblem.value = problemOf(thrown);
  }
  pause = Math.max(QUIET_MS, (performance.now() - began) / SHARE);
}
function followFindings() {
  let timer3 = null;
  const stop = x2(() => {
    const id = session.value?.id;
    const lastSeq = news.value?.lastSeq ?? 0;
    if (timer3 !== null) clearTimeout(timer3);
    timer3 = null;
    const before = checked.peek();
    if (id === void 0 || lastSeq === 0 || before?.session === id && before.lastSeq >= lastSeq) return;
    timer3 = setTimeout(() => void checkRules(id, lastSeq), before?.session === id ? pause : QUIET_MS);
  });
  return () => {
    stop();
    if (timer3 !== null) clearTimeout(timer3);
  };
}

// src/timeline/format.ts
function duration2(ns) {
  if (ns < 1e6) return `${Math.round(ns / 1e3)} µs`;
  const ms = ns / 1e6;
  if (ms < 10) return `${trimmed(ms, 1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  const seconds = ms / 1e3;
  if (seconds < 59.95) return `${trimmed(seconds, 1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")} min`;
}
function size(bytes2) {
  if (bytes2 < 1e3) return `${bytes2} B`;
  if (bytes2 < 999500) return `${trimmed(bytes2 / 1e3, bytes2 < 99950 ? 1 : 0)} kB`;
  return `${trimmed(bytes2 / 1e6, bytes2 < 9995e4 ? 1 : 0)} MB`;
}
function trimmed(value, digits) {
  return value.toFixed(digits).replace(/\.0$/, "");
}
function time(atNs, mode2, openedAt, beforeNs) {
  if (mode2 === "delta" && beforeNs !== null) {
    const sign = atNs < beforeNs ? "−" : "+";
    return `${sign}${duration2(Math.abs(atNs - beforeNs))}`;
  }
  const opened = openedAt === void 0 ? Number.NaN : Date.parse(openedAt);
  if (mode2 === "clock" && !Number.isNaN(opened)) return clock(new Date(opened + atNs / 1e6));
  return sinceStart(atNs);
}
function clock(date) {
  const two = (n3) => String(n3).padStart(2, "0");
  const ms = String(date.getMilliseconds()).padStart(3, "0");
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`;
}
function sinceStart(ns) {
  const ms = Math.round(ns / 1e6);
  const minutes = Math.floor(ms / 6e4);
  const rest = (ms % 6e4 / 1e3).toFixed(3).padStart(6, "0");
  return `${minutes}:${rest}`;
}
function shortCount(n3) {
  if (n3 < 1e4) return count2(n3);
  return n3 < 999500 ? `${Math.round(n3 / 1e3)}k` : `${trimmed(n3 / 1e6, 1)}M`;
}
var GROUPED = new Intl.NumberFormat("en");
function count2(n3) {
  return GROUPED.format(n3);
}

// src/timeline/comparison.tsx
var USUALLY_IGNORED = "/id /params/_meta/progressToken";
function Comparison2({ left, right, api: api2, close: close2 }) {
  const hasAnswers = left.row.endSeq !== null && right.row.endSeq !== null;
  const part = useSignal(hasAnswers ? "answer" : "request");
  const ignored = useSignal(USUALLY_IGNORED);
  const body = useSignal(null);
  const problem = useSignal(null);
  const seqOf = (row) => part.value === "answer" ? row.endSeq ?? row.seq : row.seq;
  const question = JSON.stringify({
    left: { session: left.session, seq: seqOf(left.row) },
    right: { session: right.session, seq: seqOf(right.row) },
    ignore: ignored.value.split(/\s+/).filter((word2) => word2.startsWith("/"))
  });
  A2(() => {
    let isWanted = true;
    api2.send("POST", "/api/diff", question).then(
      (answer2) => {
        if (!isWanted) return;
        body.value = answer2;
        problem.value = null;
      },
      (thrown) => {
        if (isWanted) problem.value = problemOf(thrown);
      }
    );
    return () => {
      isWanted = false;
    };
  }, [question]);
  const changes = body.value?.changes.length ?? 0;
  return /* @__PURE__ */ a4("div", { class: "row-detail", children: [
    /* @__PURE__ */ a4("header", { class: "detail-head", children: [
      /* @__PURE__ */ a4("h3", { children: "Comparison" }),
      /* @__PURE__ */ a4("span", { class: "muted detail-said", children: [
        "− ",
        described(left.row),
        " · + ",
        described(right.row)
      ] }),
      /* @__PURE__ */ a4("button", { type: "button", "aria-label": "Close the comparison", onClick: close2, children: "✕" })
    ] }),
    /* @__PURE__ */ a4("div", { class: "tl-compare-bar", children: [
      ["answer", "request"].map((one) => /* @__PURE__ */ a4("button", { type: "button", "aria-pressed": part.value === one, onClick: () => part.value = one, children: one === "answer" ? "Answers" : "Requests" }, one)),
      /* @__PURE__ */ a4("label", { class: "line", children: [
        /* @__PURE__ */ a4("span", { children: "Ignore" }),
        /* @__PURE__ */ a4(
          "input",
          {
            class: "input mono",
            type: "text",
            spellcheck: false,
            value: ignored.value,
            onChange: (event) => ignored.value = event.currentTarget.value
          }
        )
      ] })
    ] }),
    /* @__PURE__ */ a4("div", { class: "detail-panel", role: "group", "aria-label": "What differs", tabIndex: 0, children: [
      problem.value !== null && /* @__PURE__ */ a4(ProblemBlock, { problem: problem.value, title: "They could not be compared." }),
      body.value !== null && /* @__PURE__ */ a4($, { children: [
        /* @__PURE__ */ a4("p", { class: "muted", role: "status", children: [
          changes === 0 ? "The same" : count(changes, "change"),
          ignored.value.trim() === "" ? "" : ", but for what is ignored"
        ] }),
        /* @__PURE__ */ a4("pre", { class: "diff", children: body.value.lines.map((line, index) => /* @__PURE__ */ a4("span", { class: line.tag === "+" ? "added" : line.tag === "-" ? "removed" : "same", children: `${line.tag === "=" ? " " : line.tag} ${line.text}
` }, index)) })
      ] })
    ] })
  ] });
}
function described(row) {
  return `${named(row)} at ${time(row.atNs, "start", void 0, null)}`;
}

// src/timeline/detail-tabs.ts
var DETAIL_TABS = ["request", "response", "raw", "timing", "checks"];
var chosenTab = y3(null);
function tabBeside(tab, by) {
  const at = DETAIL_TABS.indexOf(tab);
  return DETAIL_TABS[(at + by + DETAIL_TABS.length) % DETAIL_TABS.length] ?? tab;
}
function stepDetailTab(by, of = chosenTab) {
  of.value = tabBeside(of.peek() ?? "request", by);
}
function toggleRaw(of = chosenTab) {
  of.value = of.peek() === "raw" ? null : "raw";
}

// src/timeline/waterfall.tsx
function rangeOf2(rows) {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    from = Math.min(from, row.atNs);
    to = Math.max(to, row.atNs + (row.durationNs ?? 0));
  }
  if (from > to) return { from: 0, to: 1 };
  return { from, to: to + Math.max(1, (to - from) * 0.02) };
}
function rangeIn(stretch, seen) {
  const from = stretch?.from ?? seen.from;
  const to = stretch?.to ?? seen.to;
  return to > from ? { from, to } : seen;
}
function tonesOf(row) {
  const whole = row.durationNs ?? 0;
  const you = Math.min(row.humanNs, whole);
  const network = Math.min(row.networkNs ?? 0, whole - you);
  const parts = [
    { tone: "network", ns: network },
    { tone: "you", ns: you },
    { tone: "server", ns: whole - you - network }
  ];
  return parts.filter((part) => part.ns > 0);
}
function tonesText(row) {
  if (row.durationNs === null) return row.status === "pending" ? "not answered yet" : "";
  const parts = tonesOf(row).map((part) => `${part.tone} ${duration2(part.ns)}`);
  return parts.length > 1 ? `${duration2(row.durationNs)}: ${parts.join(" · ")}` : duration2(row.durationNs);
}
function placeOf3(row, range) {
  const span = range.to - range.from;
  const end = row.status === "pending" && row.durationNs === null ? range.to : row.atNs + (row.durationNs ?? 0);
  const left = Math.min(100, Math.max(0, (row.atNs - range.from) / span * 100));
  const right = Math.min(100, Math.max(0, (end - range.from) / span * 100));
  return { left, width: Math.max(0, right - left) };
}
function Waterfall({ row, range }) {
  const { left, width } = placeOf3(row, range);
  const isPending = row.status === "pending" && row.durationNs === null;
  return /* @__PURE__ */ a4("span", { class: "waterfall", title: tonesText(row), children: /* @__PURE__ */ a4("span", { class: `bar ${isPending ? "bar-pending" : ""}`, style: { left: `${left}%`, width: `${width}%` }, children: [
    tonesOf(row).map((part) => /* @__PURE__ */ a4("span", { class: `tone tone-${part.tone}`, style: { flexGrow: part.ns } }, part.tone)),
    row.durationNs === null && !isPending && /* @__PURE__ */ a4("span", { class: "tone tone-point" })
  ] }) });
}

// src/timeline/row.tsx
function rowId2(prefix2, seq) {
  return `${prefix2}-row-${seq}`;
}
function ariaIndex(index) {
  return index + 2;
}
function TimelineRow({ row, index, before, look: look2, select, open: open2, fold, menu }) {
  const isSelected = look2.selected === row.seq;
  return /* @__PURE__ */ a4(
    "div",
    {
      id: rowId2(look2.idPrefix, row.seq),
      role: "row",
      class: `tl-row tl-${row.kind} ${isSelected ? "tl-selected" : ""}`,
      "aria-rowindex": ariaIndex(index),
      "aria-selected": isSelected,
      onClick: select,
      onDblClick: open2,
      onContextMenu: menu,
      children: [
        /* @__PURE__ */ a4("span", { role: "gridcell", class: "tl-time", children: time(row.atNs, look2.timeMode, look2.openedAt, before?.atNs ?? null) }),
        /* @__PURE__ */ a4("span", { role: "gridcell", class: `tl-direction tl-${row.direction ?? "none"}`, children: /* @__PURE__ */ a4(Direction, { row }) }),
        /* @__PURE__ */ a4("span", { role: "gridcell", class: "tl-method", title: row.method, children: [
          /* @__PURE__ */ a4(Indent, { depth: row.depth }),
          look2.pinned.has(row.seq) && /* @__PURE__ */ a4("span", { class: "tl-pinned", children: [
            /* @__PURE__ */ a4("span", { "aria-hidden": "true", children: "◆" }),
            /* @__PURE__ */ a4("span", { class: "sr-only", children: "pinned: " })
          ] }),
          row.children > 0 && /* @__PURE__ */ a4(
            "button",
            {
              type: "button",
              class: "tl-fold",
              tabIndex: -1,
              "aria-expanded": !look2.folded.has(row.seq),
              "aria-label": `${row.children} rows within ${row.method}`,
              onClick: (event) => {
                event.stopPropagation();
                fold();
              },
              children: look2.folded.has(row.seq) ? "▸" : "▾"
            }
          ),
          row.method
        ] }),
        /* @__PURE__ */ a4("span", { role: "gridcell", class: "tl-target", title: row.target, children: [
          row.target,
          row.humanNs > 0 && row.depth === 0 && /* @__PURE__ */ a4("span", { class: "tl-you", children: [
            " (you ",
            duration2(row.humanNs),
            ")"
          ] })
        ] }),
        /* @__PURE__ */ a4("span", { role: "gridcell", class: `tl-status tl-status-${row.status ?? "none"}`, children: [
          statusText(row),
          row.findings > 0 && /* @__PURE__ */ a4("span", { class: "tl-findings", title: `${row.findings} findings`, children: [
            " ",
            "⚠",
            row.findings,
            /* @__PURE__ */ a4("span", { class: "sr-only", children: " findings" })
          ] })
        ] }),
        /* @__PURE__ */ a4("span", { role: "gridcell", class: "tl-duration", children: row.durationNs === null ? "" : duration2(row.durationNs) }),
        /* @__PURE__ */ a4("span", { role: "gridcell", class: "tl-size", children: row.bytes > 0 ? size(row.bytes) : "" }),
        /* @__PURE__ */ a4("span", { role: "gridcell", class: "tl-waterfall", children: /* @__PURE__ */ a4(Waterfall, { row, range: look2.range }) })
      ]
    }
  );
}
function EmptyRow({ index }) {
  return /* @__PURE__ */ a4("div", { role: "row", class: "tl-row tl-empty", "aria-rowindex": ariaIndex(index), children: /* @__PURE__ */ a4("span", { role: "gridcell", class: "tl-time", children: "…" }) });
}
function Direction({ row }) {
  if (row.kind === "stderr" || row.kind === "junk") {
    return /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4("span", { "aria-hidden": "true", children: "⚠" }),
      /* @__PURE__ */ a4("span", { class: "sr-only", children: row.kind === "junk" ? "not a message" : "from standard error" })
    ] });
  }
  if (row.direction === null) return /* @__PURE__ */ a4("span", { "aria-hidden": "true", children: "·" });
  return /* @__PURE__ */ a4($, { children: [
    /* @__PURE__ */ a4("span", { "aria-hidden": "true", children: row.direction === "out" ? "→" : "←" }),
    /* @__PURE__ */ a4("span", { class: "sr-only", children: row.direction === "out" ? "to the server" : "from the server" })
  ] });
}
function Indent({ depth }) {
  if (depth === 0) return null;
  return /* @__PURE__ */ a4($, { children: [
    /* @__PURE__ */ a4("span", { class: "tl-indent", style: { width: `${Math.min(depth, 8) * 14}px` } }),
    /* @__PURE__ */ a4("span", { class: "sr-only", children: [
      "level ",
      depth + 1,
      ": "
    ] })
  ] });
}
function statusText(row) {
  switch (row.status) {
    case null:
      return row.level ?? (row.code === null ? "" : String(row.code));
    case "ok":
      return row.kind === "http" && row.code !== null ? String(row.code) : "OK";
    case "error":
      return row.code === null ? "error" : String(row.code);
    case "tool-error":
      return "tool error";
    case "pending":
      return "pending…";
    default:
      return row.status;
  }
}

// src/timeline/detail.tsx
var PENDING_PAUSE = 1e3;
var FAILED_PAUSE = 1e3;
function RowDetail({ session: session2, seq, api: api2, tab: chosen = chosenTab }) {
  const detail = useSignal(null);
  const failure = useSignal(null);
  const prefix2 = P2();
  A2(() => {
    const abort2 = new AbortController();
    let timer3 = null;
    const load3 = async () => {
      try {
        const body2 = await api2.get(`/api/sessions/${encodeURIComponent(session2)}/timeline/${seq}`, abort2.signal);
        if (abort2.signal.aborted) return;
        detail.value = body2;
        failure.value = null;
        if (body2.row.status === "pending") timer3 = setTimeout(load3, PENDING_PAUSE);
      } catch (reason) {
        if (abort2.signal.aborted) return;
        failure.value = reason instanceof Error ? reason.message : String(reason);
        if (!(reason instanceof Problem && reason.status === 404)) timer3 = setTimeout(load3, FAILED_PAUSE);
      }
    };
    void load3();
    return () => {
      abort2.abort();
      if (timer3 !== null) clearTimeout(timer3);
    };
  }, [session2, seq, api2]);
  const body = detail.value;
  if (failure.value && body?.row.seq !== seq) {
    return /* @__PURE__ */ a4("p", { class: "fault row-detail", role: "alert", children: [
      "Row ",
      seq,
      " could not be read: ",
      failure.value
    ] });
  }
  if (!body) return /* @__PURE__ */ a4("p", { class: "muted row-detail", children: [
    "Reading row ",
    seq,
    "…"
  ] });
  const tab = chosen.value ?? firstTab(body);
  const idOf = (one) => `${prefix2}-${one}`;
  const onKeyDown = (event) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabBeside(tab, by);
    chosen.value = next;
    document.getElementById(idOf(next))?.focus();
  };
  return /* @__PURE__ */ a4("div", { class: "row-detail", children: [
    /* @__PURE__ */ a4("header", { class: "detail-head", children: [
      /* @__PURE__ */ a4("h3", { class: "mono", children: body.row.method }),
      body.row.id !== null && /* @__PURE__ */ a4("span", { class: "muted", children: [
        "id ",
        body.row.id
      ] }),
      /* @__PURE__ */ a4("span", { class: `tl-status-${body.row.status ?? "none"}`, children: statusText(body.row) }),
      body.ancestors.length > 0 && /* @__PURE__ */ a4("span", { class: "muted", children: [
        "within ",
        body.ancestors.map((one) => `${one.method} ${one.target}`.trim()).join(" › ")
      ] })
    ] }),
    /* @__PURE__ */ a4("div", { class: "detail-tabs", role: "tablist", "aria-label": "Parts of the row", onKeyDown, children: DETAIL_TABS.map((one) => /* @__PURE__ */ a4(
      "button",
      {
        id: idOf(one),
        type: "button",
        role: "tab",
        "aria-selected": one === tab,
        "aria-controls": one === tab ? `${prefix2}-panel` : void 0,
        tabIndex: one === tab ? 0 : -1,
        onClick: () => chosen.value = one,
        children: [
          one,
          one === "checks" && (body.findings ?? []).length > 0 ? ` ${(body.findings ?? []).length}` : ""
        ]
      },
      one
    )) }),
    /* @__PURE__ */ a4("div", { id: `${prefix2}-panel`, class: "detail-panel", role: "tabpanel", "aria-labelledby": idOf(tab), tabIndex: 0, children: /* @__PURE__ */ a4(Panel, { tab, body, session: session2, api: api2 }) })
  ] });
}
function firstTab(body) {
  if (body.parts.some((part) => part.name === "request")) return "request";
  if (body.gone.includes(body.row.seq) && TWO_SIDED.has(body.row.kind)) return "request";
  return body.parts.some((part) => part.name === "response") ? "response" : "raw";
}
function Panel({ tab, body, session: session2, api: api2 }) {
  if (tab === "timing") return /* @__PURE__ */ a4(Timing, { body });
  if (tab === "checks") return /* @__PURE__ */ a4(Checks, { findings: body.findings ?? [] });
  if (tab === "raw") {
    return /* @__PURE__ */ a4($, { children: [
      body.gone.length === 0 ? null : /* @__PURE__ */ a4(Gone, { what: body.parts.length === 0 ? "What this row was made of" : "Some of it" }),
      body.parts.map((part2) => /* @__PURE__ */ a4("div", { class: "detail-part", children: [
        /* @__PURE__ */ a4(PartHead, { part: part2 }),
        /* @__PURE__ */ a4(PartText, { part: part2, session: session2, api: api2, isRaw: true })
      ] }, part2.seq)),
      body.http && /* @__PURE__ */ a4(Http, { http: body.http })
    ] });
  }
  const part = tab === "response" ? body.parts.findLast((one) => one.name === tab) : body.parts.find((one) => one.name === tab);
  if (part) return /* @__PURE__ */ a4(PartText, { part, session: session2, api: api2 });
  if (tab === "response" && body.row.status === "pending") return /* @__PURE__ */ a4("p", { class: "muted", children: "Not answered yet." });
  const [first, last] = [body.row.seq, body.row.endSeq];
  const isGone = body.gone.includes(tab === "response" ? last ?? -1 : first);
  if (isGone && TWO_SIDED.has(body.row.kind)) return /* @__PURE__ */ a4(Gone, { what: `The ${tab}` });
  return /* @__PURE__ */ a4("p", { class: "muted", children: [
    "This row has no ",
    tab,
    "."
  ] });
}
var TWO_SIDED = /* @__PURE__ */ new Set(["call", "ask", "app"]);
function Gone({ what }) {
  return /* @__PURE__ */ a4("p", { class: "warn", role: "status", children: [
    what,
    " is no longer kept: the log has room for the newest messages only. Save a recording in time to keep them."
  ] });
}
function PartHead({ part }) {
  return /* @__PURE__ */ a4("p", { class: "detail-part-head muted", children: [
    part.name,
    " · entry ",
    part.seq,
    " · ",
    size(part.bytes),
    part.base64 ? " · not UTF-8, shown as base64" : ""
  ] });
}
function PartText({ part, session: session2, api: api2, isRaw = false }) {
  const label = `${part.name}, ${size(part.bytes)}`;
  if (part.text === null) return /* @__PURE__ */ a4(BigDoc, { session: session2, seq: part.seq, path: "", api: api2, label, isRaw });
  return isRaw || part.base64 ? /* @__PURE__ */ a4(JsonText, { text: part.text, label }) : /* @__PURE__ */ a4(PrettyJson, { text: part.text, label });
}
function Http({ http }) {
  const status = http.status === void 0 ? http.error ?? "no answer" : `${http.version ?? "HTTP"} ${http.status}`;
  return /* @__PURE__ */ a4("div", { class: "detail-part", children: [
    /* @__PURE__ */ a4("p", { class: "detail-part-head muted", children: [
      "HTTP exchange ",
      http.exchange,
      " · head after ",
      http.headMs,
      " ms",
      http.totalMs === void 0 ? "" : ` · whole after ${http.totalMs} ms`
    ] }),
    /* @__PURE__ */ a4("pre", { class: "json", role: "group", "aria-label": "HTTP exchange", tabIndex: 0, children: [
      `${http.method} ${http.url}
${headerLines(http.requestHeaders)}

${status}
${headerLines(http.responseHeaders)}`,
      http.bodyHead === void 0 ? "" : `

${http.bodyHead}`
    ] })
  ] });
}
function headerLines(headers2) {
  return headers2.map(([name, value]) => `${name}: ${value}`).join("\n");
}
function Timing({ body }) {
  const whole = body.timing.reduce((sum, part) => sum + part.ns, 0);
  if (whole === 0) return /* @__PURE__ */ a4("p", { class: "muted", children: "No time was measured for this row." });
  return /* @__PURE__ */ a4("dl", { class: "timing", children: [
    body.timing.map((part) => /* @__PURE__ */ a4("div", { class: "timing-part", children: [
      /* @__PURE__ */ a4("dt", { children: part.name === "you" ? "you (waiting for a person)" : part.name }),
      /* @__PURE__ */ a4("dd", { children: [
        /* @__PURE__ */ a4("span", { class: "timing-number", children: duration2(part.ns) }),
        /* @__PURE__ */ a4("span", { class: "timing-track", children: /* @__PURE__ */ a4("span", { class: `tone tone-${part.name}`, style: { width: `${part.ns / whole * 100}%` } }) })
      ] })
    ] }, part.name)),
    /* @__PURE__ */ a4("div", { class: "timing-part", children: [
      /* @__PURE__ */ a4("dt", { children: "together" }),
      /* @__PURE__ */ a4("dd", { children: /* @__PURE__ */ a4("span", { class: "timing-number", children: duration2(whole) }) })
    ] })
  ] });
}
function Checks({ findings: findings2 }) {
  if (findings2.length === 0) return /* @__PURE__ */ a4("p", { class: "muted", children: "No rule of the protocol is broken here." });
  return /* @__PURE__ */ a4("ul", { class: "findings", children: findings2.map((finding, index) => /* @__PURE__ */ a4("li", { children: [
    /* @__PURE__ */ a4("p", { children: [
      /* @__PURE__ */ a4("strong", { class: `finding-${finding.level}`, children: finding.level }),
      " ",
      finding.message
    ] }),
    /* @__PURE__ */ a4("p", { class: "muted", children: [
      "rule ",
      finding.rule,
      finding.pointer === void 0 ? "" : ` · at ${finding.pointer || "the top"}`,
      finding.header === void 0 ? "" : ` · header ${finding.header}`,
      " · ",
      finding.page
    ] })
  ] }, index)) });
}

// src/timeline/terms.ts
function termsOf(filter2) {
  return filter2.match(/(?:"(?:[^"\\]|\\.)*"?|[^\s"])+/g) ?? [];
}
function alternativesOf(filter2, name) {
  const term = termsOf(filter2).find((one) => one.startsWith(`${name}:`));
  return term === void 0 ? [] : term.slice(name.length + 1).split("|").filter(Boolean);
}
function hasTerm(filter2, name, value) {
  return alternativesOf(filter2, name).includes(value);
}
function toggleTerm(filter2, name, value) {
  const now2 = alternativesOf(filter2, name);
  const next = now2.includes(value) ? now2.filter((one) => one !== value) : [...now2, value];
  return withAlternatives(filter2, name, next);
}
function setTerm(filter2, name, value) {
  return withAlternatives(filter2, name, [quoted(value)]);
}
function withoutTerms(filter2, names) {
  return termsOf(filter2).filter((term) => !names.some((name) => term.startsWith(`${name}:`))).join(" ");
}
function withAlternatives(filter2, name, values) {
  const terms = termsOf(filter2);
  const at = terms.findIndex((term2) => term2.startsWith(`${name}:`));
  const term = values.length === 0 ? [] : [`${name}:${values.join("|")}`];
  if (at < 0) return [...terms, ...term].join(" ");
  return [...terms.slice(0, at), ...term, ...terms.slice(at + 1)].join(" ");
}
function quoted(value) {
  return /^[A-Za-z0-9_./:@#+-]+$/.test(value) ? value : `"${value.replace(/["\\]/g, (char) => `\\${char}`)}"`;
}
var UNITS = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9, m: 6e10, min: 6e10, h: 36e11 };
function nanos(text2, unit) {
  const found3 = /^(\d+(?:\.\d+)?)([a-zµ]*)$/i.exec(text2);
  const factor = UNITS[(found3?.[2] || unit).toLowerCase()];
  return found3 === null || factor === void 0 ? null : Number(found3[1]) * factor;
}
function stretchOf(filter2) {
  const [term, ...others] = alternativesOf(filter2, "at");
  const [, from = "", to = ""] = /^([^.]*(?:\.\d[^.]*)?)\.\.(.*)$/.exec(term ?? "") ?? [];
  if (term === void 0 || others.length > 0) return null;
  const unit = /[a-zµ]*$/i.exec(to)?.[0] ?? "";
  const stretch = { from: from === "" ? null : nanos(from, unit), to: to === "" ? null : nanos(to, "") };
  return stretch.from === null && stretch.to === null ? null : stretch;
}
function withStretch(filter2, stretch) {
  const without = withoutTerms(filter2, ["at"]);
  if (stretch === null) return without;
  const { from, to } = stretch;
  const length = from === null || to === null ? Number.POSITIVE_INFINITY : to - from;
  const step = length < 1e7 ? 1e3 : 1e6;
  const word2 = (ns, round) => ns === null ? "" : `${trimmed2((round(ns / step) * step / 1e9).toFixed(6))}s`;
  return [without, `at:${word2(from, Math.floor)}..${word2(to, Math.ceil)}`].filter(Boolean).join(" ");
}
function trimmed2(number) {
  return number.replace(/\.?0+$/, "");
}

// src/timeline/stats.tsx
function StatsPane({ session: session2, api: api2, filter: filter2, selected, onPick }) {
  const stats = useSignal(null);
  const failure = useSignal(null);
  const asked = useSignal(0);
  A2(() => {
    const abort2 = new AbortController();
    api2.get(`/api/sessions/${encodeURIComponent(session2)}/stats`, abort2.signal).then(
      (body2) => {
        stats.value = body2;
        failure.value = null;
      },
      (reason) => {
        if (!abort2.signal.aborted) failure.value = reason instanceof Error ? reason.message : String(reason);
      }
    );
    return () => abort2.abort();
  }, [session2, api2, asked.value]);
  const body = stats.value;
  const pick = (change2) => {
    change2();
    onPick?.();
  };
  return /* @__PURE__ */ a4("div", { class: "stats", role: "group", "aria-label": "Statistics", tabIndex: 0, children: [
    /* @__PURE__ */ a4("p", { class: "stats-bar", children: [
      /* @__PURE__ */ a4("button", { type: "button", onClick: () => asked.value++, children: "Read again" }),
      failure.value && /* @__PURE__ */ a4("span", { class: "fault", role: "alert", children: [
        "The statistics could not be read: ",
        failure.value
      ] })
    ] }),
    body && body.methods.length === 0 && /* @__PURE__ */ a4("p", { class: "muted", children: "No call has been made yet." }),
    body && body.methods.length > 0 && /* @__PURE__ */ a4("table", { children: [
      /* @__PURE__ */ a4("caption", { children: "By method" }),
      /* @__PURE__ */ a4("thead", { children: /* @__PURE__ */ a4("tr", { children: [
        /* @__PURE__ */ a4("th", { scope: "col", children: "method" }),
        ["count", "errors", "p50", "p95", "max"].map((name) => /* @__PURE__ */ a4("th", { scope: "col", class: "number", children: name }, name)),
        /* @__PURE__ */ a4("th", { scope: "col", children: "durations" })
      ] }) }),
      /* @__PURE__ */ a4("tbody", { children: body.methods.map((method) => /* @__PURE__ */ a4("tr", { children: [
        /* @__PURE__ */ a4("th", { scope: "row", children: /* @__PURE__ */ a4(Link2, { text: method.method, act: filter2 && (() => pick(() => filter2.value = setTerm(filter2.peek(), "method", method.method))) }) }),
        /* @__PURE__ */ a4("td", { class: "number", children: count2(method.count) }),
        /* @__PURE__ */ a4("td", { class: `number ${method.errors > 0 ? "bad" : ""}`, children: count2(method.errors) }),
        /* @__PURE__ */ a4("td", { class: "number", children: maybe(method.p50Ns) }),
        /* @__PURE__ */ a4("td", { class: "number", children: maybe(method.p95Ns) }),
        /* @__PURE__ */ a4("td", { class: "number", children: maybe(method.maxNs) }),
        /* @__PURE__ */ a4("td", { children: /* @__PURE__ */ a4(Histogram, { stats: method }) })
      ] }, method.method)) })
    ] }),
    body && body.slowest.length > 0 && /* @__PURE__ */ a4("table", { children: [
      /* @__PURE__ */ a4("caption", { children: "The slowest" }),
      /* @__PURE__ */ a4("tbody", { children: body.slowest.map((row) => /* @__PURE__ */ a4("tr", { children: [
        /* @__PURE__ */ a4("td", { class: "number", children: maybe(row.durationNs) }),
        /* @__PURE__ */ a4("th", { scope: "row", children: /* @__PURE__ */ a4(Link2, { text: `${row.method} ${row.target}`, act: selected && (() => pick(() => selected.value = row.seq)) }) }),
        /* @__PURE__ */ a4("td", { class: "muted", children: row.humanNs > 0 ? `you ${duration2(row.humanNs)}` : "" })
      ] }, row.seq)) })
    ] })
  ] });
}
function Link2({ text: text2, act: act3 }) {
  if (!act3) return /* @__PURE__ */ a4($, { children: text2 });
  return /* @__PURE__ */ a4("button", { type: "button", class: "link", onClick: act3, children: text2 });
}
var BAR = 6;
var TALL = 20;
function Histogram({ stats }) {
  const most = Math.max(1, ...stats.buckets);
  const text2 = stats.buckets.map((n3, index) => n3 > 0 ? `${bucketName(index)}: ${n3}` : "").filter(Boolean).join(", ");
  return /* @__PURE__ */ a4("svg", { class: "histogram", width: Math.max(1, stats.buckets.length) * (BAR + 1), height: TALL, role: "img", "aria-label": text2 || "none", children: [
    /* @__PURE__ */ a4("title", { children: text2 }),
    stats.buckets.map((n3, index) => {
      const height = n3 === 0 ? 0 : Math.max(2, n3 / most * TALL);
      return /* @__PURE__ */ a4("rect", { x: index * (BAR + 1), y: TALL - height, width: BAR, height }, index);
    })
  ] });
}
function bucketName(index) {
  return index === 0 ? "below 1 ms" : `${duration2(2 ** (index - 1) * 1e6)} to ${duration2(2 ** index * 1e6)}`;
}
function maybe(ns) {
  return ns === null ? "" : duration2(ns);
}

// src/timeline/steps.tsx
function StepsPane(props) {
  const { script: script2, states, readOnly, isRunning: isRunning2, save, copy: copy2, runAll, remove, open: open2 } = props;
  const { steps } = script2;
  if (steps.length === 0) {
    return /* @__PURE__ */ a4("div", { class: "stats", role: "group", "aria-label": "Saved steps", tabIndex: 0, children: /* @__PURE__ */ a4("p", { class: "muted", children: [
      "No call was saved yet. “Save as test step” in the menu of a row (",
      /* @__PURE__ */ a4("kbd", { children: "." }),
      ") puts it here; the steps together are a script for ",
      /* @__PURE__ */ a4("code", { children: "mcp-inspector --cli --script FILE" }),
      "."
    ] }) });
  }
  return /* @__PURE__ */ a4("div", { class: "stats", role: "group", "aria-label": "Saved steps", tabIndex: 0, children: [
    /* @__PURE__ */ a4("p", { class: "steps-bar", children: [
      !readOnly && /* @__PURE__ */ a4("button", { type: "button", onClick: runAll, children: isRunning2 ? "Running…" : "Run all" }),
      /* @__PURE__ */ a4("button", { type: "button", onClick: save, children: "Download script" }),
      /* @__PURE__ */ a4("button", { type: "button", onClick: copy2, children: "Copy script" }),
      /* @__PURE__ */ a4("span", { class: "muted", children: [
        "Run it with ",
        /* @__PURE__ */ a4("code", { children: "mcp-inspector --cli --script FILE" }),
        " and the server."
      ] })
    ] }),
    /* @__PURE__ */ a4("ol", { class: "steps", children: steps.map((step, index) => /* @__PURE__ */ a4("li", { children: [
      /* @__PURE__ */ a4("div", { class: "step-head", children: [
        /* @__PURE__ */ a4("span", { class: "muted", children: [
          index + 1,
          "."
        ] }),
        " ",
        /* @__PURE__ */ a4("strong", { class: "mono", children: step.method }),
        " ",
        /* @__PURE__ */ a4("span", { class: "mono", children: step.target }),
        " ",
        /* @__PURE__ */ a4(Verdict3, { state: states.get(step.number) }),
        /* @__PURE__ */ a4("span", { class: "step-acts", children: [
          /* @__PURE__ */ a4("button", { type: "button", onClick: () => open2(step.seq), children: "Row" }),
          /* @__PURE__ */ a4("button", { type: "button", "aria-label": `Remove step ${step.method} ${step.target}`, onClick: () => remove(step.number), children: "Remove" })
        ] })
      ] }),
      /* @__PURE__ */ a4(JsonText, { text: step.step, label: `Step ${step.method} ${step.target}` })
    ] }, step.number)) })
  ] });
}
function Verdict3({ state }) {
  return /* @__PURE__ */ a4("span", { role: "status", children: state === void 0 ? null : state.is === "running" ? /* @__PURE__ */ a4("span", { class: "muted", children: "running…" }) : state.is === "done" ? /* @__PURE__ */ a4("span", { class: "tl-status-ok", children: "OK" }) : /* @__PURE__ */ a4("span", { class: "tl-status-error", children: [
    "failed: ",
    state.why
  ] }) });
}

// src/timeline/filter-bar.tsx
var TYPING_PAUSE2 = 120;
var CHIPS = [
  { label: "All", counts: "all", term: null },
  { label: "Calls", counts: "calls", term: ["kind", "call"] },
  { label: "Notif", counts: "notifications", term: ["kind", "notification"] },
  { label: "Asks", counts: "asks", term: ["kind", "ask"], isRare: true },
  { label: "stderr", counts: "stderr", term: ["kind", "stderr"] },
  { label: "HTTP", counts: "http", term: ["kind", "http"] },
  { label: "Lifecycle", counts: "lifecycle", term: ["kind", "lifecycle"], isRare: true },
  { label: "Auth", counts: "auth", term: ["kind", "auth"], isRare: true },
  { label: "Apps", counts: "apps", term: ["kind", "app"], isRare: true },
  { label: "Errors", counts: "errors", term: ["status", "error"] },
  { label: "Findings", counts: "findings", term: ["findings", ">0"], isRare: true }
];
var CHIP_NAMES = ["kind", "status", "findings"];
function FilterBar({ filter: filter2, counts, error, full, idPrefix, input, attempt, giveUp, leave }) {
  const typed = useSignal(null);
  const timer3 = T2(null);
  const mirror = T2(null);
  const text2 = typed.value ?? filter2.value;
  const errorId = `${idPrefix}-filter-error`;
  const tryNow = async (wanted) => {
    if (timer3.current !== null) clearTimeout(timer3.current);
    timer3.current = null;
    if (await attempt(wanted) && typed.peek() === wanted) typed.value = null;
  };
  A2(() => () => {
    if (timer3.current !== null) clearTimeout(timer3.current);
  }, []);
  const onInput = (event) => {
    const wanted = event.currentTarget.value;
    typed.value = wanted;
    if (timer3.current !== null) clearTimeout(timer3.current);
    timer3.current = setTimeout(() => void tryNow(wanted), TYPING_PAUSE2);
  };
  const put = (wanted) => {
    typed.value = wanted;
    void tryNow(wanted);
  };
  const onKeyDown = (event) => {
    if (event.key === "Enter" || event.key === "Escape" || event.key === "ArrowDown" && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Enter") void tryNow(text2);
      if (event.key === "Escape") {
        if (timer3.current !== null) clearTimeout(timer3.current);
        typed.value = null;
        giveUp();
      }
      leave();
    }
  };
  const isWrong = error !== null;
  return /* @__PURE__ */ a4($, { children: [
    /* @__PURE__ */ a4("span", { class: "tl-filter", children: [
      /* @__PURE__ */ a4("span", { ref: mirror, class: "tl-filter-mirror", "aria-hidden": "true", children: isWrong ? /* @__PURE__ */ a4(Underlined, { text: text2, error }) : null }),
      /* @__PURE__ */ a4(
        "input",
        {
          ref: input,
          type: "text",
          class: "mono",
          "aria-label": "Filter the timeline",
          "aria-invalid": isWrong ? "true" : void 0,
          "aria-describedby": isWrong ? errorId : void 0,
          placeholder: "method:tools/* status:error dur:>500ms",
          value: text2,
          spellcheck: false,
          autocomplete: "off",
          onInput,
          onKeyDown,
          onScroll: (event) => {
            if (mirror.current) mirror.current.scrollLeft = event.currentTarget.scrollLeft;
          }
        }
      ),
      isWrong && /* @__PURE__ */ a4("span", { id: errorId, class: "tl-filter-error", role: "status", children: error.message })
    ] }),
    /* @__PURE__ */ a4("span", { class: "tl-chips", role: "group", "aria-label": "Quick filters", children: CHIPS.filter((chip) => full || !chip.isRare).map((chip) => /* @__PURE__ */ a4(
      "button",
      {
        type: "button",
        class: "chip",
        title: counts ? `${count2(counts[chip.counts])} rows` : void 0,
        "aria-pressed": isOn(chip, text2),
        onClick: () => put(chip.term ? toggleTerm(text2, ...chip.term) : withoutTerms(text2, CHIP_NAMES)),
        children: [
          chip.label,
          " ",
          counts ? shortCount(counts[chip.counts]) : ""
        ]
      },
      chip.label
    )) })
  ] });
}
function isOn(chip, filter2) {
  if (chip.term) return hasTerm(filter2, ...chip.term);
  return CHIPS.every((other) => !other.term || !hasTerm(filter2, ...other.term));
}
function Underlined({ text: text2, error }) {
  const start3 = Math.min(error.start, text2.length);
  const end = Math.max(error.end, start3 + 1);
  return /* @__PURE__ */ a4($, { children: [
    text2.slice(0, start3),
    /* @__PURE__ */ a4("span", { class: "tl-wrong", children: text2.slice(start3, end) || "  " }),
    text2.slice(end)
  ] });
}

// src/timeline/grid-head.tsx
var NEXT_MODE = { clock: "start", start: "delta", delta: "clock" };
var MODE_NAMES = { clock: "time", start: "since start", delta: "since last" };
function Head({ mode: mode2, hasClock }) {
  const turn = () => {
    const next = NEXT_MODE[mode2.peek()];
    mode2.value = next === "clock" && !hasClock ? "start" : next;
  };
  return /* @__PURE__ */ a4("div", { class: "tl-row tl-head", role: "row", "aria-rowindex": 1, children: [
    /* @__PURE__ */ a4("span", { role: "columnheader", class: "tl-time", children: /* @__PURE__ */ a4("button", { type: "button", tabIndex: -1, title: "Clock, since the start, since the row above", onClick: turn, children: MODE_NAMES[mode2.value] }) }),
    /* @__PURE__ */ a4("span", { role: "columnheader", class: "tl-direction", children: [
      /* @__PURE__ */ a4("span", { "aria-hidden": "true", children: "±" }),
      /* @__PURE__ */ a4("span", { class: "sr-only", children: "direction" })
    ] }),
    /* @__PURE__ */ a4("span", { role: "columnheader", children: "method" }),
    /* @__PURE__ */ a4("span", { role: "columnheader", children: "target" }),
    /* @__PURE__ */ a4("span", { role: "columnheader", children: "status" }),
    /* @__PURE__ */ a4("span", { role: "columnheader", class: "tl-duration", children: "dur" }),
    /* @__PURE__ */ a4("span", { role: "columnheader", class: "tl-size", children: "size" }),
    /* @__PURE__ */ a4("span", { role: "columnheader", class: "tl-waterfall", children: "waterfall" })
  ] });
}
function Nothing({ total, filter: filter2, attempt }) {
  return /* @__PURE__ */ a4("p", { class: "tl-nothing muted", children: total === 0 || filter2.value === "" ? "Nothing has happened yet." : /* @__PURE__ */ a4($, { children: [
    "None of ",
    count2(total),
    " rows fits the filter.",
    " ",
    /* @__PURE__ */ a4("button", { type: "button", onClick: () => void attempt(""), children: "Show all" })
  ] }) });
}

// src/timeline/keys.ts
var COPIES = { c: "cli", u: "curl", j: "json", t: "script", b: "report" };
var SINGLE = {
  ArrowDown: { act: "move", by: 1 },
  ArrowUp: { act: "move", by: -1 },
  PageDown: { act: "page", by: 1 },
  PageUp: { act: "page", by: -1 },
  Home: { act: "first" },
  End: { act: "last" },
  Enter: { act: "open" },
  ArrowLeft: { act: "fold" },
  ArrowRight: { act: "unfold" },
  ContextMenu: { act: "menu" }
};
var LETTERS2 = {
  j: { act: "move", by: 1 },
  k: { act: "move", by: -1 },
  G: { act: "last" },
  "/": { act: "filter" },
  " ": { act: "pause" },
  ".": { act: "menu" }
};
var KeyReader = class {
  first = null;
  /** What the key means; "more" when it is the first of two; null when it is not for the timeline. */
  read(press, useLetters = true) {
    const before = this.first;
    this.first = null;
    if (press.altKey || press.ctrlKey || press.metaKey) return null;
    if (useLetters) {
      if (before === "g") return press.key === "g" ? { act: "first" } : null;
      const copy2 = COPIES[press.key];
      if (before === "y") return copy2 ? { act: "copy", as: copy2 } : null;
      if (press.key === "g" || press.key === "y") {
        this.first = press.key;
        return "more";
      }
    }
    return (Object.hasOwn(SINGLE, press.key) ? SINGLE[press.key] : void 0) ?? (useLetters && Object.hasOwn(LETTERS2, press.key) ? LETTERS2[press.key] : void 0) ?? null;
  }
};

// src/timeline/menu.tsx
function Menu2({ label, items, at, close: close2 }) {
  const element = T2(null);
  F2(() => {
    const menu = element.current;
    if (!menu) return;
    const box = menu.getBoundingClientRect();
    if (box.bottom > innerHeight) menu.style.top = `${Math.max(0, at.top - box.height)}px`;
    if (box.right > innerWidth) menu.style.left = `${Math.max(0, at.left - box.width)}px`;
    entries(menu)[0]?.focus({ preventScroll: true });
  }, []);
  const onKeyDown = (event) => {
    const menu = element.current;
    if (!menu || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = entries(menu);
    const now2 = all.indexOf(document.activeElement);
    let next = null;
    if (event.key === "ArrowDown") next = (now2 + 1) % all.length;
    else if (event.key === "ArrowUp") next = (now2 + all.length - 1) % all.length;
    else if (event.key === "Home") next = 0;
    else if (event.key === "End") next = all.length - 1;
    else if (event.key.length === 1 && event.key !== " ") {
      const letter = event.key.toLowerCase();
      const after = [...all.slice(now2 + 1), ...all.slice(0, now2 + 1)];
      const found3 = after.find((entry) => entry.textContent?.toLowerCase().startsWith(letter));
      next = found3 ? all.indexOf(found3) : now2;
    } else if (event.key === "Escape" || event.key === "Tab") close2(true);
    else return;
    event.stopPropagation();
    event.preventDefault();
    if (next !== null) all[next]?.focus();
  };
  return /* @__PURE__ */ a4(
    "div",
    {
      ref: element,
      class: "tl-menu",
      role: "menu",
      "aria-label": label,
      style: { left: `${at.left}px`, top: `${at.top}px` },
      onKeyDown,
      onMouseDown: (event) => event.preventDefault(),
      onFocusOut: (event) => {
        if (!(event.relatedTarget instanceof Node && element.current?.contains(event.relatedTarget))) close2(false);
      },
      children: items.map(
        (item, index) => item === null ? /* @__PURE__ */ a4("div", { role: "separator", class: "tl-menu-line" }, index) : /* @__PURE__ */ a4(
          "button",
          {
            type: "button",
            role: "menuitem",
            tabIndex: -1,
            onClick: () => {
              close2(true);
              item.act();
            },
            children: [
              /* @__PURE__ */ a4("span", { children: item.label }),
              item.keys && /* @__PURE__ */ a4("kbd", { children: item.keys })
            ]
          },
          index
        )
      )
    }
  );
}
function entries(menu) {
  return [...menu.querySelectorAll("[role=menuitem]")];
}

// src/timeline/overview.tsx
var STRETCHES = 240;
var HEIGHT = 16;
var REFRESH_PAUSE = 1e3;
var LEAST_DRAG = 4;
var STEP3 = 0.01;
var LARGE_STEP = 0.1;
function OverviewStrip({ session: session2, api: api2, filter: filter2, feed, attempt }) {
  const overview = useSignal(null);
  const draft = useSignal(null);
  const track = T2(null);
  const grabbed = T2(null);
  const others = withoutTerms(filter2.value, ["at"]);
  useFresh(session2, api2, others, feed, overview);
  const body = overview.value;
  const [first = 0, last = 0] = body?.spanNs ?? [];
  const length = last - first;
  if (body === null || length <= 0) return /* @__PURE__ */ a4("div", { class: "tl-overview", ref: track });
  const chosen = draft.value ?? stretchOf(filter2.value);
  const from = Math.max(first, chosen?.from ?? first);
  const to = Math.min(last, chosen?.to ?? last);
  const percent = (ns) => Math.min(100, Math.max(0, (ns - first) / length * 100));
  const use = (stretch) => {
    draft.value = stretch;
    void attempt(withStretch(filter2.peek(), stretch)).finally(() => {
      if (draft.peek() === stretch) draft.value = null;
    });
  };
  const nsAt = (x3) => {
    const box = track.current?.getBoundingClientRect();
    const share2 = box === void 0 || box.width === 0 ? 0 : (x3 - box.left) / box.width;
    return first + Math.min(1, Math.max(0, share2)) * length;
  };
  const between = (a5, b4) => ({ from: Math.min(a5, b4), to: Math.max(a5, b4) });
  const onPointerDown = (event) => {
    if (event.button !== 0 || event.target.closest("[role=slider]") !== null) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    grabbed.current = { x: event.clientX, ns: nsAt(event.clientX) };
  };
  const onPointerMove = (event) => {
    const start3 = grabbed.current;
    if (start3 !== null && Math.abs(event.clientX - start3.x) >= LEAST_DRAG) draft.value = between(start3.ns, nsAt(event.clientX));
  };
  const onPointerUp = (event) => {
    const start3 = grabbed.current;
    grabbed.current = null;
    if (start3 === null) return;
    if (Math.abs(event.clientX - start3.x) >= LEAST_DRAG) use(between(start3.ns, nsAt(event.clientX)));
    else if (stretchOf(filter2.peek()) !== null) use(null);
  };
  const moveEnd = (which, wanted) => {
    const next = which === "from" ? { from: Math.min(wanted, to), to } : { from, to: Math.max(wanted, from) };
    const isWhole = next.from <= first && next.to >= last;
    use(isWhole ? null : { from: Math.max(first, next.from), to: Math.min(last, next.to) });
  };
  const onSliderKey = (which) => (event) => {
    const now2 = which === "from" ? from : to;
    const next = sliderStep(event.key, now2, { from: first, to: last });
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === "whole") use(null);
    else moveEnd(which, next);
  };
  const slider = (which, at) => /* @__PURE__ */ a4(
    "span",
    {
      class: "tl-overview-end",
      role: "slider",
      tabIndex: 0,
      "aria-label": which === "from" ? "Begin of the time that is shown" : "End of the time that is shown",
      "aria-valuemin": 0,
      "aria-valuemax": Math.round(length / 1e6),
      "aria-valuenow": Math.round((at - first) / 1e6),
      "aria-valuetext": `${duration2(at)} after the session opened`,
      style: { left: `${percent(at)}%` },
      onKeyDown: onSliderKey(which)
    }
  );
  return /* @__PURE__ */ a4(
    "div",
    {
      class: "tl-overview",
      ref: track,
      role: "group",
      "aria-label": "Overview of the whole time",
      title: "Drag to choose a stretch of time, click to see all of it",
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: () => {
        grabbed.current = null;
        draft.value = null;
      },
      children: [
        /* @__PURE__ */ a4(Drawing, { body }),
        chosen !== null && /* @__PURE__ */ a4($, { children: [
          /* @__PURE__ */ a4("span", { class: "tl-overview-out", style: { left: "0", width: `${percent(from)}%` } }),
          /* @__PURE__ */ a4("span", { class: "tl-overview-out", style: { left: `${percent(to)}%`, right: "0" } }),
          /* @__PURE__ */ a4("span", { class: "tl-overview-in", style: { left: `${percent(from)}%`, width: `${percent(to) - percent(from)}%` } })
        ] }),
        slider("from", from),
        slider("to", to)
      ]
    }
  );
}
function sliderStep(key, now2, span) {
  const length = span.to - span.from;
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return Math.max(span.from, now2 - length * STEP3);
    case "ArrowRight":
    case "ArrowUp":
      return Math.min(span.to, now2 + length * STEP3);
    case "PageDown":
      return Math.max(span.from, now2 - length * LARGE_STEP);
    case "PageUp":
      return Math.min(span.to, now2 + length * LARGE_STEP);
    case "Home":
      return span.from;
    case "End":
      return span.to;
    case "Escape":
      return "whole";
    default:
      return null;
  }
}
function Drawing({ body }) {
  const [lasting, begun, errors] = w2(() => {
    const most = Math.max(...body.lasting, ...body.begun);
    const wrong = body.errors.map((count3, at) => count3 > 0 ? body.begun[at] ?? count3 : 0);
    return [barsOf(body.lasting, most), barsOf(body.begun, most), barsOf(wrong, most)];
  }, [body]);
  return /* @__PURE__ */ a4("svg", { class: "tl-overview-drawing", viewBox: `0 0 ${body.begun.length} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true", children: [
    /* @__PURE__ */ a4("path", { class: "overview-lasting", d: lasting }),
    /* @__PURE__ */ a4("path", { class: "overview-begun", d: begun }),
    /* @__PURE__ */ a4("path", { class: "overview-errors", d: errors })
  ] });
}
function barsOf(counts, most) {
  const scale = Math.log2(1 + Math.max(1, most));
  const parts = [];
  counts.forEach((count3, at) => {
    if (count3 <= 0) return;
    const height = Math.max(2, Math.round(Math.log2(1 + count3) / scale * HEIGHT * 10) / 10);
    parts.push(`M${at} ${HEIGHT}v-${height}h1v${height}z`);
  });
  return parts.join("");
}
function useFresh(session2, api2, others, feed, overview) {
  const seq = feed.value?.lastSeq ?? 0;
  const timer3 = T2(null);
  const asked = T2(null);
  const wanted = T2({ others, seq });
  wanted.current = { others, seq };
  A2(() => {
    const read2 = () => {
      timer3.current = null;
      const now2 = wanted.current;
      asked.current = now2;
      const query = new URLSearchParams({ filter: now2.others, buckets: String(STRETCHES) });
      api2.get(`/api/sessions/${encodeURIComponent(session2)}/timeline/overview?${query}`).then(
        (body) => {
          if (wanted.current.others === now2.others) overview.value = body;
        },
        // The rows tell that they could not be read; the strip stays as it was.
        () => void 0
      );
    };
    if (asked.current?.others !== others) {
      if (timer3.current !== null) clearTimeout(timer3.current);
      read2();
    } else if (asked.current.seq !== seq && timer3.current === null) timer3.current = setTimeout(read2, REFRESH_PAUSE);
  }, [session2, api2, others, seq]);
  A2(
    () => () => {
      if (timer3.current !== null) clearTimeout(timer3.current);
    },
    []
  );
}

// src/timeline/pages.ts
var PAGE3 = 200;
var KEPT4 = 40;
var REFRESH_PAUSE2 = 120;
var TimelinePages = class {
  constructor(get, session2) {
    this.get = get;
    this.session = session2;
    this.version = this.versionNow;
    this.matched = this.matchedNow;
    this.total = this.totalNow;
    this.counts = this.countsNow;
    this.filterError = this.filterErrorNow;
    this.failure = this.failureNow;
    this.isReady = this.isReadyNow;
  }
  get;
  session;
  /** Counts changes of what `row` gives. */
  version;
  matched;
  total;
  counts;
  /** Why the filter could not be read; the rows are those of the last filter that could. */
  filterError;
  failure;
  /** Whether anything has come yet. */
  isReady;
  versionNow = y3(0);
  matchedNow = y3(0);
  totalNow = y3(0);
  countsNow = y3(null);
  filterErrorNow = y3(null);
  failureNow = y3(null);
  isReadyNow = y3(false);
  /** While set, the timeline does not grow, whatever comes. */
  isFrozen = false;
  pages = /* @__PURE__ */ new Map();
  tail = null;
  underWay = /* @__PURE__ */ new Map();
  lastSeq = 0;
  filter = "";
  folded = /* @__PURE__ */ new Set();
  seen = [0, 0];
  abort = new AbortController();
  timer = null;
  isStopped = false;
  checks = 0;
  /** How many rows there are has to be learnt anew, even while frozen. */
  needsCount = true;
  start() {
    this.isStopped = false;
  }
  stop() {
    this.isStopped = true;
    this.abort.abort();
    this.abort = new AbortController();
    if (this.timer !== null) clearTimeout(this.timer);
  }
  row(index) {
    const { tail } = this;
    const page = this.pages.get(Math.floor(index / PAGE3));
    const inTail = tail && index >= tail.from ? tail.rows[index - tail.from] : void 0;
    if (inTail && (!page || (tail?.lastSeq ?? 0) >= page.lastSeq)) return inTail;
    return page?.rows[index % PAGE3] ?? inTail;
  }
  /** Where the row of an entry is, if it is among those that are here. */
  indexOf(seq) {
    const inTail = this.tail?.rows.findIndex((row) => row.seq === seq) ?? -1;
    if (this.tail && inTail >= 0) return this.tail.from + inTail;
    for (const [number, page] of this.pages) {
      const at = page.rows.findIndex((row) => row.seq === seq);
      if (at >= 0) return number * PAGE3 + at;
    }
    return null;
  }
  /** Where the row of an entry is; what is not here is asked for, and brings the page that has it. */
  async locate(seq) {
    const here = this.indexOf(seq);
    if (here !== null) return here;
    const { signal } = this.abort;
    try {
      const page = await this.fetchPage(this.filter, this.folded, { around: String(seq) }, signal);
      if (signal.aborted) return this.isStopped ? null : this.locate(seq);
      if (page.place === null) return null;
      this.take(Math.floor(page.from / PAGE3), page);
      return page.place;
    } catch {
      return signal.aborted && !this.isStopped ? this.locate(seq) : null;
    }
  }
  /** Uses a filter if it can be read; gives whether it is the one now in use. */
  async setFilter(filter2) {
    const check = ++this.checks;
    try {
      const page = await this.fetchPage(filter2, this.folded, { from: "0" });
      if (check !== this.checks) return false;
      this.filterErrorNow.value = page.filterError;
      this.failureNow.value = null;
      if (page.filterError && this.isReadyNow.peek()) return false;
      this.renew(filter2, this.folded);
      this.take(0, page);
      this.look(...this.seen);
      return page.filterError === null;
    } catch (reason) {
      if (check === this.checks) this.fail(reason);
      return false;
    }
  }
  /** The text that could not be read was given up. */
  forgetError() {
    this.checks++;
    this.filterErrorNow.value = null;
  }
  setFolded(folded2) {
    this.renew(this.filter, folded2);
    this.look(...this.seen);
  }
  freeze() {
    this.isFrozen = true;
  }
  thaw(news2) {
    this.isFrozen = false;
    if (news2) this.hear(news2);
    else this.look(...this.seen);
  }
  /** The stream said that the log has grown. */
  hear(news2) {
    if (this.isFrozen) return;
    if (news2.filter !== void 0 && news2.filter !== this.filter) return;
    r3(() => {
      this.lastSeq = Math.max(this.lastSeq, news2.lastSeq);
      this.countsNow.value = news2.counts;
      this.totalNow.value = news2.total;
      if (this.folded.size === 0) {
        this.tail = { from: Math.max(0, news2.matched - news2.tail.length), rows: news2.tail, lastSeq: news2.lastSeq };
        this.matchedNow.value = news2.matched;
      }
      this.isReadyNow.value = true;
      this.versionNow.value++;
    });
    this.refreshSoon();
  }
  /** Something about the rows changed that is not in the log: those that are here are asked for again. */
  refresh() {
    for (const page of this.pages.values()) page.lastSeq = -1;
    if (this.tail) this.tail.lastSeq = -1;
    this.look(...this.seen);
  }
  /** These rows are seen: makes them come. */
  look(first, last) {
    this.seen = [first, last];
    if (!this.isReadyNow.peek()) return;
    for (const page of this.pagesSeen()) {
      if (!this.isCovered(page)) void this.loadPage(page);
    }
  }
  pagesSeen() {
    const pages = [];
    const end = Math.min(this.seen[1], Math.max(0, this.matchedNow.peek() - 1));
    for (let page = Math.floor(this.seen[0] / PAGE3); page <= Math.floor(end / PAGE3); page++) pages.push(page);
    return pages;
  }
  /** Whether all rows of a page that are seen are here and right. */
  isCovered(number) {
    const from = Math.max(this.seen[0], number * PAGE3);
    const { tail } = this;
    if (tail && tail.lastSeq >= this.lastSeq && from >= tail.from) return true;
    return (this.pages.get(number)?.lastSeq ?? -1) >= this.lastSeq;
  }
  refreshSoon() {
    if (this.timer !== null) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.look(...this.seen);
    }, REFRESH_PAUSE2);
  }
  renew(filter2, folded2) {
    this.abort.abort();
    this.abort = new AbortController();
    this.filter = filter2;
    this.folded = folded2;
    this.pages = /* @__PURE__ */ new Map();
    this.underWay = /* @__PURE__ */ new Map();
    this.tail = null;
    this.needsCount = true;
  }
  /** Makes a page come; gives whether it is here. */
  loadPage(number) {
    const { underWay } = this;
    const before = underWay.get(number);
    if (before) return before;
    const coming = this.loadPageNow(number, this.abort.signal).finally(() => underWay.delete(number));
    underWay.set(number, coming);
    return coming;
  }
  async loadPageNow(number, signal) {
    try {
      const page = await this.fetchPage(this.filter, this.folded, { from: String(number * PAGE3) }, signal);
      if (signal.aborted) return false;
      this.take(number, page);
      this.failureNow.value = null;
      return true;
    } catch (reason) {
      if (!signal.aborted) this.fail(reason);
      return false;
    }
  }
  fetchPage(filter2, folded2, which, signal) {
    const query = new URLSearchParams({ filter: filter2, ...which, limit: String(PAGE3) });
    if (folded2.size > 0) query.set("folded", [...folded2].join(","));
    return this.get(`/api/sessions/${encodeURIComponent(this.session)}/timeline?${query}`, signal);
  }
  take(number, page) {
    r3(() => {
      this.pages.delete(number);
      this.pages.set(number, { rows: page.rows, lastSeq: page.lastSeq });
      const oldest = this.pages.keys().next().value;
      if (this.pages.size > KEPT4 && oldest !== void 0) this.pages.delete(oldest);
      if (this.needsCount || page.lastSeq >= this.lastSeq && !this.isFrozen) {
        this.needsCount = false;
        this.lastSeq = Math.max(this.lastSeq, page.lastSeq);
        this.matchedNow.value = page.matched;
        this.totalNow.value = page.total;
        this.countsNow.value = page.counts;
      }
      this.isReadyNow.value = true;
      this.versionNow.value++;
    });
    if (page.lastSeq < this.lastSeq && !this.isFrozen) this.refreshSoon();
  }
  fail(reason) {
    this.failureNow.value = reason instanceof Error ? reason.message : String(reason);
  }
};

// src/timeline/pins-bar.tsx
function PinsBar({ rows, selected, filter: filter2, select, unpin, attempt }) {
  if (rows.length === 0) return null;
  return /* @__PURE__ */ a4("div", { class: "tl-pins", role: "group", "aria-label": "Pinned rows", children: [
    /* @__PURE__ */ a4(
      "button",
      {
        type: "button",
        class: "chip",
        "aria-pressed": hasTerm(filter2, "pinned", "yes"),
        title: "Show only these",
        onClick: () => void attempt(toggleTerm(filter2, "pinned", "yes")),
        children: [
          "Pinned ",
          rows.length
        ]
      }
    ),
    rows.map((row) => /* @__PURE__ */ a4("span", { class: `tl-pin ${row.seq === selected ? "tl-selected" : ""}`, children: [
      /* @__PURE__ */ a4("button", { type: "button", class: "tl-pin-go", title: `${row.method} ${row.target}`, onClick: () => select(row), children: [
        /* @__PURE__ */ a4("span", { class: "mono", children: row.target === "" ? row.method : row.target }),
        " ",
        /* @__PURE__ */ a4("span", { class: `tl-status-${row.status ?? "none"}`, children: statusText(row) }),
        row.durationNs === null ? "" : ` ${duration2(row.durationNs)}`
      ] }),
      /* @__PURE__ */ a4("button", { type: "button", class: "tl-pin-off", "aria-label": `Unpin ${row.method} ${row.target}`, onClick: () => unpin(row), children: "✕" })
    ] }, row.seq))
  ] });
}

// src/timeline/share.ts
var SHARE_NAMES = {
  cli: "CLI command",
  curl: "curl command",
  json: "JSON-RPC",
  script: "script step",
  report: "bug report"
};
async function copyAs(api2, session2, row, as) {
  try {
    const path = `/api/sessions/${encodeURIComponent(session2)}/share/${row.seq}?as=${as}`;
    const { text: text2 } = await api2.get(path);
    await navigator.clipboard.writeText(text2);
    return `Copied as ${SHARE_NAMES[as]}.`;
  } catch (reason) {
    return `Not copied as ${SHARE_NAMES[as]}: ${reason instanceof Error ? reason.message : String(reason)}`;
  }
}
async function copyLink(session2, row) {
  try {
    const { origin, pathname } = location;
    await navigator.clipboard.writeText(`${origin}${pathname}#/s/${encodeURIComponent(session2)}/timeline/${row.seq}`);
    return "Copied the link.";
  } catch (reason) {
    return `The link was not copied: ${reason instanceof Error ? reason.message : String(reason)}`;
  }
}

// src/timeline/row-menu.ts
var COPY_KEYS = [
  ["cli", "y c"],
  ["curl", "y u"],
  ["json", "y j"],
  ["script", "y t"],
  ["report", "y b"]
];
function menuOf(menu) {
  const { session: session2, row, filter: filter2, attempt, act: act3, say: say2, copy: copy2, isPinned, compared } = menu;
  const items = [];
  if (act3) {
    items.push({ label: "Open", keys: "Enter", act: () => act3("open", row) });
    if (row.kind === "call") {
      items.push({ label: "Run again", act: () => act3("again", row) });
      items.push({ label: "Edit and run", act: () => act3("edit", row) });
      items.push({ label: "Edit raw and send", act: () => act3("raw", row) });
      items.push({ label: "Save as test step", act: () => act3("step", row) });
    }
    const other = compared !== null && compared.seq !== row.seq ? compared : null;
    const name = other === null ? "…" : ` ${brief(`${other.method} ${other.target}`.trim())}`;
    items.push({ label: `Compare with${name}`, act: () => act3("compare", row) });
    items.push({ label: isPinned ? "Unpin" : "Pin", keys: "p", act: () => act3("pin", row) });
    items.push({ label: "Zoom to its time", keys: "z", act: () => act3("zoom", row) });
    items.push(null);
  }
  for (const [as, keys] of COPY_KEYS) {
    if (as !== "report" && row.kind !== "call") continue;
    items.push({ label: `Copy as ${SHARE_NAMES[as]}`, keys, act: () => copy2(row, as) });
  }
  items.push({ label: "Copy link", act: () => void copyLink(session2, row).then(say2) });
  items.push(null);
  if (row.method !== "") {
    items.push({ label: `Filter by method ${brief(row.method)}`, act: () => void attempt(setTerm(filter2, "method", row.method)) });
  }
  if (row.target !== "") {
    items.push({ label: `Filter by target ${brief(row.target)}`, act: () => void attempt(setTerm(filter2, "target", row.target)) });
  }
  return items;
}
function brief(text2) {
  return text2.length > 30 ? `${text2.slice(0, 29)}…` : text2;
}

// src/timeline/timeline.tsx
var ROW_HEIGHT = 22;
var HEAD_HEIGHT = 22;
function TimelinePane(props) {
  return /* @__PURE__ */ a4(Pane, { ...props }, props.session);
}
function Pane(props) {
  const { session: session2, feed, filter: filter2, selected, api: api2, full, act: act3, judged, pins: pins2, compared, openedAt, singleKeys = true, rowHeight = ROW_HEIGHT } = props;
  const idPrefix = full ? "timeline" : "strip";
  const given2 = T2(api2);
  given2.current = api2;
  const pages = w2(() => new TimelinePages((path, signal) => given2.current.get(path, signal), session2), [session2]);
  const keys = w2(() => new KeyReader(), []);
  const tail = useSignal(true);
  const scrollTo2 = useSignal(null);
  const seen = useSignal([0, 0]);
  const folded2 = useSignal(/* @__PURE__ */ new Set());
  const pausedAt = useSignal(null);
  const leftAt = useSignal(null);
  const timeMode = useSignal(openedAt === void 0 ? "start" : "clock");
  const menu = useSignal(null);
  const said2 = useSignal("");
  const pane = T2(null);
  const input = T2(null);
  const grid = () => pane.current?.querySelector("[role=grid]") ?? null;
  const applied = T2(null);
  const shown3 = T2(null);
  A2(() => {
    pages.start();
    const watches = [
      x2(() => {
        const wanted = filter2.value;
        if (applied.current === wanted) return;
        applied.current = wanted;
        void f3(() => pages.setFilter(wanted)).then(() => showSelected());
      }),
      x2(() => {
        const news3 = feed.value;
        if (news3) f3(() => pages.hear(news3));
      }),
      x2(() => {
        if (judged?.value != null) f3(() => pages.refresh());
      }),
      x2(() => {
        const seq = selected.value;
        if (!pages.isReady.value || seq === null || seq === shown3.current) return;
        shown3.current = seq;
        f3(showSelected);
      }),
      x2(() => {
        leftAt.value = tail.value ? null : leftAt.peek() ?? pages.matched.peek();
      })
    ];
    return () => {
      for (const stop of watches) stop();
      pages.stop();
    };
  }, [pages, feed, filter2, selected, judged]);
  function showSelected() {
    const seq = selected.peek();
    if (seq === null || !pages.isReady.peek()) return;
    void pages.locate(seq).then((index) => {
      if (index === null || selected.peek() !== seq) return;
      const row = pages.row(index);
      if (row && row.seq !== seq) {
        shown3.current = row.seq;
        selected.value = row.seq;
      }
      scrollTo2.value = index;
    });
  }
  const attempt = async (text2) => {
    const isUsed = await pages.setFilter(text2);
    if (isUsed) {
      applied.current = text2;
      filter2.value = text2;
      tail.value = true;
    }
    return isUsed;
  };
  const pause2 = () => {
    if (pausedAt.peek() === null) {
      pages.freeze();
      pausedAt.value = feed.peek()?.matched ?? pages.matched.peek();
    } else {
      pages.thaw(feed.peek());
      pausedAt.value = null;
    }
  };
  const fold = (row, isFolded2 = !folded2.peek().has(row.seq)) => {
    if (row.children === 0 || isFolded2 === folded2.peek().has(row.seq)) return;
    const next = new Set(folded2.peek());
    if (isFolded2) next.add(row.seq);
    else next.delete(row.seq);
    folded2.value = next;
    pages.setFolded(next);
  };
  const select = (index) => {
    const matched2 = pages.matched.peek();
    if (matched2 === 0) return;
    const wanted = Math.min(Math.max(index, 0), matched2 - 1);
    const row = pages.row(wanted);
    if (row) {
      shown3.current = row.seq;
      selected.value = row.seq;
    }
    scrollTo2.value = wanted;
    if (!row) waitFor.current = wanted;
  };
  const waitFor = T2(null);
  pages.version.value;
  A2(() => {
    const row = waitFor.current === null ? void 0 : pages.row(waitFor.current);
    if (!row) return;
    waitFor.current = null;
    shown3.current = row.seq;
    selected.value = row.seq;
  }, [pages.version.value]);
  const selectedIndex = () => selected.peek() === null ? null : pages.indexOf(selected.peek());
  const selectedRow2 = () => {
    const index = selectedIndex();
    return index === null ? void 0 : pages.row(index);
  };
  const say2 = (text2) => said2.value = text2;
  const openMenu = (row, left, top) => {
    menu.value = { row, at: { left, top } };
  };
  const carryOut2 = (key) => {
    const row = selectedRow2();
    const index = selectedIndex();
    const perPage = Math.max(1, seen.peek()[1] - seen.peek()[0] - 17);
    switch (key.act) {
      case "move":
        return select(index === null ? key.by > 0 ? seen.peek()[0] : pages.matched.peek() - 1 : index + key.by);
      case "page":
        return select((index ?? seen.peek()[0]) + key.by * perPage);
      case "first":
        return select(0);
      case "last":
        select(pages.matched.peek() - 1);
        tail.value = true;
        return;
      case "open":
        return row && act3?.("open", row);
      case "fold":
        return row && fold(row, true);
      case "unfold":
        return row && fold(row, false);
      case "filter":
        return input.current?.focus();
      case "pause":
        return pause2();
      case "copy":
        return row && copy2(row, key.as);
      case "menu": {
        const box = row && document.getElementById(rowId2(idPrefix, row.seq))?.getBoundingClientRect();
        return row && box && openMenu(row, box.left + 120, box.bottom);
      }
    }
  };
  const copy2 = (row, as) => void copyAs(api2, session2, row, as).then(say2);
  const onKeyDown = (event) => {
    const key = keys.read(event, singleKeys);
    if (key === null || key === "more") return;
    event.preventDefault();
    event.stopPropagation();
    carryOut2(key);
  };
  const range = rangeIn(stretchOf(filter2.value), rangeOf2(rowsSeen(pages, seen.value)));
  const pinned = new Set((pins2?.value ?? []).map((row) => row.seq));
  const look2 = { timeMode: timeMode.value, openedAt, range, folded: folded2.value, selected: selected.value, pinned, idPrefix };
  const drawRow = (index) => {
    const row = pages.row(index);
    if (!row) return /* @__PURE__ */ a4(EmptyRow, { index }, `empty-${index}`);
    return /* @__PURE__ */ a4(
      TimelineRow,
      {
        row,
        index,
        before: index > 0 && look2.timeMode === "delta" ? pages.row(index - 1) : void 0,
        look: look2,
        select: () => select(index),
        open: () => act3?.("open", row),
        fold: () => fold(row),
        menu: (event) => {
          event.preventDefault();
          select(index);
          openMenu(row, event.clientX, event.clientY);
        }
      },
      row.seq
    );
  };
  const matched = pages.matched.value;
  const isPaused = pausedAt.value !== null;
  const news2 = isPaused ? Math.max(0, (feed.value?.matched ?? 0) - (pausedAt.value ?? 0)) : 0;
  const below = !tail.value && leftAt.value !== null ? Math.max(0, matched - leftAt.value) : 0;
  const active2 = selected.value !== null && isDrawn(pages, seen.value, selected.value) ? rowId2(idPrefix, selected.value) : void 0;
  return /* @__PURE__ */ a4("div", { ref: pane, class: `timeline ${full ? "timeline-full" : ""}`, children: [
    /* @__PURE__ */ a4("div", { class: "tl-bar", children: [
      /* @__PURE__ */ a4("h2", { children: "Timeline" }),
      /* @__PURE__ */ a4(
        FilterBar,
        {
          filter: filter2,
          counts: pages.counts.value,
          error: pages.filterError.value,
          full,
          idPrefix,
          input,
          attempt,
          giveUp: () => pages.forgetError(),
          leave: () => grid()?.focus()
        }
      ),
      /* @__PURE__ */ a4("span", { class: "tl-actions", children: [
        /* @__PURE__ */ a4("span", { class: "muted tl-said", role: "status", children: said2.value }),
        /* @__PURE__ */ a4("button", { type: "button", "aria-pressed": isPaused, onClick: pause2, children: isPaused ? `Resume (${count2(news2)} new)` : "Pause" })
      ] })
    ] }),
    pages.failure.value && /* @__PURE__ */ a4("p", { class: "fault", role: "alert", children: [
      "The rows could not be read: ",
      pages.failure.value,
      " ",
      /* @__PURE__ */ a4("button", { type: "button", onClick: () => void pages.setFilter(filter2.peek()), children: "Try again" })
    ] }),
    pins2 && act3 && /* @__PURE__ */ a4(
      PinsBar,
      {
        rows: pins2.value,
        selected: selected.value,
        filter: filter2.value,
        select: (row) => {
          if (selected.peek() === row.seq) showSelected();
          else selected.value = row.seq;
        },
        unpin: (row) => act3("pin", row),
        attempt
      }
    ),
    /* @__PURE__ */ a4(OverviewStrip, { session: session2, api: api2, filter: filter2, feed, attempt }),
    /* @__PURE__ */ a4("div", { class: "tl-rows", children: [
      /* @__PURE__ */ a4(
        Windowed,
        {
          count: matched,
          rowHeight,
          row: drawRow,
          label: "Timeline rows",
          role: "grid",
          className: "tl-grid",
          tail,
          scrollTo: scrollTo2,
          onRange: (first, last) => {
            seen.value = [first, last];
            pages.look(first, last);
          },
          head: /* @__PURE__ */ a4(Head, { mode: timeMode, hasClock: openedAt !== void 0 }),
          headHeight: HEAD_HEIGHT,
          attributes: { tabIndex: 0, "aria-rowcount": matched + 1, "aria-colcount": 8, "aria-activedescendant": active2, onKeyDown }
        }
      ),
      matched === 0 && pages.isReady.value && /* @__PURE__ */ a4(Nothing, { total: pages.total.value, filter: filter2, attempt }),
      below > 0 && /* @__PURE__ */ a4("button", { type: "button", class: "tl-new", onClick: () => tail.value = true, children: [
        count2(below),
        " new ↓"
      ] })
    ] }),
    menu.value && /* @__PURE__ */ a4(
      Menu2,
      {
        label: `Row ${menu.value.row.method}`,
        items: menuOf({ api: api2, session: session2, row: menu.value.row, filter: filter2.value, attempt, act: act3, say: say2, copy: copy2, isPinned: pinned.has(menu.value.row.seq), compared: compared?.value ?? null }),
        at: menu.value.at,
        close: (isDone) => {
          menu.value = null;
          if (isDone) grid()?.focus();
        }
      }
    )
  ] });
}
function* rowsSeen(pages, [first, last]) {
  for (let index = first; index <= last; index++) {
    const row = pages.row(index);
    if (row) yield row;
  }
}
function isDrawn(pages, seen, seq) {
  for (const row of rowsSeen(pages, seen)) if (row.seq === seq) return true;
  return false;
}

// src/screens/timeline.tsx
function followTimelineAddress() {
  const fromAddress = x2(() => {
    const now2 = route.value;
    if (now2.screen !== "timeline") return;
    if (now2.seq !== null) selectedRow.value = now2.seq;
    timelineFilter.value = now2.filter;
  });
  const toAddress = x2(() => {
    const filter2 = timelineFilter.value;
    const seq = selectedRow.value;
    const now2 = route.peek();
    if (now2.screen === "timeline" && (now2.filter !== filter2 || now2.seq !== seq)) go({ ...now2, filter: filter2, seq }, "replace");
  });
  return () => {
    fromAddress();
    toAddress();
  };
}
async function saveRecording(state) {
  const response = await request("GET", sessionPath(state.id, "/recording"), { accept: "*/*" });
  download(await response.blob(), `${fileName(state.name)}-${state.id}.ndjson`);
}
function fileName(name) {
  return name.replace(/[^\w.-]+/g, "-");
}
var ITEM_OF = {
  "tools/call": { kind: "tool", member: "name" },
  "prompts/get": { kind: "prompt", member: "name" },
  "resources/read": { kind: "resource", member: "uri" }
};
function itemOfFrame(frame) {
  const method = JSON.parse(sliceAt(frame, ["method"]) ?? '""');
  const known = ITEM_OF[method];
  const key = known === void 0 ? null : sliceAt(frame, ["params", known.member]);
  if (known === void 0 || key === null) return null;
  return { ref: { kind: known.kind, key: String(JSON.parse(key)) }, text: textOfRequest(frame) ?? "" };
}
async function requestFrame(id, seq) {
  const detail = await api.get(sessionPath(id, `/timeline/${seq}`));
  return detail.parts.find((part) => part.name === "request")?.text ?? null;
}
async function again(id, row) {
  const frame = await requestFrame(id, row.seq);
  const params = frame === null ? null : sliceAt(frame, ["params"]);
  if (frame === null) {
    say("it cannot be run again: the request is no longer in the log");
    return;
  }
  await api.send(
    "POST",
    sessionPath(id, "/calls"),
    callBody({ method: row.method, params: paramsAgain(params ?? "{}") }, { timeoutMs: null, forced: true, detached: false })
  );
}
async function edit(id, row) {
  const frame = await requestFrame(id, row.seq);
  const found3 = frame === null ? null : itemOfFrame(frame);
  if (found3 === null) {
    say("there is no form for this request");
    return;
  }
  draftOf(id, found3.ref).text.value = found3.text;
  go({ screen: "explore", session: id, item: found3.ref, run: null });
}
async function editRaw(id, row) {
  const frame = await requestFrame(id, row.seq);
  if (frame === null) {
    say("the request is too long for the panel, or no longer in the log");
    return;
  }
  setRawText(frame);
  rawOpen.value = true;
}
var MOMENT_NS = 5e7;
function zoomTo(row) {
  const { atNs, durationNs, status } = row;
  const stretch = durationNs !== null && durationNs > 0 ? { from: atNs, to: atNs + durationNs } : status === "pending" ? { from: atNs, to: null } : { from: Math.max(0, atNs - MOMENT_NS), to: atNs + MOMENT_NS };
  timelineFilter.value = withStretch(timelineFilter.peek(), stretch);
}
function actOn(id, verb, row) {
  const failed = (thrown) => say(problemOf(thrown).message);
  switch (verb) {
    case "open":
      selectedRow.value = row.seq;
      go({ screen: "timeline", session: id, seq: row.seq, filter: timelineFilter.peek() });
      return;
    case "again":
      again(id, row).catch(failed);
      return;
    case "edit":
      edit(id, row).catch(failed);
      return;
    case "raw":
      editRaw(id, row).catch(failed);
      return;
    case "pin":
      void togglePin(id, row.seq);
      return;
    case "step":
      void saveStep(id, row.seq);
      return;
    case "compare":
      say(choose2({ session: id, row }));
      return;
    case "zoom":
      zoomTo(row);
  }
}
var comparedRow = O(() => remembered.value?.row ?? null);
function Rows({ state, full }) {
  return /* @__PURE__ */ a4("section", { class: "pane", "aria-label": "Timeline", id: "pane-4", children: /* @__PURE__ */ a4(
    TimelinePane,
    {
      session: state.id,
      feed: news,
      filter: timelineFilter,
      selected: selectedRow,
      api,
      full,
      act: (verb, row) => actOn(state.id, verb, row),
      judged: findingsCount,
      pins,
      compared: comparedRow,
      openedAt: state.openedAt,
      singleKeys: settings.value.singleKeys,
      rowHeight: settings.value.density === "cozy" ? 28 : 22
    }
  ) });
}
function TimelineStrip({ state }) {
  const seq = selectedRow.value;
  return /* @__PURE__ */ a4(
    Split,
    {
      name: "detail",
      way: "row",
      share: 0.7,
      label: "Width of the timeline's rows",
      first: /* @__PURE__ */ a4(Rows, { state, full: false }),
      second: seq === null && comparison2.value === null ? null : /* @__PURE__ */ a4(Detail, { state, seq })
    }
  );
}
function Detail({ state, seq }) {
  const pair = comparison2.value;
  if (pair !== null) {
    const close2 = () => {
      comparison2.value = null;
    };
    return /* @__PURE__ */ a4("section", { class: "pane detail", "aria-label": "Comparison of two rows", children: /* @__PURE__ */ a4(Comparison2, { ...pair, api, close: close2 }) });
  }
  return /* @__PURE__ */ a4("section", { class: "pane detail", "aria-label": "Chosen row", children: seq === null ? null : /* @__PURE__ */ a4(RowDetail, { session: state.id, seq, api }) });
}
var VIEWS = [
  { name: "rows", label: "Rows" },
  { name: "stats", label: "Statistics" }
];
function viewsNow() {
  const saved = script.value.steps.length;
  return [...VIEWS, { name: "steps", label: saved === 0 ? "Steps" : `Steps ${saved}` }];
}
function Steps({ state, leave }) {
  return /* @__PURE__ */ a4(
    StepsPane,
    {
      script: script.value,
      states: stepStates.value,
      readOnly: state.origin === "recording",
      isRunning: isRunning.value,
      save: () => download(new Blob([script.value.text], { type: "application/json" }), `${fileName(state.name)}-steps.json`),
      copy: () => void copy(script.value.text, "the script"),
      runAll: () => void runSteps(state.id),
      remove: (number) => void removeStep(state.id, number),
      open: (seq) => {
        selectedRow.value = seq;
        leave();
      }
    }
  );
}
function Timeline({ state }) {
  const [view, setView] = d2("rows");
  const seq = selectedRow.value;
  return /* @__PURE__ */ a4("div", { class: "timeline-screen", children: [
    /* @__PURE__ */ a4("div", { class: "bar-line", children: [
      /* @__PURE__ */ a4(Tabs, { tabs: viewsNow(), chosen: view, choose: setView, label: "Views of the timeline", idPrefix: "timeline" }),
      /* @__PURE__ */ a4("span", { class: "spring" }),
      /* @__PURE__ */ a4(
        Button,
        {
          onClick: () => {
            saveRecording(state).catch(
              (thrown) => say(`the recording was not saved: ${problemOf(thrown).message}`)
            );
          },
          children: "Save recording"
        }
      )
    ] }),
    /* @__PURE__ */ a4("div", { class: "fill", id: "timeline-panel", role: "tabpanel", "aria-labelledby": `timeline-tab-${view}`, children: view === "steps" ? /* @__PURE__ */ a4(Steps, { state, leave: () => setView("rows") }) : view === "stats" ? /* @__PURE__ */ a4(
      StatsPane,
      {
        session: state.id,
        api,
        filter: timelineFilter,
        selected: selectedRow,
        onPick: () => setView("rows")
      }
    ) : /* @__PURE__ */ a4(
      Split,
      {
        name: "wide-detail",
        way: "row",
        share: 0.62,
        label: "Width of the timeline's rows",
        first: /* @__PURE__ */ a4(Rows, { state, full: true }),
        second: seq === null && comparison2.value === null ? null : /* @__PURE__ */ a4(Detail, { state, seq })
      }
    ) })
  ] });
}

// src/screens/explore.tsx
function Explore({
  state,
  item,
  run: run2
}) {
  return /* @__PURE__ */ a4(
    Split,
    {
      name: "timeline",
      way: "column",
      share: 0.63,
      label: "Size of the timeline",
      first: /* @__PURE__ */ a4(
        Split,
        {
          name: "tree",
          way: "row",
          share: 0.187,
          label: "Width of the list",
          first: /* @__PURE__ */ a4(Tree, { state, chosen: item }),
          second: item === null ? /* @__PURE__ */ a4(Overview, { state }) : /* @__PURE__ */ a4(Exchange2, { state, item, run: run2 })
        }
      ),
      second: /* @__PURE__ */ a4(TimelineStrip, { state })
    }
  );
}
function Exchange2({ state, item, run: run2 }) {
  const shown3 = shownRun(state.id, item, run2);
  return /* @__PURE__ */ a4(
    Split,
    {
      name: "request",
      way: "row",
      share: 0.477,
      label: "Width of the request",
      first: /* @__PURE__ */ a4(Request, { state, item, run: shown3?.call ?? null }, `${state.id} ${item.kind} ${item.key}`),
      second: /* @__PURE__ */ a4(Result, { state, target: item, run: shown3 })
    }
  );
}

// src/screens/capabilities.tsx
function saidWords(said2) {
  return said2 === null || /^\s*(\{\s*\}|true|false|null)\s*$/.test(said2) ? "" : said2;
}
function pathWords(path) {
  return path.join(path[0] === "extensions" ? " " : ".");
}
function CapabilityMatrix({ state, found: found3 }) {
  return /* @__PURE__ */ a4("section", { "aria-labelledby": "capabilities", children: [
    /* @__PURE__ */ a4("h2", { id: "capabilities", children: "Capabilities" }),
    found3 === null ? /* @__PURE__ */ a4("p", { class: "muted late", children: "Going over the log…" }) : /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4(Matrix, { state, caption: "What the server can do", rows: found3.server }),
      /* @__PURE__ */ a4(Matrix, { state, caption: "What it is offered by this client", rows: found3.client })
    ] })
  ] });
}
function Matrix({
  state,
  caption,
  rows
}) {
  return /* @__PURE__ */ a4("table", { class: "table matrix", children: [
    /* @__PURE__ */ a4("caption", { children: caption }),
    /* @__PURE__ */ a4("thead", { children: /* @__PURE__ */ a4("tr", { children: [
      /* @__PURE__ */ a4("th", { scope: "col", children: "capability" }),
      /* @__PURE__ */ a4("th", { scope: "col", children: "advertised" }),
      /* @__PURE__ */ a4("th", { scope: "col", children: "used" }),
      /* @__PURE__ */ a4("th", { scope: "col", children: "violated" })
    ] }) }),
    /* @__PURE__ */ a4("tbody", { children: rows.map((row) => /* @__PURE__ */ a4(
      MatrixRow,
      {
        state,
        row,
        isInner: row.path.length > 1 && rows.some((one) => one.path.length === 1 && one.path[0] === row.path[0]),
        hasInner: rows.some((one) => one.path.length > row.path.length && one.path[0] === row.path[0])
      },
      row.path.join("/")
    )) })
  ] });
}
function MatrixRow({
  state,
  row,
  isInner,
  hasInner
}) {
  const said2 = hasInner ? "" : saidWords(row.said);
  const uses = row.used === null ? /* @__PURE__ */ a4("span", { class: "muted", children: "not known" }) : row.used === 0 ? /* @__PURE__ */ a4("span", { class: "muted", children: "never" }) : /* @__PURE__ */ a4("a", { href: formatRoute({ screen: "timeline", session: state.id, seq: null, filter: row.filter ?? "" }), children: [
    row.used,
    "×"
  ] });
  return /* @__PURE__ */ a4("tr", { children: [
    /* @__PURE__ */ a4("th", { scope: "row", class: isInner ? "inner" : "", children: pathWords(row.path) }),
    /* @__PURE__ */ a4("td", { children: [
      row.advertised === null ? /* @__PURE__ */ a4("span", { class: "muted", children: "not known yet" }) : row.advertised ? /* @__PURE__ */ a4("span", { class: "ok", children: "✓ yes" }) : /* @__PURE__ */ a4("span", { class: "muted", children: "no" }),
      said2 === "" ? null : /* @__PURE__ */ a4("code", { class: "muted said", children: [
        " ",
        said2
      ] })
    ] }),
    /* @__PURE__ */ a4("td", { children: uses }),
    /* @__PURE__ */ a4("td", { children: /* @__PURE__ */ a4(Violations, { state, row }) })
  ] });
}
function Violations({ state, row }) {
  const [open2, setOpen] = d2(false);
  if (row.unannounced === 0 && row.broken === 0) return null;
  const words = [
    ...row.unannounced === 0 ? [] : [`${row.unannounced}× used though not advertised`],
    ...row.broken === 0 ? [] : [count(row.broken, "rule broken", "rules broken")]
  ];
  const told2 = new Set(row.findings.map((finding) => finding.seq));
  return /* @__PURE__ */ a4($, { children: [
    /* @__PURE__ */ a4("button", { type: "button", class: "text-button bad", "aria-expanded": open2, onClick: () => setOpen(!open2), children: `✗ ${words.join(", ")} ${open2 ? "▾" : "▸"}` }),
    open2 ? /* @__PURE__ */ a4("ul", { class: "finding-list", children: [
      row.findings.map((finding, index) => /* @__PURE__ */ a4("li", { children: [
        /* @__PURE__ */ a4("code", { children: finding.rule }),
        " ",
        finding.message,
        " ",
        /* @__PURE__ */ a4(Frame, { state, seq: finding.seq })
      ] }, index)),
      row.unannouncedAt.filter((seq) => !told2.has(seq)).map((seq) => /* @__PURE__ */ a4("li", { children: [
        "used though not advertised ",
        /* @__PURE__ */ a4(Frame, { state, seq })
      ] }, seq))
    ] }) : null
  ] });
}
function Frame({ state, seq }) {
  return /* @__PURE__ */ a4("a", { href: formatRoute({ screen: "timeline", session: state.id, seq, filter: "" }), children: [
    "frame ",
    seq
  ] });
}

// src/screens/list-changes.tsx
var LABELS4 = {
  tools: "Tools",
  resources: "Resources",
  templates: "Templates",
  prompts: "Prompts"
};
function ListChangesView({ state }) {
  const changes = listChanges.value;
  const total = changeCount(changes);
  const others = (summaries.value ?? []).map((one) => one.id);
  return /* @__PURE__ */ a4("section", { "aria-labelledby": "changes", children: [
    /* @__PURE__ */ a4("h2", { id: "changes", children: [
      "Changed since the last connect",
      " ",
      /* @__PURE__ */ a4("span", { class: "muted", children: changes === null ? "" : total === 0 ? "nothing" : count(total, "item") })
    ] }),
    changes === null ? /* @__PURE__ */ a4("p", { class: "muted", children: state.origin === "recording" ? "The recording has one connection." : "This is the first connection with this server since mcp-inspector was started." }) : /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4("p", { class: "muted", children: changes.since === "connection" ? "Compared with the connection before this one." : "Compared with the last session with this server." }),
      KINDS2.map((kind) => {
        const list2 = changes[kind];
        return list2 === null || isSame(list2) ? null : /* @__PURE__ */ a4(OneList, { label: LABELS4[kind], list: list2 }, kind);
      })
    ] }),
    /* @__PURE__ */ a4("div", { class: "answer-line", children: /* @__PURE__ */ a4(Button, { onClick: () => compareWith({ session: state.id, what: "tools" }, others), children: "Compare lists with…" }) })
  ] });
}
function isSame(list2) {
  return list2.added.length + list2.removed.length + list2.changed.length === 0 && !list2.reordered;
}
function OneList({ label, list: list2 }) {
  return /* @__PURE__ */ a4($, { children: [
    /* @__PURE__ */ a4("h3", { children: label }),
    /* @__PURE__ */ a4("ul", { class: "diff diff-tree", children: [
      list2.added.map((name, index) => /* @__PURE__ */ a4("li", { children: [
        /* @__PURE__ */ a4("span", { class: "sign added", children: "+" }),
        " ",
        /* @__PURE__ */ a4("code", { class: "added", children: name }),
        " ",
        /* @__PURE__ */ a4("span", { class: "muted", children: "added" })
      ] }, `+${name} ${index}`)),
      list2.removed.map((name, index) => /* @__PURE__ */ a4("li", { children: [
        /* @__PURE__ */ a4("span", { class: "sign removed", children: "-" }),
        " ",
        /* @__PURE__ */ a4("code", { class: "removed", children: name }),
        " ",
        /* @__PURE__ */ a4("span", { class: "muted", children: "removed" })
      ] }, `-${name} ${index}`)),
      list2.changed.map((item, index) => /* @__PURE__ */ a4("li", { children: [
        /* @__PURE__ */ a4("span", { class: "sign changed", children: "~" }),
        " ",
        /* @__PURE__ */ a4("code", { children: item.name }),
        /* @__PURE__ */ a4("ul", { class: "diff-tree", children: [
          item.changes.slice(0, 50).map((change2, at) => /* @__PURE__ */ a4("li", { children: [
            /* @__PURE__ */ a4("code", { class: "muted", children: change2.pointer }),
            " ",
            change2.left === null ? null : /* @__PURE__ */ a4("code", { class: "removed", children: change2.left }),
            change2.left === null || change2.right === null ? null : " → ",
            change2.right === null ? null : /* @__PURE__ */ a4("code", { class: "added", children: change2.right })
          ] }, at)),
          item.more || item.changes.length > 50 ? /* @__PURE__ */ a4("li", { class: "muted", children: "and more" }) : null
        ] })
      ] }, `~${item.name} ${index}`)),
      list2.reordered ? /* @__PURE__ */ a4("li", { class: "muted", children: "The order is another one." }) : null
    ] })
  ] });
}

// src/screens/roots-editor.tsx
function RootsEditor({ state }) {
  const [uri, setUri] = d2("");
  const [name, setName] = d2("");
  const [problem, setProblem] = d2(null);
  const put = (roots2) => {
    setProblem(null);
    api.send("PUT", sessionPath(state.id, "/roots"), JSON.stringify({ roots: roots2 })).then(
      () => {
        setUri("");
        setName("");
      },
      (thrown) => setProblem(problemOf(thrown))
    );
  };
  const roots = state.roots ?? [];
  const add = () => {
    const trimmed3 = uri.trim();
    if (trimmed3 === "") return;
    const whole = trimmed3.startsWith("/") ? `file://${encodeURI(trimmed3)}` : trimmed3;
    put([...roots, name.trim() === "" ? { uri: whole } : { uri: whole, name: name.trim() }]);
  };
  return /* @__PURE__ */ a4("section", { "aria-labelledby": "roots", children: [
    /* @__PURE__ */ a4("h2", { id: "roots", children: "Roots" }),
    roots.length === 0 ? /* @__PURE__ */ a4("p", { class: "muted", children: "The server is shown no roots." }) : null,
    /* @__PURE__ */ a4("ul", { class: "server-rows", children: roots.map((root, index) => /* @__PURE__ */ a4("li", { children: [
      /* @__PURE__ */ a4("span", { class: "mono server-place", children: root.uri }),
      /* @__PURE__ */ a4("span", { children: root.name ?? "" }),
      /* @__PURE__ */ a4(
        Button,
        {
          look: "quiet",
          label: `Remove ${root.uri}`,
          onClick: () => put(roots.filter((_4, at) => at !== index)),
          children: "Remove"
        }
      )
    ] }, `${root.uri} ${index}`)) }),
    /* @__PURE__ */ a4(
      "form",
      {
        class: "answer-line",
        onSubmit: (event) => {
          event.preventDefault();
          add();
        },
        children: [
          /* @__PURE__ */ a4(
            "input",
            {
              class: "input mono",
              type: "text",
              "aria-label": "Address or path of a root",
              placeholder: "file:///path/to/project",
              spellcheck: false,
              value: uri,
              onInput: (event) => setUri(event.currentTarget.value)
            }
          ),
          /* @__PURE__ */ a4(
            "input",
            {
              class: "input short",
              type: "text",
              "aria-label": "Name of the root",
              placeholder: "name",
              value: name,
              onInput: (event) => setName(event.currentTarget.value)
            }
          ),
          /* @__PURE__ */ a4(Button, { children: "Add" })
        ]
      }
    ),
    problem === null ? null : /* @__PURE__ */ a4(ProblemBlock, { problem, title: "The roots were not set." })
  ] });
}

// src/screens/surroundings.tsx
var ORIGINS = {
  config: "config",
  commandLine: "command line",
  face: "given when it was opened",
  otherClient: "config of another client",
  demo: "the demo",
  inherited: "inherited",
  protocol: "protocol",
  login: "login",
  recording: "recording"
};
function Surroundings({ state }) {
  const [given2, setGiven] = d2(null);
  const [problem, setProblem] = d2(null);
  A2(() => {
    const stop = new AbortController();
    api.get(sessionPath(state.id, "/surroundings"), stop.signal).then(
      (answer2) => {
        setGiven(answer2);
        setProblem(null);
      },
      (thrown) => {
        if (!stop.signal.aborted) setProblem(problemOf(thrown));
      }
    );
    return () => stop.abort();
  }, [state.id, state.phase]);
  const environment = given2?.environment ?? null;
  const set = environment?.filter((one) => one.from !== "inherited") ?? [];
  const inherited = environment?.filter((one) => one.from === "inherited") ?? [];
  return /* @__PURE__ */ a4("section", { "aria-labelledby": "surroundings", children: [
    /* @__PURE__ */ a4("h2", { id: "surroundings", children: given2?.environment == null ? "Headers" : "Environment" }),
    problem === null ? null : /* @__PURE__ */ a4(ProblemBlock, { problem, title: "It is not known what the server is given." }),
    given2 === null ? null : given2.headers === null && environment === null ? /* @__PURE__ */ a4("p", { class: "muted", children: state.origin === "recording" ? "The recording does not have them." : "Not known." }) : null,
    given2?.cwd == null ? null : /* @__PURE__ */ a4("p", { children: [
      /* @__PURE__ */ a4("span", { class: "muted", children: "started in" }),
      " ",
      /* @__PURE__ */ a4("code", { children: given2.cwd })
    ] }),
    given2?.headers == null ? null : given2.headers.length === 0 ? /* @__PURE__ */ a4("p", { class: "muted", children: "No headers are set up." }) : /* @__PURE__ */ a4(Values, { caption: "Headers of the newest request", rows: given2.headers }),
    environment === null ? null : set.length === 0 ? /* @__PURE__ */ a4("p", { class: "muted", children: "No variables are set for it." }) : /* @__PURE__ */ a4(Values, { caption: "Set for it", rows: set }),
    inherited.length === 0 ? null : /* @__PURE__ */ a4("details", { children: [
      /* @__PURE__ */ a4("summary", { children: count(inherited.length, "inherited variable") }),
      /* @__PURE__ */ a4(Values, { caption: "Inherited", rows: inherited })
    ] })
  ] });
}
function Values({ caption, rows }) {
  return /* @__PURE__ */ a4("table", { class: "table values", children: [
    /* @__PURE__ */ a4("caption", { class: "sr-only", children: caption }),
    /* @__PURE__ */ a4("thead", { children: /* @__PURE__ */ a4("tr", { children: [
      /* @__PURE__ */ a4("th", { scope: "col", children: "name" }),
      /* @__PURE__ */ a4("th", { scope: "col", children: "value" }),
      /* @__PURE__ */ a4("th", { scope: "col", children: "from" })
    ] }) }),
    /* @__PURE__ */ a4("tbody", { children: rows.map((row, index) => /* @__PURE__ */ a4("tr", { children: [
      /* @__PURE__ */ a4("th", { scope: "row", class: "mono", children: row.name }),
      /* @__PURE__ */ a4("td", { class: "mono", children: [
        row.masked ? /* @__PURE__ */ a4("span", { class: "muted", children: row.value.replaceAll("[REDACTED]", "••••••") }) : row.value,
        row.masked ? /* @__PURE__ */ a4("span", { class: "sr-only", children: " masked" }) : null
      ] }),
      /* @__PURE__ */ a4("td", { class: "muted", children: ORIGINS[row.from] })
    ] }, `${row.name} ${index}`)) })
  ] });
}

// src/screens/terms.tsx
var SWITCHES = [
  ["sampling", "Sampling", "the server may ask for what a model would say"],
  ["elicitationForm", "Elicitation by form", "it may ask you to fill in a form"],
  ["elicitationUrl", "Elicitation by URL", "it may ask you to visit a page"],
  ["roots", "Roots", "it may ask where it may work"],
  ["rootsOnDemand", "Ask me for roots", "a card in the Inbox each time, instead of the roots below"],
  ["tasks", "Tasks", "it may make a task of a call (2026-07-28)"],
  ["skills", "Skills", "skills are read (2026-07-28)"]
];
var ERAS = [
  ["auto", "whatever it speaks"],
  ["legacy", "the older era"],
  ["2026-07-28", "2026-07-28, the newer era"],
  ["2025-11-25", "2025-11-25"],
  ["2025-06-18", "2025-06-18"],
  ["2025-03-26", "2025-03-26"],
  ["2024-11-05", "2024-11-05"]
];
function TermsEditor({ state, offered }) {
  const [terms, setTerms] = d2(null);
  const [problem, setProblem] = d2(null);
  const path = sessionPath(state.id, "/terms");
  A2(() => {
    const stop = new AbortController();
    api.get(path, stop.signal).then(setTerms, (thrown) => {
      if (!stop.signal.aborted) setProblem(problemOf(thrown));
    });
    return () => stop.abort();
  }, [path, state.phase]);
  const wish = (change2) => {
    setProblem(null);
    api.send("PUT", path, JSON.stringify(change2)).then(setTerms, (thrown) => {
      setProblem(problemOf(thrown));
    });
  };
  const anew = () => {
    setProblem(null);
    api.send("POST", sessionPath(state.id, "/anew")).catch((thrown) => setProblem(problemOf(thrown)));
  };
  return /* @__PURE__ */ a4("section", { "aria-labelledby": "terms", children: [
    /* @__PURE__ */ a4("h2", { id: "terms", children: "Offered to the server" }),
    terms === null ? null : /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4("ul", { class: "switches", children: SWITCHES.map(([name, label, note]) => /* @__PURE__ */ a4("li", { children: /* @__PURE__ */ a4("label", { class: "line", children: [
        /* @__PURE__ */ a4(
          "input",
          {
            type: "checkbox",
            checked: terms.chosen[name],
            onChange: (event) => wish({ [name]: event.currentTarget.checked })
          }
        ),
        /* @__PURE__ */ a4("span", { children: label }),
        /* @__PURE__ */ a4("span", { class: "muted", children: note }),
        terms.chosen[name] === terms.inForce[name] ? null : /* @__PURE__ */ a4(Pending, { name, now: terms.inForce[name] })
      ] }) }, name)) }),
      /* @__PURE__ */ a4("label", { class: "line", children: [
        /* @__PURE__ */ a4("span", { children: "Speak" }),
        /* @__PURE__ */ a4(
          "select",
          {
            class: "input",
            "aria-label": "Which revision to speak",
            value: terms.chosen.era,
            onChange: (event) => wish({ era: event.currentTarget.value }),
            children: ERAS.map(([value, label]) => /* @__PURE__ */ a4("option", { value, children: label }, value))
          }
        )
      ] }),
      /* @__PURE__ */ a4("div", { class: "answer-line", children: [
        /* @__PURE__ */ a4(Button, { look: terms.pending ? "primary" : "plain", onClick: anew, children: "Connect anew" }),
        /* @__PURE__ */ a4("span", { class: terms.pending ? "warn" : "muted", role: "status", children: terms.pending ? "What you chose takes effect when the server is connected anew." : "A change takes effect when the server is connected anew." })
      ] })
    ] }),
    problem === null ? null : /* @__PURE__ */ a4(ProblemBlock, { problem, title: "The terms were not changed." }),
    offered === null ? /* @__PURE__ */ a4("p", { class: "muted", children: "Nothing was offered yet." }) : /* @__PURE__ */ a4("figure", { class: "block offered", children: [
      /* @__PURE__ */ a4("figcaption", { class: "muted", children: [
        "As it was sent",
        " ",
        /* @__PURE__ */ a4("a", { href: formatRoute({ screen: "timeline", session: state.id, seq: offered.seq, filter: "" }), children: [
          "frame ",
          offered.seq
        ] })
      ] }),
      /* @__PURE__ */ a4(JsonText, { text: prettyOf(JSON.stringify(offered.capabilities)) })
    ] })
  ] });
}
function Pending({ name, now: now2 }) {
  const word2 = name === "rootsOnDemand" ? "asked" : "offered";
  return /* @__PURE__ */ a4("span", { class: "badge warn", children: now2 ? `still ${word2}` : `not ${word2} yet` });
}

// src/screens/server.tsx
function useAsked(path, phase, again2) {
  const [body, setBody] = d2(null);
  const [problem, setProblem] = d2(null);
  A2(() => {
    const stop = new AbortController();
    api.get(path, stop.signal).then((answer2) => {
      setBody(answer2);
      setProblem(null);
    }).catch((thrown) => {
      if (!stop.signal.aborted) setProblem(problemOf(thrown));
    });
    return () => stop.abort();
  }, [path, phase, again2]);
  return { body, problem };
}
function Server({ state }) {
  const [asked, setAsked] = d2(0);
  const { body: findings2, problem } = useAsked(sessionPath(state.id, "/findings"), state.phase, asked);
  const { body: capabilities, problem: unknown } = useAsked(
    sessionPath(state.id, "/capabilities"),
    state.phase,
    asked
  );
  return /* @__PURE__ */ a4("div", { class: "page", children: [
    openFault.value === null ? null : /* @__PURE__ */ a4(Doctor, { state, fault: openFault.value, dismissable: false }),
    /* @__PURE__ */ a4(Identity, { state }),
    unknown === null ? null : /* @__PURE__ */ a4(ProblemBlock, { problem: unknown, title: "It is not known what was used." }),
    /* @__PURE__ */ a4(CapabilityMatrix, { state, found: capabilities }),
    state.origin === "face" ? /* @__PURE__ */ a4(TermsEditor, { state, offered: capabilities?.offered ?? null }) : null,
    /* @__PURE__ */ a4(ListChangesView, { state }),
    state.server?.instructions == null ? null : /* @__PURE__ */ a4("section", { "aria-labelledby": "instructions", children: [
      /* @__PURE__ */ a4("h2", { id: "instructions", children: "Instructions" }),
      /* @__PURE__ */ a4("pre", { class: "text-content", children: state.server.instructions })
    ] }),
    /* @__PURE__ */ a4(Surroundings, { state }),
    /* @__PURE__ */ a4(LogLevel, { state }),
    /* @__PURE__ */ a4(RootsEditor, { state }),
    /* @__PURE__ */ a4("section", { "aria-labelledby": "findings", children: [
      /* @__PURE__ */ a4("h2", { id: "findings", children: [
        "Findings ",
        /* @__PURE__ */ a4("span", { class: "muted", children: findings2 === null ? "" : count(findings2.findings.length, "finding") }),
        " ",
        /* @__PURE__ */ a4(Button, { look: "quiet", onClick: () => setAsked(asked + 1), children: "Check again" })
      ] }),
      problem === null ? null : /* @__PURE__ */ a4(ProblemBlock, { problem, title: "The rules could not be checked." }),
      findings2 === null ? null : /* @__PURE__ */ a4(FindingList, { state, findings: findings2 })
    ] })
  ] });
}
function act(promise) {
  promise.catch((thrown) => say(problemOf(thrown).message));
}
function Identity({ state }) {
  const info = state.server?.info;
  const rows = [
    [
      "Name",
      info === null || info === void 0 ? null : [info.title, info.name, info.version].filter((word2) => word2 !== void 0).join(" · ")
    ],
    ["Place", state.place],
    ["Transport", state.transport],
    ["Revision", state.revision],
    [
      "Traffic",
      `${state.traffic.framesSent} frames out, ${bytes(state.traffic.bytesSent)} · ${state.traffic.framesReceived} in, ${bytes(state.traffic.bytesReceived)}${state.traffic.junk === 0 ? "" : ` · ${state.traffic.junk} no messages`}`
    ]
  ];
  return /* @__PURE__ */ a4("section", { "aria-labelledby": "identity", children: [
    /* @__PURE__ */ a4("h2", { id: "identity", children: "Server" }),
    /* @__PURE__ */ a4("dl", { class: "facts", children: rows.map(([name, value]) => /* @__PURE__ */ a4("div", { children: [
      /* @__PURE__ */ a4("dt", { children: name }),
      /* @__PURE__ */ a4("dd", { class: name === "Place" ? "mono" : "", children: value === null || value === "" ? /* @__PURE__ */ a4("span", { class: "muted", children: "not known yet" }) : value })
    ] }, name)) }),
    state.origin === "recording" ? null : /* @__PURE__ */ a4("div", { class: "answer-line", children: [
      /* @__PURE__ */ a4(Button, { onClick: () => act(command(state.id, "anew")), children: "Reconnect" }),
      /* @__PURE__ */ a4(Button, { onClick: () => act(command(state.id, "stop")), children: "Disconnect" }),
      /* @__PURE__ */ a4(Button, { onClick: () => act(refreshLists(state)), children: "Fetch the lists again" }),
      /* @__PURE__ */ a4(Button, { onClick: () => act(close(state.id).then(() => go({ screen: "connect" }))), children: "Close" })
    ] })
  ] });
}
var LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
function LogLevel({ state }) {
  const [problem, setProblem] = d2(null);
  const [wanted, setWanted] = d2("");
  const set = (level) => {
    setWanted(level);
    setProblem(null);
    if (level === "") return;
    api.send("PUT", sessionPath(state.id, "/level"), JSON.stringify({ level })).then(
      () => say(`the server was told to log from ${level} on`),
      (thrown) => setProblem(problemOf(thrown))
    );
  };
  return /* @__PURE__ */ a4("section", { "aria-labelledby": "log-level", children: [
    /* @__PURE__ */ a4("h2", { id: "log-level", children: "Log level" }),
    /* @__PURE__ */ a4("label", { class: "line", children: [
      /* @__PURE__ */ a4("span", { children: "The server should log from this severity on" }),
      /* @__PURE__ */ a4("select", { class: "input", value: wanted, onChange: (event) => set(event.currentTarget.value), children: [
        /* @__PURE__ */ a4("option", { value: "", children: "as it is" }),
        LEVELS.map((level) => /* @__PURE__ */ a4("option", { value: level, children: level }, level))
      ] })
    ] }),
    problem === null ? null : /* @__PURE__ */ a4(ProblemBlock, { problem, title: "The level was not set." })
  ] });
}
function FindingList({ state, findings: findings2 }) {
  const kept = findings2.rules.filter((rule) => rule.verdict === "kept").length;
  const idle = findings2.rules.filter((rule) => rule.verdict === "not-exercised").length;
  return /* @__PURE__ */ a4($, { children: [
    /* @__PURE__ */ a4("p", { class: "muted", children: [
      kept,
      " rules kept, ",
      findings2.rules.length - kept - idle,
      " broken, ",
      idle,
      " not exercised so far."
    ] }),
    /* @__PURE__ */ a4("ul", { class: "finding-list", children: findings2.findings.slice(0, 200).map((finding, index) => /* @__PURE__ */ a4("li", { children: [
      /* @__PURE__ */ a4("span", { class: `badge ${finding.level === "must" ? "bad" : ""}`, children: finding.level }),
      " ",
      /* @__PURE__ */ a4("code", { children: finding.rule }),
      " ",
      finding.message,
      finding.pointer === void 0 ? null : /* @__PURE__ */ a4("code", { class: "muted", children: [
        " ",
        finding.pointer
      ] }),
      " ",
      /* @__PURE__ */ a4("a", { href: formatRoute({ screen: "timeline", session: state.id, seq: finding.seq, filter: "" }), children: [
        "frame ",
        finding.seq
      ] })
    ] }, index)) })
  ] });
}

// src/shell/bars.tsx
function BackendBar() {
  const now2 = reach.value;
  if (now2.state === "gone") return /* @__PURE__ */ a4(GoneBar, { retryAt: now2.retryAt });
  if (now2.state !== "refused") return null;
  const words = now2.problem.status === 401 ? hasToken() ? "The token of this tab is not that of the mcp-inspector that runs here; it was probably started again. Open the link it printed last." : "This tab has no token. Open the link that mcp-inspector printed in its terminal: it ends in #token=…" : `${now2.problem.message}${now2.problem.hint === null ? "" : ` → ${now2.problem.hint}`}`;
  return /* @__PURE__ */ a4("div", { class: "notice-bar bad", role: "alert", children: words });
}
function GoneBar({ retryAt }) {
  const left = Math.max(0, Math.ceil((retryAt - useNow()) / 1e3));
  return /* @__PURE__ */ a4("div", { class: "notice-bar bad", role: "alert", children: [
    /* @__PURE__ */ a4("strong", { children: "mcp-inspector does not answer." }),
    " What is on this page can be read. If it was stopped, start it and open the link it prints.",
    " ",
    /* @__PURE__ */ a4("span", { "aria-hidden": "true", children: left === 0 ? "Trying…" : `Next try in ${left} s.` })
  ] });
}
function act2(work) {
  work.catch((thrown) => say(problemOf(thrown).message));
}
function ServerBar({ state }) {
  if (missing.value === state.id)
    return /* @__PURE__ */ a4("div", { class: "notice-bar warn", role: "alert", children: [
      /* @__PURE__ */ a4("strong", { children: "This session is not open any more." }),
      " It was closed, or mcp-inspector was started again. What is on this page can be read. ",
      /* @__PURE__ */ a4("span", { class: "spring" }),
      /* @__PURE__ */ a4("a", { href: "#/", children: "Connect to a server" })
    ] });
  if (state.origin === "recording")
    return /* @__PURE__ */ a4("div", { class: "notice-bar quiet", role: "status", children: "This is a recording: everything can be looked at, nothing can be sent." });
  switch (state.phase) {
    case "ready":
      return null;
    case "starting":
    case "initializing":
      return /* @__PURE__ */ a4(ConnectingBar, { state });
    case "backoff":
      return /* @__PURE__ */ a4(BackoffBar, { state });
    case "closing":
      return /* @__PURE__ */ a4("div", { class: "notice-bar warn", role: "status", children: "Disconnecting…" });
    case "closed":
      return /* @__PURE__ */ a4("div", { class: "notice-bar warn", role: "alert", children: [
        state.fault === null ? "Disconnected." : `${state.fault.message} (${timeOfDay(state.openedAt, state.phaseSinceNs)})`,
        " ",
        /* @__PURE__ */ a4("span", { class: "spring" }),
        /* @__PURE__ */ a4(Button, { onClick: () => act2(command(state.id, "reconnect")), children: "Reconnect" }),
        /* @__PURE__ */ a4(DoctorButton, { state })
      ] });
  }
}
function DoctorButton({ state }) {
  const fault = openFault.value;
  if (fault === null) return null;
  const shown3 = isShown(state, fault);
  return /* @__PURE__ */ a4(Button, { pressed: shown3, onClick: () => choose(state, fault, shown3 ? "away" : "shown"), children: "Doctor" });
}
function ConnectingBar({ state }) {
  const now2 = useNow();
  const step = state.phase === "starting" ? "Starting" : "Initializing";
  const wantsLogin = (news.value?.counts.auth ?? 0) > 0;
  return /* @__PURE__ */ a4("div", { class: "notice-bar quiet", role: "status", children: [
    /* @__PURE__ */ a4("span", { "aria-hidden": "true", children: "●" }),
    " ",
    step,
    "…",
    " ",
    /* @__PURE__ */ a4("span", { class: "muted", children: elapsed((sessionNow(state, now2) - state.phaseSinceNs) / 1e6) }),
    " ",
    wantsLogin ? /* @__PURE__ */ a4($, { children: [
      "The server wants a login. ",
      /* @__PURE__ */ a4("a", { href: formatRoute({ screen: "auth", session: state.id }), children: "Log in" })
    ] }) : null,
    /* @__PURE__ */ a4("span", { class: "spring" }),
    /* @__PURE__ */ a4(Button, { onClick: () => act2(command(state.id, "stop")), children: "Cancel" }),
    /* @__PURE__ */ a4(DoctorButton, { state })
  ] });
}
function BackoffBar({ state }) {
  const now2 = sessionNow(state, useNow());
  const left = state.retryAtNs === null ? null : Math.max(0, Math.ceil((state.retryAtNs - now2) / 1e9));
  return /* @__PURE__ */ a4("div", { class: "notice-bar warn", role: "alert", children: [
    state.fault === null ? "The connection was lost" : state.fault.message,
    " · attempt ",
    state.failures + 1,
    " ",
    /* @__PURE__ */ a4("span", { "aria-hidden": "true", children: left === null ? "soon" : `in ${left} s` }),
    " ",
    /* @__PURE__ */ a4("span", { class: "spring" }),
    /* @__PURE__ */ a4(Button, { onClick: () => act2(command(state.id, "reconnect")), children: "Now" }),
    /* @__PURE__ */ a4(Button, { onClick: () => act2(command(state.id, "stop")), children: "Stop" }),
    /* @__PURE__ */ a4(DoctorButton, { state })
  ] });
}

// src/shell/commands.ts
function toScreen(screen) {
  const id = currentId.peek() ?? summaries.peek()?.at(-1)?.id ?? null;
  if (id === null) say("connect to a server first");
  else go(routeTo(screen, id));
}
function focusPane(id) {
  const pane = document.getElementById(id);
  const inside = pane?.querySelector(
    '[role="treeitem"][tabindex="0"], [role="row"][tabindex="0"], [role="grid"], .form input, .form textarea, .form select, [role="tabpanel"]'
  );
  (inside ?? pane)?.focus();
}
function filterHere() {
  const inTimeline2 = document.activeElement?.closest("#pane-4") != null || route.peek().screen === "timeline";
  const field = inTimeline2 ? document.querySelector("#pane-4 input") : document.querySelector(`#${TREE_FILTER_ID}`);
  field?.focus();
  field?.select();
}
function shown2() {
  const now2 = route.peek();
  return now2.screen === "explore" && now2.item !== null ? shownRun(now2.session, now2.item, now2.run) : null;
}
function stepRun(by) {
  const now2 = route.peek();
  if (now2.screen !== "explore" || now2.item === null) return;
  const next = neighbour(now2.session, now2.item, shown2(), by);
  if (next?.call == null) return;
  go({ ...now2, run: next.call }, "replace");
  if (next.text !== null) draftOf(now2.session, now2.item).text.value = next.text;
  else if (next.row !== null) void recallText(now2.session, next.row.seq, now2.item);
}
async function recallText(id, seq, item) {
  const detail = await api.get(sessionPath(id, `/timeline/${seq}`)).catch(() => null);
  const frame = detail?.parts.find((part) => part.name === "request")?.text ?? null;
  const text2 = frame === null ? null : textOfRequest(frame);
  if (text2 !== null) draftOf(id, item).text.value = text2;
}
function inTimeline() {
  const isThere = document.activeElement?.closest("#pane-4, .pane.detail") != null;
  return selectedRow.peek() !== null && (isThere || route.peek().screen === "timeline");
}
function pin() {
  const [id, seq] = [currentId.peek(), selectedRow.peek()];
  if (id === null || seq === null) say("choose a row of the timeline first");
  else void togglePin(id, seq);
}
function zoom() {
  const [id, seq] = [currentId.peek(), selectedRow.peek()];
  if (id === null || seq === null) {
    say("choose a row of the timeline first");
    return;
  }
  api.get(sessionPath(id, `/timeline/${seq}`)).then(
    (detail) => zoomTo(detail.row),
    (thrown) => say(problemOf(thrown).message)
  );
}
function rawFrame() {
  if (currentId.peek() === null) say("connect to a server first");
  else rawOpen.value = !rawOpen.peek();
}
function stepTab(by) {
  if (inTimeline()) return stepDetailTab(by);
  const run2 = shown2();
  const now2 = route.peek();
  if (run2 === null || now2.screen !== "explore" || now2.item === null) return;
  const end = run2.state.is === "ended" ? run2.state.end : null;
  const hasBefore = neighbour(now2.session, now2.item, run2, -1) !== null;
  const names = tabsFor(end, hasBefore, appOf(now2.item) !== null).map((tab) => tab.name);
  const at = Math.max(0, names.indexOf(resultTab.value));
  resultTab.value = names[(at + by + names.length) % names.length] ?? "pretty";
}
function toTab(tab) {
  resultTab.value = resultTab.value === tab ? "pretty" : tab;
}
function share(as) {
  const run2 = shown2();
  const seq = selectedRow.peek();
  const now2 = route.peek();
  if (now2.screen === "timeline" && seq !== null) void shareRow(now2.session, seq, as);
  else if (run2 !== null) void shareRun(run2, as);
  else say("there is nothing to copy yet");
}
function answered() {
  return shown2()?.row?.seq ?? selectedRow.peek();
}
function compare() {
  const id = currentId.peek() ?? summaries.peek()?.at(-1)?.id ?? null;
  if (id === null) return say("connect to a server first");
  const now2 = route.peek();
  const seq = now2.screen === "explore" || now2.screen === "timeline" ? answered() : null;
  const others = (summaries.peek() ?? []).map((one) => one.id);
  compareWith({ session: id, what: seq ?? "tools" }, others);
}
function run() {
  const now2 = route.peek();
  if (now2.screen === "explore" && now2.item !== null) void runItem(now2.session, now2.item, false);
}
function toServer(number) {
  const one = summaries.peek()?.[number - 1];
  if (one !== void 0) go(screenRoute("explore", one.id));
}
function back() {
  if (paletteOpen.peek()) paletteOpen.value = false;
  else if (keysOpen.peek()) keysOpen.value = false;
  else if (rawOpen.peek()) rawOpen.value = false;
  else if (drawerOpen.peek()) drawerOpen.value = false;
  else if (comparison2.peek() !== null) comparison2.value = null;
  else if (mode.peek() === "fullscreen") mode.value = "inline";
  else if (selectedRow.peek() !== null && document.activeElement?.closest("#pane-4") != null) selectedRow.value = null;
  else return false;
  return true;
}
function inbox() {
  drawerOpen.value = !drawerOpen.peek();
  if (drawerOpen.peek()) focusDrawer();
}
function maximise() {
  toScreen(route.peek().screen === "timeline" ? "explore" : "timeline");
}
var SINGLE2 = {
  palette: () => {
    paletteOpen.value = !paletteOpen.peek();
  },
  keys: () => {
    keysOpen.value = !keysOpen.peek();
  },
  back: () => void back(),
  run,
  filter: filterHere,
  inbox,
  theme: () => nextTheme(isDark()),
  raw: () => inTimeline() ? toggleRaw() : toTab("raw"),
  fold: () => {
    if (!foldOnScreen()) say("there is nothing to fold here");
  },
  diff: () => toTab("diff"),
  app: () => toTab("app"),
  maximise,
  rawFrame,
  pin,
  zoom,
  zoomOut: () => {
    timelineFilter.value = withStretch(timelineFilter.peek(), null);
  },
  connect: () => go({ screen: "connect" }),
  explore: () => toScreen("explore"),
  timeline: () => toScreen("timeline"),
  server: () => toScreen("server"),
  auth: () => toScreen("auth"),
  compare,
  pane1: () => focusPane("pane-1"),
  pane2: () => focusPane("pane-2"),
  pane3: () => focusPane("pane-3"),
  pane4: () => focusPane("pane-4"),
  tabBefore: () => stepTab(-1),
  tabAfter: () => stepTab(1),
  copyCli: () => share("cli"),
  copyCurl: () => share("curl"),
  copyJson: () => share("json"),
  copyScript: () => share("script"),
  copyReport: () => share("report"),
  runBefore: () => stepRun(-1),
  runAfter: () => stepRun(1),
  density: () => change({ density: settings.peek().density === "compact" ? "cozy" : "compact" }),
  singleKeys: () => {
    const on = !settings.peek().singleKeys;
    change({ singleKeys: on });
    say(on ? "single letters act again" : "single letters no longer act");
  }
};
function carryOut(command2) {
  const server = /^server(\d)$/.exec(command2);
  if (server !== null) toServer(Number(server[1]));
  else SINGLE2[command2]();
}

// src/shell/header.tsx
var SCREENS = [
  ["explore", "Explore"],
  ["timeline", "Timeline"],
  ["server", "Server"],
  ["auth", "Auth"]
];
function Header() {
  const state = session.value;
  const now2 = route.value;
  const asks = waitingInAll.value;
  return /* @__PURE__ */ a4("header", { class: "header", children: [
    now2.screen === "connect" ? /* @__PURE__ */ a4("a", { class: "brand", href: "#/", children: "mcp-inspector" }) : /* @__PURE__ */ a4(Switcher, {}),
    state === null ? null : /* @__PURE__ */ a4(Health, { state }),
    /* @__PURE__ */ a4("nav", { class: "screens", "aria-label": "Screens", children: [
      now2.screen === "connect" ? null : /* @__PURE__ */ a4("a", { href: "#/", class: "screen-link", children: "Connect" }),
      now2.screen === "connect" ? null : SCREENS.map(([screen, label]) => /* @__PURE__ */ a4(
        "a",
        {
          class: `screen-link${now2.screen === screen ? " chosen" : ""}`,
          href: formatRoute(routeTo(screen, now2.session)),
          ...now2.screen === screen ? { "aria-current": "page" } : {},
          children: [
            label,
            screen === "server" ? /* @__PURE__ */ a4(FindingsMark, {}) : null
          ]
        },
        screen
      ))
    ] }),
    /* @__PURE__ */ a4("span", { class: "spring" }),
    /* @__PURE__ */ a4(Button, { onClick: () => carryOut("palette"), children: [
      /* @__PURE__ */ a4("span", { class: "wide", children: "Search or run…" }),
      /* @__PURE__ */ a4("span", { class: "narrow", children: "Find" }),
      " ",
      /* @__PURE__ */ a4(Keys, { keys: "Ctrl+K" })
    ] }),
    /* @__PURE__ */ a4(Button, { pressed: drawerOpen.value, onClick: () => carryOut("inbox"), children: [
      "Inbox",
      asks === 0 ? "" : ` ${asks}`
    ] }),
    /* @__PURE__ */ a4(Button, { label: isDark() ? "Light theme" : "Dark theme", onClick: () => nextTheme(isDark()), children: /* @__PURE__ */ a4("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true", children: [
      /* @__PURE__ */ a4("circle", { cx: "8", cy: "8", r: "6", fill: "none", stroke: "currentColor", "stroke-width": "1.5" }),
      /* @__PURE__ */ a4("path", { d: "M8 2a6 6 0 0 1 0 12z", fill: "currentColor" })
    ] }) }),
    /* @__PURE__ */ a4("p", { class: "sr-only", "aria-live": "polite", children: whatWaits(waiting.value.length, waitingElsewhere.value) })
  ] });
}
function FindingsMark() {
  const count3 = findingsCount.value ?? 0;
  if (count3 === 0) return null;
  return /* @__PURE__ */ a4("span", { class: "mark warn", title: `${count3} ${count3 === 1 ? "finding" : "findings"}: rules of the protocol that are broken`, children: [
    " ",
    count3,
    /* @__PURE__ */ a4("span", { class: "sr-only", children: count3 === 1 ? " finding" : " findings" })
  ] });
}
function Switcher() {
  const all = summaries.value ?? [];
  const now2 = route.value;
  const id = now2.screen === "connect" ? null : now2.session;
  const name = summary.value?.name ?? session.value?.name ?? "…";
  if (all.length < 2) return /* @__PURE__ */ a4("h1", { class: "brand", children: name });
  return /* @__PURE__ */ a4("h1", { class: "brand", children: [
    /* @__PURE__ */ a4("span", { class: "sr-only", children: name }),
    /* @__PURE__ */ a4(
      "select",
      {
        class: "switcher",
        "aria-label": "Server",
        value: id ?? "",
        onChange: (event) => go(screenRoute(now2.screen === "connect" || now2.screen === "diff" ? "explore" : now2.screen, event.currentTarget.value)),
        children: [
          all.some((one) => one.id === id) ? null : /* @__PURE__ */ a4("option", { value: id ?? "", children: name }),
          all.map((one) => /* @__PURE__ */ a4("option", { value: one.id, children: [
            one.name,
            one.id !== id && waitingElsewhere.value.includes(one) ? ` (${one.waitingAsks} waiting)` : ""
          ] }, one.id))
        ]
      }
    ),
    waitingElsewhere.value.length === 0 ? null : /* @__PURE__ */ a4("span", { class: "mark asks", title: whatWaits(0, waitingElsewhere.value), children: [
      /* @__PURE__ */ a4("span", { "aria-hidden": "true", children: [
        " ● ",
        waitingElsewhere.value.reduce((sum, one) => sum + one.waitingAsks, 0)
      ] }),
      /* @__PURE__ */ a4("span", { class: "sr-only", children: "another server asks for something" })
    ] })
  ] });
}
var WORDS2 = {
  starting: "starting",
  initializing: "initializing",
  ready: "connected",
  backoff: "reconnecting",
  closing: "closing",
  closed: "disconnected"
};
function Health({ state }) {
  const facts = [state.transport, state.revision, state.p50Ns === null ? null : `p50 ${duration(state.p50Ns)}`].filter(
    (word3) => word3 !== null
  );
  const isGone = backendGone.value || missing.value === state.id;
  const word2 = missing.value === state.id ? "closed" : state.origin === "recording" ? "recording" : isGone ? "not known" : WORDS2[state.phase];
  const look2 = isGone || state.origin === "recording" ? "disconnected" : state.status;
  return /* @__PURE__ */ a4("p", { class: "health", children: [
    /* @__PURE__ */ a4("span", { class: `status ${look2}`, role: "status", children: [
      /* @__PURE__ */ a4("span", { class: "dot", "aria-hidden": "true" }),
      " ",
      word2
    ] }),
    /* @__PURE__ */ a4("span", { class: "muted facts-line", children: facts.join(" · ") })
  ] });
}

// src/shell/keyboard.ts
var PREFIX_MS = 1500;
var presses = 0;
var prefix = null;
function listenToKeys() {
  addEventListener(
    "keydown",
    () => {
      presses += 1;
    },
    { capture: true }
  );
  addEventListener("keydown", pressed);
}
function pressed(event) {
  if (event.defaultPrevented || event.isComposing) return;
  const target = event.target instanceof Element ? event.target : null;
  const ctrl = isMac ? event.metaKey : event.ctrlKey;
  if (isMac ? event.ctrlKey : event.metaKey) return;
  const typing2 = takesText(target);
  const waiting2 = prefix !== null && prefix.until > event.timeStamp && prefix.press === presses - 1 && // In a field the second key is text, unless the first was held with Alt and so was not.
  (prefix.held || !typing2) ? prefix.key : null;
  prefix = null;
  const key = event.altKey ? meant(event) : event.key;
  const routed = routeKey(
    { key, ctrl, alt: event.altKey, shift: event.shiftKey, typing: typing2 },
    waiting2,
    settings.peek().singleKeys
  );
  switch (routed.is) {
    case "nothing":
      return;
    case "prefix":
      prefix = { key: routed.prefix, until: event.timeStamp + PREFIX_MS, press: presses, held: event.altKey };
      if (event.altKey) event.preventDefault();
      return;
    case "command":
      if (routed.command === "back") {
        if (back()) event.preventDefault();
        return;
      }
      event.preventDefault();
      carryOut(routed.command);
  }
}
function meant(event) {
  if (/^[ -~]$/.test(event.key) && !/^Digit/.test(event.code)) return event.key;
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(event.code) ?? [];
  return digit ?? (event.shiftKey ? letter : letter?.toLowerCase()) ?? event.key;
}

// src/shell/keys-overlay.tsx
var GROUPS2 = ["everywhere", "go to", "in lists", "runs", "in documents", "in fields"];
function KeysOverlay() {
  return keysOpen.value ? /* @__PURE__ */ a4(OpenKeys, {}) : null;
}
function OpenKeys() {
  const box = T2(null);
  A2(() => {
    const before = document.activeElement;
    box.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const leave = (event) => {
    if (event.relatedTarget instanceof Node && box.current?.contains(event.relatedTarget) !== true)
      keysOpen.value = false;
  };
  return /* @__PURE__ */ a4(
    "div",
    {
      class: "veil",
      onClick: () => {
        keysOpen.value = false;
      },
      children: /* @__PURE__ */ a4(
        "div",
        {
          class: "keys-overlay",
          role: "dialog",
          "aria-labelledby": "keys-title",
          tabIndex: -1,
          ref: box,
          onClick: (event) => event.stopPropagation(),
          onFocusOut: leave,
          children: [
            /* @__PURE__ */ a4("div", { class: "pane-head", children: [
              /* @__PURE__ */ a4("h2", { class: "pane-title", id: "keys-title", children: "Keys" }),
              /* @__PURE__ */ a4("span", { class: "spring" }),
              /* @__PURE__ */ a4("label", { class: "line", children: [
                /* @__PURE__ */ a4(
                  "input",
                  {
                    type: "checkbox",
                    checked: settings.value.singleKeys,
                    onChange: (event) => change({ singleKeys: event.currentTarget.checked })
                  }
                ),
                /* @__PURE__ */ a4("span", { children: "single letters act" })
              ] }),
              /* @__PURE__ */ a4(
                Button,
                {
                  look: "quiet",
                  label: "Close",
                  onClick: () => {
                    keysOpen.value = false;
                  },
                  children: "✕"
                }
              )
            ] }),
            /* @__PURE__ */ a4("div", { class: "keys-columns", children: GROUPS2.map((group) => /* @__PURE__ */ a4("section", { "aria-label": group, children: [
              /* @__PURE__ */ a4("h3", { children: group }),
              /* @__PURE__ */ a4("dl", { children: rowsOf(group).map((row) => /* @__PURE__ */ a4("div", { class: "key-row", children: [
                /* @__PURE__ */ a4("dt", { children: /* @__PURE__ */ a4(Keys, { keys: row.keys }) }),
                /* @__PURE__ */ a4("dd", { children: row.does })
              ] }, row.keys)) })
            ] }, group)) })
          ]
        }
      )
    }
  );
}
function rowsOf(group) {
  const rows = KEYS.filter((row) => row.group === group && !/^Alt\+[2-9]$/.test(row.keys));
  return rows.map(
    (row) => row.keys === "Alt+1" ? { ...row, keys: "Alt+1…9", does: "to the server of that number" } : row
  );
}

// src/store/ranking.ts
function isBoundary(text2, at) {
  if (at === 0) return true;
  const before = text2[at - 1] ?? "";
  const here = text2[at] ?? "";
  return /[^\p{L}\p{N}]/u.test(before) || /\p{Ll}/u.test(before) && /\p{Lu}/u.test(here);
}
function fit(wanted, name) {
  const needle = wanted.toLowerCase().replace(/\s+/g, "");
  if (needle === "") return { score: 0, places: [] };
  const hay = name.toLowerCase();
  const whole = hay.indexOf(needle);
  if (whole >= 0) {
    const places3 = Array.from({ length: needle.length }, (_4, index) => whole + index);
    const start3 = whole === 0 ? 60 : isBoundary(name, whole) ? 40 : 0;
    return { score: 100 + start3 + (hay.length === needle.length ? 100 : 0) - Math.min(hay.length, 60) / 2, places: places3 };
  }
  const places2 = [];
  let score = 0;
  let from = 0;
  for (const letter of needle) {
    let at = hay.indexOf(letter, from);
    if (at < 0) return null;
    const contiguous = places2.length > 0 && at === (places2.at(-1) ?? -2) + 1;
    if (!contiguous && !isBoundary(name, at)) {
      for (let next = hay.indexOf(letter, at + 1); next >= 0; next = hay.indexOf(letter, next + 1)) {
        if (isBoundary(name, next)) {
          at = next;
          break;
        }
      }
      if (!canFinish(hay, needle, places2.length + 1, at + 1)) at = hay.indexOf(letter, from);
    }
    score += contiguous ? 8 : isBoundary(name, at) ? 6 : 1;
    places2.push(at);
    from = at + 1;
  }
  return { score: score - Math.min(hay.length, 60) / 4, places: places2 };
}
function canFinish(hay, needle, index, from) {
  let at = from;
  for (const letter of Array.from(needle).slice(index)) {
    at = hay.indexOf(letter, at);
    if (at < 0) return false;
    at += 1;
  }
  return true;
}
function best(wanted, all, nameOf2, most) {
  const fitting = [];
  all.forEach((one, order) => {
    const match = fit(wanted, nameOf2(one));
    if (match !== null) fitting.push({ one, match, order });
  });
  fitting.sort((a5, b4) => b4.match.score - a5.match.score || a5.order - b4.order);
  return fitting.slice(0, most);
}

// src/shell/palette-entries.ts
var ONE = { tools: "tool", resources: "resource", templates: "template", prompts: "prompt" };
var MOST3 = 50;
function itemEntries(catalog2) {
  const all = [];
  for (const kind of ["tools", "prompts", "resources", "templates"]) {
    for (const item of catalog2?.[kind]?.items ?? []) {
      const where = item.uri === null ? "" : ` · ${item.uri}`;
      all.push({
        is: "item",
        name: item.name,
        note: `${ONE[kind]}${where}${item.title === null ? "" : ` · ${item.title}`}`,
        ref: refOf(kind, item)
      });
    }
  }
  return all;
}
function sessionEntries(sessions, current) {
  return sessions.filter((one) => one.id !== current).map((one) => ({
    is: "view",
    name: one.name,
    note: `open server · ${one.status}`,
    route: screenRoute("explore", one.id)
  }));
}
function commandEntries(carryOut2) {
  const left = /* @__PURE__ */ new Set(["palette", "back", "runBefore", "runAfter", "tabBefore", "tabAfter"]);
  const known = KEYS.filter(
    (row) => row.command !== void 0 && !left.has(row.command) && !/^(server|pane)\d$/.test(row.command)
  );
  return known.map((row) => ({
    is: "command",
    name: row.group === "go to" ? `Go to ${row.does}` : row.does,
    note: "command",
    keys: row.keys,
    act: () => {
      if (row.command !== void 0) carryOut2(row.command);
    }
  }));
}
function found2(wanted, entries2) {
  const named2 = best(wanted, entries2, (entry) => entry.name, MOST3);
  if (wanted.trim() === "" || named2.length === MOST3) return named2;
  const known = new Set(named2.map(({ one }) => one));
  const noted = best(
    wanted,
    entries2.filter((entry) => entry.is !== "command" && !known.has(entry)),
    (entry) => entry.note,
    MOST3 - named2.length
  );
  return [...named2, ...noted.map(({ one, match }) => ({ one, match: { score: match.score, places: [] } }))];
}

// src/shell/palette.tsx
function Palette() {
  return paletteOpen.value ? /* @__PURE__ */ a4(OpenPalette, {}) : null;
}
function settingEntries() {
  return [
    {
      is: "command",
      name: "Theme as the system has it",
      note: "setting",
      keys: "",
      act: () => change({ theme: "system" })
    },
    { is: "command", name: "Density: compact or cozy rows", note: "setting", keys: "", act: () => carryOut("density") },
    {
      is: "command",
      name: "Single-letter keys on or off",
      note: "setting",
      keys: "",
      act: () => carryOut("singleKeys")
    }
  ];
}
function actEntries() {
  const state = session.value;
  if (state === null) return [];
  const act3 = (name, done2, work) => ({
    is: "command",
    name,
    note: state.name,
    keys: "",
    act: () => {
      work().then(
        () => say(done2),
        (thrown) => say(problemOf(thrown).message)
      );
    }
  });
  const others = (summaries.value ?? []).map((one) => one.id);
  const row = answered();
  const comparing = [
    {
      is: "command",
      name: "Compare lists with…",
      note: state.name,
      keys: "",
      act: () => compareWith({ session: state.id, what: "tools" }, others)
    },
    ...row === null ? [] : [
      {
        is: "command",
        name: "Compare result with…",
        note: `row ${row}`,
        keys: "",
        act: () => compareWith({ session: state.id, what: row }, others)
      }
    ]
  ];
  const saving = act3("Save recording", "the recording was saved", () => saveRecording(state));
  if (state.origin === "recording") return [saving, ...comparing];
  return [
    saving,
    ...comparing,
    act3("Reconnect", "connecting", () => command(state.id, "anew")),
    act3("Disconnect", "disconnected; the log stays", () => command(state.id, "stop")),
    act3("Fetch the lists again", "the lists are up to date", () => refreshLists(state))
  ];
}
function OpenPalette() {
  const [wanted, setWanted] = d2("");
  const [at, setAt] = d2(0);
  const field = T2(null);
  const list2 = T2(null);
  const before = T2(document.activeElement);
  const id = currentId.value;
  const entries2 = w2(
    () => [
      ...itemEntries(catalog.value),
      ...sessionEntries(summaries.value ?? [], id),
      ...connectables().map((one) => ({
        is: "server",
        name: one.name,
        note: `connect · ${one.place}`,
        open: one.open
      })),
      ...actEntries(),
      ...commandEntries(carryOut),
      ...settingEntries()
    ],
    [catalog.value, summaries.value, id]
  );
  const matches2 = w2(() => found2(wanted, entries2), [wanted, entries2]);
  A2(() => {
    field.current?.focus();
    void loadPlaces();
  }, []);
  A2(() => {
    list2.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);
  const shut = (giveBack) => {
    paletteOpen.value = false;
    if (giveBack && before.current instanceof HTMLElement) before.current.focus();
  };
  const choose3 = (entry) => {
    if (entry === void 0) return;
    shut(entry.is !== "item");
    switch (entry.is) {
      case "item":
        if (id === null) return;
        wantsFocus.value = true;
        go({ screen: "explore", session: id, item: entry.ref, run: null });
        return;
      case "view":
        go(entry.route);
        return;
      case "server":
        entry.open();
        return;
      case "command":
        entry.act();
    }
  };
  const key = (event) => {
    const last = matches2.length - 1;
    if (event.key === "ArrowDown") setAt(Math.min(last, at + 1));
    else if (event.key === "ArrowUp") setAt(Math.max(0, at - 1));
    else if (event.key === "PageDown") setAt(Math.min(last, at + 10));
    else if (event.key === "PageUp") setAt(Math.max(0, at - 10));
    else if (event.key === "Enter") choose3(matches2[at]?.one);
    else if (event.key === "Escape") shut(true);
    else if (event.key !== "Tab") return;
    event.preventDefault();
    event.stopPropagation();
  };
  return /* @__PURE__ */ a4("div", { class: "veil", onClick: () => shut(true), children: /* @__PURE__ */ a4(
    "div",
    {
      class: "palette",
      role: "dialog",
      "aria-modal": true,
      "aria-label": "Find and run",
      onClick: (event) => event.stopPropagation(),
      onKeyDown: key,
      children: [
        /* @__PURE__ */ a4(
          "input",
          {
            ref: field,
            class: "input big",
            type: "text",
            role: "combobox",
            "aria-label": "Search or run",
            "aria-expanded": true,
            "aria-controls": "palette-list",
            "aria-autocomplete": "list",
            ...matches2.length === 0 ? {} : { "aria-activedescendant": `palette-${at}` },
            placeholder: "Tools, resources, prompts, servers, commands",
            spellcheck: false,
            value: wanted,
            onInput: (event) => {
              setWanted(event.currentTarget.value);
              setAt(0);
            }
          }
        ),
        /* @__PURE__ */ a4("ul", { class: "palette-list", id: "palette-list", role: "listbox", "aria-label": "What was found", ref: list2, children: matches2.map(({ one, match }, index) => /* @__PURE__ */ a4(
          "li",
          {
            id: `palette-${index}`,
            role: "option",
            "aria-selected": index === at,
            class: index === at ? "chosen" : "",
            onClick: () => choose3(one),
            onMouseMove: () => {
              if (index !== at) setAt(index);
            },
            children: [
              /* @__PURE__ */ a4("span", { class: "palette-name", children: /* @__PURE__ */ a4(Marked, { text: one.name, places: match.places }) }),
              /* @__PURE__ */ a4("span", { class: "muted palette-note", children: one.note }),
              one.is === "command" && one.keys !== "" ? /* @__PURE__ */ a4(Keys, { keys: one.keys }) : null
            ]
          },
          `${one.is} ${one.name} ${one.note}`
        )) }),
        matches2.length === 0 ? /* @__PURE__ */ a4("p", { class: "empty", role: "status", children: [
          "Nothing is called “",
          wanted,
          "”."
        ] }) : null
      ]
    }
  ) });
}
function Marked({ text: text2, places: places2 }) {
  const marked = new Set(places2);
  const parts = [];
  for (let index = 0; index < text2.length; index += 1) {
    const hit = marked.has(index);
    const last = parts.at(-1);
    if (last !== void 0 && last.hit === hit) last.text += text2[index] ?? "";
    else parts.push({ text: text2[index] ?? "", hit });
  }
  return /* @__PURE__ */ a4($, { children: parts.map((part, index) => part.hit ? /* @__PURE__ */ a4("b", { children: part.text }, index) : /* @__PURE__ */ a4("span", { children: part.text }, index)) });
}

// src/shell/raw-sender.tsx
var sent = y3(null);
function RawSender() {
  const state = session.value;
  return rawOpen.value && state !== null ? /* @__PURE__ */ a4(Panel2, { state }, state.id) : null;
}
function isLine(state) {
  return state.transport === "stdio";
}
function Panel2({ state }) {
  const field = T2(null);
  const problem = useSignal(null);
  const isSending = useSignal(false);
  const tab = useSignal("response");
  A2(() => {
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const text2 = rawText.value;
  const fault = text2.trim() === "" ? null : faultOf(text2);
  const send2 = async () => {
    if (isSending.peek() || text2.trim() === "") return;
    isSending.value = true;
    problem.value = null;
    sent.value = null;
    try {
      const frame = frameOf(text2, isLine(state));
      sent.value = { session: state.id, seq: await sendRaw(state.id, frame) };
      tab.value = sliceAt(frame, ["id"]) === null ? "raw" : "response";
    } catch (thrown) {
      problem.value = problemOf(thrown);
    } finally {
      isSending.value = false;
    }
  };
  const begin = async (template) => {
    setRawText(template.make(await usualMeta(state.id).catch(() => null)));
  };
  const key = (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      void send2();
    }
  };
  const result = sent.value?.session === state.id ? sent.value : null;
  return /* @__PURE__ */ a4("div", { class: "raw-sender", role: "dialog", "aria-labelledby": "raw-title", onKeyDown: key, children: [
    /* @__PURE__ */ a4("div", { class: "pane-head", children: [
      /* @__PURE__ */ a4("h2", { class: "pane-title", id: "raw-title", children: [
        "Send a raw frame to ",
        state.name
      ] }),
      /* @__PURE__ */ a4("span", { class: "spring" }),
      /* @__PURE__ */ a4(Button, { look: "quiet", label: "Close", onClick: () => rawOpen.value = false, children: "✕" })
    ] }),
    /* @__PURE__ */ a4("div", { class: "raw-body", children: [
      /* @__PURE__ */ a4("label", { class: "line", children: [
        /* @__PURE__ */ a4("span", { children: "Begin with" }),
        /* @__PURE__ */ a4(
          "select",
          {
            class: "input",
            value: "",
            onChange: (event) => {
              const chosen = TEMPLATES[Number(event.currentTarget.value)];
              event.currentTarget.value = "";
              field.current?.focus();
              if (chosen !== void 0) void begin(chosen);
            },
            children: [
              /* @__PURE__ */ a4("option", { value: "", children: "a template…" }),
              TEMPLATES.map((one, index) => /* @__PURE__ */ a4("option", { value: index, children: one.name }, one.name))
            ]
          }
        )
      ] }),
      /* @__PURE__ */ a4(
        "textarea",
        {
          ref: field,
          class: "input mono raw-text",
          "aria-label": "The frame",
          "aria-describedby": "raw-fault",
          spellcheck: false,
          value: text2,
          placeholder: '{"jsonrpc":"2.0","id":"raw-1","method":"ping"}',
          onInput: (event) => setRawText(event.currentTarget.value)
        }
      ),
      /* @__PURE__ */ a4("p", { id: "raw-fault", class: fault === null ? "muted raw-told" : "warn raw-told", role: "status", children: fault ?? (isLine(state) ? "It goes out as one line: line breaks become blanks." : "It goes out byte for byte, as the body of a POST.") }),
      /* @__PURE__ */ a4("p", { class: "raw-acts", children: [
        /* @__PURE__ */ a4(Button, { look: "primary", keys: "Ctrl+Enter", onClick: () => void send2(), children: isSending.value ? "Sending…" : fault === null ? "Send" : "Send anyway" }),
        /* @__PURE__ */ a4(Button, { onClick: () => setRawText(withNewId(rawText.peek())), children: "New id" }),
        /* @__PURE__ */ a4(
          Button,
          {
            onClick: () => {
              if (jsonFault(rawText.peek()) === null) setRawText(prettyOf(rawText.peek()));
            },
            children: "Lay out"
          }
        )
      ] }),
      problem.value === null ? null : /* @__PURE__ */ a4(ProblemBlock, { problem: problem.value, title: "It was not sent." }),
      result === null ? null : /* @__PURE__ */ a4("section", { class: "raw-result", "aria-label": "What came of it", children: result.seq === null ? /* @__PURE__ */ a4("p", { class: "muted", children: "It was sent; no row of it was found in the timeline yet." }) : /* @__PURE__ */ a4(RowDetail, { session: state.id, seq: result.seq, api, tab }, result.seq) })
    ] })
  ] });
}

// src/shell/status-bar.tsx
function StatusBar() {
  const state = session.value;
  const dropped = news.value?.dropped ?? 0;
  const frames = state === null ? 0 : state.traffic.framesSent + state.traffic.framesReceived;
  return /* @__PURE__ */ a4("footer", { class: "status-bar", children: [
    state === null ? null : /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4("span", { children: state.origin === "recording" ? "recording, read only" : /* @__PURE__ */ a4($, { children: [
        /* @__PURE__ */ a4("span", { class: "record", "aria-hidden": "true", children: "●" }),
        " ",
        "recording"
      ] }) }),
      /* @__PURE__ */ a4("span", { children: [
        count(frames, "frame"),
        " · ",
        bytes(state.traffic.bytesSent + state.traffic.bytesReceived)
      ] }),
      /* @__PURE__ */ a4("span", { class: dropped === 0 ? "" : "warn", title: "Entries of the log that are no longer kept: it has room for the newest only", children: [
        dropped,
        " dropped"
      ] })
    ] }),
    /* @__PURE__ */ a4("span", { class: "said", role: "status", children: said.value.text }),
    /* @__PURE__ */ a4("span", { class: "spring" }),
    /* @__PURE__ */ a4("button", { type: "button", class: "text-button", onClick: () => carryOut("keys"), children: [
      /* @__PURE__ */ a4(Keys, { keys: "?" }),
      " keys"
    ] }),
    /* @__PURE__ */ a4("span", { children: [
      "mcp-inspector ",
      version.value
    ] })
  ] });
}

// src/tabs.ts
var PATIENCE_MS5 = 500;
var NAME = "mcp-inspector";
async function askOtherTabs() {
  if (hasToken() || typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(NAME);
  await new Promise((resolve) => {
    const timer3 = setTimeout(resolve, PATIENCE_MS5);
    channel.onmessage = ({ data }) => {
      if (!("token" in data)) return;
      keepToken(data.token);
      clearTimeout(timer3);
      resolve();
    };
    channel.postMessage({ wants: true });
  });
  channel.close();
}
function answerOtherTabs(isRefused) {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }) => {
    const mine2 = keptToken();
    if ("wants" in data) {
      if (mine2 !== null && !isRefused()) channel.postMessage({ token: mine2 });
    } else if (isRefused() && data.token !== mine2) {
      keepToken(data.token);
      location.reload();
    }
  };
  const mine = keptToken();
  if (mine !== null) channel.postMessage({ token: mine });
}

// src/app.tsx
function App() {
  const now2 = route.value;
  const state = session.value;
  return /* @__PURE__ */ a4("div", { class: "app", children: [
    /* @__PURE__ */ a4(Header, {}),
    /* @__PURE__ */ a4(BackendBar, {}),
    state === null || now2.screen === "connect" ? null : /* @__PURE__ */ a4(ServerBar, { state }),
    /* @__PURE__ */ a4("div", { class: "stage", children: [
      /* @__PURE__ */ a4("main", { class: "main", children: /* @__PURE__ */ a4(Boundary, { place: formatRoute(now2), children: now2.screen === "connect" ? /* @__PURE__ */ a4(Connect, {}) : state === null ? /* @__PURE__ */ a4(Waiting2, {}) : /* @__PURE__ */ a4(SessionScreen, { state }) }) }),
      /* @__PURE__ */ a4(Drawer, { state })
    ] }),
    /* @__PURE__ */ a4(RawSender, {}),
    /* @__PURE__ */ a4(StatusBar, {}),
    /* @__PURE__ */ a4(Palette, {}),
    /* @__PURE__ */ a4(KeysOverlay, {})
  ] });
}
function SessionScreen({ state }) {
  const now2 = route.value;
  const fault = openFault.value;
  const wantsDoctor = fault !== null && (now2.screen === "explore" || now2.screen === "timeline") && isShown(state, fault);
  return /* @__PURE__ */ a4($, { children: [
    wantsDoctor ? /* @__PURE__ */ a4(Doctor, { state, fault, dismissable: true }) : null,
    now2.screen === "explore" ? /* @__PURE__ */ a4(Explore, { state, item: now2.item, run: now2.run }) : now2.screen === "timeline" ? /* @__PURE__ */ a4(Timeline, { state }) : now2.screen === "server" ? /* @__PURE__ */ a4(Server, { state }) : now2.screen === "diff" ? /* @__PURE__ */ a4(Diff, { now: now2 }) : /* @__PURE__ */ a4(Auth, { state })
  ] });
}
function Waiting2() {
  if (missing.value === null)
    return /* @__PURE__ */ a4("p", { class: "empty late", role: "status", children: "Loading…" });
  return /* @__PURE__ */ a4("div", { class: "page", children: [
    /* @__PURE__ */ a4("h2", { children: "This session is not open any more" }),
    /* @__PURE__ */ a4("p", { children: [
      "It was closed, or mcp-inspector was started again. ",
      /* @__PURE__ */ a4("a", { href: "#/", children: "Connect to a server" })
    ] })
  ] });
}
function openOnServer() {
  const stop = x2(() => {
    const all = summaries.value;
    if (all === null) return;
    queueMicrotask(() => stop());
    const newest2 = all.filter((one) => one.origin === "face").at(-1);
    if (newest2 !== void 0 && route.peek().screen === "connect") go(screenRoute("explore", newest2.id), "replace");
  });
}
function titled() {
  x2(() => {
    const asks = waitingInAll.value;
    const name = session.value?.name;
    document.title = `${asks === 0 ? "" : `(${asks}) `}${name === void 0 ? "" : `${name} · `}mcp-inspector`;
  });
}
async function start2() {
  const token = tokenInFragment(location.hash);
  if (token !== null) keepToken(token);
  await askOtherTabs();
  answerOtherTabs(() => reach.peek().state === "refused");
  const fresh = token !== null || location.hash === "";
  if (fresh) history.replaceState(null, "", `${location.pathname}#/`);
  followAddress();
  addEventListener("hashchange", () => {
    if (tokenInFragment(location.hash) !== null) location.reload();
  });
  if (fresh) openOnServer();
  applySettings();
  x2(() => {
    void route.value;
    forgetSaid();
  });
  followTimelineAddress();
  rememberExplored();
  startWatching();
  followLists();
  followChanges();
  followDrafts();
  followAsks();
  followFindings();
  followMarks();
  titled();
  listenToActs();
  listenToKeys();
  void loadSettings();
  loadVersion().catch(() => void 0);
  const root = document.getElementById("app");
  if (root !== null) Q(/* @__PURE__ */ a4(App, {}), root);
}
void start2();
