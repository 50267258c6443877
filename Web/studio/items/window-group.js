// The part of the form that says when an item is shown.

import { button, labelled, make, segments } from '../ui/elements.js';
import { localOf, momentOf } from '../core/moments.js';
import { modeOf, visibilityOf, visibilityText } from './visibility.js';

const moments = ['publish_at', 'unpublish_at'];
export const windowNames = ['draft', ...moments];

/**
 * @param {import('../core/app.js').App} app
 * @param {{edit: (members: Record<string, any>, name: string) => void, now?: () => number}} options
 */
export function makeWindowGroup(app, { edit, now = Date.now }) {
  const { t, state } = app;
  const zone = state.get().session.time_zone;
  const status = make('p', 'visibility-status', { role: 'status' });
  /** Whether the moments are asked for though none is set yet. */
  let isAsked = false;
  let mode = 'now';
  const choice = segments(t('visible'), [['now', t('visibleModeNow')], ['window', t('visibleModeWindow')], ['draft', t('visibleModeDraft')]], {
    name: 'visibility', value: 'now', choose,
  });
  const inputs = Object.fromEntries(moments.map((name) => {
    const input = make('input', '', { name, type: 'datetime-local' });
    input.addEventListener('input', () => {
      const moment = momentOf(input.value, zone);
      isAsked = true;
      edit({ [name]: moment }, name);
    });
    return [name, input];
  }));
  const refusals = Object.fromEntries([...windowNames].map((name) => [name, make('p', 'refusal', { role: 'alert', 'data-field': name, id: `window-${name}-refusal` })]));
  const clear = (name) => button(t(name === 'publish_at' ? 'visibleAtOnce' : 'visibleForever'), { look: 'plain small', press: () => edit({ [name]: null }, name) });
  const clears = { publish_at: clear('publish_at'), unpublish_at: clear('unpublish_at') };
  const fields = moments.map((name) => labelled(t(name === 'publish_at' ? 'visibleFromLabel' : 'visibleUntilLabel'), inputs[name], { aside: clears[name] }));
  const hint = make('p', 'hint', { hidden: '' });
  const element = make('section', 'group window-group', { 'aria-label': t('visible') },
    make('div', 'field-head', {}, make('h3', '', {}, t('visible')), make('span', 'field-facts', {}, zone)),
    choice, make('div', 'columns', {}, ...fields), hint, status);

  function choose(next) {
    isAsked = next === 'window';
    if (next === 'now') edit({ draft: false, publish_at: null, unpublish_at: null }, 'draft');
    else edit({ draft: next === 'draft' }, 'draft');
    if (next === 'window') inputs.publish_at.focus();
    mark(next);
  }

  function mark(next) {
    mode = next;
    for (const input of choice.querySelectorAll('input')) input.checked = input.value === mode;
  }

  return {
    element,
    names: windowNames,
    target: (name) => inputs[name] ?? choice.querySelector('input:checked'),
    show(item, isOther) {
      if (isOther) isAsked = false;
      const own = modeOf(item);
      mark(own === 'now' && isAsked ? 'window' : own);
      for (const name of moments) {
        const local = localOf(item[name], zone);
        const input = inputs[name];
        if (input.value !== local && (isOther || local || !input.validity.badInput)) {
          input.step = local.length > 16 ? '1' : '';
          input.value = local;
        }
        clears[name].hidden = !item[name];
      }
      const { publish_at: from, unpublish_at: until } = item;
      const isBackwards = from && until && Date.parse(until) <= Date.parse(from);
      hint.hidden = !isBackwards;
      hint.textContent = isBackwards ? t('visibleBackwards') : '';
      const text = visibilityText(item, { now: now(), zone, language: state.get().language, t });
      if (status.textContent !== text) status.textContent = text;
      status.dataset.visibility = visibilityOf(item, now());
    },
    refuse(parts) {
      for (const name of windowNames) {
        const text = parts.filter(({ field }) => field === name).map(({ detail }) => detail).join(' ');
        const refusal = refusals[name];
        const target = inputs[name] ?? choice;
        refusal.textContent = text;
        if (text) {
          target.after(refusal);
          target.setAttribute('aria-invalid', 'true');
          target.setAttribute('aria-describedby', refusal.id);
        } else if (refusal.isConnected) {
          refusal.remove();
          target.removeAttribute('aria-invalid');
          target.removeAttribute('aria-describedby');
        }
      }
    },
  };
}
