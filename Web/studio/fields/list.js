// A list of values, with a control for each.

import { moved } from '../core/compositions.js';
import { isEqual } from '../core/equality.js';
import { pastedValues } from '../core/plain-texts.js';
import { arrange, button, make } from '../ui/elements.js';
import { isRequired, numberOf } from './values.js';

/** The types of which several values are pasted at once. */
const readers = { text: (text) => text, url: (text) => text, integer: numberOf, number: numberOf };

/**
 * The control of a list: a row for each value.
 * @param {any} field
 * @param {import('./types.js').Context} context
 * @param {(field: any, context: import('./types.js').Context) => import('./types.js').Control} makeElement
 * @returns {import('./types.js').Control}
 */
export function listControl(field, { change, ...context }, makeElement) {
  const { t } = context.app;
  const of = { ...field, type: field.of, required: false };
  /** The values, with those that are still empty. */
  let current = [];
  const rows = [];
  const list = make('ul', 'values');
  const add = button(t('add'), { icon: 'add', isLabelled: true, look: 'small', press: () => insert() });
  add.setAttribute('aria-label', `${t('add')}: ${context.label}`);
  const element = make('div', 'list-control', { role: 'group', 'aria-label': context.label }, list, add);

  const filled = (values) => values.filter((value) => value !== null && value !== '');
  const tell = () => {
    const values = filled(current);
    change(values.length || isRequired(field) ? values : null);
  };

  function makeRow() {
    const index = () => rows.indexOf(row);
    const control = makeElement(of, {
      ...context, label: t('fieldElement', { label: context.label, number: rows.length + 1 }),
      change(value, _, subject) {
        // A photo that was uploaded for a list that is not shown any more is in the library.
        if (subject !== undefined && context.app.currentOf(subject) !== context.subject?.()) {
          return context.app.notify(t('photoTooLate'));
        }
        current = current.map((own, place) => (place === index() ? value : own));
        tell();
      },
    });
    const move = (step) => (event) => reorder(index(), index() + step, event.currentTarget.dataset.action);
    const row = {
      control,
      up: button(t('fieldUp', { number: rows.length + 1 }), {
        icon: 'up', look: 'plain small', action: 'value-up', press: move(-1),
      }),
      down: button(t('fieldDown', { number: rows.length + 1 }), {
        icon: 'down', look: 'plain small', action: 'value-down', press: move(1),
      }),
      remove: button(t('fieldRemove', { number: rows.length + 1 }), {
        icon: 'close', look: 'plain small', press: () => remove(index()),
      }),
    };
    row.element = make('li', 'value-row', {}, control.element,
      make('span', 'value-actions', {}, row.up, row.down, row.remove));
    rows.push(row);
    return row;
  }

  function draw(isOther) {
    while (rows.length < current.length) makeRow();
    for (const row of rows.splice(current.length)) row.element.remove();
    arrange(list, rows.map((row) => row.element));
    rows.forEach((row, index) => {
      row.control.show(current[index], isOther);
      row.up.disabled = index === 0;
      row.down.disabled = index === rows.length - 1;
    });
    list.hidden = !rows.length;
    add.disabled = Boolean(field.max_items && rows.length >= field.max_items);
  }

  function insert() {
    current = [...current, field.of === 'boolean' ? false : null];
    draw();
    rows.at(-1).control.target().focus();
    if (field.of === 'boolean') tell();
  }

  /** Several lines that are pasted are several values: the first goes on where the caret is, and the last before it. */
  function paste(event) {
    const read = readers[field.of];
    const place = rows.findIndex((row) => row.element.contains(event.target));
    const texts = pastedValues(event.clipboardData?.getData('text/plain') ?? '');
    if (!read || place < 0 || texts.length < 2) return;
    event.preventDefault();
    event.stopPropagation();
    const { value, selectionStart: start, selectionEnd: end } = event.target;
    texts[0] = value.slice(0, start ?? value.length) + texts[0];
    texts[texts.length - 1] += value.slice(end ?? value.length);
    current = [...current.slice(0, place), ...texts.map(read), ...current.slice(place + 1)];
    draw(true);
    rows[place + texts.length - 1].control.target().focus();
    tell();
  }
  list.addEventListener('paste', paste, { capture: true });

  function remove(index) {
    current = current.filter((_, place) => place !== index);
    draw(true);
    (rows[Math.min(index, rows.length - 1)]?.remove ?? add).focus();
    tell();
  }

  function reorder(from, to, action) {
    current = moved(current, from, to);
    draw(true);
    const { up, down } = rows[to];
    const wanted = action === 'value-up' ? up : down;
    (wanted.disabled ? (wanted === up ? down : up) : wanted).focus();
    tell();
  }

  return {
    element,
    target: () => rows[0]?.control.target() ?? add,
    show(value, isOther) {
      const values = Array.isArray(value) ? value : [];
      if (isOther || !isEqual(filled(current), values)) current = values;
      draw(isOther);
    },
  };
}
