// A small picture of an item.

import { thumbnailOf } from '../core/photos.js';
import { picturesOf } from '../core/pictures.js';
import { icon, make } from './elements.js';

const actions = new WeakMap();
const observer = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    actions.get(target)?.();
  }
}, { rootMargin: '200px' });

/**
 * A place for the picture of an item. It is looked up when it comes into view; a placeholder stands where there is
 * none.
 * @param {import('../core/app.js').App} app
 * @param {string} [className]
 * @returns {{element: HTMLElement, show: (kind: any, item: any) => void, showPhoto: (id: string | null) => void}}
 */
export function makeThumbnail(app, className = '') {
  const image = make('img', '', { alt: '', loading: 'lazy', decoding: 'async', hidden: '' });
  const element = make('span', `thumbnail ${className}`.trim(), { 'aria-hidden': 'true' }, icon('photos'), image);
  let shown;
  image.addEventListener('error', () => (image.hidden = true));

  function showPhoto(id) {
    image.hidden = !id;
    if (!id) return image.removeAttribute('src');
    const address = thumbnailOf(id);
    if (image.getAttribute('src') !== address) image.src = address;
  }

  return {
    element,
    showPhoto,
    show(kind, item) {
      const role = kind?.roles?.image;
      const type = kind?.fields.find(({ name }) => name === role)?.type;
      const value = item?.[role] ?? null;
      if (shown === value) return;
      shown = value;
      if (type === 'photo' || !value) return showPhoto(value);
      actions.set(element, async () => {
        const id = await picturesOf(app).find(value);
        if (shown === value) showPhoto(id);
      });
      observer.unobserve(element);
      observer.observe(element);
    },
  };
}
