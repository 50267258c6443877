// To whom something is shown: platforms, versions of the app, audiences, and a share of all clients.

import { conditionOf, conditionText, namesOf, percentOf, shareOf } from '../core/windows.js';
import { make } from '../ui/elements.js';
import { bind, checks, field, group, invalid, refusalPlace, texts } from './controls.js';
import { inOneLine } from './plain-controls.js';

/** @typedef {import('../core/windows.js').When} When */

const platforms = { ios: 'iOS', android: 'Android', web: 'Web' };

/** Reads and writes names that are separated by commas. */
const names = {
  read: ({ value }) => namesOf(value),
  write: (control, value) => (control.value = (value ?? []).join(', ')),
};

/** Reads and writes shares of clients in percent. */
const percents = {
  read({ value }) {
    const share = shareOf(value);
    return Number.isNaN(share) ? invalid : share;
  },
  write: (control, share) => (control.value = share === null ? '' : percentOf(share)),
};

/** Names that are no words of a language. */
const plain = { autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', dir: 'ltr' };

/**
 * The form of a condition on clients.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {string} [options.prefix] before the names of its members
 * @param {() => string} options.salt the salt that a new share has: a name of what is shown
 * @param {(value: When | null, member: string) => void} options.change called with the new condition, which is null for
 *   everybody, and what was changed
 * @returns {import('./controls.js').Form<When | null | undefined>}
 */
export function whenForm({ t }, { prefix = 'when.', salt, change }) {
  /** @type {When} */
  let when = {};
  const give = (members, name) => {
    when = conditionOf({ ...when, ...members }) ?? {};
    draw();
    change(conditionOf(when), `${prefix}${name}`);
  };
  const known = () => when;
  const parts = [
    platformFields(t, prefix, known, give), ...textFields(t, prefix, give), shareFields(t, prefix, known, salt, give),
  ];
  const summary = make('span', 'list-note');
  const element = make('details', 'when-form disclosure', {},
    make('summary', '', {}, make('span', 'field-label', {}, t('whenTitle')), summary),
    make('div', 'disclosed', {}, make('p', 'help', {}, t('whenHelp')), ...parts.flatMap((part) => part.elements),
      refusalPlace(prefix.slice(0, -1))));

  function draw(isOther) {
    summary.textContent = conditionText(when) || t('whenForEverybody');
    for (const part of parts) part.show(when, isOther);
  }

  return {
    element,
    show(next, isOther) {
      when = next ?? {};
      if (isOther) element.open = Boolean(next);
      draw(isOther);
    },
  };
}

/** The platforms: boxes for the usual ones, and a text for others. */
function platformFields(t, prefix, known, give) {
  const has = (name) => (known().platforms ?? []).includes(name);
  const others = () => (known().platforms ?? []).filter((name) => !Object.hasOwn(platforms, name));
  const put = (list) => give({ platforms: [...new Set(list)].sort() }, 'platforms');
  const boxes = Object.entries(platforms).map(([name, title]) => {
    const control = make('input', '', { type: 'checkbox', name: `${prefix}platforms`, value: name });
    const show = bind(control, {
      ...checks,
      change: (isChosen) =>
        put([...(known().platforms ?? []).filter((other) => other !== name), ...(isChosen ? [name] : [])]),
    });
    return { name, show, element: make('label', 'check', {}, control, make('span', '', {}, title)) };
  });
  const other = inOneLine(make('input', '', plain));
  const usual = () => Object.keys(platforms).filter(has);
  const showOther = bind(other, { ...names, change: (list) => put([...usual(), ...list]) });
  const usualOnes = group(t('platform'), '', make('div', 'row', {}, ...boxes.map(({ element }) => element)));
  return {
    elements: [usualOnes, field(t('whenOtherPlatforms'), other, { name: `${prefix}platforms.other` }),
      refusalPlace(`${prefix}platforms`)],
    show(_, isOther) {
      for (const { name, show } of boxes) show(has(name));
      showOther(others(), isOther);
    },
  };
}

/** The versions of the app, and the audiences. */
function textFields(t, prefix, give) {
  const version = inOneLine(make('input', '', { placeholder: '>=3.2 <4', maxlength: 256, ...plain }));
  const audiences = inOneLine(make('input', '', { placeholder: 'members, beta', ...plain }));
  const showVersion = bind(version, { ...texts, change: (text) => give({ app_version: text }, 'app_version') });
  const showAudiences = bind(audiences, { ...names, change: (list) => give({ audiences: list }, 'audiences') });
  return [
    {
      elements: [field(t('whenAppVersion'), version, { name: `${prefix}app_version`, help: t('whenAppVersionHelp') })],
      show: (when, isOther) => showVersion(when.app_version ?? null, isOther),
    },
    {
      elements: [field(t('audience'), audiences, { name: `${prefix}audiences`, help: t('audienceHelp') })],
      show: (when, isOther) => showAudiences(when.audiences ?? [], isOther),
    },
  ];
}

/** The share of clients: from and to in percent, and the salt. */
function shareFields(t, prefix, known, salt, give) {
  const whole = { from: 0, to: 1 };
  const giveShare = (members) => {
    const next = { ...whole, salt: salt().slice(0, 64), ...known().share, ...members };
    const isAll = next.from === 0 && next.to === 1;
    give({ share: isAll && !('salt' in members) ? undefined : next }, 'share');
  };
  const bounds = ['from', 'to'].map((name) => {
    const control = make('input', '', { inputmode: 'decimal', placeholder: whole[name] * 100, ...plain });
    const show = bind(control, { ...percents, change: (share) => giveShare({ [name]: share ?? whole[name] }) });
    return {
      element: field(t(name === 'from' ? 'whenShareFrom' : 'whenShareTo'), control, { name: `${prefix}share.${name}` }),
      show: ({ share }, isOther) => show(share?.[name] ?? null, isOther),
    };
  });
  const name = inOneLine(make('input', '', { maxlength: 64, ...plain }));
  const showName = bind(name, { ...texts, change: (text) => giveShare({ salt: text ?? '' }) });
  const label = field(t('whenShareSalt'), name, { name: `${prefix}share.salt`, help: t('whenShareSaltHelp') });
  return {
    elements: [make('div', 'columns', {}, ...bounds.map(({ element }) => element)), label,
      refusalPlace(`${prefix}share`)],
    show(when, isOther) {
      for (const { show } of bounds) show(when, isOther);
      showName(when.share?.salt || null, isOther);
      label.hidden = !when.share;
    },
  };
}
