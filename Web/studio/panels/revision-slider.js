// The slider over all revisions: the screens below it follow.

import { makeTimer } from '../../tanada/timer.js';
import { actorName } from '../core/actors.js';
import { textOf } from '../core/moments.js';
import { subjectParts } from '../core/place.js';
import { button, make } from '../ui/elements.js';
import { Panel } from '../ui/panel.js';

/** How long the slider rests before the screen of its revision is asked for, in milliseconds. */
const pause = 80;

class RevisionSlider extends Panel {
  #known = new Map();
  #move = makeTimer(() => this.#show(false));
  #number = 0;
  #newest = 1;

  build() {
    const { t } = this.app;
    this.className = 'revision-slider';
    this.input = make('input', '', { type: 'range', min: 1, step: 1, name: 'revision', 'aria-label': t('revision') });
    this.input.addEventListener('input', () => {
      this.#tell(Number(this.input.value));
      this.app.state.change({ isSliding: true });
      this.#move.after(pause);
    });
    this.input.addEventListener('change', () => {
      this.#move.stop();
      this.#show(true);
    });
    this.text = make('p', 'revision-text', {});
    this.earlier = button(t('revisionBefore'), { icon: 'back', look: 'plain', press: () => this.#step(-1) });
    this.later = button(t('revisionAfter'), { icon: 'forward', look: 'plain', press: () => this.#step(1) });
    this.append(this.earlier, this.input, this.later, this.text);
  }

  connectedCallback() {
    super.connectedCallback();
    this.#findNewest();
  }

  update({ place, revision }, former) {
    if (revision > this.#newest) this.#extend(revision);
    else if (place !== former.place) this.#follow();
  }

  /** Finds the newest revision: none has been announced yet. */
  async #findNewest() {
    try {
      const { value } = await this.app.client.get('/v1/revisions?limit=1');
      if (value.result[0]?.number > this.#newest) this.#extend(value.result[0].number);
    } catch {
      // The next one that is announced is the newest.
    }
  }

  #extend(newest) {
    this.#newest = newest;
    this.input.max = String(newest);
    this.input.disabled = newest < 2;
    this.#follow();
  }

  /** Follows the place; without a revision the newest one is shown. */
  #follow() {
    const { type, name } = subjectParts(this.app.state.get().place.subject);
    const number = type === 'revisions' ? Number(name) : this.#newest;
    if (Number(this.input.value) !== number) this.input.value = String(number);
    this.#tell(number);
  }

  #step(by) {
    const number = Math.min(Number(this.input.max), Math.max(1, Number(this.input.value) + by));
    this.input.value = String(number);
    this.#show(true);
  }

  /** Shows the revision. Only where the slider stays becomes a place to come back to. */
  #show(isEnd) {
    const { state, go } = this.app;
    const subject = `revisions/${this.input.value}`;
    if (!isEnd) return state.change({ place: { ...state.get().place, subject } });
    state.change({ isSliding: true });
    go({ tab: 'history', kind: null, subject });
    // Whoever listens has seen the change then.
    queueMicrotask(() => queueMicrotask(() => state.change({ isSliding: false })));
  }

  /** Says which revision it is, and when it was. */
  async #tell(number) {
    const { t, client, state } = this.app;
    this.#number = number;
    this.earlier.disabled = number <= 1;
    this.later.disabled = number >= Number(this.input.max);
    const { session, language } = state.get();
    const write = (known) => {
      const moment = known && textOf(known.committed_at, session.time_zone, language);
      this.text.textContent = known
        ? t('revisionText', { number, moment, name: actorName(known.actor, t) }) : t('revisionNumber', { number });
      this.input.setAttribute('aria-valuetext', this.text.textContent);
    };
    write(this.#known.get(number));
    if (this.#known.has(number) || !number) return;
    try {
      // The cursor of a list of revisions is the number of the one before it.
      const { value } = await client.get(`/v1/revisions?limit=50&cursor=${number + 1}`);
      for (const revision of value.result) this.#known.set(revision.number, revision);
      if (this.#number === number) write(this.#known.get(number));
    } catch {
      // The number alone is enough.
    }
  }
}

customElements.define('studio-revision-slider', RevisionSlider);
