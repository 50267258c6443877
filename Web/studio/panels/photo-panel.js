// A photo: what is said of it, where it is used, and another one in its place.

import { Refusal } from '../core/client.js';
import { headlineOf } from '../core/names.js';
import { bySubject, replacing, usesOf } from '../core/photo-uses.js';
import { subjectParts } from '../core/place.js';
import { photoDetails } from '../forms/photo-details.js';
import { choosePhoto } from '../forms/photo-picker.js';
import { confirm, openDialog } from '../ui/dialogs.js';
import { button, make } from '../ui/elements.js';
import { addressOf, copyAddress } from '../ui/links.js';
import { Panel } from '../ui/panel.js';

class Photo extends Panel {
  #subject = '';
  #base = null;
  #uses = [];
  #request = null;

  build() {
    const { t, can } = this.app;
    this.classList.add('panel', 'photo-panel');
    this.details = photoDetails(this.app);
    this.usesList = make('ul', 'list');
    this.usesNote = make('p', 'help', { role: 'status' });
    this.replace = button(t('replacePhoto'), {
      icon: 'photos', isLabelled: true, action: 'replace', isDisabled: !can('contributor'),
      press: () => this.#replace(),
    });
    this.remove = button(t('delete'), {
      icon: 'delete', isLabelled: true, look: 'danger', action: 'delete', isDisabled: !can('editor'),
      press: () => this.#delete(),
    });
    this.note = make('p', 'help', { role: 'status' });
    this.body = make('div', 'photo-body', {}, this.details,
      make('section', 'group', {}, make('h3', '', {}, t('photoUses')), this.usesNote, this.usesList),
      make('div', 'group', {}, make('div', 'row', {}, this.replace, this.remove)));
    this.append(
      make('header', 'panel-head', {}, make('h2', '', {}, t('photo')),
        button(t('copyLink'), {
          icon: 'link', look: 'plain',
          press: () => copyAddress(this.app, addressOf(this.app, `/studio#/photos/${this.#id}`)),
        }),
        button(t('close'), { icon: 'close', look: 'plain', press: () => this.app.go({ subject: null }) })),
      this.note, this.body);
  }

  update({ place, bases, revision }, former) {
    const { subject } = place;
    if (subject !== this.#subject) {
      this.#subject = subject;
      this.#base = null;
      this.body.hidden = true;
      this.note.textContent = this.app.t('loading');
      this.#showUses([]);
      this.app.content.reload(subject).catch((error) => {
        if (subject === this.#subject) this.note.textContent = this.app.t('failed', { detail: error.message });
      });
      this.#loadUses();
    } else if (revision !== former.revision && former.revision !== undefined) this.#loadUses();
    const base = bases[subject];
    if (!base || base === this.#base) return;
    this.#base = base;
    this.body.hidden = !base.value;
    this.note.textContent = base.value ? '' : this.app.t('photoGone');
    this.details.show(base);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#request?.abort();
  }

  get #id() {
    return subjectParts(this.#subject).name;
  }

  async #loadUses() {
    const { client, t } = this.app;
    this.#request?.abort();
    const { signal } = (this.#request = new AbortController());
    try {
      const { value } = await client.get(`/v1/photos/${this.#id}/uses`, { signal });
      this.#showUses(value.result);
      this.usesNote.textContent = this.#uses.length ? '' : t('photoUnused');
    } catch (error) {
      if (signal.aborted || error.status === 404) return;
      this.usesNote.textContent = t('failed', { detail: error.message });
    }
  }

  #showUses(uses) {
    this.#uses = uses;
    const fields = bySubject(uses);
    this.usesNote.textContent = '';
    this.replace.hidden = !fields.size;
    this.usesList.replaceChildren(...[...fields].map(([item, names]) => this.#use(item, names.join(', '))));
  }

  /** A link to an item that uses the photo. Its headline is loaded. */
  #use(subject, note) {
    const { content, go, state } = this.app;
    const { name, id } = subjectParts(subject);
    const kind = content.kind(name);
    const title = make('span', 'list-title', {}, `${kind?.title ?? name} ${id}`);
    const link = make('a', 'list-row', { href: `#/items/${name}/${id}` },
      make('span', 'list-text', {}, title, make('span', 'list-note', {}, note)));
    link.addEventListener('click', (event) => {
      event.preventDefault();
      go({ tab: 'items', kind: name, subject });
    });
    const known = state.get().bases[subject];
    (known ? Promise.resolve(known) : content.load(subject)).then(({ value }) => {
      if (value) title.textContent = `${kind?.title ?? name} · ${headlineOf(kind, value)}`;
    }).catch(() => {});
    return make('li', '', {}, link);
  }

  /** Has all uses show another photo: as changes that are not saved yet. */
  async #replace() {
    const { t, content, working, notify, fail, go } = this.app;
    const id = this.#id;
    const photo = await choosePhoto(this.app);
    if (!photo || photo.id === id) return;
    try {
      const fields = bySubject(this.#uses);
      const bases = await Promise.all([...fields.keys()].map((subject) => content.load(subject)));
      working.endStep();
      [...fields].forEach(([subject, names], index) => {
        const base = bases[index];
        const item = base.value && working.value(subject, base.value);
        if (!item) return;
        const kind = content.kind(subjectParts(subject).name);
        working.edit(subject, base, replacing(kind, item, names, photo), `photos/${id}/replace`);
      });
      working.endStep();
      const run = () => go({ tab: 'screen', kind: null, subject: [...fields.keys()][0] });
      notify(t('photoReplaced', { count: fields.size }), { action: { label: t('seeOnScreen'), name: 'see', run } });
    } catch (error) {
      fail(error);
    }
  }

  async #delete() {
    const { t, client, go, content, notify, fail } = this.app;
    const subject = this.#subject;
    if (!(await confirm(t, t('deletePhotoQuestion'), { label: t('delete'), action: 'delete-yes' }))) return;
    try {
      await client.send('DELETE', `/v1/${subject}`);
      content.keep(subject, { tag: null, value: null });
      notify(t('photoDeleted'));
      if (subject === this.#subject) go({ subject: null });
    } catch (error) {
      if (error instanceof Refusal && error.code === 'photo_in_use') this.#tellUses(error);
      else fail(error);
    }
  }

  /** Lists what stands against the deletion. */
  #tellUses({ errors, message }) {
    const { t } = this.app;
    const uses = usesOf(errors);
    const rows = uses.map(({ subject, field, until }) =>
      this.#use(subject, until ? t('usedUntil', { field, number: until }) : field));
    const list = make('ul', 'list', {}, ...rows);
    const ending = new AbortController();
    list.addEventListener('click', () => ending.abort());
    const content = uses.length ? [make('p', '', {}, t('photoInUse')), list] : [make('p', '', {}, message)];
    openDialog(t('photoInUseTitle'), content, { closeLabel: t('close'), signal: ending.signal });
  }
}

customElements.define('studio-photo', Photo);
