// The contrast of the texts of cells, as WCAG 2.2 counts it, in the colours of a theme.

import { contrast } from '../../tanada/contrast.js';
import { elementsOf } from './cell-elements.js';
import { valueAt } from './members.js';

/** What is behind everything: the screen in light and in dark colours. */
const screen = { light: '#ffffff', dark: '#000000' };
/** A text upon a picture has to be read on the lightest and on the darkest one. */
const pictures = ['#ffffff', '#000000'];
const schemes = /** @type {const} */ (['light', 'dark']);

/** The red, green, blue and opacity of `#rrggbb` or `#rrggbbaa`, 0 to 255. */
const parts = (color) => [1, 3, 5, 7].map((at) => parseInt(color.slice(at, at + 2) || 'ff', 16));

/**
 * A colour as it is seen on an opaque one.
 * @param {string} color
 * @param {string} ground
 */
export function blended(color, ground) {
  const [own, below] = [parts(color), parts(ground)];
  const share = own[3] / 255;
  return `#${[0, 1, 2].map((at) => Math.round(own[at] * share + below[at] * (1 - share)))
    .map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** The colour of a theme in light or dark surroundings; undefined for an unknown one. */
export function colorIn(theme, name, scheme) {
  const color = theme.colors[name];
  return typeof color === 'object' ? (color?.[scheme] ?? color?.light) : color;
}

/**
 * The colours behind an element, from back to front, by their names.
 * @param {any} definition
 * @param {string} pointer
 * @returns {{isOnPicture: boolean, names: string[]}}
 */
export function groundsOf(definition, pointer) {
  const [, list, index, ...rest] = pointer.split('/');
  const isOnPicture = list === 'over';
  const names = isOnPicture ? shadesBelow(definition, Number(index)) : [definition.box?.background];
  let element = definition[list]?.[Number(index)];
  names.push(colorOf(element));
  for (let at = 0; at < rest.length; at += 2) {
    element = element?.[rest[at]]?.[Number(rest[at + 1])];
    names.push(colorOf(element));
  }
  return { isOnPicture, names: names.filter((name) => typeof name === 'string') };
}

const colorOf = (element) => element?.background?.color ?? element?.background;

/** The shades below an element upon the picture: those that cover all of it, or the edge where the element is. */
function shadesBelow({ over }, place) {
  const own = over[place];
  return over.slice(0, place).filter(({ shade, edge }) => shade && (!edge || edge === own.edge))
    .map(({ shade }) => shade);
}

/**
 * The contrast of a text.
 * @typedef {object} TextContrast
 * @property {number} light the least in light surroundings, 1 to 21
 * @property {number} dark
 * @property {number} needed what WCAG asks of a text of its size
 * @property {boolean} isOnPicture whether it is that on the picture with which it is least
 */

/**
 * The contrast of the text or badge at a place; null for any other element, and for colours that are unknown.
 * @param {any} definition
 * @param {string} pointer
 * @param {any} theme with all of its values
 * @returns {TextContrast | null}
 */
export function contrastAt(definition, pointer, theme) {
  const element = valueAt(definition, pointer);
  if (element?.text === undefined && element?.badge === undefined) return null;
  const { isOnPicture, names } = groundsOf(definition, pointer);
  const contrasts = (scheme) => {
    const text = colorIn(theme, element.color ?? 'label', scheme);
    const layers = names.map((name) => colorIn(theme, name, scheme));
    if (!text || layers.some((color) => !color)) return [];
    const all = (isOnPicture ? pictures : [screen[scheme]])
      .map((ground) => layers.reduce((below, color) => blended(color, below), ground));
    return all.map((ground) => contrast(blended(text, ground), ground));
  };
  const both = schemes.map(contrasts);
  if (both.some((values) => !values.length)) return null;
  const [light, dark] = both.map((values) => Math.min(...values));
  // On an opaque ground, the picture does not matter.
  const varies = both.some(([first, second = first]) => first !== second);
  return { light, dark, needed: neededFor(theme.styles[element.style]), isOnPicture: varies };
}

/** 4.5, and 3 for large texts: from 24 points on, bold ones from 18.66 on. */
const neededFor = ({ size = 0, weight = 400 } = {}) => (size >= 24 || (size >= 18.66 && weight >= 700) ? 3 : 4.5);

/**
 * Where a colour of a theme is used for a text or behind one, the least contrast first.
 * @param {any[]} cells
 * @param {any} theme with all of its values
 * @param {string} name of the colour
 * @returns {{cell: string, pointer: string, contrast: TextContrast}[]}
 */
export function usesOfColor(cells, theme, name) {
  const uses = cells.flatMap((definition) => elementsOf(definition)
    .filter(({ kind, pointer, element }) => ['text', 'badge'].includes(kind)
      && ((element.color ?? 'label') === name || groundsOf(definition, pointer).names.includes(name)))
    .map(({ pointer }) => ({
      cell: definition.cell, pointer, contrast: contrastAt(definition, pointer, theme),
    })));
  const least = ({ contrast: { light, dark, needed } }) => Math.min(light, dark) / needed;
  return uses.filter((use) => use.contrast).sort((one, other) => least(one) - least(other));
}

/** Whether a text can be read by all. */
export const isEnough = ({ light, dark, needed }) => Math.min(light, dark) >= needed;

/** A contrast as it is said: `4.5`, never rounded up to what is needed. */
export const contrastText = (value) => (Math.floor(value * 10 + 1e-9) / 10).toFixed(1);
