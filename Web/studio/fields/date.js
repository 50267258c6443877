// A date and time in the zone of the feed.

import { make } from '../ui/elements.js';
import { dateOfLocal, localOfDate } from './dates.js';

/** @type {(field: any, context: import('./controls.js').Context) => import('./controls.js').Control} */
export function dateControl(field, { app, name, label, change }) {
  const zone = app.state.get().session.time_zone;
  const input = make('input', '', { name, type: 'datetime-local', 'aria-label': label });
  input.addEventListener('input', () => change(dateOfLocal(input.value, zone)));
  return {
    element: input,
    target: () => input,
    show(value, isOther) {
      const local = localOfDate(value, zone);
      if (input.value === local) return;
      // A date of which a part is missing has no value yet: it is being typed.
      if (!isOther && !local && input.validity.badInput) return;
      input.step = local.length > 16 ? '1' : '';
      input.value = local;
    },
  };
}
