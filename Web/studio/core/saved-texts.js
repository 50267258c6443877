// What becomes of changes that were saved: which are live now, and which have another time, or are for some readers only.

import { sectionsThatDiffer } from './differences.js';
import { patched } from './members.js';
import { textOf } from './moments.js';
import { conditionText, windowState } from './windows.js';

/**
 * Something that was saved: an item, or a section.
 * @typedef {object} Saved
 * @property {'shown' | 'scheduled' | 'draft' | 'ended' | 'deleted'} state
 * @property {string} condition to whom it is shown; empty for everybody
 * @property {string | null | undefined} from
 */

/**
 * What is said after changes were saved.
 * @param {import('./working.js').Changes} changes
 * @param {object} options
 * @param {number} options.now milliseconds since 1970
 * @param {string} options.zone
 * @param {string} options.language
 * @param {import('./language.js').Words} options.t
 * @returns {string}
 */
export function savedText(changes, { now, zone, language, t }) {
  const all = Object.values(changes).flatMap((change) => savedOf(change, now));
  const states = [...new Set(all.map(({ state }) => state))];
  return [states.length > 1 ? mixedText(all, states, t) : plainText(all, { zone, language, t }), readersText(all, t)]
    .filter(Boolean).join(' ');
}

/** What is there after a change. Of a composition: its sections that have changed, or the whole screen. */
function savedOf({ op, base, value }, now) {
  if (op === 'delete') return [{ state: 'deleted', condition: '' }];
  if (op === 'design') return [value ? savedThing({}, null, now) : { state: 'deleted', condition: '' }];
  if (op !== 'compose') {
    const item = op === 'create' ? value : patched(base.value, value);
    return [savedThing(item, item.when, now)];
  }
  const sections = sectionsThatDiffer(base.value, value);
  const own = sections.filter(({ change }) => change === 'added' || change === 'changed');
  const things = own.map(({ section }) => savedThing(section.window, section.when, now));
  // What was removed, moved or set apart is so for everybody.
  return own.length === sections.length && own.length ? things : [...things, savedThing({}, null, now)];
}

const savedThing = (window, when, now) => ({
  state: windowState(window, now), condition: conditionText(when), from: window?.publish_at,
});

/** One state of all. */
function plainText(all, { zone, language, t }) {
  const { state } = all[0] ?? { state: 'shown' };
  const count = all.length;
  if (state !== 'scheduled') return t(state === 'shown' ? 'saved' : `saved_${state}`, { count });
  const moments = [...new Set(all.map(({ from }) => Date.parse(from)))].sort((left, right) => left - right);
  const from = textOf(new Date(moments[0]).toISOString(), zone, language);
  return t(moments.length > 1 ? 'saved_scheduledFirst' : 'saved_scheduled', { from, count });
}

const mixedText = (all, states, t) => t('savedMixed', {
  parts: states.map((state) => t(`savedPart_${state}`, { count: all.filter((one) => one.state === state).length }))
    .join(t('listSeparator')),
});

/** Whether it is for some readers only. */
function readersText(all, t) {
  const conditions = [...new Set(all.map(({ condition }) => condition))];
  if (!conditions.some(Boolean)) return '';
  return conditions.length > 1 ? t('savedSomeReaders') : t('savedReaders', { condition: conditions[0] });
}
