// Controls whose texts have nothing that is not seen, and no lines where there is one: as they are typed, pasted and
// dropped.

import { linePart, oneLine, pastedLine, plainPart, plainText, withoutTurns } from '../core/plain-texts.js';

/**
 * Keeps what is entered into a control in one line. It is called before others listen to the control.
 * @template {HTMLInputElement | HTMLTextAreaElement} Control
 * @param {Control} control
 * @returns {Control}
 */
export const inOneLine = (control) => kept(control, { typed: linePart, pasted: pastedLine, whole: oneLine });

/**
 * Keeps what is entered into a control without what is not seen.
 * @template {HTMLInputElement | HTMLTextAreaElement} Control
 * @param {Control} control
 * @returns {Control}
 */
export const inPlainText = (control) => kept(control, { typed: plainPart, pasted: plainPart, whole: plainText });

/**
 * Keeps what is entered into a control in one line, as names of persons and releases are.
 * @template {HTMLInputElement | HTMLTextAreaElement} Control
 * @param {Control} control
 * @returns {Control}
 */
export const asName = (control) => kept(control, {
  typed: (text) => withoutTurns(linePart(text)), pasted: (text) => withoutTurns(pastedLine(text)),
  whole: (text) => withoutTurns(oneLine(text)),
});

/** `typed` and `pasted` are for parts of a text, and `whole` for one that is done. */
function kept(control, { typed, pasted, whole }) {
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
  /** The caret is not set: in some browsers, that would bring the focus back. */
  const end = () => {
    if (whole(control.value) === control.value) return;
    control.value = whole(control.value);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  };
  control.addEventListener('paste', (event) => insert(event, event.clipboardData?.getData('text/plain') ?? ''));
  control.addEventListener('beforeinput', (event) => {
    if (event.inputType === 'insertFromDrop') insert(event, event.data ?? event.dataTransfer?.getData('text/plain') ?? '');
  });
  control.addEventListener('input', clean);
  control.addEventListener('compositionend', clean);
  // A browser does not tell a change to what a script has set meanwhile.
  for (const name of ['change', 'blur']) control.addEventListener(name, end);
  return control;
}
