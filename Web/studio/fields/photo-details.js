// What belongs to a photo wherever it is shown: its size and camera, its alternative text and the focus point. They are
// sent at once, and are not part of an item.

import { labelled, make } from '../ui/elements.js';
import { makeTimer } from '../../tanada/timer.js';
import { cameraOf, moved } from './camera.js';

/** How long after the last key the focus point is sent, in milliseconds. */
const pause = 500;

/**
 * @param {import('../core/app.js').App} app
 * @returns {{element: HTMLElement, show: (id: string | null) => void}}
 */
export function makePhotoDetails(app) {
  const { t, client } = app;
  let photo = null;
  let tag = null;
  let wanted;
  const facts = make('p', 'help photo-facts');
  const alt = make('textarea', 'short', { rows: 1, dir: 'auto', maxlength: 1000, 'data-photo': 'alt' });
  const image = make('img', '', { alt: '' });
  const point = make('button', 'focus-point', { type: 'button', 'data-photo': 'focus' });
  const frame = make('div', 'focus-frame', {}, image, point);
  const place = make('p', 'help', { role: 'status' });
  const summary = make('summary', '', {}, t('photoDetails'));
  const element = make('details', 'photo-details', { hidden: '' }, summary, make('div', 'photo-detail-list', {},
    facts, labelled(t('photoAlt'), alt, { help: t('photoAltHelp') }),
    make('div', 'field', {}, make('span', 'field-label', {}, t('photoFocus')), frame, place)));

  const later = makeTimer(() => save({ focus: photo.focus }));

  async function save(members) {
    const { id } = photo;
    try {
      const answer = await client.send('PATCH', `/v1/photos/${id}`, { json: members, tag });
      if (photo?.id === id) [photo, tag] = [answer.value, answer.tag];
      app.notify(t('photoSaved'));
    } catch (error) {
      app.fail(error);
      wanted = undefined;
      show(id);
    }
  }

  function draw() {
    const { x, y } = photo.focus ?? { x: 0.5, y: 0.5 };
    point.style.left = `${x * 100}%`;
    point.style.top = `${y * 100}%`;
    const text = t('photoFocusAt', { x: Math.round(x * 100), y: Math.round(y * 100) });
    point.setAttribute('aria-label', `${t('photoFocus')}: ${text}`);
    place.textContent = photo.focus ? text : t('photoFocusHelp');
    const disabled = !app.can('contributor');
    alt.disabled = disabled;
    point.disabled = disabled;
  }

  function put(focus) {
    photo = { ...photo, focus };
    draw();
  }

  async function show(id) {
    if (id === wanted) return;
    wanted = id;
    element.hidden = true;
    if (!id) return;
    try {
      const answer = await client.get(`/v1/photos/${encodeURIComponent(id)}`);
      if (wanted !== id) return;
      [photo, tag] = [answer.value, answer.tag];
    } catch {
      return;
    }
    facts.textContent = [`${photo.width} × ${photo.height}`, ...cameraOf(photo.exif)].join(' · ');
    alt.value = photo.alt ?? '';
    image.src = `/v1/photos/${id}/640x640.webp?fit=contain`;
    draw();
    element.hidden = false;
  }

  alt.addEventListener('change', () => save({ alt: alt.value.trim() || null }));
  const follow = (event) => {
    const { left, top, width, height } = image.getBoundingClientRect();
    put(moved({ x: (event.clientX - left) / width, y: (event.clientY - top) / height }));
  };
  frame.addEventListener('pointerdown', (event) => {
    if (point.disabled || event.button !== 0) return;
    event.preventDefault();
    frame.setPointerCapture(event.pointerId);
    point.focus();
    follow(event);
  });
  frame.addEventListener('pointermove', (event) => frame.hasPointerCapture(event.pointerId) && follow(event));
  frame.addEventListener('pointerup', (event) => frame.hasPointerCapture(event.pointerId) && save({ focus: photo.focus }));
  point.addEventListener('keydown', (event) => {
    const step = event.shiftKey ? 0.1 : 0.01;
    const [x, y] = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key] ?? [];
    if (x === undefined) return;
    event.preventDefault();
    const from = photo.focus ?? { x: 0.5, y: 0.5 };
    put(moved({ x: from.x + x, y: from.y + y }));
    later.after(pause);
  });
  return { element, show };
}
