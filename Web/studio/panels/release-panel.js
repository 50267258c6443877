// A release: what it changes, what stands against it, and its publication.

import { actorName } from '../core/actors.js';
import { Refusal } from '../core/client.js';
import { randomID } from '../core/keeping.js';
import { textOf } from '../core/moments.js';
import { patchMembers } from '../core/patching.js';
import { accepting, stateOf } from '../core/releases.js';
import { refusalPlace, showRefusal } from '../forms/controls.js';
import { releaseForm } from '../forms/release-form.js';
import { confirm } from '../ui/dialogs.js';
import { button, make } from '../ui/elements.js';
import { addressOf, copyAddress } from '../ui/links.js';
import { Panel } from '../ui/panel.js';
import { deleteRelease, editAgain, previewLink, publish } from './release-actions.js';
import { operationList } from './release-operations.js';
import { releaseUndo } from './release-undo.js';
import { saveIntoRelease } from './save.js';

class Release extends Panel {
  #subject = '';
  /** @type {import('../core/working.js').Base | null} */
  #base = null;
  #key = randomID();
  #saving = Promise.resolve();

  build() {
    const { t, go, can } = this.app;
    this.classList.add('panel', 'release-panel');
    this.heading = make('h2');
    this.tag = make('span', 'tag');
    this.facts = make('p', 'help');
    this.failure = make('p', 'problem');
    this.note = make('p', 'help', { role: 'status' });
    this.form = releaseForm(this.app, { save: (members) => this.#save(members) });
    this.publish = button(t('publish'), { look: 'primary', action: 'publish', press: () => this.#publish() });
    this.saveHere = button('', { action: 'save-into', press: () => this.#saveHere() });
    this.edit = button(t('editAgain'), {
      icon: 'edit', isLabelled: true, action: 'edit-again',
      press: () => this.#run(() => editAgain(this.app, this.#base.value)),
    });
    this.share = button(t('previewLink'), {
      icon: 'view', isLabelled: true, action: 'preview-link', press: () => this.#share(),
    });
    this.undo = releaseUndo(this.app, {
      run: (action, control) => this.#run(action, control), found: () => this.#drawOperations(),
    });
    this.delete = button(t('deleteRelease'), {
      icon: 'delete', isLabelled: true, look: 'danger', action: 'delete', press: () => this.#delete(),
    });
    this.link = make('div', 'release-link', { role: 'status' });
    this.operations = operationList(this.app, {
      remove: (index, name) => this.#remove(index, name),
      accept: (index, tag) => this.#put(accepting(this.#base.value.operations, index, tag)),
    });
    this.nothing = make('p', 'help', {}, t('noOperations'));
    this.operationsTitle = make('h3', '', { tabindex: -1 }, t('operations'));
    this.body = make('div', 'release-body', {}, this.facts, this.failure,
      make('div', 'release-actions', {},
        this.publish, this.saveHere, this.undo.control, refusalPlace('publish'), this.undo.note),
      this.form.element,
      make('section', 'group', {}, this.operationsTitle, this.nothing, this.operations),
      make('div', 'group', {}, make('div', 'row', {}, this.edit, this.share, this.delete), this.link));
    this.append(
      make('header', 'panel-head', {}, this.heading, this.tag,
        button(t('copyLink'), {
          icon: 'link', look: 'plain', action: 'copy-link',
          press: () => copyAddress(this.app, addressOf(this.app, `/studio#/${this.#subject}`)),
        }),
        button(t('close'), { icon: 'close', look: 'plain', press: () => go({ subject: null }) })),
      this.note, this.body);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.form.saveNote();
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
    this.form.saveNote();
    this.#subject = subject;
    this.#base = null;
    this.undo.close();
    this.body.hidden = true;
    this.heading.textContent = t('release');
    this.tag.hidden = true;
    this.note.textContent = t('loading');
    this.link.replaceChildren();
    this.form.close();
    showRefusal(this, 'publish', '');
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
    if (!release) return this.form.close();
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
    this.form.show(release, isOpen);
    this.publish.hidden = isPublished;
    this.publish.disabled = !release.operations.length;
    this.edit.hidden = isPublished || !release.operations.length;
    this.edit.disabled = !isOpen;
    this.share.hidden = isPublished;
    this.share.disabled = !can('contributor');
    this.delete.disabled = !(isPublished ? can('editor') : isOpen);
    this.nothing.hidden = release.operations.length > 0;
    this.undo.show(isPublished && can('editor') ? release : null);
    this.#drawOperations();
  }

  #drawOperations() {
    const release = this.#base.value;
    const { revision } = this.app.state.get();
    const isPublished = stateOf(release) === 'published';
    const before = isPublished ? this.undo.before : null;
    this.operations.show(release, { isFixed: !this.#isOpen, revision: before ? before.size : revision, before });
  }

  #drawSaveHere(count) {
    this.saveHere.hidden = !count || !this.#base?.value || !this.#isOpen;
    this.saveHere.lastElementChild.textContent = this.app.t('saveHere', { count });
  }

  /** Saves members one after the other, each with the tag of the release then. */
  #save(members) {
    const { t } = this.app;
    const subject = this.#subject;
    const began = this.#base;
    const [member] = Object.keys(members);
    const answer = { label: t('keepMine'), look: 'primary', action: 'keep-mine' };
    const ask = (theirs) => confirm(t, t('releaseChanged', { text: theirs[member] || t('nothingThere') }), answer);
    const saving = this.#saving.then(async () => {
      // That of the state, which a panel that was closed meanwhile does not follow.
      const known = this.app.state.get().bases[subject];
      const base = known?.value ? known : began;
      await patchMembers(this.app, subject, base, members, ask);
    });
    this.#saving = saving.catch(() => {});
    return saving;
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
    const { t, notify } = this.app;
    const [subject, { operations }] = [this.#subject, this.#base.value];
    if (!(await this.#put(operations.filter((_, place) => place !== index)))) return;
    if (subject === this.#subject && !this.#base.value.operations.length) this.operationsTitle.focus();
    // Others may have added to it since: theirs stay.
    const run = () => {
      const now = this.#base.value.operations;
      return this.#put([...now.slice(0, index), operations[index], ...now.slice(index)]);
    };
    notify(t('operationRemoved', { name }), { action: { label: t('undo'), name: 'undo-remove', run } });
  }

  async #publish() {
    const { t, can, state } = this.app;
    const mayNot = can('editor') ? '' : t('publishRefused', { role: t(`role_${state.get().session.role}`) });
    showRefusal(this, 'publish', mayNot);
    if (mayNot) return;
    this.form.saveNote();
    await this.#run(async () => {
      await this.#saving;
      await publish(this.app, this.#base, this.#key);
    }, this.publish);
  }

  async #saveHere() {
    await this.#run(() => saveIntoRelease(this.app, { id: this.#base.value.id }), this.saveHere);
  }

  async #share() {
    const subject = this.#subject;
    await this.#run(async () => {
      const link = await previewLink(this.app, subject);
      if (subject === this.#subject) this.link.replaceChildren(link);
    }, this.share);
  }

  async #delete() {
    await this.#run(() => deleteRelease(this.app, this.#subject, this.#base), this.delete);
  }

  /** Runs something that takes a while; its button waits for it. */
  async #run(action, control) {
    const { t, content, notify, fail } = this.app;
    const subject = this.#subject;
    if (control) control.setAttribute('aria-busy', 'true');
    try {
      await action();
    } catch (error) {
      if (error instanceof Refusal && error.status === 412) {
        await content.reload(subject).catch(() => {});
        if (subject === this.#subject) notify(t('releaseMoved'), { isProblem: true });
      } else fail(error);
    } finally {
      control?.removeAttribute('aria-busy');
    }
  }
}

customElements.define('studio-release', Release);
