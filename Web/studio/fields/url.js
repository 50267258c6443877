// An address. Where it is that of the picture of an item, the picture is shown, and can be chosen.

import { photoValue } from '../core/photos.js';
import { picturesOf, storedAddress } from '../core/pictures.js';
import { bind } from '../forms/controls.js';
import { inOneLine } from '../forms/plain-controls.js';
import { make } from '../ui/elements.js';
import { makePhotoSlot } from './photo-slot.js';

/** @type {(field: any, context: import('./types.js').Context) => import('./types.js').Control} */
export function addressControl(field, context) {
  const { app, kind, name, label, change } = context;
  const input = inOneLine(make('input', '', {
    name, inputmode: 'url', autocomplete: 'off', spellcheck: 'false', dir: 'ltr', 'aria-label': label,
  }));
  const write = bind(input, {
    read: ({ value }) => storedAddress(value.trim(), location.origin) || null,
    write: (_, value) => (input.value = value === null ? '' : String(value)),
    change: (value) => change(value),
  });
  if (field.type !== 'url' || kind?.roles?.image !== field.name) {
    return { element: input, target: () => input, show: (value, isOther) => write(value ?? null, isOther) };
  }
  let shown;
  const slot = makePhotoSlot(context, {
    choose(photo, subject) {
      const { image_width: width, image_height: height } = kind.roles;
      const size = width && height && !name.includes('@') ? { [width]: photo.width, [height]: photo.height } : {};
      change(photoValue(field.type, photo.id), size, subject);
    },
  });
  return {
    element: make('div', 'address-control', {}, slot.element, input),
    target: () => input,
    async show(value, isOther) {
      write(value ?? null, isOther);
      if (shown === (value ?? null)) return;
      shown = value ?? null;
      const id = await picturesOf(app).find(shown);
      if (shown === (value ?? null)) slot.show(id, { isElsewhere: Boolean(shown) && !id });
    },
  };
}
