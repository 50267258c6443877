// What is done with the items that are selected.

import { confirm } from '../ui/dialogs.js';
import { button, make } from '../ui/elements.js';
import { basesOf, duplicate, mostChosen, openItem, remove } from './actions.js';

/**
 * The bar with what is done with the selected items.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {() => string[]} options.chosen the subjects that are selected
 * @param {() => void} options.clear
 * @returns {{element: HTMLElement, show: (count: number) => void}}
 */
export function makeSelectionBar(app, { chosen, clear }) {
  const { t, working } = app;
  const text = make('p', 'selection-count', { role: 'status' });
  const run = (action) => async () => {
    const subjects = chosen();
    if (subjects.length > mostChosen) return app.notify(t('itemsTooMany', { most: mostChosen }), { isProblem: true });
    try {
      await action(subjects);
    } catch (error) {
      app.fail(error);
    }
  };
  const setDraft = (draft) => run(async (subjects) => working.editAll(await basesOf(app, subjects), { draft }));
  const buttons = [
    button(t('itemsMakeDraft'), { look: 'small', action: 'set-draft', press: setDraft(true) }),
    button(t('itemsShow'), { look: 'small', action: 'unset-draft', press: setDraft(false) }),
    button(t('duplicate'), {
      look: 'small', action: 'duplicate',
      press: run(async (subjects) => {
        const copies = await duplicate(app, subjects);
        clear();
        if (copies.length === 1) openItem(app, copies[0]);
      }),
    }),
    button(t('delete'), {
      look: 'small danger', action: 'delete',
      press: run(async (subjects) => {
        const question = t('itemsDeleteQuestion', { count: subjects.length });
        if (!(await confirm(t, question, { label: t('delete'), action: 'delete-yes' }))) return;
        await remove(app, subjects);
        clear();
      }),
    }),
  ];
  const element = make('div', 'selection-bar', { role: 'group', 'aria-label': t('itemsSelection'), hidden: '' },
    make('div', 'row', {}, text, button(t('itemsUnselect'), { icon: 'close', look: 'plain small', press: clear })),
    make('div', 'row', {}, ...buttons));
  return {
    element,
    show(count) {
      element.hidden = count === 0;
      text.textContent = count ? t('itemsSelected', { count }) : '';
      for (const one of buttons) one.disabled = !app.can('contributor');
    },
  };
}
