// The place of a photo in a form: its picture, choosing and uploading another one, and what belongs to the photo.

import { photoDetails } from '../forms/photo-details.js';
import { choosePhoto } from '../forms/photo-picker.js';
import { button, make } from '../ui/elements.js';
import { acceptFiles } from '../ui/files.js';
import { makeThumbnail } from '../ui/thumbnail.js';
import { makeUploader } from './uploader.js';

/**
 * The place of a photo.
 * @param {import('./types.js').Context} context
 * @param {object} options
 * @param {(photo: any, subject?: string) => void} options.choose called with a photo that was chosen or uploaded, and
 *   the item that it is for
 * @param {() => void} [options.remove]
 * @returns {{element: HTMLElement, target: () => HTMLElement,
 *   show: (id: string | null, more?: {isElsewhere?: boolean}) => void}}
 */
export function makePhotoSlot({ app, label, subject = () => undefined }, { choose, remove }) {
  const { t } = app;
  const picture = makeThumbnail(app, 'large');
  const note = make('p', 'help');
  const details = makeDetails(app);
  const uploader = makeUploader(app, { subject, take: choose });
  const pick = button(t('photoChoose'), {
    icon: 'photos', isLabelled: true, look: 'small', action: 'choose-photo',
    async press() {
      const photo = await choosePhoto(app);
      if (photo) choose(photo);
    },
  });
  const clear = remove ? button(t('photoRemove'), { icon: 'close', look: 'plain small', press: leave }) : null;
  const element = make('div', 'photo-slot', { role: 'group', 'aria-label': label },
    picture.element,
    make('div', 'photo-choices', {}, make('div', 'row', {}, pick, uploader.opener, clear), note, uploader.progress),
    details.element);

  function leave() {
    remove();
    pick.focus();
  }

  acceptFiles(element, { take: ([file]) => uploader.send(file) });
  let shown;
  return {
    element,
    target: () => pick,
    show(id, { isElsewhere = false } = {}) {
      note.textContent = isElsewhere ? t('photoElsewhere') : id ? '' : t('photoDropHelp');
      note.hidden = !note.textContent;
      if (clear) clear.hidden = !id;
      uploader.show();
      if (shown === id) return;
      shown = id;
      picture.showPhoto(id);
      details.show(id);
    },
  };
}

/** What is said of the photo itself. It is loaded when it is asked for. */
function makeDetails(app) {
  const { t, content } = app;
  const parts = photoDetails(app);
  const element = make('details', 'slot-details', { hidden: '' }, make('summary', '', {}, t('photoAbout')),
    make('p', 'help', {}, t('photoAboutHelp')), parts);
  let shown = null;
  let drawn = null;

  async function draw() {
    if (!element.open || !shown || drawn === shown) return;
    const id = (drawn = shown);
    try {
      const base = await content.load(`photos/${id}`);
      if (id === shown) parts.show(base);
    } catch (error) {
      drawn = null;
      app.fail(error);
    }
  }
  element.addEventListener('toggle', draw);
  return {
    element,
    show(id) {
      shown = id;
      element.hidden = !id;
      draw();
    },
  };
}
