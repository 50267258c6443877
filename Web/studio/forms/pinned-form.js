// The items that a section shows one by one, in an order of their own.

import { moved } from '../core/compositions.js';
import { headlineOf } from '../core/names.js';
import { arrange, button, icon, make } from '../ui/elements.js';
import { makeReorderable } from '../ui/reorder.js';
import { refusalPlace } from './controls.js';
import { itemSearch } from './item-search.js';

/** How many rows are drawn, and how many more at a time. */
const pageSize = 50;

/**
 * The form of chosen items.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {() => string} options.kind the name of the kind
 * @param {(ids: number[]) => void} options.change
 * @returns {import('./controls.js').Form<number[]>}
 */
export function pinnedForm(app, { kind, change }) {
  const { t, can } = app;
  let ids = [];
  let shown = pageSize;
  const rows = new Map();
  const list = make('ol', 'list pinned-list', { 'aria-label': t('pinnedList') });
  const none = make('p', 'help', {}, t('pinnedEmpty'));
  const more = button(t('more'), { look: 'small', press: () => { shown += pageSize; draw(); } });
  const said = make('p', 'spoken', { role: 'status' });
  const search = itemSearch(app, { kind, isChosen: (id) => ids.includes(id), choose: add });
  const element = make('div', 'pinned-form', {},
    make('p', 'help', {}, t('pinnedHelp')), none, list, more, refusalPlace('source.pinned'), search.element, said);
  const mayEdit = can('contributor');
  const reordering = makeReorderable(list, {
    move: (row, place) => put(Number(row.dataset.item), place), ended: draw, isEnabled: () => mayEdit,
  });
  list.addEventListener('keydown', (event) => {
    const step = event.altKey && { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const row = event.target.closest('[data-item]');
    if (!step || !row || !mayEdit) return;
    event.preventDefault();
    const id = Number(row.dataset.item);
    put(id, ids.indexOf(id) + step);
  });

  const titleOf = (id) => rows.get(id)?.title.textContent ?? String(id);

  function give(next) {
    ids = next;
    draw();
    change(ids);
  }

  function put(id, place) {
    if (place < 0 || place >= ids.length) return;
    give(moved(ids, ids.indexOf(id), place));
    said.textContent = t('pinnedMoved', { title: titleOf(id), place: place + 1, total: ids.length });
  }

  function add(id, title) {
    if (ids.includes(id)) return;
    shown = Math.max(shown, ids.length + 1);
    give([...ids, id]);
    said.textContent = t('pinnedAdded', { title });
  }

  function remove(id) {
    const { element: row } = rows.get(id);
    const next = row.nextElementSibling ?? row.previousElementSibling;
    const title = titleOf(id);
    give(ids.filter((other) => other !== id));
    if (next?.isConnected) next.querySelector('[data-action="remove"]').focus();
    else search.focus();
    said.textContent = t('pinnedRemoved', { title });
  }

  function rowOf(id) {
    const key = `${kind()}/${id}`;
    if (rows.get(id)?.key === key) return rows.get(id);
    const title = make('span', 'list-title', {}, String(id));
    const small = (name, action, press) => button(name, { icon: action, action, look: 'plain small', press });
    const up = small(t('moveUp'), 'up', () => put(id, ids.indexOf(id) - 1));
    const down = small(t('moveDown'), 'down', () => put(id, ids.indexOf(id) + 1));
    const removal = button(t('remove'), {
      icon: 'close', action: 'remove', look: 'plain small', press: () => remove(id),
    });
    const open = button(t('openNamed', { title: String(id) }), {
      icon: 'edit', action: 'open', look: 'plain small', press: () => app.go({ subject: `content/${kind()}/${id}` }),
    });
    const handle = make('span', 'drag-handle', { 'aria-hidden': 'true' }, icon('drag'));
    handle.hidden = !mayEdit;
    const element = make('li', 'pinned-row', { 'data-item': id }, handle, title, open, up, down, removal);
    const row = { key, title, up, down, element };
    rows.set(id, row);
    nameRow(row, id, [[open, 'openNamed'], [up, 'upSection'], [down, 'downSection'], [removal, 'removeSection']]);
    return row;
  }

  /** Says which item it is, as soon as that is known. */
  async function nameRow(row, id, controls) {
    const subject = `content/${kind()}/${id}`;
    try {
      const base = await app.content.load(subject);
      const value = app.working.value(subject, base.value);
      row.title.textContent = value ? headlineOf(app.content.kind(kind()), value) : t('pinnedMissing', { id });
      row.title.classList.toggle('problem', !value);
    } catch {
      row.title.textContent = String(id);
    }
    for (const [control, word] of controls) {
      const label = t(word, { title: row.title.textContent });
      control.setAttribute('aria-label', label);
      control.title = label;
    }
  }

  function draw() {
    if (reordering.isDragging) return;
    const focused = document.activeElement;
    const visible = ids.slice(0, shown);
    for (const [id, row] of rows) {
      if (visible.includes(id)) continue;
      row.element.remove();
      rows.delete(id);
    }
    const drawn = visible.map((id) => rowOf(id));
    drawn.forEach(({ up, down }, index) => {
      up.disabled = index === 0;
      down.disabled = index === ids.length - 1;
    });
    arrange(list, drawn.map((row) => row.element));
    if (focused !== document.activeElement && list.contains(focused)) focused.focus();
    none.hidden = ids.length > 0;
    more.hidden = ids.length <= shown;
  }

  return {
    element,
    show(next) {
      ids = next;
      draw();
      search.refresh();
    },
  };
}
