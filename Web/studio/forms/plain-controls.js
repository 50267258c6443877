// Controls whose texts have nothing that is not seen, and no lines where there is one: as they are typed, pasted and
// dropped.

import { oneLine, pastedLine, plainText } from '../core/plain-texts.js';

/**
 * Keeps what is entered into a control in one line. It is called before others listen to the control.
 * @template {HTMLInputElement | HTMLTextAreaElement} Control
 * @param {Control} control
 * @returns {Control}
 */
export const inOneLine = (control) => kept(control, oneLine, pastedLine);

/**
 * Keeps what is entered into a control without what is not seen.
 * @template {HTMLInputElement | HTMLTextAreaElement} Control
 * @param {Control} control
 * @returns {Control}
 */
export const inPlainText = (control) => kept(control, plainText, plainText);

function kept(control, typed, pasted) {
  /** Inserts what a text comes to; browsers leave ends of lines out of inputs, and join the words beside them. */
  const insert = (event, text) => {
    const clean = pasted(text);
    if (!text || clean === text) return;
    event.preventDefault();
    const { selectionStart: start, selectionEnd: end, value } = control;
    control.setRangeText(clean, start ?? value.length, end ?? value.length, 'end');
    control.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const clean = (event) => {
    const { value, selectionStart: caret } = control;
    if (event.isComposing || typed(value) === value) return;
    control.value = typed(value);
    const place = typed(value.slice(0, caret ?? value.length)).length;
    control.setSelectionRange(place, place);
  };
  control.addEventListener('paste', (event) => insert(event, event.clipboardData?.getData('text/plain') ?? ''));
  control.addEventListener('beforeinput', (event) => {
    if (event.inputType === 'insertFromDrop') insert(event, event.data ?? event.dataTransfer?.getData('text/plain') ?? '');
  });
  control.addEventListener('input', clean);
  control.addEventListener('compositionend', clean);
  return control;
}
