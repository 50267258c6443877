// The rows of a list of items: which there are, and which are selected.

import { heirsOf } from '../../tanada/entries.js';
import { arrange, make } from '../ui/elements.js';
import { makeItemRow } from './item-row.js';
import { rowsOf, selectionAfter } from './rows.js';

/**
 * A list of items.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {() => void} options.selected called after the selection has changed
 * @param {() => void} options.left called when the last row goes, and had the focus
 */
export function makeItemList(app, { selected, left }) {
  const element = make('ul', 'list item-list');
  /** @type {Map<string, ReturnType<typeof makeItemRow>>} */
  const rows = new Map();
  let kind = null;
  let selection = new Set();
  let pressed = null;

  function makeRow(subject) {
    return makeItemRow(app, kind, subject, {
      open: () => app.go({ tab: 'items', kind: kind.kind, subject }),
      select(isSelected, isRange) {
        const subjects = [...element.children].map((row) => row.dataset.subject);
        selection = selectionAfter(selection, subjects, { subject, from: pressed, isSelected, isRange });
        pressed = subject;
        selected();
      },
    });
  }

  function drawRow(row, open, now) {
    const isRefused = app.state.get().refusals.some(({ subject }) => subject === row.subject);
    rows.get(row.subject)
      .show(row, { isSelected: selection.has(row.subject), isOpen: row.subject === open, isRefused, now });
  }

  return {
    element,
    /** How many rows there are. */
    get count() {
      return rows.size;
    },
    /** How many of them are selected. */
    get selectedCount() {
      return selection.size;
    },
    /** The subjects that are selected, in the order of the list. */
    get chosen() {
      return [...element.children].map((row) => row.dataset.subject).filter((subject) => selection.has(subject));
    },
    /**
     * Begins the list of another kind.
     * @param {any} definition null for none
     */
    open(definition) {
      kind = definition;
      selection = new Set();
      rows.clear();
      element.replaceChildren();
    },
    /**
     * Selects all rows, or none.
     * @param {boolean} isSelected
     */
    selectAll(isSelected) {
      selection = new Set(isSelected ? rows.keys() : []);
      selected();
    },
    /** Puts the focus on a row. */
    focus: (index) => [...rows.values()][index]?.link.focus(),
    /**
     * Draws all rows.
     * @param {import('./rows.js').Row[]} shown
     * @param {string | null} open the subject that is open
     * @param {number} now milliseconds
     */
    show(shown, open, now) {
      const subjects = new Set(shown.map(({ subject }) => subject));
      for (const row of shown) {
        if (!rows.has(row.subject)) rows.set(row.subject, makeRow(row.subject));
        drawRow(row, open, now);
      }
      const before = [...element.children];
      const place = before.findIndex((row) => row.contains(document.activeElement));
      for (const [subject, row] of rows) {
        if (subjects.has(subject)) continue;
        row.element.remove();
        rows.delete(subject);
        selection.delete(subject);
      }
      // The focus of a row that is gone goes to the one in its place.
      const heir = heirsOf(before, place).find((row) => row.isConnected);
      if (place >= 0 && !heir) left();
      else if (heir !== before[place]) heir.querySelector('a').focus();
      arrange(element, shown.map(({ subject }) => rows.get(subject).element));
    },
    /**
     * Draws the rows that have changed.
     * @param {import('../core/working.js').Changes} changes
     * @param {import('../core/working.js').Changes} former
     * @param {{items: any[], open: string | null, now: number}} more
     * @returns {boolean} false if rows came or went, so that all are to be drawn
     */
    showChanged(changes, former, { items, open, now }) {
      const subjects = Object.keys({ ...former, ...changes })
        .filter((subject) => subject.startsWith(`content/${kind.kind}/`) && changes[subject] !== former[subject]);
      const isCreated = (all, subject) => all[subject]?.op === 'create';
      const isOther = (subject) => !rows.has(subject) || isCreated(changes, subject) !== isCreated(former, subject);
      if (subjects.some(isOther)) return false;
      for (const subject of subjects) {
        const item = items.find(({ id }) => `content/${kind.kind}/${id}` === subject);
        const [row] = rowsOf(kind.kind, item ? [item] : [], changes[subject] ? { [subject]: changes[subject] } : {});
        drawRow(row, open, now);
      }
      return true;
    },
  };
}
