// The frame of the studio: the bar, the navigator, the screen and the inspector.

import { administered, fragmentOf, tabs } from '../core/place.js';
import { button, icon, make } from '../ui/elements.js';
import { Panel } from '../ui/panel.js';
import { inspectorFor, navigators, screenFor } from './panels.js';
import { followShortcuts } from './shortcuts.js';
import './bar.js';
import './notices.js';
import '../panels/conflict-dialog.js';

/** The regions, of which a narrow window shows one. */
const regions = ['navigator', 'screen', 'inspector'];

class Shell extends Panel {
  /** @type {(language: string) => void} */
  chooseLanguage = () => {};
  #stopShortcuts = () => {};

  build() {
    const { t } = this.app;
    this.bar = this.#panel('studio-bar');
    this.bar.chooseLanguage = this.chooseLanguage;
    this.tabBar = make('nav', 'tabs', { 'aria-label': t('navigator') }, ...this.#tabs());
    this.navigator = make('section', 'region navigator', {
      'data-region': 'navigator', 'aria-label': t('navigator'), tabindex: -1,
    });
    this.screen = make('section', 'region centre', { 'data-region': 'screen', 'aria-label': t('screen') });
    this.inspector = make('section', 'region inspector', { 'data-region': 'inspector', 'aria-label': t('inspector') });
    this.switcher = make('nav', 'switcher', { 'aria-label': t('studio') }, ...this.#switches());
    // The screen comes last, and is placed in the middle: it has hundreds of stops of the keyboard.
    this.append(
      make('a', 'skip', { href: '#main' }, t('screen')), this.bar, this.tabBar,
      make('main', 'regions', { id: 'main', tabindex: -1 }, make('h1', 'spoken', {}, t('studio')), this.navigator,
        this.inspector, this.screen),
      this.switcher, this.#panel('studio-notices'), this.#panel('studio-conflicts'));
    this.querySelector('.skip').addEventListener('click', (event) => {
      event.preventDefault();
      this.querySelector('main').focus();
    });
    this.show('navigator');
  }

  connectedCallback() {
    super.connectedCallback();
    this.#stopShortcuts = followShortcuts(this.app);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stopShortcuts();
  }

  /** Shows a region where there is room for one only. */
  show(region) {
    this.dataset.region = region;
    for (const element of this.switcher.children) {
      element.setAttribute('aria-pressed', String(element.dataset.to === region));
    }
    // A feed that was hidden draws what is in view now.
    requestAnimationFrame(() => dispatchEvent(new Event('resize')));
  }

  update({ place, isSliding, isSignedOut }, former) {
    const { t, notify } = this.app;
    if (isSignedOut && !former.isSignedOut) {
      const action = { label: t('again'), name: 'sign-in', run: () => location.reload() };
      notify(t('sessionEnded'), { isProblem: true, isLasting: true, action });
    }
    if (place === former.place) return;
    for (const tab of this.tabBar.children) {
      if (tab.dataset.tab === place.tab) {
        tab.setAttribute('aria-current', 'page');
        tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      } else tab.removeAttribute('aria-current');
    }
    this.dataset.tab = place.tab;
    const hadFocus = this.inspector.contains(document.activeElement);
    this.#fill(this.screen, screenFor(place));
    this.#fill(this.navigator, navigators[place.tab]);
    const inspector = inspectorFor(place);
    this.#fill(this.inspector, inspector);
    this.toggleAttribute('data-inspecting', Boolean(place.subject));
    if (isSliding) return;
    if (former.place && place.subject && place.subject !== former.place.subject) this.show('inspector');
    else if (former.place && place.tab !== former.place.tab) this.show('navigator');
    else if (former.place?.subject && !place.subject) this.show('navigator');
    // Who closes something goes on where it was opened.
    if (hadFocus && !inspector) this.#opener(former.place).focus();
  }

  /** What has opened a place, or the navigator, where there is no such link. */
  #opener(place) {
    return this.navigator.querySelector(`a[href$="${fragmentOf(place)}"]`) ?? this.navigator;
  }

  /** Moves the focus to the next region that is shown. */
  focusNext() {
    const shown = [this.navigator, this.inspector, this.screen].filter((region) => region.checkVisibility());
    const next = shown[(shown.findIndex((region) => region.contains(document.activeElement)) + 1) % shown.length];
    const stop = next.querySelector('a[href], :is(button, input, textarea, select):not(:disabled)');
    (stop ?? next).focus();
  }

  /** Puts the panel of a name into a region, and keeps it if it is there. */
  #fill(region, name) {
    if (region.firstElementChild?.localName === name) return;
    region.replaceChildren(...(name ? [this.#panel(name)] : []));
    region.scrollTop = 0;
  }

  #panel(name) {
    const panel = make(name);
    panel.app = this.app;
    return panel;
  }

  #tabs() {
    const { t, go, can } = this.app;
    return tabs.filter((tab) => !administered.includes(tab) || can('admin')).map((tab) => {
      const link = make('a', 'tab', { href: `#/${tab}`, 'data-tab': tab }, icon(tab === 'screen' ? 'sections' : tab),
        make('span', '', {}, t(tab)));
      link.addEventListener('click', (event) => {
        event.preventDefault();
        go({ tab, kind: null, subject: tab === 'screen' ? this.app.state.get().place.subject : null });
      });
      return link;
    });
  }

  #switches() {
    const { t } = this.app;
    return regions.map((region) => {
      const element = button(t(region), {
        icon: { navigator: 'items', screen: 'screen', inspector: 'edit' }[region], isLabelled: true,
        press: () => this.show(region),
      });
      element.dataset.to = region;
      return element;
    });
  }
}

customElements.define('studio-shell', Shell);
