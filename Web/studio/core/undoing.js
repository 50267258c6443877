// Undoing a step, and doing it again. What is changed by it where nobody looks is said.

import { isDesign } from './designs.js';
import { titleOf } from './names.js';
import { isNewSubject, subjectParts } from './place.js';

/** @typedef {import('./app.js').App} App */

/**
 * Undoes the last step, or does the one that was undone last again.
 * @param {App} app
 * @param {'undo' | 'redo'} way
 */
export function step(app, way) {
  const { working, state, notify, t } = app;
  const former = working.changes;
  const names = new Map(Object.keys(former).map((subject) => [subject, titleOf(subject, app)]));
  working[way]();
  const { changes } = working;
  const subjects = Object.keys({ ...former, ...changes }).filter((subject) => former[subject] !== changes[subject]);
  if (!subjects.length || subjects.some((subject) => isSeen(subject, state.get()))) return;
  const [subject] = subjects;
  const name = changes[subject] ? titleOf(subject, app) : names.get(subject);
  // A new item whose beginning was undone is nowhere.
  const isThere = changes[subject] || !(isNewSubject(subject) || (isDesign(subject) && !former[subject].base.tag));
  const action = { label: t('goTo', { name }), name: 'open-undone', run: () => open(subject, app) };
  notify(t(way === 'undo' ? 'undoneElsewhere' : 'redoneElsewhere', { name, count: subjects.length }),
    isThere ? { action } : {});
}

/** Whether a subject is open, or listed where nothing is open. */
function isSeen(subject, { place, feed }) {
  const { type, name } = subjectParts(subject);
  if (type === 'feeds') return name === feed && place.tab === 'screen';
  return place.subject === subject || (!place.subject && place.tab === 'items' && place.kind === name);
}

function open(subject, { go, openFeed }) {
  const { type, name } = subjectParts(subject);
  if (isDesign(subject)) return go({ tab: 'design', kind: null, subject });
  if (type !== 'feeds') return go({ tab: 'items', kind: name, subject });
  openFeed(name);
  return go({ tab: 'screen', kind: null, subject: null });
}
