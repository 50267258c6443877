// One section: all that can be said of it, seen on the screen at once.

import { compose, compositionOf, sectionNow } from '../core/composing.js';
import { duplicateSection, editSection, removeSection } from '../core/compositions.js';
import { othersText } from '../core/presence.js';
import { followRefusals } from '../core/section-refusals.js';
import { showRefusals } from '../forms/controls.js';
import { sectionForm } from '../forms/section-form.js';
import { confirm } from '../ui/dialogs.js';
import { button, emptyState, make } from '../ui/elements.js';
import { hasChanged, Panel } from '../ui/panel.js';

/** The parts of the state that the form shows; with another revision, rules meet other items. */
const parts = [
  'changes', 'bases', 'place', 'feed', 'kinds', 'layouts', 'cells', 'refusals', 'failures', 'presence', 'revision',
  'minute',
];

class Section extends Panel {
  #refusals = followRefusals();
  /** The section that the form is of. */
  #key = '';
  #form = null;

  build() {
    const { t, go } = this.app;
    this.dataset.panel = 'section';
    this.classList.add('panel');
    this.heading = make('h2');
    this.items = button('', {
      icon: 'items', isLabelled: true, look: 'plain small', action: 'items',
      press: () => go({ tab: 'items', kind: this.kind, subject: null }),
    });
    this.tag = make('span', 'tag changed');
    this.revert = button(t('revertSection'), { action: 'revert', look: 'plain small', press: () => this.#revert() });
    this.copy = button(t('duplicate'), {
      icon: 'copy', action: 'duplicate', look: 'plain', press: () => this.#duplicate(),
    });
    this.removal = button(t('remove'), {
      icon: 'delete', action: 'remove', look: 'plain', press: () => this.#remove(),
    });
    this.past = button(t('history'), {
      icon: 'history', action: 'history', look: 'plain',
      press: () => go({ tab: 'history', kind: null, subject: `sections/${this.#id}` }),
    });
    const close = button(t('close'), {
      icon: 'close', action: 'close', look: 'plain', press: () => go({ subject: null }),
    });
    this.head = make('header', 'panel-head', {}, this.heading, this.past, this.copy, this.removal, close);
    this.facts = make('div', 'row section-facts', {}, this.items, this.tag, this.revert);
    this.note = make('p', 'help', { role: 'status' });
    this.body = make('div');
    this.append(this.head, this.facts, this.note, this.body);
  }

  update(state, former) {
    const { place, feed, layouts } = state;
    if (!place.subject?.startsWith('sections/') || !hasChanged(state, former, parts)) return;
    const { composition, section, change } = sectionNow(this.app, place.subject);
    if (!section) return this.#showNone(composition !== null);
    const key = JSON.stringify([feed, section.id, section.kind, layouts.length]);
    if (key !== this.#key) this.#fill(key, section);
    this.#draw(section, change);
    const refused = this.#refusals(state, composition.subject, composition.value);
    showRefusals(this.body, refused.filter((refusal) => refusal.section === section.id));
  }

  #draw(section, change) {
    const { t, content, can } = this.app;
    this.kind = section.kind;
    const title = section.title || section.id;
    if (this.heading.textContent !== title) this.heading.textContent = title;
    this.items.lastElementChild.textContent = t('itemsOfKind', {
      kind: content.kind(section.kind)?.title ?? section.kind,
    });
    this.tag.hidden = !change;
    this.tag.textContent = change ? t(change === 'new' ? 'tagNew' : 'tagChanged') : '';
    this.revert.hidden = change !== 'changed';
    this.past.hidden = change === 'new';
    for (const control of [this.copy, this.removal, this.revert]) control.disabled = !can('contributor');
    const note = [othersText(this.app.state.get(), t), can('contributor') ? '' : t('sectionsLookOnly')]
      .filter(Boolean).join(' ');
    if (this.note.textContent !== note) this.note.textContent = note;
    this.note.hidden = !note;
    this.#form.show(section);
  }

  #fill(key, { id, kind }) {
    this.#key = key;
    this.#form = sectionForm(this.app, {
      id, kind, change: (members, name) =>
        compose(this.app, (value) => editSection(value, id, members), `${id}/${name}`),
    });
    this.#form.element.disabled = !this.app.can('contributor');
    this.body.replaceChildren(this.#form.element);
    for (const part of [this.head, this.facts]) part.hidden = false;
  }

  /** Shows that there is no such section, or that it is loaded. */
  #showNone(isKnown) {
    const { t, go } = this.app;
    this.#key = '';
    for (const part of [this.head, this.facts, this.note]) part.hidden = true;
    const back = button(t('back'), { press: () => go({ subject: null }) });
    const loading = make('p', 'quiet', { role: 'status' }, t('loading'));
    this.body.replaceChildren(isKnown ? emptyState(t('sectionGone'), t('sectionGoneHelp'), back) : loading);
  }

  get #id() {
    return this.app.state.get().place.subject.split('/')[1];
  }

  #revert() {
    const { composition, section } = sectionNow(this.app, `sections/${this.#id}`);
    const base = composition.base.value.sections.find(({ id }) => id === section.id);
    compose(this.app, (value) => ({
      ...value, sections: value.sections.map((one) => (one.id === base.id ? base : one)),
    }));
    this.copy.focus();
  }

  #duplicate() {
    const { value } = compositionOf(this.app);
    const copy = duplicateSection(value, this.#id);
    compose(this.app, () => copy.composition);
    this.app.go({ subject: `sections/${copy.id}` });
  }

  async #remove() {
    const { t, go } = this.app;
    const id = this.#id;
    const title = this.heading.textContent;
    const answer = { label: t('remove'), action: 'remove-yes' };
    if (!(await confirm(t, t('removeSectionQuestion', { title }), answer))) return;
    compose(this.app, (value) => removeSection(value, id));
    go({ subject: null });
  }
}

customElements.define('studio-section', Section);
