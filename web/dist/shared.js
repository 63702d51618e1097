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

// node_modules/@preact/signals-core/dist/signals-core.module.js
var i2 = /* @__PURE__ */ Symbol.for("preact-signals");
function t2() {
  if (!(v2 > 1)) {
    var i4, t4 = false;
    !(function() {
      var i5 = c2;
      c2 = void 0;
      while (void 0 !== i5) {
        var t5 = i5.S;
        if (t5.v === i5.v) {
          for (var r5 = t5.t; void 0 !== r5; r5 = r5.x) if (r5.i === i5.i) r5.i = t5.i;
        }
        i5 = i5.o;
      }
    })();
    while (void 0 !== h2) {
      var r4 = h2;
      h2 = void 0;
      s2++;
      while (void 0 !== r4) {
        var n3 = r4.u;
        r4.u = void 0;
        r4.f &= -3;
        if (!(8 & r4.f) && w2(r4)) try {
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
    s2 = 0;
    v2--;
    if (t4) throw i4;
  } else v2--;
}
function r2(i4) {
  if (v2 > 0) return i4();
  u2 = ++e2;
  v2++;
  try {
    return i4();
  } finally {
    t2();
  }
}
var n2;
var o2 = void 0;
function f2(i4) {
  var t4 = o2, r4 = n2;
  o2 = void 0;
  n2 = void 0;
  try {
    return i4();
  } finally {
    o2 = t4;
    n2 = r4;
  }
}
var h2 = void 0;
var v2 = 0;
var s2 = 0;
var e2 = 0;
var u2 = 0;
var c2 = void 0;
var a2 = 0;
function d2(i4) {
  if (void 0 !== o2) {
    var t4 = i4.n;
    if (void 0 === t4 || t4.t !== o2) {
      t4 = { i: 0, S: i4, p: o2.s, n: void 0, t: o2, e: void 0, x: void 0, r: t4 };
      if (void 0 !== o2.s) o2.s.n = t4;
      o2.s = t4;
      i4.n = t4;
      if (32 & o2.f) i4.S(t4);
      return t4;
    } else if (-1 === t4.i) {
      t4.i = 0;
      if (void 0 !== t4.n) {
        t4.n.p = t4.p;
        if (void 0 !== t4.p) t4.p.n = t4.n;
        t4.p = o2.s;
        t4.n = void 0;
        o2.s.n = t4;
        o2.s = t4;
      }
      return t4;
    }
  }
}
function l2(i4, t4) {
  this.v = i4;
  this.i = 0;
  this.n = void 0;
  this.t = void 0;
  this.l = 0;
  this.W = null == t4 ? void 0 : t4.watched;
  this.Z = null == t4 ? void 0 : t4.unwatched;
  this.name = null == t4 ? void 0 : t4.name;
}
l2.prototype.brand = i2;
l2.prototype.h = function() {
  return true;
};
l2.prototype.S = function(i4) {
  var t4 = this, r4 = this.t;
  if (r4 !== i4 && void 0 === i4.e) {
    i4.x = r4;
    this.t = i4;
    if (void 0 !== r4) r4.e = i4;
    else f2(function() {
      var i5;
      null == (i5 = t4.W) || i5.call(t4);
    });
  }
};
l2.prototype.U = function(i4) {
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
      if (void 0 === n3) f2(function() {
        var i5;
        null == (i5 = t4.Z) || i5.call(t4);
      });
    }
  }
};
l2.prototype.subscribe = function(i4) {
  var t4 = this;
  return x2(function() {
    var r4 = t4.value;
    f2(function() {
      return i4(r4);
    });
  }, { name: "sub" });
};
l2.prototype.valueOf = function() {
  return this.value;
};
l2.prototype.toString = function() {
  return this.value + "";
};
l2.prototype.toJSON = function() {
  return this.value;
};
l2.prototype.peek = function() {
  var i4 = this;
  return f2(function() {
    return i4.value;
  });
};
Object.defineProperty(l2.prototype, "value", { get: function() {
  var i4 = d2(this);
  if (void 0 !== i4) i4.i = this.i;
  return this.v;
}, set: function(i4) {
  if (i4 !== this.v) {
    if (s2 > 100) throw new Error("Cycle detected");
    !(function(i5) {
      if (0 !== v2 && 0 === s2) {
        if (i5.l !== u2) {
          i5.l = u2;
          c2 = { S: i5, v: i5.v, i: i5.i, o: c2 };
        }
      }
    })(this);
    this.v = i4;
    this.i++;
    a2++;
    v2++;
    try {
      for (var r4 = this.t; void 0 !== r4; r4 = r4.x) r4.t.N();
    } finally {
      t2();
    }
  }
} });
function y2(i4, t4) {
  return new l2(i4, t4);
}
function w2(i4) {
  for (var t4 = i4.s; void 0 !== t4; t4 = t4.n) if (t4.S.i !== t4.i || !t4.S.h() || t4.S.i !== t4.i) return true;
  return false;
}
function b(i4) {
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
function _2(i4) {
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
function j2(i4, t4) {
  l2.call(this, void 0, t4);
  this.x = i4;
  this.s = void 0;
  this.g = a2 - 1;
  this.f = 4;
}
j2.prototype = new l2();
j2.prototype.h = function() {
  this.f &= -3;
  if (1 & this.f) return false;
  if (32 == (36 & this.f)) return true;
  this.f &= -5;
  if (this.g === a2) return true;
  this.g = a2;
  this.f |= 1;
  if (this.i > 0 && !w2(this)) {
    this.f &= -2;
    return true;
  }
  var i4 = o2;
  try {
    b(this);
    o2 = this;
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
  o2 = i4;
  _2(this);
  this.f &= -2;
  return true;
};
j2.prototype.S = function(i4) {
  if (void 0 === this.t) {
    this.f |= 36;
    for (var t4 = this.s; void 0 !== t4; t4 = t4.n) t4.S.S(t4);
  }
  l2.prototype.S.call(this, i4);
};
j2.prototype.U = function(i4) {
  if (void 0 !== this.t) {
    l2.prototype.U.call(this, i4);
    if (void 0 === this.t) {
      this.f &= -33;
      for (var t4 = this.s; void 0 !== t4; t4 = t4.n) t4.S.U(t4);
    }
  }
};
j2.prototype.N = function() {
  if (!(2 & this.f)) {
    this.f |= 6;
    for (var i4 = this.t; void 0 !== i4; i4 = i4.x) i4.t.N();
  }
};
Object.defineProperty(j2.prototype, "value", { get: function() {
  if (1 & this.f) throw new Error("Cycle detected");
  var i4 = d2(this);
  this.h();
  if (void 0 !== i4) i4.i = this.i;
  if (16 & this.f) throw this.v;
  return this.v;
} });
function O(i4, t4) {
  return new j2(i4, t4);
}
function p2(i4) {
  var r4 = i4.j;
  i4.j = void 0;
  if ("function" == typeof r4) {
    v2++;
    var n3 = o2;
    o2 = void 0;
    try {
      r4();
    } catch (t4) {
      i4.f &= -2;
      i4.f |= 8;
      g2(i4);
      throw t4;
    } finally {
      o2 = n3;
      t2();
    }
  }
}
function g2(i4) {
  for (var t4 = i4.s; void 0 !== t4; t4 = t4.n) t4.S.U(t4);
  i4.x = void 0;
  i4.s = void 0;
  p2(i4);
}
function S2(i4) {
  if (o2 !== this) throw new Error("Out-of-order effect");
  _2(this);
  o2 = i4;
  this.f &= -2;
  try {
    if (8 & this.f) g2(this);
  } finally {
    t2();
  }
}
function m2(i4, t4) {
  this.x = i4;
  this.j = void 0;
  this.s = void 0;
  this.u = void 0;
  this.f = 32;
  this.name = null == t4 ? void 0 : t4.name;
  if (n2) n2.push(this);
}
m2.prototype.c = function() {
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
m2.prototype.S = function() {
  if (1 & this.f) throw new Error("Cycle detected");
  this.f |= 1;
  this.f &= -9;
  p2(this);
  b(this);
  v2++;
  var i4 = o2;
  o2 = this;
  return S2.bind(this, i4);
};
m2.prototype.N = function() {
  if (!(2 & this.f)) {
    this.f |= 2;
    this.u = h2;
    h2 = this;
  }
};
m2.prototype.d = function() {
  this.f |= 8;
  if (!(1 & this.f)) g2(this);
};
m2.prototype.dispose = function() {
  this.d();
};
function x2(i4, t4) {
  var r4 = new m2(i4, t4);
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

// node_modules/preact/hooks/dist/hooks.mjs
var t3;
var r3;
var u3;
var i3;
var o3 = Object.is;
var f3 = 0;
var c3 = [];
var e3 = [];
var a3 = n;
var v3 = a3.__b;
var l3 = a3.__r;
var m3 = a3.diffed;
var h3 = a3.__c;
var s3 = a3.unmount;
var p3 = a3.__;
function y3(n3, t4) {
  a3.__h && a3.__h(r3, n3, f3 || t4), f3 = 0;
  var u4 = r3.__H || (r3.__H = { __: [], __h: [] });
  return n3 >= u4.__.length && u4.__.push({}), u4.__[n3];
}
function d3(n3) {
  return f3 = 1, _3(G2, n3);
}
function _3(n3, u4, i4) {
  var f5 = y3(t3++, 2);
  if (f5.t = n3, !f5.__c && (f5.__ = [i4 ? i4(u4) : G2(void 0, u4), function(n4) {
    var t4 = (f5.__N || f5.__)[0], r4 = f5.t(t4, n4);
    o3(t4, r4) || (f5.__N = [r4, f5.__[1]], f5.__c.setState({}));
  }], f5.__c = r3, !r3.__f)) {
    r3.__f = true;
    var c4 = r3.shouldComponentUpdate;
    r3.shouldComponentUpdate = function(n4, t4, r4) {
      var u5 = this.__H;
      if (!u5) return true;
      var i5 = false, f6 = this.props != n4;
      if (u5.__.some(function(n5) {
        n5.__N && (i5 = true, o3(n5.__[0], n5.__N[0]) || (f6 = true));
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
  var i4 = y3(t3++, 3);
  !a3.__s && E2(i4.__H, u4) && (i4.__P = true, i4.__ = n3, i4.u = u4, r3.__H.__h.push(i4));
}
function F2(n3, u4) {
  var i4 = y3(t3++, 4);
  !a3.__s && E2(i4.__H, u4) && (i4.__P = false, i4.__ = n3, i4.u = u4, r3.__h.push(i4));
}
function T2(n3) {
  return f3 = 5, w3(function() {
    return { current: n3 };
  }, []);
}
function w3(n3, r4) {
  var u4 = y3(t3++, 7);
  return E2(u4.__H, r4) && (u4.__ = n3(), u4.__H = r4), u4.__;
}
function b2(n3, t4) {
  return f3 = 8, w3(function() {
    return n3;
  }, t4);
}
function j3(n3) {
  var u4 = r3.context[n3.__c], i4 = y3(t3++, 9);
  return i4.c = n3, u4 ? (null == i4.__ && (i4.__ = true, u4.sub(r3)), u4.props.value) : n3.__;
}
function P2() {
  var n3 = y3(t3++, 11);
  if (!n3.__) {
    for (var u4 = r3.__v; !u4.__m && u4.__; ) u4 = u4.__;
    var i4 = u4.__m || (u4.__m = [0, 0]);
    n3.__ = "P" + i4[0] + "-" + i4[1]++;
  }
  return n3.__;
}
function g3() {
  var n3;
  do {
    for (; n3 = e3.shift(); ) try {
      C2(n3);
    } catch (t5) {
      a3.__e(t5, { __: (n3 = n3.__P) && n3.__v });
    }
    for (; n3 = c3.shift(); ) {
      var t4 = n3.__H;
      if (n3.__P && t4) try {
        t4.__h.some(C2), t4.__h.some(D2), t4.__h = [];
      } catch (r4) {
        t4.__h = [], a3.__e(r4, n3.__v);
      }
    }
  } while (e3.length);
}
a3.__b = function(n3) {
  r3 = null, v3 && v3(n3);
}, a3.__ = function(n3, t4) {
  n3 && t4.__k && t4.__k.__m && (n3.__m = t4.__k.__m), p3 && p3(n3, t4);
}, a3.__r = function(n3) {
  l3 && l3(n3), t3 = 0;
  var i4 = (r3 = n3.__c).__H;
  i4 && (u3 == r3 ? r3.__h = [] : (i4.__h.some(C2), i4.__h.some(D2), t3 = 0), i4.__h = [], i4.__.some(function(n4) {
    n4.__N && (n4.__ = n4.__N), n4.u = n4.__N = void 0;
  })), u3 = r3;
}, a3.diffed = function(n3) {
  m3 && m3(n3);
  var t4 = n3.__c;
  t4 && t4.__H && (t4.__H.__h.length && B2(c3.push(t4)), t4.__H.__.some(function(n4) {
    n4.u && (n4.__H = n4.u);
  })), u3 = r3 = null;
}, a3.__c = function(n3, t4) {
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
  }), h3 && h3(n3, t4);
}, a3.unmount = function(n3) {
  s3 && s3(n3);
  var t4, r4, u4 = n3.__c;
  u4 && u4.__H && (u4.__H.__.some(function(u5) {
    try {
      if (u5.__P && u5.__c) {
        if (void 0 === r4) {
          for (r4 = n3.__; r4 && (!r4.__c || !r4.__c.__P); ) r4 = r4.__;
          r4 = r4 && r4.__c;
        }
        u5.__P = r4, B2(e3.push(u5));
      } else C2(u5);
    } catch (n4) {
      t4 = n4;
    }
  }), u4.__H = void 0, t4 && a3.__e(t4, u4.__v));
};
var k2 = "function" == typeof requestAnimationFrame;
function z2(n3) {
  var t4, r4 = function() {
    clearTimeout(u4), k2 && cancelAnimationFrame(t4), setTimeout(n3);
  }, u4 = setTimeout(r4, 35);
  k2 && (t4 = requestAnimationFrame(r4));
}
function B2(n3) {
  1 != n3 && i3 == a3.requestAnimationFrame || ((i3 = a3.requestAnimationFrame) || z2)(g3);
}
function C2(n3) {
  var t4 = r3, u4 = n3.__c;
  "function" == typeof u4 && (n3.__c = void 0, u4()), r3 = t4;
}
function D2(n3) {
  var t4 = r3;
  n3.__c = n3.__(), r3 = t4;
}
function E2(n3, t4) {
  return !n3 || n3.length != t4.length || t4.some(function(t5, r4) {
    return !o3(t5, n3[r4]);
  });
}
function G2(n3, t4) {
  return "function" == typeof t4 ? t4(n3) : t4;
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
  var e4 = w3(function() {
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
Object.defineProperties(l2.prototype, { constructor: { configurable: true, value: k($, null).constructor }, type: { configurable: true, value: w4 }, props: { configurable: true, get: function() {
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
      if (o5 instanceof l2) {
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
  var f5 = n3 in i4 && void 0 === i4.ownerSVGElement, o5 = y2(r4);
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
  return w3(function() {
    return y2(i4, n3);
  }, []);
}
function useComputed(i4, n3) {
  var r4 = T2(i4);
  r4.current = i4;
  d4.__$f |= 4;
  return w3(function() {
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
  r2(function() {
    var i4;
    while (i4 = g4.shift()) h4.call(i4);
  });
}
function M() {
  if (1 === g4.push(this)) (n.requestAnimationFrame || A3)(F3);
}

// src/text/ansi.ts
var COLOURS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
var ESCAPE = "\x1B";
var SEQUENCE = new RegExp(`${ESCAPE}(?:\\[([0-?]*)[ -/]*([@-~])|\\][^\\u0007${ESCAPE}]*(?:\\u0007|${ESCAPE}\\\\)?|[@-Z\\\\^_])`, "g");
function ansiPieces(text) {
  if (!text.includes(ESCAPE)) return [{ text, colour: null, isBold: false }];
  const pieces2 = [];
  let look = { colour: null, isBold: false };
  let from = 0;
  const take3 = (to) => {
    if (to > from) pieces2.push({ text: text.slice(from, to), ...look });
  };
  for (const found2 of text.matchAll(SEQUENCE)) {
    take3(found2.index);
    from = found2.index + found2[0].length;
    if (found2[2] === "m") look = after(look, found2[1] ?? "");
  }
  take3(text.length);
  return pieces2;
}
function after(look, parameters) {
  let { colour, isBold } = look;
  const codes = parameters.split(/[;:]/).map(Number);
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 0) [colour, isBold] = [null, false];
    else if (code === 1) isBold = true;
    else if (code === 22) isBold = false;
    else if (code === 39) colour = null;
    else if (code >= 30 && code <= 37) colour = COLOURS[code - 30] ?? null;
    else if (code >= 90 && code <= 97) colour = COLOURS[code - 90] ?? null;
    else if (code === 38 || code === 48) at += codes[at + 1] === 5 ? 2 : 4;
  }
  return { colour, isBold };
}
function plain(text) {
  return ansiPieces(text).map((piece) => piece.text).join("");
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
  return new Problem({ ...fault, message: plain(fault.message), hint: fault.hint == null ? null : plain(fault.hint) });
}
function problemOfAnswer(status, text) {
  const error = errorMember(text);
  if (error === null) {
    return new Problem({ code: `HTTP_${status}`, message: `the backend answered with status ${status}`, status });
  }
  const word = (name) => typeof error[name] === "string" ? error[name] : null;
  return new Problem({
    code: word("code") ?? `HTTP_${status}`,
    message: word("message") ?? `the backend answered with status ${status}`,
    hint: word("hint"),
    helpUrl: word("helpUrl"),
    status,
    details: error["details"]
  });
}
function errorMember(text) {
  try {
    const body = JSON.parse(text);
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

// src/store/kept.ts
var PREFIX = "mcp-inspector:";
var unkept = /* @__PURE__ */ new Map();
function readKept(key) {
  const here2 = unkept.get(key);
  if (here2 !== void 0) return here2;
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
function writeKept(key, text) {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
    unkept.delete(key);
  } catch {
    unkept.set(key, text);
  }
}
function keptText(name) {
  return readKept(PREFIX + name);
}
function keepText(name, text) {
  writeKept(PREFIX + name, text);
}
function tabName() {
  const known = keptText("tab");
  if (known !== null) return known;
  const name = `tab ${Math.random().toString(36).slice(2, 8)}`;
  keepText("tab", name);
  return name;
}
function keptSignal(name, usual, read2) {
  const known = keptText(name);
  let first = null;
  try {
    first = known === null ? null : read2(JSON.parse(known));
  } catch {
  }
  const kept = y2(first ?? usual);
  x2(() => {
    const { value } = kept;
    keepText(name, value === usual ? null : JSON.stringify(value));
  });
  return kept;
}
function oneOfWords(words) {
  return (kept) => words.find((word) => word === kept) ?? null;
}

// src/api.ts
var KEPT = "mcp-inspector-token";
var TOKEN_REFUSED = "SESSION_INVALID";
function tokenInFragment(hash) {
  if (!hash.startsWith("#token=")) return null;
  return new URLSearchParams(hash.slice(1).replaceAll("+", "%2B")).get("token");
}
function keepToken(token) {
  writeKept(KEPT, token);
}
function keptToken() {
  return readKept(KEPT);
}
function hasToken() {
  return keptToken() !== null;
}
async function takeToken(token) {
  const old = keptToken();
  const isOldGood = old !== null && old !== token && refused?.token !== old;
  if (isOldGood && await isRefused(token)) return false;
  keepToken(token);
  return true;
}
async function isRefused(token) {
  if (!/^[\x21-\x7e]+$/.test(token)) return true;
  const asked = fetch("/api/sessions", { headers: { Accept: "application/json", "X-Session-Token": token }, cache: "no-store" });
  return asked.then(
    ({ status }) => status === 401,
    () => false
  );
}
function headers(type) {
  const all2 = { Accept: "application/json" };
  const token = keptToken();
  if (token !== null) all2["X-Session-Token"] = token;
  if (type !== null) all2["Content-Type"] = type;
  return all2;
}
var refused = null;
async function request(method, path, init = {}) {
  const token = keptToken();
  if (refused !== null && refused.token === token) throw refused.problem;
  const all2 = headers(init.body === void 0 ? null : init.type ?? "application/json");
  if (init.accept !== void 0) all2["Accept"] = init.accept;
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: all2,
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
  if (response.ok) return response;
  const problem2 = problemOfAnswer(response.status, await response.text());
  if (problem2.code === TOKEN_REFUSED) refused = { token, problem: problem2 };
  throw problem2;
}
async function json(response) {
  const text = await response.text();
  return text === "" ? null : JSON.parse(text);
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
function sessionPath(id, rest2 = "") {
  return `/api/sessions/${encodeURIComponent(id)}${rest2}`;
}

// src/explore/focus.ts
var wantsFocus = y2(false);
var PATIENCE_MS = 2e3;
var FIELD = ':is(:is(input, textarea, select):not([type="hidden"], [type="file"], [tabindex="-1"]), [data-takes-keys])';
function focusFirstField(within, still, instead = () => void 0) {
  const until = performance.now() + PATIENCE_MS;
  const before = document.activeElement;
  const look = () => {
    const moved = document.activeElement !== before && document.activeElement !== document.body;
    if (!still() || moved) return;
    const field = document.querySelector(`${within} ${FIELD}`);
    if (field !== null) field.focus();
    else if (performance.now() > until) instead();
    else requestAnimationFrame(look);
  };
  look();
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
  ran = { acts, at: performance.now(), from: document.activeElement, asked: null };
}
function isWaited() {
  return ran !== null && ran.acts === acts && performance.now() - ran.at < WAITING_MS;
}
function askCame(ask, mine, waiting2) {
  if (!mine || ran === null || !isWaited() || !document.hasFocus()) return;
  if (ran.asked !== null && waiting2.includes(ran.asked)) return;
  ran.asked = ask;
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
    ran = { acts, at: performance.now(), from, asked: null };
    const back = () => {
      const now2 = document.activeElement;
      if (now2?.closest(".card:not(.over)") != null) {
        if (isWaited()) requestAnimationFrame(back);
        return;
      }
      const isLost2 = now2 === null || now2 === document.body || now2.closest(".card.over") != null;
      if (isLost2 && from instanceof HTMLElement && from.isConnected && from !== document.body) from.focus();
    };
    requestAnimationFrame(back);
  };
}
function cardGoes(card, ask) {
  if (card === null || !card.contains(document.activeElement)) return;
  queueMicrotask(() => {
    const isLost2 = document.activeElement === null || document.activeElement === document.body;
    if (isLost2) document.querySelector(`.card.over[data-ended="${ask}"]`)?.focus();
  });
}

// src/text/signs.ts
var UNSEEN = /\r\n|[\p{Cc}\p{Cf}\u2028\u2029\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu;
function visible(text, lines2 = false) {
  return text.replace(UNSEEN, (sign, at) => {
    if (lines2 && /[\t\r\n]/.test(sign)) return sign;
    if (sign.endsWith("\n")) return "⏎";
    if (sign === "‍" && /\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?$/u.test(text.slice(Math.max(0, at - 4), at))) return sign;
    return `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}

// src/store/per-server.ts
var MOST_SESSIONS = 40;
var all = /* @__PURE__ */ new Map();
var entered = null;
function perServer(name, usual, read2) {
  const values = /* @__PURE__ */ new Map();
  for (const [session2, kept] of keptPairs(name)) values.set(session2, read2(kept) ?? usual);
  const now2 = y2(entered === null ? usual : values.get(entered) ?? usual);
  x2(() => {
    const { value } = now2;
    if (entered === null || (values.get(entered) ?? usual) === value) return;
    values.delete(entered);
    if (value !== usual) values.set(entered, value);
    const newest = [...values].slice(-MOST_SESSIONS);
    keepText(name, newest.length === 0 ? null : JSON.stringify(newest));
  });
  all.set(now2, {
    of: (session2) => values.get(session2) ?? usual,
    enter: (session2) => {
      now2.value = session2 === null ? usual : values.get(session2) ?? usual;
    }
  });
  return now2;
}
function valueFor(of, session2) {
  if (session2 === entered) return of.value;
  return all.get(of)?.of(session2);
}
function enterServer(session2) {
  if (session2 === entered) return;
  entered = session2;
  r2(() => {
    for (const own of all.values()) own.enter(session2);
  });
}
function keptPairs(name) {
  try {
    const kept = JSON.parse(keptText(name) ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept.filter((pair) => Array.isArray(pair) && typeof pair[0] === "string");
  } catch {
    return [];
  }
}

// src/store/route.ts
var RESULT_TABS = ["pretty", "content", "structured", "raw", "app", "diff"];
var TIMELINE_VIEWS = ["rows", "stats", "steps", "all"];
var EDIT_ACTS = ["add", "edit", "clone", "remove"];
var ITEM_KINDS = ["tool", "resource", "template", "prompt"];
function isItemKind(word) {
  return ITEM_KINDS.includes(word);
}
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
function numberOr(word) {
  return word !== null && word !== void 0 && /^\d{1,15}$/.test(word) ? Number(word) : null;
}
function parseRoute(hash) {
  const bare = hash.replace(/^#/, "");
  const mark2 = bare.indexOf("?");
  const path = mark2 < 0 ? bare : bare.slice(0, mark2);
  const query = new URLSearchParams(mark2 < 0 ? "" : bare.slice(mark2 + 1));
  const parts2 = path.split("/").slice(1).map(decoded);
  const [head, session2, screen, word, key] = parts2;
  if (head === "diff") return comparison(query);
  if (head !== "s" || session2 === void 0 || session2 === "") return { screen: "connect", ...editPlace(query) };
  switch (screen) {
    case "timeline":
      return {
        screen,
        session: session2,
        seq: numberOr(word),
        filter: query.get("filter") ?? "",
        ...oneOf("view", TIMELINE_VIEWS, query),
        .../^.+:\d{1,15}$/.test(query.get("row") ?? "") ? { row: query.get("row") } : {},
        ...pairPlace(query.get("compare"), session2)
      };
    case "server":
    case "auth":
    case "tests":
      return { screen, session: session2 };
    default: {
      const item = word !== void 0 && key !== void 0 && isItemKind(word) ? { kind: word, key } : null;
      return { screen: "explore", session: session2, item, run: numberOr(query.get("run")), ...oneOf("tab", RESULT_TABS, query), ...pairPlace(query.get("compare"), session2) };
    }
  }
}
function editPlace(query) {
  const act = EDIT_ACTS.find((one) => one === query.get("act"));
  const server = query.get("server");
  return act === void 0 || act === "add" !== (server === null) ? {} : { editing: { act, server } };
}
function rowOfName(name) {
  const [, session2, seq] = /^(.+):(\d{1,15})$/.exec(name ?? "") ?? [];
  return session2 === void 0 ? null : { session: session2, seq: Number(seq) };
}
function pairPlace(text, session2) {
  const read2 = (word) => {
    const seq = numberOr(word);
    return seq === null ? rowOfName(word ?? null) : { session: session2, seq };
  };
  const [left, right, ...more] = (text ?? "").split(",");
  const pair = [read2(left), read2(right)];
  return pair[0] === null || pair[1] === null || more.length > 0 ? {} : { compared: [pair[0], pair[1]] };
}
function pairText(pair, session2) {
  return pair?.map((one) => one.session === session2 ? `${one.seq}` : `${one.session}:${one.seq}`).join(",");
}
function oneOf(part, names, query) {
  const name = names.find((one) => one === query.get(part));
  return name === void 0 ? {} : { [part]: name };
}
function rest(parts2) {
  const given = parts2.filter(([, value, usual]) => value !== null && value !== void 0 && value !== "" && value !== usual);
  return given.length === 0 ? "" : `?${given.map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`).join("&")}`;
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
function sideText(side) {
  return `${side.session}/${side.what ?? ""}`;
}
function sideOf(text) {
  const [, session2, what] = /^([^/]+)\/(.*)$/.exec(text ?? "") ?? [];
  if (session2 === void 0 || what === void 0) return null;
  return { session: session2, what: LISTS.includes(what) ? what : numberOr(what) };
}
function formatRoute(route2) {
  if (route2.screen === "connect") return `#/${rest([["act", route2.editing?.act], ["server", route2.editing?.server]])}`;
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
      return base + item + rest([["run", route2.run], ["tab", route2.tab], ["compare", pairText(route2.compared, route2.session)]]);
    }
    case "timeline": {
      const seq = route2.seq === null ? "" : `/${route2.seq}`;
      const compare = pairText(route2.compared, route2.session);
      return base + seq + rest([["filter", route2.filter], ["view", route2.view, "rows"], ["row", route2.row], ["compare", compare]]);
    }
    default:
      return base;
  }
}
var route = y2({ screen: "connect" });
function go(next, how = "push") {
  const hash = formatRoute(next);
  if (hash !== location.hash) {
    if (how === "push") history.pushState(null, "", hash);
    else history.replaceState(null, "", hash);
  }
  show(next);
}
function show(next) {
  r2(() => {
    enterServer(sessionOf(next));
    route.value = next;
  });
}
function followAddress() {
  const read2 = () => show(parseRoute(location.hash));
  read2();
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
var selectedRow = y2(null);
var followedRow = y2(null);
var timelineFilter = perServer("timeline-filter", "", (kept) => typeof kept === "string" ? kept : null);
var togetherFilter = keptSignal("together-filter", "", (kept) => typeof kept === "string" ? kept : null);
var togetherRow = y2(null);
var looksAtAll = O(() => route.value.screen === "timeline" && route.value.view === "all");
function chosenRow() {
  if (looksAtAll.value) return rowOfName(togetherRow.value);
  const [session2, seq] = [sessionOf(route.value), selectedRow.value];
  return session2 === null || seq === null ? null : { session: session2, seq };
}
function chooseNoRow() {
  if (looksAtAll.peek()) togetherRow.value = null;
  else selectedRow.value = null;
}
function shownFilter() {
  return looksAtAll.peek() ? togetherFilter : timelineFilter;
}
var lastExplored = /* @__PURE__ */ new Map();
function rememberExplored() {
  return x2(() => {
    const now2 = route.value;
    if (now2.screen === "explore") lastExplored.set(now2.session, now2);
    const looked = sessionOf(now2);
    if (looked !== null) keepText("last-server", looked);
  });
}
function serverInMind(open) {
  const now2 = sessionOf(route.peek());
  if (now2 !== null) return now2;
  const last = keptText("last-server");
  return (open.find((one) => one.id === last) ?? open.at(-1))?.id ?? null;
}
function otherServer(now2, session2) {
  return routeTo(now2.screen === "connect" || now2.screen === "diff" ? "explore" : now2.screen, session2);
}
function routeTo(screen, session2) {
  if (screen === "timeline") {
    const seq = sessionOf(route.value) === session2 ? selectedRow.value : null;
    return { screen, session: session2, seq, filter: valueFor(timelineFilter, session2) };
  }
  if (screen === "explore" && (route.value.screen !== "explore" || route.value.session !== session2))
    return lastExplored.get(session2) ?? screenRoute(screen, session2);
  return screenRoute(screen, session2);
}

// src/store/settings.ts
var DEFAULTS = { theme: "system", density: "compact", splits: {}, singleKeys: true };
var SAVE_AFTER_MS = 400;
var settings = y2(DEFAULTS);
function readSettings(kept) {
  const all2 = typeof kept === "object" && kept !== null ? kept : {};
  const { theme, density, splits, singleKeys } = all2;
  const sizes = typeof splits === "object" && splits !== null ? Object.entries(splits) : [];
  return {
    theme: theme === "light" || theme === "dark" ? theme : "system",
    density: density === "cozy" ? "cozy" : "compact",
    splits: Object.fromEntries(
      sizes.filter((one) => typeof one[1] === "number" && one[1] > 0 && one[1] < 1)
    ),
    singleKeys: typeof singleKeys === "boolean" ? singleKeys : true
  };
}
var sent = /* @__PURE__ */ new Set();
var unsent = {};
var timer = null;
function merged(below, changes) {
  const splits = { ...below.splits, ...changes.splits };
  return { ...below, ...changes, ...below.splits === void 0 && changes.splits === void 0 ? {} : { splits } };
}
function takeSettings(kept) {
  settings.value = [...sent, unsent].reduce(merged, readSettings(kept));
}
async function loadSettings() {
  try {
    takeSettings(await api.get("/api/settings"));
  } catch {
  }
}
function send(keepalive) {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  const changes = unsent;
  if (Object.keys(changes).length === 0) return;
  sent.add(changes);
  unsent = {};
  request("PATCH", "/api/settings", { body: JSON.stringify(changes), keepalive }).catch(() => {
    unsent = merged(changes, unsent);
  }).finally(() => sent.delete(changes));
}
function keepSettings() {
  addEventListener("pagehide", () => send(true));
}
function change(part) {
  settings.value = merged(settings.value, part);
  unsent = merged(unsent, part);
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(() => send(false), SAVE_AFTER_MS);
}
function setSplit(name, fraction) {
  change({ splits: { [name]: fraction } });
}
function nextTheme(dark) {
  change({ theme: dark ? "light" : "dark" });
}
function isDark() {
  const { theme } = settings.value;
  return theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}
function applySettings() {
  return x2(() => {
    const { theme, density } = settings.value;
    const root = document.documentElement;
    root.style.colorScheme = theme === "system" ? "light dark" : theme;
    root.dataset["density"] = density;
  });
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
    let text = piece;
    if (this.#skipLineFeed && text.startsWith("\n")) text = text.slice(1);
    if (piece !== "") this.#skipLineFeed = false;
    const ends = /\r\n|\r|\n/g;
    let from = 0;
    for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
      const line = this.#rest + text.slice(from, end.index);
      this.#rest = "";
      from = ends.lastIndex;
      if (end[0] === "\r" && from === text.length) this.#skipLineFeed = true;
      const event = this.#line(line);
      if (event !== null) events.push(event);
    }
    this.#rest += text.slice(from);
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
    const lines2 = this.#data;
    this.#event = "";
    this.#data = [];
    return lines2.length === 0 ? null : { event, data: lines2.join("\n"), id: this.#id };
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
      const pieces2 = await world.open(path, signal);
      const cutter = new EventCutter();
      for await (const piece of pieces2) {
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
      const problem2 = problemOf(thrown);
      const refused2 = problem2.status === 401 || problem2.status === 403 || problem2.status === 404;
      if (refused2 && problem2.code !== BACKEND_GONE) {
        listener.reach({ state: "refused", problem: problem2 });
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
      const { done, value } = await reader.read();
      if (done) return;
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
    const timer4 = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer4);
      resolve();
    });
  }),
  now: () => Date.now()
};

// src/store/streams.ts
var STREAMS = 3;
var WAITS = 1;
var RETRY_MS = 2e3;
function streamSlot(isWanted) {
  const held = y2(true);
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
      return new Promise((done) => resolve(done));
    }).catch(() => resolve(null));
  });
}

// src/store/sessions.ts
var reach = y2({ state: "opening" });
var summaries = y2(null);
var configRevision = y2(0);
var session = y2(null);
var sessionText = y2("");
var news = y2(null);
var togetherNews = y2(null);
var openFault = y2(null);
var missing = y2(null);
var currentId = O(() => sessionOf(route.value));
var summary = O(() => summaries.value?.find((one) => one.id === currentId.value) ?? null);
var backendGone = O(() => reach.value.state === "gone" || reach.value.state === "refused");
function isLost(id) {
  return backendGone.value || missing.value === id;
}
function take2(event, wanted) {
  switch (event.event) {
    case "sessions": {
      const body = JSON.parse(event.data);
      summaries.value = Array.isArray(body) ? body : body.sessions;
      return;
    }
    case "settings":
      takeSettings(JSON.parse(event.data));
      return;
    case "config":
      configRevision.value = JSON.parse(event.data).revision;
      return;
    case "session": {
      const state = JSON.parse(event.data);
      if (state.id !== wanted) return;
      r2(() => {
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
    case "together":
      togetherNews.value = JSON.parse(event.data);
      return;
    case "gone":
      missing.value = wanted;
      return;
    default:
      return;
  }
}
function watchPath(id, filter, together = null) {
  const query = new URLSearchParams();
  if (id !== null) query.set("session", id);
  if (id !== null && filter !== "") query.set("filter", filter);
  if (together !== null) query.set("together", together);
  const text = query.toString();
  return text === "" ? "/api/watch" : `/api/watch?${text}`;
}
var HIDDEN_MS = 2e4;
var VISIT_EVERY_MS = 2e3;
var VISIT_MS = 250;
function hiddenForLong() {
  const hidden = y2(false);
  let timer4 = null;
  document.addEventListener("visibilitychange", () => {
    if (timer4 !== null) clearTimeout(timer4);
    timer4 = document.hidden ? setTimeout(() => {
      hidden.value = true;
    }, HIDDEN_MS) : null;
    if (!document.hidden) hidden.value = false;
  });
  return hidden;
}
function startWatching() {
  const hidden = hiddenForLong();
  const hasSlot = streamSlot(O(() => !hidden.value));
  const visit = y2(0);
  let stop = () => void 0;
  const dispose = x2(() => {
    const id = currentId.value;
    const path = watchPath(id, timelineFilter.value, looksAtAll.value ? togetherFilter.value : null);
    const isVisit = !hasSlot.value;
    if (isVisit) void visit.value;
    let timer4 = null;
    stop();
    if (id !== session.peek()?.id) {
      r2(() => {
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
        if (isVisit && timer4 === null)
          timer4 = setTimeout(() => {
            end();
            timer4 = setTimeout(() => {
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
      if (timer4 !== null) clearTimeout(timer4);
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
function openedAfterAll(id) {
  const opened2 = summaries.peek()?.find((one) => one.id === id)?.openedAt;
  const first = togetherNews.peek()?.openedAt;
  return opened2 === void 0 || first === void 0 ? 0 : Math.max(0, Date.parse(opened2) - Date.parse(first)) * 1e6;
}
async function command(id, verb) {
  await api.send("POST", sessionPath(id, `/${verb}`));
}
async function close(id) {
  await api.send("DELETE", sessionPath(id));
}

// src/text/json.ts
function valueEnd(text, start2) {
  const first = text[start2];
  if (first === '"') return stringEnd(text, start2);
  if (first !== "{" && first !== "[") {
    let at = start2;
    while (at < text.length && !/[\s,\]}:]/.test(text[at] ?? "")) at += 1;
    return at;
  }
  let depth = 0;
  for (let at = start2; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === 34) at = stringEnd(text, at) - 1;
    else if (letter === 123 || letter === 91) depth += 1;
    else if (letter === 125 || letter === 93) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}
function stringEnd(text, start2) {
  for (let quote = text.indexOf('"', start2 + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let first = quote;
    while (text.charCodeAt(first - 1) === 92) first -= 1;
    if ((quote - first) % 2 === 0) return quote + 1;
  }
  return text.length;
}
function skipSpace(text, from) {
  let at = from;
  while (at < text.length && (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "	")) at += 1;
  return at;
}
function sliceAt(text, path) {
  const range = rangeAt(text, path);
  return range === null ? null : text.slice(...range);
}
function rangeAt(text, path) {
  let start2 = skipSpace(text, 0);
  let end = path.length === 0 ? valueEnd(text, start2) : start2;
  for (const step of path) {
    const isItem = typeof step === "number" && text[start2] === "[";
    const found2 = isItem ? itemAt(text, start2, step) : memberAt(text, start2, String(step));
    if (found2 === null) return null;
    [start2, end] = found2;
  }
  return start2 < end ? [start2, end] : null;
}
function memberAt(text, start2, name) {
  if (text[start2] !== "{") return null;
  let found2 = null;
  let at = skipSpace(text, start2 + 1);
  while (text[at] === '"') {
    const keyEnd = stringEnd(text, at);
    const key = text.slice(at, keyEnd);
    at = skipSpace(text, keyEnd);
    if (text[at] !== ":") return found2;
    const from = skipSpace(text, at + 1);
    const to = valueEnd(text, from);
    if (unquoted(key) === name) found2 = [from, to];
    at = skipSpace(text, to);
    if (text[at] !== ",") return found2;
    at = skipSpace(text, at + 1);
  }
  return found2;
}
function itemAt(text, start2, index) {
  if (text[start2] !== "[") return null;
  let at = skipSpace(text, start2 + 1);
  for (let count3 = 0; at < text.length && text[at] !== "]"; count3 += 1) {
    const to = valueEnd(text, at);
    if (count3 === index) return [at, to];
    at = skipSpace(text, to);
    if (text[at] !== ",") return null;
    at = skipSpace(text, at + 1);
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
  const parts2 = members.flatMap(([name, value]) => value === null ? [] : [`${JSON.stringify(name)}:${value}`]);
  return `{${parts2.join(",")}}`;
}
function oneLine(text) {
  return text.replace(/[ \t]*[\r\n]\s*/g, "");
}
function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return void 0;
  }
}

// src/text/measure.ts
function duration(ns) {
  if (ns < 1e6) return `${Math.round(ns / 1e3)} µs`;
  const ms = ns / 1e6;
  if (ms < 10) return `${trimmed(ms, 1)} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  const seconds = ms / 1e3;
  if (seconds < 59.95) return `${trimmed(seconds, 1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")} min`;
}
function elapsed(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1e3));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
function bytes(count3) {
  if (count3 < 1e3) return `${count3} B`;
  if (count3 < 999500) return `${trimmed(count3 / 1e3, count3 < 99950 ? 1 : 0)} kB`;
  return `${trimmed(count3 / 1e6, count3 < 9995e4 ? 1 : 0)} MB`;
}
function trimmed(value, digits) {
  return value.toFixed(digits).replace(/\.0$/, "");
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
function rowsFor(text, letters, most) {
  const lines2 = text.slice(0, letters * most).split("\n");
  return Math.min(most, lines2.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0));
}

// src/text/told.ts
var SOME_LINES = 2e3;
var ONE_LINE = 300;
function brief(text, most = SOME_LINES, lines2 = false) {
  if (text.length <= most) return visible(text, lines2);
  const start2 = text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
  return `${visible(start2, lines2)}… (${bytes(text.length)} in all)`;
}
function told(value, most = ONE_LINE) {
  if (value === void 0 || value === null) return "";
  return brief(typeof value === "string" ? value : asJson(value), most);
}
function asJson(value) {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Array.isArray(value) ? "[…]" : "{…}";
  }
}
function briefJson(json2, most = SOME_LINES) {
  const isText = json2.startsWith('"');
  if (!isText || json2.length <= most) return brief(isText ? unquoted2(json2) : json2, most, true);
  const start2 = json2.slice(0, most).replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, "");
  const said2 = unquoted2(`${start2}"`).replace(/[\ud800-\udbff]$/, "");
  return `${visible(said2, true)}… (${bytes(json2.length)} in all)`;
}
function unquoted2(json2) {
  try {
    return String(JSON.parse(json2));
  } catch {
    return json2;
  }
}

// src/store/server-words.ts
function dict(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
}
function serverTitle(state) {
  const info = dict(state.server?.info);
  return told(info?.["title"] ?? info?.["name"]) || told(state.name);
}
function serverVersion(state) {
  return told(dict(state.server?.info)?.["version"]);
}
function serverIdentity(state) {
  const info = state.server?.info;
  const known = dict(info);
  if (known === null) return told(info);
  return [known["title"], known["name"], known["version"]].map((one) => told(one)).filter((word) => word !== "").join(" · ");
}
function capabilitiesOf(state) {
  const said2 = state.server?.capabilities;
  return said2 === null || said2 === void 0 ? null : dict(said2) ?? {};
}
function hasCapability(state, name) {
  const all2 = capabilitiesOf(state);
  return all2 !== null && Object.hasOwn(all2, name);
}

// src/store/catalog.ts
var KINDS = ["tools", "resources", "templates", "prompts"];
var loaded = y2(null);
var catalogProblem = y2(null);
var seenCatalogs = y2({});
var catalog = O(
  () => loaded.value !== null && loaded.value.session === session.value?.id ? loaded.value.catalog : null
);
function listsVersion(state) {
  if (state === null) return "";
  return [
    state.id,
    ...KINDS.map((kind) => `${state.catalog[kind]?.seq ?? "-"}/${state.catalog[kind]?.count ?? 0}`)
  ].join(" ");
}
function followLists() {
  const version2 = O(() => listsVersion(session.value));
  let newest = 0;
  return x2(() => {
    const wanted = version2.value;
    const id = session.peek()?.id;
    if (wanted === "" || id === void 0) return;
    newest += 1;
    const mine = newest;
    api.get(sessionPath(id, "/catalog")).then((fetched2) => withSpelledNames(id, fetched2)).then((fetched2) => {
      if (mine !== newest) return;
      loaded.value = { session: id, catalog: fetched2 };
      seenCatalogs.value = { ...seenCatalogs.peek(), [id]: fetched2 };
      catalogProblem.value = null;
    }).catch((thrown) => {
      if (mine === newest) catalogProblem.value = problemOf(thrown);
    });
  });
}
var MOST_SPELLED = 20;
async function withSpelledNames(id, fetched2) {
  const unread = KINDS.flatMap(
    (list2) => (fetched2[list2]?.items ?? []).filter((item) => item.broken !== null && item.name === "").map((item) => ({ list: list2, item }))
  );
  const look = async ({ list: list2, item }) => {
    const path = sessionPath(id, `/catalog/item?list=${list2}&index=${item.index}`);
    const name = sliceAt((await api.get(path)).raw, ["name"]);
    if (name?.startsWith('"') !== true || name === '""') return;
    item.name = name.slice(1, -1);
    item.broken = `its name is no valid text (${item.broken})`;
  };
  await Promise.all(unread.slice(0, MOST_SPELLED).map((one) => look(one).catch(() => void 0)));
  return fetched2;
}
async function refreshLists(state) {
  const offered = KINDS.filter((kind) => hasCapability(state, kind === "templates" ? "resources" : kind));
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
function listOf(kind) {
  return KIND_OF[kind];
}
function refOf(kind, item) {
  const byUri = kind === "resources" || kind === "templates";
  return { kind: ITEM_KIND_OF[kind], key: byUri ? item.uri ?? item.name : item.name };
}
function findItem(all2, ref) {
  const kind = KIND_OF[ref.kind];
  return all2?.[kind]?.items.find((item) => refOf(kind, item).key === ref.key) ?? null;
}
function fetchDetail(id, ref, item, signal) {
  return api.get(sessionPath(id, `/catalog/item?list=${KIND_OF[ref.kind]}&index=${item.index}`), signal);
}
function nameOf(item) {
  return item.name.trim() === "" ? "(no name)" : brief(item.name, ONE_LINE);
}
function isComing(state, all2, kind) {
  if (all2?.[kind] != null) return false;
  if (state.phase === "starting" || state.phase === "initializing" || state.catalog[kind] !== null) return true;
  const capability = kind === "templates" ? "resources" : kind;
  return state.phase === "ready" && hasCapability(state, capability);
}
function whyEmpty(state, kind) {
  const capability = kind === "templates" ? "resources" : kind;
  if (state.phase === "starting" || state.phase === "initializing") return "connecting…";
  if (state.phase !== "ready") return "not connected";
  if (capabilitiesOf(state) === null) return "the server has not said what it offers";
  if (!hasCapability(state, capability)) return `the server did not advertise \`${capability}\``;
  const instead = state.catalog[kind]?.instead;
  if (instead != null) return `the answer has no list: its \`${kind === "templates" ? "resourceTemplates" : kind}\` is ${instead}`;
  return state.catalog[kind] === null ? "not fetched yet" : "the server's list is empty";
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
function fieldId(prefix, pointer, part = "") {
  const safe = pointer.replace(/[^A-Za-z0-9]/g, (char) => char === "/" ? "-" : `_${char.charCodeAt(0).toString(16)}_`);
  return `${prefix}${safe}${part === "" ? "" : `--${part}`}`;
}

// src/form/same.ts
function keepSame(before, next) {
  if (before === next) return next;
  if (!isContainer(before) || !isContainer(next) || Array.isArray(before) !== Array.isArray(next)) return next;
  let isSame2 = Object.keys(before).length === Object.keys(next).length;
  const merged2 = Array.isArray(next) ? [] : {};
  for (const key of Object.keys(next)) {
    const kept = keepSame(Reflect.get(before, key), Reflect.get(next, key));
    if (kept !== Reflect.get(before, key)) isSame2 = false;
    Object.defineProperty(merged2, key, { value: kept, enumerable: true, configurable: true, writable: true });
  }
  return isSame2 ? before : merged2;
}
function isContainer(value) {
  return typeof value === "object" && value !== null;
}

// src/form/engine.ts
var TYPING_PAUSE = 80;
var RETRY_PAUSE = 1e3;
var SYNTAX = "syntax";
var REFUSED = "refused";
var writers = /* @__PURE__ */ new WeakMap();
function writersOf(text) {
  const known = writers.get(text) ?? /* @__PURE__ */ new Set();
  writers.set(text, known);
  return known;
}
function unfinishedOf(text) {
  for (const one of writersOf(text)) if (one.unfinished() !== null) return one.unfinished();
  return null;
}
var FormEngine = class {
  constructor(api2, schema, text, problems) {
    this.api = api2;
    this.schema = schema;
    this.text = text;
    this.problems = problems;
    this.form = this.formNow;
    this.textFault = this.textFaultNow;
    this.failure = this.failureNow;
    this.unchecked = this.uncheckedNow;
    this.applied = this.appliedNow;
    this.generation = this.generationNow;
    this.base = text.peek() === "" ? null : text.peek();
  }
  api;
  schema;
  text;
  problems;
  form;
  textFault;
  /** Why the backend did not take or check what was typed. */
  failure;
  /** Why the value is not checked, or not by all of the schema. */
  unchecked;
  /** The number of the last edit that is part of what is shown. */
  applied;
  /** Counts how often the text was replaced as a whole: answers and drafts about an earlier one are of no use. */
  generation;
  generationNow = y2(0);
  formNow = y2(null);
  textFaultNow = y2(null);
  failureNow = y2(null);
  uncheckedNow = y2(null);
  appliedNow = y2(0);
  /** What the fields hold that was not taken, by their pointers. */
  refused = y2(/* @__PURE__ */ new Map());
  /** What the last answer says does not fit. */
  errors = [];
  /** The text that all waiting edits are to be applied to; null before the first answer. */
  base = null;
  waiting = [];
  edits = 0;
  isFailureRead = true;
  asked = 0;
  answered = 0;
  timer = null;
  isLeaving = false;
  isStopped = false;
  whenLeft = [];
  whenSettled = [];
  /** Takes over the text as it stands; "" asks for a first value. To be called when it was changed by others. */
  start() {
    if (this.isLeaving) return;
    const leaving = [...writersOf(this.text)].find((one) => one.isLeaving);
    if (leaving !== void 0) {
      leaving.whenLeft.push(() => this.start());
      return;
    }
    writersOf(this.text).add(this);
    this.generationNow.value++;
    this.waiting = [];
    this.refuse(() => false);
    this.base = this.text.peek() === "" ? null : this.text.peek();
    this.ask();
  }
  /** Whether `text` is what this form last made of it. */
  owns(text) {
    return text === (this.base ?? "");
  }
  /** The form is left. What was typed last still comes into the text; nothing else that comes later changes anything. */
  leave() {
    this.isLeaving = true;
    if (this.unfinished() === null) this.stop();
    else this.flush();
  }
  /** What was typed and is not in the text yet. */
  unfinished() {
    if (this.waiting.length === 0 || this.isStopped || !this.owns(this.text.peek())) return null;
    return { schema: this.schema, text: this.base ?? "", edits: this.waiting.map((waiting2) => waiting2.edit) };
  }
  stop() {
    this.isStopped = true;
    this.clearTimer();
    writersOf(this.text).delete(this);
    this.settle();
    const resolve = this.whenLeft;
    this.whenLeft = [];
    for (const each of resolve) each();
  }
  /** Carries out an edit; typing waits for a pause. Gives the number that `applied` reaches with it. */
  edit(edit2, isTyping = false) {
    this.isFailureRead = true;
    const isItem = (edit2.op === "remove" || edit2.op === "move") && /\/\d+$/.test(edit2.pointer);
    const around = isItem ? parentPointer(edit2.pointer) : edit2.pointer;
    this.refuse((pointer) => pointer !== edit2.pointer && !pointer.startsWith(`${around}/`));
    const last = this.waiting.at(-1);
    const replaces = last && !last.sent && last.edit.op === "set" && edit2.op === "set" && last.edit.pointer === edit2.pointer;
    if (replaces) this.waiting.pop();
    const number = ++this.edits;
    this.waiting.push({ number, edit: edit2, sent: false, isTyping });
    if (isTyping) this.askAfter(TYPING_PAUSE);
    else this.ask();
    return number;
  }
  /** The whole text as a user typed it; it need not be JSON. */
  replaceText(text) {
    this.generationNow.value++;
    this.isFailureRead = true;
    this.waiting = [];
    this.refuse(() => false);
    this.base = text;
    this.text.value = text;
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
    const carried = this.waiting;
    const edits = carried.map((waiting2) => waiting2.edit);
    const generation = this.generation.peek();
    this.api({ schema: this.schema, text: this.base, edits }).then(
      (answer2) => {
        if (this.isStopped || number < this.answered) return;
        this.answered = number;
        if (generation !== this.generation.peek()) return this.settle();
        if (this.isLeaving && !this.owns(this.text.peek())) return this.stop();
        r2(() => {
          this.waiting = this.waiting.filter((waiting2) => waiting2.number > covers);
          this.base = answer2.text;
          this.text.value = answer2.text;
          this.appliedNow.value = covers;
          this.formNow.value = keepSame(this.formNow.peek(), answer2.form);
          this.textFaultNow.value = answer2.textError;
          this.uncheckedNow.value = answer2.unchecked;
          if (this.isFailureRead) this.failureNow.value = null;
          this.errors = answer2.textError ? [{ pointer: "", message: `not JSON: ${answer2.textError.message}`, keyword: SYNTAX }, ...answer2.errors] : answer2.errors;
          this.refuse((_4, { number: number2 }) => carried.every((one) => one.number !== number2));
          this.tell();
        });
        this.settle();
        if (this.isLeaving && this.waiting.length === 0) this.stop();
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
      const refused2 = new Map(this.refused.peek());
      for (const { number: number2, edit: edit2, isTyping } of this.waiting) {
        if (number2 > covers || !isTyping || edit2.op !== "set") continue;
        const message = `not taken, so it would not be sent: ${this.failureNow.value}`;
        refused2.set(edit2.pointer, { number: number2, json: edit2.json, problem: { pointer: edit2.pointer, message, keyword: REFUSED } });
      }
      this.refused.value = refused2;
      this.tell();
      this.waiting = this.waiting.filter((waiting2) => waiting2.number > covers);
      this.appliedNow.value = covers;
      if (this.waiting.length > 0) this.ask();
      else if (this.isLeaving) this.stop();
    } else {
      this.askAfter(RETRY_PAUSE);
    }
    this.settle();
  }
  /** Keeps of what was refused that which passes. */
  refuse(stays) {
    const before = this.refused.peek();
    const after2 = new Map([...before].filter(([pointer, refusal]) => stays(pointer, refusal)));
    if (after2.size < before.size) this.refused.value = after2;
  }
  /** Says what does not fit, with what was not taken at all. */
  tell() {
    this.problems.value = [...this.errors, ...[...this.refused.peek().values()].map((one) => one.problem)];
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

// src/store/drafts.ts
var REST_MS = 150;
var MOST = 300;
var OWN_MS = 3e3;
var drafts = /* @__PURE__ */ new Map();
var notes = /* @__PURE__ */ new Map();
var came = /* @__PURE__ */ new Map();
var revisions = y2({});
var unkept2 = y2({});
var elsewhere = y2({});
function mark(marks2, { session: session2, name }, value) {
  const key = `${session2} ${name}`;
  if (marks2.peek()[key] === value) return;
  const { [key]: _4, ...others } = marks2.peek();
  marks2.value = value === void 0 ? others : { ...others, [key]: value };
}
function settle(id, name, whose) {
  const known = drafts.get(`${id} ${name}`)?.texts[0];
  const theirs = elsewhere.peek()[`${id} ${name}`];
  if (known === void 0 || theirs === void 0) return;
  known.there = theirs;
  mark(elsewhere, known, void 0);
  if (whose === "theirs") {
    known.changes = 0;
    known.take(theirs);
  } else void send2(known);
}
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
  const there2 = came.get(id)?.get(name) ?? "";
  const draft = {
    text: y2(there2),
    mode: y2("form"),
    errors: y2([]),
    meta: y2(""),
    timeoutMs: y2(null),
    forced: y2(false),
    detached: y2(false),
    asTask: y2(null)
  };
  if (drafts.size >= MOST) {
    const oldest = drafts.keys().next();
    if (oldest.done !== true) drafts.delete(oldest.value);
  }
  const typed = keep(id, name, there2, () => draft.text.value, (text) => draft.text.value = text);
  typed.unfinished = () => unfinishedOf(draft.text);
  const texts = [typed];
  if (!isAnswer(name)) {
    const options = came.get(id)?.get(`${OPTIONS}${name}`) ?? "{}";
    takeOptions(draft, options);
    texts.push(keep(id, `${OPTIONS}${name}`, options, () => optionsOf(draft), (text) => takeOptions(draft, text)));
  }
  drafts.set(key, { draft, texts });
  return draft;
}
function noteOf(id, name, kind) {
  const key = `${id} ${name}`;
  const known = notes.get(key);
  if (known !== void 0) return known.text;
  const there2 = came.get(id)?.get(name) ?? "";
  const text = y2(there2);
  const made = keep(id, name, there2, () => text.value, (theirs) => text.value = theirs);
  made.isTyped = kind === "typed";
  notes.set(key, { text, known: made });
  return text;
}
var OPTIONS = "options:";
function optionsOf(draft) {
  const { mode: mode2, meta, timeoutMs, forced, detached, asTask } = draft;
  return JSON.stringify({
    mode: mode2.value === "json" ? "json" : void 0,
    meta: meta.value === "" ? void 0 : meta.value,
    timeoutMs: timeoutMs.value ?? void 0,
    forced: forced.value || void 0,
    detached: detached.value || void 0,
    asTask: asTask.value ?? void 0
  });
}
function takeOptions(draft, text) {
  const value = valueOf(text);
  const all2 = typeof value === "object" && value !== null ? value : {};
  r2(() => {
    draft.mode.value = all2["mode"] === "json" ? "json" : "form";
    draft.meta.value = typeof all2["meta"] === "string" ? all2["meta"] : "";
    draft.timeoutMs.value = typeof all2["timeoutMs"] === "number" ? all2["timeoutMs"] : null;
    draft.forced.value = all2["forced"] === true;
    draft.detached.value = all2["detached"] === true;
    draft.asTask.value = typeof all2["asTask"] === "boolean" ? all2["asTask"] : null;
  });
}
function keep(session2, name, there2, here2, take3) {
  const made = { session: session2, name, here: here2, take: take3, unfinished: () => null, there: there2, timer: null, sending: false, changedAt: 0, isTyped: true, changes: there2 === "" ? -1 : 0 };
  x2(() => {
    if (made.here() === made.there) return;
    made.changedAt = Date.now();
    made.changes += 1;
    made.timer ??= setTimeout(() => void send2(made), REST_MS);
  });
  return made;
}
function* allTexts() {
  for (const { texts } of drafts.values()) yield* texts;
  for (const { known } of notes.values()) yield known;
}
async function send2(known) {
  if (known.timer !== null) clearTimeout(known.timer);
  known.timer = null;
  const text = f2(known.here);
  if (known.sending || text === known.there) return;
  if (summaries.peek()?.every((one) => one.id !== known.session) === true) return;
  const { size } = new Blob([text]);
  mark(unkept2, known, size > LARGEST ? size : void 0);
  if (size > LARGEST) return;
  known.sending = true;
  known.there = text;
  try {
    const body = JSON.stringify({ name: known.name, text });
    const answer2 = await request("PUT", sessionPath(known.session, "/drafts"), { body });
    const { revision } = await answer2.json();
    const seen2 = revisions.peek()[known.session];
    if (seen2 === revision - 1) revisions.value = { ...revisions.peek(), [known.session]: revision };
    if (seen2 !== void 0 && seen2 < revision) mark(elsewhere, known, void 0);
  } catch {
  } finally {
    known.sending = false;
  }
  if (f2(known.here) !== known.there) known.timer = setTimeout(() => void send2(known), REST_MS);
}
var LARGEST = 256 * 1024;
var MOST_FAREWELL_BYTES = 6e4;
function sendFarewell(known) {
  const edited = known.unfinished();
  if (known.timer === null && !known.sending && edited === null) return;
  const form = edited === null ? void 0 : { schema: edited.schema, edits: edited.edits };
  const body = JSON.stringify({ name: known.name, text: edited?.text ?? f2(known.here), form });
  const keepalive = new Blob([body]).size <= MOST_FAREWELL_BYTES;
  request("PUT", sessionPath(known.session, "/drafts"), { body, keepalive }).catch(() => void 0);
}
var FORMS = /^(?:tool|prompt|template):/;
function isAnswer(name) {
  return name.startsWith("answer:");
}
function takeDrafts(id, body) {
  const texts = new Map(body.drafts.map((one) => [one.name, one.text]));
  came.set(id, texts);
  for (const known of allTexts()) {
    const isResting = !known.isTyped || Date.now() - known.changedAt >= OWN_MS;
    const isSoon = known.timer !== null || known.sending || !isResting;
    const isTyped = isSoon || known.unfinished() !== null;
    if (known.session !== id || isAnswer(known.name)) continue;
    const there2 = texts.get(known.name);
    const here2 = f2(known.here);
    const isNews = there2 !== void 0 && there2 !== known.there && there2 !== here2;
    const isTorn = FORMS.test(known.name) && known.changes > 0 && (isTyped || here2 !== known.there || `${id} ${known.name}` in elsewhere.peek());
    if (there2 !== void 0) mark(elsewhere, known, isNews && isTorn ? there2 : void 0);
    if (!isNews || isTyped || isTorn) continue;
    known.there = there2;
    known.changes = 0;
    known.take(there2);
  }
  revisions.value = { ...revisions.peek(), [id]: body.revision };
}
function followDrafts() {
  const asking = /* @__PURE__ */ new Set();
  addEventListener("pagehide", () => {
    for (const known of allTexts()) sendFarewell(known);
  });
  return x2(() => {
    const id = session.value?.id;
    const newest = session.value?.draftsRevision ?? 0;
    const seen2 = id === void 0 ? void 0 : revisions.value[id];
    if (id === void 0 || asking.has(id) || seen2 !== void 0 && seen2 >= newest) return;
    asking.add(id);
    request("GET", sessionPath(id, "/drafts")).then(async (answer2) => await answer2.json()).catch(() => ({ revision: newest, drafts: [] })).then((body) => {
      asking.delete(id);
      takeDrafts(id, body);
    }).catch(() => void 0);
  });
}

// src/store/request.ts
var NO_ARGUMENTS = '{"type":"object","properties":{}}';
function schemaOf(detail) {
  return detail.inputSchema ?? NO_ARGUMENTS;
}
function hasForm(ref) {
  return ref.kind !== "resource";
}
function compose(ref, text, meta, asTask = false) {
  const name = JSON.stringify(ref.key);
  const trimmed3 = text.trim();
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
function templateValues(text) {
  const value = valueOf(text);
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.map(([name, one]) => [name, typeof one === "string" ? one : JSON.stringify(one)]));
}
async function expanded(template, text) {
  return (await api.send("POST", "/api/expand", JSON.stringify({ template, values: templateValues(text) }))).uri;
}
function callBody(composed, options) {
  return objectText([
    ["method", JSON.stringify(composed.method)],
    ["params", oneLine(composed.params)],
    ["progress", "true"],
    ["timeoutMs", options.timeoutMs === null ? null : String(options.timeoutMs)],
    ["forced", options.forced ? "true" : null],
    ["detached", options.detached ? "true" : null]
  ]);
}
function completionBody(ref, name, value, text) {
  const of = ref.kind === "prompt" ? { type: "ref/prompt", name: ref.key } : { type: "ref/resource", uri: ref.key };
  const others = valueOf(text);
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
async function requestFrame(id, seq) {
  const detail = await api.get(sessionPath(id, `/timeline/${seq}`));
  const part = detail.parts.find((one) => one.name === "request");
  if (part === void 0) return null;
  return part.text ?? (await request("GET", sessionPath(id, `/body/${part.seq}`), { accept: "*/*" })).text();
}

// src/store/row-target.ts
var LONGEST = 200;
function targetOf(name) {
  const line = name.replace(/^[\n\r]+|[\n\r]+$/g, "");
  const bytes2 = new TextEncoder().encode(line.slice(0, LONGEST + 1));
  if (bytes2.length <= LONGEST) return line;
  let end = LONGEST - 3;
  while (((bytes2[end] ?? 0) & 192) === 128) end -= 1;
  return `${new TextDecoder().decode(bytes2.slice(0, end))}…`;
}

// src/store/runs.ts
var WHOLE_RESULT_BYTES = 4e5;
var MOST_RUNS = 50;
var runs = y2([]);
function runsOf(all2, id, ref) {
  return all2.filter((run) => run.session === id && run.ref.kind === ref.kind && run.ref.key === ref.key);
}
var inFlight = O(
  () => runs.value.filter((run) => run.state.is === "sending" || run.state.is === "running")
);
function replace(old, next) {
  runs.value = runs.value.map((one) => one === old ? next : one);
  return next;
}
function findRun(id, call) {
  return runs.value.find((run) => run.session === id && run.call === call) ?? null;
}
async function start(id, ref, composed, text, options) {
  let run = {
    session: id,
    call: null,
    ref,
    method: composed.method,
    text,
    startedAt: Date.now(),
    row: null,
    state: { is: "sending" }
  };
  runs.value = [...runs.value, run];
  try {
    const { call } = await api.send("POST", sessionPath(id, "/calls"), callBody(composed, options));
    runs.value = runs.value.filter((one) => one === run || one.session !== id || one.call !== call);
    run = replace(run, { ...run, call, state: { is: "running" } });
    void follow(run);
    if (ref.kind === "template") note(id, ref.key, call);
    return call;
  } catch (thrown) {
    replace(run, { ...run, state: { is: "failed", problem: problemOf(thrown) } });
    return null;
  }
}
async function follow({ session: id, call }) {
  if (call === null) return;
  for (; ; ) {
    const told2 = newsWithout(id, call);
    const release = await waitSlot();
    try {
      const end = await fetchEnd(id, call, release !== null);
      if (end !== null) {
        told2.forget();
        ended(id, call, end);
        return;
      }
    } catch (thrown) {
      const problem2 = problemOf(thrown);
      if (problem2.code !== BACKEND_GONE) {
        told2.forget();
        const now2 = findRun(id, call);
        if (now2 !== null) replace(now2, { ...now2, state: { is: "unread", problem: problem2 } });
        return;
      }
    } finally {
      release?.();
    }
    await told2.came;
  }
}
function newsWithout(id, call) {
  let forget = () => void 0;
  const came2 = new Promise((resolve) => {
    const before = session.peek();
    const stop = session.subscribe((state) => {
      if (state === before || state?.id !== id || state.calls.some((one) => one.call === call)) return;
      forget();
      resolve();
    });
    forget = () => queueMicrotask(stop);
  });
  return { came: came2, forget: () => forget() };
}
function ended(id, call, end) {
  const now2 = findRun(id, call);
  if (now2 === null) return;
  const toolError = end.toolError || end.gone && now2.row?.status === "tool-error";
  replace(now2, { ...now2, state: { is: "ended", end: { ...end, toolError } } });
}
async function fetchEnd(id, call, wait) {
  const query = new URLSearchParams({ wait: String(wait), most: String(WHOLE_RESULT_BYTES) });
  return endOf(await (await request("GET", sessionPath(id, `/calls/${call}?${query}`))).text());
}
function endOf(all2) {
  const place = rangeAt(all2, ["error"]);
  const error = place === null ? null : all2.slice(...place);
  const report = place === null ? all2 : `${all2.slice(0, place[0])}null${all2.slice(place[1])}`;
  const outcome = sliceAt(report, ["outcome"]);
  if (outcome === null) return null;
  const fault = sliceAt(report, ["fault"]);
  const result = sliceAt(report, ["result"]);
  const leftOut = sliceAt(report, ["leftOut"]);
  const long = leftOut === null ? null : JSON.parse(leftOut);
  const reason = sliceAt(report, ["reason"]);
  const answer2 = sliceAt(report, ["answer"]);
  return {
    outcome: JSON.parse(outcome),
    result,
    error,
    fault: fault === null ? null : JSON.parse(fault),
    reason: reason === null ? null : JSON.parse(reason),
    answer: answer2 === null ? null : JSON.parse(answer2),
    gone: sliceAt(report, ["gone"]) === "true",
    durationMs: Number(sliceAt(report, ["durationMs"]) ?? 0),
    toolError: long?.isError ?? (result !== null && sliceAt(result, ["isError"]) === "true"),
    long
  };
}
function hasStructured(end) {
  return end.long !== null ? end.long.members.includes("structuredContent") : end.result !== null && sliceAt(end.result, ["structuredContent"]) !== null;
}
function hasMoreThanText(end) {
  if (end.long !== null) return end.long.hasMoreThanText;
  let known = moreThanText.get(end);
  if (known === void 0) {
    const { content, contents, messages } = Object(valueOf(end.result ?? ""));
    const blocks = [...list(content), ...list(messages).flatMap((message) => message["content"] ?? [])];
    known = blocks.some((block) => Object(block).type !== "text") || list(contents).some((one) => "blob" in one);
    moreThanText.set(end, known);
  }
  return known;
}
var moreThanText = /* @__PURE__ */ new WeakMap();
function list(value) {
  return Array.isArray(value) ? value.map(Object) : [];
}
function tookNs(run, end) {
  return run.row?.durationNs ?? end.durationMs * 1e6;
}
async function load(run) {
  if (run.call === null || run.state.is !== "known" && run.state.is !== "unread") return;
  try {
    const end = await fetchEnd(run.session, run.call, false);
    if (end !== null) return ended(run.session, run.call, end);
    const now2 = findRun(run.session, run.call);
    if (now2 !== null) void follow(replace(now2, { ...now2, state: { is: "running" } }));
  } catch (thrown) {
    const now2 = findRun(run.session, run.call);
    if (now2 !== null) replace(now2, { ...now2, state: { is: "unread", problem: problemOf(thrown) } });
  }
}
var METHODS = {
  tool: "tools/call",
  resource: "resources/read",
  template: "resources/read",
  prompt: "prompts/get"
};
function filterFor(ref) {
  const method = `kind:call method:${METHODS[ref.kind]}`;
  const [name, rest2] = targetOf(ref.key).endsWith("…") ? [targetOf(ref.key).slice(0, -1), "*"] : [ref.key, ""];
  return ref.kind !== "template" && /^[\w./:-]+$/.test(name) ? `${method} target:${name}${rest2}` : method;
}
async function recall(id, ref, signal) {
  if (!draftsCame(id)) return;
  const query = new URLSearchParams({ filter: filterFor(ref), from: String(-MOST_RUNS), limit: String(MOST_RUNS) });
  const page = await api.get(sessionPath(id, `/timeline?${query}`), signal);
  merge(id, ref, page.rows);
}
function merge(id, ref, rows, lists = catalog.peek()) {
  const isOf = ownRows(id, ref, lists);
  const next = [...runs.value];
  for (const row of rows) {
    if (row.call === null || row.kind !== "call" || row.method !== METHODS[ref.kind] || !isOf(row, row.call)) continue;
    const at = next.findIndex((run2) => run2.session === id && run2.call === row.call);
    const known = next[at];
    if (known !== void 0) {
      if (known.row === null || row.seq <= known.row.seq) next[at] = { ...known, row };
      continue;
    }
    const state = row.status === "pending" ? { is: "running" } : { is: "known" };
    const run = { session: id, call: row.call, ref, method: row.method, text: null, startedAt: null, row, state };
    next.push(run);
    if (state.is === "running") void follow(run);
  }
  next.sort((a5, b4) => (a5.call ?? Number.MAX_SAFE_INTEGER) - (b4.call ?? Number.MAX_SAFE_INTEGER));
  runs.value = next;
}
function ownRows(id, ref, lists) {
  if (ref.kind === "template") {
    const given = givenBy(ref.key);
    const noted = notedCalls(id, ref.key);
    const listed = new Set((lists?.resources?.items ?? []).map((item) => item.uri));
    return ({ target }, call) => noted.includes(call) || given.test(target) && !listed.has(target);
  }
  const own = targetOf(ref.key);
  if (ref.kind !== "resource") return ({ target }) => target === own;
  const templates = (lists?.templates?.items ?? []).flatMap((item) => item.uri === null ? [] : [item.uri]);
  const throughThem = new Set(templates.flatMap((template) => notedCalls(id, template)));
  return ({ target }, call) => target === own && !throughThem.has(call);
}
function notes2(id, template) {
  return draftNamed(id, `runs of ${template}`);
}
function notedCalls(id, template) {
  const value = valueOf(notes2(id, template).text.peek());
  return Array.isArray(value) ? value.filter((one) => typeof one === "number") : [];
}
function note(id, template, call) {
  notes2(id, template).text.value = JSON.stringify([...notedCalls(id, template), call].slice(-MOST_RUNS));
}
function givenBy(template) {
  const parts2 = template.split(/(\{[^{}]*\})/).map((part) => {
    if (!/^\{.*\}$/.test(part)) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return /^\{[+#/?&;.]/.test(part) || part.includes("*") ? ".*" : "[^/?#]*";
  });
  return new RegExp(`^${parts2.join("")}$`, "s");
}
async function findRow(run) {
  if (run.call === null) return null;
  const query = new URLSearchParams({ filter: `call:${run.call}`, from: "0", limit: "1" });
  const page = await api.get(sessionPath(run.session, `/timeline?${query}`));
  const row = page.filterError === null ? page.rows.find((one) => one.call === run.call) ?? null : null;
  const now2 = findRun(run.session, run.call);
  if (row !== null && now2 !== null) replace(now2, { ...now2, row });
  return row;
}
async function abort(run) {
  if (run.call === null) return;
  await api.send(
    "POST",
    sessionPath(run.session, `/calls/${run.call}/abort`),
    JSON.stringify({ reason: "cancelled by the user" })
  );
}
var timelineVersion = O(() => news.value?.lastSeq ?? 0);

// src/store/inbox.ts
var drawerOpen = y2(false);
var answerProblems = y2({});
var causes = y2({});
var waiting = O(() => session.value?.asks ?? []);
var waitingElsewhere = O(() => {
  const here2 = session.value?.id;
  return (summaries.value ?? []).filter((one) => one.id !== here2 && one.origin === "face" && one.waitingAsks > 0);
});
var waitingInAll = O(
  () => waitingElsewhere.value.reduce((sum, one) => sum + one.waitingAsks, waiting.value.length)
);
function whatWaits(here2, elsewhere2) {
  const things = (number) => number === 1 ? "something" : `${number} things`;
  const said2 = [
    ...here2 === 0 ? [] : [`The server asks for ${things(here2)}.`],
    ...elsewhere2.map((one) => `${one.name} asks for ${things(one.waitingAsks)}.`)
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
  if ("result" in answer2) return `{"result":${oneLine(answer2.result)}}`;
  return JSON.stringify(answer2);
}
async function answer(id, ask, given) {
  const key = askKey(id, ask.ask);
  const taken = answerBegins();
  try {
    const by = encodeURIComponent(tabName());
    await api.send("POST", sessionPath(id, `/asks/${ask.ask}/answer?by=${by}`), answerBody(given));
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
var putAwayKeys = y2(/* @__PURE__ */ new Set());
function endedIn(state, tab, since, away, why = {}) {
  const rules = /* @__PURE__ */ new Set();
  const shown2 = [];
  for (const one of state.endedAsks.toReversed()) {
    const how = howEnded(one, tab);
    const at = Date.parse(state.openedAt) + one.atNs / 1e6;
    if (how === null || at < since || away.has(askKey(state.id, one.ask))) continue;
    if (one.rule !== null && rules.has(one.rule)) continue;
    if (one.rule !== null) rules.add(one.rule);
    const reason = why[askKey(state.id, one.ask)] ?? null;
    shown2.push({ ask: one.ask, method: one.method, session: state.id, how: reason === null ? how : `${how}: ${reason}` });
  }
  return shown2.toReversed();
}
var reasons = y2({});
async function findReason(id, seq) {
  const textAt = async (at) => (await rowAt(id, at)).parts.find((part) => part.text !== null)?.text ?? null;
  const frame = await textAt(seq);
  const asked = frame === null ? null : sliceAt(frame, ["id"]);
  const filter = encodeURIComponent("method:notifications/cancelled dir:in");
  const { rows } = await api.get(sessionPath(id, `/timeline?filter=${filter}`));
  for (const row of rows.toReversed()) {
    const notice = await textAt(row.seq);
    if (notice === null || sliceAt(notice, ["params", "requestId"]) !== asked) continue;
    const reason = valueOf(sliceAt(notice, ["params", "reason"]) ?? "null");
    return typeof reason === "string" ? reason : null;
  }
  return null;
}
function followReasons(state) {
  for (const one of state.endedAsks) {
    const key = askKey(state.id, one.ask);
    const isNew = Date.parse(state.openedAt) + one.atNs / 1e6 >= pageOpened && !(key in reasons.peek());
    if (one.how !== "withdrawn" || one.seq === null || !isNew) continue;
    reasons.value = { ...reasons.peek(), [key]: null };
    findReason(state.id, one.seq).then(
      (reason) => {
        reasons.value = { ...reasons.peek(), [key]: reason };
      },
      // The rows are gone from the log; the card then says nothing about the reason.
      () => void 0
    );
  }
}
var ended2 = O(
  () => session.value === null ? [] : endedIn(session.value, tabName(), pageOpened, putAwayKeys.value, reasons.value)
);
function putAway(one) {
  putAwayKeys.value = /* @__PURE__ */ new Set([...putAwayKeys.value, askKey(one.session, one.ask)]);
}
function causeInFlight(state, ask, made) {
  const askedAt = Date.parse(state.openedAt) + ask.atNs / 1e6;
  const here2 = made.filter((run) => run.session === state.id && (run.startedAt ?? 0) <= askedAt);
  if (here2.length > 1) return null;
  const there2 = state.calls.filter((one) => one.sentAtNs <= ask.atNs);
  const known = new Set([...here2, ...there2].flatMap((one) => one.call === null ? [] : [one.call]));
  const [only] = known;
  return known.size === 1 && only !== void 0 ? only : null;
}
async function findCause(id, seq) {
  try {
    const { row, ancestors } = await rowAt(id, seq);
    if (row.call !== null) return row.call;
    for (const ancestor of ancestors) {
      const { row: row2 } = await rowAt(id, ancestor.seq);
      if (row2.call !== null) return row2.call;
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
    followReasons(now2);
    for (const ask of now2.asks) {
      const key = askKey(now2.id, ask.ask);
      const isNew = !(key in causes.peek());
      if ((causes.peek()[key] ?? null) === null) setCause(key, causeInFlight(now2, ask, made));
      if (!isNew) continue;
      askCame(ask.ask, made.some((run) => run.session === now2.id), now2.asks.map((one) => one.ask));
      if ((causes.peek()[key] === null || ask.call !== null) && ask.seq !== null) {
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
    await api.send("POST", sessionPath(id, "/rules"), oneLine(rule));
    taken();
  } catch (thrown) {
    answerProblems.value = { ...answerProblems.value, [key]: problemOf(thrown) };
  }
}
async function removeRule(id, rule) {
  await api.send("DELETE", sessionPath(id, `/rules/${rule.number}`)).catch(() => void 0);
}
function ruleSays(rule) {
  const brief2 = (text) => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
  const result = rule["result"];
  const error = rule["error"];
  if (typeof rule["text"] === "string") return brief2(rule["text"]);
  if (typeof result?.content?.text === "string") return brief2(result.content.text);
  if (typeof result?.action === "string") return result.action;
  if (result !== void 0) return "a fixed result";
  if (error !== void 0) return `rejected with error ${String(error.code)}`;
  if (rule["mode"] === "url" && rule["accept"] !== void 0) return "done with, unopened";
  if (rule["accept"] === "defaults") return "accepted with the defaults";
  if (rule["accept"] !== void 0) return `accepted with ${brief2(JSON.stringify(rule["accept"]))}`;
  return "refused";
}
function samplingResult(text, model, stopReason, calls = []) {
  const said2 = JSON.stringify({ type: "text", text });
  const content = calls.length === 0 ? said2 : `[${[...text === "" ? [] : [said2], ...calls].join(",")}]`;
  return objectText([
    ["role", '"assistant"'],
    ["content", content],
    ["model", JSON.stringify(model)],
    ["stopReason", JSON.stringify(stopReason)]
  ]);
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

// src/ui/skeleton.tsx
function Bar() {
  return /* @__PURE__ */ a4("span", { class: "skeleton", "aria-hidden": "true" });
}
function Skeleton({ rows = 4, label = "Loading…" }) {
  return /* @__PURE__ */ a4("div", { class: "skeleton-rows late", role: "status", children: [
    /* @__PURE__ */ a4("span", { class: "sr-only", children: label }),
    Array.from({ length: rows }, (_4, index) => /* @__PURE__ */ a4(Bar, {}, index))
  ] });
}

// src/store/version.ts
var version = y2("");
async function loadVersion() {
  version.value = (await api.get("/health")).version;
}

// src/ui/copy.ts
var said = y2({ text: "", at: 0 });
function say(text) {
  said.value = { text: brief(text, ONE_LINE), at: Date.now() };
}
var TOGETHER_MS = 1e3;
function forgetSaid() {
  if (said.peek().text !== "" && Date.now() - said.peek().at > TOGETHER_MS) said.value = { text: "", at: Date.now() };
}
async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`copied ${what}`);
  } catch {
    say(`could not copy ${what}: the browser does not allow it`);
  }
}
function fileName(name) {
  return name.replace(/[^\w.-]+/g, "-");
}
function download(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1e3);
}

// src/store/row-pair.ts
var remembered = y2(null);
var comparison2 = y2(null);
function named(row) {
  return `${row.method} ${row.target}`.trim();
}
function choose(one) {
  const first = remembered.peek();
  if (first === null || first.session === one.session && first.row.seq === one.row.seq) {
    remembered.value = one;
    return `choose “Compare” on the row to compare ${named(one.row)} with`;
  }
  comparison2.value = { left: first, right: one };
  remembered.value = null;
  return `comparing ${named(first.row)} with ${named(one.row)}`;
}
function placesOf(pair) {
  const place = ({ session: session2, row }) => ({ session: session2, seq: row.seq });
  return [place(pair.left), place(pair.right)];
}
function inAddress(now2) {
  return (now2.screen === "explore" || now2.screen === "timeline" ? now2.compared : void 0) ?? null;
}
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
async function rowAt2({ session: session2, seq }) {
  const { row } = await api.get(sessionPath(session2, `/timeline/${seq}`));
  return { session: session2, row };
}
async function bring(wanted) {
  const pair = await Promise.all(wanted.map(rowAt2)).catch(() => null);
  const now2 = route.peek();
  if (!isSame(inAddress(now2), wanted)) return;
  const [left, right] = pair ?? [];
  if (left !== void 0 && right !== void 0) {
    comparison2.value = { left, right };
    return;
  }
  say("they cannot be compared: a row is no longer in the log");
  go(comparing(now2, null), "replace");
}
function comparing(now2, places) {
  if (now2.screen !== "explore" && now2.screen !== "timeline") return now2;
  const { compared: _before, ...others } = now2;
  return places === null ? others : { ...others, compared: places };
}
function followPair() {
  const fromAddress = x2(() => {
    const wanted = inAddress(route.value);
    const known = comparison2.peek();
    if (wanted === null) comparison2.value = null;
    else if (known === null || !isSame(placesOf(known), wanted)) void bring(wanted);
  });
  let told2 = comparison2.peek();
  const toAddress = x2(() => {
    const pair = comparison2.value;
    if (pair === told2) return;
    told2 = pair;
    const now2 = route.peek();
    if (now2.screen !== "explore" && now2.screen !== "timeline") return;
    const places = pair === null ? null : placesOf(pair);
    if (isSame(inAddress(now2), places)) return;
    go(comparing(now2, places), places === null ? "replace" : "push");
  });
  return () => {
    fromAddress();
    toAddress();
  };
}

// src/store/marks.ts
var pins = y2([]);
var NO_SCRIPT = { steps: [], onError: "stop", running: false, trouble: null, text: "[]\n" };
var script = y2(NO_SCRIPT);
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
      script.value = NO_SCRIPT;
    }
    if (id === null || revision === 0) return;
    load2(id).catch(() => void 0);
  });
}
async function togglePin(id, seq) {
  let before = false;
  try {
    const known = currentId.peek() === id ? pins.peek() : (await api.get(sessionPath(id, "/pins"))).rows;
    before = known.some((row) => row.seq === seq);
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
    say(`saved as step ${body.steps.length}; Tests has them all`);
  } catch (thrown) {
    say(`not saved as a step: ${problemOf(thrown).message}`);
  }
}
function stopTests() {
  const id = currentId.peek();
  if (id === null || !script.peek().running) return say("no tests are being run");
  api.send("POST", sessionPath(id, "/tests/stop")).then((body) => {
    if (currentId.peek() === id) script.value = body;
    say("the run is stopped");
  }).catch((thrown) => say(`the run was not stopped: ${problemOf(thrown).message}`));
}

// src/store/findings.ts
var MOST_GONE = 500;
var seen = /* @__PURE__ */ new Map();
function withGone(before, now2, hasDropped) {
  if (!hasDropped) return [...now2];
  const name = ({ rule, seq, pointer, header, message }) => JSON.stringify([rule, seq, pointer, header, message]);
  const known = new Set(now2.map(name));
  const gone = before.filter((one) => !known.has(name(one))).map((one) => ({ ...one, gone: true }));
  return [...gone.slice(-MOST_GONE), ...now2];
}
var checked = y2(null);
var findingsProblem = y2(null);
var findings = O(() => checked.value?.session === session.value?.id ? checked.value?.report ?? null : null);
var findingsCount = O(() => findings.value?.findings.length ?? null);
var QUIET_MS = 700;
var SHARE = 0.1;
var pause = QUIET_MS;
async function checkRules(id, lastSeq) {
  if (missing.peek() === id) return;
  const began = performance.now();
  try {
    const report = await api.get(sessionPath(id, "/findings"));
    const isHere = session.peek()?.id === id;
    const all2 = withGone(seen.get(id) ?? [], report.findings, isHere && (news.peek()?.dropped ?? 0) > 0);
    seen.set(id, all2);
    checked.value = { session: id, lastSeq, report: { ...report, findings: all2 } };
    findingsProblem.value = null;
  } catch (thrown) {
    findingsProblem.value = problemOf(thrown);
  }
  pause = Math.max(QUIET_MS, (performance.now() - began) / SHARE);
}
function followFindings() {
  let due = null;
  const cancel = () => {
    if (due !== null) clearTimeout(due.timer);
    due = null;
  };
  const plan = (id, lastSeq) => {
    const before = checked.peek();
    const isChecked = before?.session === id && before?.lastSeq !== void 0 && before.lastSeq >= lastSeq;
    if (id === void 0 || missing.peek() === id || lastSeq === 0) return cancel();
    if (isChecked || due?.id === id) return;
    cancel();
    const check = async () => {
      await checkRules(id, news.peek()?.lastSeq ?? lastSeq);
      if (due?.id !== id) return;
      due = null;
      if (findingsProblem.peek() === null) plan(session.peek()?.id, news.peek()?.lastSeq ?? 0);
    };
    due = { id, timer: setTimeout(() => void check(), before?.session === id ? pause : QUIET_MS) };
  };
  const stop = x2(() => {
    const [id, lastSeq] = [session.value?.id, news.value?.lastSeq ?? 0];
    missing.value;
    plan(id, lastSeq);
  });
  return () => {
    stop();
    cancel();
  };
}

// src/store/keys.ts
var KEYS = [
  { keys: "Ctrl+K", does: "find and run anything", group: "everywhere", command: "palette" },
  { keys: "Ctrl+Shift+K", does: "send a raw frame", group: "everywhere", command: "rawFrame" },
  { keys: "?", does: "show these keys", group: "everywhere", command: "keys" },
  { keys: "i", does: "open or close the Inbox", group: "everywhere", command: "inbox" },
  { keys: "t", does: "light or dark", group: "everywhere", command: "theme" },
  { keys: "Escape", does: "close the innermost thing, or leave a field", group: "everywhere", command: "back" },
  { keys: "1", does: "to the list", group: "everywhere", command: "pane1" },
  { keys: "2", does: "to the request", group: "everywhere", command: "pane2" },
  { keys: "3", does: "to the result", group: "everywhere", command: "pane3" },
  { keys: "4", does: "to the timeline", group: "everywhere", command: "pane4" },
  { keys: "m", does: "this pane full screen, and back", group: "everywhere", command: "maximise" },
  { keys: "g c", does: "Connect", group: "go to", command: "connect" },
  { keys: "g e", does: "Explore", group: "go to", command: "explore" },
  { keys: "g t", does: "Timeline", group: "go to", command: "timeline" },
  { keys: "g s", does: "Server", group: "go to", command: "server" },
  { keys: "g a", does: "Auth", group: "go to", command: "auth" },
  { keys: "g x", does: "Tests", group: "go to", command: "tests" },
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
  { keys: ".", does: "menu of the chosen row", group: "in lists", command: "menu" },
  { keys: "Space", does: "pause the timeline", group: "in lists" },
  { keys: "p", does: "pin the chosen row, or unpin it", group: "in lists", command: "pin" },
  { keys: "z", does: "zoom to the time of the chosen row", group: "in lists", command: "zoom" },
  { keys: "Z", does: "show the whole time", group: "in lists", command: "zoomOut" },
  { keys: "T", does: "times by the clock, since the start, since the row above", group: "in lists", command: "times" },
  { keys: "Ctrl+Enter", does: "run, or send the answer", group: "runs", command: "run" },
  { keys: "Alt+ArrowUp", does: "the run before", group: "runs", command: "runBefore" },
  { keys: "Alt+ArrowDown", does: "the run after", group: "runs", command: "runAfter" },
  { keys: "[", does: "tab before, of the result or the row", group: "runs", command: "tabBefore" },
  { keys: "]", does: "tab after, of the result or the row", group: "runs", command: "tabAfter" },
  { keys: "r", does: "the result or the row as it came, and back", group: "runs", command: "raw" },
  { keys: "f", does: "fold everything in the document, or unfold it", group: "runs", command: "fold" },
  { keys: "a", does: "the app of the result", group: "runs", command: "app" },
  { keys: "D", does: "compare with the run before", group: "runs", command: "diff" },
  { keys: "X", does: "stop the run of tests", group: "runs", command: "stopTests" },
  { keys: "y c", does: "copy as a command line", group: "runs", command: "copyCli" },
  { keys: "y u", does: "copy as curl", group: "runs", command: "copyCurl" },
  { keys: "y j", does: "copy as JSON-RPC", group: "runs", command: "copyJson" },
  { keys: "y t", does: "copy as a script step", group: "runs", command: "copyScript" },
  { keys: "y b", does: "copy as a bug report", group: "runs", command: "copyReport" },
  { keys: "j k ↓ ↑", does: "from line to line", group: "in documents" },
  { keys: "g g, G", does: "to the beginning, to the end", group: "in documents" },
  { keys: "← →", does: "fold and unfold a block, or go to the one around", group: "in documents" },
  { keys: "Ctrl+F", does: "search in a long document", group: "in documents" },
  { keys: "Alt+letter", does: "what the letter does outside of fields", group: "in fields" },
  { keys: "Alt+Backspace", does: "unset an optional field", group: "in fields" },
  { keys: "Alt+D", does: "decline what the server asks for, or else compare with the run before", group: "in fields", command: "diff" },
  { keys: "Tab", does: "accept a completion", group: "in fields" }
];
var BY_KEYS = new Map(KEYS.flatMap((row) => row.command === void 0 ? [] : [[row.keys, row.command]]));
var PREFIXES = new Set([...BY_KEYS.keys()].filter((keys) => /^. .$/.test(keys)).map((keys) => keys[0] ?? ""));
var ALSO_WHILE_TYPING = /* @__PURE__ */ new Set(["palette", "rawFrame", "run", "back", "runBefore", "runAfter", "diff"]);
function routeKey(press, prefix, singleKeys) {
  const letter = press.key.length === 1 ? press.key.toUpperCase() : press.key;
  const isOwn = BY_KEYS.has(`Alt+${letter}`);
  const held = press.alt && !press.ctrl && press.key.length === 1 && !isOwn;
  const single = held || !press.ctrl && !press.alt;
  if (single && press.key.length === 1) {
    if (press.typing && !held && prefix === null || !singleKeys) return { is: "nothing" };
    if (prefix !== null) {
      const command3 = BY_KEYS.get(`${prefix} ${press.key}`);
      return command3 === void 0 ? { is: "nothing" } : { is: "command", command: command3 };
    }
    if (PREFIXES.has(press.key)) return { is: "prefix", prefix: press.key };
  }
  const shifted = press.shift === true && BY_KEYS.has(`Ctrl+Shift+${letter}`) ? "Shift+" : "";
  const modified = press.ctrl ? `Ctrl+${shifted}${letter}` : press.alt && !held ? `Alt+${letter}` : press.key;
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
  const named3 = keys.replace("Shift+", mac ? "⇧" : "Shift ").replace("ArrowUp", "↑").replace("ArrowDown", "↓").replace("Escape", "Esc").replace("Enter", "↵");
  return mac ? named3.replace("Ctrl+", "⌘").replace("Alt+", "⌥") : named3.replace("Ctrl+", "Ctrl ").replace("Alt+", "Alt ");
}

// src/ui/button.tsx
var isMac = /Mac|iPhone|iPad/.test(typeof navigator === "undefined" ? "" : navigator.platform);
function Button({
  children,
  onClick,
  look = "plain",
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
      class: `button ${look}`,
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

// src/ui/problem.tsx
function ProblemBlock({
  problem: problem2,
  title,
  children
}) {
  const help = helpPath(problem2.helpUrl, location.origin);
  return /* @__PURE__ */ a4("div", { class: "problem", role: "alert", children: [
    /* @__PURE__ */ a4("p", { class: "problem-line", children: [
      /* @__PURE__ */ a4("span", { class: "sign bad", "aria-hidden": "true", children: "✗" }),
      " ",
      title === void 0 ? null : /* @__PURE__ */ a4("strong", { children: [
        title,
        " "
      ] }),
      /* @__PURE__ */ a4("span", { children: brief(problem2.message, SOME_LINES, true) }),
      " ",
      /* @__PURE__ */ a4("code", { class: "code", children: problem2.code })
    ] }),
    problem2.hint === null ? null : /* @__PURE__ */ a4("p", { class: "hint", children: [
      "→ ",
      brief(problem2.hint, SOME_LINES, true)
    ] }),
    /* @__PURE__ */ a4("p", { class: "problem-acts", children: [
      help === null ? null : /* @__PURE__ */ a4("a", { href: help, target: "_blank", rel: "noopener", children: "What this means" }),
      children
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
    const { problem: problem2 } = this.state;
    if (problem2 === null) return this.props.children;
    return /* @__PURE__ */ a4("div", { class: "page", children: /* @__PURE__ */ a4(ProblemBlock, { problem: problem2, title: "This view failed.", children: [
      /* @__PURE__ */ a4(Button, { onClick: () => this.setState({ problem: null }), children: "Show it again" }),
      /* @__PURE__ */ a4(Button, { onClick: () => location.reload(), children: "Reload the page" })
    ] }) });
  }
};

// src/shell/overlays.ts
var paletteOpen = y2(false);
var firstKey = y2(null);
var keysOpen = y2(false);
var rawOpen = y2(false);

// src/store/raw-frame.ts
var KEPT2 = "raw-frame";
var rawText = y2(keptText(KEPT2) ?? "");
function setRawText(text) {
  rawText.value = text;
  keepText(KEPT2, text === "" ? null : text);
}

// src/store/labels.ts
var MOST_SIGNS = 28;
var MOST_BEFORE = 8;
function nameOf2({ name, origin }) {
  return `${visible(name)}${origin === "recording" ? " (recording)" : ""}`;
}
function labelsOf(all2) {
  const labels = /* @__PURE__ */ new Map();
  for (const twins of groups(all2, nameOf2)) {
    const places = [...new Set(twins.map((one) => one.place))];
    const start2 = startOf(places);
    const label = (one) => places.length > 1 ? `${nameOf2(one)} · ${tailOf(one.place, start2)}` : nameOf2(one);
    for (const same of groups(twins, label)) {
      same.forEach((one, index) => labels.set(one.id, `${label(one)}${same.length > 1 ? ` · ${index + 1}` : ""}`));
    }
  }
  return labels;
}
function groups(all2, by) {
  const known = /* @__PURE__ */ new Map();
  for (const one of all2) known.set(by(one), [...known.get(by(one)) ?? [], one]);
  return [...known.values()];
}
function startOf(places) {
  const [first = "", ...others] = places;
  let same = 0;
  while (same < first.length && others.every((place) => place[same] === first[same])) same += 1;
  const word = Math.max(...["/", "\\", " "].map((sign) => first.lastIndexOf(sign, same - 1))) + 1;
  return same === 0 ? 0 : same - word <= MOST_BEFORE ? word : same - MOST_BEFORE / 2;
}
function tailOf(place, start2) {
  const tail = visible(place.slice(start2));
  return (start2 > 0 ? "…" : "") + (tail.length > MOST_SIGNS ? `${tail.slice(0, MOST_SIGNS - 1)}…` : tail);
}

// src/timeline/terms.ts
function termsOf(filter) {
  return filter.match(/(?:"(?:[^"\\]|\\.)*"?|[^\s"])+/g) ?? [];
}
function alternativesOf(filter, name) {
  const term = termsOf(filter).find((one) => one.startsWith(`${name}:`));
  return term === void 0 ? [] : term.slice(name.length + 1).split("|").filter(Boolean);
}
function hasTerm(filter, name, value) {
  return alternativesOf(filter, name).includes(value);
}
function toggleTerm(filter, name, value) {
  const now2 = alternativesOf(filter, name);
  const next = now2.includes(value) ? now2.filter((one) => one !== value) : [...now2, value];
  return withAlternatives(filter, name, next);
}
function setTerm(filter, name, value) {
  return withAlternatives(filter, name, [quoted(value)]);
}
function withoutTerms(filter, names) {
  return termsOf(filter).filter((term) => !names.some((name) => term.startsWith(`${name}:`))).join(" ");
}
function withAlternatives(filter, name, values) {
  const terms = termsOf(filter);
  const at = terms.findIndex((term2) => term2.startsWith(`${name}:`));
  const term = values.length === 0 ? [] : [`${name}:${values.join("|")}`];
  if (at < 0) return [...terms, ...term].join(" ");
  return [...terms.slice(0, at), ...term, ...terms.slice(at + 1)].join(" ");
}
function quoted(value) {
  return /^[A-Za-z0-9_./:@#+-]+$/.test(value) ? value : `"${value.replace(/["\\]/g, (char) => `\\${char}`)}"`;
}
var UNITS = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9, m: 6e10, min: 6e10, h: 36e11 };
function nanos(text, unit) {
  const found2 = /^(\d+(?:\.\d+)?)([a-zµ]*)$/i.exec(text);
  const factor = UNITS[(found2?.[2] || unit).toLowerCase()];
  return found2 === null || factor === void 0 ? null : Number(found2[1]) * factor;
}
function stretchOf(filter) {
  const [term, ...others] = alternativesOf(filter, "at");
  const [, from = "", to = ""] = /^([^.]*(?:\.\d[^.]*)?)\.\.(.*)$/.exec(term ?? "") ?? [];
  if (term === void 0 || others.length > 0) return null;
  const unit = /[a-zµ]*$/i.exec(to)?.[0] ?? "";
  const stretch = { from: from === "" ? null : nanos(from, unit), to: to === "" ? null : nanos(to, "") };
  return stretch.from === null && stretch.to === null ? null : stretch;
}
function withStretch(filter, stretch) {
  const without = withoutTerms(filter, ["at"]);
  if (stretch === null) return without;
  const { from, to } = stretch;
  const length = from === null || to === null ? Number.POSITIVE_INFINITY : to - from;
  const step = length < 1e7 ? 1e3 : 1e6;
  const word = (ns, round) => ns === null ? "" : `${trimmed2((round(ns / step) * step / 1e9).toFixed(6))}s`;
  return [without, `at:${word(from, Math.floor)}..${word(to, Math.ceil)}`].filter(Boolean).join(" ");
}
function trimmed2(number) {
  return number.replace(/\.?0+$/, "");
}

// src/ui/later.tsx
var parts = y2(null);
var problem = y2(null);
var coming = null;
function loadLater() {
  coming ??= import("./later.js").then(
    (came2) => {
      parts.value = came2;
      problem.value = null;
    },
    () => {
      coming = null;
      problem.value = new Problem({
        code: BACKEND_GONE,
        message: "this part of the page could not be loaded",
        hint: "is mcp-inspector still running in its terminal?"
      });
    }
  );
  return coming;
}
var REST_MS2 = 1500;
function loadLaterAtRest() {
  setTimeout(() => void loadLater(), REST_MS2);
}
function later(name, place = "page") {
  return function Part(props) {
    const here2 = parts.value;
    A2(() => {
      if (here2 === null) void loadLater();
    }, []);
    if (here2 !== null) return k(here2[name], props);
    if (problem.value === null)
      return place === "overlay" ? null : /* @__PURE__ */ a4(Skeleton, {});
    return /* @__PURE__ */ a4(ProblemBlock, { problem: problem.value, title: "Not loaded:", children: /* @__PURE__ */ a4(Button, { onClick: () => void loadLater(), children: "Try again" }) });
  };
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
function seenAt(extent, offset) {
  const at = clamp(offset, 0, lastOffset(extent));
  const end = Math.ceil((at + extent.viewport) / extent.rowHeight);
  return [Math.floor(at / extent.rowHeight), Math.min(end, extent.count) - 1];
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
  const { count: count3, rowHeight, scrollTo, tail, onRange, onSeen, headHeight = 0 } = props;
  const element = T2(null);
  const viewport = T2(FIRST_VIEWPORT);
  const offset = T2(0);
  const drawn = T2("");
  const [, redraw] = _3((n3) => n3 + 1, 0);
  const extent = { count: count3, rowHeight, viewport: viewport.current };
  const scrollTop = () => element.current?.scrollTop ?? 0;
  const moveTo = (wanted2) => {
    offset.current = Math.min(Math.max(wanted2, 0), lastOffset(extent));
    if (element.current) element.current.scrollTop = scrollOf(extent, offset.current);
  };
  const heightNow = () => (element.current?.clientHeight ?? 0) - headHeight;
  const measure = () => {
    const height = heightNow();
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
  const wanted = scrollTo?.value ?? null;
  F2(() => {
    if (wanted === null || !scrollTo) return;
    scrollTo.value = null;
    moveTo(offsetShowing(extent, offset.current, wanted));
    if (tail) tail.value = isAtEnd(extent, offset.current);
    redrawIfMoved();
  }, [wanted]);
  const window2 = windowAt(extent, offset.current, isScaled(extent) ? scrollTop() : 0);
  const seen2 = seenAt(extent, offset.current);
  const placeOf4 = (one, rows2) => `${one.first}:${one.end}:${onSeen ? rows2.join() : ""}`;
  drawn.current = placeOf4(window2, seen2);
  function redrawIfMoved() {
    const now2 = windowAt(extent, offset.current, 0);
    if (isScaled(extent) || placeOf4(now2, seenAt(extent, offset.current)) !== drawn.current) redraw();
  }
  const onScroll = () => {
    if (tail?.value && heightNow() > 0 && heightNow() !== extent.viewport) return measure();
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
  F2(() => {
    onRange?.(window2.first, Math.max(window2.first, window2.end - 1));
  }, [window2.first, window2.end, count3]);
  F2(() => onSeen?.(seen2[0], seen2[1]), [seen2[0], seen2[1]]);
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

// src/timeline/detail-tabs.ts
var DETAIL_TABS = ["request", "response", "raw", "timing", "checks"];
var chosenTab = perServer("detail-tabs", null, oneOfWords(DETAIL_TABS));
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

// src/timeline/format.ts
function time(atNs, mode2, openedAt, beforeNs) {
  if (mode2 === "delta" && beforeNs !== null) {
    const sign = atNs < beforeNs ? "−" : "+";
    return `${sign}${duration(Math.abs(atNs - beforeNs))}`;
  }
  const opened2 = openedAt === void 0 ? Number.NaN : Date.parse(openedAt);
  if (mode2 === "clock" && !Number.isNaN(opened2)) return clock(new Date(opened2 + atNs / 1e6));
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
  const rest2 = (ms % 6e4 / 1e3).toFixed(3).padStart(6, "0");
  return `${minutes}:${rest2}`;
}
function shortCount(n3) {
  if (n3 < 1e4) return count2(n3);
  return n3 < 999500 ? `${Math.round(n3 / 1e3)}k` : `${trimmed(n3 / 1e6, 1)}M`;
}
var GROUPED = new Intl.NumberFormat("en");
function count2(n3) {
  return GROUPED.format(n3);
}
function framing({ event }) {
  return event === null ? "" : ["", "SSE event", ...event].join(" · ");
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
  { label: "Logs", counts: null, term: ["level", ">=debug"], isRare: true },
  { label: "Warnings", counts: null, term: ["level", ">=warning"], isRare: true },
  { label: "Findings", counts: "findings", term: ["findings", ">0"], isRare: true }
];
function FilterBar({ filter, counts, error, full, idPrefix, input, attempt, giveUp, leave }) {
  const typed = useSignal(null);
  const timer4 = T2(null);
  const mirror = T2(null);
  const text = typed.value ?? filter.value;
  const errorId = `${idPrefix}-filter-error`;
  const tryNow = async (wanted) => {
    if (timer4.current !== null) clearTimeout(timer4.current);
    timer4.current = null;
    if (await attempt(wanted) && typed.peek() === wanted) typed.value = null;
  };
  A2(() => () => {
    if (timer4.current !== null) clearTimeout(timer4.current);
  }, []);
  const onInput = (event) => {
    const wanted = event.currentTarget.value;
    typed.value = wanted;
    if (timer4.current !== null) clearTimeout(timer4.current);
    timer4.current = setTimeout(() => void tryNow(wanted), TYPING_PAUSE2);
  };
  const put2 = (wanted) => {
    typed.value = wanted;
    void tryNow(wanted);
  };
  const onKeyDown = (event) => {
    if (event.key === "Enter" || event.key === "Escape" || event.key === "ArrowDown" && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Enter") void tryNow(text);
      if (event.key === "Escape" && text.trim() === "") put2("");
      else if (event.key === "Escape") {
        if (timer4.current !== null) clearTimeout(timer4.current);
        typed.value = null;
        giveUp();
      }
      leave();
    }
  };
  const isWrong = error !== null;
  return /* @__PURE__ */ a4($, { children: [
    /* @__PURE__ */ a4("span", { class: "tl-filter", children: [
      /* @__PURE__ */ a4("span", { ref: mirror, class: "tl-filter-mirror", "aria-hidden": "true", children: isWrong ? /* @__PURE__ */ a4(Underlined, { text, error }) : null }),
      /* @__PURE__ */ a4(
        "input",
        {
          ref: input,
          type: "text",
          class: "mono",
          "aria-label": "Filter the timeline",
          "aria-invalid": isWrong ? "true" : void 0,
          "aria-describedby": isWrong ? errorId : void 0,
          placeholder: "method:tools/* dur:>500ms",
          value: text,
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
    /* @__PURE__ */ a4("span", { class: "tl-chips", role: "group", "aria-label": "Quick filters", children: CHIPS.filter((chip) => !chip.isRare || full && isUseful(chip, counts, text)).map((chip) => /* @__PURE__ */ a4(
      "button",
      {
        type: "button",
        class: "chip",
        title: counts && chip.counts ? `${count2(counts[chip.counts])} rows` : void 0,
        "aria-pressed": isOn(chip, text),
        onClick: () => put2(pressed(chip, text)),
        children: [
          chip.label,
          " ",
          counts && chip.counts ? shortCount(counts[chip.counts]) : ""
        ]
      },
      chip.label
    )) })
  ] });
}
function isUseful(chip, counts, filter) {
  return chip.counts === null || (counts?.[chip.counts] ?? 0) > 0 || isOn(chip, filter);
}
function pressed(chip, filter) {
  if (chip.term === null) return "";
  const [name] = chip.term;
  const others = name === "level" && !isOn(chip, filter) ? withoutTerms(filter, [name]) : filter;
  return toggleTerm(others, ...chip.term);
}
function isOn(chip, filter) {
  if (chip.term) return hasTerm(filter, ...chip.term);
  return filter.trim() === "";
}
function Underlined({ text, error }) {
  const start2 = Math.min(error.start, text.length);
  const end = Math.max(error.end, start2 + 1);
  return /* @__PURE__ */ a4($, { children: [
    text.slice(0, start2),
    /* @__PURE__ */ a4("span", { class: "tl-wrong", children: text.slice(start2, end) || "  " }),
    text.slice(end)
  ] });
}

// src/timeline/grid-head.tsx
var NEXT_MODE = { clock: "start", start: "delta", delta: "clock" };
var MODE_NAMES = { clock: "time", start: "since start", delta: "since last" };
function turnTimes(mode2, hasClock) {
  const next = NEXT_MODE[mode2.peek()];
  mode2.value = next === "clock" && !hasClock ? "start" : next;
}
function Head({ mode: mode2, hasClock, hasServers = false }) {
  return /* @__PURE__ */ a4("div", { class: "tl-row tl-head", role: "row", "aria-rowindex": 1, children: [
    /* @__PURE__ */ a4("span", { role: "columnheader", class: "tl-time", children: /* @__PURE__ */ a4(
      "button",
      {
        type: "button",
        tabIndex: -1,
        title: "Clock, since the start, since the row above (T)",
        onClick: () => turnTimes(mode2, hasClock),
        children: MODE_NAMES[mode2.value]
      }
    ) }),
    hasServers && /* @__PURE__ */ a4("span", { role: "columnheader", children: "server" }),
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
function Nothing({ total, filter, attempt }) {
  return /* @__PURE__ */ a4("p", { class: "tl-nothing muted", children: total === 0 || filter.value === "" ? "Nothing has happened yet." : /* @__PURE__ */ a4($, { children: [
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
var LETTERS = {
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
    return (Object.hasOwn(SINGLE, press.key) ? SINGLE[press.key] : void 0) ?? (useLetters && Object.hasOwn(LETTERS, press.key) ? LETTERS[press.key] : void 0) ?? null;
  }
};

// src/timeline/pages.ts
var PAGE = 200;
var KEPT3 = 40;
var REFRESH_PAUSE = 120;
function nameOf3({ seq, session: session2 }) {
  return session2 === void 0 ? seq : `${session2}:${seq}`;
}
function isBare(pages, row, index, filter) {
  if (filter === "" || row.isFolded) return false;
  const next = pages.row(index + 1);
  return next === void 0 ? index + 1 >= pages.matched.peek() : next.depth <= row.depth;
}
var TimelinePages = class {
  constructor(get, path) {
    this.get = get;
    this.path = path;
    this.version = this.versionNow;
    this.matched = this.matchedNow;
    this.total = this.totalNow;
    this.counts = this.countsNow;
    this.filterError = this.filterErrorNow;
    this.failure = this.failureNow;
    this.isReady = this.isReadyNow;
  }
  get;
  path;
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
  versionNow = y2(0);
  matchedNow = y2(0);
  totalNow = y2(0);
  countsNow = y2(null);
  filterErrorNow = y2(null);
  failureNow = y2(null);
  isReadyNow = y2(false);
  /** While set, the timeline does not grow, whatever comes. */
  isFrozen = false;
  pages = /* @__PURE__ */ new Map();
  tail = null;
  underWay = /* @__PURE__ */ new Map();
  lastSeq = 0;
  filter = "";
  /** Rows that somebody folded, or opened where they are folded by themselves. */
  switched = /* @__PURE__ */ new Set();
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
    const page = this.pages.get(Math.floor(index / PAGE));
    const inTail = tail && index >= tail.from ? tail.rows[index - tail.from] : void 0;
    if (inTail && (!page || (tail?.lastSeq ?? 0) >= page.lastSeq)) return inTail;
    return page?.rows[index % PAGE] ?? inTail;
  }
  /** Where the row of an entry is, or a finding about it, if it is among those that are here. */
  indexOf(name, finding = null) {
    const isIt = (row) => nameOf3(row) === name && row.finding === finding;
    const inTail = this.tail?.rows.findIndex(isIt) ?? -1;
    if (this.tail && inTail >= 0) return this.tail.from + inTail;
    for (const [number, page] of this.pages) {
      const at = page.rows.findIndex(isIt);
      if (at >= 0) return number * PAGE + at;
    }
    return null;
  }
  /** Where the row of an entry is; what is not here is asked for, and brings the page that has it. */
  async locate(name) {
    const here2 = this.indexOf(name);
    if (here2 !== null) return here2;
    const { signal } = this.abort;
    try {
      const page = await this.fetchPage(this.filter, { around: String(name) }, signal);
      if (signal.aborted) return this.isStopped ? null : this.locate(name);
      if (page.place === void 0 || page.place === null) return null;
      this.take(Math.floor(page.from / PAGE), page);
      return page.place;
    } catch {
      return signal.aborted && !this.isStopped ? this.locate(name) : null;
    }
  }
  /** Uses a filter if it can be read; gives whether it is the one now in use. */
  async setFilter(filter) {
    const check = ++this.checks;
    try {
      const page = await this.fetchPage(filter, { from: "0" });
      if (check !== this.checks) return false;
      this.filterErrorNow.value = page.filterError;
      this.failureNow.value = null;
      if (page.filterError && this.isReadyNow.peek()) return false;
      this.renew(filter);
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
  /** Folds a row, or opens it. */
  switchFold(row) {
    const switched = new Set(this.switched);
    if (!switched.delete(row)) switched.add(row);
    this.switched = switched;
    this.renew(this.filter);
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
    r2(() => {
      this.lastSeq = Math.max(this.lastSeq, news2.lastSeq);
      this.countsNow.value = news2.counts;
      this.totalNow.value = news2.total;
      if (this.switched.size === 0) {
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
    for (let page = Math.floor(this.seen[0] / PAGE); page <= Math.floor(end / PAGE); page++) pages.push(page);
    return pages;
  }
  /** Whether all rows of a page that are seen are here and right. */
  isCovered(number) {
    const from = Math.max(this.seen[0], number * PAGE);
    const { tail } = this;
    if (tail && tail.lastSeq >= this.lastSeq && from >= tail.from) return true;
    return (this.pages.get(number)?.lastSeq ?? -1) >= this.lastSeq;
  }
  refreshSoon() {
    if (this.timer !== null) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.look(...this.seen);
    }, REFRESH_PAUSE);
  }
  renew(filter) {
    this.abort.abort();
    this.abort = new AbortController();
    this.filter = filter;
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
    const coming2 = this.loadPageNow(number, this.abort.signal).finally(() => underWay.delete(number));
    underWay.set(number, coming2);
    return coming2;
  }
  async loadPageNow(number, signal) {
    try {
      const page = await this.fetchPage(this.filter, { from: String(number * PAGE) }, signal);
      if (signal.aborted) return false;
      this.take(number, page);
      this.failureNow.value = null;
      return true;
    } catch (reason) {
      if (!signal.aborted) this.fail(reason);
      return false;
    }
  }
  fetchPage(filter, which, signal) {
    const query = new URLSearchParams({ filter, ...which, limit: String(PAGE) });
    if (this.switched.size > 0) query.set("folded", [...this.switched].join(","));
    return this.get(`${this.path}?${query}`, signal);
  }
  take(number, page) {
    r2(() => {
      this.pages.delete(number);
      this.pages.set(number, { rows: page.rows, lastSeq: page.lastSeq });
      const oldest = this.pages.keys().next().value;
      if (this.pages.size > KEPT3 && oldest !== void 0) this.pages.delete(oldest);
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
function* rowsSeen(pages, [first, last]) {
  for (let index = first; index <= last; index++) {
    const row = pages.row(index);
    if (row) yield row;
  }
}

// src/timeline/ansi.tsx
function Ansi({ text }) {
  return /* @__PURE__ */ a4($, { children: ansiPieces(text).map(
    (piece, index) => piece.colour === null && !piece.isBold ? visible(piece.text) : /* @__PURE__ */ a4("span", { class: `${piece.colour === null ? "" : `ansi-${piece.colour}`}${piece.isBold ? " ansi-bold" : ""}`, children: visible(piece.text) }, index)
  ) });
}

// src/timeline/waterfall.tsx
function rangeOf(rows) {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    from = Math.min(from, row.atNs);
    to = Math.max(to, row.atNs + (row.durationNs ?? 0));
  }
  if (from > to) return { from: 0, to: 1 };
  return { from, to: to + Math.max(1, (to - from) * 0.02) };
}
function rangeIn(stretch, seen2) {
  const from = stretch?.from ?? seen2.from;
  const to = stretch?.to ?? seen2.to;
  return to > from ? { from, to } : seen2;
}
function tonesOf(row) {
  if (row.serverNs === null) return [];
  const parts2 = [
    { tone: "network", ns: row.networkNs ?? 0 },
    { tone: "you", ns: row.humanNs },
    { tone: "server", ns: row.serverNs }
  ];
  return parts2.filter((part) => part.ns > 0);
}
function tonesText(row) {
  if (row.durationNs === null) return row.status === "pending" ? "not answered yet" : "";
  const parts2 = tonesOf(row).map((part) => `${part.tone} ${duration(part.ns)}`);
  return parts2.length > 1 ? `${duration(row.durationNs)}: ${parts2.join(" · ")}` : duration(row.durationNs);
}
function placeOf(row, range) {
  const span = range.to - range.from;
  const end = row.status === "pending" && row.durationNs === null ? range.to : row.atNs + (row.durationNs ?? 0);
  const left = Math.min(100, Math.max(0, (row.atNs - range.from) / span * 100));
  const right = Math.min(100, Math.max(0, (end - range.from) / span * 100));
  return { left, width: Math.max(0, right - left) };
}
function Waterfall({ row, range }) {
  const { left, width } = placeOf(row, range);
  const isPending = row.status === "pending" && row.durationNs === null;
  return /* @__PURE__ */ a4("span", { class: "waterfall", title: tonesText(row), children: /* @__PURE__ */ a4("span", { class: `bar ${isPending ? "bar-pending" : ""}`, style: { left: `${left}%`, width: `${width}%` }, children: [
    tonesOf(row).map((part) => /* @__PURE__ */ a4("span", { class: `tone tone-${part.tone}`, style: { flexGrow: part.ns } }, part.tone)),
    row.durationNs === null && !isPending && /* @__PURE__ */ a4("span", { class: "tone tone-point" })
  ] }) });
}

// src/timeline/row.tsx
function rowKey(row) {
  return keyOf(nameOf3(row), row.finding);
}
function keyOf(name, finding) {
  return finding === null ? `${name}` : `${name}.${finding}`;
}
function rowId(prefix, key) {
  return `${prefix}-row-${key}`;
}
function ariaIndex(index) {
  return index + 2;
}
function TimelineRow({ row, index, before, look, isBare: isBare2 = false, select, open, fold, menu }) {
  const key = rowKey(row);
  const isSelected = look.selected === key;
  return /* @__PURE__ */ a4(
    "div",
    {
      id: rowId(look.idPrefix, key),
      role: "row",
      class: `tl-row tl-${row.kind} ${isSelected ? "tl-selected" : ""}`,
      "aria-rowindex": ariaIndex(index),
      "aria-selected": isSelected,
      onClick: select,
      onDblClick: open,
      onContextMenu: menu,
      children: [
        /* @__PURE__ */ a4("span", { role: "gridcell", class: "tl-time", children: time(row.atNs, look.timeMode, look.openedAt, before?.atNs ?? null) }),
        look.serverOf && /* @__PURE__ */ a4("span", { role: "gridcell", class: "tl-server", title: look.serverOf(row, true), children: look.serverOf(row) }),
        /* @__PURE__ */ a4("span", { role: "gridcell", class: `tl-direction tl-${row.direction ?? "none"}`, children: /* @__PURE__ */ a4(Direction, { row }) }),
        /* @__PURE__ */ a4("span", { role: "gridcell", class: "tl-method", title: visible(row.method), children: [
          /* @__PURE__ */ a4(Indent, { depth: row.depth }),
          row.finding === null && look.isPinned(row) && /* @__PURE__ */ a4("span", { class: "tl-pinned", children: [
            /* @__PURE__ */ a4("span", { "aria-hidden": "true", children: "◆" }),
            /* @__PURE__ */ a4("span", { class: "sr-only", children: "pinned: " })
          ] }),
          row.children > 0 && !isBare2 && /* @__PURE__ */ a4(
            "button",
            {
              type: "button",
              class: "tl-fold",
              tabIndex: -1,
              "aria-expanded": !row.isFolded,
              "aria-label": visible(`${row.children} rows within ${row.method}`),
              onClick: (event) => {
                event.stopPropagation();
                fold();
              },
              children: row.isFolded ? "▸" : "▾"
            }
          ),
          visible(row.method)
        ] }),
        /* @__PURE__ */ a4("span", { role: "gridcell", class: "tl-target", title: visible(row.kind === "stderr" ? plain(row.target) : row.target), children: [
          row.kind === "stderr" ? /* @__PURE__ */ a4(Ansi, { text: row.target }) : visible(row.target),
          row.depth === 0 && waits(row) !== "" && /* @__PURE__ */ a4("span", { class: "tl-you", children: [
            " (",
            waits(row),
            ")"
          ] })
        ] }),
        /* @__PURE__ */ a4("span", { role: "gridcell", class: `tl-status tl-status-${row.status ?? "none"}`, children: [
          statusText(row),
          row.isResumed && /* @__PURE__ */ a4("span", { title: "its stream broke and was taken up again", children: " resumed" }),
          row.findings > 0 && /* @__PURE__ */ a4("span", { class: "tl-findings", title: `${row.findings} findings`, children: [
            " ",
            "⚠",
            row.findings,
            /* @__PURE__ */ a4("span", { class: "sr-only", children: " findings" })
          ] })
        ] }),
        /* @__PURE__ */ a4("span", { role: "gridcell", class: "tl-duration", children: row.durationNs === null ? "" : duration(row.durationNs) }),
        /* @__PURE__ */ a4("span", { role: "gridcell", class: "tl-size", children: row.bytes > 0 ? bytes(row.bytes) : "" }),
        /* @__PURE__ */ a4("span", { role: "gridcell", class: "tl-waterfall", children: /* @__PURE__ */ a4(Waterfall, { row, range: look.range }) })
      ]
    }
  );
}
function EmptyRow({ index }) {
  return /* @__PURE__ */ a4("div", { role: "row", class: "tl-row tl-empty", "aria-rowindex": ariaIndex(index), children: /* @__PURE__ */ a4("span", { role: "gridcell", class: "tl-coming late", children: [
    /* @__PURE__ */ a4("span", { class: "sr-only", children: "loading…" }),
    /* @__PURE__ */ a4(Bar, {})
  ] }) });
}
var ODD = { junk: "not a message", stderr: "from standard error", finding: "found" };
function Direction({ row }) {
  const odd = ODD[row.kind];
  if (odd !== void 0) {
    return /* @__PURE__ */ a4($, { children: [
      /* @__PURE__ */ a4("span", { "aria-hidden": "true", children: "⚠" }),
      /* @__PURE__ */ a4("span", { class: "sr-only", children: odd })
    ] });
  }
  if (row.direction === null) return /* @__PURE__ */ a4("span", { "aria-hidden": "true", children: "·" });
  return /* @__PURE__ */ a4($, { children: [
    /* @__PURE__ */ a4("span", { "aria-hidden": "true", children: row.direction === "out" ? "→" : "←" }),
    /* @__PURE__ */ a4("span", { class: "sr-only", children: [
      row.direction === "out" ? "to" : "from",
      " the ",
      row.kind === "app" ? "app" : "server"
    ] })
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
function waits(row) {
  const shares = [
    ["you", row.humanNs],
    ["rule", row.ruleNs ?? 0]
  ];
  return shares.filter(([, ns]) => ns > 0).map(([name, ns]) => `${name} ${duration(ns)}`).join(" · ");
}

// src/ui/menu.tsx
var GAP = 4;
function placeOf2(button, menu, room) {
  const within = (wanted, most) => Math.max(GAP, Math.min(wanted, most - GAP));
  const below = button.bottom + GAP;
  const fits = below + menu.height <= room.height - GAP;
  return {
    left: within(button.right - menu.width, room.width - menu.width),
    top: within(fits ? below : button.top - GAP - menu.height, room.height - menu.height)
  };
}
function Menu({
  label,
  children,
  items,
  id
}) {
  const [open, setOpen] = d3(false);
  const box = T2(null);
  const button = T2(null);
  const list2 = T2(null);
  const focusItem = (at) => {
    const all2 = box.current?.querySelectorAll('[role="menuitem"]') ?? [];
    all2[(at + all2.length) % Math.max(all2.length, 1)]?.focus();
  };
  const place = () => {
    if (button.current === null || list2.current === null) return;
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const { left, top } = placeOf2(button.current.getBoundingClientRect(), list2.current.getBoundingClientRect(), { width, height });
    list2.current.style.left = `${left}px`;
    list2.current.style.top = `${top}px`;
  };
  F2(() => {
    if (!open) return void 0;
    list2.current?.showPopover?.();
    place();
    focusItem(0);
    const outside = (event) => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) setOpen(false);
    };
    addEventListener("pointerdown", outside);
    addEventListener("resize", place);
    addEventListener("scroll", place, { capture: true });
    return () => {
      removeEventListener("pointerdown", outside);
      removeEventListener("resize", place);
      removeEventListener("scroll", place, { capture: true });
    };
  }, [open]);
  const shut = () => {
    setOpen(false);
    button.current?.focus();
  };
  const key = (event) => {
    const all2 = Array.from(box.current?.querySelectorAll('[role="menuitem"]') ?? []);
    const at = all2.indexOf(document.activeElement);
    if (event.key === "ArrowDown" || event.key === "j") open ? focusItem(at + 1) : setOpen(true);
    else if (open && (event.key === "ArrowUp" || event.key === "k")) focusItem(at - 1);
    else if (open && event.key === "Home") focusItem(0);
    else if (open && event.key === "End") focusItem(-1);
    else if (open && event.key === "Escape") shut();
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
        "aria-expanded": open,
        "aria-controls": id,
        "aria-label": label,
        onClick: () => setOpen(!open),
        children: [
          children,
          " ",
          /* @__PURE__ */ a4("span", { "aria-hidden": "true", children: "▾" })
        ]
      }
    ),
    open ? /* @__PURE__ */ a4("ul", { class: "menu", role: "menu", id, "aria-label": label, ref: list2, popover: "manual", children: items.map((item) => /* @__PURE__ */ a4("li", { role: "none", children: /* @__PURE__ */ a4(
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

// src/explore/share.tsx
var NAMES = {
  cli: "a command line",
  curl: "curl",
  json: "JSON-RPC",
  script: "a script step",
  report: "a bug report"
};
var LETTERS2 = { cli: "c", curl: "u", json: "j", script: "t", report: "b" };
function unshareable(as, id) {
  const state = session.peek();
  return as === "curl" && state?.id === id && state.transport === "stdio" ? "curl speaks HTTP, and this server is on stdio" : null;
}
async function shareRow(id, seq, as) {
  const why = unshareable(as, id);
  if (why !== null) return say(`not copied: ${why}`);
  try {
    const { text } = await api.get(sessionPath(id, `/share/${seq}?as=${as}`));
    await copy(text, NAMES[as]);
  } catch (thrown) {
    const problem2 = problemOf(thrown);
    say(`not copied: ${problem2.message}`);
  }
}
async function shareRun(run, as) {
  const row = run.row ?? await findRow(run).catch(() => null);
  if (row === null) say("not copied: the log no longer has this call");
  else await shareRow(run.session, row.seq, as);
}
function ShareMenu({ run }) {
  const items = Object.keys(NAMES).map((as) => ({
    label: `As ${NAMES[as]}`,
    note: `y ${LETTERS2[as]}`,
    act: () => void shareRun(run, as)
  }));
  const result = run.state.is === "ended" ? run.state.end.result : null;
  const own = result === null ? [] : [{ label: "The result", act: () => void copy(result, "the result") }];
  const { origin, pathname } = location;
  const link = `${origin}${pathname}${formatRoute({ screen: "explore", session: run.session, item: run.ref, run: run.call })}`;
  return /* @__PURE__ */ a4(Menu, { label: "Copy this call", id: "share-menu", items: [...own, ...items, { label: "A link to this run", act: () => void copy(link, "the link") }], children: "Copy" });
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
  const why = unshareable(as, session2);
  if (why !== null) return `Not copied as ${SHARE_NAMES[as]}: ${why}`;
  try {
    const path = `/api/sessions/${encodeURIComponent(session2)}/share/${row.seq}?as=${as}`;
    const { text } = await api2.get(path);
    await navigator.clipboard.writeText(text);
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

// src/timeline/timeline.tsx
var timeMode = keptSignal("time-mode", "clock", oneOfWords(["clock", "start", "delta"]));
var rowsOnScreen = { current: null };
var RowMenu = later("RowMenu", "overlay");
var PinsBar = later("PinsBar", "overlay");
var OverviewStrip = later("OverviewStrip", "overlay");
var ROW_HEIGHT = 22;
var HEAD_HEIGHT = 22;
function TimelinePane(props) {
  return /* @__PURE__ */ a4(Pane, { ...props }, props.session ?? "");
}
function Pane(props) {
  const { session: session2, feed, filter, selected, followed, api: api2, full, act, judged, pins: pins2, compared, serverOf, openedAt, singleKeys = true, rowHeight = ROW_HEIGHT, more } = props;
  const idPrefix = session2 === null ? "together" : full ? "timeline" : "strip";
  const path = session2 === null ? "/api/timeline" : `/api/sessions/${encodeURIComponent(session2)}/timeline`;
  const whose = (row) => row.session ?? session2 ?? "";
  const given = T2(api2);
  given.current = api2;
  const pages = w3(() => new TimelinePages((path2, signal) => given.current.get(path2, signal), path), [path]);
  const keys = w3(() => new KeyReader(), []);
  const tail = useSignal(true);
  const scrollTo = useSignal(null);
  const seen2 = useSignal([0, 0]);
  const pausedAt = useSignal(null);
  const leftAt = useSignal(null);
  const menu = useSignal(null);
  const said2 = useSignal("");
  const pane = T2(null);
  const input = T2(null);
  const grid = () => pane.current?.querySelector("[role=grid]") ?? null;
  const applied = T2(null);
  const shown2 = T2(null);
  const finding = useSignal(null);
  const tabBefore = T2(null);
  const choose3 = (name, which) => {
    if (which !== null && finding.peek() === null) {
      tabBefore.current = chosenTab.peek();
      chosenTab.value = "checks";
    } else if (which === null && finding.peek() !== null && chosenTab.peek() === "checks") {
      chosenTab.value = tabBefore.current;
    }
    shown2.current = name;
    selected.value = name;
    finding.value = which;
  };
  A2(() => {
    pages.start();
    const watches = [
      x2(() => {
        const wanted = filter.value;
        if (applied.current === wanted) return;
        applied.current = wanted;
        void f2(() => pages.setFilter(wanted)).then(() => showSelected());
      }),
      x2(() => {
        const news3 = feed.value;
        if (news3) f2(() => pages.hear(news3));
      }),
      x2(() => {
        if (judged?.value != null) f2(() => pages.refresh());
      }),
      x2(() => {
        const name = selected.value;
        if (!pages.isReady.value || name === null || name === shown2.current) return;
        f2(() => choose3(name, null));
        if (!(tail.peek() && followed?.peek() === name)) f2(showSelected);
      }),
      x2(() => {
        const [before, now2] = [leftAt.peek(), { matched: pages.matched.value, seq: feed.value?.lastSeq ?? null }];
        leftAt.value = tail.value ? null : before !== null && before.seq !== null && before.seq !== now2.seq ? before : now2;
      })
    ];
    return () => {
      for (const stop of watches) stop();
      pages.stop();
    };
  }, [pages, feed, filter, selected, judged]);
  function showSelected() {
    const name = selected.peek();
    if (name === null || !pages.isReady.peek()) return;
    void pages.locate(name).then((index) => {
      if (index === null || selected.peek() !== name) return;
      const row = pages.row(index);
      if (row && nameOf3(row) !== name) choose3(nameOf3(row), null);
      scrollTo.value = index;
    });
  }
  const attempt = async (text) => {
    const isUsed = await pages.setFilter(text);
    if (isUsed) {
      applied.current = text;
      filter.value = text;
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
  const fold = (row, isFolded2 = !row.isFolded) => {
    if (row.children > 0 && isFolded2 !== row.isFolded) pages.switchFold(nameOf3(row));
  };
  const select = (index) => {
    const matched2 = pages.matched.peek();
    if (matched2 === 0) return;
    const wanted = Math.min(Math.max(index, 0), matched2 - 1);
    const row = pages.row(wanted);
    if (row) choose3(nameOf3(row), row.finding);
    scrollTo.value = wanted;
    if (!row) waitFor.current = wanted;
  };
  const waitFor = T2(null);
  pages.version.value;
  F2(() => {
    const row = waitFor.current === null ? void 0 : pages.row(waitFor.current);
    if (!row) return;
    waitFor.current = null;
    choose3(nameOf3(row), row.finding);
  }, [pages.version.value]);
  const selectedIndex = () => {
    const name = selected.peek();
    return name === null ? null : pages.indexOf(name, finding.peek());
  };
  const selectedRow2 = () => {
    const index = selectedIndex();
    return index === null ? void 0 : pages.row(index);
  };
  const say2 = (text) => said2.value = text;
  const openMenu = (row, left, top) => {
    menu.value = { row, at: { left, top } };
  };
  const menuOfChosen = () => {
    const row = selectedRow2();
    const drawn = row && document.getElementById(rowId(idPrefix, rowKey(row)));
    const box = (drawn ?? grid()?.querySelector(".tl-head"))?.getBoundingClientRect();
    if (row && box) openMenu(row, box.left + 120, box.bottom);
    return row !== void 0;
  };
  const carryOut = (key) => {
    const row = selectedRow2();
    const index = selectedIndex();
    const perPage = Math.max(1, seen2.peek()[1] - seen2.peek()[0] - 1);
    switch (key.act) {
      case "move":
        return select(index === null ? key.by > 0 ? seen2.peek()[0] : pages.matched.peek() - 1 : index + key.by);
      case "page":
        return select((index ?? seen2.peek()[0]) + key.by * perPage);
      case "first":
        return select(0);
      case "last":
        select(pages.matched.peek() - 1);
        tail.value = true;
        return;
      case "open":
        return row && act?.("open", row);
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
      case "menu":
        return menuOfChosen();
    }
  };
  const copy2 = (row, as) => void copyAs(api2, whose(row), row, as).then(say2);
  const onKeyDown = (event) => {
    const key = keys.read(event, singleKeys);
    if (key === null || key === "more") return;
    event.preventDefault();
    event.stopPropagation();
    carryOut(key);
  };
  A2(() => {
    const here2 = { menu: () => carried.current.menuOfChosen() };
    rowsOnScreen.current = here2;
    const onBody = (event) => {
      if (full && event.target === document.body && !event.defaultPrevented) carried.current.onKeyDown(event);
    };
    document.addEventListener("keydown", onBody);
    return () => {
      if (rowsOnScreen.current === here2) rowsOnScreen.current = null;
      document.removeEventListener("keydown", onBody);
    };
  }, [full]);
  const carried = T2({ menuOfChosen, onKeyDown });
  carried.current = { menuOfChosen, onKeyDown };
  const range = rangeIn(stretchOf(filter.value), rangeOf(rowsSeen(pages, seen2.value)));
  const listed = pins2 && new Set(pins2.value.map((row) => row.seq));
  const isPinned = (row) => listed?.has(row.seq) ?? row.isPinned;
  const chosen = selected.value === null ? null : keyOf(selected.value, finding.value);
  const mode2 = openedAt === void 0 && timeMode.value === "clock" ? "start" : timeMode.value;
  const look = { timeMode: mode2, openedAt, range, selected: chosen, isPinned, idPrefix, ...serverOf ? { serverOf } : {} };
  const drawRow = (index) => {
    const row = pages.row(index);
    if (!row) return /* @__PURE__ */ a4(EmptyRow, { index }, `empty-${index}`);
    return /* @__PURE__ */ a4(
      TimelineRow,
      {
        row,
        index,
        before: index > 0 && look.timeMode === "delta" ? pages.row(index - 1) : void 0,
        look,
        isBare: isBare(pages, row, index, filter.value),
        select: () => select(index),
        open: () => act?.("open", row),
        fold: () => fold(row),
        menu: (event) => {
          event.preventDefault();
          select(index);
          openMenu(row, event.clientX, event.clientY);
        }
      },
      rowKey(row)
    );
  };
  const matched = pages.matched.value;
  const isPaused = pausedAt.value !== null;
  const news2 = isPaused ? Math.max(0, (feed.value?.matched ?? 0) - (pausedAt.value ?? 0)) : 0;
  const below = !tail.value && leftAt.value !== null ? Math.max(0, matched - leftAt.value.matched) : 0;
  const active = chosen !== null && isDrawn(pages, seen2.value, chosen) ? rowId(idPrefix, chosen) : void 0;
  return /* @__PURE__ */ a4("div", { ref: pane, class: `timeline ${full ? "timeline-full" : ""} ${session2 === null ? "timeline-together" : ""}`, children: [
    /* @__PURE__ */ a4("div", { class: "tl-bar", children: [
      /* @__PURE__ */ a4("h2", { children: session2 === null ? "All servers" : "Timeline" }),
      /* @__PURE__ */ a4(
        FilterBar,
        {
          filter,
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
        /* @__PURE__ */ a4("button", { type: "button", "aria-pressed": isPaused, onClick: pause2, children: isPaused ? `Resume (${count2(news2)} new)` : "Pause" }),
        more
      ] })
    ] }),
    pages.failure.value && /* @__PURE__ */ a4("p", { class: "fault", role: "alert", children: [
      "The rows could not be read: ",
      pages.failure.value,
      " ",
      /* @__PURE__ */ a4("button", { type: "button", onClick: () => void pages.setFilter(filter.peek()), children: "Try again" })
    ] }),
    pins2 && act && pins2.value.length > 0 && /* @__PURE__ */ a4(
      PinsBar,
      {
        rows: pins2.value,
        selected: selected.value,
        filter: filter.value,
        select: (row) => {
          choose3(nameOf3(row), null);
          showSelected();
        },
        unpin: (row) => act("pin", row),
        attempt
      }
    ),
    session2 !== null && /* @__PURE__ */ a4(OverviewStrip, { session: session2, api: api2, filter, feed, attempt }),
    /* @__PURE__ */ a4("div", { class: "tl-rows", children: [
      /* @__PURE__ */ a4(
        Windowed,
        {
          count: matched,
          rowHeight,
          row: drawRow,
          label: session2 === null ? "Timeline rows of all servers" : "Timeline rows",
          role: "grid",
          className: "tl-grid",
          tail,
          scrollTo,
          onRange: (first, last) => pages.look(first, last),
          onSeen: (first, last) => seen2.value = [first, last],
          head: /* @__PURE__ */ a4(Head, { mode: timeMode, hasClock: openedAt !== void 0, hasServers: serverOf !== void 0 }),
          headHeight: HEAD_HEIGHT,
          attributes: { tabIndex: 0, "aria-rowcount": matched + 1, "aria-colcount": serverOf ? 9 : 8, "aria-activedescendant": active, onKeyDown }
        }
      ),
      !pages.isReady.value && pages.failure.value === null && /* @__PURE__ */ a4(Skeleton, { rows: 6 }),
      matched === 0 && pages.isReady.value && /* @__PURE__ */ a4(Nothing, { total: pages.total.value, filter, attempt }),
      below > 0 && /* @__PURE__ */ a4("button", { type: "button", class: "tl-new", onClick: () => tail.value = true, children: [
        count2(below),
        " new ↓"
      ] })
    ] }),
    menu.value && /* @__PURE__ */ a4(
      RowMenu,
      {
        ...{ api: api2, session: whose(menu.value.row), row: menu.value.row, filter: filter.value, attempt, act, say: say2, copy: copy2, at: menu.value.at },
        isPinned: isPinned(menu.value.row),
        compared: compared?.value ?? null,
        close: (isDone) => {
          menu.value = null;
          if (isDone) grid()?.focus();
        }
      }
    )
  ] });
}
function isDrawn(pages, seen2, key) {
  for (const row of rowsSeen(pages, seen2)) if (rowKey(row) === key) return true;
  return false;
}

// src/ui/split.tsx
var LEAST = 0.1;
var MOST2 = 0.9;
var STEP = 0.02;
function clampShare(share) {
  return Math.min(MOST2, Math.max(LEAST, Math.round(share * 1e3) / 1e3));
}
function shareAfterKey(key, share, usual) {
  if (key === "ArrowLeft" || key === "ArrowUp") return clampShare(share - STEP);
  if (key === "ArrowRight" || key === "ArrowDown") return clampShare(share + STEP);
  if (key === "Home") return LEAST;
  if (key === "End") return MOST2;
  return key === "Enter" ? usual : null;
}
function Split({ name, way, share: usual, label, first, second }) {
  const box = T2(null);
  const share = settings.value.splits[name] ?? usual;
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
    const next = shareAfterKey(event.key, share, usual);
    if (next === null) return;
    event.preventDefault();
    setSplit(name, next);
  };
  return /* @__PURE__ */ a4("div", { class: `split ${way}`, ref: box, children: [
    /* @__PURE__ */ a4("div", { class: "split-pane", style: { flexBasis: second === null ? "100%" : `${share * 100}%` }, children: /* @__PURE__ */ a4(Boundary, { place, children: first }) }),
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
          "aria-valuenow": Math.round(share * 100),
          onPointerDown: grab,
          onPointerMove: drag,
          onKeyDown: key,
          onDblClick: () => setSplit(name, usual)
        }
      ),
      /* @__PURE__ */ a4("div", { class: "split-pane", style: { flexBasis: `${(1 - share) * 100}%` }, children: /* @__PURE__ */ a4(Boundary, { place, children: second }) })
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

// src/screens/timeline.tsx
var RowDetail = later("RowDetail");
var RowComparison = later("RowComparison");
var LogLevel = later("LogLevel", "overlay");
var StatsPane = later("StatsPane");
var TestsPane = later("TestsPane");
var Together = later("Together");
function filterOf(view) {
  return view === "all" ? togetherFilter : timelineFilter;
}
function followTimelineAddress() {
  const fromAddress = x2(() => {
    const now2 = route.value;
    if (now2.screen !== "timeline") return;
    if (now2.view === "all") togetherRow.value = now2.row ?? togetherRow.peek();
    else if (now2.seq !== null) selectedRow.value = now2.seq;
    filterOf(now2.view).value = now2.filter;
  });
  const toAddress = x2(() => {
    const one = { filter: timelineFilter.value, seq: selectedRow.value, row: null };
    const all2 = { filter: togetherFilter.value, seq: null, row: togetherRow.value };
    const now2 = route.peek();
    if (now2.screen !== "timeline") return;
    const { filter, seq, row } = now2.view === "all" ? all2 : one;
    if (now2.filter !== filter || now2.seq !== seq || (now2.row ?? null) !== row) go({ ...now2, filter, seq, row }, "replace");
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
function exportRecording(state) {
  saveRecording(state).catch((thrown) => say(`the recording was not saved: ${problemOf(thrown).message}`));
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
async function again(id, row) {
  const frame = await requestFrame(id, row.seq);
  if (frame === null) {
    say("it cannot be run again: the request is no longer in the log");
    return;
  }
  const params = sliceAt(frame, ["params"]);
  const body = callBody(
    { method: row.method, params: paramsAgain(params ?? "{}") },
    { timeoutMs: null, forced: true, detached: false }
  );
  const { call } = await api.send("POST", sessionPath(id, "/calls"), body);
  const item = itemOfFrame(frame)?.ref;
  if (item !== void 0 && isAt(id, item)) go({ screen: "explore", session: id, item, run: call }, "replace");
}
function isAt(id, item) {
  const now2 = route.peek();
  return now2.screen === "explore" && now2.session === id && now2.item?.kind === item.kind && now2.item.key === item.key;
}
async function edit(id, row) {
  const frame = await requestFrame(id, row.seq);
  const found2 = frame === null ? null : itemOfFrame(frame);
  if (found2 === null) {
    say(frame === null ? "the request is no longer in the log" : "there is no form for this request");
    return;
  }
  draftOf(id, found2.ref).text.value = found2.text;
  const isThere = isAt(id, found2.ref);
  wantsFocus.value = !isThere;
  go({ screen: "explore", session: id, item: found2.ref, run: null });
  if (isThere) focusFirstField("#item-form", () => isAt(id, found2.ref));
}
var LONGEST_RAW = 2e6;
async function editRaw(id, row) {
  const frame = await requestFrame(id, row.seq);
  if (frame === null) {
    say("the request is no longer in the log");
    return;
  }
  if (frame.length > LONGEST_RAW) {
    say(`the request is too long for the panel: ${bytes(frame.length)}`);
    return;
  }
  setRawText(frame);
  if (currentId.peek() !== id) go({ screen: "timeline", session: id, seq: row.seq, filter: "" });
  rawOpen.value = true;
}
var MOMENT_NS = 5e7;
function zoomTo(row) {
  const { atNs, durationNs, status } = row;
  const stretch = durationNs !== null && durationNs > 0 ? { from: atNs, to: atNs + durationNs } : status === "pending" ? { from: atNs, to: null } : { from: Math.max(0, atNs - MOMENT_NS), to: atNs + MOMENT_NS };
  shownFilter().value = withStretch(shownFilter().peek(), stretch);
}
function actOn(id, verb, row) {
  const failed = (thrown) => say(problemOf(thrown).message);
  switch (verb) {
    case "open":
      go({ screen: "timeline", session: id, seq: row.seq, filter: looksAtAll.peek() ? "" : timelineFilter.peek() });
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
      say(choose({ session: id, row }));
      return;
    case "zoom":
      zoomTo(row);
  }
}
function Rows({ state, full }) {
  return /* @__PURE__ */ a4("section", { class: "pane", "aria-label": "Timeline", id: "pane-4", children: /* @__PURE__ */ a4(
    TimelinePane,
    {
      session: state.id,
      feed: news,
      filter: timelineFilter,
      selected: selectedRow,
      ...full ? {} : { followed: followedRow },
      api,
      full,
      act: (verb, row) => actOn(state.id, verb, row),
      judged: findingsCount,
      pins,
      compared: remembered,
      openedAt: state.openedAt,
      singleKeys: settings.value.singleKeys,
      rowHeight: settings.value.density === "cozy" ? 28 : 22,
      more: full ? null : /* @__PURE__ */ a4(StripActs, { state })
    }
  ) });
}
function StripActs({ state }) {
  return /* @__PURE__ */ a4($, { children: [
    /* @__PURE__ */ a4("button", { type: "button", title: "Save a recording of this session", onClick: () => exportRecording(state), children: "Export" }),
    /* @__PURE__ */ a4(
      "a",
      {
        class: "button",
        "aria-label": "Maximise",
        title: "Maximise (m)",
        href: formatRoute({ screen: "timeline", session: state.id, seq: selectedRow.value, filter: timelineFilter.value }),
        children: "⤢"
      }
    )
  ] });
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
function Pair() {
  const pair = comparison2.value;
  if (pair === null) return null;
  const close2 = () => {
    comparison2.value = null;
  };
  return /* @__PURE__ */ a4("section", { class: "pane detail", "aria-label": "Comparison of two rows", id: "pane-5", tabIndex: -1, children: /* @__PURE__ */ a4(RowComparison, { ...pair, api, close: close2 }) });
}
function Detail({ state, seq }) {
  if (comparison2.value !== null) return /* @__PURE__ */ a4(Pair, {});
  return /* @__PURE__ */ a4("section", { class: "pane detail", "aria-label": "Chosen row", id: "pane-5", tabIndex: -1, children: seq === null ? null : /* @__PURE__ */ a4(RowDetail, { session: state.id, seq, api }) });
}
var VIEWS = [
  { name: "rows", label: "Rows" },
  { name: "stats", label: "Statistics" }
];
function viewsNow() {
  const saved = script.value.steps.length;
  const all2 = serversNow().size > 1 ? [{ name: "all", label: "All servers" }] : [];
  return [...VIEWS, { name: "steps", label: saved === 0 ? "Steps" : `Steps ${saved}` }, ...all2];
}
function serversNow() {
  return labelsOf((summaries.value ?? []).filter((one) => one.origin !== "recording"));
}
function Timeline({ state }) {
  const now2 = route.value;
  const view = (now2.screen === "timeline" ? now2.view : void 0) ?? "rows";
  const setView = (next) => {
    if (now2.screen !== "timeline") return;
    const chosen = next === "all" ? { seq: null, row: togetherRow.peek() } : { seq: selectedRow.peek(), row: null };
    go({ ...now2, ...chosen, filter: filterOf(next).peek(), view: next });
  };
  const seq = selectedRow.value;
  return /* @__PURE__ */ a4("div", { class: "timeline-screen", children: [
    /* @__PURE__ */ a4("div", { class: "bar-line", children: [
      /* @__PURE__ */ a4(Tabs, { tabs: viewsNow(), chosen: view, choose: setView, label: "Views of the timeline", idPrefix: "timeline" }),
      /* @__PURE__ */ a4("span", { class: "spring" }),
      state.origin === "recording" || !hasCapability(state, "logging") ? null : /* @__PURE__ */ a4(LogLevel, { state, label: "Log level" }, state.id),
      /* @__PURE__ */ a4(Button, { onClick: () => exportRecording(state), children: "Save recording" })
    ] }),
    /* @__PURE__ */ a4("div", { class: "fill", id: "timeline-panel", role: "tabpanel", "aria-labelledby": `timeline-tab-${view}`, children: view === "all" ? /* @__PURE__ */ a4(
      Together,
      {
        servers: serversNow(),
        places: new Map((summaries.value ?? []).map((one) => [one.id, visible(one.place)])),
        feed: togetherNews,
        filter: togetherFilter,
        selected: togetherRow,
        api,
        act: (verb, row) => actOn(row.session ?? state.id, verb, row),
        compared: remembered,
        open: (session2, seq2) => go({ screen: "timeline", session: session2, seq: seq2, filter: "" }),
        instead: comparison2.value === null ? null : /* @__PURE__ */ a4(Pair, {}),
        singleKeys: settings.value.singleKeys,
        rowHeight: settings.value.density === "cozy" ? 28 : 22
      }
    ) : view === "steps" ? /* @__PURE__ */ a4(TestsPane, { state }) : view === "stats" ? /* @__PURE__ */ a4(
      StatsPane,
      {
        session: state.id,
        api,
        feed: news,
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

// src/store/typed-field.ts
var NOTHING = { line: "", form: "" };
var MARK = "";
var REST_MS3 = 300;
var typedCame = y2(false);
var there = null;
var here = {};
var timer2 = null;
function read(text) {
  const [, line, form] = /^([^]*)\u001e(\{[^]*\})$/.exec(text) ?? [];
  return line === void 0 || form === void 0 ? { line: text, form: "" } : { line, form };
}
function takeTyped(text) {
  there = read(text);
}
function typedLine() {
  return here.line ?? there?.line ?? "";
}
function typedForm() {
  return here.form ?? there?.form ?? "";
}
function keepLine(text) {
  if (text !== typedLine()) keep2({ line: text });
}
function keepForm(text) {
  if (text !== typedForm()) keep2({ form: text });
}
function keep2(part) {
  here = { ...here, ...part };
  if (timer2 !== null) clearTimeout(timer2);
  timer2 = setTimeout(() => void send3(), REST_MS3);
}
async function send3() {
  timer2 = null;
  const newest = await api.get("/api/targets/recent").catch(() => null);
  put(newest === null ? there : read(newest.typed ?? ""), false);
}
function put(below, keepalive) {
  const { line, form } = { ...below ?? NOTHING, ...here };
  there = { line, form };
  here = {};
  const text = form === "" ? line : `${line}${MARK}${form}`;
  request("PUT", "/api/targets/typed", { body: JSON.stringify({ text }), keepalive }).catch(() => void 0);
}
function keepTyped() {
  addEventListener("pagehide", () => {
    if (Object.keys(here).length > 0) put(there, true);
  });
}

// src/store/typed-lines.ts
var lines = [];
var opened = /* @__PURE__ */ new Map();
function rememberTyped(session2, typed) {
  lines = [typed.text, ...lines.filter((one) => one !== typed.text)];
  if (session2 !== null) opened.set(session2, typed);
}
function typedFor(session2) {
  return opened.get(session2) ?? null;
}
function recalled(now2, by, recent2) {
  const all2 = [.../* @__PURE__ */ new Set([...lines, ...recent2.flatMap((one) => one.text ?? [])])];
  const at = all2.indexOf(now2);
  if (at < 0 && now2 !== "") return null;
  return by === "older" ? all2[at + 1] ?? null : at < 0 ? null : all2[at - 1] ?? "";
}

// src/store/connecting.ts
var NO_EXTRAS = { era: "auto", env: {}, cwd: "", headers: {} };
var CONCURRENCY = 16;
var pasted = y2("");
var extras = y2(NO_EXTRAS);
var cleared = y2(0);
var named2 = y2(null);
var understood = y2(null);
var connectProblem = y2(null);
var busy = y2(false);
var found = y2(null);
var recent = y2(null);
var configured = y2(null);
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
function fitsIn(text) {
  const isAddress = /^\s*https?:\/\//i.test(text);
  return { process: !isAddress, address: isAddress || /^\s*\{/.test(text) };
}
function targetOf2(text, server) {
  const { env, cwd, headers: headers2 } = extras.peek();
  const { process, address } = fitsIn(text);
  const some = (all2) => Object.keys(all2).length > 0;
  const target = {
    text,
    ...server === void 0 ? {} : { server },
    ...process && some(env) ? { env } : {},
    ...process && cwd !== "" ? { cwd } : {},
    ...address && some(headers2) ? { headers: headers2 } : {}
  };
  return { target };
}
function eraWanted() {
  const { era } = extras.peek();
  return era === "auto" ? null : era;
}
var LONGEST_LINE = 1e4;
function hasOpenQuote(line) {
  if (line.length > LONGEST_LINE || /^\s*\{/.test(line)) return false;
  const rest2 = line.replace(/\\[^]|'[^']*'|"(?:\\[^]|[^"\\])*"|(?<=^|[\t \n])#[^\n]*/g, "");
  return /['"]/.test(rest2);
}
async function connectPasted() {
  const text = pasted.peek().trim();
  if (text === "" || busy.peek()) return;
  connectProblem.value = null;
  if (text === named2.peek()?.place && extras.peek() === NO_EXTRAS) {
    if (await openSession({ target: { named: true } })) clearField();
    return;
  }
  if (hasOpenQuote(text)) {
    understood.value = null;
    connectProblem.value = new Problem({
      code: "INVALID_CONFIG",
      message: "a quote is opened and never closed",
      hint: "close the quote, or put a backslash before it",
      helpUrl: "/docs/errors/invalid-config"
    });
    return;
  }
  busy.value = true;
  try {
    const answer2 = await api.send("POST", "/api/targets/read", JSON.stringify({ text }));
    understood.value = answer2;
    const only = answer2.servers.length === 1 ? answer2.servers[0] : void 0;
    if (only !== void 0 && only.problem === null && await openSession(targetOf2(text), eraWanted())) {
      rememberTyped(sessionOf(route.peek()), { text, extras: extras.peek() });
      clearField();
    }
  } catch (thrown) {
    understood.value = null;
    connectProblem.value = problemOf(thrown);
  } finally {
    busy.value = false;
  }
}
function clearField() {
  fill("", NO_EXTRAS);
}
function fill(text, besides) {
  pasted.value = text;
  understood.value = null;
  extras.value = besides;
  cleared.value += 1;
}
function editLine(text, besides = NO_EXTRAS) {
  fill(text, besides);
  connectProblem.value = null;
  go({ screen: "connect" });
}
function connectNamed(server) {
  return openSession(targetOf2(pasted.peek().trim(), server), eraWanted());
}
function isKept(server) {
  return server.text !== null || server.from !== null;
}
async function connectAgain(server) {
  if (isKept(server)) {
    await openSession({ target: { recent: server.id } });
    return;
  }
  pasted.value = server.place;
  go({ screen: "connect" });
}
async function forgetRecent(server) {
  try {
    await api.send("DELETE", `/api/targets/recent/${encodeURIComponent(server.id)}`);
  } catch (thrown) {
    connectProblem.value = problemOf(thrown);
  }
  await loadPlaces();
}
async function loadPlaces() {
  const [places, used, file] = await Promise.allSettled([
    api.get("/api/targets/found"),
    api.get("/api/targets/recent"),
    api.get("/config")
  ]);
  if (places.status === "fulfilled") found.value = places.value.places;
  if (used.status === "fulfilled") {
    recent.value = used.value.recent;
    named2.value = used.value.named;
    if (!typedCame.peek()) {
      takeTyped(used.value.typed);
      fillField(used.value.named);
    }
  }
  if (file.status === "fulfilled") configured.value = file.value;
  typedCame.value = true;
}
function fillField(given) {
  const isOpen = (summaries.peek() ?? []).some((one) => one.place === given?.place);
  const typed = typedLine();
  if (pasted.peek() === "") pasted.value = typed !== "" ? typed : given === null || isOpen ? "" : given.place;
}
function keepField() {
  keepTyped();
  return x2(() => keepLine(pasted.value));
}
function startDemo() {
  return openSession({ target: { demo: true } });
}

// src/store/doctor-shown.ts
function worked(state) {
  return state.server !== null;
}
function isShown(state, fault) {
  if (!draftsCame(state.id)) return false;
  const chosen = noteOf(state.id, `doctor:${fault.code}`, "told").value;
  return chosen === "" ? !worked(state) : chosen === "shown";
}
function choose2(state, fault, choice) {
  noteOf(state.id, `doctor:${fault.code}`, "told").value = choice;
}

// src/store/changes.ts
var fetched = y2(null);
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
  let newest = 0;
  return x2(() => {
    const wanted = version2.value;
    const id = session.peek()?.id;
    if (wanted === "" || id === void 0) return;
    newest += 1;
    const mine = newest;
    api.get(sessionPath(id, "/changes")).then(
      (changes) => {
        if (mine === newest) fetched.value = { session: id, changes };
      },
      // The next change of a list asks again.
      () => void 0
    );
  });
}
function newsOf(changes, kind, key) {
  const list2 = changes?.[kind];
  if (list2 == null) return null;
  if (list2.added.includes(key)) return "new";
  return list2.changed.some((one) => one.name === key) ? "changed" : null;
}
function changeCount(changes) {
  if (changes === null) return 0;
  return KINDS.reduce((sum, kind) => {
    const list2 = changes[kind];
    return list2 === null ? sum : sum + list2.added.length + list2.removed.length + list2.changed.length;
  }, 0);
}

// src/ui/json-tokens.ts
var DEEPEST_INDENT = 64;
var SPACE = /[ \t\r\n]+/y;
var NUMBER = /-?[0-9][0-9.eE+-]*/y;
var LITERAL = /(?:true|false|null)(?![A-Za-z0-9_])/y;
var OTHER = /[^ \t\r\n{}[\],:"]+/y;
function tokensOf(text, start2 = 0, end = text.length, inString = false) {
  const tokens = [];
  let at = start2;
  const take3 = (kind, until) => {
    const stop = Math.min(until, end);
    if (stop > at) tokens.push({ kind, text: text.slice(at, stop) });
    at = stop;
  };
  if (inString) take3("string", endOfString(text, at, end));
  while (at < end) {
    const char = text[at];
    if (char === '"') {
      const close2 = endOfString(text, at + 1, end);
      take3(isFollowedByColon(text, close2, end) ? "key" : "string", close2);
    } else if (char === void 0 || "{}[],:".includes(char)) {
      take3("punctuation", at + 1);
    } else {
      const [kind, until] = wordAt(text, at);
      take3(kind, until);
    }
  }
  return tokens;
}
function wordAt(text, at) {
  const candidates = [
    ["space", SPACE],
    ["number", NUMBER],
    ["literal", LITERAL],
    ["other", OTHER]
  ];
  for (const [kind, pattern] of candidates) {
    pattern.lastIndex = at;
    if (pattern.test(text)) return [kind, pattern.lastIndex];
  }
  return ["other", at + 1];
}
function endOfString(text, at, end) {
  for (let index = at; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code === 92) index++;
    else if (code === 34) return index + 1;
  }
  return end;
}
function isFollowedByColon(text, at, end) {
  SPACE.lastIndex = at;
  const next = SPACE.test(text) ? SPACE.lastIndex : at;
  return next < end && text[next] === ":";
}
function linesOf(text, longest) {
  const lines2 = [];
  let start2 = 0;
  let inString = false;
  let escaped = false;
  let startsInString = false;
  let continued = false;
  const push = (end, goesOn) => {
    lines2.push({ start: start2, end, inString: startsInString, continued });
    continued = goesOn;
  };
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 10) {
      push(index, false);
      start2 = index + 1;
      inString = false;
      escaped = false;
      startsInString = false;
      continue;
    }
    const isMiddleOfPair = code >= 56320 && code <= 57343;
    const isEscaped = escaped;
    if (index - start2 >= longest && !isMiddleOfPair && !isEscaped) {
      push(index, true);
      start2 = index;
      startsInString = inString;
    }
    escaped = inString && code === 92 && !isEscaped;
    if (code === 34 && !isEscaped) inString = !inString;
  }
  push(text.length, false);
  return lines2;
}
function prettyOf(text) {
  const out = [];
  let depth = 0;
  let afterOpen = false;
  const newLine = (level) => {
    if (level <= DEEPEST_INDENT) out.push("\n", "  ".repeat(level));
  };
  for (const token of tokensOf(text)) {
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

// src/apps/mode.ts
var mode = y2("inline");

// src/ui/json-fault.ts
var SPACE2 = /[ \t\r\n]*/y;
var ESCAPE2 = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
var NUMBER2 = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
var LITERAL2 = /true|false|null/y;
function isJsonNumber(text) {
  return matchAt(NUMBER2, text, 0) === text.length && text !== "";
}
function jsonFault(text) {
  const found2 = walk(text, () => {
  });
  return found2 === null ? null : { message: found2.message, ...placeOf3(text, found2.at) };
}
function elementsOf(text) {
  const elements = [];
  let start2 = -1;
  let isArray = false;
  const fault = walk(text, (event, at, depth) => {
    if (event === "open" && depth === 1) {
      isArray = text[at] === "[";
      start2 = at + 1;
    } else if ((event === "comma" || event === "close") && depth === 1 && isArray) {
      const element = text.slice(start2, at).trim();
      if (element !== "") elements.push(element);
      start2 = at + 1;
    }
  });
  return fault === null && isArray ? elements : null;
}
function walk(text, visit) {
  const closers = [];
  let at = skip(text, 0);
  let expects = "value";
  for (; ; ) {
    if (closers.length === 0 && expects === "comma") {
      return at < text.length ? { message: `expected the end, found ${shown(text, at)}`, at } : null;
    }
    const char = text[at];
    const closer = closers.at(-1);
    const mayClose = expects === "comma" || expects === "value or ]" || expects === "key or }";
    if (mayClose && char !== void 0 && char === closer) {
      visit("close", at, closers.length);
      closers.pop();
      expects = "comma";
      at = skip(text, at + 1);
    } else if (expects === "comma") {
      if (char !== ",") return { message: `expected \`,\` or \`${closer}\`, found ${shown(text, at)}`, at };
      visit("comma", at, closers.length);
      expects = closer === "}" ? "key" : "value";
      at = skip(text, at + 1);
    } else if (expects === "key" || expects === "key or }") {
      const end = stringAt(text, at);
      if (end < 0) return { message: `expected a name in double quotes, found ${shown(text, at)}`, at };
      at = skip(text, end);
      if (text[at] !== ":") return { message: `expected \`:\`, found ${shown(text, at)}`, at };
      at = skip(text, at + 1);
      expects = "value";
    } else if (char === "{" || char === "[") {
      closers.push(char === "{" ? "}" : "]");
      visit("open", at, closers.length);
      expects = char === "{" ? "key or }" : "value or ]";
      at = skip(text, at + 1);
    } else {
      const end = Math.max(stringAt(text, at), matchAt(NUMBER2, text, at), matchAt(LITERAL2, text, at));
      if (end < 0) return { message: faultOfValue(text, at), at };
      at = skip(text, end);
      expects = "comma";
    }
  }
}
function faultOfValue(text, at) {
  if (text[at] === '"') return "this string has no end on its line, or an escape that JSON does not know";
  return `expected a value, found ${shown(text, at)}`;
}
function shown(text, at) {
  if (at >= text.length) return "the end of the text";
  const word = /^(?:[A-Za-z0-9_'-]{1,20}|.)/su.exec(text.slice(at, at + 24))?.[0] ?? "";
  return `\`${word}\``;
}
function stringAt(text, at) {
  if (text.charCodeAt(at) !== 34) return -1;
  for (let index = at + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 34) return index + 1;
    if (code < 32) return -1;
    if (code !== 92) continue;
    const end = matchAt(ESCAPE2, text, index);
    if (end < 0) return -1;
    index = end - 1;
  }
  return -1;
}
function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
function skip(text, at) {
  return Math.max(at, matchAt(SPACE2, text, at));
}
function placeOf3(text, at) {
  const before = text.slice(0, at);
  const line = before.split("\n").length;
  return { line, column: at - (before.lastIndexOf("\n") + 1) + 1 };
}
function indexOf(text, line, column) {
  let start2 = 0;
  for (let passed = 1; passed < line; passed++) {
    const next = text.indexOf("\n", start2);
    if (next < 0) break;
    start2 = next + 1;
  }
  return Math.min(text.length, start2 + Math.max(0, column - 1));
}

// src/ui/folds.ts
var NOTHING_FOLDED = { all: false, folded: /* @__PURE__ */ new Set(), open: /* @__PURE__ */ new Set() };
var ALL_FOLDED = { all: true, folded: /* @__PURE__ */ new Set(), open: /* @__PURE__ */ new Set() };
function withFold(folds, number, fold) {
  const folded = new Set(folds.folded);
  const open = new Set(folds.open);
  folded.delete(number);
  open.delete(number);
  (fold ? folded : open).add(number);
  return { all: folds.all, folded, open: folds.all ? open : /* @__PURE__ */ new Set() };
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
function blocksOf(text, lines2) {
  const ends = [];
  const open = [];
  let inString = false;
  for (const [number, line] of lines2.entries()) {
    inString = line.inString;
    for (let at = line.start; at < line.end; at++) {
      const code = text.charCodeAt(at);
      if (inString) {
        if (code === 92) at++;
        else if (code === 34) inString = false;
      } else if (code === 34) {
        inString = true;
      } else if (code === 123 || code === 91) {
        open.push(number);
      } else if (code === 125 || code === 93) {
        const opened2 = open.pop();
        if (opened2 !== void 0 && opened2 < number) ends[opened2] = number;
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

// src/ui/json-line.tsx
var LINE_HEIGHT = 18;
function Tokens({ tokens }) {
  return /* @__PURE__ */ a4($, { children: tokens.map(
    (token) => token.kind === "space" || token.kind === "punctuation" ? token.text : /* @__PURE__ */ a4("span", { class: `json-${token.kind}`, children: token.text })
  ) });
}

// src/ui/doc-view.tsx
var DocSearch = later("DocSearch", "overlay");
var FOLDERS = /* @__PURE__ */ new WeakMap();
var DOCUMENTS = ".big-doc, .json-short";
function foldOnScreen() {
  const panes = [document.activeElement?.closest('[id^="pane-"]'), document.querySelector("#pane-3"), document];
  const drawn = panes.map((pane) => pane?.querySelector(DOCUMENTS)).find((one) => one != null);
  const fold = drawn == null ? void 0 : FOLDERS.get(drawn);
  fold?.();
  return fold !== void 0;
}
var PAGE2 = 20;
var LETTERS3 = { j: "ArrowDown", k: "ArrowUp", G: "End" };
function letterMoves(key) {
  return (settings.peek().singleKeys ? LETTERS3[key] : void 0) ?? key;
}
function DocView({ doc, label, isShort = false, head }) {
  const version2 = useSignal(0);
  const fault = useSignal(null);
  const scrollTo = useSignal(null);
  const found2 = useSignal(null);
  const match = useComputed(() => found2.value?.lines[found2.value.at] ?? null);
  const cursor = useSignal(0);
  const searchField = T2(null);
  const lastG = T2(false);
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
    scrollTo.value = 0;
    refold(isAnythingFolded(doc.folds) ? NOTHING_FOLDED : ALL_FOLDED);
  };
  const latest = T2(foldAll);
  latest.current = foldAll;
  const root = T2(null);
  A2(() => {
    fault.value = null;
    found2.value = null;
    cursor.value = 0;
    version2.value++;
    load3(0, 0);
  }, [doc]);
  F2(() => {
    if (root.current) FOLDERS.set(root.current, () => latest.current());
  }, [doc]);
  const move = (place) => {
    cursor.value = Math.min(Math.max(place, 0), Math.max(0, (doc.total ?? 1) - 1));
    scrollTo.value = cursor.value;
    if (isShort) document.getElementById(`${id}-${cursor.value}`)?.scrollIntoView({ block: "nearest" });
  };
  const fold = (line, isWanted) => refold(withFold(doc.folds, line.number, isWanted));
  const show2 = async (number) => {
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
    if (ctrl || event.altKey || event.shiftKey && event.key !== "G") return;
    const line = doc.line(cursor.peek());
    const isDoubleG = event.key === "g" && lastG.current;
    lastG.current = event.key === "g" && !isDoubleG;
    const moves = {
      ArrowDown: cursor.peek() + 1,
      ArrowUp: cursor.peek() - 1,
      PageDown: cursor.peek() + PAGE2,
      PageUp: cursor.peek() - PAGE2,
      Home: 0,
      End: (doc.total ?? 1) - 1
    };
    const to = isDoubleG && settings.peek().singleKeys ? 0 : moves[letterMoves(event.key)];
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
        found: found2,
        field: searchField,
        show: (number) => show2(number).catch(fail),
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
        scrollTo,
        onRange: load3,
        className: "json json-long",
        attributes: tree,
        head
      }
    )
  ] });
}

// src/ui/doc.ts
function levelOf(line) {
  const blanks = /^ */.exec(line)?.[0].length ?? 0;
  return Math.floor(blanks / 2) + 1;
}

// src/ui/doc-local.ts
var MOST_MATCHES = 1e3;
var LocalDoc = class {
  /** Lines of more than `longest` letters are cut. */
  constructor(text, longest) {
    this.text = text;
    this.lines = linesOf(text, longest);
    this.blocks = blocksOf(text, this.lines);
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
  /** Folds the blocks that begin with such a line. */
  foldLike(opening) {
    const isLike = (number) => {
      const line = this.lines[number];
      return line !== void 0 && opening.test(this.text.slice(line.start, line.end));
    };
    this.setFolds({ ...NOTHING_FOLDED, folded: new Set([...this.blocks.keys()].filter(isLike)) });
    return this;
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
    const matches = [];
    const all2 = this.text.toLowerCase();
    const needle = wanted.toLowerCase();
    let at = this.lines[from]?.start ?? all2.length;
    let number = from;
    while (needle !== "" && matches.length <= MOST_MATCHES) {
      const found2 = all2.indexOf(needle, at);
      if (found2 < 0) break;
      while ((this.lines[number + 1]?.start ?? Infinity) <= found2) number++;
      matches.push(number);
      at = Math.max(found2 + 1, this.lines[number + 1]?.start ?? all2.length);
    }
    const more = matches.length > MOST_MATCHES;
    return Promise.resolve({ matches: matches.slice(0, MOST_MATCHES), more });
  }
  stop() {
  }
};

// src/ui/json.tsx
var BigDoc = later("BigDoc");
var SHORT = 8 * 1024;
var MOST_COLUMNS = 400;
var LEAST_COLUMNS = 24;
var SIDE = 10;
var GUTTER = 14;
function JsonText({ text, label = "JSON", folded }) {
  return text.length <= SHORT ? /* @__PURE__ */ a4(ShortText, { ...{ text, label, folded } }) : /* @__PURE__ */ a4(LongText, { ...{ text, label, folded } });
}
function docOf(text, columns, folded) {
  const doc = new LocalDoc(text, columns);
  return folded === void 0 ? doc : doc.foldLike(folded);
}
function PrettyJson({ text, ...others }) {
  const laidOut = w3(() => jsonFault(text) === null ? prettyOf(text) : text, [text]);
  return /* @__PURE__ */ a4(JsonText, { text: laidOut, ...others });
}
function ShortText({ text, label = "", folded }) {
  const doc = w3(() => docOf(text, Number.POSITIVE_INFINITY, folded), [text, folded]);
  const tokens = w3(() => tokensOf(text), [text]);
  if (doc.canFold) return /* @__PURE__ */ a4(DocView, { doc, label, isShort: true });
  return (
    // Focusable, so that it can be scrolled by keys.
    /* @__PURE__ */ a4("pre", { class: "json", role: "group", "aria-label": label, tabIndex: 0, children: /* @__PURE__ */ a4(Tokens, { tokens }) })
  );
}
function LongText({ text, label = "", folded }) {
  const [columns, ruler] = useColumns();
  const doc = w3(() => docOf(text, columns, folded), [text, columns, folded]);
  const head = /* @__PURE__ */ a4("span", { ref: ruler, class: "json-ruler", "aria-hidden": "true" });
  return /* @__PURE__ */ a4(DocView, { doc, label, head });
}
function useColumns() {
  const ruler = T2(null);
  const [columns, setColumns] = d3(MOST_COLUMNS);
  F2(() => {
    const around = ruler.current?.parentElement;
    if (!around) return;
    const measure = () => {
      const letter = (ruler.current?.getBoundingClientRect().width ?? 0) / 100;
      const room = around.clientWidth - 2 * SIDE - GUTTER - letter;
      if (letter > 0 && room > 0) setColumns(Math.min(MOST_COLUMNS, Math.max(LEAST_COLUMNS, Math.floor(room / letter) - 1)));
    };
    measure();
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(around);
    return () => observer.disconnect();
  }, []);
  return [columns, ruler];
}

// src/explore/running.ts
var heldBack = y2(null);
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
function unsendable(text) {
  const trimmed3 = text.trim();
  return trimmed3 === "" || valueOf(trimmed3) !== void 0 ? null : "the arguments are not JSON: correct them in the JSON view";
}
function readChosen(id, ref) {
  const state = session.peek();
  if (ref.kind === "resource" && state?.id === id && state.phase === "ready") void runItem(id, ref, true);
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
  const text = draft.text.peek();
  const meta = draft.meta.peek().trim();
  const broken = unsendable(text) !== null || unsendable(meta) !== null;
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
      sent2 = { kind: "template", key: await expanded(ref.key, text) };
    } catch (thrown) {
      say(problemOf(thrown).message);
      return;
    }
  }
  const call = await start(id, ref, compose(sent2, text, meta === "" ? null : meta, draft.asTask.peek() === true), text, options);
  const now2 = route.peek();
  const stillThere = now2.screen === "explore" && now2.session === id && now2.item?.kind === ref.kind && now2.item.key === ref.key;
  if (stillThere) go({ screen: "explore", session: id, item: ref, run: call }, "replace");
}
function shownRun(id, ref, call) {
  const chosen = call === null ? null : findRun(id, call);
  if (chosen !== null) return chosen;
  const mine = runsOf(runs.value, id, ref);
  return mine.at(-1) ?? null;
}
function neighbour(id, ref, shown2, by) {
  const mine = runsOf(runs.value, id, ref);
  const at = shown2 === null ? mine.length : mine.findIndex((run) => run.call === shown2.call);
  return mine[at + by] ?? null;
}

// src/inbox/reach.ts
var DRAWER_ID = "inbox";
function focusDrawer(ask = null) {
  const card = `#${DRAWER_ID} .card${ask === null ? ":not(.over)" : `[data-ask="${ask}"]`}`;
  requestAnimationFrame(() => {
    const drawer = document.getElementById(DRAWER_ID);
    if (waiting.peek().length === 0) (drawer?.querySelector(".elsewhere a") ?? drawer)?.focus();
    else
      focusFirstField(
        card,
        () => drawerOpen.peek(),
        () => drawer?.querySelector(".card button")?.focus()
      );
  });
}
function goToAsk(ask) {
  drawerOpen.value = true;
  focusDrawer(ask);
}

// src/explore/comparable.ts
function nothingOf(run) {
  switch (run.state.is) {
    case "sending":
    case "running":
      return "it is still running";
    case "failed":
      return "it was not sent";
    case "unread":
      return "what came of it could not be fetched";
    case "known":
      return run.row?.status === "cancelled" || run.row?.status === "expired" || run.row?.status === "lost" || run.row?.status === "not-sent" ? `it was ${run.row.status.replace("-", " ")}` : null;
    case "ended": {
      const { result, error, answer: answer2, gone, outcome } = run.state.end;
      if (result !== null || error !== null || answer2 !== null) return null;
      return gone || outcome === "answered" ? "what came back is no longer kept" : `it was ${outcome}`;
    }
  }
}
var wantedFor = y2(null);
function keyOf3(run) {
  return `${run.session} ${run.call}`;
}
function wantComparison(run) {
  wantedFor.value = keyOf3(run);
}
function showsComparison(run, before) {
  if (before === null) return false;
  return nothingOf(run) === null && nothingOf(before) === null || wantedFor.peek() === keyOf3(run);
}

// src/store/verdicts.ts
var MOST3 = 100;
var verdicts = y2(/* @__PURE__ */ new Map());
function keyOf4(run) {
  return `${run.session} ${run.call}`;
}
function judgedOf(run) {
  return verdicts.value.get(keyOf4(run)) ?? { is: "judging" };
}
function setJudged(run, judged) {
  const next = [...verdicts.peek()].filter(([key]) => key !== keyOf4(run));
  verdicts.value = new Map([...next.slice(1 - MOST3), [keyOf4(run), judged]]);
}
function verdictMark(judged) {
  if (judged.is !== "judged") return "";
  return judged.errors.length === 0 ? " ✓ schema" : " ✗ schema";
}

// src/ui/ticking.ts
var now = y2(Date.now());
var watchers = 0;
var timer3 = null;
function useNow(moves = true) {
  A2(() => {
    if (!moves) return void 0;
    watchers += 1;
    now.value = Date.now();
    timer3 ??= setInterval(() => {
      now.value = Date.now();
    }, 250);
    return () => {
      watchers -= 1;
      if (watchers === 0 && timer3 !== null) {
        clearInterval(timer3);
        timer3 = null;
      }
    };
  }, [moves]);
  return moves ? now.value : now.peek();
}

// src/explore/run-words.ts
function runWords(run) {
  if (run.state.is === "failed") return "not sent";
  if (run.state.is === "ended") {
    const { end } = run.state;
    const how2 = end.outcome !== "answered" ? end.outcome === "refused" ? "error" : end.outcome : end.toolError ? "tool error" : "OK";
    return `${duration(tookNs(run, end))} ${how2}`;
  }
  const row = run.row;
  if (row === null) return "";
  const how = row.status === "ok" ? "OK" : row.status === "tool-error" ? "tool error" : row.status ?? "";
  return row.durationNs === null ? how : `${duration(row.durationNs)} ${how}`;
}

// src/store/editing.ts
var editPlace2 = O(() => route.value.screen === "connect" ? route.value.editing ?? null : null);
var editing = O(() => {
  const place = editPlace2.value;
  if (place === null || !typedCame.value) return null;
  if (place.act === "add") return { act: "add", server: null };
  const server = configured.value?.servers.find((one) => one.id === place.server);
  return server === void 0 ? null : { act: place.act, server };
});
function startEditing(server, act) {
  go({ screen: "connect", editing: { act, server: server?.id ?? null } });
}
function stopEditing() {
  keepForm("");
  if (editPlace2.peek() !== null) go({ screen: "connect" }, "replace");
}

// src/store/comparing.ts
var LISTS2 = ["tools", "resources", "templates", "prompts"];
function sideBody(side) {
  if (side === null || side.what === null) return null;
  return JSON.stringify(
    typeof side.what === "number" ? { session: side.session, row: side.what } : { session: side.session, list: side.what }
  );
}
function counterpart(side, others) {
  if (typeof side.what === "number") return { session: side.session, what: null };
  return { session: others.find((one) => one !== side.session) ?? side.session, what: side.what };
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

// src/shell/connect-steps.tsx
function ConnectSteps({ of }) {
  const now2 = sessionNow(of, useNow(of.connecting.length > 0));
  return /* @__PURE__ */ a4("span", { class: "connect-steps", children: of.connecting.map(({ step, sinceNs, tookNs: tookNs2 }) => /* @__PURE__ */ a4("span", { class: tookNs2 === null ? "" : "muted", children: [
    step,
    " ",
    duration(tookNs2 ?? Math.max(0, now2 - sinceNs)),
    tookNs2 === null ? "…" : ""
  ] }, step)) });
}

// src/text/era.ts
var FIRST_MODERN = "2026-07-28";
function withEra(revision) {
  if (revision === null || revision === "") return null;
  return `${revision} · ${revision >= FIRST_MODERN ? "modern" : "legacy"} era`;
}

export {
  $,
  x,
  Q,
  U,
  d3 as d,
  _3 as _,
  A2 as A,
  F2 as F,
  T2 as T,
  w3 as w,
  b2 as b,
  j3 as j,
  P2 as P,
  f2 as f,
  y2 as y,
  O,
  x2,
  useSignal,
  useComputed,
  plain,
  Problem,
  problemOf,
  problemOfFault,
  helpPath,
  keptSignal,
  oneOfWords,
  tokenInFragment,
  keepToken,
  keptToken,
  hasToken,
  takeToken,
  request,
  api,
  formApi,
  sessionPath,
  sliceAt,
  rangeAt,
  objectText,
  valueOf,
  wantsFocus,
  focusFirstField,
  listenToActs,
  cardGoes,
  duration,
  elapsed,
  bytes,
  timeOfDay,
  ago,
  count,
  rowsFor,
  visible,
  SOME_LINES,
  ONE_LINE,
  brief,
  briefJson,
  serverTitle,
  serverVersion,
  serverIdentity,
  capabilitiesOf,
  hasCapability,
  perServer,
  RESULT_TABS,
  rowOfName,
  formatRoute,
  route,
  go,
  followAddress,
  screenRoute,
  selectedRow,
  followedRow,
  looksAtAll,
  chosenRow,
  chooseNoRow,
  shownFilter,
  rememberExplored,
  serverInMind,
  otherServer,
  routeTo,
  settings,
  loadSettings,
  keepSettings,
  change,
  nextTheme,
  isDark,
  applySettings,
  reach,
  summaries,
  configRevision,
  session,
  news,
  togetherNews,
  openFault,
  missing,
  currentId,
  summary,
  backendGone,
  isLost,
  startWatching,
  sessionNow,
  openedAfterAll,
  command,
  close,
  KINDS,
  catalogProblem,
  seenCatalogs,
  catalog,
  followLists,
  refreshLists,
  listOf,
  refOf,
  findItem,
  fetchDetail,
  nameOf,
  isComing,
  whyEmpty,
  childPointer,
  parentPointer,
  sibling,
  pathOf,
  fieldId,
  REFUSED,
  FormEngine,
  unkept2 as unkept,
  elsewhere,
  settle,
  draftsCame,
  draftOf,
  draftNamed,
  noteOf,
  LARGEST,
  followDrafts,
  schemaOf,
  hasForm,
  expanded,
  completionBody,
  textOfRequest,
  requestFrame,
  targetOf,
  WHOLE_RESULT_BYTES,
  runs,
  runsOf,
  hasStructured,
  hasMoreThanText,
  tookNs,
  load,
  recall,
  findRow,
  abort,
  timelineVersion,
  drawerOpen,
  answerProblems,
  causes,
  waiting,
  waitingElsewhere,
  waitingInAll,
  whatWaits,
  askKey,
  paramsText,
  answer,
  ended2 as ended,
  putAway,
  followAsks,
  addRule,
  removeRule,
  ruleSays,
  samplingResult,
  labelsOf,
  KEYS,
  routeKey,
  takesText,
  a4 as a,
  isMac,
  Button,
  Keys,
  ProblemBlock,
  Bar,
  Skeleton,
  tokensOf,
  prettyOf,
  mode,
  version,
  loadVersion,
  isJsonNumber,
  jsonFault,
  elementsOf,
  indexOf,
  said,
  say,
  forgetSaid,
  copy,
  fileName,
  download,
  Menu,
  levelOf,
  NOTHING_FOLDED,
  foldQuery,
  TALLEST,
  Windowed,
  foldOnScreen,
  DocView,
  BigDoc,
  JsonText,
  PrettyJson,
  heldBack,
  formOnScreen,
  isHeldBack,
  unsendable,
  readChosen,
  runItem,
  shownRun,
  neighbour,
  DRAWER_ID,
  focusDrawer,
  goToAsk,
  nothingOf,
  wantComparison,
  showsComparison,
  time,
  count2,
  framing,
  paletteOpen,
  firstKey,
  keysOpen,
  rawOpen,
  comparison2 as comparison,
  named,
  followPair,
  script,
  followMarks,
  togglePin,
  stopTests,
  rawText,
  setRawText,
  findingsProblem,
  findings,
  checkRules,
  followFindings,
  hasTerm,
  toggleTerm,
  setTerm,
  withoutTerms,
  quoted,
  stretchOf,
  withStretch,
  DETAIL_TABS,
  chosenTab,
  tabBeside,
  stepDetailTab,
  toggleRaw,
  MODE_NAMES,
  turnTimes,
  statusText,
  shareRow,
  shareRun,
  ShareMenu,
  SHARE_NAMES,
  copyLink,
  timeMode,
  rowsOnScreen,
  TimelinePane,
  Boundary,
  Split,
  Tabs,
  followTimelineAddress,
  saveRecording,
  zoomTo,
  actOn,
  TimelineStrip,
  Timeline,
  judgedOf,
  setJudged,
  verdictMark,
  useNow,
  runWords,
  typedForm,
  keepForm,
  typedFor,
  recalled,
  NO_EXTRAS,
  pasted,
  extras,
  cleared,
  named2,
  understood,
  connectProblem,
  busy,
  found,
  recent,
  configured,
  openSession,
  fitsIn,
  connectPasted,
  editLine,
  connectNamed,
  isKept,
  connectAgain,
  forgetRecent,
  loadPlaces,
  keepField,
  startDemo,
  editPlace2 as editPlace,
  editing,
  startEditing,
  stopEditing,
  LISTS2 as LISTS,
  sideBody,
  compareWith,
  changeComparison,
  worked,
  isShown,
  choose2 as choose,
  ConnectSteps,
  withEra,
  listChanges,
  followChanges,
  newsOf,
  changeCount,
  loadLater,
  loadLaterAtRest,
  later
};
