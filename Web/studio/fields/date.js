// A date and time in the zone of the feed.

import { dateOfLocal, localOfDate } from '../core/dates.js';
import { bind, invalid } from '../forms/controls.js';
import { make } from '../ui/elements.js';

/** @type {(field: any, context: import('./types.js').Context) => import('./types.js').Control} */
export function dateControl(field, { app, name, label, change }) {
  const zone = app.state.get().session.time_zone;
  const input = make('input', '', { name, type: 'datetime-local', 'aria-label': label });
  const show = bind(input, {
    // A date of which a part is missing has no value yet: it is being typed.
    read: ({ value, validity }) => (validity.badInput ? invalid : dateOfLocal(value, zone)),
    write(_, value) {
      const local = localOfDate(value, zone);
      if (input.value === local && !input.validity.badInput) return;
      input.step = local.length > 16 ? '1' : '';
      input.value = local;
    },
    change,
  });
  return { element: input, target: () => input, show: (value, isOther) => show(value ?? null, isOther) };
}
