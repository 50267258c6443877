// Adding photos: by a button, by dropping files, several at a time, with their progress.

import { pictureTypes, uploadPhoto } from '../core/photos.js';
import { button, make } from '../ui/elements.js';
import { acceptFiles, fileOpener } from '../ui/files.js';
import { reasonText } from '../ui/problems.js';

/** How many files are sent at a time: those of a phone have some megabytes each. */
const maximumRunning = 2;

/**
 * A place to drop pictures on, with a button that opens them.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {(files: File[]) => void} options.take
 * @param {boolean} [options.isMultiple]
 * @param {string} [options.label] of the button
 * @param {string} [options.help]
 * @param {...Node} children shown inside, before the button
 * @returns {HTMLElement & {open: () => void, isDisabled: boolean}}
 */
export function photoDrop({ t }, { take, isMultiple = false, label, help }, ...children) {
  const { opener, input } = fileOpener(label ?? t(isMultiple ? 'uploadPhotos' : 'uploadPhoto'), {
    take, accept: pictureTypes, action: 'upload', isMultiple,
  });
  const note = make('span', 'help', {}, help ?? t(isMultiple ? 'dropPhotos' : 'dropPhoto'));
  const place = make('div', 'photo-drop', {}, ...children, make('div', 'row', {}, opener, note), input);
  acceptFiles(place, { take, isMultiple, isEnabled: () => !opener.disabled });
  Object.defineProperty(place, 'isDisabled', { get: () => opener.disabled, set: (is) => (opener.disabled = is) });
  place.open = () => opener.click();
  return place;
}

/**
 * The list of uploads: each with its progress, and a button that cancels it, or tries it again.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {(photo: any, file: File) => void} options.done called for each photo that was added
 * @returns {HTMLElement & {add: (files: File[]) => void, cancel: () => void}}
 */
export function photoUploads(app, { done }) {
  const { t } = app;
  const list = make('ul', 'list uploads', { 'aria-label': t('uploads') });
  const waiting = [];
  const running = new Set();

  function next() {
    while (waiting.length && running.size < maximumRunning) run(waiting.shift());
  }

  async function run(upload) {
    const { file, row, bar, note } = upload;
    running.add(upload);
    upload.ending = new AbortController();
    note.textContent = '';
    note.classList.remove('problem');
    try {
      const photo = await uploadPhoto(app, file, {
        signal: upload.ending.signal,
        progress(share) {
          bar.value = share;
          // The picture is read and checked once all of it is there.
          if (share === 1) note.textContent = t('checkingPhoto');
        },
      });
      leave(row);
      done(photo, file);
    } catch (error) {
      if (error.name === 'AbortError') leave(row);
      else fail(upload, error);
    } finally {
      running.delete(upload);
      next();
    }
  }

  /** Says why a file was not added; it can be tried again. */
  function fail(upload, error) {
    upload.bar.hidden = true;
    upload.again.hidden = false;
    upload.note.textContent = reasonText(t, error);
    upload.note.classList.add('problem');
  }

  function start(file) {
    const upload = { file, ending: new AbortController() };
    upload.bar = make('progress', 'progress', { max: 1, value: 0, 'aria-label': file.name });
    upload.note = make('span', 'list-note', { role: 'status' });
    upload.again = button(t('again'), { look: 'small', press: () => enqueue(upload) });
    const cancel = button(t('cancelUpload', { name: file.name }), {
      icon: 'close', look: 'plain', press: () => drop(upload),
    });
    upload.row = make('li', 'list-row upload', {},
      make('span', 'list-text', {}, make('span', 'list-title', {}, file.name), upload.bar, upload.note), upload.again,
      cancel);
    list.append(upload.row);
    enqueue(upload);
  }

  function enqueue(upload) {
    upload.bar.hidden = false;
    upload.bar.value = 0;
    upload.again.hidden = true;
    waiting.push(upload);
    next();
  }

  function drop(upload) {
    const place = waiting.indexOf(upload);
    if (place >= 0) waiting.splice(place, 1);
    if (running.has(upload)) upload.ending.abort();
    else leave(upload.row);
  }

  /** Takes a row away; the focus goes on to the next one. */
  function leave(row) {
    const hadFocus = row.contains(document.activeElement);
    const neighbour = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    if (hadFocus) neighbour?.querySelector('button:last-child')?.focus();
  }

  list.add = (files) => files.forEach(start);
  list.cancel = () => [...waiting, ...running].forEach(drop);
  return list;
}
