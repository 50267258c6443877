// The filters of a list, and its order.

import { button, labelled, make, select } from '../ui/elements.js';
import { wordsOf } from '../core/names.js';
import { dateOfLocal } from '../fields/dates.js';
import { conditionsOf, sortFields } from './query.js';

/**
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
  const names = new Intl.DisplayNames([language], { type: 'language' });
  const conditions = { ...listing.conditions };
  const put = (name, value) => {
    conditions[name] = value;
    change({ conditions: { ...conditions } });
  };
  const sort = select([['-id', t('itemsNewest')], ['id', t('itemsOldest')], ...sortFields(kind).flatMap(({ name }) => [
    [name, t('itemsAscending', { field: wordsOf(name) })], [`-${name}`, t('itemsDescending', { field: wordsOf(name) })],
  ])], { value: listing.sort, name: 'sort', choose: (value) => change({ sort: value }) });
  const any = ['', t('itemsAny')];
  const visibility = select([any, ['shown', t('itemsStateShown')], ['scheduled', t('itemScheduled')], ['draft', t('itemDraft')], ['ended', t('itemEnded')]], {
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
  const own = kind.fields.flatMap((field) => conditionsOf(field).map((condition) => control(field, condition)));

  function control(field, { name, type }) {
    const title = wordsOf(field.name);
    const value = listing.conditions[name] ?? '';
    if (type === 'choice' || type === 'boolean') {
      const choices = type === 'choice' ? field.choices.map((choice) => [choice, choice]) : [['true', t('fieldYes')], ['false', t('fieldNo')]];
      return labelled(title, select([any, ...choices], { value, name: `filter-${name}`, choose: (chosen) => put(name, chosen) }));
    }
    const isDate = field.type === 'date';
    const input = make('input', '', { name: `filter-${name}`, type: isDate ? 'datetime-local' : 'text', inputmode: isDate ? null : 'decimal' });
    if (!isDate) input.value = value;
    input.addEventListener('change', () => put(name, isDate ? (dateOfLocal(input.value, session.time_zone) ?? '') : input.value.normalize('NFKC').trim()));
    return labelled(t(type === 'least' ? 'itemsLeast' : 'itemsMost', { field: title }), input);
  }

  const clear = button(t('itemsClearFilters'), { look: 'small', action: 'clear-filters', press: clearAll });
  return make('div', 'filter-fields', {},
    labelled(t('itemsSort'), sort, { className: 'wide' }), labelled(t('itemsState'), visibility),
    hasTexts ? labelled(t('itemsUntranslated'), untranslated) : null, hasTexts ? labelled(t('itemsLocale'), locale) : null,
    ...own, make('div', 'wide', {}, clear));
}
