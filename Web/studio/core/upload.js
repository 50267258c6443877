// Sending a file, with its progress.

import { Outage, Refusal } from './client.js';

/** The statuses that say nothing about the request: it can be sent again. */
const passing = [0, 408, 429, 502, 503, 504];

/**
 * Sends a file. `fetch` does not tell how much of a body has been sent.
 * @param {string} path
 * @param {Blob} file
 * @param {object} [options]
 * @param {string} [options.type] the media type; that of the file if missing
 * @param {(share: number) => void} [options.progress] called with how much has been sent, from 0 to 1
 * @param {AbortSignal} [options.signal]
 * @param {() => XMLHttpRequest} [options.makeRequest]
 * @returns {Promise<any>} the body of the answer
 * @throws {Refusal | Outage | DOMException} the last if it was aborted
 */
export function upload(path, file, options = {}) {
  const { type = file.type, progress = () => {}, signal, makeRequest = () => new XMLHttpRequest() } = options;
  return new Promise((resolve, reject) => {
    const aborted = () => reject(new DOMException('aborted', 'AbortError'));
    if (signal?.aborted) return aborted();
    const request = makeRequest();
    const stop = () => request.abort();
    request.open('POST', path);
    request.setRequestHeader('Content-Type', type || 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => progress(total ? loaded / total : 0);
    request.onabort = aborted;
    request.onerror = request.ontimeout = () => reject(new Outage(null));
    request.onload = () => {
      const value = valueOf(request.responseText);
      if (request.status >= 200 && request.status < 300) return resolve(value);
      const refusal = new Refusal(request.status, value, null);
      reject(passing.includes(request.status) ? new Outage(refusal) : refusal);
    };
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    signal?.addEventListener('abort', stop);
    request.send(file);
  });
}

function valueOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
