// The sections of the screen, in their order.

import { compose, compositionOf } from '../core/composing.js';
import {
  duplicateSection, maximumSections, moveSection, placeOfSection, removeSection, sectionOf, spaceSections,
} from '../core/compositions.js';
import { designsNow } from '../core/designs.js';
import { patched } from '../core/members.js';
import { conflictOf } from '../core/merge.js';
import { wordsOf } from '../core/names.js';
import { followRefusals } from '../core/section-refusals.js';
import { bind, field, numbers, refusalPlace, showRefusals, texts } from '../forms/controls.js';
import { confirm } from '../ui/dialogs.js';
import { arrange, button, emptyState, make, select } from '../ui/elements.js';
import { hasChanged, Panel } from '../ui/panel.js';
import { makeReorderable } from '../ui/reorder.js';
import { askForSection } from './section-dialog.js';
import { makeSectionRow } from './section-row.js';

/** The parts of the state that the list shows. */
const parts = ['changes', 'bases', 'place', 'feed', 'kinds', 'layouts', 'themes', 'refusals', 'failures', 'minute'];

class Sections extends Panel {
  #rows = new Map();
  #refusals = followRefusals();

  build() {
    const { t, can } = this.app;
    this.dataset.panel = 'sections';
    this.classList.add('panel');
    this.mayEdit = can('contributor');
    this.heading = make('h2', '', {}, t('sections'));
    this.add = button(t('addSection'), {
      icon: 'add', isLabelled: true, action: 'add-section', press: () => this.#add(),
    });
    this.list = make('ol', 'list sections-list', { 'aria-label': t('sections') });
    this.place = make('div');
    this.said = make('p', 'spoken', { role: 'status' });
    this.behind = make('div', 'note warning', { role: 'status' });
    const help = make('p', 'help', {}, t(this.mayEdit ? 'sectionsHelp' : 'sectionsLookOnly'));
    this.append(
      make('header', 'panel-head', {}, this.heading, this.add), help,
      this.behind, refusalPlace(''), this.place, this.list,
      make('div', 'group columns', {}, this.#spacing(), this.#theme()), this.said);
    this.reordering = makeReorderable(this.list, {
      move: (row, place) => this.#move(row.dataset.section, place),
      ended: () => this.update(this.app.state.get(), {}),
      isEnabled: () => this.mayEdit,
    });
    this.list.addEventListener('keydown', (event) => this.#press(event));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.reordering.cancel();
  }

  update(state, former) {
    if (this.reordering.isDragging || !hasChanged(state, former, parts)) return;
    const composition = compositionOf(this.app);
    this.add.disabled = !this.mayEdit || !composition || composition.value.sections.length >= maximumSections;
    for (const control of [this.spacing, this.theme]) control.disabled = !this.mayEdit || !composition;
    if (!composition) {
      this.list.replaceChildren();
      return this.place.replaceChildren(make('p', 'quiet', { role: 'status' }, this.app.t('loading')));
    }
    this.#tellBehind(composition);
    this.#draw(composition, this.#refusals(state, composition.subject, composition.value));
  }

  /** Says that others have changed the sections in another way, and lets both be compared. */
  #tellBehind({ subject, base }) {
    const { t, working, state } = this.app;
    const change = working.change(subject);
    const isBehind = Boolean(change) && change.base.tag !== base.tag && !working.isHeld(subject);
    if (isBehind === this.behind.childElementCount > 0) return;
    const compare = () => {
      const own = working.change(subject);
      if (own) state.change({ conflicts: [conflictOf(subject, own, state.get().bases[subject])] });
    };
    this.behind.replaceChildren(...(isBehind ? [
      make('p', '', {}, t('sectionsBehind')),
      button(t('compare'), { look: 'small', action: 'compare', press: compare }),
    ] : []));
  }

  #draw({ base, value }, refusals) {
    const { t, state } = this.app;
    const { sections } = value;
    const open = state.get().place.subject;
    const focused = document.activeElement;
    this.place.replaceChildren(...(sections.length ? [] : [emptyState(t('sectionsEmpty'), t('sectionsEmptyHelp'))]));
    for (const id of this.#rows.keys()) if (!sectionOf(value, id)) this.#drop(id);
    const rows = sections.map((section, index) => {
      const row = this.#row(section.id);
      row.draw(section, {
        base: base.value, place: index, count: sections.length, isOpen: open === `sections/${section.id}`,
        isRefused: refusals.some((refusal) => refusal.section === section.id),
      });
      return row.element;
    });
    arrange(this.list, rows);
    // A row that was moved in the page has lost the focus.
    if (focused !== document.activeElement && this.list.contains(focused)) focused.focus();
    this.showSpacing(value.spacing ?? null);
    this.#showTheme(value.theme ?? null);
    showRefusals(this, refusals.filter(({ section }) => section === null));
  }

  #row(id) {
    if (!this.#rows.has(id)) {
      this.#rows.set(id, makeSectionRow(this.app, id, {
        move: (step) => this.#step(id, step), remove: () => this.#remove(id), duplicate: () => this.#duplicate(id),
        mayEdit: this.mayEdit,
      }));
    }
    return this.#rows.get(id);
  }

  /** Removes a row; the focus goes to the one that takes its place. */
  #drop(id) {
    const { element } = this.#rows.get(id);
    const next = element.contains(document.activeElement)
      ? (element.nextElementSibling ?? element.previousElementSibling) : null;
    element.remove();
    this.#rows.delete(id);
    if (next) next.querySelector('a').focus();
  }

  #press(event) {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const row = event.target.closest('[data-section]');
    if (!step || !row || !this.mayEdit) return;
    event.preventDefault();
    this.#step(row.dataset.section, step);
  }

  #step(id, step) {
    const { value } = compositionOf(this.app);
    this.#move(id, placeOfSection(value, id) + step);
  }

  #move(id, place) {
    const { t } = this.app;
    const { value } = compositionOf(this.app);
    const count = value.sections.length;
    const { title } = sectionOf(value, id);
    if (place < 0 || place >= count) return this.#say(t(place < 0 ? 'sectionIsFirst' : 'sectionIsLast', { title }));
    compose(this.app, (own) => moveSection(own, id, place));
    this.#say(t('sectionMoved', { title, place: place + 1, total: count }));
  }

  /** Says it aloud, also if it has been said just now. */
  #say(text) {
    this.said.textContent = this.said.textContent === text ? `${text} ` : text;
  }

  async #remove(id) {
    const { t, state, go } = this.app;
    const section = sectionOf(compositionOf(this.app)?.value, id);
    if (!section) return;
    const question = t('removeSectionQuestion', { title: section.title || id });
    if (!(await confirm(t, question, { label: t('remove'), action: 'remove-yes' }))) return;
    compose(this.app, (value) => removeSection(value, id));
    if (state.get().place.subject === `sections/${id}`) go({ subject: null });
    this.#say(t('sectionRemoved', { title: section.title }));
  }

  #duplicate(id) {
    const { t, go } = this.app;
    let copy;
    compose(this.app, (value) => {
      const made = duplicateSection(value, id);
      copy = made.id;
      return made.composition;
    });
    go({ subject: `sections/${copy}` });
    this.#say(t('sectionCopied', { id: copy }));
  }

  async #add() {
    const id = await askForSection(this.app);
    if (id) this.app.go({ subject: `sections/${id}` });
  }

  #spacing() {
    const { t } = this.app;
    this.spacing = make('input', '', {
      type: 'number', min: 0, max: 1024, step: 'any', inputmode: 'decimal', placeholder: 0,
    });
    this.showSpacing = bind(this.spacing, {
      ...numbers, change: (spacing) => compose(this.app, (value) => spaceSections(value, spacing), 'spacing'),
    });
    return field(t('feedSpacing'), this.spacing, { name: 'spacing', help: t('feedSpacingHelp') });
  }

  #theme() {
    const { t } = this.app;
    this.theme = select([]);
    this.bindTheme = bind(this.theme, {
      ...texts, change: (theme) => compose(this.app, (value) => patched(value, { theme }), 'theme'),
    });
    return field(t('feedTheme'), this.theme, { name: 'theme', help: t('feedThemeHelp') });
  }

  #showTheme(own) {
    const names = designsNow(this.app, 'themes').map(({ theme }) => theme).filter((name) => name !== 'default');
    const all = own && own !== 'default' && !names.includes(own) ? [...names, own] : names;
    if (this.theme.dataset.key !== all.join()) {
      this.theme.dataset.key = all.join();
      this.theme.replaceChildren(new Option(wordsOf('default'), ''),
        ...all.map((name) => new Option(wordsOf(name), name)));
      this.theme.value = own ?? '';
    }
    this.bindTheme(own === 'default' ? null : own);
  }
}

customElements.define('studio-sections', Sections);
