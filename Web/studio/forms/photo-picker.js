// Choosing a photo: one of the library, or a new one.

import { openDialog } from '../ui/dialogs.js';
import { make } from '../ui/elements.js';
import { photoGrid } from './photo-grid.js';
import { photoDrop, photoUploads } from './photo-upload.js';

/**
 * Asks for a photo.
 * @param {import('../core/app.js').App} app
 * @returns {Promise<any>} the photo; null if none was chosen
 */
export async function choosePhoto(app) {
  const { t, can } = app;
  const ending = new AbortController();
  let chosen = null;
  const take = (photo) => {
    chosen = photo;
    ending.abort();
  };
  const grid = photoGrid(app, { choose: take });
  const uploads = photoUploads(app, { done: take });
  const drop = can('contributor') ? photoDrop(app, { take: uploads.add }, uploads) : null;
  grid.search();
  const content = [drop, grid].filter(Boolean);
  await openDialog(t('choosePhoto'), [make('div', 'photo-choice', {}, ...content)],
    { closeLabel: t('close'), className: 'photo-dialog', signal: ending.signal });
  uploads.cancel();
  return chosen;
}
