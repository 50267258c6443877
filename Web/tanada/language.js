// The language of a text, by the script that it is written in.

/** Japanese kana, and Chinese characters, of which Japanese texts are made as well. */
const [kana, han] = [/[\u3041-\u30ff]/, /[\u4e00-\u9fff]/];

/**
 * The language of a text; null for one whose script does not say it, such as that of English.
 * @param {string} text
 * @param {() => string} around the texts beside it: where one of them is Japanese, all are
 * @returns {string | null}
 */
export function languageOf(text, around) {
  if (kana.test(text)) return 'ja';
  return han.test(text) ? (kana.test(around()) ? 'ja' : 'zh') : null;
}
