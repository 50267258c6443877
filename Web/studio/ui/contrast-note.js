// The contrast of a text, said as a number beside its colours.

import { contrastText, isEnough } from '../core/design-contrast.js';
import { make } from './elements.js';

/** @typedef {import('../core/design-contrast.js').TextContrast} TextContrast */

/**
 * Creates the place where a contrast is said.
 * @param {import('../core/language.js').Words} t
 * @returns {HTMLElement & {show: (contrast: TextContrast | null, where?: string) => void}} `where` is the text that it
 *   is of, if that is not clear
 */
export function contrastNote(t) {
  const note = make('output', 'contrast');
  note.show = (contrast, where) => {
    note.hidden = !contrast;
    if (!contrast) return note.replaceChildren();
    const isLow = !isEnough(contrast);
    const values = { light: contrastText(contrast.light), dark: contrastText(contrast.dark), needed: contrast.needed };
    const text = [
      t(values.light === values.dark ? 'contrastBoth' : 'contrastText', values),
      where ? t('contrastWhere', { where }) : '',
      contrast.isOnPicture ? t('contrastPicture') : '', isLow ? t('contrastLow', values) : '',
    ].filter(Boolean).join(' ');
    note.classList.toggle('low', isLow);
    note.dataset.light = values.light;
    note.dataset.dark = values.dark;
    if (note.textContent !== text) note.textContent = text;
  };
  return note;
}
