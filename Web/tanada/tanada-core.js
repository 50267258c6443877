// tanada-core.js: feeds of tanada without the element, for a renderer of one's own: in browsers, workers and Node. It
// needs no document, and shares its modules with tanada.js.

import { entriesOf } from './entries.js';
import { motions } from './motions.js';
import { moverFor } from './movers.js';

// Documents of a server.
export { actionAddress, eventsAddress, feedAddress, version, webAddress, wholeWidth } from './address.js';
export { followRevisions } from './events.js';
export { openFeed } from './feed.js';
export { makeStore } from './store.js';
// What is where, and what of it is seen.
export { entriesOf, screenOf, withPage } from './entries.js';
export { seenShares, visibleBoxes, visibleItems, visibleSections } from './visible.js';
export { makeImpressions } from './impressions.js';
// Cells.
export { itemContent, plainCell } from './content.js';
export { languageOf } from './language.js';
export { slotRect } from './slot-rect.js';
// Pictures.
export { choosePicture } from './choice.js';
export { imageFit } from './fit.js';
export { decodeThumbHash } from './thumbhash.js';
export { offsetAbout, scrollZoom } from './viewer/zoom.js';
// Motion.
export { scrolling, spring, steady } from './courses.js';
export {
  extendedValuesAt, motionOfKeyframes, motionOfStates, ringPlacement, starFills, stepAt, valuesAt,
} from './motion.js';
export { indexAt, offsetOf, step } from './movers.js';
export {
  decelerationRates, decelerationTime, positionAfter, projected, rubberBand, rubberBanded, velocityAfter,
} from './scrolling.js';
export { settleCarousel, settleRing, settleSnapCarousel } from './settle.js';

/**
 * The motion of a section; null for one that stands still, or that lacks what its motion needs.
 * @param {import('./documents.js').Section} section
 * @param {import('./movers.js').Screen} screen
 * @returns {import('./movers.js').Mover | null}
 */
export const moverOf = (section, screen) =>
  moverFor(section.layout, entriesOf(section, screen.width), screen, motions);
