// The store of state: one value that panels listen to.

/**
 * A value that tells its listeners when it has changed.
 * @template {object} Value
 * @typedef {object} State
 * @property {() => Value} get
 * @property {(changes: Partial<Value>) => void} change replaces members; equal ones are no change
 * @property {(listener: (value: Value, former: Value) => void) => () => void} listen returns the end of it
 */

/**
 * Creates a state. Listeners are called after the turn of the event loop in which it has changed, once for all changes.
 * @template {object} Value
 * @param {Value} initial
 * @param {(action: () => void) => void} [later] when listeners are called; a microtask if missing
 * @returns {State<Value>}
 */
export function makeState(initial, later = queueMicrotask) {
  let value = initial;
  /** The value that listeners know; undefined while they know the newest. */
  let told;
  const listeners = new Set();
  const tell = () => {
    const former = told;
    told = undefined;
    for (const listener of [...listeners]) if (listeners.has(listener)) listener(value, former);
  };
  return {
    get: () => value,
    change(changes) {
      if (Object.entries(changes).every(([name, member]) => Object.is(value[name], member))) return;
      const former = value;
      value = { ...value, ...changes };
      if (told) return;
      told = former;
      later(tell);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
