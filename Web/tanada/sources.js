// The sources of a picture: one file of each format for screens of one, two and three pixels per point.

/** The pixels per point that there are files for. */
const ratios = [1, 2, 3];

/**
 * The files of a source that may be fetched, and the pixels per point that each is for.
 * @param {Record<string, any>} source one of `sources` of an image
 * @param {(address: unknown) => URL | null} allow the address of a file; null for one that must not be fetched
 * @returns {[address: URL, ratio: number][]} the smallest first
 */
export function candidatesOf(source, allow) {
  /** @type {[URL, number][]} */
  const candidates = [];
  for (const ratio of ratios) {
    const address = allow(source[`${ratio}x`]);
    if (address) candidates.push([address, ratio]);
  }
  return candidates;
}
