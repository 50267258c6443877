// What a release changes: each of its operations by name, with the values before and after.

import { pathOf } from '../core/content.js';
import { designDifferences } from '../core/design-differences.js';
import { isDesign, isDesignOperation, savedDesign, subjectOfDesign } from '../core/designs.js';
import { membersThatDiffer } from '../core/differences.js';
import { patched } from '../core/members.js';
import { headlineOf, titleOf as titleOfSubject } from '../core/names.js';
import { fragmentOf } from '../core/place.js';
import { subjectOf } from '../core/release-operations.js';
import { button, make } from '../ui/elements.js';
import { memberList, sectionList } from './differences.js';

/** How many operations are shown at a time: each is compared with what is live. */
const pageSize = 40;

/**
 * How operations are shown.
 * @typedef {object} Options
 * @property {boolean} isFixed whether they cannot be changed
 * @property {number} revision they are compared again with another one
 * @property {Map<string, any> | null} before what was there before the release was published; null for what is there
 *   now
 */

/**
 * The list of operations.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {(index: number, name: string) => void} options.remove
 * @param {(index: number, tag: string) => void} options.accept takes the operation in spite of what stands against it
 * @returns {HTMLElement & {show: (release: any, options: Options) => void}}
 */
export function operationList(app, { remove, accept }) {
  const { t, client, go, content } = app;
  const list = make('ol', 'operations');
  const more = button(t('more'), { press: () => showMore() });
  const element = make('div', 'operation-list', {}, list, more);
  let shown = null;

  element.show = (release, options) => {
    const key = JSON.stringify([release.id, release.operations, release.conflicts, options.isFixed, options.revision,
      Boolean(options.before)]);
    if (shown?.key === key) return;
    const isOther = shown?.release.id !== release.id;
    const count = isOther ? pageSize : Math.max(pageSize, list.children.length);
    const place = [...list.children].findIndex((row) => row.contains(document.activeElement));
    shown = { key, release, options, known: new Map() };
    list.replaceChildren();
    add(count);
    if (place < 0) return;
    const next = list.children[Math.min(place, list.children.length - 1)];
    (next?.querySelector('button, a') ?? element).focus();
  };

  const showMore = () => {
    const first = list.children.length;
    add(pageSize);
    list.children[first]?.querySelector('a, button')?.focus();
  };

  function add(count) {
    const first = list.children.length;
    const { operations } = shown.release;
    list.append(...operations.slice(first, first + count).map((operation, index) => row(operation, first + index)));
    more.hidden = list.children.length >= operations.length;
  }

  function row(operation, index) {
    const { release, options } = shown;
    const subject = subjectOf(operation);
    const name = make('span', 'list-title', {}, nameOf(operation, null));
    const changes = make('div', 'operation-changes');
    const removal = options.isFixed ? null : button(t('removeOperation', { name: name.textContent }), {
      icon: 'close', look: 'plain', action: 'remove-operation', press: () => remove(index, name.textContent),
    });
    const word = wordOf(operation);
    const conflicts = release.conflicts.filter((conflict) => conflict.operation === index)
      .map((conflict) => conflictOf(conflict, index, options.isFixed));
    fill(operation, subject, (before, after) => {
      name.textContent = nameOf(operation, before ?? after);
      removal?.setAttribute('aria-label', t('removeOperation', { name: name.textContent }));
      changes.replaceChildren(differences(operation, before, after));
    });
    return make('li', 'operation', { 'data-operation': index },
      make('div', 'row', {}, make('span', `tag operation-${word}`, {}, t(`operation_${word}`)),
        titleOf(subject, operation, name), removal),
      ...conflicts, changes);
  }

  /** What an operation does, in a word. */
  function wordOf({ op, body, if_match: tag }) {
    if (isDesignOperation(op)) return body === null ? 'delete' : tag ? 'change' : 'create';
    return op === 'patch' || op === 'replace' ? 'change' : op;
  }

  /** The name of an operation, which leads to what it changes. */
  function titleOf(subject, { op, kind }, name) {
    if (!subject || op === 'create') return name;
    const place = op === 'compose' ? { tab: 'screen', kind: null, subject: null }
      : isDesign(subject) ? { tab: 'design', kind: null, subject } : { tab: 'items', kind, subject };
    const link = make('a', 'operation-link', { href: fragmentOf(place) }, name);
    link.addEventListener('click', (event) => {
      event.preventDefault();
      go(place);
    });
    return link;
  }

  function nameOf({ op, kind, id, feed, body, ...names }, item) {
    if (isDesignOperation(op)) return titleOfSubject(subjectOfDesign(op, names[op]), app);
    if (op === 'compose') return t('sectionsOf', { feed });
    const definition = content.kind(kind);
    const title = definition?.title ?? kind;
    const known = item ?? (op === 'patch' ? null : body);
    return `${title} · ${known ? headlineOf(definition, known) : id ?? ''}`;
  }

  /** Finds the values before and after. Those of a published release are what it was made of. */
  async function fill(operation, subject, draw) {
    const { options, known } = shown;
    try {
      if (subject && !options.before && !known.has(subject)) known.set(subject, live(subject));
      const before = options.before ? options.before.get(subject) ?? null : subject ? await known.get(subject) : null;
      draw(before, afterOf(operation, before));
    } catch (error) {
      app.fail(error);
    }
  }

  async function live(subject) {
    if (isDesign(subject)) return savedDesign(app.state, subject) ?? null;
    try {
      const { value } = await client.get(pathOf(subject));
      return subject.startsWith('content/') ? value.result[0] : value;
    } catch (error) {
      if (error.status === 404) return null;
      throw error;
    }
  }

  const afterOf = ({ op, body }, before) =>
    (op === 'delete' ? null : op === 'patch' ? patched(before ?? {}, body) : body);

  function differences({ op, body }, before, after) {
    if (op === 'delete' || (isDesignOperation(op) && !(before && body))) return '';
    if (isDesignOperation(op)) return memberList(app, designDifferences(before, body));
    if (op === 'compose') return sectionList(app, before, body);
    // Of one that is published and whose former values are not known, what it has set.
    const own = op === 'patch' && !before ? body : after;
    const members = membersThatDiffer(withDefaults(before, own), own);
    return members.length ? memberList(app, members) : make('p', 'help', {}, t('sameAsLive'));
  }

  /** What is not said of an item is as if it were said: no draft, no moments. */
  const withDefaults = (before, after) => {
    if (!before) return before;
    const unsaid = ['draft', 'publish_at', 'unpublish_at'].filter((name) => !(name in after) && !before[name]);
    return Object.fromEntries(Object.entries(before).filter(([name]) => !unsaid.includes(name)));
  };

  function conflictOf({ expected, found, obstacle }, index, isFixed) {
    const text = obstacle
      ?? t(found === null ? 'conflictDeleted' : expected === null ? 'conflictExists' : 'conflictChanged');
    const canAccept = !isFixed && !obstacle && found !== null && expected !== null;
    return make('div', 'operation-conflict', {}, make('p', '', {}, text),
      canAccept ? button(t('acceptOperation'),
        { look: 'small', action: 'keep-mine', press: () => accept(index, found) }) : null);
  }

  return element;
}
