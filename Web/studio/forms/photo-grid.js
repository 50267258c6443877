// The photos of the library as a grid, with a search and pages.

import { makeTimer } from '../../tanada/timer.js';
import { pictureOf, thumbnailOf } from '../core/photos.js';
import { button, emptyState, make } from '../ui/elements.js';
import { showProblem } from '../ui/problems.js';
import { inOneLine } from './plain-controls.js';

/** How many photos a page has. */
const pageSize = 60;
/** How long to wait for more letters, in milliseconds. */
const typingPause = 200;

/**
 * A grid of photos with a search. It loads by itself once `search` is called.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {(photo: any) => void} options.choose called with the photo that was pressed
 * @returns {HTMLElement & {search: (words?: string) => Promise<void>, put: (photo: any) => void,
 *   remove: (id: string) => void, chosen: string | null}} `put` adds a photo in front, or shows one that has changed
 */
export function photoGrid(app, { choose }) {
  const { t, client } = app;
  const input = inOneLine(make('input', '', {
    type: 'search', name: 'photo-search', placeholder: t('searchPhotos'), 'aria-label': t('searchPhotos'),
  }));
  const list = make('ul', 'photo-tiles', { 'aria-label': t('photos') });
  const more = button(t('more'), { press: () => load() });
  const state = make('div', 'photo-tiles-state', { role: 'status' });
  const grid = make('div', 'photo-library', {}, make('div', 'search', { role: 'search' }, input), list, state, more);
  let next = null;
  let request = null;
  let chosen = null;
  more.hidden = true;

  const timer = makeTimer(() => grid.search(input.value.trim()));
  input.addEventListener('input', (event) => event.isComposing || timer.after(typingPause));
  input.addEventListener('compositionend', () => timer.after(typingPause));

  async function load() {
    request?.abort();
    const { signal } = (request = new AbortController());
    const hadFocus = document.activeElement === more;
    more.disabled = true;
    try {
      const { value } = await client.get(next, { signal });
      const tiles = value.result.filter(({ id }) => !tileOf(id)).map(tile);
      list.append(...tiles);
      next = value.next;
      state.replaceChildren(...(list.children.length ? [] : [nothing()]));
      if (hadFocus) tiles[0]?.firstElementChild.focus();
    } catch (error) {
      if (signal.aborted) return;
      showProblem(state, t, error, load);
    } finally {
      if (!signal.aborted) {
        more.disabled = false;
        more.hidden = !next;
      }
    }
  }

  const nothing = () => (input.value.trim()
    ? emptyState(t('noPhotosFound'), t('noPhotosFoundHelp'))
    : emptyState(t('noPhotos'), t('noPhotosHelp')));
  const tileOf = (id) => list.querySelector(`[data-photo="${CSS.escape(id)}"]`)?.parentElement;

  function tile(photo) {
    const picture = make('img', '', { src: thumbnailOf(photo.id), alt: '', loading: 'lazy', width: 160, height: 160 });
    picture.style.backgroundColor = photo.placeholder?.color ?? '';
    // The small size may be none that the server makes for everybody.
    picture.addEventListener('error', () => (picture.src = pictureOf(photo.id)), { once: true });
    const element = make('button', 'photo-tile',
      { type: 'button', 'data-photo': photo.id, 'aria-label': labelOf(photo), title: photo.alt ?? null }, picture,
      photo.alt ? null : make('span', 'photo-mark', { 'aria-hidden': 'true', title: t('noAlt') }, t('noAltShort')));
    element.addEventListener('click', () => choose(photo));
    if (photo.id === chosen) element.setAttribute('aria-current', 'true');
    return make('li', '', {}, element);
  }

  const labelOf = ({ alt, exif, width, height, format }) =>
    alt || [t('photo'), exif?.model, `${width} × ${height}`, format?.toUpperCase()].filter(Boolean).join(', ');

  grid.search = (words = '') => {
    timer.stop();
    list.replaceChildren();
    state.replaceChildren(make('p', 'quiet', {}, t('loading')));
    next = `/v1/photos?limit=${pageSize}${words ? `&q=${encodeURIComponent(words)}` : ''}`;
    return load();
  };
  grid.put = (photo) => {
    const known = tileOf(photo.id);
    const element = tile(photo);
    if (known) {
      const hadFocus = known.contains(document.activeElement);
      known.replaceWith(element);
      if (hadFocus) element.firstElementChild.focus();
    } else list.prepend(element);
    state.replaceChildren();
  };
  grid.remove = (id) => {
    tileOf(id)?.remove();
    if (!list.children.length) state.replaceChildren(nothing());
  };
  Object.defineProperty(grid, 'chosen', {
    get: () => chosen,
    set(id) {
      chosen = id;
      for (const { firstElementChild: element } of list.children) {
        if (element.dataset.photo === id) element.setAttribute('aria-current', 'true');
        else element.removeAttribute('aria-current');
      }
    },
  });
  return grid;
}
