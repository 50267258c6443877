// Impressions: an item counts when half of it was seen for 800 ms without a break, and once.

/** The share of an item that has to be seen. */
const leastShare = 0.5;
/** How long it has to be seen, in milliseconds. */
const leastTime = 800;

/**
 * Counts impressions from what is seen at each moment. It sets no timer: times are passed in, of any clock.
 * @returns what has been counted, and what is seen now
 */
export function makeImpressions() {
  /** @type {Set<string>} */
  const counted = new Set();
  /**
   * Since when each is seen that has not been counted.
   * @type {Map<string, number>}
   */
  const since = new Map();

  return {
    /**
     * Says what is seen from a moment on, until it is called again: on every scroll, and with nothing when the page is
     * hidden.
     * @param {Iterable<[id: string | null | undefined, share: number]>} shares the share of each `impression_id`
     *   that is seen, 0 to 1
     * @param {number} now in milliseconds, not before the last one
     * @returns {string[]} the ids that count now
     */
    update(shares, now) {
      // 1. What was seen until now.
      const due = [...since].filter(([, start]) => now - start >= leastTime).map(([id]) => id);
      for (const id of due) {
        counted.add(id);
        since.delete(id);
      }
      // 2. What is seen from now on.
      const seen = new Set();
      for (const [id, share] of shares) {
        if (id && share >= leastShare && !counted.has(id)) seen.add(id);
      }
      for (const id of since.keys()) {
        if (!seen.has(id)) since.delete(id);
      }
      for (const id of seen) since.set(id, since.get(id) ?? now);
      return due;
    },

    /**
     * When the next id counts if nothing moves; null if none is seen.
     * @returns {number | null} in milliseconds, of the clock that is passed to `update`
     */
    next: () => (since.size ? Math.min(...since.values()) + leastTime : null),
  };
}
