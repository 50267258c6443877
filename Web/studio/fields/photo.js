// A photo of the library.

import { make } from '../ui/elements.js';
import { makePhotoSlot } from './photo-slot.js';

/** @type {(field: any, context: import('./types.js').Context) => import('./types.js').Control} */
export function photoControl(field, context) {
  const { name, change } = context;
  const input = make('input', '', { name, type: 'hidden' });
  const slot = makePhotoSlot(context, {
    choose: ({ id }, subject) => change(id, {}, subject), remove: () => change(null),
  });
  slot.element.append(input);
  return {
    element: slot.element,
    target: slot.target,
    show(value) {
      input.value = value ?? '';
      slot.show(value ?? null);
    },
  };
}
