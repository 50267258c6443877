// The message in the place of the rows of a list: why there are none, or what to do first.

import { button, emptyState, make } from '../ui/elements.js';
import { reasonText } from '../ui/problems.js';

/**
 * The message of a list.
 * @param {import('../core/app.js').App} app
 * @param {Record<'again' | 'showAll' | 'add' | 'transfer', () => void>} actions of its buttons
 */
export function makeListMessage({ t, can }, { again, showAll, add, transfer }) {
  const element = make('div', 'list-message');
  const buttons = {
    error: () => [button(t('again'), { press: again })],
    nothing: () => [button(t('itemsClearFilters'), { press: showAll })],
    empty: () => (can('contributor') ? [
      button(t('itemsAdd'), { look: 'primary', icon: 'add', isLabelled: true, press: add }),
      button(t('itemsTransfer'), { press: transfer }),
    ] : []),
  };
  let shown = '';

  function messageOf({ hasRows, isLoading, isFiltered, error }) {
    if (error) return ['error', t('itemsFailed'), reasonText(t, error)];
    if (hasRows) return null;
    if (isLoading) return ['loading', t('loading')];
    if (isFiltered) return ['nothing', t('itemsNotFound'), t('itemsNotFoundHelp')];
    return ['empty', t('itemsEmpty'), t('itemsEmptyHelp')];
  }

  return {
    element,
    /**
     * Shows what is to be said of a list.
     * @param {{hasRows: boolean, isLoading: boolean, isFiltered: boolean, error: any}} list
     */
    show(list) {
      const message = messageOf(list);
      const key = JSON.stringify(message);
      if (key === shown) return;
      shown = key;
      if (!message) return element.replaceChildren();
      const [type, title, text] = message;
      const isLoading = type === 'loading';
      element.replaceChildren(isLoading ? make('p', 'help', {}, title) : emptyState(title, text, ...buttons[type]()));
    },
  };
}
