// Texts that are saved by themselves, while they are not saved: the note of a release, the alternative text of a photo.

/** @typedef {Record<string, string>} Drafts by `releases/5/note` and `photos/ID/alt` */

/**
 * Creates the drafts of a window.
 * @param {Drafts} [kept] of a page before
 * @param {() => void} [changed] called after every change
 */
export function makeDrafts(kept = {}, changed = () => {}) {
  let drafts = kept;

  return {
    /** The plain data that a new page takes. */
    get kept() {
      return drafts;
    },
    /**
     * The text that is not saved; undefined for none.
     * @param {string} subject
     * @param {string} member
     */
    text: (subject, member) => drafts[`${subject}/${member}`],
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
      if (drafts[name] === next) return;
      const { [name]: _, ...others } = drafts;
      drafts = next === undefined ? others : { ...others, [name]: next };
      changed();
    },
    /**
     * Takes over the drafts of a window that was closed; those of this window stay.
     * @param {Drafts} [others]
     */
    adopt(others = {}) {
      if (!Object.keys(others).length) return;
      drafts = { ...others, ...drafts };
      changed();
    },
  };
}

/** @typedef {ReturnType<typeof makeDrafts>} DraftTexts */
