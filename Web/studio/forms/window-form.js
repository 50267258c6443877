// When something is shown: always, from one moment to another, or not yet.

import { localOf, momentOf, textOf } from '../core/moments.js';
import { windowState } from '../core/windows.js';
import { make, segments } from '../ui/elements.js';
import { bind, field, invalid, refusalPlace } from './controls.js';

/** @typedef {import('../core/windows.js').Window} Window */

const modes = ['always', 'timed', 'draft'];

/**
 * The form of a window.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {string} [options.prefix] before the names of its members: `window.` in a section
 * @param {(value: Window, member: string) => void} options.change called with the new window, and what was changed
 * @param {() => number} [options.now] milliseconds since 1970
 * @returns {import('./controls.js').Form<Window>}
 */
export function windowForm({ t, state }, { prefix = '', change, now = Date.now }) {
  const { time_zone: zone } = state.get().session;
  /** @type {Window} */
  let window = {};
  let mode = 'always';
  const choice = segments(t('windowShown'), modes.map((value) => [value, t(`window_${value}`)]), {
    name: `${prefix}mode`, value: mode, choose,
  });
  const moments = ['publish_at', 'unpublish_at'].map((name) => momentField(name));
  const times = make('div', 'columns', {}, ...moments.map(({ element }) => element));
  const note = make('p', 'help');
  const whole = prefix ? [refusalPlace(prefix.slice(0, -1))] : [];
  const element = make('div', 'window-form', {}, choice, times, note, refusalPlace(`${prefix}draft`), ...whole);

  function give(members, name) {
    window = { ...window, ...members };
    draw();
    change(window, `${prefix}${name}`);
  }

  function choose(next) {
    mode = next;
    if (next === 'always') give({ draft: false, publish_at: null, unpublish_at: null }, 'mode');
    else give({ draft: next === 'draft' }, 'mode');
  }

  function momentField(name) {
    const control = make('input', '', { type: 'datetime-local' });
    const show = bind(control, {
      read: ({ value, validity }) => (validity.badInput ? invalid : momentOf(value, zone)),
      write: (own, moment) => (own.value = localOf(moment, zone)),
      change: (moment) => give({ [name]: moment }, name),
    });
    const label = t(name === 'publish_at' ? 'windowFrom' : 'windowTo', { zone });
    return { name, show, element: field(label, control, { name: `${prefix}${name}` }) };
  }

  function draw() {
    for (const input of choice.querySelectorAll('input')) input.checked = input.value === mode;
    times.hidden = mode !== 'timed';
    const text = noteOf(window, now());
    if (note.textContent !== text) note.textContent = text;
  }

  function noteOf({ publish_at: from, unpublish_at: to }, moment) {
    const read = (time) => textOf(time, zone, state.get().language);
    const current = windowState(window, moment);
    if (current === 'draft') return t('windowIsDraft');
    if (current === 'scheduled') return t('windowIsScheduled', { moment: read(from) });
    if (current === 'ended') return t('windowHasEnded', { moment: read(to) });
    return to ? t('windowEnds', { moment: read(to) }) : mode === 'timed' ? t('windowTimedHelp') : t('windowIsShown');
  }

  return {
    element,
    show(next) {
      const { draft = false, publish_at = null, unpublish_at = null } = next ?? {};
      window = { draft, publish_at, unpublish_at };
      if (draft) mode = 'draft';
      else if (publish_at || unpublish_at) mode = 'timed';
      // Somebody who has chosen moments is still to enter them.
      else if (mode === 'draft' || !element.contains(document.activeElement)) mode = 'always';
      moments.forEach(({ name, show }) => show(window[name]));
      draw();
    },
  };
}
