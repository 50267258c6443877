// The studio: where editors change the screen, see it before others do, and publish it.
//
// core: the state, the changes that are not saved, and what goes to the server; no element of the page
// ui: what panels are made of: elements, dialogs, files, links and pictures
// fields: a control for each type of field of an item
// forms: the forms of sections, windows, conditions, releases and photos
// items: the lists of items and the form of one
// panels: a custom element for each part of the window
// shell: the window around the panels
// words: all texts, in English and Japanese

import { makeClient, Refusal } from './core/client.js';
import { languageOf, makeWords } from './core/language.js';
import { openApp } from './core/app.js';
import { showEntrance } from './shell/entrance.js';
import { make } from './ui/elements.js';
import './shell/shell.js';
import texts from './words/all.js';

const languageKey = 'tanada-studio/language';

/** The language that was chosen here before; null for none. */
function chosenLanguage() {
  try {
    return localStorage.getItem(languageKey);
  } catch {
    return null;
  }
}

/** Opens the studio, or the entrance to it. */
async function open() {
  const language = languageOf(chosenLanguage(), navigator.languages);
  const words = makeWords(texts, language);
  document.documentElement.lang = language;
  document.title = `${words('studio')} · tanada`;
  const isInvitation = location.pathname.startsWith('/studio/invitations/');
  try {
    const { value: session } = await makeClient().get('/v1/session');
    if (isInvitation) history.replaceState(null, '', '/studio');
    const app = await openApp(session, { words, language });
    const shell = make('studio-shell');
    shell.app = app;
    shell.chooseLanguage = (next) => {
      localStorage.setItem(languageKey, next);
      location.reload();
    };
    document.body.replaceChildren(shell);
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) showEntrance(words, { isInvitation });
    else showEntrance(words, { isInvitation: false, error, again: open });
  }
}

open();
