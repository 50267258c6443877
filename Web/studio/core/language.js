// Words in the language of the editor. Each has an English and a Japanese text.

/** The languages of the studio, by their names in themselves. */
export const languages = { en: 'English', ja: '日本語' };

/** @typedef {(name: string, values?: Record<string, string | number>) => string} Words */

/**
 * The language of an editor.
 * @param {string | null} chosen
 * @param {readonly string[]} preferred of the browser
 * @returns {'en' | 'ja'}
 */
export function languageOf(chosen, preferred) {
  const known = [chosen, ...preferred].map((tag) => tag?.split('-')[0])
    .find((tag) => tag && Object.hasOwn(languages, tag));
  return /** @type {'en' | 'ja'} */ (known ?? 'en');
}

/**
 * Creates the words of a language. `{name}` in a text stands for a value; a text of two forms, separated by `|`, is for
 * `count` 1 and for every other.
 * @param {Record<string, [string, string]>} texts English and Japanese
 * @param {'en' | 'ja'} language
 * @returns {Words}
 */
export function makeWords(texts, language) {
  const place = language === 'ja' ? 1 : 0;
  return (name, values = {}) => {
    const forms = (texts[name]?.[place] ?? name).split('|');
    const text = values.count === 1 ? forms[0] : forms.at(-1);
    return text.replace(/\{(\w+)\}/g, (whole, value) => String(values[value] ?? whole));
  };
}
