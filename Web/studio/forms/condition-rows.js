// The conditions of a query: a field, a comparison and a value in each row.

import { isEqual } from '../core/equality.js';
import { localOf, momentOf } from '../core/moments.js';
import { wordsOf } from '../core/names.js';
import { comparisonsOf, conditionsOf, fieldsOf, filterOf } from '../core/queries.js';
import { button, make, select } from '../ui/elements.js';
import { bind, group, invalid, refusalPlace } from './controls.js';
import { inOneLine } from './plain-controls.js';

/**
 * The rows of conditions.
 * @param {import('../core/app.js').App} app
 * @param {() => any} definition the kind, once it is known
 * @param {(filter: Record<string, string> | null) => void} change
 * @returns {import('./controls.js').Form<Record<string, string | number> | undefined>}
 */
export function conditionRows(app, definition, change) {
  const { t } = app;
  let rows = [];
  const list = make('div', 'rules');
  const help = make('p', 'help', {}, t('queryAll'));
  const add = button(t('addCondition'), {
    icon: 'add', isLabelled: true, look: 'small', action: 'add-condition', press: append,
  });
  const place = refusalPlace('source.query.filter');
  const element = group(t('queryConditions'), '', help, list, make('div', 'row', {}, add), place);
  const give = () => change(filterOf(rows));

  function append() {
    const [first] = definition()?.fields ?? fieldsOf(null);
    rows = [...rows, { field: first.name, comparison: comparisonsOf(first)[0], value: '' }];
    draw();
    list.lastElementChild.querySelector('select').focus();
  }

  function draw() {
    help.hidden = rows.length > 0;
    list.replaceChildren(...rows.map((row, index) => conditionRow(app, definition(), row, {
      change: (members, isOther) => {
        rows = rows.map((other, place) => (place === index ? { ...other, ...members } : other));
        row = rows[index];
        give();
        if (!isOther) return;
        draw();
        list.children[index].querySelectorAll('select')[isOther - 1].focus();
      },
      remove: () => {
        rows = rows.filter((_, place) => place !== index);
        give();
        draw();
        (list.children[Math.min(index, rows.length - 1)]?.querySelector('select') ?? add).focus();
      },
    })));
  }

  return {
    element,
    show(filter) {
      // Rows that are not complete yet stay.
      if (isEqual(filterOf(rows), filterOf(conditionsOf(filter)))) return;
      rows = conditionsOf(filter);
      draw();
    },
  };
}

function conditionRow(app, definition, { field: name, comparison, value }, { change, remove }) {
  const { t } = app;
  const fields = fieldsOf(definition);
  const own = fields.find((one) => one.name === name) ?? { name, type: 'text' };
  const names = select(named(fields, own), {
    value: name,
    choose(next) {
      const other = fields.find((one) => one.name === next);
      change({ field: next, comparison: comparisonsOf(other)[0], value: '' }, 1);
    },
  });
  const comparing = select(comparisonsOf(own).map((one) => [one, comparisonWord(t, own, one)]), {
    value: comparison, choose: (next) => change({ comparison: next }, 2),
  });
  const control = valueControl(app, own, value, (text) => change({ value: text }));
  names.setAttribute('aria-label', t('field'));
  comparing.setAttribute('aria-label', t('conditionComparison'));
  control.setAttribute('aria-label', t('conditionValue'));
  control.setAttribute('name', `source.query.filter.${name}.${comparison}`);
  const removal = button(t('removeCondition'), { icon: 'close', look: 'plain', press: remove });
  return make('div', 'rule', {}, names, comparing, control, removal);
}

const named = (fields, own) => (fields.some(({ name }) => name === own.name) ? fields : [...fields, own])
  .map(({ name }) => /** @type {[string, string]} */ ([name, wordsOf(name)]));

/** A comparison in words: dates are before and after, lists contain. */
function comparisonWord(t, { type }, comparison) {
  if (type === 'list') return t(`list_${comparison}`);
  return t(type === 'date' && !['eq', 'ne'].includes(comparison) ? `date_${comparison}` : `is_${comparison}`);
}

/** The control of a value that a field is compared with. */
function valueControl({ t, state }, own, value, change) {
  const { choices } = own;
  const type = own.type === 'list' ? own.of : own.type;
  if (type === 'choice' || type === 'boolean') {
    const options = type === 'boolean' ? [['true', t('yes')], ['false', t('no')]] : choices.map((one) => [one, one]);
    const none = value === '' ? [['', '—']] : [];
    return select([...none, ...options], { value, choose: change });
  }
  if (type === 'date') {
    const zone = state.get().session.time_zone;
    const control = make('input', '', { type: 'datetime-local' });
    bind(control, {
      read: ({ value: local, validity }) => (validity.badInput ? invalid : momentOf(local, zone) ?? ''),
      write: (_, moment) => (control.value = localOf(moment, zone)), change,
    })(value);
    return control;
  }
  const isNumber = ['integer', 'number', 'reference'].includes(type);
  const step = type === 'number' ? 'any' : 1;
  const control = isNumber
    ? make('input', '', { type: 'number', step }) : inOneLine(make('input', '', { type: 'text' }));
  const read = (input) => (input.validity.badInput ? invalid : input.value);
  bind(control, { read, write: (input, text) => (input.value = text), change })(value);
  return control;
}
