// The addresses of a photo.

/**
 * The address of a server's photo itself, from which those of its sizes are made; undefined for a picture
 * that is elsewhere.
 * @param {any} image
 * @returns {string | undefined}
 */
export const photoAddress = (image) => /^(.*\/v1\/photos\/[^/]+)\/[^/]+$/.exec(rendition(image) ?? '')?.[1];

/** The largest picture of a cell. */
function rendition({ sources }) {
  const last = sources?.[sources.length - 1] ?? {};
  return last['3x'] ?? last['2x'] ?? last['1x'];
}

/**
 * Addresses of the whole picture, the best first; where there is none, of the largest of its cell.
 * @param {any} image
 * @returns {(string | undefined)[]}
 */
export function wholePictures(image) {
  const photo = photoAddress(image);
  return [image.url, photo && `${photo}.jpg`, rendition(image)];
}
