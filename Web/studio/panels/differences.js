// Differences, drawn: members with their values before and after, and sections of a screen.

import { partsOf, sectionsThatDiffer } from '../core/differences.js';
import { wordsOf } from '../core/names.js';
import { memberName, valueText } from '../core/value-texts.js';
import { make } from '../ui/elements.js';

/** Texts that have less in common than this share are shown one after the other. */
const leastCommon = 0.3;

/**
 * Members that differ.
 * @param {import('../core/app.js').App} app
 * @param {import('../core/differences.js').Difference[]} members
 * @returns {HTMLElement}
 */
export function memberList(app, members) {
  return make('dl', 'differences', {}, ...members.map(({ name, before, after }) =>
    make('div', 'difference', {}, make('dt', '', {}, memberName(name, app.t)),
      make('dd', '', {}, ...valuesOf(app, before, after)))));
}

/**
 * Sections that differ between two compositions.
 * @param {import('../core/app.js').App} app
 * @param {any} before
 * @param {any} after
 * @returns {HTMLElement}
 */
export function sectionList(app, before, after) {
  const { t } = app;
  const rows = sectionsThatDiffer(before, after).map(({ section, change, members }) =>
    make('li', 'section-difference', {},
      make('p', 'row', {}, changeTag(t, change), make('span', '', {}, sectionName(section))),
      members.length ? memberList(app, members) : null));
  return make('ul', 'list', {}, ...rows);
}

/** What a section is called. */
const sectionName = ({ id, title }) => title || wordsOf(id);

/**
 * A tag that says what has happened to something.
 * @param {import('../core/language.js').Words} t
 * @param {'added' | 'removed' | 'moved' | 'changed'} change
 */
export const changeTag = (t, change) => make('span', `tag change-${change}`, {}, t(`change_${change}`));

function valuesOf(app, before, after) {
  const { session, language } = app.state.get();
  const text = (value) => valueText(value, { t: app.t, zone: session.time_zone, language });
  if (typeof before === 'string' && typeof after === 'string') {
    const parts = partsOf(text(before), text(after));
    const common = parts.start.length + parts.end.length;
    if (common >= leastCommon * Math.max(text(before).length, text(after).length)) {
      return [parts.start, parts.before && make('del', '', {}, parts.before),
        parts.after && make('ins', '', {}, parts.after), parts.end].filter(Boolean);
    }
  }
  const isNothing = (value) => value === undefined || value === null || value === '';
  return [
    isNothing(before) ? null : make('del', 'whole', {}, text(before)),
    isNothing(after) ? make('span', 'quiet', {}, text(after)) : make('ins', 'whole', {}, text(after)),
  ].filter(Boolean);
}
