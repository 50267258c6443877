// The choice of a layout, by pictures.

import { wordsOf } from '../core/names.js';
import { make } from '../ui/elements.js';
import { layoutPicture } from '../ui/layout-pictures.js';
import { group, refusalPlace } from './controls.js';

/**
 * The name of a layout.
 * @param {import('../core/language.js').Words} t
 * @param {string} type
 */
export const layoutName = (t, type) => wordOr(t, `layout_${type}`, wordsOf(type ?? ''));

/**
 * A word, or another text where there is none.
 * @param {import('../core/language.js').Words} t
 * @param {string} name
 * @param {string} otherwise
 */
export function wordOr(t, name, otherwise) {
  const text = t(name);
  return text === name ? otherwise : text;
}

/**
 * The choice of a layout.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {string} options.name of the controls
 * @param {(type: string) => void} options.change
 * @returns {import('./controls.js').Form<string>}
 */
export function layoutPicker({ t, state }, { name, change }) {
  const choices = make('div', 'layout-choices');
  const abstract = make('p', 'help');
  const element = group(t('layout'), 'layout-picker', choices, abstract, refusalPlace(name));
  let chosen;

  /** Makes the choices; a layout that the server does not name stays a choice where it is used. */
  function fill(types) {
    choices.replaceChildren(...types.map((type) => {
      const input = make('input', '', { type: 'radio', name, value: type });
      input.addEventListener('change', () => {
        draw(type);
        change(type);
      });
      return make('label', 'layout-choice', {}, input, layoutPicture(type), make('span', '', {}, layoutName(t, type)));
    }));
  }

  function draw(type) {
    chosen = type;
    const { layouts } = state.get();
    const types = layouts.map((layout) => layout.type);
    const wanted = types.includes(type) || !type ? types : [...types, type];
    const known = [...choices.querySelectorAll('input')].map(({ value }) => value);
    if (wanted.join() !== known.join()) fill(wanted);
    for (const input of choices.querySelectorAll('input')) input.checked = input.value === type;
    const words = layouts.find((layout) => layout.type === type)?.abstract ?? '';
    abstract.textContent = type ? wordOr(t, `layoutHelp_${type}`, words) : '';
  }

  return { element, show: draw };
}
