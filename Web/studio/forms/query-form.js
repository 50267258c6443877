// The rules by which items come into a section: conditions, order and words.

import { makeTimer } from '../../tanada/timer.js';
import { isEqual } from '../core/equality.js';
import { filled } from '../core/members.js';
import { localOf, momentOf } from '../core/moments.js';
import { wordsOf } from '../core/names.js';
import {
  comparisonsOf, conditionsOf, fieldsOf, filterOf, queryParameters, sortableOf, sortKeysOf, sortOf,
} from '../core/queries.js';
import { button, make, select } from '../ui/elements.js';
import { bind, field, group, invalid, refusalPlace, texts } from './controls.js';

/** How long nothing is entered before items are counted, in milliseconds. */
const pause = 400;
const longestSearch = 200;

/**
 * The form of a query.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {() => string} options.kind the name of the kind
 * @param {(query: any, name: string) => void} options.change
 * @returns {import('./controls.js').Form<any>}
 */
export function queryForm(app, { kind, change }) {
  const { t, content } = app;
  let query = {};
  const give = (members, name) => {
    query = filled({ ...query, ...members }) ?? {};
    count.later(query);
    change(query, `source.query.${name}`);
  };
  const definition = () => content.kind(kind());
  const conditions = conditionRows(app, definition, (filter) => give({ filter }, 'filter'));
  const order = sortRows(app, definition, (sort) => give({ sort }, 'sort'));
  const words = make('input', '', { type: 'search', maxlength: longestSearch });
  const showWords = bind(words, { ...texts, change: (q) => give({ q }, 'q') });
  const count = counter(app, kind);
  const element = make('div', 'query-form', {},
    conditions.element, order.element,
    field(t('queryWords'), words, { name: 'source.query.q', help: t('queryWordsHelp') }), count.element);

  return {
    element,
    show(next) {
      if (!isEqual(next, query) || !count.isAsked) count.later(next);
      query = next;
      conditions.show(query.filter);
      order.show(query.sort);
      showWords(query.q ?? null);
    },
  };
}

/** The conditions: a field, a comparison and a value in each row. */
function conditionRows(app, definition, change) {
  const { t } = app;
  let rows = [];
  const list = make('div', 'rules');
  const help = make('p', 'help', {}, t('queryAll'));
  const add = button(t('addCondition'), { icon: 'add', isLabelled: true, look: 'small', action: 'add-condition', press: append });
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
  names.setAttribute('aria-label', t('conditionField'));
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
    const options = type === 'boolean' ? [['true', t('optionYes')], ['false', t('optionNo')]] : choices.map((one) => [one, one]);
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
  const control = make('input', '', isNumber ? { type: 'number', step } : { type: 'text' });
  const read = (input) => (input.validity.badInput ? invalid : input.value);
  bind(control, { read, write: (input, text) => (input.value = text), change })(value);
  return control;
}

/** The keys of the order, each a field and a direction. The last row adds one. */
function sortRows({ t }, definition, change) {
  let keys = [];
  const list = make('div', 'rules');
  const help = make('p', 'help', {}, t('querySortHelp'));
  const element = group(t('querySort'), '', list, help, refusalPlace('source.query.sort'));

  function put(next, focused) {
    keys = next;
    change(sortOf(keys));
    draw();
    list.children[focused]?.querySelectorAll('select')[0].focus();
  }

  function draw() {
    const taken = keys.map(({ field: name }) => name);
    const fields = sortableOf(definition());
    const isLeft = fields.some(({ name }) => !taken.includes(name));
    list.replaceChildren(...[...keys, ...(isLeft ? [null] : [])].map((key, index) => {
      const free = fields.filter(({ name }) => name === key?.field || !taken.includes(name));
      const label = t(index ? 'sortThen' : 'querySort');
      const none = index || key ? '—' : t('sortByID');
      const names = select([['', none], ...free.map(({ name }) => [name, wordsOf(name)])], {
        value: key?.field ?? '',
        choose(name) {
          const own = name ? [{ field: name, isDescending: key?.isDescending ?? false }] : [];
          put([...keys.slice(0, index), ...own, ...keys.slice(index + 1)], index);
        },
      });
      names.setAttribute('aria-label', label);
      names.setAttribute('name', index ? `source.query.sort.${index}` : 'source.query.sort');
      const direction = select([['', t('ascending')], ['-', t('descending')]], {
        value: key?.isDescending ? '-' : '',
        choose: (sign) => {
          keys = keys.map((other, place) => (place === index ? { ...other, isDescending: sign === '-' } : other));
          change(sortOf(keys));
        },
      });
      direction.setAttribute('aria-label', t('direction'));
      direction.disabled = !key;
      return make('div', 'sort-key', {}, names, direction);
    }));
  }
  draw();

  return {
    element,
    show(sort) {
      if (element.contains(document.activeElement) && sortOf(keys) === (sort || null)) return;
      keys = sortKeysOf(sort);
      draw();
    },
  };
}

/** Says how many items meet a query now. */
function counter({ t, client }, kind) {
  const element = make('p', 'help query-count', { role: 'status' });
  const timer = makeTimer(ask);
  let query;
  let request;

  async function ask() {
    request?.abort();
    const { signal } = (request = new AbortController());
    try {
      const parameters = queryParameters(query);
      const { value } = await client.get(`/v1/content/${kind()}?${parameters}&limit=1&count=true`, { signal });
      element.textContent = t('queryFound', { count: value.total });
      element.classList.remove('problem');
    } catch (error) {
      if (signal.aborted) return;
      const detail = error.errors?.[0]?.detail ?? error.message;
      element.textContent = error.name === 'Refusal' ? t('queryRefused', { detail }) : '';
      element.classList.add('problem');
    }
  }

  return {
    element,
    get isAsked() {
      return query !== undefined;
    },
    later(next) {
      query = next;
      timer.after(pause);
    },
  };
}
