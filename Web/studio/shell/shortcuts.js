// Keyboard shortcuts, and the list of them.

import { administered, tabs } from '../core/place.js';
import { save } from '../panels/save.js';
import { openDialog } from '../ui/dialogs.js';
import { make } from '../ui/elements.js';

const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);
/** The name of the modifier that shortcuts have here. */
export const modifier = isMac ? '⌘' : 'Ctrl';

/** The controls in which letters are typed, or choose something. */
const textual = [
  'input:not([type="radio"], [type="checkbox"], [type="range"])', 'textarea', 'select', '[contenteditable]',
].join(',');
/** The forms in which undo is the studio's; elsewhere, and in what is searched or saved by itself, it is the browser's. */
const undone = '[data-panel="item"], [data-panel="section"], [data-panel="sections"], [data-panel="design"]';
const notUndone = '.item-search, .add-name, [role="combobox"][aria-expanded="true"], .slot-details';

/**
 * A shortcut.
 * @typedef {object} Shortcut
 * @property {string} keys as they are shown
 * @property {string} name the word that says what it does
 * @property {(event: KeyboardEvent, isTyping: boolean, isElsewhere: boolean) => boolean} matches `isElsewhere` if what
 *   is typed is no unsaved change: a search, or the note of a release, which the browser undoes
 * @property {(app: import('../core/app.js').App) => void} run
 */

const isModified = (event, key) =>
  (isMac ? event.metaKey : event.ctrlKey) && !event.altKey && event.key.toLowerCase() === key;
const plain = (key) => (event, isTyping) => !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey
  && event.key === key;

/** @type {Shortcut[]} */
const shortcuts = [
  { keys: `${modifier} S`, name: 'save', matches: (event) => isModified(event, 's'), run: (app) => save(app) },
  {
    keys: `${modifier} Z`, name: 'undo', run: (app) => app.undo(),
    matches: (event, _, isElsewhere) => !isElsewhere && isModified(event, 'z') && !event.shiftKey,
  },
  {
    keys: `${modifier} ⇧ Z`, name: 'redo', run: (app) => app.redo(),
    matches: (event, _, isElsewhere) => !isElsewhere && isModified(event, 'z') && event.shiftKey,
  },
  {
    keys: 'F6', name: 'nextRegion', matches: ({ key }) => key === 'F6',
    run: () => document.querySelector('studio-shell').focusNext(),
  },
  {
    keys: '/', name: 'searchFocus', matches: plain('/'),
    run: () => document.querySelector('.navigator input[type="search"]')?.focus(),
  },
  { keys: '?', name: 'shortcuts', matches: plain('?'), run: (app) => showShortcuts(app) },
  ...tabs.map((tab, index) => ({
    keys: String(index + 1), name: tab, matches: plain(String(index + 1)),
    run: (app) => app.can(administered.includes(tab) ? 'admin' : 'viewer')
      && app.go({ tab, kind: null, subject: null }),
  })),
];

/**
 * Follows the keys of the page.
 * @param {import('../core/app.js').App} app
 * @returns {() => void} ends it
 */
export function followShortcuts(app) {
  const pressed = (event) => {
    if (document.querySelector('dialog[open]') || event.isComposing) return;
    const isTyping = Boolean(event.target.closest?.(textual));
    const isElsewhere = isTyping && (!event.target.closest(undone) || Boolean(event.target.closest(notUndone)));
    const shortcut = shortcuts.find(({ matches }) => matches(event, isTyping, isElsewhere));
    if (!shortcut) return;
    event.preventDefault();
    shortcut.run(app);
  };
  addEventListener('keydown', pressed);
  return () => removeEventListener('keydown', pressed);
}

/**
 * Lists the shortcuts.
 * @param {import('../core/app.js').App} app
 */
export function showShortcuts({ t }) {
  const rows = [...shortcuts, { keys: 'Alt ↑ ↓', name: 'moveSection' }]
    .map(({ keys, name }) =>
      make('div', 'shortcut', {}, make('dt', '', {}, make('kbd', '', {}, keys)), make('dd', '', {}, t(name))));
  openDialog(t('shortcuts'), [make('dl', 'shortcuts', {}, ...rows)], { closeLabel: t('close') });
}
