// Numbers, with their range.

import { bind } from '../forms/controls.js';
import { make } from '../ui/elements.js';
import { numberOf } from './values.js';

/** @type {(field: any, context: import('./types.js').Context) => import('./types.js').Control} */
export function numberControl({ type, of }, { name, label, change }) {
  const isWhole = (of ?? type) === 'integer';
  const input = make('input', 'number-control', {
    name, type: 'text', inputmode: isWhole ? 'numeric' : 'decimal', autocomplete: 'off', 'aria-label': label,
  });
  const show = bind(input, {
    // “4.” is 4 while it is typed; a text that is no number stays.
    read: ({ value }) => numberOf(value),
    write: (_, value) => (input.value = value === null ? '' : String(value)),
    change,
  });
  return { element: input, target: () => input, show: (value, isOther) => show(value ?? null, isOther) };
}
