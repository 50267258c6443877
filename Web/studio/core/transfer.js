// Importing items from a file, and exporting them.

import { upload } from './upload.js';

/** The media types of the formats. */
const formats = { csv: 'text/csv', json: 'application/json', ndjson: 'application/x-ndjson' };
const formatOfEnd = {
  csv: 'csv', tsv: 'csv', tab: 'csv', txt: 'csv', json: 'json', ndjson: 'ndjson', jsonl: 'ndjson',
};

/** The ends of the names of files that can be imported. */
export const ends = Object.keys(formatOfEnd).map((end) => `.${end}`);

/**
 * The format of a file.
 * @param {string} name
 * @returns {keyof typeof formats | null} null for another one
 */
export function formatOf(name) {
  const end = name.toLowerCase().split('.').at(-1);
  return Object.hasOwn(formatOfEnd, end) ? formatOfEnd[end] : null;
}

/**
 * The address of an export.
 * @param {string} kind
 * @param {{format: string, untranslated?: string}} options
 */
export function pathOfExport(kind, { format, untranslated }) {
  const condition = untranslated ? `&untranslated=${encodeURIComponent(untranslated)}` : '';
  return `/v1/export/${kind}?format=${format}${condition}`;
}

/**
 * The outcome of an import.
 * @typedef {object} ImportOutcome
 * @property {number} inserted
 * @property {number} updated
 * @property {number} unchanged
 * @property {Record<string, number>} unknown_fields
 */

/**
 * Imports a file: all of its items, or nothing.
 * @param {string} kind
 * @param {File} file
 * @param {object} options
 * @param {string} options.format
 * @param {boolean} options.isDryRun whether nothing is changed
 * @param {AbortSignal} [options.signal]
 * @param {(part: number) => void} [options.progress] as of uploads
 * @returns {Promise<ImportOutcome>}
 */
export function importFile(kind, file, { format, isDryRun, signal, progress }) {
  const path = `/v1/import/${kind}?format=${format}${isDryRun ? '&dry_run=true' : ''}`;
  return upload(path, file, { type: formats[format], signal, progress });
}

/**
 * A problem of an import, in its parts.
 * @param {{pointer: string, detail: string}} error
 * @returns {{line: string, item: string, field: string, text: string}} empty where it is not known; items are counted
 *   from 1
 */
export function problemOf({ pointer, detail }) {
  const [, text, line] = /^(.*?)(?: \(line (\d+)\))?$/s.exec(detail) ?? [];
  const [, index, field] = /^\/(\d+)(?:\/(.*))?$/s.exec(pointer) ?? [];
  return {
    line: line ?? '', item: index === undefined ? '' : String(Number(index) + 1),
    field: (field ?? '').replace(/~1/g, '/').replace(/~0/g, '~'), text: text ?? detail,
  };
}
