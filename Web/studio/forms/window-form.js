// When something is shown: now, from one moment to another, or not yet.

import { localOf, momentOf } from '../core/moments.js';
import { modeOf, windowState, windowText } from '../core/windows.js';
import { button, make, segments } from '../ui/elements.js';
import { bind, field, invalid, refusalPlace } from './controls.js';

/** @typedef {import('../core/windows.js').Window} Window */

/** The moments, with the words of each: its label, and the button that removes it. */
const moments = [
  ['publish_at', 'visibleFromLabel', 'visibleAtOnce'],
  ['unpublish_at', 'visibleUntilLabel', 'visibleForever'],
];
const modes = [['now', 'visibleModeNow'], ['window', 'visibleModeWindow'], ['draft', 'visibleModeDraft']];

/**
 * The form of a window.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {string} [options.prefix] before the names of its members: `window.` in a section
 * @param {(members: Window, name: string, window: Window) => void} options.change called with the members that change,
 *   the name of what was changed, and the whole window
 * @param {() => number} [options.now] milliseconds since 1970
 * @returns {import('./controls.js').Form<Window | null | undefined>}
 */
export function windowForm({ t, state }, { prefix = '', change, now = Date.now }) {
  const { time_zone: zone } = state.get().session;
  /** @type {Window} */
  let window = {};
  /** Whether moments are asked for though none is set yet. */
  let isAsked = false;
  const choice = segments(t('visible'), modes.map(([mode, word]) => [mode, t(word)]), {
    name: `${prefix}visibility`, value: 'now', choose,
  });
  const fields = moments.map(([name, label, none]) => momentField(name, t(label), t(none)));
  const hint = make('p', 'hint', { hidden: '' }, t('visibleBackwards'));
  const status = make('p', 'visibility-status', { role: 'status' });
  const whole = prefix ? refusalPlace(prefix.slice(0, -1)) : null;
  const element = make('div', 'window-form', {},
    make('div', 'row', {}, choice, make('span', 'field-facts', {}, zone)), refusalPlace(`${prefix}draft`),
    make('div', 'columns', {}, ...fields.map((own) => own.element)), hint, status, whole);

  function give(members, name) {
    window = { ...window, ...members };
    draw();
    change(members, `${prefix}${name}`, window);
  }

  function choose(mode) {
    isAsked = mode === 'window';
    if (mode === 'now') give({ draft: false, publish_at: null, unpublish_at: null }, 'visibility');
    else give({ draft: mode === 'draft' }, 'visibility');
    if (isAsked) fields[0].control.focus();
  }

  function momentField(name, label, none) {
    const control = make('input', '', { type: 'datetime-local' });
    const show = bind(control, {
      read: ({ value, validity }) => (validity.badInput ? invalid : momentOf(value, zone)),
      write(_, moment) {
        const local = localOf(moment, zone);
        control.step = local.length > 16 ? '1' : '';
        control.value = local;
      },
      change(moment) {
        isAsked = true;
        give({ [name]: moment }, name);
      },
    });
    const clear = button(none, { look: 'plain small', press: () => give({ [name]: null }, name) });
    return { name, control, show, clear, element: field(label, control, { name: `${prefix}${name}`, aside: clear }) };
  }

  function draw() {
    const own = modeOf(window);
    const mode = own === 'now' && isAsked ? 'window' : own;
    for (const input of choice.querySelectorAll('input')) input.checked = input.value === mode;
    for (const { name, clear } of fields) clear.hidden = !window[name];
    const { publish_at: from, unpublish_at: until } = window;
    hint.hidden = !(from && until && Date.parse(until) <= Date.parse(from));
    const text = windowText(window, { now: now(), zone, language: state.get().language, t });
    if (status.textContent !== text) status.textContent = text;
    status.dataset.visibility = windowState(window, now());
  }

  return {
    element,
    show(next, isOther) {
      const { draft = false, publish_at = null, unpublish_at = null } = next ?? {};
      window = { draft, publish_at, unpublish_at };
      if (isOther) isAsked = false;
      for (const { name, show } of fields) show(window[name], isOther);
      draw();
    },
  };
}
