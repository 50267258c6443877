// A field of the form: its controls, one for each language, and what is to be said about them.

import { isEqual } from '../core/equality.js';
import { wordsOf } from '../core/names.js';
import { button, make } from '../ui/elements.js';
import { controlFor } from './types.js';
import { hintOf, rangeOf } from './values.js';

/** The types whose controls are groups: their label is not that of one control. */
const grouped = ['list', 'photo'];
let count = 0;

/**
 * A field with its controls, one for each language.
 * @param {any} field of the definition of a kind
 * @param {object} options
 * @param {import('../core/app.js').App} options.app
 * @param {any} options.kind
 * @param {string[]} options.locales the default one first
 * @param {(members: Record<string, any>, name: string, subject?: string) => void} options.edit
 * @param {() => string} [options.subject] the item that is shown
 * @param {(names: string[]) => void} options.putBack
 */
export function makeField(field, { app, kind, locales, edit, subject, putBack }) {
  const { t, state } = app;
  const title = wordsOf(field.name);
  const languages = new Intl.DisplayNames([state.get().language], { type: 'language' });
  const isLocalized = field.localized && locales.length > 1;
  const parts = (isLocalized ? locales : locales.slice(0, 1)).map((locale, index) => {
    const name = index ? `${field.name}@${locale}` : field.name;
    const language = isLocalized ? languages.of(locale) : '';
    return makePart(field, {
      app, kind, name, locale: field.localized ? locale : undefined, language, edit, subject, title,
    });
  });
  const names = parts.map(({ name }) => name);
  const undo = button(t('putBack'), {
    look: 'plain small', action: 'put-back',
    press() {
      putBack(names);
      parts[0].control.target().focus();
    },
  });
  undo.setAttribute('aria-label', t('fieldPutBackOf', { title }));
  const changed = make('span', 'field-changed', { hidden: '' }, make('span', 'tag changed', {}, t('tagChanged')), undo);
  const first = parts[0].control.target();
  first.id ||= `field-${(count += 1)}`;
  const label = grouped.includes(field.type) || isLocalized
    ? make('span', 'field-label', {}, title) : make('label', '', { for: first.id }, title);
  // The visible label names a control of its own.
  if (label.localName === 'label') first.removeAttribute('aria-label');
  const facts = [field.required === false ? t('fieldOptional') : '', rangeOf(field, t),
    field.max_items ? t('fieldMostItems', { limit: field.max_items }) : '',
    field.type === 'date' || field.of === 'date' ? state.get().session.time_zone : ''].filter(Boolean).join(' · ');
  const head = make('div', 'field-head', {},
    make('span', 'field-name', {}, label, facts ? make('span', 'field-facts', {}, facts) : null), changed);
  const element = make('div', 'field item-field', { 'data-field-of': field.name, 'data-type': field.type }, head,
    make('div', parts.length > 1 ? 'translations' : 'translation', {}, ...parts.map((part) => part.element)));

  return {
    element,
    names,
    field,
    /** The part of a member; the first one for another member of the field. */
    part: (name) => parts.find((part) => part.name === name) ?? parts[0],
    /**
     * @param {any} value the item with its changes
     * @param {{base: any, isNew: boolean, isOther: boolean}} more
     */
    show(value, { base, isNew, isOther }) {
      for (const part of parts) part.show(value[part.name], isOther);
      const isChanged = !isNew && names.some((name) => !isEqual(value[name] ?? null, base?.[name] ?? null));
      if (changed.hidden === isChanged) changed.hidden = !isChanged;
    },
    /** @param {any[]} refusals */
    refuse(refusals) {
      for (const part of parts) {
        part.refuse(refusals.filter(({ field: name }) => name === part.name
          || (part === parts[0] && name.split('@')[0] === field.name && !names.includes(name))));
      }
    },
  };
}

/** A control in one language, with its hint and its refusal. */
function makePart(field, { app, kind, name, locale, language, edit, subject, title }) {
  const isTranslation = name.includes('@');
  const control = controlFor(field, {
    app, kind, name, locale, label: language ? `${title} (${language})` : title,
    subject, change: (value, others = {}, own = undefined) => edit({ ...others, [name]: value }, name, own),
  });
  count += 1;
  const hint = make('p', 'hint', { id: `hint-${count}`, hidden: '' });
  const refusal = make('p', 'refusal', { role: 'alert', id: `refusal-${count}`, 'data-field': name });
  const element = make('div', 'part', {},
    language ? make('span', 'part-language', { 'aria-hidden': 'true' }, language) : null, control.element, hint);
  let refused = [];
  let isHinted = false;

  function mark() {
    const target = control.target();
    const isRefused = refused.length > 0;
    if (isRefused) target.setAttribute('aria-invalid', 'true');
    else target.removeAttribute('aria-invalid');
    const ids = [isRefused && refusal.id, isHinted && hint.id].filter(Boolean).join(' ');
    if (ids) target.setAttribute('aria-describedby', ids);
    else target.removeAttribute('aria-describedby');
  }

  return {
    name,
    control,
    element,
    show(value, isOther) {
      control.show(value ?? null, isOther);
      const text = hintOf(field, value, app.t, isTranslation);
      if (hint.textContent !== text) hint.textContent = text;
      hint.hidden = !text || refused.length > 0;
      isHinted = Boolean(text);
      mark();
    },
    refuse(refusals) {
      if (!refusals.length && !refused.length) return;
      refused = refusals;
      const text = [...new Set(refusals.map(({ detail }) => detail))].join(' ');
      if (refusal.textContent !== text) refusal.textContent = text;
      if (text && !refusal.isConnected) element.append(refusal);
      if (!text) refusal.remove();
      hint.hidden = !isHinted || Boolean(text);
      mark();
    },
  };
}
