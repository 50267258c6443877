// One section in the list of them.

import { changeOfSection } from '../core/compositions.js';
import { fragmentOf } from '../core/place.js';
import { conditionText, windowState } from '../core/windows.js';
import { layoutName } from '../forms/layout-picker.js';
import { button, icon, make } from '../ui/elements.js';
import { layoutPicture } from '../ui/layout-pictures.js';
import { followLink } from '../ui/links.js';

/**
 * Makes the row of a section.
 * @param {import('../core/app.js').App} app
 * @param {string} id
 * @param {object} actions
 * @param {(step: number) => void} actions.move up by -1, down by 1
 * @param {() => void} actions.remove
 * @param {() => void} actions.duplicate
 * @param {boolean} actions.mayEdit
 */
export function makeSectionRow({ t, go, content }, id, { move, remove, duplicate, mayEdit }) {
  const subject = `sections/${id}`;
  const title = make('span', 'list-title');
  const note = make('span', 'list-note');
  const tags = make('span', 'tags');
  const picture = make('span', 'row-picture');
  const open = make('a', 'section-open', {
    'data-action': 'open', href: fragmentOf({ tab: 'screen', kind: null, subject }), draggable: 'false',
    'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
  }, picture, make('span', 'list-text', {}, title, note, tags));
  followLink(open, () => go({ subject }));
  const small = (name, action, press) => button(name, { icon: action, action, look: 'plain small', press });
  const buttons = {
    up: small(t('moveUp'), 'up', () => step(-1)), down: small(t('moveDown'), 'down', () => step(1)),
    duplicate: button(t('duplicate'), { icon: 'copy', action: 'duplicate', look: 'plain small', press: duplicate }),
    remove: button(t('remove'), { icon: 'delete', action: 'remove', look: 'plain small', press: remove }),
  };
  const handle = make('span', 'drag-handle', { 'aria-hidden': 'true' }, icon('drag'));
  const element = make('li', 'section-row', { 'data-section': id }, handle, open,
    make('span', 'row-actions', {}, buttons.up, buttons.duplicate, buttons.down, buttons.remove));
  let drawn = '';

  /** Moves the section. At an end of the list the focus goes to the other direction, as there is none further. */
  function step(by) {
    const own = by < 0 ? buttons.up : buttons.down;
    const other = by < 0 ? buttons.down : buttons.up;
    move(by);
    queueMicrotask(() => own.disabled && other.focus());
  }

  return {
    element,
    /**
     * Draws the section.
     * @param {any} section
     * @param {{base: any, place: number, count: number, isOpen: boolean, isRefused: boolean}} more
     */
    draw(section, { base, place, count, isOpen, isRefused }) {
      const name = section.title || id;
      title.textContent = name;
      const kind = content.kind(section.kind)?.title ?? section.kind;
      note.textContent = `${kind} · ${layoutName(t, section.layout?.type)}`;
      if (drawn !== section.layout?.type) picture.replaceChildren(layoutPicture(section.layout?.type));
      drawn = section.layout?.type;
      drawTags(tags, tagsOf(t, section, changeOfSection(section, base), isRefused));
      element.classList.toggle('chosen', isOpen);
      if (isOpen) open.setAttribute('aria-current', 'true');
      else open.removeAttribute('aria-current');
      buttons.up.disabled = !mayEdit || place === 0;
      buttons.down.disabled = !mayEdit || place === count - 1;
      for (const one of [buttons.duplicate, buttons.remove]) one.disabled = !mayEdit;
      for (const [action, one] of Object.entries(buttons)) {
        one.setAttribute('aria-label', t(`${action}Section`, { title: name }));
      }
      handle.hidden = !mayEdit;
    },
  };
}

/** What is particular about a section: a look, and a text. */
function tagsOf(t, { window, when }, change, isRefused) {
  const state = windowState(window, Date.now());
  const condition = conditionText(when);
  return [
    isRefused && ['problem', t('tagRefused')], change && ['changed', t(change === 'new' ? 'tagNew' : 'tagChanged')],
    state !== 'shown' && [state, t(`state_${state}`)], condition && ['condition', condition],
  ].filter(Boolean);
}

function drawTags(element, tags) {
  const key = JSON.stringify(tags);
  if (element.dataset.tags === key) return;
  element.dataset.tags = key;
  element.hidden = !tags.length;
  element.replaceChildren(...tags.map(([look, text]) => make('span', `tag ${look}`, {}, text)));
}
