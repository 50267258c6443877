// The motions that few pages need: piles of cards with any effect, carousels with snaps, and keyframes of rings.

import { motionOfKeyframes, valuesAt } from './motion.js';
import { carouselMover } from './snap-row.js';
import { stackMover } from './stack.js';

/** @type {import('./movers.js').Motions} */
export const motions = {
  movers: { card_stack: stackMover, carousel: carouselMover },
  between(keyframes) {
    const motion = motionOfKeyframes(keyframes, 'distance');
    return (distance) => valuesAt(motion, distance);
  },
};
