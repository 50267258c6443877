// What is said about a photo: its texts, and on a card what its camera noted.

import { itemContent } from '../content.js';
import { make, setAttributes } from '../dom.js';
import { languageOf } from '../language.js';
import { photoAddress } from './photo.js';

/** The roles of the texts below the title, in their order. */
const details = ['label', 'place', 'author', 'date', 'rating'];

/**
 * The caption of the viewer.
 * @typedef {object} Caption
 * @property {HTMLElement} element
 * @property {string} title that of the photo
 * @property {(item: any) => void} show
 * @property {boolean} isOpen whether all of it is shown
 * @property {(isOpen: boolean) => void} open
 */

/**
 * Makes a caption for the photos of a section.
 * @param {import('../section-view.js').SectionView} view
 * @param {{pictureAddress: (address: unknown) => URL | null}} screen
 * @returns {Caption}
 */
export function makeCaption(view, { pictureAddress }) {
  const texts = make('div', 'texts', { id: 'about' });
  const info = make('button', 'info', { type: 'button', 'aria-label': 'About this photo', 'aria-controls': 'about' }, 'i');
  const element = make('div', 'caption', {}, texts, info);
  let shown;

  /** Adds the card, when everything is shown and the photo still is. */
  const addCard = async () => {
    const item = shown;
    const photo = caption.isOpen && pictureAddress(photoAddress(item.image));
    if (!photo) return;
    try {
      const { exif } = await (await fetch(photo)).json();
      const card = cardOf(exif, `${photo}/card?omit_unknown=true`);
      if (card && item === shown && caption.isOpen && !texts.querySelector('.card')) texts.append(card);
    } catch {
      // A photo without a card is shown all the same.
    }
  };
  const caption = {
    element,
    title: '',
    isOpen: false,
    show(item) {
      if (item === shown) return;
      shown = item;
      const { section } = view;
      const { text } = itemContent(item, section.roles);
      const title = text('headline') || item.image.alt || item.accessibility_label || '';
      const rest = details.map((role) => text(role) && (role === 'rating' ? `★ ${text(role)}` : text(role)));
      caption.title = title;
      const parts = { title, summary: text('summary'), details: rest.filter(Boolean).join(' · ') };
      texts.replaceChildren(...Object.entries(parts).filter(([, value]) => value)
        .map(([name, value]) => make('p', name, {}, value)));
      const language = languageOf(Object.values(parts).join(), () => JSON.stringify(section.items));
      setAttributes(texts, { lang: language ?? document.documentElement.lang });
      addCard();
    },
    open(isOpen) {
      caption.isOpen = isOpen;
      element.classList.toggle('open', isOpen);
      setAttributes(info, { 'aria-expanded': isOpen });
      addCard();
    },
  };
  info.onclick = () => caption.open(!caption.isOpen);
  caption.open(false);
  return caption;
}

/** The card with what a camera noted; null if that is nothing. */
function cardOf(exif, address) {
  const {
    make: maker, model, lens_model: lens, focal_length: length, f_number: aperture, exposure_time: time, iso,
  } = exif ?? {};
  const [name] = maker?.split(' ') ?? [];
  const isSaid = model?.toLowerCase().startsWith(name?.toLowerCase());
  const camera = [isSaid ? null : maker, model].filter(Boolean).join(' ');
  const exposure = [
    length > 0 && `${length}mm`, aperture > 0 && `f/${aperture}`, time && `${time.display}s`, iso > 0 && `ISO${iso}`,
  ].filter(Boolean).join('\u2003');
  const lines = { camera, lens, exposure };
  const known = Object.entries(lines).filter(([, value]) => value);
  if (!known.length) return null;
  const link = make('a', '', { href: address, target: '_blank', rel: 'noopener' }, 'Card to share');
  return make('div', 'card', { lang: 'en' }, ...known.map(([key, value]) => make('p', key, {}, value)), link);
}
