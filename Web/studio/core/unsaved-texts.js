// Texts that are saved by themselves, while they are not saved: the note of a release, the alternative text of a photo.

/** @typedef {Record<string, string>} Texts by `releases/5/note` and `photos/ID/alt` */

/**
 * Creates the unsaved texts of a window.
 * @param {Texts} [kept] of a page before
 * @param {() => void} [changed] called after every change
 */
export function makeUnsavedTexts(kept = {}, changed = () => {}) {
  let texts = kept;

  return {
    /** The plain data that a new page takes. */
    get kept() {
      return texts;
    },
    /**
     * The text that is not saved; undefined for none.
     * @param {string} subject
     * @param {string} member
     */
    text: (subject, member) => texts[`${subject}/${member}`],
    /**
     * Keeps a text until it is saved, or is what the server has.
     * @param {string} subject
     * @param {string} member
     * @param {string | null} text null for one that is saved
     * @param {string} [saved] the text of the server
     */
    keep(subject, member, text, saved) {
      const name = `${subject}/${member}`;
      const next = text === null || text === saved ? undefined : text;
      if (texts[name] === next) return;
      const { [name]: _, ...others } = texts;
      texts = next === undefined ? others : { ...others, [name]: next };
      changed();
    },
    /**
     * Takes over the texts of a window that was closed; those of this window stay.
     * @param {Texts} [others]
     */
    adopt(others = {}) {
      if (!Object.keys(others).length) return;
      texts = { ...others, ...texts };
      changed();
    },
  };
}

/** @typedef {ReturnType<typeof makeUnsavedTexts>} UnsavedTexts */
