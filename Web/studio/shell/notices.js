// Notices: what has just happened, said aloud by screen readers.

import { button, make } from '../ui/elements.js';
import { Panel } from '../ui/panel.js';
import { makeTimer } from '../../tanada/timer.js';

/** How long a notice is shown that needs no answer, in milliseconds. */
const duration = 6000;

class Notices extends Panel {
  #hide = makeTimer(() => this.app.state.change({ notice: null }));

  build() {
    this.className = 'notices';
    this.setAttribute('role', 'status');
  }

  update({ notice }, former) {
    if (notice === former.notice) return;
    this.#hide.stop();
    if (!notice) return this.replaceChildren();
    const { text, action, isProblem } = notice;
    const dismiss = () => this.app.state.change({ notice: null });
    this.replaceChildren(make('div', `notice${isProblem ? ' problem' : ''}`, {},
      make('p', '', {}, text),
      action ? button(action.label, { action: action.name, press: () => { dismiss(); action.run(); } }) : null,
      button(this.app.t('close'), { icon: 'close', look: 'plain', press: dismiss })));
    if (!isProblem && !action) this.#hide.after(duration);
  }
}

customElements.define('studio-notices', Notices);
