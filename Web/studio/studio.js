// The studio: where editors change the screen, see it before others do, and publish it.

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
