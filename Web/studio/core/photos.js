// Photos: their pictures, what is said of them, and adding one.

import { upload } from './upload.js';

/** The types of pictures that the server takes. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/heic,image/avif';

/** The side of a thumbnail, in pixels: a size that needs no signature. */
const thumbnailSide = 320;

/**
 * The address of a small picture of a photo, cut to a square.
 * @param {string} id
 */
export const thumbnailOf = (id) => `/v1/photos/${encodeURIComponent(id)}/${thumbnailSide}x${thumbnailSide}.webp`;

/**
 * The address of the whole picture of a photo: a path, which is right at whatever address the server is reached.
 * @param {string} id
 */
export const pictureOf = (id) => `/v1/photos/${encodeURIComponent(id)}.jpg`;

/**
 * The size of a file, for reading.
 * @param {number} count bytes
 * @param {string} language
 */
export function sizeText(count, language) {
  const [value, unit] = count < 1_000_000 ? [count / 1000, 'kilobyte'] : [count / 1_000_000, 'megabyte'];
  const maximumFractionDigits = value < 10 ? 1 : 0;
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits }).format(value);
}

/**
 * The camera's data of a photo that are known, as they are usually written.
 * @param {any} exif
 * @returns {[name: string, text: string][]}
 */
export function cameraTexts(exif) {
  const { make, model, lens_model: lens, f_number: aperture, exposure_time: time, iso } = exif ?? {};
  const { focal_length: length, focal_length_in_35mm: equivalent } = exif ?? {};
  // Most models begin with the name of their maker.
  const camera = make && model && !model.toLowerCase().startsWith(make.toLowerCase())
    ? `${make} ${model}` : model ?? make;
  const focal = length && (equivalent && equivalent !== length ? `${length} mm (${equivalent} mm)` : `${length} mm`);
  const rows = {
    camera, lens, focal, aperture: aperture && `f/${aperture}`, exposure: time && `${time.display} s`,
    iso: iso && `ISO ${iso}`,
  };
  return Object.entries(rows).filter(([, text]) => text);
}

/** How the picture of an item names a photo: by its id, or by its address. */
const addressed = /\/v1\/photos\/([0-9a-f]{32})(?:\.jpg)?$/;

/**
 * The photo that a value of a field names; null for none, or for the address of another picture.
 * @param {unknown} value
 * @returns {string | null}
 */
export function photoIDOf(value) {
  if (typeof value !== 'string') return null;
  if (/^[0-9a-f]{32}$/.test(value)) return value;
  return addressed.exec(value)?.[1] ?? null;
}

/**
 * What a field says that shows another photo instead.
 * @param {string} type of the field: `photo` or `url`
 * @param {string} id of the other photo
 */
export const photoValue = (type, id) => (type === 'photo' ? id : pictureOf(id));

/**
 * Adds a photo.
 * @param {Pick<import('./app.js').App, 'state'>} app
 * @param {Blob} file
 * @param {Parameters<typeof upload>[2]} [options]
 * @returns {Promise<any>} the photo: `id`, `url`, `width`, `height`, `alt`, `focus`, `exif` …
 * @throws as of `upload`
 */
export async function uploadPhoto({ state }, file, options) {
  try {
    return await upload('/v1/photos', file, options);
  } catch (error) {
    if (error.status === 401) state.change({ isSignedOut: true });
    throw error;
  }
}
