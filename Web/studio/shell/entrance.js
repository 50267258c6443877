// The entrance: what somebody sees who is not signed in.

import { button, make } from '../ui/elements.js';
import { problemText } from '../ui/problems.js';

/**
 * Shows how to get in.
 * @param {import('../core/language.js').Words} t
 * @param {object} options
 * @param {boolean} options.isInvitation whether the page was opened by an invitation, which was refused
 * @param {any} [options.error] why it is not known whether somebody is signed in
 * @param {() => void} [options.again]
 */
export function showEntrance(t, { isInvitation, error, again }) {
  const reason = error
    ? make('p', 'problem', { role: 'alert' }, problemText(t, error))
    : isInvitation ? make('p', 'problem', { role: 'alert' }, t('invitationGone')) : null;
  document.body.replaceChildren(make('main', 'entrance', {},
    make('h1', '', {}, t('welcome')),
    reason,
    error ? null : make('p', '', {}, t('needInvitation')),
    error ? null : make('p', 'quiet', {}, t('invitationCommand')),
    error ? null : make('pre', '', { tabindex: 0 }, 'tanada studio invite --name Anna --role editor'),
    again ? button(t('again'), { press: again, look: 'primary' }) : null));
}
