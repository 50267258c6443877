// Uploading the photo of a field, with progress; it can be cancelled.

import { pictureTypes, uploadPhoto } from '../core/photos.js';
import { button, make } from '../ui/elements.js';
import { fileOpener } from '../ui/files.js';
import { reasonText } from '../ui/problems.js';

/**
 * An uploader of one photo at a time.
 * @param {import('../core/app.js').App} app
 * @param {{begin: () => (photo: any) => void}} options `begin` is called when an upload begins, and gives what is
 *   called with its photo: another item may be shown by then
 * @returns {{opener: HTMLElement, progress: HTMLElement, send: (file: File) => Promise<void>}} the button that opens
 *   files, and the place of the progress
 */
export function makeUploader(app, { begin }) {
  const { t } = app;
  let ending;
  const { opener, input } = fileOpener(t('photoUpload'), {
    take: ([file]) => send(file), accept: pictureTypes, action: 'upload-photo', look: 'small',
  });
  const bar = make('progress', 'progress', { max: 1, 'aria-label': t('photoUploading') });
  const cancel = button(t('cancel'), { look: 'small', press: () => ending?.abort() });
  const problem = make('p', 'refusal', { role: 'alert', hidden: '' });
  const work = make('div', 'upload-work', { hidden: '' }, bar, cancel);

  async function send(file) {
    ending?.abort();
    const own = (ending = new AbortController());
    const uploaded = begin();
    work.hidden = false;
    problem.hidden = true;
    bar.value = 0;
    try {
      const photo = await uploadPhoto(app, file, {
        signal: own.signal,
        // All of it is sent: the server works on it.
        progress: (part) => (part < 1 ? (bar.value = part) : bar.removeAttribute('value')),
      });
      uploaded(photo);
    } catch (error) {
      if (own.signal.aborted) return;
      problem.hidden = false;
      problem.textContent = reasonText(t, error);
    } finally {
      if (ending === own) work.hidden = true;
    }
  }

  return {
    opener: make('span', '', {}, opener, input),
    progress: make('div', 'upload-progress', {}, work, problem),
    send,
  };
}
