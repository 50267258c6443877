// Small helpers for elements. Styles are set through the object model: the pages that embed a feed
// may forbid style attributes.

/**
 * A new element.
 * @param {string} name
 * @param {string} [className]
 * @param {Record<string, string | number | null | undefined>} [attributes] null leaves one out
 * @param {...(Node | string | null)} children null leaves one out
 * @returns {any}
 */
export function make(name, className = '', attributes = {}, ...children) {
  const element = document.createElement(name);
  element.className = className;
  setAttributes(element, attributes);
  element.append(...children.filter(Boolean));
  return element;
}

/**
 * Sets attributes; null and undefined remove one.
 * @param {Element} element
 * @param {Record<string, string | number | null | undefined>} attributes
 */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  }
}

/**
 * Sets styles that are lengths in points; what is not a number removes one.
 * @param {HTMLElement} element
 * @param {Record<string, unknown>} lengths by the names of the styles, such as `marginTop`
 */
export function setLengths({ style }, lengths) {
  for (const [name, points] of Object.entries(lengths)) {
    style[name] = Number.isFinite(points) ? `${points}px` : '';
  }
}

/**
 * Sets the place and size of an element.
 * @param {HTMLElement} element
 * @param {{x?: number, y?: number, width?: number, height?: number}} rect
 */
export function setRect(element, { x, y, width, height }) {
  setLengths(element, { left: x, top: y, width, height });
}

/**
 * Sets a colour, and its counterpart in the dark. It follows the colour scheme by itself.
 * @param {HTMLElement | SVGElement} element
 * @param {string} property the style's name, such as `backgroundColor`
 * @param {unknown} light `#rrggbbaa`
 * @param {unknown} [dark]
 */
export function setColor({ style }, property, light, dark) {
  // A value that is not a colour is ignored, and light-dark() by a browser without it.
  style[property] = light;
  if (dark) style[property] = `light-dark(${light}, ${dark})`;
}

/**
 * Brings children into an order. Those that are in their places are not moved, and neither is the one with the focus,
 * which it would lose: the others are moved around it.
 * @param {Element} parent
 * @param {Element[]} elements the children; some may be added
 */
export function arrange(parent, elements) {
  const { activeElement } = /** @type {Document} */ (parent.getRootNode());
  elements.forEach((element, i) => {
    const isFocused = element.parentNode === parent && element.contains(activeElement);
    while (isFocused && parent.children[i] !== element) parent.append(parent.children[i]);
    const place = parent.children[i];
    if (element !== place) parent.insertBefore(element, place ?? null);
  });
}

/**
 * Listens for events, whose default actions can be prevented.
 * @param {EventTarget} target
 * @param {Record<string, (event: any) => void>} handlers by the types of events
 * @param {AddEventListenerOptions} [options]
 * @returns {() => void} ends it
 */
export function listen(target, handlers, options) {
  const ending = new AbortController();
  for (const [type, handler] of Object.entries(handlers)) {
    target.addEventListener(type, handler, { passive: false, signal: ending.signal, ...options });
  }
  return () => ending.abort();
}

/**
 * The scroller of an element: the nearest scrolling parent, or the page.
 * @param {Element} element
 * @returns {Element | Window}
 */
export function scrollerOf(element) {
  for (let node = element; node && node !== document.body; node = node.parentNode ?? node.host) {
    if (node instanceof Element && /auto|scroll/.test(getComputedStyle(node).overflowY)) return node;
  }
  return window;
}

/**
 * The part of the window in which a scroller is seen.
 * @param {Element | Window} scroller
 * @returns {{top: number, bottom: number, left: number, right: number}}
 */
export function areaOf(scroller) {
  const whole = { top: 0, bottom: innerHeight, left: 0, right: innerWidth };
  if (!(scroller instanceof Element)) return whole;
  const { top, bottom, left, right } = scroller.getBoundingClientRect();
  return {
    top: Math.max(0, top), bottom: Math.min(innerHeight, bottom),
    left: Math.max(0, left), right: Math.min(innerWidth, right),
  };
}
