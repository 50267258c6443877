// Repairs of the theme, before its own script runs.

// Boxes that scroll are stops of the tab key, and the buttons of blocks of code are no landmarks.
const scrolling = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
new MutationObserver(() => {
  for (const buttons of document.querySelectorAll("nav.md-code__nav:not([role])")) buttons.role = "none";
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap:not([role])")) {
    box.role = "group";
    box.ariaLabel = "Table";
    scrolling.observe(box);
  }
}).observe(document, { childList: true, subtree: true });

// The policy of a server forbids styles that are written into a page, but not sheets that a script makes.
const append = ShadowRoot.prototype.appendChild;
ShadowRoot.prototype.appendChild = function (node) {
  if (node.localName !== "style") return append.call(this, node);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(node.textContent);
  this.adoptedStyleSheets.push(sheet);
  return node;
};

// A page of a folder cannot start a worker: its script runs in a frame.
if (location.protocol === "file:") {
  window.Worker = class {
    #frame = document.createElement("iframe");
    #waiting = [];

    constructor(address) {
      this.#frame.hidden = true;
      document.body.append(this.#frame);
      const { contentWindow: inner, contentDocument: content } = this.#frame;
      inner.postMessage = (data) => this.onmessage?.(new MessageEvent("message", { data: structuredClone(data) }));
      const script = content.createElement("script");
      script.src = address;
      script.onload = () => {
        const waiting = this.#waiting;
        this.#waiting = undefined;
        waiting.forEach((data) => this.postMessage(data));
      };
      script.onerror = (event) => this.onerror?.(event);
      content.head.append(script);
    }

    // As a worker would, it gets a copy, and later.
    postMessage(data) {
      if (this.#waiting) this.#waiting.push(data);
      else setTimeout(() => this.#frame.contentWindow?.onmessage({ data: structuredClone(data) }));
    }

    terminate() { this.#frame.remove(); }
  };
}
