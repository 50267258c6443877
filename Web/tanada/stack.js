// A pile of cards that are swiped away one by one, under any paging effect.

import { corners, extendedValuesAt, motionOfKeyframes, motionOfStates, stepAt } from './motion.js';
import { limit } from './numbers.js';
import { settleCarousel } from './settle.js';

/** Cards further from the front than this, in pages, are not drawn. */
const before = -2;
const behind = 5;
/** The radius of a full blur, in points. */
const fullBlur = 20;

/**
 * The motion of a pile: the offset is the card in front.
 * @param {any} layout
 * @param {import('./movers.js').Entry[]} entries
 * @param {import('./movers.js').Screen} screen
 * @returns {import('./movers.js').Mover}
 */
export function stackMover(layout, entries, { width, direction, side }) {
  const last = entries.length - 1;
  const motion = layout.keyframes
    ? motionOfKeyframes(layout.keyframes, 'progress') : motionOfStates(layout.states);
  const pieces = layout.states.find((state) => state.pieces?.[0])?.pieces;
  // A pile turns as a carousel with pages as wide as the screen does, one at a time.
  const row = {
    offsets: entries.map((_, index) => index * width), width, direction, one_step: true,
    limits: { lower: 0, upper: last * width }, deceleration: /** @type {const} */ ('fast'),
  };
  return {
    offsets: entries.map((_, index) => index),
    start: 0, perPoint: -side / width, limits: [0, last], showsOne: true,
    pose({ index }, offset) {
      const progress = index - offset;
      if (progress < before || progress > behind) return null;
      const values = extendedValuesAt(motion, progress);
      const value = (name, standard = 0) => values[name] ?? standard;
      const jump = (name) => stepAt(motion, name, progress);
      const transform = 'quad.top_left.x' in values
        ? matrixOfQuad(layout.page_size, corners.map((name) => [value(`quad.${name}.x`), value(`quad.${name}.y`)]))
        : moved(value, '');
      return jump('is_hidden') || !transform ? null : {
        transform,
        opacity: limit(value('alpha', 1), 0, 1),
        zIndex: Math.round((jump('z_index') ?? -Math.abs(progress)) * 1000),
        filter: value('blur') > 0 ? `blur(${value('blur') * fullBlur}px)` : '',
        boxShadow: shadow(value, layout.shadow),
        pieces: progress && pieces && piecePoses(value, pieces),
      };
    },
    settle(from, translation, velocity) {
      const snap = settleCarousel(row, from * width, translation, velocity).snap ?? 0;
      return [snap, snap, { slot: snap }];
    },
  };
}

/** Displacement, rotation and scale, of the card or of a part of it. */
function moved(value, part, across = 'scale', down = 'scale') {
  return `translate(${value(`${part}tx`)}px, ${value(`${part}ty`)}px) rotate(${value(`${part}rotation`)}rad)`
    + ` scale(${Math.max(0, value(part + across, 1))}, ${Math.max(0, value(part + down, 1))})`;
}

/** The shadow of a card: what the effect says at its place, else that of all cards. */
function shadow(value, { offset, radius, opacity, color = '#000' } = /** @type {any} */ ({})) {
  const { width, height } = offset ?? {};
  return `${value('shadow.offset.width', width)}px ${value('shadow.offset.height', height)}px`
    + ` ${Math.max(0, value('shadow.radius', radius))}px`
    + ` color-mix(in srgb, ${color} ${limit(value('shadow.opacity', opacity), 0, 1) * 100}%, #0000)`;
}

/** How each piece of a card lies in its container. */
function piecePoses(value, list) {
  const count = (name) => Math.max(...list.map((piece) => piece[name])) + 1;
  return {
    rows: count('row'),
    columns: count('column'),
    transform: moved(value, 'container.'),
    list: list.map(({ row, column }, i) => ({
      row, column,
      radius: Math.max(0, value(`pieces.${i}.corner_radius`)),
      opacity: limit(value(`pieces.${i}.alpha`, 1), 0, 1),
      transform: moved(value, `pieces.${i}.`, 'scale_x', 'scale_y'),
    })),
  };
}

/**
 * The CSS matrix that maps a rectangle, seen from its centre, to four corners: the projective map of
 * a unit square (Heckbert, Fundamentals of Texture Mapping, 1989).
 * @param {{width: number, height: number}} size
 * @param {number[][]} corners clockwise from the top left, from the centre of the rectangle
 * @returns {string} empty for a card that is seen from its edge or its back
 */
export function matrixOfQuad({ width, height }, [[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const area = dx1 * dy2 - dx2 * dy1;
  if (!(area < 0)) return '';
  const g = (sx * dy2 - dx2 * sy) / area;
  const h = (dx1 * sy - sx * dy1) / area;
  // From the unit square to the rectangle about its centre: u = x / width + 1/2.
  const line = (p, q, r) => [p / width, q / height, (p + q) / 2 + r];
  const [m11, m12, m14] = line(x1 - x0 + g * x1, x3 - x0 + h * x3, x0);
  const [m21, m22, m24] = line(y1 - y0 + g * y1, y3 - y0 + h * y3, y0);
  const [m41, m42, m44] = line(g, h, 1);
  const cells = [m11, m21, 0, m41, m12, m22, 0, m42, 0, 0, 1, 0, m14, m24, 0, m44];
  return `matrix3d(${cells.map((cell) => cell / m44)})`;
}
