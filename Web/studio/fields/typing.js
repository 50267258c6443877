// Typing into controls.

/** The controls in which an input method composes. */
const composing = new WeakSet();

/**
 * Follows what is typed. While an input method composes, nothing is told.
 * @param {HTMLInputElement | HTMLTextAreaElement} control
 * @param {(text: string) => void} typed
 */
export function followTyping(control, typed) {
  control.addEventListener('compositionstart', () => composing.add(control));
  control.addEventListener('input', () => {
    if (!composing.has(control)) typed(control.value);
  });
  control.addEventListener('compositionend', () => {
    composing.delete(control);
    typed(control.value);
  });
}

/**
 * Writes a text into a control that `followTyping` follows, unless an input method composes in it: that would be
 * broken off.
 * @param {HTMLInputElement | HTMLTextAreaElement} control
 * @param {string} text
 */
export function writeText(control, text) {
  if (!composing.has(control) && control.value !== text) control.value = text;
}
