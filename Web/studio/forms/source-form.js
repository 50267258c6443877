// Which items a section shows: by rules, or chosen one by one.

import { make, segments } from '../ui/elements.js';
import { refusalPlace } from './controls.js';
import { pinnedForm } from './pinned-form.js';
import { queryForm } from './query-form.js';

/**
 * The form of a source.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {() => string} options.kind the name of the kind
 * @param {(source: any, name: string) => void} options.change
 * @returns {import('./controls.js').Form<{query: any} | {pinned: number[]}>}
 */
export function sourceForm(app, { kind, change }) {
  const { t } = app;
  /** What each way had, for who comes back to it. */
  const known = { query: {}, pinned: [] };
  let way = 'query';
  const forms = {
    query: queryForm(app, { kind, change: (query, name) => give('query', query, name) }),
    pinned: pinnedForm(app, { kind, change: (pinned) => give('pinned', pinned, 'source.pinned') }),
  };
  const choice = segments(t('sourceTitle'), [['query', t('source_query')], ['pinned', t('source_pinned')]], {
    name: 'source', value: way, choose: (next) => give(next, known[next], 'source'),
  });
  const element = make('div', 'source-form', {}, choice, forms.query.element, forms.pinned.element,
    refusalPlace('source'));

  function give(next, value, name) {
    way = next;
    known[way] = value;
    draw();
    change({ [way]: value }, name);
  }

  function draw() {
    for (const input of choice.querySelectorAll('input')) input.checked = input.value === way;
    for (const [name, form] of Object.entries(forms)) form.element.hidden = name !== way;
    forms[way].show(known[way]);
  }

  return {
    element,
    show(source) {
      way = source?.pinned ? 'pinned' : 'query';
      known[way] = source?.[way] ?? {};
      draw();
    },
  };
}
