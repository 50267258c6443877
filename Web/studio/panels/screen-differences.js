// How two screens differ, by name and by picture.

import { reordered } from '../core/differences.js';
import { wordsOf } from '../core/names.js';
import { memberName } from '../core/value-texts.js';
import { make } from '../ui/elements.js';
import { changeTag } from './differences.js';

/** How many items of a section are listed. */
const most = 12;

/**
 * The differences by name: each section with its items. Items that have only moved are counted.
 * @param {import('../core/app.js').App} app
 * @param {any} diff as the server answers
 * @param {{section: (id: string) => string | undefined, item: (kind: string, id: number) => string}} names
 * @returns {HTMLElement[]}
 */
export function differencesOfScreens({ t }, { sections }, names) {
  const moved = reordered(sections);
  const isShown = ({ id, change, items }) => change !== 'moved' || moved.has(id)
    || items.some((item) => item.change !== 'moved');
  return sections.filter(isShown).map((section) => {
    const { id, items } = section;
    const change = section.change === 'moved' && !moved.has(id) ? null : section.change;
    const own = items.filter((item) => item.change !== 'moved');
    const slid = items.length - own.length;
    const rows = own.slice(0, most).map((item) => make('li', 'screen-difference', {}, changeTag(t, item.change),
      make('span', '', {}, names.item(item.kind, item.id),
        item.fields?.length ? make('span', 'list-note', {},
          ` ${item.fields.map((name) => memberName(name, t)).join(', ')}`) : null)));
    const rest = [own.length > most ? t('moreDifferences', { count: own.length - most }) : '',
      slid ? t('movedItems', { count: slid }) : ''].filter(Boolean);
    // Of a section that is new or gone, all items are.
    const isWhole = change === 'added' || change === 'removed';
    return make('section', 'section-difference', {},
      make('p', 'row', {}, change ? changeTag(t, change) : null,
        make('strong', '', {}, names.section(id) ?? wordsOf(id))),
      isWhole || !rows.length ? null : make('ul', 'list', {}, ...rows),
      isWhole || !rest.length ? null : make('p', 'help', {}, rest.join(' ')));
  });
}

/**
 * What is outlined on both screens.
 * @param {any} diff as the server answers
 * @returns {import('./phone.js').Mark[]}
 */
export function marksOf({ sections }) {
  const moved = reordered(sections);
  return sections.flatMap(({ id, change, items }) => {
    if (change === 'added' || change === 'removed') return [{ section: id, change }];
    const own = items.filter((item) => item.change !== 'moved').map((item) => ({
      section: id, item: item.id, change: item.change,
    }));
    const isWhole = change === 'changed' || (change === 'moved' && moved.has(id));
    return isWhole && !own.length ? [{ section: id, change }] : own;
  });
}
