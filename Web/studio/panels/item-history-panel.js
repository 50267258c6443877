// The history of an item: its versions, who made them, and what each changed.

import { actorName } from '../core/actors.js';
import { membersThatDiffer } from '../core/differences.js';
import { textOf } from '../core/moments.js';
import { headlineOf, nameOf } from '../core/names.js';
import { isNewSubject, subjectParts } from '../core/place.js';
import { stepsOf } from '../core/revisions.js';
import { button, emptyState, make } from '../ui/elements.js';
import { followLink } from '../ui/links.js';
import { Panel } from '../ui/panel.js';
import { showProblem } from '../ui/problems.js';
import { changeTag, memberList } from './differences.js';
import { restore } from './save.js';

/** How many versions a page has. */
const pageSize = 20;

class ItemHistory extends Panel {
  #subject = '';
  #versions = [];
  #next = null;
  #request = null;
  #moments = new Map();

  build() {
    const { t, go } = this.app;
    this.classList.add('panel', 'item-history');
    this.heading = make('h2');
    this.note = make('div', '', { role: 'status' });
    this.list = make('ol', 'restorations');
    this.more = button(t('more'), { press: () => this.#load(this.#next) });
    const close = button(t('close'), { icon: 'close', look: 'plain', press: () => go({ subject: null }) });
    const open = button(t('openItem'), {
      icon: 'edit', isLabelled: true, look: 'small', press: () => this.#openItem(),
    });
    this.append(
      make('header', 'panel-head', {}, this.heading, close),
      make('div', 'row', {}, open),
      this.note, this.list, this.more);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#request?.abort();
    this.#subject = '';
  }

  update({ place: { subject }, bases, revision, changes }, former) {
    if (subject !== this.#subject) this.#open(subject);
    else if (revision !== former.revision && former.revision !== undefined) this.#load(this.#first, true);
    if (bases[subject] !== former.bases?.[subject] || changes !== former.changes) this.#drawName();
  }

  get #first() {
    return `/v1/${this.#subject}/history?limit=${pageSize}`;
  }

  #open(subject) {
    const { t, content } = this.app;
    this.#subject = subject;
    this.#versions = [];
    this.list.replaceChildren();
    this.more.hidden = true;
    this.note.replaceChildren(make('p', 'quiet', {}, t('loading')));
    this.#drawName();
    content.load(subject).catch(() => {});
    this.#load(this.#first, true);
  }

  #drawName() {
    const { content, state } = this.app;
    const { name } = subjectParts(this.#subject);
    const isKnown = state.get().bases[this.#subject]?.value;
    const last = this.#versions[0]?.fields;
    const text = isKnown ? nameOf(this.#subject, this.app)
      : `${content.kind(name)?.title ?? name} · ${headlineOf(content.kind(name), last)}`;
    this.heading.textContent = this.app.t('historyOf', { name: text });
  }

  async #load(path, isNew = false) {
    const { client, t } = this.app;
    if (isNewSubject(this.#subject)) return this.note.replaceChildren(emptyState(t('noVersions')));
    this.#request?.abort();
    const { signal } = (this.#request = new AbortController());
    try {
      const { value } = await client.get(path, { signal });
      this.#versions = isNew ? value.result : [...this.#versions, ...value.result];
      this.#next = value.next;
      await this.#loadMoments(value.result, signal);
      if (!signal.aborted) this.#draw();
    } catch (error) {
      if (signal.aborted) return;
      showProblem(this.note, t, error, () => this.#load(path, isNew));
    }
  }

  /** Finds when each version was made. */
  async #loadMoments(versions, signal) {
    const missing = versions.map(({ from }) => from).filter((number) => !this.#moments.has(number));
    // The cursor of a list of revisions is the number of the one before it.
    await Promise.allSettled(missing.map(async (number) => {
      const { value } = await this.app.client.get(`/v1/revisions?limit=1&cursor=${number + 1}`, { signal });
      if (value.result[0]?.number === number) this.#moments.set(number, value.result[0].committed_at);
    }));
  }

  #draw() {
    const { t } = this.app;
    this.#drawName();
    const newest = this.#versions[0];
    this.note.replaceChildren(
      ...(newest ? [] : [emptyState(t('noVersions'))]),
      ...(newest?.to ? [make('p', 'problem', {}, t('versionDeleted', { number: newest.to }))] : []));
    const place = [...this.list.children].findIndex((row) => row.contains(document.activeElement));
    this.list.replaceChildren(...stepsOf(this.#versions, Boolean(this.#next)).map((step) => this.#row(step)));
    this.more.hidden = !this.#next;
    if (place >= 0) this.list.children[Math.min(place, this.list.children.length - 1)]?.querySelector('a')?.focus();
  }

  #row({ version, former, isPresent, isRestored }) {
    const { t, state, go, can } = this.app;
    const { session, language } = state.get();
    const { from, actor, fields } = version;
    const moment = this.#moments.get(from);
    const link = make('a', '', { href: `#/history/${from}` },
      moment ? textOf(moment, session.time_zone, language) : t('revisionNumber', { number: from }));
    followLink(link, () => go({ tab: 'history', kind: null, subject: `revisions/${from}` }));
    const members = former === null ? [] : former ? membersThatDiffer(former, fields) : [];
    const use = isPresent ? make('span', 'tag changed', {}, t('now'))
      : button(t('versionRestore'), {
        look: 'small', action: 'restore', isDisabled: !can('contributor'), press: () => this.#use(version),
      });
    const first = make('span', 'quiet', {}, t(isRestored ? 'versionAgain' : 'versionFirst'));
    return make('li', 'restoration version-step', { 'data-revision': from },
      make('div', 'row', {}, make('span', 'list-text', {}, link, make('span', 'list-note', {}, actorName(actor, t))),
        use),
      former === null ? make('p', 'row', {}, changeTag(t, 'added'), first) : null,
      members.length ? memberList(this.app, members) : null);
  }

  /** Puts a version into the unsaved changes; an item that is gone is put back at once, with its number. */
  async #use({ from, fields }) {
    const { t, content, working, notify, can, fail } = this.app;
    const subject = this.#subject;
    try {
      const base = await content.load(subject);
      if (!base.value) {
        if (can('editor')) return await restore(this.app, from, [subject]);
        throw new Error(t('restoreRole', { role: t(`role_${this.app.state.get().session.role}`) }));
      }
      if (working.change(subject)?.op === 'delete') working.discard([subject]);
      const now = working.value(subject, base.value);
      const members = Object.fromEntries(membersThatDiffer(now, fields)
        .map(({ name, after }) => [name, after ?? null]));
      if (!Object.keys(members).length) return notify(t('versionSame'));
      working.endStep();
      working.edit(subject, base, members);
      working.endStep();
      notify(t('versionRestored', { number: from }), {
        action: { label: t('openItem'), name: 'open-item', run: () => this.#openItem(subject) },
      });
    } catch (error) {
      fail(error);
    }
  }

  #openItem(subject = this.#subject) {
    this.app.go({ tab: 'items', kind: subjectParts(subject).name, subject });
  }
}

customElements.define('studio-item-history', ItemHistory);
