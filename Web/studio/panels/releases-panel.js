// The releases: those that are prepared, scheduled or failed, and those that are published.

import { actorName } from '../core/actors.js';
import { randomID } from '../core/keeping.js';
import { textOf } from '../core/moments.js';
import { stateOf } from '../core/releases.js';
import { asName, inPlainText } from '../forms/plain-controls.js';
import { openDialog } from '../ui/dialogs.js';
import { button, emptyState, labelled, make } from '../ui/elements.js';
import { followLink } from '../ui/links.js';
import { Panel } from '../ui/panel.js';
import { showProblem } from '../ui/problems.js';

/** How many releases a page has, and at most. */
const pageSize = 50;
const longestPage = 1000;
const groups = ['failed', 'prepared', 'scheduled', 'published'];

class Releases extends Panel {
  #releases = [];
  #next = null;
  /** How many are asked for. */
  #count = pageSize;
  /** What is on its way: the list, or what follows it. */
  #request = null;

  build() {
    const { t, can } = this.app;
    this.classList.add('panel');
    this.create = button(t('newReleaseButton'), {
      icon: 'add', isLabelled: true, action: 'new-release', isDisabled: !can('contributor'),
      press: () => this.#create(),
    });
    this.lists = make('div', 'release-groups');
    this.note = make('div', '', { role: 'status' });
    this.more = button(t('more'), { press: () => this.#loadMore() });
    this.more.hidden = true;
    this.append(make('header', 'panel-head', {}, make('h2', '', {}, t('releases')), this.create), this.note, this.lists,
      this.more);
    this.note.append(make('p', 'quiet', {}, t('loading')));
  }

  connectedCallback() {
    super.connectedCallback();
    this.#reload();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#request?.abort();
  }

  update({ place, bases, revision }, former) {
    if (!former.place) return;
    if (place !== former.place) this.#mark(place);
    // What is published, scheduled or changed elsewhere is loaded again.
    const changed = (subject) => subject.startsWith('releases/') && former.bases[subject]
      && bases[subject]?.tag !== former.bases[subject].tag;
    if (revision !== former.revision || (bases !== former.bases && Object.keys(bases).some(changed))) this.#reload();
  }

  #reload() {
    return this.#load(`/v1/releases?limit=${Math.min(this.#count, longestPage)}`, true);
  }

  #loadMore() {
    this.#count = this.#releases.length + pageSize;
    // What is on its way may be another list, whose end is not known: it is asked for with more.
    if (this.#request) this.#reload();
    else this.#load(this.#next);
  }

  async #load(path, isNew = false) {
    const { client, state, t } = this.app;
    this.#request?.abort();
    const request = (this.#request = new AbortController());
    const { signal } = request;
    try {
      const { value } = await client.get(path, { signal });
      this.#releases = isNew ? value.result : [...this.#releases, ...value.result];
      this.#next = value.next;
      state.change({ releases: this.#releases });
      this.#draw();
    } catch (error) {
      if (signal.aborted) return;
      showProblem(this.note, t, error, () => this.#reload());
    } finally {
      if (this.#request === request) this.#request = null;
    }
  }

  #draw() {
    const { t, state } = this.app;
    const focused = this.contains(document.activeElement) ? document.activeElement?.dataset.release : null;
    this.note.replaceChildren(...(this.#releases.length ? [] : [emptyState(t('noReleases'), t('noReleasesHelp'))]));
    this.lists.replaceChildren(...groups.map((group) => this.#group(group)).filter(Boolean));
    this.more.hidden = !this.#next;
    this.#mark(state.get().place);
    if (focused) this.lists.querySelector(`[data-release="${CSS.escape(focused)}"]`)?.focus();
  }

  #group(group) {
    const own = this.#releases.filter((release) => stateOf(release) === group);
    if (!own.length) return null;
    if (group === 'scheduled') own.sort((left, right) => left.publish_at.localeCompare(right.publish_at));
    const title = this.app.t(`releases_${group}`);
    return make('section', 'release-group', { 'aria-label': title }, make('h3', '', {}, title),
      make('ul', 'list', {}, ...own.map((release) => make('li', '', {}, this.#row(release)))));
  }

  #row({ id, name, operation_count: count, actor, conflicts, failure, ...moments }) {
    const { t, go, state } = this.app;
    const { session, language } = state.get();
    const moment = (text) => textOf(text, session.time_zone, language);
    const { publish_at: publishAt, published_at: publishedAt } = moments;
    const when = publishedAt ? moment(publishedAt) : publishAt ? t('publishesAt', { moment: moment(publishAt) }) : null;
    const note = [when, t('changeCount', { count }), actorName(actor, t)].filter(Boolean).join(' · ');
    const link = make('a', 'list-row', { href: `#/releases/${id}`, 'data-release': id },
      make('span', 'list-text', {}, make('span', 'list-title', {}, name), make('span', 'list-note', {}, note)),
      failure ? make('span', 'tag problem', {}, t('releases_failed')) : null,
      conflicts.length ? make('span', 'tag problem', {}, t('conflictCount', { count: conflicts.length })) : null);
    followLink(link, () => go({ tab: 'releases', kind: null, subject: `releases/${id}` }));
    return link;
  }

  #mark({ subject }) {
    for (const link of this.lists.querySelectorAll('[data-release]')) {
      if (`releases/${link.dataset.release}` === subject) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  }

  async #create() {
    const { t, client, go, fail } = this.app;
    const name = asName(make('input', '', { name: 'release_name', maxlength: 100, required: '' }));
    const note = inPlainText(make('textarea', '', { name: 'release_note', maxlength: 4000, rows: 3 }));
    const problem = make('p', 'problem', { role: 'alert' });
    const allow = (answer) => {
      if (answer !== 'create' || name.value.trim()) return true;
      problem.textContent = t('nameNeeded');
      name.focus();
      return false;
    };
    const content = [labelled(t('releaseName'), name, { help: t('newReleaseHelp') }), labelled(t('releaseNote'), note),
      problem];
    const choices = [
      { label: t('cancel'), value: '' },
      { label: t('create'), value: 'create', look: 'primary', action: 'create-release' },
    ];
    const answer = await openDialog(t('newRelease'), content, { closeLabel: t('close'), choices, allow });
    if (answer !== 'create') return;
    const json = { name: name.value.trim(), ...(note.value.trim() && { note: note.value.trim() }) };
    try {
      const { value } = await client.send('POST', '/v1/releases', { json, key: randomID() });
      this.#reload();
      go({ tab: 'releases', kind: null, subject: `releases/${value.id}` });
    } catch (error) {
      fail(error);
    }
  }
}

customElements.define('studio-releases', Releases);
