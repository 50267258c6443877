// Where a photo is used, and how its place is taken by another one.

import { photoIDOf, photoValue } from './photos.js';

/**
 * A use of a photo.
 * @typedef {object} Use
 * @property {string} subject `content/KIND/ID`
 * @property {string} field
 * @property {string | null} until the revision before which it was used; null for a use that is there now, or prepared
 */

/**
 * The uses that stand against the deletion of a photo.
 * @param {{detail: string}[]} errors of the refusal: `recent_news/3: photo, before revision 7`
 * @returns {Use[]}
 */
export function usesOf(errors) {
  return errors.map(({ detail }) => /^([^/\s]+\/\d+): ([^,]+)(?:, before revision (\d+))?$/.exec(detail))
    .filter(Boolean)
    .map(([, item, field, until]) => ({ subject: `content/${item}`, field, until: until ?? null }));
}

/**
 * Uses by subject.
 * @param {{subject: string, field: string}[]} uses
 * @returns {Map<string, string[]>} the fields of each subject
 */
export function bySubject(uses) {
  const fields = new Map();
  for (const { subject, field } of uses) fields.set(subject, [...new Set([...(fields.get(subject) ?? []), field])]);
  return fields;
}

/**
 * The members of an item that make it show another photo.
 * @param {any} kind the item's definition
 * @param {any} item
 * @param {string[]} fields that show the photo
 * @param {any} photo the other photo
 */
export function replacing(kind, item, fields, photo) {
  const members = {};
  for (const field of fields) {
    const [name] = field.split('@');
    // A use by an address that is assigned to the photo is known by the server only, and has no other sign of it.
    const type = kind?.fields.find((one) => one.name === name)?.type
      ?? (photoIDOf(item[field]) === item[field] ? 'photo' : 'url');
    members[field] = photoValue(type, photo.id);
    const { image, image_width: width, image_height: height } = kind?.roles ?? {};
    if (type === 'url' && field === image && width && height) {
      Object.assign(members, { [width]: photo.width, [height]: photo.height });
    }
  }
  return members;
}
