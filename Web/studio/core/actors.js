// Who has done something.

/**
 * The name of an actor, for reading.
 * @param {string | null} actor as the server names it: `token:3 Anna`, `command line`; null for what happens by itself
 * @param {import('./language.js').Words} t
 */
export function actorName(actor, t) {
  if (!actor) return t('byItself');
  if (actor === 'command line') return t('commandLine');
  return actor.replace(/^\w+:\d+ /, '');
}
