// The elements of a cell as a tree, with pictures of what they are; what is refused of one stands below it.

import { elementsOf, fitsInto, placesFor } from '../core/cell-elements.js';
import { roleName } from '../forms/design-controls.js';
import { wordsOf } from '../core/names.js';
import { button, icon, make, select } from '../ui/elements.js';

/**
 * What an element is called.
 * @param {import('../core/language.js').Words} t
 * @param {string} kind
 * @param {any} element
 */
export function elementName(t, kind, element) {
  const role = element?.text ?? element?.badge;
  const roles = [role ?? []].flat().map((one) => roleName(t, one));
  return [t(`element_${kind}`), roles.join(t('listSeparator'))].filter(Boolean).join(' · ');
}

/** What else tells an element from others: its style, or its colour. */
const noteOf = ({ style, line, shade }) => wordsOf(style ?? line ?? shade ?? '');

/**
 * The tree of a cell.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {(pointer: string) => void} options.open
 * @param {(pointer: string, step: number) => void} options.move
 * @param {(kind: string, place: string) => void} options.add
 */
export function elementTree({ t, can }, { open, move, add }) {
  const list = make('ol', 'list element-tree', { 'aria-label': t('elements') });
  const kind = select([], { name: 'element-kind' });
  const place = select([], { name: 'element-place', choose: () => fillKinds() });
  const adding = button(t('addElement'), {
    icon: 'add', isLabelled: true, action: 'add-element', press: () => add(kind.value, place.value),
  });
  kind.setAttribute('aria-label', t('elementKind'));
  place.setAttribute('aria-label', t('elementPlace'));
  const element = make('div', 'element-tree-box', {}, list, make('div', 'add-element', {}, kind, place, adding));
  let shown = { pointer: '', definition: null };

  list.addEventListener('keydown', (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const rows = [...list.querySelectorAll('[data-element]')];
    const at = rows.indexOf(event.target.closest('[data-element]'));
    if (!step || at < 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (event.altKey) move(rows[at].dataset.element, step);
    else rows[at + step]?.focus();
  });

  function fillKinds() {
    const where = { place: place.value, pointer: shown.pointer };
    const kinds = ['text', 'badge', 'stars', 'image', 'line', 'stack', 'row', 'spacer', 'shade']
      .filter((one) => fitsInto(one, where));
    fill(kind, kinds.map((one) => [one, t(`element_${one}`)]));
  }

  /** Brings an entry into view in the list alone: who types below it stays where they are. */
  function reveal(entry) {
    const isAbove = entry.offsetTop < list.scrollTop;
    const isBelow = entry.offsetTop + entry.offsetHeight > list.scrollTop + list.clientHeight;
    if (isAbove || isBelow) list.scrollTop = entry.offsetTop - list.clientHeight / 2;
  }

  function row({ pointer, kind: own, depth, element: value }, isOpen, refusals) {
    const entry = make('button', 'list-row', {
      type: 'button', 'data-element': pointer, 'aria-current': isOpen ? 'true' : null,
    }, icon(`element_${own}`), make('span', 'list-text', {},
      make('span', 'list-title', {}, own === 'cell' ? t('element_cell') : elementName(t, own, value)),
      make('span', 'list-note', {}, own === 'cell' ? '' : noteOf(value))));
    entry.style.setProperty('--depth', String(depth));
    entry.addEventListener('click', () => open(pointer));
    const alert = refusals.length
      ? make('p', 'refusal', { role: 'alert', 'data-field': pointer }, refusals.join(' ')) : null;
    if (alert) entry.classList.add('refused');
    return make('li', '', {}, entry, alert);
  }

  return {
    element,
    /** Brings the focus to the entry of an element. */
    focus: (pointer) => list.querySelector(`[data-element="${CSS.escape(pointer)}"]`)?.focus(),
    /**
     * @param {any} definition
     * @param {string} pointer of the element that is open
     * @param {Map<string, string[]>} refusals what is refused of each element, except the one that is open
     */
    show(definition, pointer, refusals) {
      const all = [{ pointer: '', kind: 'cell', depth: 0, element: definition }, ...elementsOf(definition)];
      const key = JSON.stringify([definition, pointer, [...refusals]]);
      if (list.dataset.key === key) return;
      const focused = list.contains(document.activeElement) ? document.activeElement.dataset.element : null;
      list.dataset.key = key;
      // Beside another element, what is added goes there first of all.
      if (shown.pointer !== pointer) place.replaceChildren();
      shown = { pointer, definition };
      const over = all.findIndex((one) => one.pointer.startsWith('/over'));
      const rows = all.map((one) => row(one, one.pointer === pointer, refusals.get(one.pointer) ?? []));
      if (over > 0) rows.splice(over, 0, make('li', 'list-heading', {}, t('uponPicture')));
      const { scrollTop } = list;
      list.replaceChildren(...rows);
      list.scrollTop = scrollTop;
      reveal(list.querySelector('[aria-current]'));
      if (focused !== null) this.focus(all.some((one) => one.pointer === focused) ? focused : pointer);
      fill(place, placesFor(definition, pointer).map((one) => [one, t(`elementPlace_${one}`)]));
      fillKinds();
      for (const control of [kind, place, adding]) control.disabled = !can('admin');
    },
  };
}

/** Fills a choice; what is chosen stays if it is there. */
function fill(control, options) {
  const { value } = control;
  control.replaceChildren(...options.map(([own, label]) => new Option(label, own)));
  control.value = options.some(([own]) => own === value) ? value : (options[0]?.[0] ?? '');
}
