// The form of a cell, or of one of its elements.

import { memberOf } from '../core/cell-members.js';
import { propertiesOf } from '../core/cell-properties.js';
import { wordsOf } from '../core/names.js';
import { make } from '../ui/elements.js';
import { bind, checks, field, group, refusalPlace, texts } from './controls.js';
import { designControl } from './design-controls.js';
import { layoutName, wordOr } from './layout-picker.js';
import { inOneLine } from './plain-controls.js';

/** What a member is called. */
export const designMember = (t, name) =>
  wordOr(t, `design_${name.replaceAll('.', '_')}`, wordsOf(name.split('.').pop()));

/**
 * The form of an element.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {string} options.kind `cell` for the whole
 * @param {boolean} options.isOver whether it lies upon the picture
 * @param {any} options.theme with all of its values
 * @param {HTMLElement} options.contrast stands below the colour of a text
 * @param {(name: string, value: any) => void} options.change null for what was emptied
 * @returns {import('./controls.js').Form<any>}
 */
export function designForm(app, { kind, isOver, theme, contrast, change }) {
  const { t } = app;
  const parts = propertiesOf(kind, isOver).map((property) => partOf(app, property, theme, change));
  const isText = kind === 'text' || kind === 'badge';
  const isPadding = ({ property }) => property.name.startsWith('padding.');
  const plain = parts.filter((one) => !isPadding(one));
  const wide = plain.filter((one) => one.isWide).map((one) => one.element);
  const [before, after] = kind === 'cell' ? [wide, []] : [[], wide];
  const narrow = plain.filter((one) => !one.isWide).map((one) => one.element);
  if (isText) narrow.splice(plain.findIndex(({ property }) => property.name === 'color'), 0, contrast);
  const padding = parts.filter(isPadding).map((one) => one.element);
  const legend = make('legend', '', {}, t('properties'));
  const element = make('fieldset', 'design-form', {}, legend, refusalPlace(''), ...before,
    narrow.length ? make('div', 'columns', {}, ...narrow) : null, ...after,
    padding.length ? paddingGroup(t, padding) : null);
  return {
    element,
    show(value, isOther) {
      for (const { property, element: own, show } of parts) {
        show(memberOf(value, property.name, kind), isOther);
        own.hidden = Boolean(property.applies && !property.applies(value));
      }
    },
  };
}

const paddingGroup = (t, padding) => group(t('design_padding'), '',
  make('div', padding.length > 2 ? 'columns four' : 'columns', {}, ...padding), refusalPlace('padding'));

function partOf(app, property, theme, change) {
  const { name, type } = property;
  const give = (value) => change(name, value);
  if (type === 'fits') return { property, isWide: true, ...layoutChecks(app, give) };
  if (type === 'words') return { property, isWide: true, ...wordTexts(app, property, give) };
  const { control, show, aside, list } = designControl(app, property, theme, give);
  const element = field(designMember(app.t, name), control, { name, aside, help: helpOf(app.t, name) });
  if (list) element.append(list);
  return { property, element, show, isWide: type === 'text' };
}

const helpOf = (t, name) => wordOr(t, `designHelp_${name.replaceAll('.', '_')}`, undefined);

/** The layouts that a cell fits in. */
function layoutChecks({ t, state }, change) {
  let fits = [];
  const boxes = state.get().layouts.map(({ type }) => {
    const control = make('input', '', { type: 'checkbox', name: 'fits', value: type });
    const show = bind(control, {
      ...checks, change: (isChosen) => change(isChosen ? [...fits, type] : fits.filter((one) => one !== type)),
    });
    const element = make('label', 'check', {}, control, make('span', '', {}, layoutName(t, type)));
    return { type, show, element };
  });
  return {
    element: group(t('design_fits'), '', make('div', 'checks', {}, ...boxes.map((one) => one.element)),
      refusalPlace('fits')),
    show(value) {
      fits = value ?? [];
      for (const { type, show } of boxes) show(fits.includes(type));
    },
  };
}

/** Words in the languages of the content: one text is that of all of them. */
function wordTexts({ t, state }, { name }, change) {
  const { locales, language } = state.get();
  const names = new Intl.DisplayNames([language], { type: 'language' });
  const parts = make('div', 'columns');
  let words = {};
  const all = () => Object.fromEntries(locales.map((locale) => [locale, words]));
  const shown = new Map();
  const partFor = (locale) => {
    const control = inOneLine(make('input', '', { maxlength: 200, lang: locale, dir: 'auto' }));
    const show = bind(control, {
      ...texts,
      change(text) {
        const { [locale]: _, ...others } = typeof words === 'string' ? all() : words;
        const next = text ? { ...others, [locale]: text } : others;
        change(Object.keys(next).length ? next : null);
      },
    });
    parts.append(field(names.of(locale) ?? locale, control, { name: `${name}.${locale}` }));
    return show;
  };
  return {
    element: group(designMember(t, name), '', parts, refusalPlace(name)),
    show(value, isOther) {
      words = value ?? {};
      const values = typeof words === 'string' ? all() : words;
      for (const locale of new Set([...locales, ...Object.keys(values)])) {
        if (!shown.has(locale)) shown.set(locale, partFor(locale));
        shown.get(locale)(values[locale] ?? null, isOther);
      }
    },
  };
}
