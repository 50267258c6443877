// The kinds of items, with how many there are of each.

import { wordsOf } from '../core/names.js';
import { arrange, emptyState, icon, make } from '../ui/elements.js';
import { followLink } from '../ui/links.js';

/** The titles of kinds that the server has given none. */
const titleOf = ({ kind, title }) => title ?? wordsOf(kind);

/**
 * The list of kinds, with how many items each has.
 * @param {import('../core/app.js').App} app
 * @param {(kind: string) => void} choose
 */
export function makeKindList(app, choose) {
  const { t, client } = app;
  const list = make('ul', 'list', { 'aria-label': t('itemsKinds') });
  const element = make('div', 'kind-list', {}, list);
  const rows = new Map();
  /** The revision whose items are counted, or are to be counted now. */
  let counted = null;
  let request;

  function makeRow({ kind }) {
    const title = make('span', 'list-title');
    const note = make('span', 'list-note');
    const tags = make('span', 'row-tags');
    const link = make('a', 'list-row', { href: `/studio#/items/${kind}`, 'data-kind': kind },
      make('span', 'list-text', {}, title, note), tags, icon('down'));
    followLink(link, () => choose(kind));
    return { element: make('li', '', {}, link), link, title, note, tags };
  }

  async function count(kinds, revision) {
    if (counted === revision) return;
    counted = revision;
    request?.abort();
    const { signal } = (request = new AbortController());
    try {
      // One after the other: they are not waited for.
      for (const { kind } of kinds) {
        const { value } = await client.get(`/v1/content/${kind}?limit=1&fields=id&count=true`, { signal });
        const row = rows.get(kind);
        if (row) row.note.textContent = t('itemsCount', { count: value.total });
      }
    } catch {
      // The kinds are listed without their numbers, which are asked for again with the next change.
      if (!signal.aborted) counted = null;
    }
  }

  return {
    element,
    focus: (kind) => rows.get(kind)?.link.focus(),
    show({ kinds, changes, revision }) {
      for (const kind of kinds) if (!rows.has(kind.kind)) rows.set(kind.kind, makeRow(kind));
      for (const name of rows.keys()) if (!kinds.some(({ kind }) => kind === name)) rows.delete(name);
      const shown = kinds.map(({ kind }) => rows.get(kind).element);
      for (const child of [...list.children]) if (!shown.includes(child)) child.remove();
      arrange(list, shown);
      for (const kind of kinds) {
        const row = rows.get(kind.kind);
        row.title.textContent = titleOf(kind);
        const unsaved = Object.keys(changes).filter((subject) => subject.startsWith(`content/${kind.kind}/`)).length;
        row.tags.replaceChildren(...(unsaved
          ? [make('span', 'tag changed', {}, t('itemsUnsaved', { count: unsaved }))] : []));
      }
      element.replaceChildren(kinds.length ? list : emptyState(t('itemsNoKinds'), t('itemsNoKindsHelp')));
      count(kinds, revision);
    },
  };
}
