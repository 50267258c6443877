// The language of a text, by the script that it is written in.

/**
 * Languages by the scripts that say them, the first one that a text has; all others are left to the page.
 */
const scripts = {
  ja: /[\u3041-\u30ff]/, ko: /[\uac00-\ud7af]/, he: /[\u05d0-\u05ea]/,
  ar: /[\u0620-\u064a]/,
};
/** Chinese characters, of which Japanese texts are made as well. */
const han = /[\u4e00-\u9fff]/;

/**
 * The language of a text; null for one whose script does not say it, such as that of English.
 * @param {string} text
 * @param {() => string} around the texts beside it: where one of them is Japanese, all are
 * @returns {string | null}
 */
export function languageOf(text, around) {
  const found = Object.keys(scripts).find((name) => scripts[name].test(text));
  if (found || !han.test(text)) return found ?? null;
  return scripts.ja.test(around()) ? 'ja' : 'zh';
}
