// Small pictures of layouts: the boxes of their items on a screen of 48 by 36.

const svg = 'http://www.w3.org/2000/svg';

/** The boxes of each layout: x, y, width, height. */
const boxes = {
  shelf: [[2, 6, 16, 18], [21, 6, 16, 18], [40, 6, 16, 18], [2, 27, 12, 2], [21, 27, 12, 2], [40, 27, 12, 2]],
  snap_carousel: [[3, 5, 36, 7], [3, 15, 36, 7], [3, 25, 36, 7], [42, 5, 36, 7], [42, 15, 36, 7], [42, 25, 36, 7]],
  circular_carousel: [[-10, 11, 18, 14], [12, 7, 24, 22], [40, 11, 18, 14]],
  uniform_grid: [[3, 3, 20, 14], [25, 3, 20, 14], [3, 19, 20, 14], [25, 19, 20, 14]],
  staggered_grid: [[3, 3, 20, 18], [25, 3, 20, 11], [25, 16, 20, 17], [3, 23, 20, 10]],
  card_stack: [[12, 3, 24, 24], [9, 6, 30, 24], [6, 9, 36, 24]],
  carousel: [[2, 8, 22, 20], [26, 8, 12, 20], [40, 8, 22, 20]],
  justified_rows: [[3, 3, 26, 14], [31, 3, 14, 14], [3, 19, 12, 14], [17, 19, 12, 14], [31, 19, 14, 14]],
  mosaic: [[3, 3, 27, 30], [32, 3, 13, 14], [32, 19, 13, 14]],
  list: [[3, 4, 8, 7], [14, 6, 31, 3], [3, 14, 8, 7], [14, 16, 31, 3], [3, 24, 8, 7], [14, 26, 31, 3]],
};

/**
 * The picture of a layout; an empty screen for an unknown one.
 * @param {string} type
 * @returns {SVGSVGElement}
 */
export function layoutPicture(type) {
  const picture = element('svg', { viewBox: '0 0 48 36', class: 'layout-picture', 'aria-hidden': 'true' });
  (boxes[type] ?? []).forEach(([x, y, width, height], index, all) => {
    // The cards of a stack are in front of each other.
    const share = type === 'card_stack' ? (index + 1) / all.length : 1;
    picture.append(element('rect', {
      x, y, width, height, rx: Math.min(2, height / 2), 'fill-opacity': share.toFixed(2),
    }));
  });
  return picture;
}

function element(name, attributes) {
  const made = document.createElementNS(svg, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
}
