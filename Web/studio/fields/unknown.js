// A value of a type that the studio does not know: shown, and kept.

import { make } from '../ui/elements.js';

/** @type {(field: any, context: import('./types.js').Context) => import('./types.js').Control} */
export function unknownControl(field, { label }) {
  const output = make('output', 'unknown-value', { 'aria-label': label, tabindex: 0 });
  return {
    element: output, target: () => output,
    show: (value) => (output.textContent = value === undefined ? '' : JSON.stringify(value)),
  };
}
