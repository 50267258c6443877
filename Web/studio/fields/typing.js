// Typing into controls.

/**
 * Follows what is typed. While an input method composes, nothing is told.
 * @param {HTMLInputElement | HTMLTextAreaElement} control
 * @param {(text: string) => void} typed
 */
export function followTyping(control, typed) {
  control.addEventListener('input', (event) => {
    if (!(/** @type {InputEvent} */ (event).isComposing)) typed(control.value);
  });
  control.addEventListener('compositionend', () => typed(control.value));
}
