// Uploading photos: by choosing a file or by dropping it, with progress, and it can be cancelled.

import { button, make } from '../ui/elements.js';
import { upload } from '../core/upload.js';

const types = 'image/jpeg,image/png,image/webp,image/heic,image/avif';

/**
 * @param {import('../core/app.js').App} app
 * @param {{begin: () => (photo: any) => void}} options `begin` is called when an upload begins, and gives what is called
 *   with its photo: another item may be shown by then
 * @returns {{opener: HTMLElement, progress: HTMLElement, send: (file: File) => Promise<void>}} the button that opens
 *   files, and the place of the progress
 */
export function makeUploader(app, { begin }) {
  const { t } = app;
  let ending;
  const input = make('input', 'spoken', { type: 'file', accept: types, tabindex: -1, 'aria-label': t('photoUpload') });
  const open = button(t('photoUpload'), { icon: 'import', isLabelled: true, look: 'small', action: 'upload-photo', press: () => input.click() });
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
      const photo = await upload('/v1/photos', file, {
        signal: own.signal,
        // All of it is sent: the server works on it.
        progress: (part) => (part < 1 ? (bar.value = part) : bar.removeAttribute('value')),
      });
      uploaded(photo);
    } catch (error) {
      if (own.signal.aborted) return;
      problem.hidden = false;
      problem.textContent = error.name === 'Outage' ? t('offline') : error.message;
    } finally {
      if (ending === own) work.hidden = true;
    }
  }

  input.addEventListener('change', () => {
    if (input.files[0]) send(input.files[0]);
    input.value = '';
  });
  return { opener: make('span', 'upload-opener', {}, open, input), progress: make('div', 'upload-progress', {}, work, problem), send };
}

/**
 * Takes files that are dropped on an element.
 * @param {HTMLElement} element
 * @param {(file: File) => void} take
 */
export function acceptFiles(element, take) {
  const hasFile = (event) => [...(event.dataTransfer?.types ?? [])].includes('Files') && !element.closest('fieldset:disabled');
  element.addEventListener('dragover', (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    element.classList.add('drop');
  });
  element.addEventListener('dragleave', (event) => {
    if (!element.contains(/** @type {Node | null} */ (event.relatedTarget))) element.classList.remove('drop');
  });
  element.addEventListener('drop', (event) => {
    element.classList.remove('drop');
    if (!hasFile(event)) return;
    event.preventDefault();
    if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
  });
}
