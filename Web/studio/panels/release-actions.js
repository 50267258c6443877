// What is done with a release: publishing it, taking it back, editing it again, and showing it to others.

import { Refusal } from '../core/client.js';
import { isDesign, savedDesign } from '../core/designs.js';
import { randomID } from '../core/keeping.js';
import { textOf } from '../core/moments.js';
import { changesOf, subjectOf } from '../core/release-operations.js';
import { publishedSubjects, stateOf } from '../core/releases.js';
import { confirm, openDialog } from '../ui/dialogs.js';
import { labelled, make } from '../ui/elements.js';
import { addressOf, copyAddress } from '../ui/links.js';
import { putBack, subjectsOf } from './save.js';

/** How long a preview link lives. */
const linkLife = '7d';

/** @typedef {import('../core/app.js').App} App */
/** @typedef {import('../core/working.js').Base} Base a release and its tag */

/**
 * Publishes a release. What stands against it is shown, and what can be done in spite of it.
 * @param {App} app
 * @param {Base} base
 * @param {string} key the idempotency key: it is published once, however often the connection is lost
 */
export async function publish(app, base, key) {
  const { client, content, t } = app;
  const { id } = base.value;
  const send = (json, tag, own) => client.send('POST', `/v1/releases/${id}/publish`, { json, tag, key: own });
  try {
    const { value } = await send({}, base.tag, key);
    return await published(app, base.value, value);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await content.reload(`releases/${id}`);
    if (error.status === 412) return app.notify(t('releaseMoved'), { isProblem: true });
    if (error.code !== 'release_conflicts') throw error;
    if (!(await asksForce(app, error))) return;
    const { value } = await send({ force: true }, null, randomID());
    return published(app, base.value, value);
  }
}

async function asksForce({ t }, { errors, message }) {
  const reasons = errors.length
    ? errors.map(({ detail }) => make('li', '', {}, detail)) : [make('li', '', {}, message)];
  const choices = [
    { label: t('cancel'), value: '' },
    { label: t('publishAnyway'), value: 'force', look: 'danger', action: 'publish-force' },
  ];
  const content = [make('p', '', {}, t('publishConflictHelp')), make('ul', 'reasons', {}, ...reasons)];
  return (await openDialog(t('publishConflictTitle'), content, { closeLabel: t('close'), choices })) === 'force';
}

async function published(app, release, { revision, results }) {
  const { t, notify, content } = app;
  const subjects = subjectsOf(results.filter(({ detail }) => !detail));
  const left = results.filter(({ detail }) => detail).length;
  await content.reload(`releases/${release.id}`);
  await content.refresh();
  const text = left ? t('publishPart', { name: release.name, count: left })
    : t('releasePublished', { name: release.name });
  notify(text, { action: { label: t('undo'), name: 'undo-release', run: () => putBack(app, revision, subjects) } });
}

/**
 * What taking back a published release would do: put its subjects back as they were before.
 * @param {App} app
 * @param {any} release
 * @returns {Promise<{subjects: string[], missing: number, changes: any[]}>} `changes` lists the subjects that differ
 */
export async function undoing({ client, state }, { operations, published_revision: revision }) {
  // The cursor of a list of revisions is the number of the one before it.
  const { value: { result } } = await client.get(`/v1/revisions?limit=1&cursor=${revision + 1}`);
  const known = publishedSubjects(operations, result[0]?.number === revision ? result[0].keys : []);
  // A cell or a theme that was not there before, and is gone, is as it was; the server finds none to restore.
  const created = operations.filter(({ if_match: tag }) => !tag).map(subjectOf);
  const isBack = (subject) => isDesign(subject) && created.includes(subject) && !savedDesign(state, subject);
  const [subjects, { missing }] = [known.subjects.filter((subject) => !isBack(subject)), known];
  if (!subjects.length || revision < 2) return { subjects, missing, changes: [] };
  const { value } = await client.send('POST', '/v1/restore?dry_run=true', {
    json: { revision: revision - 1, subjects }, isReading: true,
  });
  return { subjects, missing, changes: value.changes.filter(({ change }) => change !== 'unchanged') };
}

/**
 * Loads the operations of a release as unsaved changes. Those that have unsaved changes already stay as they are.
 * @param {App} app
 * @param {any} release
 */
export async function editAgain(app, { id, operations }) {
  const { content, working, notify, t } = app;
  const subjects = [...new Set(operations.map(subjectOf).filter(Boolean))];
  const bases = Object.fromEntries(await Promise.all(subjects.map(async (subject) =>
    [subject, await content.load(subject)])));
  const isKnown = ({ origin }) => Object.values(working.changes)
    .some((change) => change.origin?.release === id && change.origin.operation === origin.operation);
  const { changes, count } = changesOf(id, operations, bases, working.kept.count);
  const fresh = Object.fromEntries(Object.entries(changes)
    .filter(([subject, change]) => !working.change(subject) && !isKnown(change)));
  const added = Object.keys(fresh).length;
  if (added) working.adopt({ changes: fresh, count }, { isStep: true });
  notify(added ? t('editedAgain', { count: added }) : t('editedNothing'));
}

/**
 * Makes a link to the screen with a release, and copies it.
 * @param {App} app
 * @param {string} subject
 * @returns {Promise<HTMLElement>} the address, to copy by hand, and how long it holds
 */
export async function previewLink(app, subject) {
  const { client, t, state } = app;
  const { feed, session, language } = state.get();
  const json = { feed, expires_at: linkLife };
  const { value } = await client.send('POST', `/v1/${subject}/links`, { json });
  const address = addressOf(app, value.page);
  const control = make('input', '', { readonly: '', value: address, name: 'preview' });
  control.addEventListener('focus', () => control.select());
  await copyAddress(app, address, { isShown: true });
  const moment = textOf(value.expires_at, session.time_zone, language);
  return labelled(t('previewAddress'), control, { help: t('previewLinkHelp', { moment }) });
}

/**
 * Deletes a release, after a question.
 * @param {App} app
 * @param {string} subject
 * @param {Base} base
 */
export async function deleteRelease({ t, client, content, go, notify, state }, subject, { value, tag }) {
  const word = stateOf(value) === 'published' ? 'deleteReleaseQuestion' : 'deletePreparedQuestion';
  const question = t(word, { name: value.name });
  if (!(await confirm(t, question, { label: t('delete'), action: 'delete-yes' }))) return;
  await client.send('DELETE', `/v1/${subject}`, { tag });
  content.keep(subject, { tag: null, value: null });
  notify(t('releaseDeleted'));
  if (state.get().place.subject === subject) go({ subject: null });
}
