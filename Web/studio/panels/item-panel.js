// An item: its fields, when and for whom it is shown, and what is done with it.

import { conflictOf } from '../core/merge.js';
import { headlineOf } from '../core/names.js';
import { isNewSubject, subjectParts } from '../core/place.js';
import { othersText } from '../core/presence.js';
import { copyLink, duplicate, editElsewhere, openItem, remove } from '../items/actions.js';
import { makeItemControls } from '../items/item-controls.js';
import { confirm } from '../ui/dialogs.js';
import { button, emptyState, make } from '../ui/elements.js';
import { hasChanged, Panel } from '../ui/panel.js';
import { reasonText } from '../ui/problems.js';

/** The parts of the state that the form shows. */
const parts = ['changes', 'bases', 'refusals', 'presence', 'kinds', 'failures', 'minute'];

class Item extends Panel {
  #controls = null;
  #controlsKey = [];
  #subject = null;
  #base = null;
  #refusals = [];

  build() {
    const { t } = this.app;
    this.classList.add('item-panel');
    this.heading = make('h2', '', { tabindex: -1 });
    this.kindName = make('p', 'item-kind');
    this.copyButton = button(t('duplicate'), {
      icon: 'copy', look: 'plain', action: 'duplicate', press: () => this.#duplicate(),
    });
    this.linkButton = button(t('copyLink'), {
      icon: 'link', look: 'plain', action: 'copy-link', press: () => copyLink(this.app, this.#subject),
    });
    this.historyButton = button(t('itemHistory'), {
      icon: 'history', look: 'plain', action: 'history',
      press: () => this.app.go({ tab: 'history', kind: null, subject: this.#subject }),
    });
    this.deleteButton = button(t('delete'), {
      icon: 'delete', look: 'plain', action: 'delete', press: () => this.#delete(),
    });
    this.closeButton = button(t('close'), {
      icon: 'close', look: 'plain', action: 'close', press: () => openItem(this.app, null),
    });
    this.tags = make('span', 'tags');
    this.notes = make('div', 'item-notes');
    this.body = make('div', 'item-body');
    this.form = make('form', 'panel', {
      'data-panel': 'item', novalidate: '', autocomplete: 'off', 'aria-label': t('itemForm'),
    },
      make('header', 'item-head', {}, make('div', 'item-title', {}, this.kindName, this.heading, this.tags),
        make('div', 'item-actions', {}, this.copyButton, this.linkButton, this.historyButton, this.deleteButton,
          this.closeButton)),
      this.notes, this.body);
    this.form.addEventListener('submit', (event) => event.preventDefault());
    this.form.addEventListener('change', () => this.app.working.endStep());
    this.append(this.form);
  }

  update(state, former) {
    const { subject } = state.place;
    if (subjectParts(subject).type !== 'content') return;
    const isOther = subject !== this.#subject && !this.#isRenamed(subject);
    if (subject !== this.#subject) {
      if (isOther) this.#base = null;
      this.#subject = subject;
      this.#load();
    }
    this.#base = state.bases[subject] ?? this.#base;
    if (!isOther && !hasChanged(state, former, parts)) return;
    this.#draw(state, isOther);
    this.#refuse(state, isOther);
  }

  /** Whether the item is the one that was shown, which has been created and has a number now. */
  #isRenamed(subject) {
    const former = this.#subject;
    return isNewSubject(former) && !this.app.working.change(former) && !isNewSubject(subject)
      && subjectParts(former).name === subjectParts(subject).name;
  }

  async #load() {
    const subject = this.#subject;
    if (isNewSubject(subject)) return;
    try {
      await this.app.content.load(subject);
    } catch (error) {
      if (subject !== this.#subject || this.#base) return;
      const { t } = this.app;
      const again = button(t('again'), { press: () => this.#load() });
      this.#say(emptyState(t('itemFailed'), reasonText(t, error), again));
    }
  }

  #draw(state, isOther) {
    const { t, content, working } = this.app;
    const { name, id } = subjectParts(this.#subject);
    const kind = content.kind(name);
    const change = working.change(this.#subject);
    const isNew = change?.op === 'create';
    const base = change?.base ?? this.#base;
    const value = change ? working.value(this.#subject, base.value) ?? base.value : base?.value;
    this.kindName.textContent = isNewSubject(this.#subject) ? (kind?.title ?? name) : `${kind?.title ?? name} · ${id}`;
    const isThere = Boolean(kind && value);
    const canChange = isThere && change?.op !== 'delete' && this.app.can('contributor');
    for (const control of [this.copyButton, this.deleteButton]) control.hidden = !canChange;
    for (const control of [this.linkButton, this.historyButton]) control.hidden = !base?.tag;
    if (!isThere) return this.#missing(kind, base, isOther);
    this.form.dataset.subject = this.#subject;
    const headline = headlineOf(kind, value);
    if (this.heading.textContent !== headline) this.heading.textContent = headline;
    const controls = this.#controlsOf(kind, state.locales);
    this.#mark(change);
    this.#note(state, change);
    controls.fieldset.disabled = !this.app.can('contributor') || change?.op === 'delete';
    controls.show(value, {
      base: base.value, isNew, isOther: isOther || this.body.firstElementChild !== controls.element,
    });
    if (this.body.firstElementChild !== controls.element) this.body.replaceChildren(controls.element);
    // The region of the panel is shown after it is filled.
    if (isOther && isNew) queueMicrotask(() => controls.focus());
  }

  #missing(kind, base, isOther) {
    const { t } = this.app;
    this.tags.replaceChildren();
    this.notes.replaceChildren();
    delete this.notes.dataset.key;
    delete this.form.dataset.subject;
    const isLoading = kind && !base && !isNewSubject(this.#subject);
    const word = !kind ? 'itemNoKind' : isNewSubject(this.#subject) ? 'itemUndone' : 'itemGone';
    this.heading.textContent = isLoading ? t('loading') : t(word);
    if (isLoading) return isOther && this.body.replaceChildren();
    this.#say(emptyState(t(word), kind ? t(`${word}Help`) : ''));
  }

  #say(message) {
    this.body.replaceChildren(message);
  }

  /** The controls of a kind; others where its definition or the languages have changed. */
  #controlsOf(kind, locales) {
    const key = [kind, locales];
    if (!this.#controls || key.some((part, index) => part !== this.#controlsKey[index])) {
      this.#controlsKey = key;
      this.#controls = makeItemControls(this.app, kind, {
        locales: locales.length ? locales : [''], subject: () => this.#subject,
        edit: (members, name, subject) => this.#edit(members, name, subject), putBack: (names) => this.#putBack(names),
      });
    }
    return this.#controls;
  }

  #edit(members, name, began = this.#subject) {
    const subject = this.app.currentOf(began);
    if (subject !== this.#subject) return editElsewhere(this.app, subject, members);
    const { state, working } = this.app;
    if (!working.change(subject) && !this.#base?.value) return;
    working.edit(subject, this.#base, members, `${subject}/${name}`);
    const { refusals } = state.get();
    const left = refusals.filter((part) => part.subject !== subject || !Object.hasOwn(members, part.field));
    if (left.length < refusals.length) state.change({ refusals: left });
  }

  #putBack(names) {
    const base = this.app.working.change(this.#subject)?.base;
    if (!base) return;
    this.app.working.endStep();
    this.#edit(Object.fromEntries(names.map((name) => [name, base.value[name] ?? null])), 'put-back');
    this.app.working.endStep();
  }

  #mark(change) {
    const { t } = this.app;
    const word = change && { create: 'tagNew', patch: 'tagChanged', delete: 'itemDeleted' }[change.op];
    if (this.tags.textContent === (word ? t(word) : '')) return;
    const look = change?.op === 'delete' ? 'problem' : 'changed';
    this.tags.replaceChildren(...(word ? [make('span', `tag ${look}`, {}, t(word))] : []));
  }

  /** What is to be known: who else is here, what others have changed, and why nothing can be changed. */
  #note(state, change) {
    const { t } = this.app;
    const { bases, session, failures = [] } = state;
    const subject = this.#subject;
    const others = othersText(state, t);
    const theirs = bases[subject];
    const isBehind = change && change.op !== 'create' && theirs && theirs.tag !== change.base.tag
      && !this.app.working.isHeld(subject);
    // What is wrong with a field is said there.
    const failure = change && failures.find((one) => one.subject === subject && !one.errors?.length);
    const notes = [
      failure ? ['warning', t('itemCannot', { detail: failure.detail })] : null,
      others ? ['people', others] : null,
      isBehind ? ['warning', t(theirs.value ? 'conflictChangedBase' : 'conflictGone'), 'compare'] : null,
      change?.op === 'delete' ? ['delete', t('itemWillBeDeleted'), 'keep'] : null,
      this.app.can('contributor') ? null : ['view', t('roleTooLow', { role: t(`role_${session.role}`) })],
    ].filter(Boolean);
    const actions = {
      compare: () => button(t('compare'), { look: 'small', action: 'compare', press: () => this.#compare() }),
      keep: () => button(t('itemKeep'), {
        look: 'small', action: 'keep', press: () => this.app.working.discard([subject]),
      }),
    };
    const key = JSON.stringify(notes);
    if (this.notes.dataset.key === key) return;
    this.notes.dataset.key = key;
    this.notes.replaceChildren(...notes.map(([look, text, action]) => make('div', `note ${look}`, { role: 'status' },
      make('p', '', {}, text),
      actions[action]?.())));
  }

  #compare() {
    const { state, working } = this.app;
    const change = working.change(this.#subject);
    const theirs = state.get().bases[this.#subject];
    if (change && theirs) state.change({ conflicts: [conflictOf(this.#subject, change, theirs)] });
  }

  #refuse({ refusals }, isOther) {
    const own = refusals.filter(({ subject }) => subject === this.#subject);
    if (!this.#controls || this.body.firstElementChild !== this.#controls.element) return;
    this.#controls.refuse(own);
    // Those that are new; correcting one field does not move the focus.
    const isNews = own.some((part) => isOther || !this.#refusals.includes(part));
    this.#refusals = own;
    if (isNews) queueMicrotask(() => this.#controls.focusRefused(own));
  }

  async #duplicate() {
    try {
      const [copy] = await duplicate(this.app, [this.#subject]);
      if (copy) openItem(this.app, copy);
    } catch (error) {
      this.app.fail(error);
    }
  }

  async #delete() {
    const { t, app } = { t: this.app.t, app: this.app };
    const subject = this.#subject;
    const name = this.heading.textContent;
    if (!(await confirm(t, t('itemDeleteQuestion', { name }), { label: t('delete'), action: 'delete-yes' }))) return;
    try {
      const isNew = isNewSubject(subject);
      await remove(app, [subject]);
      if (isNew) openItem(app, null);
    } catch (error) {
      app.fail(error);
    }
  }
}

customElements.define('studio-item', Item);
