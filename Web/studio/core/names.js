// How things are called for people.

import { isDesign } from './designs.js';
import { subjectParts } from './place.js';

/**
 * The title of a kind, or of a layout, from its name where there is no better one.
 * @param {string} name such as `recent_news`
 * @returns {string}
 */
export const wordsOf = (name) => name.replace(/_/g, ' ').replace(/^./, (letter) => letter.toUpperCase());

/**
 * The headline of an item.
 * @param {any} kind its definition
 * @param {any} item
 * @returns {string}
 */
export function headlineOf(kind, item) {
  const template = kind?.headline_template;
  const text = template
    ? template.replace(/\{(\w+)\}/g, (whole, name) => item?.[name] ?? '') : item?.[kind?.roles?.headline];
  return String(text ?? '').trim() || `${kind?.title ?? ''} ${item?.id ?? ''}`.trim();
}

/**
 * What a subject is called, in a sentence about it.
 * @param {string} subject
 * @param {import('./app.js').App} app
 * @returns {string}
 */
export function titleOf(subject, app) {
  const { type, name } = subjectParts(subject);
  if (isDesign(subject)) return app.t(type === 'cells' ? 'cellNamed' : 'themeNamed', { name: wordsOf(name) });
  return type === 'feeds' ? app.t('sectionsOf', { feed: name }) : nameOf(subject, app);
}

/**
 * The name of a subject, as the working state has it.
 * @param {string} subject
 * @param {import('./app.js').App} app
 * @returns {string}
 */
export function nameOf(subject, { content, state, working }) {
  const { type, name } = subjectParts(subject);
  if (type === 'feeds') return name;
  if (isDesign(subject)) return wordsOf(name);
  const kind = content.kind(name);
  const base = state.get().bases[subject]?.value ?? working.change(subject)?.base.value;
  return `${kind?.title ?? name} · ${headlineOf(kind, working.value(subject, base) ?? base)}`;
}
