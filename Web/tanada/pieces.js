// A card that is cut into pieces: clipped copies of its face.

import { make, setLengths, setRect } from './dom.js';

/**
 * Draws a card in pieces, or whole again.
 * @param {HTMLElement} element the card's box
 * @param {HTMLElement} face the part of the box that is cut
 * @param {{width: number, height: number}} size of the card, in points
 * @param {any} poses where each piece is; null for a whole card
 */
export function drawPieces(element, face, size, poses) {
  let layer = element.querySelector(':scope > .pieces');
  element.classList.toggle('cut', !!poses);
  if (!poses) {
    layer?.remove();
    return;
  }
  if (!layer) {
    layer = cut(face, size, poses);
    element.append(layer);
  }
  layer.style.transform = poses.transform;
  poses.list.forEach((pose, i) => {
    const piece = layer.children[i];
    piece.style.transform = pose.transform;
    piece.style.opacity = pose.opacity;
    setLengths(piece, { borderRadius: pose.radius });
  });
}

/** A layer with one copy of the face for each piece. */
function cut(face, size, { rows, columns, list }) {
  const layer = make('div', 'pieces', { 'aria-hidden': 'true' });
  const width = size.width / columns;
  const height = size.height / rows;
  const copy = face.cloneNode(true);
  copy.className = 'face';
  for (const node of [copy, ...copy.querySelectorAll('*')]) {
    for (const name of ['href', 'role', 'tabindex', 'aria-label', 'data-slot']) node.removeAttribute(name);
  }
  for (const { row, column } of list) {
    const part = copy.cloneNode(true);
    const piece = make('div', 'piece', {}, part);
    setRect(piece, { x: column * width, y: row * height, width, height });
    setRect(part, { ...size, x: -column * width, y: -row * height });
    layer.append(piece);
  }
  return layer;
}
