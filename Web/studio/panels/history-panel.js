// The history: who has changed what, and when.

import { actorName } from '../core/actors.js';
import { textOf } from '../core/moments.js';
import { summaryOf } from '../core/revisions.js';
import { button, emptyState, make } from '../ui/elements.js';
import { followLink } from '../ui/links.js';
import { Panel } from '../ui/panel.js';
import { showProblem } from '../ui/problems.js';

/** How many revisions a page has. */
const pageSize = 40;

class History extends Panel {
  /** The requests under way: of the newest page, and of a further one. */
  #requests = {};
  #next = null;

  build() {
    const { t } = this.app;
    this.classList.add('panel', 'history-panel');
    this.list = make('ol', 'list revisions');
    this.note = make('div', '', { role: 'status' });
    this.more = button(t('more'), { press: () => this.#load(this.#next) });
    this.more.hidden = true;
    this.append(make('header', 'panel-head', {}, make('h2', '', {}, t('history'))),
      make('p', 'help', {}, t('historyHelp')), this.note, this.list, this.more);
    this.note.append(make('p', 'quiet', {}, t('loading')));
  }

  connectedCallback() {
    super.connectedCallback();
    this.#load(`/v1/revisions?limit=${pageSize}`, true);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    for (const request of Object.values(this.#requests)) request.abort();
  }

  update({ place, revision }, former) {
    if (!former.place) return;
    if (place !== former.place) this.#mark(true);
    if (revision !== former.revision) this.#load(`/v1/revisions?limit=${pageSize}`, true);
  }

  /** Loads a page. Of the newest one, what is not known yet comes in front. */
  async #load(path, isNewest = false) {
    const { client, t } = this.app;
    const name = isNewest ? 'newest' : 'further';
    this.#requests[name]?.abort();
    const { signal } = (this.#requests[name] = new AbortController());
    try {
      const { value } = await client.get(path, { signal });
      const known = new Set([...this.list.children].map(({ dataset }) => Number(dataset.revision)));
      const fresh = value.result.filter(({ number }) => !known.has(number)).map((revision) => this.#row(revision));
      const joins = !known.size || value.result.some(({ number }) => known.has(number));
      // Between what is known and what is new others may be missing: the list begins again.
      if (isNewest && !joins) {
        this.#requests.further?.abort();
        this.list.replaceChildren();
      }
      if (isNewest) this.list.prepend(...fresh);
      else this.list.append(...fresh);
      if (!isNewest || !joins || !known.size) this.#next = value.next;
      if (!isNewest) fresh[0]?.querySelector('a').focus();
      this.more.hidden = !this.#next;
      this.note.replaceChildren(...(this.list.children.length
        ? [] : [emptyState(t('noRevisions'), t('noRevisionsHelp'))]));
      this.#mark(false);
    } catch (error) {
      if (signal.aborted) return;
      showProblem(this.note, t, error, () => this.#load(path, isNewest));
    }
  }

  #row({ number, committed_at: committedAt, actor, keys }) {
    const { t, go, state, content } = this.app;
    const { session, language } = state.get();
    const titleOf = (kind) => content.kind(kind)?.title ?? kind;
    const note = `${textOf(committedAt, session.time_zone, language)} · ${actorName(actor, t)}`;
    const link = make('a', 'list-row', { href: `#/history/${number}` },
      make('span', 'list-text', {}, make('span', 'list-title', {}, summaryOf(keys, { t, titleOf })),
        make('span', 'list-note', {}, note)),
      make('span', 'tag', { 'aria-label': t('revisionNumber', { number }) }, `${number}`));
    followLink(link, () => go({ tab: 'history', kind: null, subject: `revisions/${number}` }));
    return make('li', '', { 'data-revision': number }, link);
  }

  #mark(reveals) {
    const { subject } = this.app.state.get().place;
    for (const row of this.list.children) {
      const isChosen = subject === `revisions/${row.dataset.revision}`;
      if (isChosen) row.firstElementChild.setAttribute('aria-current', 'true');
      else row.firstElementChild.removeAttribute('aria-current');
      if (isChosen && reveals) row.scrollIntoView({ block: 'nearest' });
    }
  }
}

customElements.define('studio-history', History);
