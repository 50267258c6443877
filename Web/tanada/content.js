// The texts that a cell shows of an item, and the cell of a section that has none.

/**
 * The content of a cell: the texts of an item by their roles, and its picture.
 * @typedef {object} Content
 * @property {(role: string) => string} text
 * @property {number[]} stars
 * @property {any} [image]
 * @property {string} [label]
 */

/**
 * The texts and the picture of an item.
 * @param {any} item
 * @param {Record<string, string>} roles the field of each role
 * @returns {Content}
 */
export function itemContent(item, roles) {
  return {
    text(role) {
      const value = (role === 'date' && item.date_label) || item[roles?.[role]];
      if (role === 'rating' && Number.isFinite(value)) return value.toFixed(1);
      return value == null || typeof value === 'object' ? '' : String(value);
    },
    stars: item.stars ?? [],
    image: item.image,
    label: item.accessibility_label,
  };
}

/**
 * The cell of a section that has none: the picture, and the headline on a shade at its lower edge.
 * @param {any} section
 * @param {number} textSize
 * @returns {any}
 */
export function plainCell({ roles }, textSize) {
  const size = 13 * textSize;
  const height = size * 1.4;
  const place = { anchor: 'bottom', offset: 0, left: 0, right: 0 };
  /** @type {any[]} */
  const slots = [{ ...place, type: 'image', role: 'image', bottom: 0, anchor: 'top' }];
  if (roles?.headline) {
    slots.push(
      { ...place, type: 'shade', role: 'shade', height: height + 16, color: '#000a' },
      { ...place, type: 'text', role: 'headline', offset: 8, left: 8, right: 8, height, font: { size, weight: 700 }, color: '#ffffffff' });
  }
  return { corner_radius: 8, slots };
}
