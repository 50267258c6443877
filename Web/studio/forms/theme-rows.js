// The rows of a theme: a colour in light and in dark surroundings, a style of text, a length.

import { colorIn, usesOfColor } from '../core/design-contrast.js';
import { wordsOf } from '../core/names.js';
import { contrastNote } from '../ui/contrast-note.js';
import { button, make, select } from '../ui/elements.js';
import { bind, field, invalid, numbers, refusalPlace, texts } from './controls.js';
import { numberControl } from './design-controls.js';
import { inOneLine } from './plain-controls.js';
import { designMember } from './design-form.js';

/** The text styles of iOS whose sizes a style can follow. */
const growths = [
  'large_title', 'title_1', 'title_2', 'title_3', 'headline', 'body', 'callout', 'subheadline', 'footnote', 'caption_1',
  'caption_2',
];

/**
 * @typedef {object} Row
 * @property {HTMLElement} element
 * @property {(value: any, about: {isOwn: boolean, isDefault: boolean, whole: any, cells: any[]}) => void} show `isOwn`
 *   if the theme says it itself
 */

/** The button that makes a value that of the default theme again, or removes one that is the theme's alone. */
function resetButton({ t }, label, change) {
  const control = button(t('themeReset', { name: label }), {
    icon: 'undo', look: 'plain', action: 'reset', press: () => change(null),
  });
  return { control, show: ({ isOwn, isDefault }) => (control.hidden = !isOwn || isDefault) };
}

/**
 * A colour.
 * @param {import('../core/app.js').App} app
 * @param {{name: string, path: string, label: string, change: (value: any, step?: string) => void}} options
 * @returns {Row}
 */
export function colorRow(app, { name, path, label, change }) {
  const { t } = app;
  let color;
  const schemes = /** @type {const} */ (['light', 'dark']);
  const parts = schemes.map((scheme) => {
    const of = `${label}, ${t(scheme)}`;
    const take = (next) => {
      const both = Object.fromEntries(schemes.map((one) => [one, colorIn({ colors: { [name]: color } }, name, one)]));
      const isOne = typeof color === 'string' && scheme === 'light';
      change(isOne ? next : { ...both, [scheme]: next }, `${path}.${scheme}`);
    };
    const own = () => colorIn({ colors: { [name]: color } }, name, scheme);
    const picker = make('input', 'color', { type: 'color', name: `${path}.${scheme}`, 'aria-label': of });
    picker.addEventListener('input', () => take(picker.value + own().slice(7)));
    const hex = inOneLine(make('input', 'hex', {
      name: `${path}.${scheme}.hex`, 'aria-label': t('colorText', { name: of }), spellcheck: 'false',
      autocapitalize: 'none',
    }));
    const showHex = bind(hex, {
      read: ({ value }) => (/^#([0-9a-f]{6}|[0-9a-f]{8})$/i.test(value.trim()) ? value.trim().toLowerCase() : invalid),
      write: (control, value) => (control.value = value.replace(/ff$/, (end) => (value.length === 9 ? '' : end))),
      change: (value) => take(value.length === 7 ? `${value}ff` : value),
    });
    return {
      element: make('div', 'color-pair', {}, make('span', 'help', { 'aria-hidden': 'true' }, t(scheme)), picker, hex),
      show() {
        picker.value = own().slice(0, 7);
        const whole = own().padEnd(9, 'f');
        showHex(hex.value.trim().length === 7 && whole.endsWith('ff') ? whole.slice(0, 7) : whole);
      },
    };
  });
  const contrast = contrastNote(t);
  const reset = resetButton(app, label, change);
  const element = make('fieldset', 'theme-row', { 'data-value': path }, make('legend', '', {}, label),
    make('div', 'row', {}, make('span', 'field-label', { 'aria-hidden': 'true' }, label), reset.control),
    make('div', 'color-pairs', {}, ...parts.map((part) => part.element)), contrast, refusalPlace(path));
  return {
    element,
    show(value, about) {
      color = value;
      for (const part of parts) part.show();
      reset.show(about);
      const [use] = usesOfColor(about.cells, about.whole, name);
      contrast.show(use?.contrast ?? null, use && wordsOf(use.cell));
    },
  };
}

/** A style of text. */
export function styleRow(app, { path, label, change }) {
  const { t } = app;
  let style;
  const set = (member) => (value) => {
    const { [member]: _, ...others } = style;
    change(value === null ? others : { ...style, [member]: value }, `${path}.${member}`);
  };
  const family = inOneLine(make('input', '', { spellcheck: 'false', autocapitalize: 'none' }));
  const grows = select([['', t('growsEvenly')], ...growths.map((one) => [one, wordsOf(one)])]);
  const members = {
    size: numberControl({ minimum: 1, maximum: 200 }, set('size')),
    weight: numberControl({ minimum: 100, maximum: 900 }, set('weight')),
    line_height: numberControl({ minimum: 1, maximum: 800 }, set('line_height')),
    line_spacing: numberControl({ minimum: 0, maximum: 100 }, set('line_spacing')),
    grows: { control: grows, show: bind(grows, { ...texts, change: set('grows') }) },
    family: {
      control: family,
      show: bind(family, {
        read: ({ value }) => value.split(',').map((one) => one.trim()).filter(Boolean),
        write: (control, value) => (control.value = value.join(', ')), change: set('family'),
      }),
    },
  };
  const reset = resetButton(app, label, change);
  const sample = make('p', 'style-sample', { 'aria-hidden': 'true' }, t('styleSample'));
  const fields = Object.entries(members).map(([member, { control }]) =>
    field(designMember(t, member), control, { name: `${path}.${member}`, className: member === 'family' ? 'wide' : '' }));
  const element = make('fieldset', 'theme-row', { 'data-value': path }, make('legend', '', {}, label),
    make('div', 'row', {}, make('span', 'field-label', { 'aria-hidden': 'true' }, label), reset.control), sample,
    make('div', 'columns', {}, ...fields), refusalPlace(path));
  return {
    element,
    show(value, about) {
      style = value;
      reset.show(about);
      const fontFamily = [value.family].flat().map((one) => `"${one}"`).join();
      Object.assign(sample.style, { fontFamily, fontSize: `${value.size}px`, fontWeight: String(value.weight) });
      for (const [member, { show }] of Object.entries(members)) {
        show(member === 'family' ? [value.family].flat() : (value[member] ?? null));
      }
    },
  };
}

/** A radius or a gap. */
export function lengthRow(app, { path, label, change }) {
  const control = make('input', '', { type: 'number', step: 'any', inputmode: 'decimal' });
  const show = bind(control, { ...numbers, change: (value) => value !== null && change(value) });
  const reset = resetButton(app, label, change);
  const element = make('div', 'theme-row', { 'data-value': path },
    field(label, control, { name: path, aside: reset.control }));
  return {
    element,
    show(value, about) {
      show(value);
      reset.show(about);
    },
  };
}
