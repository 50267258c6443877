// Uploading the photo of a field, with progress; it can be cancelled.

import { pictureTypes, uploadPhoto } from '../core/photos.js';
import { button, make } from '../ui/elements.js';
import { fileOpener } from '../ui/files.js';
import { reasonText } from '../ui/problems.js';

/**
 * An uploader of one photo at a time.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {() => string | undefined} options.subject the item that is shown
 * @param {(photo: any, subject?: string) => void} options.take called with a photo, and the item that it is for: another
 *   one may be shown by then
 * @returns {{opener: HTMLElement, progress: HTMLElement, send: (file: File) => Promise<void>, show: () => void}} the
 *   button that opens files, and the place of the progress; `show` shows that of the item that is shown
 */
export function makeUploader(app, { subject, take }) {
  const { t, notify } = app;
  let ending;
  /** The item that the last upload is for, whether it goes on, and what was wrong with it. */
  let last = { subject: undefined, isWorking: false, problem: '' };
  const isShown = () => app.currentOf(last.subject) === subject();
  const { opener, input } = fileOpener(t('photoUpload'), {
    take: ([file]) => send(file), accept: pictureTypes, action: 'upload-photo', look: 'small',
  });
  const bar = make('progress', 'progress', { max: 1, 'aria-label': t('photoUploading') });
  const cancel = button(t('cancel'), { look: 'small', press: () => ending?.abort() });
  const problem = make('p', 'refusal', { role: 'alert', hidden: '' });
  const work = make('div', 'upload-work', { hidden: '' }, bar, cancel);

  function draw(changes) {
    last = { ...last, ...changes };
    work.hidden = !last.isWorking || !isShown();
    problem.hidden = !last.problem || !isShown();
    problem.textContent = last.problem;
  }

  async function send(file) {
    ending?.abort();
    const own = (ending = new AbortController());
    const began = subject();
    draw({ subject: began, isWorking: true, problem: '' });
    bar.value = 0;
    try {
      const photo = await uploadPhoto(app, file, {
        signal: own.signal,
        // All of it is sent: the server works on it.
        progress: (part) => (part < 1 ? (bar.value = part) : bar.removeAttribute('value')),
      });
      take(photo, began === undefined ? began : app.currentOf(began));
    } catch (error) {
      if (own.signal.aborted) return;
      const detail = reasonText(t, error);
      draw({ problem: detail });
      if (!isShown()) notify(t('photoNotUploaded', { name: file.name, detail }), { isProblem: true });
    } finally {
      if (ending === own) draw({ isWorking: false });
    }
  }

  return {
    opener: make('span', '', {}, opener, input),
    progress: make('div', 'upload-progress', {}, work, problem),
    send,
    show: () => draw({}),
  };
}
