// A text with its translations, side by side.

import { make } from '../ui/elements.js';
import { bind, field, group } from './controls.js';
import { inOneLine } from './plain-controls.js';

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
 * @param {(members: Record<string, string | null>, name: string) => void} options.change called with the member that
 *   has changed, which is null if it was emptied, and its name
 * @returns {import('./controls.js').Form<any>} shows the object that has the members
 */
export function localizedText({ t, state }, options) {
  const { member, prefix = '', label, help, type = 'text', placeholder, isRequired, change } = options;
  const { locales } = state.get();
  const isAlone = () => locales.length < 2;
  const parts = make('div', 'localized-parts');
  // Addresses are long: each has a line of its own.
  const look = `localized${isAlone() ? ' alone' : ''}${type === 'url' && !isAlone() ? ' wide' : ''}`;
  const element = group(label, look, parts, help ? make('p', 'help', {}, help) : null);
  const controls = new Map();
  const names = new Intl.DisplayNames([state.get().language], { type: 'language' });

  function controlOf(locale, index) {
    const name = index ? `${member}@${locale}` : member;
    const input = inOneLine(make('input', '', {
      type, placeholder: placeholder ?? null, lang: locale || null, dir: 'auto',
      ...(type === 'url' && { spellcheck: 'false', autocapitalize: 'off', inputmode: 'url' }),
    }));
    const show = bind(input, {
      read: ({ value }) => value || (isRequired && !index ? '' : null),
      write: (own, value) => (own.value = value ?? ''),
      change: (value) => change({ [name]: value }, `${prefix}${name}`),
    });
    // With one language only there is nothing to tell apart.
    const part = field(isAlone() ? label : nameOfLocale(names, locale), input, { name: `${prefix}${name}` });
    const language = nameOfLocale(names, locale);
    if (!isAlone()) input.setAttribute('aria-label', t('inLanguage', { text: label, language }));
    return { name, show, element: part };
  }

  return {
    element,
    show(value) {
      const translations = Object.keys(value ?? {}).filter((name) => name.startsWith(`${member}@`));
      const own = translations.map((name) => name.slice(member.length + 1));
      const all = [locales[0] ?? '', ...new Set([...locales.slice(1), ...own])];
      all.forEach((locale, index) => {
        if (!controls.has(locale)) {
          controls.set(locale, controlOf(locale, index));
          parts.append(controls.get(locale).element);
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
