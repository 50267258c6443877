// A search for items of a kind, from which one is chosen.

import { makeTimer } from '../../tanada/timer.js';
import { headlineOf } from '../core/names.js';
import { button, labelled, make } from '../ui/elements.js';
import { inOneLine } from './plain-controls.js';

/** How long somebody pauses before it is searched, in milliseconds. */
const pause = 200;

/**
 * A search for items.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {() => string} options.kind the name of the kind
 * @param {(id: number) => boolean} options.isChosen
 * @param {(id: number, title: string) => void} options.choose
 */
export function itemSearch({ t, client, content, fail }, { kind, isChosen, choose }) {
  const input = inOneLine(make('input', '', { type: 'search', autocomplete: 'off' }));
  const results = make('ul', 'list search-results', { 'aria-label': t('pinnedResults') });
  const status = make('p', 'help', { role: 'status' });
  const element = make('div', 'item-search', {}, labelled(t('pinnedAdd'), input, { help: t('pinnedSearch') }), status,
    results);
  const timer = makeTimer(() => find());
  let found = [];
  let request;

  input.addEventListener('input', (event) => {
    if (!event.isComposing) timer.after(pause);
  });
  input.addEventListener('compositionend', () => timer.after(pause));
  input.addEventListener('focus', () => found.length || find());
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && (input.value || found.length)) {
      event.preventDefault();
      clear();
    } else if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      results.querySelector('button:not(:disabled)')?.click();
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      results.querySelector('button:not(:disabled)')?.focus();
    }
  });

  function clear() {
    timer.stop();
    request?.abort();
    input.value = '';
    found = [];
    draw();
    status.textContent = '';
  }

  async function find() {
    request?.abort();
    const { signal } = (request = new AbortController());
    try {
      const query = parameters(content.kind(kind()), input.value.trim());
      const { value } = await client.get(`/v1/content/${kind()}?${query}`, { signal });
      found = value.result;
      status.textContent = found.length ? '' : t('pinnedNone');
      draw();
    } catch (error) {
      fail(error);
    }
  }

  function draw() {
    const definition = content.kind(kind());
    results.replaceChildren(...found.map((item) => {
      const title = headlineOf(definition, item);
      const press = () => {
        choose(item.id, title);
        draw();
        input.focus();
      };
      const add = button(t('addNamed', { title }), {
        icon: 'add', look: 'plain small', action: 'pin', press, isDisabled: isChosen(item.id),
      });
      const number = make('span', 'list-note', {}, `#${item.id}`);
      return make('li', 'search-result', {}, number, make('span', 'list-title', {}, title), add);
    }));
  }

  return {
    element,
    focus: () => input.focus(),
    /** Shows again which items are chosen. */
    refresh: () => found.length && !results.contains(document.activeElement) && draw(),
  };
}

/** What is asked for: words, or a number; the newest items for nothing. */
function parameters(kind, text) {
  const hasTexts = kind?.fields.some(({ type, of }) => type === 'text' || (type === 'list' && of === 'text'));
  const words = /^#?\d+$/.test(text) ? { id: text.replace('#', '') } : text && hasTexts ? { q: text } : { sort: '-id' };
  return new URLSearchParams({ ...words, limit: '8' });
}
