// The members of a release: its name, a note for the reviewer, and when it is published. Each is saved at once.

import { makeTimer } from '../../tanada/timer.js';
import { Refusal } from '../core/client.js';
import { localOf, momentOf } from '../core/moments.js';
import { stateOf } from '../core/releases.js';
import { button, make } from '../ui/elements.js';
import { field, showRefusal } from './controls.js';
import { asName, inPlainText } from './plain-controls.js';

/** How long after the last letter a note is saved, in milliseconds. */
const typingPause = 1000;

/**
 * The form of a release.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {(members: any) => Promise<void>} options.save
 */
export function releaseForm(app, { save }) {
  const { t, state, can, unsavedTexts } = app;
  const zone = state.get().session.time_zone;
  let release = null;
  let isOpen = false;
  /** The note that is being saved. */
  let sent = null;
  const name = asName(make('input', '', { maxlength: 100 }));
  const note = inPlainText(make('textarea', '', { maxlength: 4000, rows: 3 }));
  const moment = make('input', '', { type: 'datetime-local' });
  const clear = button(t('clearMoment'), { look: 'plain small', press: () => put({ publish_at: null }) });
  const fields = {
    name: field(t('releaseName'), name, { name: 'name' }),
    note: field(t('releaseNote'), note, { name: 'note', help: t('releaseNoteHelp') }),
    publish_at: field(t('releaseMoment', { zone }), moment, {
      name: 'publish_at', help: t(can('editor') ? 'releaseMomentHelp' : 'releaseMomentRole'), aside: clear,
    }),
  };
  const element = make('div', 'release-fields', {}, ...Object.values(fields));
  const autosave = makeTimer(saveNote);
  name.addEventListener('change', () => name.value.trim() && put({ name: name.value.trim() }));
  note.addEventListener('input', (event) => {
    if (release) unsavedTexts.keep(subjectOf(release), 'note', note.value.trim(), release.note ?? '');
    if (!event.isComposing) autosave.after(typingPause);
  });
  note.addEventListener('change', saveNote);
  moment.addEventListener('change', saveMoment);

  /** Saves a member, and says why if it is refused. */
  async function put(members) {
    const [member] = Object.keys(members);
    const began = release;
    const subject = subjectOf(began);
    showRefusal(element, member, '');
    try {
      await save(members);
      if (unsavedTexts.text(subject, member) === members[member]) unsavedTexts.keep(subject, member, null);
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 422)) return app.fail(error);
      const detail = error.errors[0]?.detail ?? error.message;
      if (release && subjectOf(release) === subject) showRefusal(element, member, detail);
      else app.notify(t('releaseRefused', { name: began.name, detail }), { isProblem: true });
    }
  }

  function saveNote() {
    autosave.stop();
    const text = note.value.trim();
    if (!release || !isOpen || text === (release.note ?? '')) return;
    // The field was left, or its panel closed, before the answer was there.
    if (sent?.text === text && sent.release === release.id) return;
    const own = sent = { release: release.id, text };
    put({ note: text }).finally(() => sent === own && (sent = null));
  }

  function saveMoment() {
    const chosen = momentOf(moment.value, zone);
    const isPast = chosen && Date.parse(chosen) <= Date.now();
    showRefusal(element, 'publish_at', isPast ? t('momentPast') : '');
    if (!isPast) put({ publish_at: chosen });
  }

  return {
    element,
    /** Saves a note that is still being typed. */
    saveNote,
    /** Forgets the release, and what was refused of it. */
    close() {
      release = null;
      for (const member of Object.keys(fields)) showRefusal(element, member, '');
    },
    /**
     * Shows a release.
     * @param {any} next
     * @param {boolean} mayChange
     */
    show(next, mayChange) {
      const isOther = release?.id !== next.id;
      release = next;
      isOpen = mayChange;
      const isPublished = stateOf(release) === 'published';
      name.disabled = note.readOnly = !isOpen;
      moment.disabled = !isOpen || !can('editor');
      fill(name, release.name);
      const typed = isOpen ? unsavedTexts.text(subjectOf(release), 'note') : undefined;
      fill(note, typed ?? release.note ?? '');
      // It was typed before the page was loaded again.
      if (isOther && typed !== undefined) autosave.after(0);
      fill(moment, localOf(release.publish_at, zone));
      fields.name.hidden = fields.publish_at.hidden = isPublished;
      fields.note.hidden = isPublished ? !release.note : !('note' in release);
      clear.hidden = !release.publish_at || moment.disabled;
    },
  };
}

const subjectOf = ({ id }) => `releases/${id}`;

/** Sets a control that nobody types in. */
function fill(control, value) {
  if (control !== document.activeElement && control.value !== value) control.value = value;
}
