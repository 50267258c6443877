// The filters of a list, and its order.

import { dateOfLocal, localOfDate } from '../core/dates.js';
import { wordsOf } from '../core/names.js';
import { inOneLine } from '../forms/plain-controls.js';
import { button, labelled, make, select } from '../ui/elements.js';
import { conditionsOf, sortFields } from './query.js';

/** The states of windows, in the order in which they are offered. */
const states = ['shown', 'scheduled', 'draft', 'ended'];

/**
 * The choice of an order.
 * @param {import('../core/app.js').App} app
 * @param {any} kind
 * @param {import('./query.js').Listing} listing
 * @param {(sort: string) => void} choose
 */
export function makeSorting({ t }, kind, { sort }, choose) {
  const fields = sortFields(kind).flatMap(({ name }) => [
    [name, t('itemsAscending', { field: wordsOf(name) })], [`-${name}`, t('itemsDescending', { field: wordsOf(name) })],
  ]);
  const control = select([['-id', t('itemsNewest')], ['id', t('itemsOldest')], ...fields], {
    value: sort, name: 'sort', choose,
  });
  control.setAttribute('aria-label', t('itemsSort'));
  return control;
}

/**
 * The controls of the filters.
 * @param {import('../core/app.js').App} app
 * @param {any} kind
 * @param {import('./query.js').Listing} listing
 * @param {object} options
 * @param {(changes: Partial<import('./query.js').Listing>) => void} options.change
 * @param {() => void} options.clearAll
 */
export function makeFilters(app, kind, listing, { change, clearAll }) {
  const { t, state } = app;
  const { locales, language, session } = state.get();
  const zone = session.time_zone;
  const names = new Intl.DisplayNames([language], { type: 'language' });
  const conditions = { ...listing.conditions };
  const put = (name, value) => {
    conditions[name] = value;
    change({ conditions: { ...conditions } });
  };
  const any = ['', t('itemsAny')];
  const visibility = select([any, ...states.map((name) => [name, t(`state_${name}`)])], {
    value: listing.visibility, name: 'visibility', choose: (value) => change({ visibility: value }),
  });
  const others = locales.slice(1);
  const untranslated = select([any, ...others.map((tag) => [tag, names.of(tag)])], {
    value: listing.untranslated, name: 'untranslated', choose: (value) => change({ untranslated: value }),
  });
  const locale = select([['', t('defaultLocale')], ...others.map((tag) => [tag, names.of(tag)])], {
    value: listing.locale, name: 'list-locale', choose: (value) => change({ locale: value }),
  });
  const hasTexts = others.length > 0 && kind.fields.some((field) => field.localized);
  const sizes = [kind.roles?.image_width, kind.roles?.image_height];
  const own = kind.fields.filter(({ name }) => !sizes.includes(name)).map(controls).filter(Boolean);

  function controls(field) {
    const title = wordsOf(field.name);
    const inputs = conditionsOf(field).map((condition) => control(field, condition, title));
    if (inputs.length < 2) return inputs.length ? labelled(title, inputs[0]) : null;
    return make('div', 'field wide', { role: 'group', 'aria-label': title }, make('span', 'field-label', {}, title),
      make('div', 'range', {}, ...inputs));
  }

  function control(field, { name, type }, title) {
    const value = listing.conditions[name] ?? '';
    if (type === 'choice' || type === 'boolean') {
      const choices = type === 'choice'
        ? field.choices.map((choice) => [choice, choice]) : [['true', t('yes')], ['false', t('no')]];
      return select([any, ...choices], { value, name: `filter-${name}`, choose: (chosen) => put(name, chosen) });
    }
    const isDate = field.type === 'date';
    const label = t(type === 'least' ? 'itemsLeast' : 'itemsMost', { field: title });
    const input = make('input', '', {
      name: `filter-${name}`, type: isDate ? 'date' : 'text', inputmode: isDate ? null : 'decimal', 'aria-label': label,
      title: label,
      placeholder: t(type === 'least' ? 'itemsLeastShort' : 'itemsMostShort'),
    });
    if (!isDate) inOneLine(input);
    input.value = isDate ? localOfDate(value, zone).split('T')[0] : value;
    // A day is meant as a whole.
    const moment = () => (input.value
      ? dateOfLocal(`${input.value}T${type === 'least' ? '00:00' : '23:59:59'}`, zone) : '');
    input.addEventListener('change', () => put(name, isDate ? (moment() ?? '') : input.value.normalize('NFKC').trim()));
    return input;
  }

  const clear = button(t('itemsClearFilters'), { look: 'small', action: 'clear-filters', press: clearAll });
  return make('div', 'filter-fields', {},
    labelled(t('itemsState'), visibility),
    hasTexts ? labelled(t('itemsUntranslated'), untranslated) : null,
    hasTexts ? labelled(t('itemsLocale'), locale) : null,
    ...own, make('div', 'wide', {}, clear));
}
