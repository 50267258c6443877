// The screen: with the changes that are not saved, with a release, or as it was. The server computes all of it.

import { operationsOf } from '../core/operations.js';
import { subjectParts } from '../core/place.js';
import { nameOfLive, viewParameters } from '../core/view.js';
import { arrange, make } from '../ui/elements.js';
import { hasChanged, Panel } from '../ui/panel.js';
import './phone.js';
import './revision-slider.js';
import './screen-controls.js';

class Screen extends Panel {
  /** The change of the open item that was brought into view last. */
  #revealed;

  build() {
    this.dataset.panel = 'screen';
    this.controls = make('studio-screen-controls');
    this.controls.app = this.app;
    this.first = this.#phone();
    this.second = this.#phone();
    this.phones = make('div', 'phones', {}, this.first);
    this.problems = make('p', 'screen-problems problem', { role: 'status' });
    this.slider = make('studio-revision-slider');
    this.slider.app = this.app;
    this.append(this.controls, this.problems, this.phones);
    this.addEventListener('studio-choose', ({ detail }) => this.#choose(detail));
    this.addEventListener('studio-drawn', () => {
      const { place, changes } = this.app.state.get();
      const change = changes[place.subject];
      this.#outline(Boolean(change) && change !== this.#revealed);
      this.#revealed = change;
      this.app.state.change({ shown: [...this.phones.children].map(({ feed }) => feed.document) });
    });
  }

  update(state, former) {
    const { place } = state;
    const sources = this.#sources(state);
    this.#tellLeftOut(state, sources[0].isSteady);
    if (place.tab !== 'history') this.slider.remove();
    else if (!this.slider.isConnected) this.controls.after(this.slider);
    if (state.marks !== former.marks) for (const phone of [this.first, this.second]) phone.marks = state.marks;
    arrange(this.phones, sources.length > 1 ? [this.first, this.second] : [this.first]);
    if (sources.length < 2) this.second.remove();
    this.classList.toggle('compares', sources.length > 1);
    const isOther = hasChanged(state, former, ['changes', 'view', 'feed', 'revision', 'place', 'isOnline']);
    if (isOther || state.bases[place.subject] !== former.bases?.[place.subject]) {
      sources.forEach((source, index) => ([this.first, this.second][index].source = source));
    }
    if (place.subject !== former.place?.subject) this.#outline(true);
  }

  /** Says how many changes the screen is without, if it is the one with the changes. */
  #tellLeftOut({ failures = [], changes }, isWorking) {
    const count = isWorking ? failures.filter(({ subject }) => changes[subject]).length : 0;
    const text = count ? this.app.t('leftOut', { count }) : '';
    if (this.problems.textContent !== text) this.problems.textContent = text;
  }

  /** The screens of a place: one, or two beside each other. */
  #sources({ place, feed, revision, view }) {
    const { type, name } = subjectParts(place.subject);
    if (place.tab === 'releases' && type === 'releases') return this.#releases(place.subject, feed, revision, view);
    if (place.tab === 'history' && type === 'revisions') {
      return [this.#former(name, feed, view), this.#live(feed, revision, view)];
    }
    return [this.#working(feed, revision, view)];
  }

  #working(feed, revision, view) {
    const { client, working, t } = this.app;
    const { subjects, operations } = operationsOf(working.changes);
    const query = viewParameters(view);
    return {
      key: JSON.stringify(['working', feed, revision, `${query}`, operations]),
      title: t(operations.length ? 'screenWorking' : nameOfLive(view)), isSteady: true, isNow: !view.at,
      load: async (signal) => {
        const { value } = await client.send('POST', `/v1/feeds/${feed}/preview?${query}`, {
          json: { operations }, signal, isReading: true,
        });
        // Other changes may have begun or ended meanwhile: the places of these are not theirs any more.
        const failures = (value.failures ?? []).map((one) => ({ ...one, subject: subjects[one.operation] }));
        this.app.state.change({ failures });
        return value.document;
      },
    };
  }

  #live(feed, revision, view) {
    const source = this.#get(`/v1/feeds/${feed}?${viewParameters(view)}`, ['live', revision],
      this.app.t(nameOfLive(view)), revision);
    return { ...source, isNow: !view.at };
  }

  /** The screen without a release and with it; of one that is published, before and after. */
  #releases(subject, feed, revision, view) {
    const base = this.app.state.get().bases[subject];
    const release = base?.value;
    // One that is not known yet, or is gone, has no screen.
    if (!release) return [this.#live(feed, revision, view)];
    const title = this.app.t('screenRelease', { name: release.name });
    const { published_revision: published } = release;
    if (published) {
      const past = viewParameters(view, { isPast: true });
      const after = this.#get(`/v1/feeds/${feed}?${past}&revision=${published}`, [], title);
      return published > 1 ? [this.#former(published - 1, feed, view), after] : [after];
    }
    const query = viewParameters(view);
    return [this.#live(feed, revision, view),
      this.#get(`/v1/feeds/${feed}?${query}&release=${release.id}`, [revision, base.tag], title)];
  }

  #former(number, feed, view) {
    const query = viewParameters(view, { isPast: true });
    return this.#get(`/v1/feeds/${feed}?${query}&revision=${number}`, [], this.app.t('screenRevision', { number }));
  }

  /** A screen at an address; of a server that has got the `least` revision. */
  #get(path, key, title, least = 0) {
    return {
      key: JSON.stringify([path, ...key]), title,
      load: async (signal) => (await this.app.client.get(path, { signal, least })).value,
    };
  }

  #phone() {
    const phone = make('studio-phone');
    phone.app = this.app;
    return phone;
  }

  /** Opens what was pressed: an item, or the section whose header it was. */
  #choose({ section, item, document }) {
    const { go, state } = this.app;
    const { kind } = document.sections.find(({ id }) => id === section) ?? {};
    const { tab } = state.get().place;
    if (!item) return go({ tab: 'screen', kind: null, subject: `sections/${section}` });
    if (tab === 'items') return go({ kind, subject: `content/${kind}/${item.id}` });
    go({ tab: 'screen', kind: null, subject: `content/${kind}/${item.id}` });
  }

  #outline(reveals = false) {
    const { type, name, id } = subjectParts(this.app.state.get().place.subject);
    const chosen = type === 'content' ? { kind: name, item: id } : type === 'sections' ? { section: name } : null;
    for (const phone of this.phones.children) phone.chosen = chosen;
    if (!reveals || !chosen) return;
    const section = chosen.section ?? this.first.feed.document?.sections
      .find(({ kind, items }) => kind === name && items.some((item) => String(item.id) === id))?.id;
    if (section) this.first.reveal({ section, item: chosen.item });
  }
}

customElements.define('studio-screen', Screen);
