// Text, with its limit.

import { bind } from '../forms/controls.js';
import { inOneLine, inPlainText } from '../forms/plain-controls.js';
import { make } from '../ui/elements.js';
import { emptyValue, lengthOf } from './values.js';

/** The roles whose texts are long. */
const longRoles = ['summary'];

/** @type {(field: any, context: import('./types.js').Context) => import('./types.js').Control} */
export function textControl(field, { app, kind, name, label, locale, change }) {
  const role = Object.entries(kind?.roles ?? {}).find(([, own]) => own === field.name)?.[0];
  // A value of a list is one line, and so is a headline.
  const isShort = Boolean(field.of)
    || (role ? !longRoles.includes(role) : Boolean(field.max_length && field.max_length <= 120));
  const area = (isShort ? inOneLine : inPlainText)(make('textarea', isShort ? 'short' : '', {
    name, rows: isShort ? 1 : 3, lang: locale, dir: 'auto', 'aria-label': label,
  }));
  const counter = field.max_length ? make('span', 'counter') : null;
  const isTranslation = name.includes('@');
  const count = () => {
    if (!counter) return;
    const length = lengthOf(area.value);
    counter.textContent = app.t('fieldCount', { length, limit: field.max_length });
    counter.classList.toggle('problem', length > field.max_length);
  };
  const show = bind(area, {
    read: ({ value }) => value || (isTranslation ? null : emptyValue(field)),
    write(_, value) {
      const text = textOf(value).replace(/\r\n?/g, '\n');
      if (area.value !== text) area.value = text;
    },
    change(value) {
      count();
      change(value);
    },
  });
  area.addEventListener('keydown', (event) => {
    if (isShort && event.key === 'Enter' && !event.isComposing) event.preventDefault();
  });
  return {
    element: make('div', 'text-control', {}, area, counter),
    target: () => area,
    show(value, isOther) {
      show(value ?? null, isOther);
      count();
    },
  };
}

/** The text of a value; a value that is none stands as it is written. */
const textOf = (value) => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));
