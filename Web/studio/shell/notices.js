// Notices: what has just happened, said aloud by screen readers.

import { makeTimer } from '../../tanada/timer.js';
import { button, make } from '../ui/elements.js';
import { Panel } from '../ui/panel.js';

/** How long a notice is shown, in milliseconds: one that offers something for longer. Problems stay. */
const durations = { plain: 6000, offering: 12_000 };

class Notices extends Panel {
  #hide = makeTimer(() => this.app.state.change({ notice: null }));

  build() {
    this.className = 'notices';
    this.setAttribute('role', 'status');
  }

  update({ notice, place }, former) {
    // Who goes on has read it.
    const isRead = notice && notice === former.notice && !notice.isProblem && place !== former.place;
    if (isRead) this.app.state.change({ notice: null });
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

customElements.define('studio-notices', Notices);
