// Taking files: by a button that opens them, and by dropping them.

import { button, listen, make } from './elements.js';

/**
 * A button that opens files.
 * @param {string} label
 * @param {object} options
 * @param {(files: File[]) => void} options.take called with at least one file
 * @param {string} options.accept the types or the ends of names of files
 * @param {string} options.action its `data-action`
 * @param {boolean} [options.isMultiple]
 * @param {string} [options.look] as of buttons
 * @returns {{opener: HTMLButtonElement, input: HTMLInputElement}} the button, and the control of files, which is not
 *   seen; both belong into the page
 */
export function fileOpener(label, { take, accept, action, isMultiple = false, look }) {
  const input = make('input', '', { type: 'file', accept, hidden: '', 'aria-label': label });
  input.multiple = isMultiple;
  input.addEventListener('change', () => {
    const files = [...input.files];
    // The same file can be chosen again.
    input.value = '';
    if (files.length) take(files);
  });
  const opener = button(label, { icon: 'import', isLabelled: true, look, action, press: () => input.click() });
  return { opener, input };
}

/**
 * Takes files that are dropped on an element.
 * @param {HTMLElement} element
 * @param {object} options
 * @param {(files: File[]) => void} options.take called with at least one file
 * @param {boolean} [options.isMultiple] otherwise the first one is taken
 * @param {() => boolean} [options.isEnabled]
 */
export function acceptFiles(element, { take, isMultiple = false, isEnabled = () => true }) {
  const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes('Files') && isEnabled()
    && !element.closest('fieldset:disabled');
  listen(element, {
    dragover(event) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      element.classList.add('dropping');
    },
    dragleave: (event) => element.contains(event.relatedTarget) || element.classList.remove('dropping'),
    drop(event) {
      element.classList.remove('dropping');
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const files = [...event.dataTransfer.files].slice(0, isMultiple ? undefined : 1);
      if (files.length) take(files);
    },
  });
}
