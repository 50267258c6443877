// Choosing a photo of the library.

import { button, emptyState, make } from '../ui/elements.js';
import { openDialog } from '../ui/dialogs.js';
import { makeTimer } from '../../tanada/timer.js';
import { thumbnailAddress } from '../core/pictures.js';
import { acceptFiles, makeUploader } from './uploader.js';

const pageSize = 24;
const pause = 200;

/**
 * Asks for a photo: of the library, or a new one.
 * @param {import('../core/app.js').App} app
 * @returns {Promise<any>} the photo; null for none
 */
export async function choosePhoto(app) {
  const { t, client } = app;
  const closing = new AbortController();
  let chosen = null;
  let request;
  let next = null;
  const take = (photo) => {
    chosen = photo;
    closing.abort();
  };
  const search = make('input', '', { type: 'search', 'aria-label': t('photoSearch'), placeholder: t('photoSearch') });
  const grid = make('ul', 'photo-grid', { 'aria-label': t('photos') });
  const message = make('div', 'photo-message', { role: 'status' });
  const more = button(t('more'), { press: () => load(next) });
  const uploader = makeUploader(app, { uploaded: take });
  const body = make('div', 'photo-picker', {},
    make('div', 'row picker-head', {}, search, uploader.opener), uploader.progress, message, grid, more);
  acceptFiles(body, uploader.send);

  async function load(path) {
    request?.abort();
    const { signal } = (request = new AbortController());
    const isFirst = path !== next;
    more.hidden = true;
    if (isFirst) message.replaceChildren(make('p', 'help', {}, t('loading')));
    try {
      const { value } = await client.get(path, { signal });
      next = value.next;
      const photos = value.result.map(entry);
      const isMine = !isFirst && grid.contains(document.activeElement) === false;
      if (isFirst) grid.replaceChildren(...photos);
      else grid.append(...photos);
      if (isMine) photos[0]?.querySelector('button').focus();
      more.hidden = !next;
      const isEmpty = !grid.children.length;
      message.replaceChildren(...(!isEmpty ? [] : [search.value ? emptyState(t('photoNotFound')) : emptyState(t('photoNone'), t('photoNoneHelp'))]));
    } catch (error) {
      if (!signal.aborted) message.replaceChildren(make('p', 'problem', {}, t('failed', { detail: error.message })));
    }
  }

  function entry(photo) {
    const image = make('img', '', { src: thumbnailAddress(photo.id), alt: '', loading: 'lazy', width: 120, height: 120 });
    const name = photo.alt ?? t('photoSize', { width: photo.width, height: photo.height });
    const element = make('button', 'photo-entry', { type: 'button', title: name, 'aria-label': name }, image,
      make('span', 'photo-name', { 'aria-hidden': 'true' }, name));
    element.addEventListener('click', () => take(photo));
    return make('li', '', {}, element);
  }

  const first = () => `/v1/photos?limit=${pageSize}${search.value.trim() ? `&q=${encodeURIComponent(search.value.trim())}` : ''}`;
  const typed = makeTimer(() => load(first()));
  search.addEventListener('input', (event) => !(/** @type {InputEvent} */ (event).isComposing) && typed.after(pause));
  search.addEventListener('compositionend', () => typed.after(pause));
  search.addEventListener('keydown', (event) => event.key === 'Enter' && event.preventDefault());
  load(first());
  await openDialog(t('photoChooseTitle'), [body], { closeLabel: t('close'), className: 'picker-dialog', signal: closing.signal });
  typed.stop();
  request?.abort();
  return chosen;
}
