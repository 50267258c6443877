// Colours with enough contrast, for pages that ask for it: that of WCAG 2.2, success criterion 1.4.3.

/** The least contrast of a text. */
const least = 4.5;
/** The least opacity of a text: on white and on black, greys of it have enough contrast. */
const opacity = 0xd0;

/** The parts of `#rrggbbaa`, 0 to 255. */
const parts = (color) => [1, 3, 5, 7].map((at) => parseInt(color.slice(at, at + 2) || 'ff', 16));

/** What is left of a white picture behind the texts on its shade, and that as a colour: a white text has
 * enough contrast on it, and a yellow star that of a graphic. */
const share = 0.44;
const behind = '#707070';
/** How high the edge of a scrim is, in points. */
const edge = 40;

/** The relative luminance of an opaque colour. */
function luminance(color) {
  const [r, g, b] = parts(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * The contrast of two opaque colours, 1 to 21.
 * @param {string} one
 * @param {string} other
 * @returns {number}
 */
export function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** A text colour that is easier to read: on `background`, or with less of what is behind it. */
function readable(color, background) {
  if (!color) return color;
  if (!background) return color.slice(0, 7) + Math.max(parts(color)[3], opacity).toString(16).padStart(2, '0');
  return contrast(color, background) >= least ? color : luminance(background) > 0.18 ? '#000' : '#fff';
}

/** Whether something is drawn on a picture: what is light, and the same in the dark. */
const isOnPicture = ({ type, font, color, dark, background }) =>
  type === 'stars' || (font && color && !dark && !background && luminance(color) > 0.18);

/**
 * A slot whose text has enough contrast. A shade has a scrim for what is on it.
 * @param {any} slot
 * @param {any[]} slots all of the cell
 * @returns {any}
 */
export function withContrast(slot, slots) {
  const { type, font, color, dark, background, background_dark: backgroundDark = background } = slot;
  if (type === 'shade') return { ...slot, over: slots.filter(isOnPicture) };
  if (!font) return slot;
  if (isOnPicture(slot) && slots.some((other) => other.type === 'shade')) {
    return { ...slot, color: contrast(color, behind) >= least ? readable(color) : '#fff' };
  }
  const inDark = dark ?? (backgroundDark === background ? undefined : color);
  return { ...slot, color: readable(color, background), dark: readable(inDark, backgroundDark) };
}

/**
 * The scrim on a shade: as dark as a text needs on a white picture, with a soft edge above it.
 * @param {string} color of the shade
 * @param {number[]} tops where the texts on it begin, in points
 * @returns {string} a background image, empty where the shade suffices
 */
export function scrim(color, tops) {
  const opacity = 1 - share / (1 - parts(color)[3] / 255);
  if (!tops.length || !(opacity > 0)) return '';
  const top = Math.min(...tops);
  return `linear-gradient(#0000 ${top - edge}px,rgb(0 0 0/${opacity}) ${top}px)`;
}
