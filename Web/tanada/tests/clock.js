// Time that passes by hand, and values that are waited for.

/** Timers that are run by hand. */
export function manualClock() {
  const timers = [];
  let wake = () => {};
  return {
    setTimeout(action, wait) {
      const timer = { action, wait };
      timers.push(timer);
      wake();
      return timer;
    },
    clearTimeout(timer) {
      if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1);
    },
    /** The next timer, which is removed. */
    next: async () => {
      while (!timers.length) await new Promise((resolve) => (wake = resolve));
      return timers.shift();
    },
    /** How many timers are set. */
    get count() {
      return timers.length;
    },
  };
}

/** The values that `push` gets, one after the other. */
export function queue() {
  const values = [];
  let resume = () => {};
  return {
    push(value) {
      values.push(value);
      resume();
    },
    async next() {
      while (!values.length) await new Promise((resolve) => (resume = resolve));
      return values.shift();
    },
  };
}
