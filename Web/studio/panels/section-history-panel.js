// The history of a section: the revisions that changed what it shows, and its settings then.

import { actorName } from '../core/actors.js';
import { membersThatDiffer } from '../core/differences.js';
import { textOf } from '../core/moments.js';
import { wordsOf } from '../core/names.js';
import { subjectParts } from '../core/place.js';
import { changesIn, summaryOf, withSection } from '../core/revisions.js';
import { button, make } from '../ui/elements.js';
import { followLink } from '../ui/links.js';
import { Panel } from '../ui/panel.js';
import { showProblem } from '../ui/problems.js';
import { memberList } from './differences.js';

/** How many revisions are read at a time, and how many of a section are wanted before it is asked for more. */
const pageSize = 100;
const wanted = 20;

class SectionHistory extends Panel {
  #subject = '';
  #next = null;
  #request = null;

  build() {
    const { t, go } = this.app;
    this.classList.add('panel', 'item-history');
    this.heading = make('h2');
    this.note = make('div', '', { role: 'status' });
    this.list = make('ol', 'restorations');
    this.more = button(t('more'), { press: () => this.#load() });
    const close = button(t('close'), { icon: 'close', look: 'plain', press: () => go({ subject: null }) });
    const open = button(t('openSection'), {
      icon: 'edit', isLabelled: true, look: 'small',
      press: () => go({ tab: 'screen', kind: null, subject: this.#subject }),
    });
    this.append(
      make('header', 'panel-head', {}, this.heading, close),
      make('p', 'help', {}, t('sectionHistoryHelp')),
      make('div', 'row', {}, open),
      this.note, this.list, this.more);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#request?.abort();
    this.#subject = '';
  }

  update({ place: { subject }, revision, feed }, former) {
    const isNewer = former.revision !== undefined && (revision !== former.revision || feed !== former.feed);
    if (subject === this.#subject && !isNewer) return;
    this.#subject = subject;
    this.list.replaceChildren();
    this.#next = `/v1/revisions?limit=${pageSize}`;
    this.heading.textContent = this.app.t('historyOf', { name: this.#nameOf() });
    this.#load();
  }

  get #id() {
    return subjectParts(this.#subject).name;
  }

  #nameOf() {
    const section = this.#compositionBase()?.value?.sections?.find(({ id }) => id === this.#id);
    return section?.title || wordsOf(this.#id);
  }

  #compositionBase() {
    const { bases, feed } = this.app.state.get();
    return bases[`feeds/${feed}/composition`];
  }

  async #load() {
    const { client, t, state } = this.app;
    this.#request?.abort();
    const { signal } = (this.#request = new AbortController());
    this.note.replaceChildren(make('p', 'quiet', {}, t('loading')));
    try {
      const { feed } = state.get();
      for (let found = 0; this.#next && found < wanted;) {
        const { value } = await client.get(this.#next, { signal });
        const own = value.result.filter(({ keys }) => changesIn(keys, feed).sections.includes(this.#id));
        this.list.append(...own.map((revision) => this.#row(revision)));
        found += own.length;
        this.#next = value.next;
      }
      this.note.replaceChildren();
      this.more.hidden = !this.#next;
    } catch (error) {
      if (signal.aborted) return;
      showProblem(this.note, t, error, () => this.#load());
    }
  }

  #row({ number, committed_at: committedAt, actor, keys }) {
    const { t, go, state, content, can } = this.app;
    const { session, language } = state.get();
    const link = make('a', '', { href: `#/history/${number}` }, textOf(committedAt, session.time_zone, language));
    followLink(link, () => go({ tab: 'history', kind: null, subject: `revisions/${number}` }));
    const details = make('div', 'version-details', { role: 'status' });
    const compare = button(t('compare'), {
      look: 'small', isDisabled: !can('editor'), press: () => this.#compare(number, details),
    });
    const titleOf = (kind) => content.kind(kind)?.title ?? kind;
    const note = `${actorName(actor, t)} · ${summaryOf(keys, { t, titleOf })}`;
    return make('li', 'restoration version-step', { 'data-revision': number },
      make('div', 'row', {}, make('span', 'list-text', {}, link, make('span', 'list-note', {}, note)), compare),
      details);
  }

  /** Shows how the settings of the section differed from those of now, and offers them. */
  async #compare(number, details) {
    const { t, client, content, working, fail, notify, state } = this.app;
    const { feed } = state.get();
    const subject = `feeds/${feed}/composition`;
    const id = this.#id;
    try {
      const base = await content.load(subject);
      const { value } = await client.send('POST', '/v1/restore?dry_run=true', {
        json: { revision: number, subjects: [subject] }, isReading: true,
      });
      const former = value.changes[0]?.after ?? base.value;
      const now = working.value(subject, base.value);
      const [then, present] = [former, now]
        .map((composition) => composition?.sections.find((section) => section.id === id));
      if (!then) return details.replaceChildren(make('p', 'help', {}, t('sectionMissing')));
      const members = membersThatDiffer(present, then);
      if (!members.length) return details.replaceChildren(make('p', 'help', {}, t('versionSame')));
      const use = button(t('versionRestore'), {
        look: 'small', action: 'restore', press: () => {
          working.endStep();
          working.compose(feed, base, withSection(working.value(subject, base.value), former, id));
          working.endStep();
          details.replaceChildren();
          notify(t('sectionRestored', { number }));
        },
      });
      details.replaceChildren(memberList(this.app, members), use);
      use.focus();
    } catch (error) {
      fail(error);
    }
  }
}

customElements.define('studio-section-history', SectionHistory);
