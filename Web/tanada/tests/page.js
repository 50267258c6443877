// A page without a browser: elements, selectors, events and the focus, as far as modules of pages use them. Nothing is
// laid out; boxes are what a test says.

import { isMeant } from './selectors.js';

class Node extends EventTarget {
  parentNode = null;
  childNodes = [];

  get children() {
    return this.childNodes.filter((node) => node instanceof Element);
  }
  get firstElementChild() {
    return this.children[0] ?? null;
  }
  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }
  get childElementCount() {
    return this.children.length;
  }
  get parentElement() {
    return this.parentNode instanceof Element ? this.parentNode : null;
  }
  get nextElementSibling() {
    const all = this.parentNode?.children ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }
  get nextSibling() {
    return this.nextElementSibling;
  }
  get previousElementSibling() {
    const all = this.parentNode?.children ?? [];
    return all[all.indexOf(this) - 1] ?? null;
  }
  get isConnected() {
    const root = this.getRootNode();
    return root === page.document || Boolean(root.host?.isConnected);
  }
  getRootNode() {
    return this.parentNode ? this.parentNode.getRootNode() : this;
  }
  contains(other) {
    for (let node = other; node; node = node.parentNode) if (node === this) return true;
    return false;
  }
  insertBefore(node, place) {
    // What is moved loses the focus, as in a browser.
    detach(node);
    const at = place ? this.childNodes.indexOf(place) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
    tellConnected(node);
    return node;
  }
  append(...nodes) {
    for (const node of nodes) this.insertBefore(nodeOf(node), null);
  }
  prepend(...nodes) {
    const [first] = this.childNodes;
    for (const node of nodes) this.insertBefore(nodeOf(node), first ?? null);
  }
  replaceChildren(...nodes) {
    for (const node of [...this.childNodes]) detach(node);
    this.append(...nodes);
  }
  remove() {
    detach(this);
  }
  before(...nodes) {
    for (const node of nodes) this.parentNode.insertBefore(nodeOf(node), this);
  }
  after(...nodes) {
    const next = this.parentNode.childNodes[this.parentNode.childNodes.indexOf(this) + 1] ?? null;
    for (const node of nodes) this.parentNode.insertBefore(nodeOf(node), next);
  }
  replaceWith(...nodes) {
    this.before(...nodes);
    detach(this);
  }
  get textContent() {
    return this.childNodes.map((node) => node.textContent).join('');
  }
  set textContent(text) {
    this.replaceChildren(...(text === '' || text === null ? [] : [String(text)]));
  }
  querySelectorAll(list) {
    const found = [];
    const look = (node) => {
      for (const child of node.children) {
        if (child.matches(list)) found.push(child);
        look(child);
      }
    };
    look(this);
    return found;
  }
  querySelector(list) {
    return this.querySelectorAll(list)[0] ?? null;
  }
  /** Tells an event to the node and to those above it; in the shadow of an element, also to that if it is composed. */
  dispatchEvent(event) {
    if (!event.path) {
      Object.defineProperty(event, 'path', { value: true });
      Object.defineProperty(event, 'target', { value: this, configurable: true });
      let isStopped = false;
      const stop = event.stopPropagation.bind(event);
      event.stopPropagation = () => {
        isStopped = true;
        stop();
      };
      const way = [];
      for (let node = this; node; node = node.parentNode ?? (event.composed ? node.host : null)) way.push(node);
      const last = event.bubbles ? way.length : 1;
      for (let at = way.length - 1; at >= 0 && !isStopped; at -= 1) way[at].tell(event, true);
      for (let at = 0; at < last && !isStopped; at += 1) way[at].tell(event, false);
    }
    return !event.defaultPrevented;
  }
  #listeners = [];
  addEventListener(type, listener, options = {}) {
    const entry = { type, listener, isCapturing: options === true || Boolean(options.capture), isOnce: options.once };
    this.#listeners.push(entry);
    options.signal?.addEventListener('abort', () => this.removeEventListener(type, listener));
  }
  removeEventListener(type, listener) {
    this.#listeners = this.#listeners.filter((one) => one.type !== type || one.listener !== listener);
  }
  tell(event, isCapturing) {
    for (const { type, listener, isCapturing: isOwn, isOnce } of [...this.#listeners]) {
      if (type !== event.type || isOwn !== isCapturing) continue;
      if (isOnce) this.removeEventListener(type, listener);
      listener.call(this, event);
    }
    if (!isCapturing) this[`on${event.type}`]?.(event);
  }
}

class Text extends Node {
  constructor(text) {
    super();
    this.data = text;
  }
  get textContent() {
    return this.data;
  }
}

const nodeOf = (node) => (node instanceof Node ? node : new Text(String(node)));

/** Takes a node out of its parent. An element may have something else that is called `remove`. */
function detach(node) {
  if (!node.parentNode) return;
  if (node.contains(page.focused)) page.focused = null;
  const wasConnected = node.isConnected;
  node.parentNode.childNodes.splice(node.parentNode.childNodes.indexOf(node), 1);
  node.parentNode = null;
  if (wasConnected) tellDisconnected(node);
}

function tellConnected(node) {
  if (!node.isConnected) return;
  node.connectedCallback?.();
  for (const child of [...node.childNodes]) tellConnected(child);
}

function tellDisconnected(node) {
  node.disconnectedCallback?.();
  for (const child of node.childNodes) tellDisconnected(child);
}

/** What can have the focus without a tabindex. */
const focusable = ['button', 'input', 'textarea', 'select', 'summary'];
const reflected = ['id', 'name', 'type', 'href', 'placeholder', 'step', 'max', 'min', 'title', 'lang', 'dir'];

class Element extends Node {
  localName = page.making;
  attributes = new Map();
  style = {};
  hidden = false;
  disabled = false;
  value = '';
  checked = false;
  validity = { badInput: false };
  selectionStart = null;
  selectionEnd = null;
  rect = { x: 0, y: 0, top: 0, left: 0, right: 0, bottom: 0, width: 0, height: 0 };

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name, value) {
    if (name === 'hidden') this.hidden = true;
    if (name === 'value') this.value = String(value);
    this.attributes.set(name, String(value));
  }
  hasAttribute(name) {
    return this.attributes.has(name);
  }
  removeAttribute(name) {
    if (name === 'hidden') this.hidden = false;
    this.attributes.delete(name);
  }
  toggleAttribute(name, isOn = !this.hasAttribute(name)) {
    if (isOn) this.setAttribute(name, '');
    else this.removeAttribute(name);
  }
  get className() {
    return this.getAttribute('class') ?? '';
  }
  set className(names) {
    this.setAttribute('class', names);
  }
  get classList() {
    const own = () => this.className.split(/\s+/).filter(Boolean);
    return {
      contains: (name) => own().includes(name),
      add: (...names) => (this.className = [...new Set([...own(), ...names])].join(' ')),
      remove: (...names) => (this.className = own().filter((name) => !names.includes(name)).join(' ')),
      toggle: (name, isOn = !own().includes(name)) => (isOn ? this.classList.add(name) : this.classList.remove(name)),
    };
  }
  get dataset() {
    const attributeOf = (name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return new Proxy({}, {
      get: (_, name) => this.getAttribute(attributeOf(String(name))) ?? undefined,
      set: (_, name, value) => (this.setAttribute(attributeOf(String(name)), value), true),
      deleteProperty: (_, name) => (this.removeAttribute(attributeOf(String(name))), true),
    });
  }
  get tabIndex() {
    const isOwn = focusable.includes(this.localName) || (this.localName === 'a' && this.hasAttribute('href'));
    return Number(this.getAttribute('tabindex') ?? (isOwn ? 0 : -1));
  }
  set tabIndex(index) {
    this.setAttribute('tabindex', index);
  }
  /** Whether it is drawn: neither it nor one above it is hidden. */
  checkVisibility({ visibilityProperty = false } = {}) {
    for (let node = this; node instanceof Element; node = node.parentNode ?? node.host) {
      if (node.hidden || (visibilityProperty && node.style.visibility === 'hidden')) return false;
    }
    return this.isConnected;
  }
  focus() {
    const canHave = this.hasAttribute('tabindex') || this.tabIndex >= 0;
    if (!this.isConnected || this.disabled || !canHave || !this.checkVisibility({ visibilityProperty: true })) return;
    const former = page.focused;
    if (former === this) return;
    page.focused = this;
    former?.dispatchEvent(new Event('blur'));
    this.dispatchEvent(new Event('focus'));
    this.dispatchEvent(new Event('focusin', { bubbles: true }));
  }
  blur() {
    if (page.focused !== this) return;
    page.focused = null;
    this.dispatchEvent(new Event('blur'));
  }
  click() {
    if (!this.disabled) this.dispatchEvent(new Event('click', { bubbles: true, cancelable: true, composed: true }));
  }
  matches(list) {
    return isMeant(this, list);
  }
  closest(list) {
    for (let node = this; node instanceof Element; node = node.parentNode) if (node.matches(list)) return node;
    return null;
  }
  attachShadow() {
    this.shadowRoot = Object.assign(new Node(), { host: this, adoptedStyleSheets: [] });
    Object.defineProperty(this.shadowRoot, 'activeElement', {
      get: () => (this.shadowRoot.contains(page.focused) ? page.focused : null),
    });
    return this.shadowRoot;
  }
  getBoundingClientRect() {
    return this.rect;
  }
  getClientRects() {
    return this.checkVisibility() ? [this.rect] : [];
  }
  get clientWidth() {
    return this.rect.width;
  }
  get options() {
    return this.children;
  }
  add(option) {
    this.append(option);
  }
  setRangeText(text, start, end) {
    this.value = this.value.slice(0, start) + text + this.value.slice(end);
    this.selectionStart = this.selectionEnd = start + text.length;
  }
  setSelectionRange(start, end) {
    [this.selectionStart, this.selectionEnd] = [start, end];
  }
  showModal() {
    this.setAttribute('open', '');
  }
  close(value = '') {
    this.returnValue = value;
    this.removeAttribute('open');
    this.dispatchEvent(new Event('close'));
  }
  select() {}
  scrollIntoView() {}
  setPointerCapture() {}
  animate() {
    return { finished: Promise.resolve(), cancel() {} };
  }
}
for (const name of reflected) {
  Object.defineProperty(Element.prototype, name, {
    get() {
      return this.getAttribute(name) ?? '';
    },
    set(value) {
      this.setAttribute(name, value);
    },
  });
}

let page = { making: '', focused: null, document: null };
/** Modules define their elements once. */
const definitions = new Map();

/**
 * Opens a page in place of a browser's: `document`, `customElements` and what else modules ask of the global object.
 * @param {Record<string, any>} [more] further members of the global object
 * @returns {{document: any, body: any, close: () => void}} `close` puts back what was there before
 */
export function openPage(more = {}) {
  const document = new Node();
  page = { making: '', focused: null, document };
  const createElement = (name) => {
    page.making = name;
    return new (definitions.get(name) ?? Element)();
  };
  const body = createElement('body');
  document.append(body);
  Object.defineProperty(document, 'activeElement', {
    get() {
      let element = page.focused;
      for (let root = element?.getRootNode(); root?.host; root = element.getRootNode()) element = root.host;
      return element ?? body;
    },
  });
  class Option extends Element {
    localName = 'option';
    constructor(label, value = label) {
      super();
      this.textContent = label;
      this.value = String(value);
    }
  }
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Object.assign(document, {
    createElement, createElementNS: (_, name) => createElement(name), body, baseURI: 'http://localhost/',
  });
  const stubs = {
    document, window: globalThis, HTMLElement: Element, Element, Node, Option,
    ResizeObserver: Observer, IntersectionObserver: Observer,
    customElements: { define: (name, type) => definitions.set(name, type), get: (name) => definitions.get(name) },
    CSS: { escape: (text) => String(text) }, CSSStyleSheet: class { replaceSync() {} },
    getComputedStyle: () => ({ overflowY: 'visible' }), innerHeight: 800, innerWidth: 390, scrollBy() {},
    addEventListener() {}, removeEventListener() {}, location: new URL('http://localhost/studio'),
    matchMedia: () => ({ matches: false }), requestAnimationFrame: (action) => setTimeout(action, 0),
    cancelAnimationFrame: clearTimeout, ...more,
  };
  const former = Object.keys(stubs).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  for (const [name, value] of Object.entries(stubs)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return {
    document,
    body,
    close() {
      for (const [name, descriptor] of former) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor);
        else delete globalThis[name];
      }
    },
  };
}
