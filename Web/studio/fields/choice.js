// One of some texts.

import { select } from '../ui/elements.js';

/** @type {(field: any, context: import('./types.js').Context) => import('./types.js').Control} */
export function choiceControl(field, { app, name, label, change }) {
  const control = select([['', app.t('fieldNothing')], ...field.choices.map((choice) => [choice, choice])], {
    name, choose: (value) => change(value || null),
  });
  control.setAttribute('aria-label', label);
  return {
    element: control,
    target: () => control,
    show(value) {
      const text = value === null || value === undefined ? '' : String(value);
      // A value that is no choice any more stays until another one is made.
      if (text && ![...control.options].some((option) => option.value === text)) control.add(new Option(text, text));
      if (control.value !== text) control.value = text;
    },
  };
}
