// The operations that changes are sent as, in a batch, a release or a preview.

import { nounOf } from './designs.js';

/**
 * Changes as operations of a batch or a release, with the subject of each.
 * @param {import('./working.js').Changes} changes
 * @returns {{subjects: string[], operations: any[]}}
 */
export function operationsOf(changes) {
  const subjects = Object.keys(changes);
  return { subjects, operations: subjects.map((subject) => operation(subject, changes[subject])) };
}

function operation(subject, { op, base, value }) {
  const [type, kind, id] = subject.split('/');
  if (op === 'design') {
    const noun = nounOf(type);
    return { op: noun, [noun]: kind, ...(base.tag && { if_match: base.tag }), body: value };
  }
  if (op === 'compose') return { op, feed: kind, ...(base.tag && { if_match: base.tag }), body: value };
  if (op === 'create') return { op, kind, body: value };
  const common = { op, kind, id: Number(id), ...(base.tag && { if_match: base.tag }) };
  return op === 'delete' ? common : { ...common, body: value };
}
