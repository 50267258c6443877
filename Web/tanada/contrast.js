// Colours with enough contrast, for pages that ask for it: that of WCAG 2.2, success criterion 1.4.3.

/** The least contrast of a text. */
const least = 4.5;
/** The least opacity of a text: on white and on black, greys of it have enough contrast. */
const opacity = 0xd0;

/** The parts of `#rrggbbaa`, 0 to 255. */
const parts = (color) => [1, 3, 5, 7].map((at) => parseInt(color.slice(at, at + 2) || 'ff', 16));

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

/**
 * A slot whose text has enough contrast.
 * @param {any} slot
 * @returns {any}
 */
export function withContrast(slot) {
  const { font, color, dark, background, background_dark: backgroundDark = background } = slot;
  if (!font) return slot;
  const inDark = dark ?? (backgroundDark === background ? undefined : color);
  return { ...slot, color: readable(color, background), dark: readable(inDark, backgroundDark) };
}
