// Dialogs: the browser's own, with a form inside.

import { button, make } from './elements.js';

/**
 * Opens a modal dialog and waits until it is closed.
 * @param {string} title
 * @param {Node[]} content
 * @param {object} options
 * @param {string} options.closeLabel
 * @param {{label: string, value: string, look?: string, action?: string}[]} [options.choices] its buttons
 * @param {(value: string) => boolean} [options.allow] whether a choice closes it
 * @param {string} [options.className]
 * @param {AbortSignal} [options.signal] closes it
 * @param {boolean} [options.isSudden] whether it opens while a person may be typing: a key chooses nothing then
 * @returns {Promise<string>} the value of the choice; empty if it was dismissed
 */
export function openDialog(title, content, {
  closeLabel, choices = [], allow = () => true, className = '', signal, isSudden = false,
}) {
  const heading = make('h2', '', { id: `dialog-${Math.random().toString(36).slice(2)}`, tabindex: -1 }, title);
  const form = make('form', 'dialog-form', { method: 'dialog', novalidate: '' });
  const dialog = make('dialog', className, { 'aria-labelledby': heading.id }, form);
  const buttons = choices.map(({ label, value, look, action }) => {
    const element = button(label, { look: look ?? '', action });
    element.value = value;
    // Enter in a field stands for the first button that sends the form: not for one that dismisses it.
    if (value) element.type = 'submit';
    else element.addEventListener('click', () => dialog.close(''));
    return element;
  });
  form.append(
    make('header', 'dialog-head', {}, heading, button(closeLabel, {
      icon: 'close', look: 'plain', press: () => dialog.close(''),
    })),
    make('div', 'dialog-body', {}, ...content),
    ...(buttons.length ? [make('footer', 'dialog-foot', {}, ...buttons)] : []));
  return new Promise((resolve) => {
    // The forms of pages may not be sent: the dialog is closed here.
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const value = /** @type {any} */ (event.submitter)?.value ?? choices.at(-1)?.value ?? '';
      if (allow(value)) dialog.close(value);
    });
    signal?.addEventListener('abort', () => dialog.close(''));
    const former = document.activeElement;
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (former instanceof HTMLElement && former.isConnected) former.focus();
      resolve(dialog.returnValue);
    });
    document.body.append(dialog);
    dialog.showModal();
    // The first control, and not the button that closes it.
    const first = dialog.querySelector('.dialog-body :is(input, textarea, select):not([type="hidden"])') ?? buttons[0];
    (isSudden ? heading : first)?.focus();
  });
}

/**
 * Asks whether something is to be done.
 * @param {import('../core/language.js').Words} t
 * @param {string} question
 * @param {{label: string, look?: string, action?: string}} answer
 * @returns {Promise<boolean>}
 */
export async function confirm(t, question, { label, look = 'danger', action }) {
  const choices = [{ label: t('cancel'), value: '' }, { label, value: 'yes', look, action }];
  return (await openDialog(question, [], { closeLabel: t('close'), choices, className: 'question' })) === 'yes';
}
