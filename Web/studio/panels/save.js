// Saving, as a person asks for it.

import { isDesign } from '../core/designs.js';
import { momentOf, textOf } from '../core/moments.js';
import { titleOf } from '../core/names.js';
import { originOf } from '../core/release-operations.js';
import { savedText } from '../core/saved-texts.js';
import { asName } from '../forms/plain-controls.js';
import { confirm, openDialog } from '../ui/dialogs.js';
import { labelled, make, select } from '../ui/elements.js';

/** @typedef {import('../core/app.js').App} App */

/**
 * Saves all changes now. Contributors, who publish nothing, are asked for a release.
 * @param {App} app
 * @param {object} [options]
 * @param {boolean} [options.isChosen] whether it was chosen that they are published now
 */
export async function save(app, { isChosen = false } = {}) {
  const { working, saver, t, can } = app;
  if (!working.count || app.state.get().saving === 'sending') return;
  if (!can('contributor')) {
    const { role } = app.state.get().session;
    return app.notify(t('roleTooLow', { role: t(`role_${role}`) }), { isProblem: true });
  }
  // What comes from a release goes back into it, unless it is said that it is published now.
  if (!can('editor') || (originOf(working.changes) && !isChosen)) return askHowToSave(app);
  try {
    const outcome = await saver.saveNow();
    if (outcome.outcome === 'saved') tellSaved(app, outcome);
    else tell(app, outcome);
  } catch (error) {
    app.fail(error);
  }
}

/** Says what becomes of saved changes, and offers to put back what was there before. */
function tellSaved(app, { revision, results, changes = {} }) {
  const { t, notify, state } = app;
  const { session, language } = state.get();
  const run = () => putBack(app, revision, subjectsOf(results));
  notify(savedText(changes, { now: Date.now(), zone: session.time_zone, language, t }),
    { action: { label: t('putBack'), name: 'restore', run } });
}

/** The subjects of results of a batch or of a release, with those that it has created. */
export const subjectsOf = (results) => results.map(({ kind, id, feed, cell, theme }) => {
  if (cell || theme) return cell ? `cells/${cell}` : `themes/${theme}`;
  return feed ? `feeds/${feed}/composition` : `content/${kind}/${id}`;
});

/**
 * Puts subjects back as they were before a revision that has changed them; those that it has created are gone. If they
 * have been changed again since, the editor is asked first.
 * @param {App} app
 * @param {number} revision
 * @param {string[]} subjects
 */
export async function putBack(app, revision, subjects) {
  const { client, t, fail } = app;
  try {
    const { value: { changes } } = await client.send('POST', '/v1/restore?dry_run=true', {
      json: { revision, subjects }, isReading: true,
    });
    const question = t('putBackChanged', { count: changes.length });
    const answer = { label: t('putBack'), action: 'put-back-yes' };
    if (changes.length && !(await confirm(t, question, answer))) return;
  } catch (error) {
    return fail(error);
  }
  await restore(app, revision - 1, subjects);
}

/**
 * Puts subjects back as they were at a revision, in one step.
 * @param {App} app
 * @param {number} revision
 * @param {string[]} subjects `content/KIND/ID`, `feeds/FEED/composition`, `cells/NAME` and `themes/NAME`
 */
export async function restore(app, revision, subjects) {
  try {
    await app.client.send('POST', '/v1/restore', { json: { revision, subjects } });
    await app.content.refresh();
    app.notify(app.t('restored'));
  } catch (error) {
    app.fail(error);
  }
}

function tell(app, { outcome, refusals, refusal }) {
  const { t, notify } = app;
  if (outcome === 'refused' && refusals?.length) {
    showRefused(app, refusals[0]);
    tellRefused(app, refusals);
  } else if (outcome === 'refused') {
    app.fail(refusal);
  } else if (outcome === 'conflict' && !app.state.get().conflicts.length) {
    // Others save all the time, or what they have could not be loaded.
    notify(t('notSaved'), { isProblem: true });
  }
}

/** Says how much was refused of what is open now: as long as it is, and something of it is to be corrected. */
function tellRefused(app, refusals) {
  const { t, notify, state } = app;
  const [{ subject }] = refusals;
  const open = state.get().place.subject;
  const isOwn = (part) => part.subject === subject;
  const others = new Set(refusals.filter((part) => !isOwn(part)).map((part) => part.subject)).size;
  const text = t('refused', { name: titleOf(subject, app), count: refusals.filter(isOwn).length });
  notify(others ? `${text} ${t('refusedElsewhere', { count: others })}` : text, {
    isProblem: true, holds: (now) => now.place.subject === open && now.refusals.some(isOwn),
  });
}

/** Opens what was refused. */
function showRefused({ go, state, openFeed }, { subject, pointer }) {
  if (subject.startsWith('content/')) {
    return go({ subject, ...(state.get().place.tab === 'items' && { kind: subject.split('/')[1] }) });
  }
  if (isDesign(subject)) return go({ tab: 'design', kind: null, subject });
  const change = state.get().changes[subject];
  const section = change?.value?.sections?.[Number(/^\/sections\/(\d+)/.exec(pointer)?.[1])];
  // It may be of a feed that was open before.
  openFeed(subject.split('/')[1]);
  if (section) go({ tab: 'screen', subject: `sections/${section.id}` });
}

/**
 * Asks when and where changes are saved: now, at a moment, or into a release.
 * @param {App} app
 */
export async function askHowToSave(app) {
  const { t, working, state, client, can } = app;
  if (!working.count) return;
  const { session } = state.get();
  let releases = [];
  try {
    const { value } = await client.get('/v1/releases?limit=100');
    const isOpen = (release) => release.state !== 'published' && (can('editor') || !release.publish_at);
    releases = value.result.filter(isOpen);
  } catch (error) {
    return app.fail(error);
  }
  const zone = session.time_zone;
  const moment = make('input', '', { type: 'datetime-local', name: 'moment' });
  const release = select([['', t('newRelease')], ...releases.map(({ id, name }) => [String(id), name])], {
    name: 'release',
  });
  const name = asName(make('input', '', { name: 'release_name', maxlength: 100 }));
  name.value = t('releaseNameDefault', { name: session.name });
  const problem = make('p', 'problem', { role: 'alert' });
  const parts = {
    now: [], later: [labelled(t('moment', { zone }), moment)],
    into: [labelled(t('release'), release), labelled(t('releaseName'), name)],
  };
  const ways = can('editor') ? ['now', 'later', 'into'] : ['into'];
  const origin = releases.find(({ id }) => id === originOf(working.changes));
  const way = { value: origin ? 'into' : ways[0] };
  const choices = ways.map((value) => wayOf(t, value, way, parts[value]));
  release.addEventListener('change', () => (parts.into[1].hidden = release.value !== ''));
  if (origin) {
    release.value = String(origin.id);
    parts.into[1].hidden = true;
  }
  const allow = (answer) => {
    if (answer !== 'save' || way.value !== 'later') return true;
    const chosen = momentOf(moment.value, zone);
    const isFuture = chosen && Date.parse(chosen) > Date.now();
    problem.textContent = isFuture ? '' : t('momentPast');
    return Boolean(isFuture);
  };
  const note = can('editor') ? null : make('p', 'help', {}, t('publishesNothing'));
  const content = [note, ...choices, problem].filter(Boolean);
  const answer = await openDialog(t('saveTitle', { count: working.count }), content, {
    closeLabel: t('close'), allow, className: 'save-dialog',
    choices: [
      { label: t('cancel'), value: '' },
      { label: t('save'), value: 'save', look: 'primary', action: 'save-confirm' },
    ],
  });
  if (answer !== 'save') return;
  if (way.value === 'now') return save(app, { isChosen: true });
  const publishAt = way.value === 'later' ? momentOf(moment.value, zone) : null;
  const id = way.value === 'into' && release.value ? Number(release.value) : undefined;
  await saveIntoRelease(app, {
    id, name: name.value.trim() || t('releaseNameDefault', { name: session.name }), publishAt,
  });
}

/** A way of saving, with its controls. */
function wayOf(t, value, way, controls) {
  const words = { now: 'saveNow', later: 'saveLater', into: 'saveInto' }[value];
  const input = make('input', '', { type: 'radio', name: 'way', value });
  input.checked = way.value === value;
  const details = make('div', 'way-details', {}, ...controls);
  input.addEventListener('change', () => {
    way.value = value;
    for (const other of input.form.querySelectorAll('.way')) other.classList.toggle('chosen', other.contains(input));
  });
  const label = make('label', '', {}, input, make('span', 'way-name', {}, t(words)),
    make('span', 'help', {}, t(`${words}Help`)));
  return make('div', `way${input.checked ? ' chosen' : ''}`, {}, label, details);
}

/**
 * Saves all changes into a release, and says so.
 * @param {App} app
 * @param {{id?: number, name?: string, publishAt?: string | null}} release as of the saver
 */
export async function saveIntoRelease(app, { id, name, publishAt }) {
  const { saver, t, notify, go, state } = app;
  if (state.get().saving === 'sending') return;
  try {
    const outcome = await saver.saveInto({ id, name, publishAt });
    // All of it was saved by the save before.
    if (outcome.outcome === 'empty') return notify(t('noChanges'));
    if (outcome.outcome !== 'saved') return tell(app, outcome);
    const text = publishAt
      ? t('savedAt', { moment: textOf(publishAt, state.get().session.time_zone, state.get().language) })
      : t('savedInto', { name: outcome.release.name });
    const run = () => go({ tab: 'releases', kind: null, subject: `releases/${outcome.release.id}` });
    notify(text, { action: { label: t('goTo', { name: outcome.release.name }), name: 'open-release', run } });
  } catch (error) {
    app.fail(error);
  }
}
