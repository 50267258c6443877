// A conflict: what the other has changed, field by field, and what stays.

import { clashTexts } from '../core/clash-texts.js';
import { nameOf } from '../core/names.js';
import { openDialog } from '../ui/dialogs.js';
import { make } from '../ui/elements.js';
import { Panel } from '../ui/panel.js';
import { askHowToSave, save } from './save.js';

class Conflicts extends Panel {
  #isOpen = false;

  update({ conflicts }) {
    if (conflicts.length && !this.#isOpen) this.#ask(conflicts[0]);
  }

  async #ask(conflict) {
    const { t, saver, state } = this.app;
    this.#isOpen = true;
    const chosen = new Map(conflict.clashes.map(({ name }) => [name, 'mine']));
    const rows = conflict.isGone
      ? [] : conflict.clashes.map((clash) => this.#row(clash, chosen, clashTexts(conflict, t)));
    const content = [
      make('p', 'conflict-subject', { 'data-subject': conflict.subject }, nameOf(conflict.subject, this.app)),
      make('p', '', {}, conflict.isGone ? t('conflictGone') : t('conflictHelp')),
      ...rows,
    ];
    const choices = [
      { label: t(conflict.isGone ? 'takeTheirsGone' : 'takeTheirs'), value: 'theirs', action: 'take-theirs' },
      { label: t(conflict.isGone ? 'keepMineGone' : 'keepMine'), value: 'mine', action: 'keep-mine' },
      ...(rows.length > 1 ? [{ label: t('resolve'), value: 'chosen', look: 'primary', action: 'resolve' }] : []),
    ];
    const answer = await openDialog(t('conflictTitle'), content, {
      closeLabel: t('close'), choices, className: 'conflict-dialog', isSudden: true,
    });
    this.#isOpen = false;
    if (!answer) return this.app.state.change({ conflicts: [] });
    const names = conflict.isGone ? ['gone'] : conflict.clashes.map(({ name }) => name);
    const taken = { theirs: names, mine: [], chosen: names.filter((name) => chosen.get(name) === 'theirs') }[answer];
    saver.resolve(conflict, taken);
    // The save goes on when nothing stands against it any more. Comparing saves nothing.
    if (state.get().conflicts.length) this.#ask(state.get().conflicts[0]);
    else if (conflict.next === 'save') save(this.app);
    else if (conflict.next === 'ask') askHowToSave(this.app);
  }

  /** A field with both versions, of which one is chosen. */
  #row({ name, base, mine, theirs }, chosen, words) {
    const { t } = this.app;
    const textOf = (value) => words.text(name, value) || t('nothingThere');
    const isOnly = chosen.size === 1;
    const version = (side, value) => {
      const text = make('span', 'version-value', {}, textOf(value));
      // With one field alone, the buttons below choose.
      if (isOnly) return make('div', `version ${side}`, {}, make('span', 'version-name', {}, t(side)), text);
      const input = make('input', '', { type: 'radio', name: `version-${name}`, value: side });
      input.checked = side === 'mine';
      input.addEventListener('change', () => chosen.set(name, side));
      return make('label', `version ${side}`, {}, input, make('span', 'version-name', {}, t(side)), text);
    };
    return make('fieldset', 'clash', { 'data-field': name },
      make('legend', '', {}, words.title(name)),
      make('p', 'version-before', {}, make('span', 'version-name', {}, t('before')),
        make('span', 'version-value', {}, textOf(base))),
      version('mine', mine), version('theirs', theirs));
  }
}

customElements.define('studio-conflicts', Conflicts);
