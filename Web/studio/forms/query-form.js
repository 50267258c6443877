// The rules by which items come into a section: conditions, order and words.

import { makeTimer } from '../../tanada/timer.js';
import { isEqual } from '../core/equality.js';
import { filled } from '../core/members.js';
import { wordsOf } from '../core/names.js';
import { queryParameters, sortableOf, sortKeysOf, sortOf } from '../core/queries.js';
import { make, select } from '../ui/elements.js';
import { conditionRows } from './condition-rows.js';
import { bind, field, group, refusalPlace, texts } from './controls.js';
import { inOneLine } from './plain-controls.js';

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
  const words = inOneLine(make('input', '', { type: 'search', maxlength: longestSearch }));
  const showWords = bind(words, { ...texts, change: (q) => give({ q }, 'q') });
  const count = counter(app, kind);
  const element = make('div', 'query-form', {},
    conditions.element, order.element,
    field(t('queryWords'), words, { name: 'source.query.q', help: t('queryWordsHelp') }), count.element);

  return {
    element,
    show(next) {
      if (!isEqual(next, query) || count.isOld) count.later(next);
      query = next;
      conditions.show(query.filter);
      order.show(query.sort);
      showWords(query.q ?? null);
    },
  };
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
function counter({ t, client, state }, kind) {
  const element = make('p', 'help query-count', { role: 'status' });
  const timer = makeTimer(ask);
  let query;
  /** The revision whose items are counted. */
  let counted;
  let request;

  async function ask() {
    request?.abort();
    const { signal } = (request = new AbortController());
    counted = state.get().revision;
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
    /** Whether nothing was counted yet, or something has changed since. */
    get isOld() {
      return query === undefined || counted !== state.get().revision;
    },
    later(next) {
      query = next;
      // The number of other rules is not that of these.
      request?.abort();
      element.textContent = '';
      timer.after(pause);
    },
  };
}
