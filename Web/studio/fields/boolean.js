// Yes or no.

import { make, select } from '../ui/elements.js';
import { isRequired } from './values.js';

/** @type {(field: any, context: import('./types.js').Context) => import('./types.js').Control} */
export function booleanControl(field, context) {
  return isRequired(field) || field.default !== undefined || field.of ? checkbox(context) : threeWay(context);
}

function checkbox({ app, name, label, change }) {
  const input = make('input', '', { name, type: 'checkbox', 'aria-label': label });
  const text = make('span', '', { 'aria-hidden': 'true' });
  const say = () => (text.textContent = app.t(input.checked ? 'yes' : 'no'));
  input.addEventListener('change', () => {
    say();
    change(input.checked);
  });
  return {
    element: make('label', 'check', {}, input, text),
    target: () => input,
    show(value) {
      input.checked = value === true;
      say();
    },
  };
}

/** A value that may be missing: yes, no, or nothing. */
function threeWay({ app: { t }, name, label, change }) {
  const control = select([['', t('fieldNothing')], ['true', t('yes')], ['false', t('no')]], {
    name, choose: (value) => change(value ? value === 'true' : null),
  });
  control.setAttribute('aria-label', label);
  return {
    element: control, target: () => control,
    show: (value) => (control.value = value === null || value === undefined ? '' : String(value)),
  };
}
