// Numbers, with their range.

import { make } from '../ui/elements.js';
import { isEqual } from '../core/equality.js';
import { followTyping, writeText } from './typing.js';
import { numberOf } from './values.js';

/** @type {(field: any, context: import('./controls.js').Context) => import('./controls.js').Control} */
export function numberControl({ type, of }, { name, label, change }) {
  const isWhole = (of ?? type) === 'integer';
  const input = make('input', 'number-control', {
    name, type: 'text', inputmode: isWhole ? 'numeric' : 'decimal', autocomplete: 'off', 'aria-label': label,
  });
  followTyping(input, (text) => change(numberOf(text)));
  return {
    element: input,
    target: () => input,
    show(value, isOther) {
      // “4.” is 4 while it is typed.
      if (!isOther && isEqual(numberOf(input.value), value ?? null)) return;
      writeText(input, value === null || value === undefined ? '' : String(value));
    },
  };
}
