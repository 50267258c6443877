// Notices: what has just happened, said aloud by screen readers.

import { makeTimer } from '../../tanada/timer.js';
import { button, make } from '../ui/elements.js';
import { Panel } from '../ui/panel.js';

/** How long a notice is shown, in milliseconds: one that offers something for longer. Problems stay where they are. */
const durations = { plain: 6000, offering: 12_000 };

/**
 * A notice.
 * @typedef {object} Notice
 * @property {string} text
 * @property {{label: string, name: string, run: () => void}} [action]
 * @property {boolean} [isProblem]
 * @property {boolean} [isLasting] whether it is about the whole studio: it stays wherever somebody goes
 * @property {(state: any) => boolean} [holds] whether what it says is still so
 */

class Notices extends Panel {
  #hide = makeTimer(() => this.app.state.change({ notice: null }));

  build() {
    this.className = 'notices';
    this.setAttribute('role', 'status');
  }

  update(state, former) {
    const { notice, place } = state;
    if (notice && notice === former.notice && isOver(notice, state, former)) this.app.state.change({ notice: null });
    if (notice === former.notice) return;
    this.#hide.stop();
    if (!notice) return this.replaceChildren();
    const { text, action, isProblem } = notice;
    const dismiss = () => this.app.state.change({ notice: null });
    this.replaceChildren(make('div', `notice${isProblem ? ' problem' : ''}`, {},
      make('p', '', {}, text),
      action ? button(action.label, { action: action.name, press: () => { dismiss(); action.run(); } }) : null,
      button(this.app.t('close'), { icon: 'close', look: 'plain', press: dismiss })));
    if (!isProblem) this.#hide.after(action ? durations.offering : durations.plain);
  }
}

/** Whether a notice is not so any more, or was read by somebody who has gone on: it would stand above something else. */
function isOver({ isProblem, isLasting, holds }, state, former) {
  const isElsewhere = state.place.tab !== former.place.tab || state.place.subject !== former.place.subject;
  return !isLasting && (holds ? !holds(state) : isProblem ? isElsewhere : state.place !== former.place);
}

customElements.define('studio-notices', Notices);
