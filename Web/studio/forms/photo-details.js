// What is said of a photo: its measure, its camera, its alternative text and its focus point. Each is saved by itself.

import { Refusal } from '../core/client.js';
import { isEqual } from '../core/equality.js';
import { patchMembers } from '../core/patching.js';
import { cameraTexts, pictureOf, sizeText } from '../core/photos.js';
import { confirm } from '../ui/dialogs.js';
import { button, make } from '../ui/elements.js';
import { field, showRefusal } from './controls.js';
import { makeFocusPoint } from './focus-point.js';
import { inPlainText } from './plain-controls.js';

/** The most letters of an alternative text. */
const maximumAlt = 2000;

/**
 * The details of a photo. They are loaded into the state's bases as `photos/ID`.
 * @param {import('../core/app.js').App} app
 * @param {object} [options]
 * @param {(photo: any) => void} [options.changed] called after a change was saved
 * @returns {HTMLElement & {show: (base: import('../core/working.js').Base) => void}} `show` takes the photo as the
 *   server has it
 */
export function photoDetails(app, { changed = () => {} } = {}) {
  const { t, can, content, client, state, unsavedTexts } = app;
  const isReadOnly = !can('editor');
  /** @type {import('../core/working.js').Base | null} */
  let base = null;
  let focus = null;
  let saving = Promise.resolve();

  const facts = make('dl', 'fact-list');
  const alt = inPlainText(make('textarea', '', { maxlength: maximumAlt, rows: 2 }));
  alt.readOnly = isReadOnly;
  // Before the photo is known, what is typed would be said of none.
  alt.disabled = true;
  const store = button(t('saveAlt'), { look: 'small', action: 'save-alt', press: () => saveAlt() });
  const place = make('div', 'focus-place');
  const details = make('div', 'photo-description', {},
    field(t('altText'), alt, { name: 'alt', help: t('altTextHelp'), aside: store }), place,
    isReadOnly ? make('p', 'help', {}, t('photoReadOnly', { role: t(`role_${state.get().session.role}`) })) : null,
    facts);

  const isChanged = () => base?.value && alt.value.trim() !== (base.value.alt ?? '');
  const mark = () => (store.hidden = isReadOnly || !isChanged());
  const saveAlt = () => (isChanged() ? save({ alt: alt.value.trim() || null }) : undefined);
  alt.addEventListener('input', () => {
    mark();
    if (base?.value) unsavedTexts.keep(subjectOf(base), 'alt', alt.value.trim(), base.value.alt ?? '');
  });
  alt.addEventListener('change', saveAlt);

  /** Saves members one after the other, each with the tag of the photo then. */
  function save(members) {
    const [began, sent] = [base, alt.value];
    saving = saving.then(() => send(members, base?.value?.id === began.value.id ? base : began, sent));
  }

  async function send(members, own, sent) {
    const subject = subjectOf(own);
    showRefusal(details, 'alt', '');
    const ask = ({ alt: theirs }) => confirm(t, t('photoChanged', { text: theirs ?? t('nothingThere') }),
      { label: t('keepMine'), look: 'primary', action: 'keep-mine' });
    try {
      const next = await patchMembers(app, subject, own, members, ask);
      const isSaved = 'alt' in members && unsavedTexts.text(subject, 'alt') === sent.trim();
      if (isSaved) unsavedTexts.keep(subject, 'alt', null);
      if (base.value?.id !== next.value.id) return;
      // Of what they have and the editor takes, nothing of the editor is left but what was typed since.
      if ('alt' in members && alt.value === sent) alt.value = next.value.alt ?? '';
      details.show(next);
      changed(next.value);
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 422)) return app.fail(error);
      const detail = error.errors[0]?.detail ?? error.message;
      if (base?.value?.id === own.value.id) showRefusal(details, 'alt', detail);
      else app.notify(t('photoTextRefused', { text: sent, detail }), { isProblem: true });
    }
  }

  details.show = (next) => {
    const isOther = base?.value?.id !== next.value?.id;
    const wasChanged = !isOther && isChanged();
    // A point that was chosen meanwhile is on its way.
    const wasMoved = !isOther && base?.value && !isEqual(focus.value, base.value.focus);
    base = next;
    alt.disabled = !base.value;
    if (!base.value) return;
    const photo = base.value;
    const typed = isReadOnly ? undefined : unsavedTexts.text(subjectOf(base), 'alt');
    if (isOther || !wasChanged) alt.value = typed ?? photo.alt ?? '';
    if (isOther) {
      focus = makeFocusPoint(t, {
        picture: pictureOf(photo.id), value: photo.focus, isDisabled: isReadOnly, choose: (point) => save({ focus: point }),
      });
      place.replaceChildren(focus);
      showRefusal(details, 'alt', '');
    } else if (!wasMoved && !isEqual(focus.value, photo.focus)) focus.value = photo.focus;
    facts.replaceChildren(...factsOf(photo));
    mark();
  };

  function factsOf(photo) {
    const { language } = state.get();
    const rows = [
      [t('photoMeasure'), `${photo.width} × ${photo.height}`], [t('photoFormat'), photo.format.toUpperCase()],
      [t('photoFileSize'), sizeText(photo.byte_count, language)],
      ...cameraTexts(photo.exif).map(([name, text]) => [t(`exif_${name}`), text]),
    ];
    return rows.map(([name, text]) => make('div', '', {}, make('dt', '', {}, name), make('dd', '', {}, text)));
  }

  return details;
}

const subjectOf = ({ value }) => `photos/${value.id}`;
