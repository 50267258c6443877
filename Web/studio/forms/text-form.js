// A text with its translations, side by side.

import { make } from '../ui/elements.js';
import { bind, field } from './controls.js';

/**
 * The form of a text that has translations: members `title`, `title@en` and so on.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {string} options.member
 * @param {string} [options.prefix] before the names of the controls: `header.`
 * @param {string} options.label
 * @param {string} [options.help]
 * @param {string} [options.type] of the input
 * @param {string} [options.placeholder]
 * @param {boolean} [options.isRequired] whether the text of the default locale stays a member when it is empty
 * @param {(members: Record<string, string | null>, name: string) => void} options.change called with the member that has
 *   changed, which is null if it was emptied, and its name
 * @returns {import('./controls.js').Form<any>} shows the object that has the members
 */
export function localizedText({ t, state }, { member, prefix = '', label, help, type = 'text', placeholder, isRequired, change }) {
  const element = make('div', 'localized');
  const controls = new Map();
  const names = new Intl.DisplayNames([state.get().language], { type: 'language' });

  function controlOf(locale, index) {
    const name = index ? `${member}@${locale}` : member;
    const input = make('input', '', {
      type, placeholder: placeholder ?? null, lang: locale || null, dir: 'auto',
      ...(type === 'url' && { spellcheck: 'false', autocapitalize: 'off', inputmode: 'url' }),
    });
    const show = bind(input, {
      read: ({ value }) => value || (isRequired && !index ? '' : null),
      write: (own, value) => (own.value = value ?? ''),
      change: (value) => change({ [name]: value }, `${prefix}${name}`),
    });
    const language = locale ? make('span', 'help', {}, nameOfLocale(names, locale)) : null;
    const text = locale ? t('inLanguage', { text: label, language: nameOfLocale(names, locale) }) : label;
    const part = field(label, input, { name: `${prefix}${name}`, aside: language, help: index ? undefined : help });
    input.setAttribute('aria-label', text);
    return { name, show, element: part };
  }

  return {
    element,
    show(value) {
      const { locales } = state.get();
      const own = Object.keys(value ?? {}).filter((name) => name.startsWith(`${member}@`)).map((name) => name.slice(member.length + 1));
      const all = [locales[0] ?? '', ...new Set([...locales.slice(1), ...own])];
      all.forEach((locale, index) => {
        if (!controls.has(locale)) {
          controls.set(locale, controlOf(locale, index));
          element.append(controls.get(locale).element);
        }
        const { name, show } = controls.get(locale);
        show(value?.[name] ?? (isRequired && !index ? '' : null));
      });
    },
  };
}

function nameOfLocale(names, locale) {
  try {
    return names.of(locale);
  } catch {
    return locale;
  }
}
