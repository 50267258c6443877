// Elements that panels are made of. Texts are set as text, never as markup.

import { make } from '../../tanada/dom.js';
import { iconPaths } from './icons.js';

export { arrange, listen, make, setAttributes } from '../../tanada/dom.js';

const svg = 'http://www.w3.org/2000/svg';

/**
 * An icon without a name: what it stands for is said beside it.
 * @param {keyof typeof iconPaths} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const element = document.createElementNS(svg, 'svg');
  for (const [attribute, value] of Object.entries({ viewBox: '0 0 20 20', class: 'icon', 'aria-hidden': 'true' })) {
    element.setAttribute(attribute, value);
  }
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('d', iconPaths[name]);
  element.append(path);
  return element;
}

/**
 * A button.
 * @param {string} label its text, or with `icon` its name
 * @param {object} [options]
 * @param {(event: MouseEvent) => void} [options.press]
 * @param {string} [options.action] its `data-action`
 * @param {keyof typeof iconPaths} [options.icon] shown instead of the text; with `isLabelled` before it
 * @param {boolean} [options.isLabelled]
 * @param {string} [options.look] a class: `primary`, `danger`, `plain`
 * @param {boolean} [options.isDisabled]
 * @param {string} [options.shortcut] shown in the tooltip
 * @returns {HTMLButtonElement}
 */
export function button(label, { press, action, icon: picture, isLabelled, look = '', isDisabled, shortcut } = {}) {
  const isIcon = picture && !isLabelled;
  const element = make('button', `button ${look}${isIcon ? ' icon-only' : ''}`.trim(), {
    type: 'button', 'data-action': action, 'aria-label': isIcon ? label : null,
    title: isIcon || shortcut ? [label, shortcut].filter(Boolean).join('  ') : null, 'aria-keyshortcuts': shortcut,
  }, picture ? icon(picture) : null, isIcon ? null : make('span', '', {}, label));
  element.disabled = Boolean(isDisabled);
  if (press) element.addEventListener('click', press);
  return element;
}

let fieldCount = 0;

/**
 * A labelled control.
 * @param {string} label
 * @param {HTMLElement} control gets an id
 * @param {object} [options]
 * @param {string} [options.help] a sentence below it
 * @param {Node} [options.aside] beside the label
 * @param {string} [options.className]
 * @returns {HTMLElement}
 */
export function labelled(label, control, { help, aside, className = '' } = {}) {
  fieldCount += 1;
  control.id ||= `control-${fieldCount}`;
  const note = help ? make('p', 'help', { id: `${control.id}-help` }, help) : null;
  if (note) control.setAttribute('aria-describedby', note.id);
  const head = make('div', 'field-head', {}, make('label', '', { for: control.id }, label), aside ?? null);
  return make('div', `field ${className}`.trim(), {}, head, control, note);
}

/**
 * A choice of one of some values.
 * @param {[value: string, label: string][]} options
 * @param {object} [more]
 * @param {string} [more.value]
 * @param {string} [more.name]
 * @param {(value: string) => void} [more.choose]
 * @returns {HTMLSelectElement}
 */
export function select(options, { value, name, choose } = {}) {
  const element = make('select', '', { name }, ...options.map(([own, label]) => new Option(label, own)));
  if (value !== undefined) element.value = value;
  if (choose) element.addEventListener('change', () => choose(element.value));
  return element;
}

/**
 * A row of values of which one is chosen.
 * @param {string} legend
 * @param {[value: string, label: string][]} options
 * @param {object} more
 * @param {string} more.name of the group
 * @param {string} more.value
 * @param {(value: string) => void} more.choose
 * @returns {HTMLFieldSetElement}
 */
export function segments(legend, options, { name, value, choose }) {
  const labels = options.map(([own, label]) => {
    const input = make('input', '', { type: 'radio', name, value: own });
    input.checked = own === value;
    input.addEventListener('change', () => choose(own));
    return make('label', '', {}, input, make('span', '', {}, label));
  });
  return make('fieldset', 'segments', {}, make('legend', '', {}, legend), ...labels);
}

/**
 * A message in the place of content: what to do first.
 * @param {string} title
 * @param {string} [text]
 * @param {...Node} actions
 */
export function emptyState(title, text, ...actions) {
  return make('div', 'empty', {}, make('p', 'empty-title', {}, title), text ? make('p', '', {}, text) : null,
    ...actions);
}
