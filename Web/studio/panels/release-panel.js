// A release: what it changes, what stands against it, and its publication.

import { button, labelled, make } from '../ui/elements.js';
import { confirm } from '../ui/dialogs.js';
import { Panel } from '../ui/panel.js';
import { actorName } from '../core/actors.js';
import { Refusal } from '../core/client.js';
import { randomID } from '../core/keeping.js';
import { localOf, momentOf, textOf } from '../core/moments.js';
import { patchMembers } from '../core/patching.js';
import { accepting, stateOf } from '../core/releases.js';
import { copyAddress } from '../items/actions.js';
import { makeTimer } from '../../tanada/timer.js';
import { editAgain, publish, undoing } from './release-actions.js';
import { operationList } from './release-operations.js';
import { restore, saveIntoRelease } from './save.js';

/** How long after the last letter a note is saved, in milliseconds. */
const typingPause = 1000;
/** How long a preview link lives. */
const linkLife = '7d';

class Release extends Panel {
  #subject = '';
  /** @type {import('../core/working.js').Base | null} */
  #base = null;
  #key = randomID();
  #undoing = null;
  #saving = Promise.resolve();
  #autosave = makeTimer(() => this.#saveNote());

  build() {
    const { t, go, can } = this.app;
    const { session } = this.app.state.get();
    this.classList.add('panel', 'release-panel');
    this.heading = make('h2');
    this.tag = make('span', 'tag');
    this.facts = make('p', 'help');
    this.failure = make('p', 'problem');
    this.note = make('p', 'help', { role: 'status' });
    this.name = make('input', '', { name: 'name', maxlength: 100 });
    this.name.addEventListener('change', () => this.name.value.trim() && this.#save({ name: this.name.value.trim() }));
    this.text = make('textarea', '', { name: 'note', maxlength: 4000, rows: 3 });
    this.text.addEventListener('input', (event) => event.isComposing || this.#autosave.after(typingPause));
    this.text.addEventListener('change', () => this.#saveNote());
    this.moment = make('input', '', { type: 'datetime-local', name: 'publish_at' });
    this.moment.addEventListener('change', () => this.#saveMoment());
    this.clear = button(t('clearMoment'), { look: 'plain small', press: () => this.#save({ publish_at: null }) });
    this.refusals = Object.fromEntries(['name', 'note', 'publish_at', 'publish'].map((field) => [field, make('p', 'refusal', { role: 'alert', 'data-field': field })]));
    this.fields = make('div', 'release-fields', {},
      labelled(t('releaseName'), this.name), this.refusals.name,
      labelled(t('releaseNote'), this.text, { help: t('releaseNoteHelp') }), this.refusals.note,
      labelled(t('releaseMoment', { zone: session.time_zone }), this.moment, { help: t(can('editor') ? 'releaseMomentHelp' : 'releaseMomentRole'), aside: this.clear }),
      this.refusals.publish_at);
    this.publish = button(t('publish'), { look: 'primary', action: 'publish', press: () => this.#publish() });
    this.saveHere = button('', { action: 'save-into', press: () => this.#saveHere() });
    this.edit = button(t('editAgain'), { icon: 'edit', isLabelled: true, action: 'edit-again', press: () => this.#run(() => editAgain(this.app, this.#base.value)) });
    this.share = button(t('previewLink'), { icon: 'view', isLabelled: true, action: 'preview-link', press: () => this.#share() });
    this.undo = button(t('undoRelease'), { icon: 'undo', isLabelled: true, action: 'restore', press: () => this.#undo() });
    this.undoNote = make('p', 'help');
    this.delete = button(t('deleteRelease'), { icon: 'delete', isLabelled: true, look: 'danger', action: 'delete', press: () => this.#delete() });
    this.link = make('div', 'release-link', { role: 'status' });
    this.operations = operationList(this.app, {
      remove: (index, name) => this.#remove(index, name),
      accept: (index, tag) => this.#put(accepting(this.#base.value.operations, index, tag)),
    });
    this.nothing = make('p', 'help', {}, t('noOperations'));
    this.operationsTitle = make('h3', '', { tabindex: -1 }, t('operations'));
    this.body = make('div', 'release-body', {}, this.facts, this.failure,
      make('div', 'release-actions', {}, this.publish, this.saveHere, this.undo, this.refusals.publish, this.undoNote),
      this.fields,
      make('section', 'group', {}, this.operationsTitle, this.nothing, this.operations),
      make('div', 'group', {}, make('div', 'row', {}, this.edit, this.share, this.delete), this.link));
    this.append(
      make('header', 'panel-head', {}, this.heading, this.tag,
        button(t('copyLink'), { icon: 'link', look: 'plain', action: 'copy-link', press: () => copyAddress(this.app, { tab: 'releases', kind: null, subject: this.#subject }) }),
        button(t('close'), { icon: 'close', look: 'plain', press: () => go({ subject: null }) })),
      this.note, this.body);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    if (this.#base?.value) this.#saveNote();
  }

  update({ place: { subject }, bases, changes, revision }, former) {
    if (subject !== this.#subject) this.#open(subject);
    const base = bases[subject];
    const isNew = base && base !== this.#base;
    if (isNew) {
      this.#base = base;
      this.#key = randomID();
      this.#draw(former.revision !== undefined);
    } else if (this.#base?.value && revision !== former.revision) this.#drawOperations();
    if (isNew || changes !== former.changes) this.#drawSaveHere(Object.keys(changes).length);
  }

  #open(subject) {
    const { t, content } = this.app;
    if (this.#base?.value) this.#saveNote();
    this.#subject = subject;
    this.#base = null;
    this.#undoing = null;
    this.body.hidden = true;
    this.heading.textContent = t('release');
    this.tag.hidden = true;
    this.note.textContent = t('loading');
    this.link.replaceChildren();
    for (const refusal of Object.values(this.refusals)) refusal.textContent = '';
    content.reload(subject).catch((error) => {
      if (subject === this.#subject) this.note.textContent = t('failed', { detail: error.message });
    });
  }

  /** Whether the person may change the release: contributors not once it has a moment. */
  get #isOpen() {
    const state = stateOf(this.#base.value);
    return state !== 'published' && this.app.can(state === 'prepared' ? 'contributor' : 'editor');
  }

  #draw() {
    const { t, state, can } = this.app;
    const release = this.#base.value;
    this.body.hidden = !release;
    this.note.textContent = release ? '' : t('releaseGone');
    if (!release) return;
    const { session, language } = state.get();
    const own = stateOf(release);
    const isOpen = this.#isOpen;
    const isPublished = own === 'published';
    this.heading.textContent = release.name;
    this.tag.hidden = false;
    this.tag.textContent = t(`releases_${own}`);
    this.tag.className = `tag${own === 'failed' ? ' problem' : own === 'published' ? ' changed' : ''}`;
    const moment = release.published_at && textOf(release.published_at, session.time_zone, language);
    this.facts.textContent = [
      isPublished ? t('releasePublishedAt', { moment, number: release.published_revision }) : null,
      t('releaseBy', { name: actorName(release.actor, t) }),
      own === 'scheduled' && !isOpen && can('contributor') ? t('releaseScheduledRole') : null,
    ].filter(Boolean).join(' ');
    this.failure.textContent = release.failure ? t('releaseFailure', { detail: release.failure }) : '';
    this.#fill(this.name, release.name, !isOpen);
    this.#fill(this.text, release.note ?? '', !isOpen);
    this.#fill(this.moment, localOf(release.publish_at, session.time_zone), !isOpen || !can('editor'));
    this.name.closest('.field').hidden = isPublished;
    this.text.closest('.field').hidden = isPublished ? !release.note : !('note' in release);
    this.moment.closest('.field').hidden = isPublished;
    this.clear.hidden = !release.publish_at || this.moment.disabled;
    this.publish.hidden = isPublished;
    this.publish.disabled = !release.operations.length;
    this.edit.hidden = isPublished || !release.operations.length;
    this.edit.disabled = !isOpen;
    this.share.hidden = isPublished;
    this.share.disabled = !can('contributor');
    this.delete.disabled = !(isPublished ? can('editor') : isOpen);
    this.nothing.hidden = release.operations.length > 0;
    this.#drawUndo(isPublished && can('editor'));
    this.#drawOperations();
  }

  /** Sets a control that nobody types in. */
  #fill(control, value, isDisabled) {
    if (control === this.moment || control === this.name) control.disabled = isDisabled;
    else control.readOnly = isDisabled;
    if (control !== document.activeElement && control.value !== value) control.value = value;
  }

  #drawOperations() {
    const release = this.#base.value;
    const { revision } = this.app.state.get();
    const isPublished = stateOf(release) === 'published';
    const before = isPublished ? new Map((this.#undoing?.changes ?? []).map((change) => [change.subject, change.after])) : null;
    this.operations.show(release, { isFixed: !this.#isOpen, revision: isPublished ? before.size : revision, before });
  }

  /** Finds out what taking the release back would do, and offers it. */
  async #drawUndo(isPossible) {
    const { t, fail } = this.app;
    const subject = this.#subject;
    this.undo.hidden = this.undoNote.hidden = !isPossible;
    if (!isPossible) return;
    this.undo.disabled = true;
    try {
      const found = await undoing(this.app, this.#base.value);
      if (subject !== this.#subject) return;
      this.#undoing ??= found;
      this.undo.disabled = !found.changes.length;
      this.undoNote.textContent = [t(found.changes.length ? 'undoReleaseHelp' : 'undoNothing'), found.missing ? t('undoMissing', { count: found.missing }) : ''].join(' ').trim();
      this.#undoing.subjects = found.subjects;
      this.#drawOperations();
    } catch (error) {
      if (subject === this.#subject) fail(error);
    }
  }

  #drawSaveHere(count) {
    this.saveHere.hidden = !count || !this.#base?.value || !this.#isOpen;
    this.saveHere.lastElementChild.textContent = this.app.t('saveHere', { count });
  }

  #saveNote() {
    this.#autosave.stop();
    const note = this.text.value.trim();
    if (this.#base?.value && this.#isOpen && note !== (this.#base.value.note ?? '')) this.#save({ note });
  }

  #saveMoment() {
    const moment = momentOf(this.moment.value, this.app.state.get().session.time_zone);
    const isPast = moment && Date.parse(moment) <= Date.now();
    this.refusals.publish_at.textContent = isPast ? this.app.t('momentPast') : '';
    if (!isPast) this.#save({ publish_at: moment });
  }

  /** Saves members one after the other, each with the tag of the release then. */
  #save(members) {
    const { t, fail } = this.app;
    const subject = this.#subject;
    const began = this.#base;
    const [field] = Object.keys(members);
    const ask = (theirs) => confirm(t, t('releaseChanged', { text: theirs[field] || t('nothingThere') }), { label: t('keepMine'), look: 'primary', action: 'keep-mine' });
    this.refusals[field].textContent = '';
    this.#saving = this.#saving.then(async () => {
      const base = this.#base?.value && subject === this.#subject ? this.#base : began;
      await patchMembers(this.app, subject, base, members, ask);
    }).catch((error) => {
      if (error instanceof Refusal && error.status === 422) this.refusals[field].textContent = error.errors[0]?.detail ?? error.message;
      else fail(error);
    });
  }

  /** Replaces the operations. */
  async #put(operations) {
    const { client, content, t, notify } = this.app;
    const subject = this.#subject;
    try {
      await client.send('PUT', `/v1/${subject}/operations`, { json: { operations }, tag: this.#base.tag });
      await content.reload(subject);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 412)) this.app.fail(error);
      else {
        await content.reload(subject);
        notify(t('releaseMoved'), { isProblem: true });
      }
      return false;
    }
  }

  async #remove(index, name) {
    const { operations } = this.#base.value;
    if (!(await this.#put(operations.filter((_, place) => place !== index)))) return;
    if (!this.#base.value.operations.length) this.operationsTitle.focus();
    const former = operations;
    this.app.notify(this.app.t('operationRemoved', { name }), { action: { label: this.app.t('undo'), name: 'undo-remove', run: () => this.#put(former) } });
  }

  async #publish() {
    const { t, can, state } = this.app;
    const mayNot = can('editor') ? '' : t('publishRefused', { role: t(`role_${state.get().session.role}`) });
    this.refusals.publish.textContent = mayNot;
    if (mayNot) return;
    this.#saveNote();
    await this.#run(async () => {
      await this.#saving;
      await publish(this.app, this.#base, this.#key);
    }, this.publish);
  }

  async #undo() {
    const { published_revision: revision } = this.#base.value;
    await this.#run(() => restore(this.app, revision - 1, this.#undoing.subjects), this.undo);
    await this.#drawUndo(true);
  }

  async #saveHere() {
    await this.#run(() => saveIntoRelease(this.app, { id: this.#base.value.id }), this.saveHere);
  }

  async #share() {
    const { client, t, state } = this.app;
    await this.#run(async () => {
      const json = { feed: state.get().feed, expires_at: linkLife };
      const { value } = await client.send('POST', `/v1/${this.#subject}/links`, { json });
      const address = new URL(value.page, location.href).href;
      const control = make('input', '', { readonly: '', value: address, name: 'preview' });
      control.addEventListener('focus', () => control.select());
      const { session, language } = state.get();
      this.link.replaceChildren(labelled(t('previewAddress'), control, { help: t('previewLinkHelp', { moment: textOf(value.expires_at, session.time_zone, language) }) }));
      await this.#copy(address);
    }, this.share);
  }

  async #delete() {
    const { t, client, content, go, notify } = this.app;
    const { name } = this.#base.value;
    const subject = this.#subject;
    if (!(await confirm(t, t('deleteReleaseQuestion', { name }), { label: t('delete'), action: 'delete-yes' }))) return;
    await this.#run(async () => {
      await client.send('DELETE', `/v1/${subject}`, { tag: this.#base.tag });
      content.keep(subject, { tag: null, value: null });
      notify(t('releaseDeleted'));
      if (subject === this.#subject) go({ subject: null });
    }, this.delete);
  }

  async #copy(address) {
    // Browsers copy on secure pages only; the address stands in the page anyway.
    await navigator.clipboard?.writeText(address).then(() => this.app.notify(this.app.t('linkCopied')), () => {});
  }

  /** Runs something that takes a while; its button waits for it. */
  async #run(action, control) {
    const { t, content, notify, fail } = this.app;
    if (control) control.setAttribute('aria-busy', 'true');
    try {
      await action();
    } catch (error) {
      if (error instanceof Refusal && error.status === 412) {
        await content.reload(this.#subject).catch(() => {});
        notify(t('releaseMoved'), { isProblem: true });
      } else fail(error);
    } finally {
      control?.removeAttribute('aria-busy');
    }
  }
}

customElements.define('studio-release', Release);
