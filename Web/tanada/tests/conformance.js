// The conformance cases that concern a client, for any JavaScript runtime: computed by the exports of tanada-core.js,
// which are passed in. Cases are objects as in Tests/Conformance/cases.
//
// Settling of snap carousels, rings and carousels, ring states without keyframes, star fills, image
// rectangles and zoom limits are the same formulas in the same doubles: their numbers
// are compared exactly. What needs sin, exp, log or a power, or was calculated in another order, is
// compared within 1e-9.

const tolerance = 1e-9;

/** @typedef {{type: string, description: string, options: any, items?: any[], expected: any, name?: string}} Case */
/** @typedef {{name: string, status: 'passed' | 'failed' | 'skipped', message?: string}} Result */

/** A member that differs. */
class Difference extends Error {}

/** Compares `actual` with the members of `expected`; numbers exactly, or within 1e-9 of them. */
function compare(actual, expected, isExact = true, path = '') {
  if (typeof expected === 'number') {
    const isSame = isExact ? actual === expected
      : Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected));
    if (!isSame) throw new Difference(`${path || '/'}: ${actual}, expected ${expected}`);
  } else if (expected && typeof expected === 'object') {
    if (Array.isArray(expected) && expected.length !== actual?.length) {
      throw new Difference(`${path}: ${actual?.length} elements, expected ${expected.length}`);
    }
    for (const key of Object.keys(expected)) compare(actual?.[key], expected[key], isExact, `${path}/${key}`);
  } else if (actual !== expected) {
    throw new Difference(`${path}: ${actual}, expected ${expected}`);
  }
}

const sizeOf = (text) => {
  const [width, height] = text.split('x').map(Number);
  return { width, height };
};
const pointOf = (text) => {
  const [x, y] = text.split(',').map(Number);
  return { x, y };
};

/**
 * The computation of each type of case. It returns false for a case that is no client's.
 * @param {typeof import('../tanada-core.js')} core
 * @returns {Record<string, (one: any) => void | false>}
 */
function checksOf({
  decelerationRates, decelerationTime, imageFit, motionOfKeyframes, motionOfStates, offsetAbout, positionAfter, projected,
  ringPlacement, rubberBand, rubberBanded, scrollZoom, settleCarousel, settleRing, settleSnapCarousel, slotRect, starFills,
  stepAt, valuesAt, velocityAfter, visibleBoxes,
}) {
  return {
    settle_snap_carousel({ options, expected }) {
      const { width = 390, pages, offset, translation, velocity, flick_velocity: flick = 400 } = options;
      compare(settleSnapCarousel(width, pages, offset, translation, velocity, flick), expected);
    },

    settle_circular_carousel({ options, expected }) {
      const {
        count, offset, translation, points_per_step: step, velocity, flick_velocity: flick = 400,
      } = options;
      compare(settleRing(count, offset, translation, step, velocity, flick), expected);
    },

    settle_scroll({ options, expected }) {
      const { length, content, offset, translation = 0, velocity = 0, deceleration = 'normal' } = options;
      const high = Math.max(0, content - length);
      const rate = decelerationRates[deceleration];
      const dragged = rubberBanded(offset - translation, 0, high, length);
      const end = projected(dragged, velocity, rate);
      compare({
        dragged, projected: end, offset: Math.min(Math.max(end, 0), high),
        duration: decelerationTime(0.5, velocity, rate),
      }, expected, false);
    },

    carousel({ options, expected }) {
      if (!expected.settled) return false;
      const row = {
        ...options, width: options.width ?? 390, offsets: expected.snaps.map((snap) => snap.offset),
        loop: expected.loop, limits: expected.scroll_limits,
      };
      const offset = expected.resized_offset ?? options.offset ?? expected.initial_offset;
      compare(settleCarousel(row, offset, options.translation ?? 0, options.velocity ?? 0), expected.settled);
    },

    circular_carousel({ options, expected }) {
      const count = expected.frames.length;
      const side = options.direction === 'rtl' ? -1 : 1;
      for (const state of expected.states) {
        for (const placement of state.items) {
          const actual = ringPlacement(state.offset, placement.slot, count, { ...options, side });
          const { x, ...rest } = placement;
          compare({ ...actual, id: placement.id }, rest);
          compare(actual.x, x, false, '/x');
          if (expected.keyframes) checkKeyframes(expected.keyframes, 'distance', placement.distance, placement);
        }
      }
    },

    card_stack({ expected }) {
      const motion = motionOfStates(expected.states);
      for (const state of expected.states) {
        const values = valuesAt(motion, state.progress);
        for (const name of Object.keys(values)) {
          if (name in state) compare(values[name], state[name], true, `/${name}`);
        }
        if (expected.keyframes) checkKeyframes(expected.keyframes, 'progress', state.progress, state);
      }
    },

    transform({ expected }) {
      const { keyframes } = expected;
      if (!keyframes) return false;
      const motion = motionOfKeyframes(keyframes, 'progress');
      keyframes.frames.forEach(({ progress, values }, i) => {
        const next = keyframes.frames[i + 1];
        // Of two frames at one place, the later one is drawn.
        if (next?.progress === progress) return;
        compare(Object.values(valuesAt(motion, progress)), values);
        if (!next) return;
        const middle = (progress + next.progress) / 2;
        compare(Object.values(valuesAt(motion, middle)), values.map((value, c) => (value + next.values[c]) / 2), false);
      });
      for (const { progress, values } of keyframes.steps ?? []) {
        keyframes.step_channels.forEach((name, c) => compare(stepAt(motion, name, progress), values[c]));
      }
    },

    stars({ options, expected }) {
      compare(starFills(options.rating, options.count, options.mode), expected.stars);
    },

    image_fit({ options, expected }) {
      const mode = options.mode ?? 'fit';
      compare({ mode, rect: imageFit(sizeOf(options.image), sizeOf(options.viewport), mode) },
        { mode: expected.mode, rect: expected.rect });
    },

    zoom({ options, expected }) {
      const zoom = scrollZoom(sizeOf(options.image), sizeOf(options.viewport));
      const scale = Math.min(Math.max(options.scale ?? zoom.minimum, zoom.minimum), zoom.maximum);
      compare({ minimum_scale: zoom.minimum, maximum_scale: zoom.maximum, scale, size: zoom.size(scale) }, {
        minimum_scale: expected.minimum_scale, maximum_scale: expected.maximum_scale,
        scale: expected.scale, size: expected.size,
      });
      if (!expected.rest) return;
      const before = zoom.state(
        options.from ?? zoom.minimum, options.offset ? pointOf(options.offset) : zoom.initial().offset);
      const { width, height } = zoom.bounds;
      const about = options.about ? pointOf(options.about) : { x: width / 2, y: height / 2 };
      const after = options.double_tap
        ? zoom.doubleTapped(before, pointOf(options.double_tap))
        : zoom.zoomed(before, options.scale ?? before.scale, about);
      compare({ ...after, offset_limits: zoom.offsetLimits(after.scale) }, expected.rest);
    },

    deceleration(table) {
      const rate = decelerationRates[table.rate];
      const { position, velocity } = table;
      compare(projected(position, velocity, rate), table.discrete_end, false);
      for (const { time, ...at } of table.way) {
        compare({
          position: positionAfter(time, position, velocity, rate), velocity: velocityAfter(time, velocity, rate),
        }, at, false);
      }
      for (const { tolerance: within, duration } of table.durations) {
        compare(decelerationTime(within, velocity, rate), duration, false);
      }
    },

    'rubber-band'({ distance, length, displacement }) {
      compare(rubberBand(distance, length), displacement, false);
    },

    'scroll-zoom'({ image, bounds, at, ...expected }) {
      const zoom = scrollZoom(image, bounds);
      const limits = ['minimum_scale', 'maximum_scale', 'double_tap_scale'];
      const actual = [zoom.minimum, zoom.maximum, zoom.doubleTapScale];
      limits.forEach((name, i) => name in expected && compare(actual[i], expected[name], true, `/${name}`));
      for (const { scale, size, offset_limits: offsets } of at ?? []) {
        compare({ size: zoom.size(scale), offset_limits: zoom.offsetLimits(scale) }, { size, offset_limits: offsets });
      }
    },

    zoomed_offsets({ offset, from, to, about, zoomed }) {
      compare(offsetAbout(offset, from, to, about), zoomed, false);
    },

    slots({ slot, size, end, rect }) {
      compare(slotRect(slot, size, end), rect, false);
    },

    /** Slots with the rectangle they have in a box: `options` has its width and height. */
    cells({ options, expected }) {
      const slots = (expected.cell ?? expected).slots?.filter((slot) => slot.rect);
      if (!slots?.length) return false;
      const size = expected.size ?? { width: options.width, height: options.height };
      for (const { rect, end, ...slot } of slots) compare(slotRect(slot, size, end), rect, false);
    },

    /** The boxes of any layout that meet the range of heights that a case asks for. */
    visible({ options, expected }) {
      if (!expected.visible) return false;
      const [from, to] = options.y_range.split(',').map(Number);
      const ids = visibleBoxes(expected, from, to).map((position) => expected.frames[position].id);
      compare({ from, to, item_ids: ids }, expected.visible);
    },
  };

  /** Checks that keyframes draw a state within their own error, in the units of each channel. */
  function checkKeyframes(keyframes, position, place, state) {
    const motion = motionOfKeyframes(keyframes, position);
    // The measured error of a channel grows by at least 1 per point.
    for (const [name, value] of Object.entries(valuesAt(motion, place))) {
      if (!/^(tx|ty|x)$/.test(name)) continue;
      const error = Math.abs(value - state[name]);
      if (error > keyframes.max_error + tolerance) throw new Difference(`/keyframes/${name}: ${error} off at ${place}`);
    }
  }
}

/**
 * Runs cases. Those that are no client's are skipped.
 * @param {Case[]} cases
 * @param {typeof import('../tanada-core.js')} core
 * @returns {Result[]}
 */
export function runCases(cases, core) {
  const checks = checksOf(core);
  return cases.map((one) => {
    const name = one.name ?? `${one.type}: ${one.description}`;
    const check = checks[one.type === 'cell' ? 'cells' : one.type];
    if (!check) return { name, status: 'skipped', message: `no check of ${one.type}` };
    try {
      return { name, status: check(one) === false ? 'skipped' : 'passed' };
    } catch (error) {
      return { name, status: 'failed', message: String(error.message) };
    }
  });
}
