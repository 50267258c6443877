// A cell: the tree of its elements, and the properties of the one that is open.

import {
  elementPointer, elementsOf, isOverlay, movedElement, withElement, withNewElement,
} from '../core/cell-elements.js';
import { withRole } from '../core/cell-members.js';
import { compositionOf } from '../core/composing.js';
import { contrastAt } from '../core/design-contrast.js';
import { designsNow, wholeTheme } from '../core/designs.js';
import { nameOfPointer, valueAt } from '../core/members.js';
import { showRefusals } from '../forms/controls.js';
import { designForm } from '../forms/design-form.js';
import { contrastNote } from '../ui/contrast-note.js';
import { button, make } from '../ui/elements.js';
import { DesignPanel } from './design-panel.js';
import { elementName, elementTree } from './element-tree.js';

class Cell extends DesignPanel {
  type = /** @type {const} */ ('cells');
  /** The element that is open; empty for the cell. */
  #pointer = '';
  #form = null;
  #key = '';

  build() {
    super.build();
    const { t } = this.app;
    this.tree = elementTree(this.app, {
      open: (pointer) => this.#open(pointer), move: (pointer, step) => this.#move(pointer, step),
      add: (kind, place) => this.#take(withNewElement(this.value, kind, { place, pointer: this.#pointer })),
    });
    this.openTitle = make('h3', '', { tabindex: -1 });
    this.up = button(t('moveUp'), {
      icon: 'up', look: 'plain', action: 'up', press: () => this.#move(this.#pointer, -1),
    });
    this.down = button(t('moveDown'), {
      icon: 'down', look: 'plain', action: 'down', press: () => this.#move(this.#pointer, 1),
    });
    this.drop = button(t('removeElement'), {
      icon: 'delete', look: 'plain', action: 'remove-element', press: () => this.#drop(),
    });
    this.contrast = contrastNote(t);
    this.properties = make('div');
    this.content = [this.tree.element, make('section', 'group element-properties', { 'aria-label': t('properties') },
      make('div', 'panel-head', {}, this.openTitle, this.up, this.down, this.drop), this.properties)];
  }

  draw(definition, refused, isOther) {
    const { t, can } = this.app;
    if (isOther) {
      this.#pointer = '';
      this.#key = '';
      this.body.replaceChildren(...this.content);
    }
    const open = elementsOf(definition).find(({ pointer }) => pointer === this.#pointer);
    if (!open) this.#pointer = '';
    const { kind, element } = open ?? { kind: 'cell', element: definition };
    const title = open ? elementName(t, kind, element) : t('element_cell');
    if (this.openTitle.textContent !== title) this.openTitle.textContent = title;
    for (const control of [this.up, this.down, this.drop]) control.hidden = !open;
    this.up.disabled = !can('admin') || !open || !movedElement(definition, this.#pointer, -1);
    this.down.disabled = !can('admin') || !open || !movedElement(definition, this.#pointer, 1);
    this.drop.disabled = !can('admin');
    this.#fill(kind);
    this.#form.show(element, isOther);
    this.contrast.show(contrastAt(definition, this.#pointer, this.#theme(compositionOf(this.app)?.value.theme)));
    this.#refuse(definition, refused);
  }

  #theme(name) {
    return wholeTheme(designsNow(this.app, 'themes'), name);
  }

  /** Makes the form of the element that is open, unless it is there. */
  #fill(kind) {
    const theme = this.#theme('default');
    const key = JSON.stringify([this.#pointer, kind, theme]);
    if (key === this.#key) return;
    this.#key = key;
    const pointer = this.#pointer;
    this.#form = designForm(this.app, {
      kind, isOver: isOverlay(pointer), theme, contrast: this.contrast,
      change: (name, value) => {
        const own = pointer ? valueAt(this.value, pointer) : this.value;
        const next = name === kind && (name === 'text' || name === 'badge')
          ? withRole(own, name, value) : this.member(own, name, value, kind);
        this.edit(withElement(this.value, pointer, next), `${pointer}/${name}`);
      },
    });
    this.#form.element.disabled = !this.app.can('admin');
    this.properties.replaceChildren(this.#form.element);
  }

  /** Shows what is refused: of the element that is open at its control, of others at their entry. */
  #refuse(definition, refused) {
    const others = new Map();
    const own = [];
    for (const { pointer, detail } of refused) {
      const place = elementPointer(definition, pointer);
      if (place === this.#pointer) own.push({ name: nameOfPointer(pointer.slice(place.length)), detail });
      else others.set(place, [...(others.get(place) ?? []), detail]);
    }
    showRefusals(this.properties, own);
    this.tree.show(definition, this.#pointer, others);
  }

  #open(pointer) {
    this.#pointer = pointer;
    this.update(this.app.state.get(), {});
    this.tree.focus(pointer);
  }

  /** Takes a cell in which something was moved or added, and opens that. */
  #take(next) {
    if (!next) return;
    this.#pointer = next.pointer;
    this.edit(next.definition);
  }

  #move(pointer, step) {
    if (!pointer || !this.app.can('admin')) return;
    const focused = document.activeElement;
    this.#take(movedElement(this.value, pointer, step));
    if (!this.properties.parentElement.contains(focused)) queueMicrotask(() => this.tree.focus(this.#pointer));
  }

  #drop() {
    const next = withElement(this.value, this.#pointer, undefined);
    this.#pointer = '';
    this.edit(next);
    queueMicrotask(() => this.tree.focus(''));
  }
}

customElements.define('studio-cell', Cell);
