// What an app is not given, before any script of its own runs: WebRTC reaches every address, and no policy of
// a page stops it. A frame that the app makes has it too, so what leads into frames takes it away there. This
// makes it harder and is no wall.
(() => {
  const names = ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "RTCIceTransport"];
  const bare = (window) => {
    if (!window) return window;
    try {
      for (const name of names) {
        Object.defineProperty(window, name, { value: undefined, writable: false, configurable: false });
      }
    } catch {
      // A frame of another origin is not the app's to use either.
    }
    return window;
  };
  bare(window);
  for (const kind of ["HTMLIFrameElement", "HTMLFrameElement", "HTMLObjectElement"]) {
    const prototype = window[kind]?.prototype;
    for (const name of ["contentWindow", "contentDocument"]) {
      const known = prototype && Object.getOwnPropertyDescriptor(prototype, name);
      if (!known?.get) continue;
      const get = function () {
        const inside = known.get.call(this);
        bare(name === "contentWindow" ? inside : inside?.defaultView);
        return inside;
      };
      Object.defineProperty(prototype, name, { ...known, get, configurable: false });
    }
  }
})();
