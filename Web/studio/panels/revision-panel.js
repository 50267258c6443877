// A revision: how the screen differs from what is live, and how it is put back.

import { makeTimer } from '../../tanada/timer.js';
import { actorName } from '../core/actors.js';
import { Refusal } from '../core/client.js';
import { textOf } from '../core/moments.js';
import { headlineOf } from '../core/names.js';
import { subjectParts } from '../core/place.js';
import { summaryOf } from '../core/revisions.js';
import { viewParameters } from '../core/view.js';
import { openDialog } from '../ui/dialogs.js';
import { button, make, segments } from '../ui/elements.js';
import { Panel } from '../ui/panel.js';
import { reasonText } from '../ui/problems.js';
import { restorationList } from './restoration-list.js';
import { putBack } from './save.js';
import { differencesOfScreens, marksOf } from './screen-differences.js';

/** How long a revision is looked at before its differences are asked for, in milliseconds: the slider passes many. */
const pause = 200;

class Revision extends Panel {
  #subject = '';
  #request = null;
  #timer = makeTimer(() => this.#load());
  #compared = 'live';
  #diff = null;

  build() {
    const { t, go, can } = this.app;
    this.classList.add('panel', 'revision-panel');
    this.heading = make('h2');
    this.facts = make('p', 'help');
    this.summary = make('p', 'revision-summary');
    this.note = make('p', 'help', { role: 'status' });
    this.choice = segments(t('compare'), [['live', t('compareLive')], ['former', t('compareFormer')]], {
      name: 'compare', value: 'live', choose: (value) => {
        this.#compared = value;
        this.#load();
      },
    });
    this.differences = make('div', 'screen-differences');
    this.restore = button(t('restoreScreen'), {
      icon: 'history', isLabelled: true, look: 'primary', action: 'restore',
      press: () => this.#restore([this.#feed], this.restore),
    });
    this.restoreNote = make('p', 'help', { role: 'status' });
    this.restoration = restorationList(this.app, { restore: (subject, control) => this.#restore([subject], control) });
    this.body = make('div', 'revision-body', {}, this.facts, this.summary,
      make('section', 'group', {}, make('div', 'row between', {}, make('h3', '', {}, t('differences')), this.choice),
        this.note, this.differences),
      can('editor')
        ? make('section', 'group', {}, make('h3', '', {}, t('putBack')), this.restoreNote, this.restore,
          this.restoration)
        : make('p', 'help', {}, t('restoreRole', { role: t(`role_${this.app.state.get().session.role}`) })));
    this.append(
      make('header', 'panel-head', {}, this.heading,
        button(t('close'), { icon: 'close', look: 'plain', press: () => go({ subject: null }) })),
      this.body);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#timer.stop();
    this.#request?.abort();
    this.app.state.change({ marks: null });
  }

  update({ place: { subject }, view, feed, revision, shown }, former) {
    const isOther = subject !== this.#subject;
    if (isOther) this.#open(subject);
    else if (view.width !== former.view?.width || view.locale !== former.view?.locale || feed !== former.feed
      || revision !== former.revision) this.#timer.after(pause);
    if (shown !== former.shown) this.#drawDifferences();
  }

  get #number() {
    return Number(subjectParts(this.#subject).name);
  }

  get #feed() {
    return `feeds/${this.app.state.get().feed}`;
  }

  #open(subject) {
    const { t } = this.app;
    // What is said of the former one must not stand below the name of this one.
    this.#request?.abort();
    this.#subject = subject;
    this.heading.textContent = t('revisionNumber', { number: this.#number });
    this.facts.textContent = this.summary.textContent = this.restoreNote.textContent = '';
    // It is known first what it would change.
    this.restore.disabled = true;
    this.restoration.show([]);
    this.#put(null, '');
    this.#timer.after(pause);
  }

  async #load() {
    this.#timer.stop();
    this.#request?.abort();
    const { signal } = (this.#request = new AbortController());
    this.toggleAttribute('data-loading', true);
    await Promise.all([this.#loadFacts(signal), this.#loadDiff(signal), this.#loadRestoration(signal)]);
    if (!signal.aborted) this.toggleAttribute('data-loading', false);
  }

  async #loadFacts(signal) {
    const { client, t, state, content } = this.app;
    try {
      // The cursor of a list of revisions is the number of the one before it.
      const { value: { result: [found] } } = await client.get(`/v1/revisions?limit=1&cursor=${this.#number + 1}`, {
        signal,
      });
      if (found?.number !== this.#number) return;
      const { session, language } = state.get();
      const moment = textOf(found.committed_at, session.time_zone, language);
      this.facts.textContent = `${moment} · ${actorName(found.actor, t)}`;
      this.summary.textContent = summaryOf(found.keys, { t, titleOf: (kind) => content.kind(kind)?.title ?? kind });
    } catch {
      // The screens and the differences say what is wrong.
    }
  }

  async #loadDiff(signal) {
    const { client, t, state } = this.app;
    const { view } = state.get();
    const number = this.#number;
    const query = viewParameters(view, { isPast: true });
    if (this.#compared === 'former' && number === 1) return this.#put(null, t('firstRevision'));
    query.set('from', String(this.#compared === 'live' ? number : number - 1));
    if (this.#compared === 'former') query.set('to', String(number));
    try {
      const { value } = await client.get(`/v1/${this.#feed}/diff?${query}`, { signal });
      this.#put(value, value.sections.length ? '' : t('noDifferences'));
    } catch (error) {
      if (!signal.aborted) this.#put(null, reasonText(t, error));
    }
  }

  #put(diff, text) {
    this.#diff = diff;
    this.note.textContent = text;
    this.#drawDifferences();
    this.app.state.change({ marks: diff ? marksOf(diff) : null });
  }

  #drawDifferences() {
    const { content, state } = this.app;
    // What is live names things; what is gone has its former name.
    const documents = (state.get().shown ?? []).filter(Boolean).reverse();
    const sections = documents.flatMap(({ sections: own }) => own);
    const names = {
      section: (id) => sections.find((section) => section.id === id)?.title,
      item(kind, id) {
        const item = sections.filter((section) => section.kind === kind).flatMap(({ items }) => items)
          .find((one) => one.id === id);
        const definition = content.kind(kind);
        return item ? headlineOf(definition, item) : `${definition?.title ?? kind} ${id}`;
      },
    };
    this.differences.replaceChildren(...(this.#diff ? differencesOfScreens(this.app, this.#diff, names) : []));
  }

  /** Asks what restoring the screen would change. */
  async #loadRestoration(signal) {
    const { client, t, can } = this.app;
    if (!can('editor')) return;
    try {
      const json = { revision: this.#number, subjects: [this.#feed] };
      const { value } = await client.send('POST', '/v1/restore?dry_run=true', {
        json, signal, isReading: true,
      });
      const changes = value.changes.filter(({ change }) => change !== 'unchanged');
      this.restore.disabled = !changes.length;
      this.restoreNote.textContent = changes.length
        ? t('restoreWould', { count: changes.length }) : t('restoreNothing');
      this.restoration.show(changes);
    } catch (error) {
      if (signal.aborted) return;
      this.restore.disabled = true;
      this.restoration.show([]);
      this.restoreNote.textContent = reasonText(t, error);
    }
  }

  async #restore(subjects, control) {
    const { client, t, notify, fail, content } = this.app;
    const revision = this.#number;
    control.setAttribute('aria-busy', 'true');
    try {
      const { value } = await client.send('POST', '/v1/restore', { json: { revision, subjects } });
      const changed = value.changes.map(({ subject }) => subject);
      for (const subject of changed) content.forget(subject);
      await content.refresh();
      const back = () => putBack(this.app, value.revision, changed);
      notify(t('restoredRevision', { number: revision }),
        value.revision && changed.length ? { action: { label: t('undo'), name: 'undo-restore', run: back } } : {});
      // Who has gone on meanwhile sees another screen.
      if (this.isConnected) await this.#load();
    } catch (error) {
      if (error instanceof Refusal && error.code === 'restore_conflicts') this.#tellConflicts(error);
      else fail(error);
    } finally {
      control.removeAttribute('aria-busy');
    }
  }

  #tellConflicts({ errors, message }) {
    const { t } = this.app;
    const reasons = (errors.length ? errors.map(({ detail }) => detail) : [message])
      .map((text) => make('li', '', {}, text));
    openDialog(t('restoreConflicts'),
      [make('p', '', {}, t('restoreConflictsHelp')), make('ul', 'reasons', {}, ...reasons)],
      { closeLabel: t('close') });
  }
}

customElements.define('studio-revision', Revision);
