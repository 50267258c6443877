// The choice of a section's cell.

import { designsNow } from '../core/designs.js';
import { wordsOf } from '../core/names.js';
import { select } from '../ui/elements.js';
import { bind, field, texts } from './controls.js';

/**
 * The choice of a cell among those that the layout of a section has room for, also those that are not saved yet.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {(cell: string | null, name: string) => void} options.change null for the cell of the kind
 * @returns {import('./controls.js').Form<any>} shows a section
 */
export function cellChoice(app, { change }) {
  const { t } = app;
  const control = select([]);
  const show = bind(control, { ...texts, change: (value) => change(value, 'cell') });
  return {
    element: field(t('sectionCell'), control, { name: 'cell', help: t('sectionCellHelp') }),
    show({ layout, cell: own = null }) {
      const cells = designsNow(app, 'cells').filter(({ fits }) => fits?.includes(layout?.type));
      const options = cells.map(({ cell, title }) => [cell, title ?? wordsOf(cell)]);
      const isOffered = !own || cells.some(({ cell }) => cell === own);
      if (!isOffered) options.push([own, t('cellDoesNotFit', { name: wordsOf(own) })]);
      const key = JSON.stringify(options);
      if (control.dataset.key !== key) {
        control.dataset.key = key;
        control.replaceChildren(new Option(t('fallbackKindCell'), ''),
          ...options.map(([name, label]) => new Option(label, name)));
        control.value = own ?? '';
      }
      show(own);
    },
  };
}
