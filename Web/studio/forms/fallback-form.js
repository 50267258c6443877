// How a section is shown by apps that do not know its layout.

import { wordsOf } from '../core/names.js';
import { make, segments, select } from '../ui/elements.js';
import { bind, field, group, refusalPlace } from './controls.js';
import { layoutName } from './layout-picker.js';

/**
 * The form of a fallback.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {(fallback: any, name: string) => void} options.change null for the default
 * @returns {import('./controls.js').Form<any>}
 */
export function fallbackForm({ t, state }, { change }) {
  const { layouts, cells } = state.get();
  /** The names of the cells that a layout has room for. */
  const cellsOf = (type) => cells.filter(({ fits }) => fits.includes(type)).map(({ cell: name }) => name);
  let look = { layout: { type: 'shelf', options: {} } };
  let way = 'default';
  const choice = segments(t('fallback'), ['default', 'omit', 'look'].map((value) => [value, t(`fallback_${value}`)]), {
    name: 'fallback', value: way,
    choose(next) {
      way = next;
      give('fallback');
    },
  });
  const layout = select(layouts.map(({ type }) => [type, layoutName(t, type)]));
  const cell = select([]);
  const chosen = (name, take) => ({
    read: ({ value }) => value || null, write: (control, value) => (control.value = value ?? ''),
    change(value) {
      look = take(value);
      give(name);
    },
  });
  const showLayout = bind(layout, chosen('fallback.layout.type', (type) => {
    const hasRoom = cellsOf(type).includes(look.cell);
    return { layout: { type, options: {} }, ...(hasRoom && { cell: look.cell }) };
  }));
  const showCell = bind(cell, chosen('fallback.cell', (name) => ({
    layout: look.layout, ...(name && { cell: name }),
  })));
  const details = make('div', 'columns', {}, field(t('layout'), layout, { name: 'fallback.layout.type' }),
    field(t('fallbackCell'), cell, { name: 'fallback.cell' }));
  const element = group(t('fallback'), '', choice, details, refusalPlace('fallback'));

  function give(name) {
    draw();
    change(way === 'default' ? null : way === 'omit' ? 'omit' : look, name);
  }

  function draw() {
    for (const input of choice.querySelectorAll('input')) input.checked = input.value === way;
    details.hidden = way !== 'look';
    showLayout(look.layout.type);
    if (cell.dataset.layout !== look.layout.type) {
      cell.dataset.layout = look.layout.type;
      const names = new Set([...cellsOf(look.layout.type), ...(look.cell ? [look.cell] : [])]);
      const options = [...names].map((name) => new Option(wordsOf(name), name));
      cell.replaceChildren(new Option(t('fallbackKindCell'), ''), ...options);
    }
    showCell(look.cell ?? null);
  }

  return {
    element,
    show(fallback) {
      way = fallback === undefined || fallback === null ? 'default' : fallback === 'omit' ? 'omit' : 'look';
      if (way === 'look') look = fallback;
      draw();
    },
  };
}
