// The controls of cells and themes: points and names of a theme, its colours and styles, and what a text shows.

import { textRoles } from '../core/cell-elements.js';
import { colorIn } from '../core/design-contrast.js';
import { wordsOf } from '../core/names.js';
import { make, select } from '../ui/elements.js';
import { bind, invalid, numbers, texts } from './controls.js';
import { inOneLine } from './plain-controls.js';
import { wordOr } from './layout-picker.js';

/** The shapes of pictures that are offered; all others can be typed. */
const shapes = ['item', '1', '1.5', '1.778', '0.75', '0.667'];
let listCount = 0;

/**
 * The control of a property.
 * @param {import('../core/app.js').App} app
 * @param {import('../core/cell-properties.js').Property} property
 * @param {any} theme with all of its values
 * @param {(value: any) => void} change
 * @returns {{control: HTMLElement, show: import('./controls.js').Form<any>['show'], aside?: HTMLElement,
 *   list?: HTMLElement}}
 */
export function designControl(app, property, theme, change) {
  const { t } = app;
  switch (property.type) {
    case 'number': return numberControl(property, change);
    case 'length': return typedControl(Object.keys(theme[property.names]), change);
    case 'aspect': return typedControl(shapes, change);
    case 'style': return styleControl(t, theme, change);
    case 'color': return colorControl(t, property, theme, change);
    case 'flag': return choiceControl(t, [[true, t('yes')], [false, t('no')]], t('optionStandard'), change);
    case 'role': return roleControl(t, change);
    case 'choice': return choiceControl(t, property.choices.map((value) => [value, choiceName(t, value)]),
      property.isRequired ? null : standardName(t, property.standard), change);
    default: return textControl(change);
  }
}

const choiceName = (t, value) => wordOr(t, `design_${value}`, wordsOf(value));
const standardName = (t, value) =>
  (value ? t('optionStandardIs', { value: choiceName(t, value) }) : t('optionStandard'));

export function numberControl({ minimum = null, maximum = null }, change) {
  const control = make('input', '', { type: 'number', min: minimum, max: maximum, step: 'any', inputmode: 'decimal' });
  return { control, show: bind(control, { ...numbers, change }) };
}

function textControl(change) {
  const control = inOneLine(make('input', '', { maxlength: 200 }));
  return { control, show: bind(control, { ...texts, change }) };
}

/** A length that counts in the size of a font, as it is read. */
const lengthText = ({ style, em = 0, points = 0 }) =>
  `${em} × ${wordsOf(style)}${points ? ` ${points < 0 ? '−' : '+'} ${Math.abs(points)}` : ''}`;

/** A number or a name. What counts in the size of a font is shown, and stays until something else is typed. */
function typedControl(names, change) {
  listCount += 1;
  const list = make('datalist', '', { id: `names-${listCount}` }, ...names.map((name) => new Option(name, name)));
  const control = inOneLine(make('input', '', {
    type: 'text', list: list.id, inputmode: names.length ? null : 'decimal', spellcheck: 'false', autocapitalize: 'off',
  }));
  let shown = null;
  const read = ({ value }) => {
    const own = value.trim();
    if (shown && own === lengthText(shown)) return shown;
    if (/[.,-]$/.test(own)) return invalid;
    return own === '' ? null : Number.isNaN(Number(own)) ? own : Number(own);
  };
  const write = (_, value) => (control.value = shown ? lengthText(shown) : String(value ?? ''));
  const show = bind(control, { read, write, change });
  return {
    control, list,
    show(value, isOther) {
      shown = typeof value === 'object' ? value : null;
      show(value, isOther);
    },
  };
}

/** A choice of values; `none` is what nothing is called, and null where something is needed. */
function choiceControl(t, values, none, change) {
  const control = select(none === null ? [] : [['', none]]);
  const fill = (all) => control.append(...all.map(([value, label]) => new Option(label, JSON.stringify(value))));
  fill(values);
  const show = bind(control, {
    read: ({ value }) => (value === '' ? null : JSON.parse(value)),
    write: (_, value) => (control.value = value === null ? '' : JSON.stringify(value)), change,
  });
  return {
    control,
    show(value, isOther) {
      // One that is not offered stays a choice where it is used.
      const isKnown = value === null || [...control.options].some((one) => one.value === JSON.stringify(value));
      if (!isKnown) fill([[value, [value].flat().map((one) => choiceName(t, one)).join(t('listSeparator'))]]);
      show(value, isOther);
    },
  };
}

function styleControl(t, { styles }, change) {
  const name = ([own, { size }]) => [own, `${wordsOf(own)} · ${size} pt`];
  return choiceControl(t, Object.entries(styles).map(name), null, change);
}

/** A choice of colours, with the one that is chosen beside it: in light and in dark surroundings. */
function colorControl(t, { isRequired, standard }, theme, change) {
  const aside = make('span', 'swatch', { 'aria-hidden': 'true' }, make('span'), make('span'));
  const paint = (name) => ['light', 'dark'].forEach((scheme, index) =>
    (aside.children[index].style.backgroundColor = colorIn(theme, name ?? standard, scheme) ?? 'transparent'));
  const none = isRequired ? null : standard ? standardName(t, standard) : t('none');
  const choices = choiceControl(t, Object.keys(theme.colors).map((name) => [name, wordsOf(name)]), none, change);
  return {
    ...choices, aside,
    show(value, isOther) {
      paint(value);
      choices.show(value, isOther);
    },
  };
}

function roleControl(t, change) {
  return choiceControl(t, [...textRoles, 'fixed'].map((role) => [role, roleName(t, role)]), null, change);
}

/** What a role of items is called. */
export const roleName = (t, role) => wordOr(t, `role_of_items_${role}`, wordsOf(role));
