// A panel: an element that draws a part of the state.

/**
 * Whether parts of the state are other ones.
 * @param {any} state
 * @param {any} former
 * @param {string[]} names
 */
export const hasChanged = (state, former, names) => names.some((name) => state[name] !== former[name]);

/**
 * The base of all panels. A panel is built once, and updated after every change of the state.
 * @abstract
 */
export class Panel extends HTMLElement {
  /** @type {import('../core/app.js').App} set before the panel is in the page */
  app;
  #isBuilt = false;
  #stop = () => {};

  /** Makes the elements that stay. */
  build() {}

  /**
   * Draws what has changed.
   * @param {any} state
   * @param {any} former the state as it was drawn last; an empty object at first
   */
  update(state, former) {}

  connectedCallback() {
    if (!this.#isBuilt) this.build();
    this.#isBuilt = true;
    this.#stop = this.app.state.listen((state, former) => this.update(state, former));
    this.update(this.app.state.get(), {});
  }

  disconnectedCallback() {
    this.#stop();
  }
}
