// The part of tanada.js for the motions that few pages need, and for cards that are cut into pieces. It is loaded when
// a section with such a layout is drawn.

export { motions } from '../motions.js';
export { drawPieces } from '../pieces.js';
