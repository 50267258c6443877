// What a move of fingers does to the photo: it zooms and scrolls it, goes on to the next one, or pulls it
// down to close the viewer. A move stays what it began as.

import { projected, rubberBand, rubberBanded } from '../scrolling.js';
import { offsetAbout } from './zoom.js';

/** How much of a pinch is followed beyond the limits of the scale. */
const pinchGive = 0.3;
/** How fast a flick goes on to the next photo, in points per second. */
const flickVelocity = 500;
/** How a pull slows down, per millisecond, and the share of the window that it ends beyond to close. */
const pullRate = 0.995;
const pullShare = 0.4 / 3;
/** How much smaller a photo becomes that is pulled down through the whole window. */
const pullLoss = 0.4;

/**
 * The handlers of moves.
 * @param {import('./stage.js').Stage} stage
 * @param {1 | -1} side −1 where the next photo is on the left
 * @param {() => void} close
 * @param {() => void} expand shows everything about the photo
 * @returns {Pick<import('./fingers.js').FingerHandlers, 'begin' | 'move' | 'release'>}
 */
export function makeManners(stage, side, close, expand) {
  /** @type {keyof typeof kinds | null} */
  let kind = null;
  /** @type {import('./zoom.js').ZoomState} where the photo was when the move began */
  let state;
  let shift;

  const kinds = {
    zoom: {
      move({ origin, by, growth }) {
        const { zoom } = stage.current;
        // 1. The scale, which gives way beyond its limits.
        const asked = state.scale * growth;
        const limited = zoom.limited(asked);
        const scale = limited * (asked / limited) ** pinchGive;
        // 2. What was under the fingers stays under them; beyond the edges it follows less and less.
        const offset = offsetAbout(state.offset, state.scale, scale, origin);
        const limits = zoom.offsetLimits(scale);
        const { width, height } = zoom.bounds;
        stage.current.draw({
          scale,
          offset: {
            x: rubberBanded(offset.x - by.x, ...limits.x, width),
            y: rubberBanded(offset.y - by.y, ...limits.y, height),
          },
        });
      },
      release({ origin }, velocity) {
        const { zoom, state: { scale, offset } } = stage.current;
        const limited = zoom.limited(scale);
        if (limited !== scale) return stage.settle(zoom.zoomed(stage.current.state, limited, origin));
        // A flick goes on as a list does.
        stage.settle(zoom.state(scale, {
          x: projected(offset.x, -velocity.x), y: projected(offset.y, -velocity.y),
        }));
      },
    },

    page: {
      move({ by }) {
        const asked = shift + by.x;
        stage.setShift(stage.hasOther(asked < 0 ? 1 : -1) ? asked : rubberBand(asked, innerWidth));
      },
      release(_, { x: velocity }) {
        const direction = stage.shift < 0 ? 1 : -1;
        const isFast = -velocity * direction > flickVelocity;
        const isFar = Math.abs(stage.shift) > innerWidth / 2 && -velocity * direction > -flickVelocity;
        if (isFast || isFar) stage.turn(direction * side, velocity);
        else stage.settle(stage.current.rest, velocity);
      },
    },

    pull: {
      move({ origin, by }) {
        const share = Math.min(1, Math.max(0, by.y) / innerHeight);
        const { scale, offset } = state;
        const smaller = scale * (1 - pullLoss * share);
        const down = by.y > 0 ? by.y : rubberBand(by.y, innerHeight);
        const about = offsetAbout(offset, scale, smaller, origin);
        stage.current.draw({ scale: smaller, offset: { x: about.x - by.x, y: about.y - down } });
        stage.setLight(1 - Math.min(1, share * 2));
      },
      release({ by }, velocity) {
        const isFar = projected(by.y, velocity.y, pullRate) > innerHeight * pullShare;
        if (isFar && velocity.y > -flickVelocity) close();
        else stage.settle();
      },
    },

    lift: {
      move({ by }) {
        const up = rubberBand(Math.min(0, by.y), innerHeight);
        stage.current.draw({ ...state, offset: { x: state.offset.x, y: state.offset.y - up } });
      },
      release({ by }, velocity) {
        if (projected(by.y, velocity.y, pullRate) < -innerHeight * pullShare) expand();
        stage.settle();
      },
    },
  };

  /** What a move of one finger is. */
  const kindOf = ({ by }) => {
    const { zoom, rest: { scale, offset } } = stage.current;
    const limits = zoom.offsetLimits(scale);
    const isAcross = Math.abs(by.x) > Math.abs(by.y);
    // Sideways beyond the edge of the photo is where the next one is.
    const isAtEdge = by.x > 0 ? offset.x <= limits.x[0] : offset.x >= limits.x[1];
    if (isAcross && isAtEdge) return 'page';
    if (isAcross || scale !== zoom.minimum) return 'zoom';
    return by.y > 0 ? 'pull' : 'lift';
  };

  return {
    begin(move) {
      const { current } = stage;
      if (move.count > 1) kind = 'zoom';
      kind ??= kindOf(move);
      // What is not zoomed by fingers is drawn where it rests; photos that were moving go on from there.
      if (kind !== 'zoom') current.draw(current.rest);
      state = current.state;
      shift = stage.shift;
      if (kind !== 'page') stage.setShift(0);
    },
    move: (move) => kinds[kind].move(move),
    release(move, velocity) {
      const { release } = kinds[kind];
      kind = null;
      release(move, velocity);
    },
  };
}
