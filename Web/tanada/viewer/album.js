// The photos of a section, also of pages that it gets while the viewer is open.

import { wholePictures } from './photo.js';

/**
 * The photos of a section.
 * @typedef {object} Album
 * @property {(item: any) => URL[]} addressesOf the whole photo of an item, the best first
 * @property {() => any[]} items those with a photo
 * @property {(item: any) => number} placeOf where an item is among them, also if it has gone since
 * @property {() => string} size how many there are, with a plus while there are further pages
 */

/**
 * Makes the album of a section.
 * @param {import('../section-view.js').SectionView} view
 * @param {(address: unknown) => URL | null} pictureAddress
 * @returns {Album}
 */
export function makeAlbum(view, pictureAddress) {
  let entries;
  let items = [];
  let last = 0;
  const album = {
    addressesOf: ({ image }) => (image ? wholePictures(image).map(pictureAddress).filter(Boolean) : []),
    items() {
      if (view.entries === entries) return items;
      entries = view.entries;
      items = entries.map(({ item }) => item).filter((item) => album.addressesOf(item).length);
      return items;
    },
    placeOf({ id }) {
      const index = album.items().findIndex((item) => item.id === id);
      return (last = index < 0 ? Math.min(last, items.length) : index);
    },
    size: () => `${album.items().length}${view.next ? '+' : ''}`,
  };
  return album;
}
