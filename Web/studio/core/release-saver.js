// Saving changes into a release, once, though the connection is lost on the way.

import { Refusal } from './client.js';
import { isEqual } from './equality.js';
import { randomID } from './keeping.js';
import { operationsOf } from './operations.js';
import { addOperations } from './release-operations.js';
import { refusalOf } from './saving.js';

/**
 * Creates the function that saves changes into a release. What had no answer is done again by the next call, and not
 * twice. Changes are unsaved until all of it is done.
 * @param {object} parts
 * @param {import('./client.js').Client} parts.client
 * @param {import('./state.js').State<any>} parts.state
 * @param {import('./working.js').Working} parts.working
 * @param {import('./content.js').Content} parts.content
 * @param {(subjects: string[], next: 'ask') => Promise<void>} parts.meet called with the subjects that others have
 *   changed
 */
export function makeReleaseSaver({ client, state, working, content, meet }) {
  /** The new release that changes were to be saved into, while it is not known that they are. */
  let made = null;
  /** The operations of a release that were sent and have no answer yet. */
  let unanswered = null;

  /** The release that changes are saved into: one that is known, or a new one. */
  async function releaseOf(id, name) {
    if (id !== undefined) return (await client.get(`/v1/releases/${id}`)).value;
    // Where there was no answer, the same one is made again.
    if (made?.name !== name) made = { name, key: randomID() };
    return (await client.send('POST', '/v1/releases', { json: { name }, key: made.key })).value;
  }

  async function putOperations(release, changes) {
    const { subjects, operations } = operationsOf(changes);
    const { value, tag } = await client.get(`/v1/releases/${release}`);
    const origins = subjects.map((subject) => changes[subject].origin)
      .map((origin) => (origin?.release === release ? origin : undefined));
    const isThere = unanswered?.release === release && isEqual(value.operations, unanswered.operations);
    const known = isThere ? unanswered.known : value.operations;
    const merged = addOperations(known, operations, origins);
    unanswered = { release, known, operations: merged.operations };
    try {
      await client.send('PUT', `/v1/releases/${release}/operations`, { json: { operations: merged.operations }, tag });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      unanswered = null;
      const places = merged.operations.map((_, index) => subjects[merged.places.indexOf(index)] ?? '');
      const outcome = refusalOf(error, { subjects: places });
      state.change({ refusals: outcome.refusals ?? [] });
      if (outcome.conflicts?.length) await meet(outcome.conflicts, 'ask');
      return { refused: { ...outcome, refusal: error } };
    }
    return { sent: new Map(subjects.map((subject, index) => [subject, merged.operations[merged.places[index]]])) };
  }

  /** Takes changes that a release has out of the working state. */
  function takePrepared(release, changes, sent) {
    // Changes that were made meanwhile take the place of those that the release has now.
    working.settle(changes, (subject, change) => (change && !isEqual(change, changes[subject])
      ? { ...change, origin: { release, operation: sent.get(subject) } } : null));
  }

  /** Removes a new release that cannot be as it was asked for. */
  async function removeMade(release) {
    [made, unanswered] = [null, null];
    await client.send('DELETE', `/v1/releases/${release}`).catch(() => {});
  }

  /** Gives a release its moment. */
  async function schedule(release, publishAt, isNew) {
    try {
      await client.send('PATCH', `/v1/releases/${release}`, { json: { publish_at: publishAt } });
    } catch (error) {
      if (isNew && error instanceof Refusal) await removeMade(release);
      throw error;
    }
  }

  async function saveInto(changes, { id, name, publishAt }) {
    const release = await releaseOf(id, name);
    const { refused, sent } = await putOperations(release.id, changes);
    if (refused) {
      if (id === undefined) await removeMade(release.id);
      return refused;
    }
    if (publishAt) await schedule(release.id, publishAt, id === undefined);
    takePrepared(release.id, changes, sent);
    [made, unanswered] = [null, null];
    await content.reload(`releases/${release.id}`).catch(() => {});
    return { outcome: 'saved', release: { id: release.id, name: release.name } };
  }

  /**
   * @param {import('./working.js').Changes} changes
   * @param {{id?: number, name?: string, publishAt?: string | null}} release as of the saver
   * @returns {Promise<import('./saver.js').SaveOutcome & {release?: {id: number, name: string}}>}
   */
  return async (changes, release) => {
    try {
      return await saveInto(changes, release);
    } catch (error) {
      // It was refused, or is gone: the next call makes another one.
      if (error instanceof Refusal) made = null;
      throw error;
    }
  };
}
