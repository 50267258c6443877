// A cell or a theme: what both have. It is edited as a whole, and saved like everything else.

import { designsNow, freeDesignName, isDesignName, nounOf, savedDesign } from '../core/designs.js';
import { memberOf, withMember } from '../core/cell-members.js';
import { conflictOf } from '../core/merge.js';
import { wordsOf } from '../core/names.js';
import { subjectParts } from '../core/place.js';
import { othersText } from '../core/presence.js';
import { followRefusedParts } from '../core/section-refusals.js';
import { asName } from '../forms/plain-controls.js';
import { confirm, openDialog } from '../ui/dialogs.js';
import { button, emptyState, labelled, make } from '../ui/elements.js';
import { hasChanged, Panel } from '../ui/panel.js';

const parts = ['changes', 'bases', 'cells', 'themes', 'place', 'feed', 'refusals', 'failures', 'presence', 'layouts'];

const nothing = Object.freeze({ tag: null, value: null });

/** @abstract */
export class DesignPanel extends Panel {
  /** @type {'cells' | 'themes'} */
  type = 'cells';
  #subject = '';
  #refused = followRefusedParts();

  /** Draws a definition, with the parts of it that were refused. */
  draw(definition, refused, isOther) {}

  build() {
    const { t, go } = this.app;
    this.dataset.panel = 'design';
    this.classList.add('panel', 'design-panel');
    this.heading = make('h2', '', { tabindex: -1 });
    this.tag = make('span', 'tag changed');
    this.copy = button(t('copyDesign'), {
      icon: 'copy', isLabelled: true, action: 'copy', press: () => this.#copy(),
    });
    this.revert = button(t('revertSection'), { action: 'revert', look: 'plain small', press: () => this.#revert() });
    this.removal = button(t('remove'), {
      icon: 'delete', action: 'remove', look: 'plain', press: () => this.#remove(),
    });
    this.keep = button(t('designKeep'), { action: 'keep', look: 'small', press: () => this.#revert() });
    this.compare = button(t('compare'), { action: 'compare', look: 'small', press: () => this.#compare() });
    this.noteText = make('p', '', { role: 'status' });
    this.note = make('div', 'note', {}, this.noteText, this.keep, this.compare);
    this.body = make('div', 'design-body');
    this.append(make('header', 'panel-head', {}, this.heading, this.copy, this.removal,
      button(t('close'), { icon: 'close', action: 'close', look: 'plain', press: () => go({ subject: null }) })),
    make('div', 'row section-facts', {}, this.tag, this.revert), this.note, this.body);
  }

  update(state, former) {
    const { subject } = state.place;
    if (subjectParts(subject).type !== this.type) return;
    const isOther = subject !== this.#subject;
    this.#subject = subject;
    if (isOther || !this.#base) this.#load();
    if (!isOther && !hasChanged(state, former, parts)) return;
    const base = this.#base;
    const value = base && this.app.working.value(subject, base.value);
    this.#drawHead(state, base, value);
    this.body.hidden = !base || Boolean(this.change && !value);
    if (base && !value && !this.change) return this.#drawNone();
    if (!value) return;
    const refused = this.#refused(state, subject, value);
    this.draw(value, refused, isOther || this.body.dataset.subject !== subject);
    this.body.dataset.subject = subject;
  }

  get name() {
    return subjectParts(this.#subject).name;
  }

  get change() {
    return this.app.working.change(this.#subject);
  }

  /** The definition as the server has it; null while it is loaded. */
  get #base() {
    const { state } = this.app;
    const known = this.change?.base ?? state.get().bases[this.#subject];
    return known ?? (savedDesign(state, this.#subject) ? null : nothing);
  }

  #load() {
    const { state, content, fail } = this.app;
    if (savedDesign(state, this.#subject)) content.load(this.#subject).catch(fail);
  }

  #drawHead({ bases, refusals }, base, value) {
    const { t, can, working, state } = this.app;
    const title = value?.title ?? wordsOf(this.name);
    if (this.heading.textContent !== title) this.heading.textContent = title;
    const isNew = Boolean(this.change) && !base?.tag;
    this.tag.hidden = !this.change;
    this.tag.textContent = this.change ? t(isNew ? 'tagNew' : 'tagChanged') : '';
    this.revert.hidden = !this.change || isNew || !value;
    for (const control of [this.copy, this.removal]) {
      control.hidden = !value;
      control.disabled = !can('admin');
    }
    const theirs = bases[this.#subject];
    const isBehind = Boolean(this.change?.base.tag) && theirs && theirs.tag !== this.change.base.tag
      && !working.isHeld(this.#subject);
    const isRemoved = Boolean(this.change) && !value;
    // Why it cannot be removed: a save has said so.
    const failure = refusals.find((one) => isRemoved && one.subject === this.#subject);
    this.keep.hidden = !isRemoved;
    this.compare.hidden = !isBehind;
    const text = [
      base ? '' : t('loading'), othersText(state.get(), t), isRemoved ? t('designRemoved') : '', failure?.detail ?? '',
      isBehind ? t('conflictChangedBase') : '',
      isNew && savedDesign(state, this.#subject) ? t('designNameTaken') : '', can('admin') ? '' : t('designLookOnly'),
    ].filter(Boolean).join(' ');
    if (this.noteText.textContent !== text) this.noteText.textContent = text;
    this.note.hidden = !text;
    this.note.classList.toggle('warning', Boolean(failure || isBehind));
  }

  #drawNone() {
    const { t, go } = this.app;
    const back = button(t('back'), { press: () => go({ subject: null }) });
    this.body.replaceChildren(emptyState(t('designGone'), t('designGoneHelp'), back));
    delete this.body.dataset.subject;
  }

  /** Takes another definition in place of this one; those with the same step are undone together. */
  edit(definition, step) {
    this.app.working.design(this.#subject, this.#base, definition, step && `${this.#subject}/${step}`);
  }

  /** Takes a member of an element, or of the definition itself. */
  member(element, name, value, kind) {
    // A border without a colour is none.
    const own = value === null && name.endsWith('border.color') ? name.slice(0, -'.color'.length) : name;
    return memberOf(element, own, kind) === value ? element : withMember(element, own, value, kind);
  }

  get value() {
    return this.app.working.value(this.#subject, this.#base?.value);
  }

  async #copy() {
    const { t, working, go } = this.app;
    const noun = nounOf(this.type);
    const taken = designsNow(this.app, this.type).map((one) => one[noun]);
    const name = asName(make('input', '', {
      name: 'design-name', maxlength: 63, autocapitalize: 'none', spellcheck: 'false', autocomplete: 'off',
    }));
    name.value = freeDesignName(taken, `${this.name.slice(0, 50)}_copy`);
    const problem = make('p', 'problem', { role: 'alert' });
    const allow = (answer) => {
      if (answer !== 'copy') return true;
      const own = name.value.trim();
      problem.textContent = !isDesignName(own) ? t('designNameForm') : taken.includes(own) ? t('designNameTaken') : '';
      return !problem.textContent;
    };
    const answer = await openDialog(t(`copyTitle_${noun}`, { name: this.heading.textContent }), [
      labelled(t('designName'), name, { help: t('designNameForm') }), problem,
    ], {
      closeLabel: t('close'), allow,
      choices: [
        { label: t('cancel'), value: '' },
        { label: t('copyDesign'), value: 'copy', look: 'primary', action: 'copy-confirm' },
      ],
    });
    if (answer !== 'copy') return;
    const subject = `${this.type}/${name.value.trim()}`;
    const { [noun]: _, title, ...members } = this.copied(this.value);
    working.design(subject, { tag: null, value: null }, { [noun]: name.value.trim(), ...members });
    go({ subject });
    this.heading.focus();
  }

  /** What a copy has. */
  copied(definition) {
    return definition;
  }

  #revert() {
    this.app.working.discard([this.#subject]);
    this.heading.focus();
  }

  #compare() {
    const { state } = this.app;
    state.change({ conflicts: [conflictOf(this.#subject, this.change, state.get().bases[this.#subject])] });
  }

  async #remove() {
    const { t, working, go } = this.app;
    const [subject, base] = [this.#subject, this.#base];
    const question = t('designRemoveQuestion', { name: this.heading.textContent });
    if (!(await confirm(t, question, { label: t('remove'), action: 'remove-yes' }))) return;
    working.design(subject, base, null);
    if (!base.tag) go({ subject: null });
  }
}
