// The addresses that the items of a section open, with fields of the item in them.

import { filled } from '../core/members.js';
import { fieldsOf } from '../core/queries.js';
import { button, make } from '../ui/elements.js';
import { refusalPlace } from './controls.js';
import { localizedText } from './text-form.js';

/**
 * The form of the action of a section.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {() => string} options.kind the name of the kind
 * @param {(action: any, name: string) => void} options.change null for none
 * @returns {import('./controls.js').Form<any>}
 */
export function actionForm(app, { kind, change }) {
  const { t, content } = app;
  let action = {};
  const put = (members, name) => {
    action = filled({ ...action, ...members }) ?? {};
    change(filled(action), name);
  };
  const options = { prefix: 'action.', type: 'url', change: put };
  const links = [
    localizedText(app, { ...options, member: 'deep_link', label: t('deepLink'), placeholder: 'app://{kind}/{id}' }),
    localizedText(app, { ...options, member: 'web_url', label: t('webURL'), placeholder: 'https://example.com/{id}' }),
  ];
  const places = make('div', 'row placeholders');
  const element = make('div', 'action-form', {},
    ...links.map((link) => link.element), make('p', 'help', {}, t('actionsHelp')), places, refusalPlace('action'));
  /** The control into which a field is put: that which had the focus last. */
  let target = null;
  element.addEventListener('focusin', ({ target: control }) => {
    if (control.localName === 'input') target = control;
  });

  function insert(text) {
    const control = target ?? element.querySelector('input');
    const { selectionStart: start, selectionEnd: end, value } = control;
    control.focus();
    control.setRangeText(text, start ?? value.length, end ?? value.length, 'end');
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }

  return {
    element,
    show(value) {
      action = value ?? {};
      for (const link of links) link.show(action);
      const names = ['kind', ...fieldsOf(content.kind(kind())).map(({ name }) => name)];
      if (places.dataset.names === names.join()) return;
      places.dataset.names = names.join();
      places.replaceChildren(...names.map((name) => {
        const one = button(`{${name}}`, { look: 'small placeholder', press: () => insert(`{${name}}`) });
        one.setAttribute('aria-label', t('insertPlaceholder', { name: `{${name}}` }));
        return one;
      }));
    },
  };
}
