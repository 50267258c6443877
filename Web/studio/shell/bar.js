// The bar: undo, redo, what is unsaved, saving, and who is signed in.

import { languages } from '../core/language.js';
import { askHowToSave, save } from '../panels/save.js';
import { confirm } from '../ui/dialogs.js';
import { button, icon, make, select } from '../ui/elements.js';
import { Panel } from '../ui/panel.js';
import { modifier, showShortcuts } from './shortcuts.js';

class Bar extends Panel {
  /** @type {(language: string) => void} */
  chooseLanguage = () => {};

  build() {
    const { t } = this.app;
    this.className = 'bar';
    this.setAttribute('role', 'banner');
    this.undo = button(t('undo'), {
      icon: 'undo', action: 'undo', shortcut: `${modifier}+Z`, press: () => this.app.undo(),
    });
    this.redo = button(t('redo'), {
      icon: 'redo', action: 'redo', shortcut: `${modifier}+Shift+Z`, press: () => this.app.redo(),
    });
    this.status = make('p', 'status', { role: 'status' });
    this.discard = button(t('discard'), { action: 'discard', look: 'plain', press: () => this.#discard() });
    this.save = button(t('save'), {
      action: 'save', look: 'primary', shortcut: `${modifier}+S`, press: () => save(this.app),
    });
    this.how = button(t('saveHow'), {
      icon: 'down', look: 'primary', action: 'save-how', press: () => askHowToSave(this.app),
    });
    this.feeds = select([], { choose: (feed) => this.app.openFeed(feed) });
    this.feeds.setAttribute('aria-label', t('feed'));
    this.append(
      make('a', 'brand', { href: '/studio', 'aria-label': 'tanada' }, make('span', '', {}, 'tanada')), this.feeds,
      make('div', 'bar-group', {}, this.undo, this.redo), this.status, this.discard,
      make('div', 'split-button', {}, this.save, this.how), this.#menu());
  }

  update({ changes, canUndo, canRedo, saving, isOnline, feeds, feed }, former) {
    const { t, can } = this.app;
    const count = Object.keys(changes).length;
    this.undo.disabled = !canUndo;
    this.redo.disabled = !canRedo;
    this.discard.hidden = !count;
    const isIdle = !count || saving === 'sending' || !can('contributor');
    for (const control of [this.save, this.how]) control.classList.toggle('idle', isIdle);
    const text = saving === 'sending' ? t('saving') : saving === 'waiting' ? t('waiting')
      : count ? t('unsaved', { count }) : isOnline ? t('noChanges') : t('offline');
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.classList.toggle('problem', saving === 'waiting' || !isOnline);
    this.status.classList.toggle('pending', count > 0);
    if (feeds !== former.feeds) this.feeds.replaceChildren(...feeds.map(({ feed: name }) => new Option(name, name)));
    if (feeds !== former.feeds || feed !== former.feed) this.feeds.value = feed;
  }

  async #discard() {
    const { t, working } = this.app;
    const label = t('discard');
    if (await confirm(t, t('discardQuestion', { count: working.count }),
      { label, action: 'discard-yes' })) working.discard();
  }

  #menu() {
    const { t, state } = this.app;
    const { session, language } = state.get();
    const choice = select(Object.entries(languages), { value: language, choose: (next) => this.chooseLanguage(next) });
    const name = make('p', 'who', {}, t('signedInAs', { name: session.name, role: t(`role_${session.role}`) }));
    const menu = make('div', 'menu', { popover: 'auto', id: 'person-menu' },
      name, make('label', 'menu-row', {}, make('span', '', {}, t('language')), choice),
      button(t('shortcuts'), { press: () => showShortcuts(this.app) }),
      button(t('signOut'), { action: 'sign-out', press: () => this.#signOut() }));
    const opener = button(session.name, { icon: 'person', action: 'person', look: 'plain' });
    opener.setAttribute('popovertarget', menu.id);
    return make('div', 'person', {}, opener, menu);
  }

  async #signOut() {
    const { t, working } = this.app;
    const count = working.count;
    if (count && !(await confirm(t, t('signOutQuestion', { count }),
      { label: t('signOut'), action: 'sign-out-yes' }))) return;
    try {
      await this.app.signOut();
      location.assign('/studio');
    } catch (error) {
      this.app.fail(error);
    }
  }
}

customElements.define('studio-bar', Bar);
