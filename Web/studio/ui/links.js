// Links to places in the studio, and their addresses.

import { openDialog } from './dialogs.js';
import { make } from './elements.js';

/**
 * Follows a link without loading the page. With a key that opens another tab or window, the browser follows it.
 * @param {HTMLAnchorElement} link
 * @param {(event: MouseEvent) => void} follow
 */
export function followLink(link, follow) {
  link.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    follow(event);
  });
}

/** Names of the machine that a browser runs on, which is another one for everybody else. */
const ownMachine = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The address of a place of this server, for others: as this browser reaches the server, or as clients do if this browser
 * runs beside it.
 * @param {Pick<import('../core/app.js').App, 'state'>} app
 * @param {string} path
 */
export function addressOf({ state }, path) {
  const known = ownMachine.test(location.hostname) && state.get().session.public_url;
  return `${known || location.origin}${path}`;
}

/**
 * Copies an address.
 * @param {Pick<import('../core/app.js').App, 't' | 'notify'>} app
 * @param {string} address
 * @param {object} [options]
 * @param {boolean} [options.isShown] whether it stands in the page, where it can be copied by hand
 * @param {typeof openDialog} [options.open] opens the dialog in which it is copied by hand
 */
export async function copyAddress({ t, notify }, address, { isShown, open = openDialog } = {}) {
  try {
    await navigator.clipboard.writeText(address);
    notify(t('linkCopied'));
  } catch {
    // Browsers let pages copy only where they are secure.
    if (isShown) return;
    const input = make('input', '', { readonly: '', 'aria-label': t('copyLink') });
    input.value = address;
    input.addEventListener('focus', () => input.select());
    await open(t('copyLink'), [input], { closeLabel: t('close') });
  }
}
