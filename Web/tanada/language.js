// The language of a text, by the script that it is written in.

/** Languages by their scripts, of which the first one that a text has says it. */
const scripts = {
  ja: /[\u3041-\u30ff]/, ko: /[\uac00-\ud7af]/, th: /[\u0e01-\u0e5b]/, he: /[\u05d0-\u05ea]/,
  ar: /[\u0620-\u064a]/, ru: /[\u0400-\u04ff]/, el: /[\u0370-\u03ff]/, hi: /[\u0900-\u097f]/,
};
/** Chinese characters, of which Japanese texts are made as well. */
const han = /[\u4e00-\u9fff]/;

/**
 * The language of a text; null for one whose script does not say it, such as that of English.
 * @param {string} text
 * @param {() => string} [around] the texts beside it, which say whether Chinese characters are Japanese
 * @returns {string | null}
 */
export function languageOf(text, around = () => '') {
  const found = Object.keys(scripts).find((name) => scripts[name].test(text));
  return found ?? (han.test(text) ? (scripts.ja.test(around()) ? 'ja' : 'zh') : null);
}
