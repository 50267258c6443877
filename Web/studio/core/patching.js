// Changing members of something that is saved at once: the description of a photo, the note of a release.

import { Refusal } from './client.js';
import { isEqual } from './equality.js';

/**
 * Saves members. Where somebody else has changed something else meanwhile, both changes are kept.
 * @param {object} parts
 * @param {import('./client.js').Client} parts.client
 * @param {import('./content.js').Content} parts.content
 * @param {string} subject `photos/ID` or `releases/ID`
 * @param {import('./working.js').Base} base as it was when the editor began
 * @param {Record<string, any>} members
 * @param {(theirs: any) => Promise<boolean>} keepsMine asks whether members that both have changed stay those of the
 *   editor
 * @returns {Promise<import('./working.js').Base>} as it is now
 * @throws {Refusal | import('./client.js').Outage}
 */
export async function patchMembers({ client, content }, subject, base, members, keepsMine) {
  for (let own = base; ;) {
    try {
      const { value, tag } = await client.send('PATCH', `/v1/${subject}`, { json: members, tag: own.tag });
      content.keep(subject, { value, tag });
      return { value, tag };
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 412) throw error;
      const theirs = await content.reload(subject);
      if (!theirs.value) throw error;
      const isTheirs = Object.entries(members).some(([name, value]) =>
        !isEqual(own.value[name] ?? null, theirs.value[name] ?? null)
          && !isEqual(theirs.value[name] ?? null, value ?? null));
      if (isTheirs && !(await keepsMine(theirs.value))) return theirs;
      own = theirs;
    }
  }
}
