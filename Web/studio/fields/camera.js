// The camera of a photo, and its focus point, as they are written.

/**
 * The facts of a picture that was taken.
 * @param {any} exif as the server has it; every member may be null
 * @returns {string[]}
 */
export function cameraOf(exif) {
  if (!exif) return [];
  const { make, model, lens_model: lens, focal_length: length, f_number: aperture, exposure_time: time, iso } = exif;
  const camera = model && make && !model.startsWith(make) ? `${make} ${model}` : (model ?? make);
  return [
    camera, lens, length && `${length} mm`, aperture && `f/${aperture}`, time && `${time.display ?? time.fraction} s`,
    iso && `ISO ${iso}`,
  ].filter(Boolean);
}

/**
 * A point inside a picture, in thousandths.
 * @param {{x: number, y: number}} point
 */
export const moved = ({ x, y }) => ({ x: inside(x), y: inside(y) });

const inside = (part) => Math.round(Math.min(1, Math.max(0, part)) * 1000) / 1000;
