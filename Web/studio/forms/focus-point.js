// The control for the focus point of a photo: a picture to press, two sliders for the keyboard, and what crops keep.

import { centre, focusAt } from '../core/focus.js';
import { button, listen, make } from '../ui/elements.js';

/** The shapes of the crops that are shown: their classes in the style sheet. */
const shapes = ['square', 'landscape', 'tall'];

/**
 * A control for a focus point. Its `value` is the point, or null for none.
 * @param {import('../core/language.js').Words} t
 * @param {object} options
 * @param {string} options.picture the address of the whole picture
 * @param {import('../core/focus.js').Focus | null} options.value
 * @param {(focus: import('../core/focus.js').Focus | null) => void} options.choose called once a point is chosen: at
 *   the end of a drag, and after each step of the keyboard
 * @param {boolean} [options.isDisabled]
 * @returns {HTMLElement & {value: import('../core/focus.js').Focus | null, isDisabled: boolean}}
 */
export function makeFocusPoint(t, { picture, value, choose, isDisabled = false }) {
  const marker = make('span', 'focus-marker', { 'aria-hidden': 'true' });
  const photo = make('img', '', { src: picture, alt: '', draggable: 'false' });
  const area = make('div', 'focus-area', {}, photo, marker);
  const crops = shapes.map((shape) => make('img', `focus-crop ${shape}`, { src: picture, alt: '' }));
  const axes = { x: slider(t('focusHorizontal')), y: slider(t('focusVertical')) };
  const reset = button(t('focusReset'), { look: 'plain small', press: () => set(null, true) });
  const control = make('fieldset', 'focus-control', {}, make('legend', 'field-label', {}, t('focusPoint')),
    make('p', 'help', {}, t('focusHelp')), area,
    make('div', 'focus-axes', {}, axis(t('focusHorizontal'), axes.x), axis(t('focusVertical'), axes.y)),
    make('div', 'focus-crops', { role: 'img', 'aria-label': t('focusCrops') }, ...crops), reset);
  let point = value;

  /** Shows a point; `isChosen` tells of it as well. */
  function set(next, isChosen) {
    point = next;
    const { x, y } = next ?? centre;
    marker.style.left = `${x * 100}%`;
    marker.style.top = `${y * 100}%`;
    marker.classList.toggle('unset', !next);
    for (const crop of crops) crop.style.objectPosition = `${x * 100}% ${y * 100}%`;
    for (const [name, share] of Object.entries({ x, y })) {
      axes[name].value = String(Math.round(share * 100));
      axes[name].setAttribute('aria-valuetext', `${Math.round(share * 100)} %`);
    }
    reset.disabled = control.disabled || !next;
    if (isChosen) choose(point);
  }

  const at = ({ clientX, clientY }) => focusAt({ x: clientX, y: clientY }, area.getBoundingClientRect());
  listen(area, {
    pointerdown(event) {
      if (control.disabled || event.button) return;
      event.preventDefault();
      area.setPointerCapture(event.pointerId);
      set(at(event), false);
    },
    pointermove(event) {
      if (area.hasPointerCapture(event.pointerId)) set(at(event), false);
    },
    pointerup(event) {
      if (area.hasPointerCapture(event.pointerId)) set(at(event), true);
    },
  });
  for (const input of Object.values(axes)) {
    const chosen = () => ({ x: Number(axes.x.value) / 100, y: Number(axes.y.value) / 100 });
    listen(input, { input: () => set(chosen(), false), change: () => set(chosen(), true) });
  }
  Object.defineProperties(control, {
    value: { get: () => point, set: (next) => set(next, false) },
    isDisabled: {
      get: () => control.disabled,
      set(is) {
        control.disabled = is;
        reset.disabled = is || !point;
      },
    },
  });
  control.disabled = isDisabled;
  set(value, false);
  return control;
}

const slider = (label) => make('input', '', { type: 'range', min: 0, max: 100, step: 1, 'aria-label': label });
const axis = (label, input) =>
  make('div', 'focus-axis', {}, make('span', 'help', { 'aria-hidden': 'true' }, label), input);
