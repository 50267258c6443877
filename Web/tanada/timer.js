// Calls that are made later.

/** The wait before something is tried again, in milliseconds: doubled each time. */
const firstWait = 1000;
const longestWait = 30_000;

/**
 * A call that can be put off: of several times that were set, the last one holds.
 * @param {() => void} action
 * @returns {{after: (wait: number) => void, again: () => void, stop: () => void}} `after` calls after
 *   milliseconds, `again` each time after a longer wait until `stop`
 */
export function makeTimer(action) {
  let wait = firstWait;
  let timer = 0;
  const after = (time) => {
    clearTimeout(timer);
    timer = setTimeout(action, time);
  };
  return {
    after,
    again() {
      after(wait);
      wait = Math.min(wait * 2, longestWait);
    },
    stop() {
      clearTimeout(timer);
      wait = firstWait;
    },
  };
}
