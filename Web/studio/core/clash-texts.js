// A clash of two changes of a composition, in words.

import { sectionOf } from './compositions.js';
import { wordsOf } from './names.js';
import { memberName } from './value-texts.js';

/**
 * A value in lines: each member of an object with its name, lists with commas.
 * @param {any} value
 * @param {string[]} [path] the names of the members above
 * @returns {string[]}
 */
export function linesOf(value, path = []) {
  if (value === null || value === undefined) return [];
  const name = path.length ? `${wordsOf(path.join(' '))}: ` : '';
  if (Array.isArray(value) && value.some((one) => typeof one === 'object')) {
    return value.flatMap((part, index) => linesOf(part, [...path, String(index + 1)]));
  }
  if (Array.isArray(value)) return [`${name}${value.join(', ')}`];
  if (typeof value !== 'object') return [`${name}${value}`];
  return Object.entries(value).flatMap(([member, part]) => linesOf(part, [...path, member]));
}

/** The members that forms call otherwise. */
const words = {
  title: 'sectionTitle', limit: 'sectionLimit', source: 'sourceTitle', window: 'visible', when: 'whenTitle',
  action: 'actions', min_schema_version: 'minSchemaVersion',
};

/**
 * What is said of a clash.
 * @param {import('./merge.js').Conflict} conflict
 * @param {import('./language.js').Words} t
 * @returns {{title: (name: string) => string, text: (name: string, value: any) => string}} the title of a member that
 *   clashes, and a value that it has; empty for none
 */
export function clashTexts({ subject, change, theirs }, t) {
  const isComposition = subject.startsWith('feeds/');
  const versions = [change.value, theirs.value, change.base?.value];
  const titleOf = (id) => versions.map((value) => sectionOf(value, id)?.title).find(Boolean) ?? id;
  const memberOf = (name) => {
    const word = words[name] ?? name;
    const text = t(word);
    return text === word ? wordsOf(name) : text;
  };
  return {
    title(name) {
      if (!isComposition) return memberName(name, t);
      if (name === 'order' || name === 'spacing') return t(name === 'order' ? 'order' : 'feedSpacing');
      const slash = name.indexOf('/');
      const [member, locale] = name.slice(slash + 1).split('@');
      return `${titleOf(name.slice(0, slash))} · ${memberOf(member)}${locale ? ` (${locale})` : ''}`;
    },
    text(name, value) {
      if (isComposition && name === 'order') return (value ?? []).map((id, index) => `${index + 1}. ${titleOf(id)}`)
        .join('\n');
      return linesOf(value).join('\n');
    },
  };
}
