// The properties of cells and their elements: which controls their forms have.

/**
 * @typedef {'text' | 'role' | 'words' | 'style' | 'color' | 'length' | 'aspect' | 'number' | 'choice' | 'flag' | 'fits'
 *   } PropertyType
 */

/**
 * A property.
 * @typedef {object} Property
 * @property {string} name of the member: `lines.max`
 * @property {PropertyType} type
 * @property {string[]} [choices]
 * @property {'radii' | 'spacing'} [names] the values of the theme that a length can be
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {boolean} [isRequired]
 * @property {string} [standard] what it is if it is not said
 * @property {(element: any) => boolean} [applies] whether it has a meaning; always if missing
 */

const color = (name, more = {}) => ({ name, type: 'color', ...more });
const number = (name, minimum, maximum, more = {}) => ({ name, type: 'number', minimum, maximum, ...more });
const radius = (name) => ({ name, type: 'length', names: 'radii' });
const gap = (name) => ({ name, type: 'length', names: 'spacing' });
const choice = (name, choices, standard) => ({ name, type: 'choice', choices, standard });
const flag = (name) => ({ name, type: 'flag' });
const align = choice('align', ['start', 'center', 'end'], 'start');
const sides = ['top', 'right', 'bottom', 'left'].map((side) => gap(`padding.${side}`));
const border = (prefix) => [color(`${prefix}border.color`), number(`${prefix}border.width`, 0.1, 20)];

const text = (role) => [
  { name: role, type: 'role', isRequired: true },
  { name: 'words', type: 'words', applies: (element) => element[role] === 'fixed' },
  { name: 'style', type: 'style', isRequired: true }, color('color', { standard: 'label' }),
  number('lines.max', 1, 20), number('lines.min', 0, 20), flag('lines.grow'), align, number('width', 1, 1024),
  { name: 'prefix', type: 'words' },
];
const group = [gap('spacing'), align, color('background.color'), radius('background.corner_radius'), color('divider')];

/** @type {Record<string, Property[]>} */
const properties = {
  cell: [
    { name: 'title', type: 'text' }, { name: 'fits', type: 'fits' }, radius('box.corner_radius'),
    color('box.background'), ...border('box.'), flag('box.overflow'),
  ],
  image: [
    { name: 'aspect', type: 'aspect' }, choice('content_mode', ['fill', 'fit'], 'fill'), radius('corner_radius'),
    ...border(''), number('width', 1, 1024), ...sides,
  ],
  text: [...text('text'), ...sides],
  badge: [
    ...text('badge'), color('background', { isRequired: true }), radius('corner_radius'),
    number('padding.horizontal', 0, 64), number('padding.vertical', 0, 64),
  ],
  stars: [
    number('size', 4, 100, { isRequired: true }), number('spacing', 0, 64), color('color', { standard: 'star' }),
    color('outline'), ...sides,
  ],
  line: [color('line', { isRequired: true }), number('height', 0.1, 64), ...sides],
  stack: [...group, ...sides],
  row: [
    ...group, choice('widths', ['own', 'equal', 'shared'], 'own'),
    choice('vertical', ['top', 'center', 'bottom'], 'center'), number('height', 1, 1024), flag('wraps'), ...sides,
  ],
  spacer: [],
  shade: [color('shade', { isRequired: true }), number('height', 0.01, 1), radius('corner_radius')],
};

const edge = choice('edge', ['top', 'bottom'], null);

/**
 * The properties of an element, or of a cell.
 * @param {string} kind `cell` for the whole
 * @param {boolean} isOver whether it lies upon the picture
 * @returns {Property[]}
 */
export const propertiesOf = (kind, isOver) => (isOver
  ? [{ ...edge, isRequired: kind !== 'shade' }, gap('inset'), gap('clear'), ...properties[kind]]
  : properties[kind] ?? []);
