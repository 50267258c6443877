// A row of a list of items.

import { momentOfDate, isDate } from '../core/dates.js';
import { headlineOf } from '../core/names.js';
import { fragmentOf, subjectParts } from '../core/place.js';
import { windowState } from '../core/windows.js';
import { make } from '../ui/elements.js';
import { followLink } from '../ui/links.js';
import { makeThumbnail } from '../ui/thumbnail.js';

const marks = { new: 'tagNew', changed: 'tagChanged', deleted: 'itemDeleted' };

/**
 * A row: the picture, the headline and the state of an item.
 * @param {import('../core/app.js').App} app
 * @param {any} kind
 * @param {string} subject
 * @param {object} options
 * @param {(event: MouseEvent) => void} options.open
 * @param {(isSelected: boolean, isRange: boolean) => void} options.select
 */
export function makeItemRow(app, kind, subject, { open, select }) {
  const { t, state } = app;
  const { session, language } = state.get();
  const box = make('input', '', { type: 'checkbox' });
  let isRange = false;
  box.addEventListener('click', (event) => (isRange = event.shiftKey));
  box.addEventListener('change', () => select(box.checked, isRange));
  const picture = makeThumbnail(app);
  const title = make('span', 'list-title');
  const note = make('span', 'list-note');
  const tags = make('span', 'row-tags');
  const link = make('a', 'list-row', { href: `/studio${fragmentOf({ tab: 'items', kind: kind.kind, subject })}` },
    picture.element, make('span', 'list-text', {}, title, note, tags));
  followLink(link, open);
  const element = make('li', 'item-row', { 'data-subject': subject }, make('label', 'row-check', {}, box), link);
  let shown;

  return {
    element,
    link,
    /**
     * @param {import('./rows.js').Row} row
     * @param {{isSelected: boolean, isOpen: boolean, isRefused: boolean, now: number}} more
     */
    show({ item, mark }, { isSelected, isOpen, isRefused, now }) {
      if (box.checked !== isSelected) box.checked = isSelected;
      if (isOpen) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
      const state = windowState(item, now);
      const next = { item, mark, state, isRefused };
      if (shown && Object.entries(next).every(([name, value]) => shown[name] === value)) return;
      shown = next;
      const name = headlineOf(kind, item) || t('tagNew');
      title.textContent = name;
      box.setAttribute('aria-label', t('itemsSelect', { name }));
      note.textContent = noteOf(kind, item, subject, { zone: session.time_zone, language });
      picture.show(kind, item);
      element.classList.toggle('deleted', mark === 'deleted');
      tags.replaceChildren(...[
        isRefused && make('span', 'tag problem', {}, t('tagRefused')),
        mark && make('span', `tag ${mark === 'deleted' ? 'problem' : 'changed'}`, {}, t(marks[mark])),
        state !== 'shown' && make('span', 'tag', {}, t(`state_${state}`)),
        item.when && make('span', 'tag', {}, t('itemTargeted')),
      ].filter(Boolean));
    },
  };
}

/** A line below the headline: the number, the label and the date. */
function noteOf({ roles = {}, fields }, item, subject, { zone, language }) {
  const { id } = subjectParts(subject);
  const date = item[roles.date];
  const day = date && isDate(date)
    ? new Date(momentOfDate(date)).toLocaleDateString(language, { timeZone: zone, dateStyle: 'medium' }) : '';
  const label = item[roles.label] ?? item[roles.author] ?? (roles.headline ? '' : item[fields[0]?.name]);
  return [item.id ? `#${id}` : '', label, day].filter(Boolean).join(' · ');
}
