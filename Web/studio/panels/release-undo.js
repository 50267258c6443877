// Taking back a release that is published: what that would do, and the button.

import { button, make } from '../ui/elements.js';
import { undoing } from './release-actions.js';
import { putBack } from './save.js';

/**
 * The button that takes a release back, with a note of what it would do.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {(action: () => Promise<void>, control: HTMLElement) => Promise<void>} options.run runs what takes a while
 * @param {() => void} options.found called once it is known what was there before the release
 */
export function releaseUndo(app, { run, found }) {
  const { t, fail } = app;
  const note = make('p', 'help');
  const control = button(t('undo'), { icon: 'undo', isLabelled: true, action: 'restore', press: undo });
  let release = null;
  /** The first dry run of taking the release back: it has the values that were there before. */
  let first = null;
  let subjects = [];
  /** The question that is asked last: answers to those before come too late. */
  let asked = null;

  async function undo() {
    await run(() => putBack(app, release.published_revision, subjects), control);
    if (release) await find();
  }

  async function find() {
    const own = (asked = {});
    control.disabled = true;
    try {
      const outcome = await undoing(app, release);
      if (own !== asked) return;
      first ??= outcome;
      subjects = outcome.subjects;
      control.disabled = !outcome.changes.length;
      note.textContent = [
        t(outcome.changes.length ? 'undoReleaseHelp' : 'undoNothing'),
        outcome.missing ? t('undoMissing', { count: outcome.missing }) : '',
      ].join(' ').trim();
      found();
    } catch (error) {
      if (own === asked) fail(error);
    }
  }

  return {
    control,
    note,
    /** The values before the release, by subject. */
    get before() {
      return new Map((first?.changes ?? []).map((change) => [change.subject, change.after]));
    },
    /** Forgets the release. */
    close() {
      [release, first, asked] = [null, null, null];
    },
    /**
     * Finds out what taking a release back would do, and offers it.
     * @param {any} next null for one that cannot be taken back
     */
    show(next) {
      release = next;
      asked = null;
      control.hidden = note.hidden = !next;
      if (next) find();
    },
  };
}
