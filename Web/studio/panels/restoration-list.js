// What a restoration would change, subject by subject.

import { designDifferences } from '../core/design-differences.js';
import { isDesign } from '../core/designs.js';
import { membersThatDiffer } from '../core/differences.js';
import { headlineOf, titleOf } from '../core/names.js';
import { subjectParts } from '../core/place.js';
import { button, make } from '../ui/elements.js';
import { changeTag, memberList, sectionList } from './differences.js';

/** How many subjects are shown at a time. */
const pageSize = 30;
const words = { inserted: 'added', updated: 'changed', deleted: 'removed' };

/**
 * The list of subjects, each of which can be restored by itself.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {(subject: string, control: HTMLElement) => void} options.restore
 * @returns {HTMLElement & {show: (changes: any[]) => void}} `show` takes the changes of a restoration
 */
export function restorationList(app, { restore }) {
  const { t, content } = app;
  const list = make('ul', 'restorations');
  const more = button(t('more'), { press: () => add() });
  const element = make('div', 'restoration-list', {}, list, more);
  let changes = [];

  element.show = (next) => {
    const focused = [...list.children].findIndex((row) => row.contains(document.activeElement));
    changes = next;
    list.replaceChildren();
    add();
    if (focused >= 0) list.children[Math.min(focused, list.children.length - 1)]?.querySelector('button')?.focus();
  };

  function add() {
    const first = list.children.length;
    list.append(...changes.slice(first, first + pageSize).map(row));
    more.hidden = list.children.length >= changes.length;
  }

  function row({ subject, change, before, after }) {
    const isFeed = subject.startsWith('feeds/');
    const name = nameOf(subject, after ?? before);
    const single = button(t('restoreOnly'), { look: 'small', press: () => restore(subject, single) });
    single.setAttribute('aria-label', t('restoreOnlyOf', { name }));
    const members = isFeed || !before || !after ? []
      : isDesign(subject) ? designDifferences(before, after) : membersThatDiffer(before, after);
    return make('li', 'restoration', { 'data-subject': subject },
      make('div', 'row', {}, changeTag(t, words[change]), make('span', 'list-title', {}, name), single),
      isFeed ? sectionList(app, before, after) : members.length ? memberList(app, members) : null);
  }

  function nameOf(subject, value) {
    const { type, name } = subjectParts(subject);
    if (isDesign(subject)) return titleOf(subject, app);
    if (type === 'feeds') return t('sectionsOf', { feed: name });
    const kind = content.kind(name);
    return `${kind?.title ?? name} · ${headlineOf(kind, value)}`;
  }

  return element;
}
