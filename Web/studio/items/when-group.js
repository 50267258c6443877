// The part of the form that says for whom an item is.

import { labelled, make } from '../ui/elements.js';
import { isEqual } from '../core/equality.js';
import { followTyping, writeText } from '../fields/typing.js';
import { noTargets, targetsOf, whenOf } from '../fields/targeting.js';

const names = /** @type {const} */ (['platforms', 'version', 'audiences', 'from', 'to', 'salt']);

/**
 * @param {import('../core/app.js').App} app
 * @param {{edit: (members: Record<string, any>, name: string) => void}} options
 */
export function makeWhenGroup(app, { edit }) {
  const { t } = app;
  let known = null;
  const inputs = Object.fromEntries(names.map((name) => [name, make('input', '', {
    name: `when.${name}`, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', dir: 'ltr',
    inputmode: name === 'from' || name === 'to' ? 'decimal' : null,
  })]));
  const read = () => Object.fromEntries(names.map((name) => [name, inputs[name].value]));
  for (const name of names) followTyping(inputs[name], () => edit({ when: whenOf(/** @type {any} */ (read()), known) }, 'when'));
  const refusal = make('p', 'refusal', { role: 'alert', 'data-field': 'when' });
  const summary = make('span', 'field-facts');
  const element = make('details', 'group when-group', {},
    make('summary', '', {}, make('h3', '', {}, t('when')), summary),
    make('div', 'when-fields', {},
      labelled(t('whenPlatforms'), inputs.platforms, { help: t('whenPlatformsHelp') }),
      labelled(t('whenVersion'), inputs.version, { help: t('whenVersionHelp') }),
      labelled(t('whenAudiences'), inputs.audiences, { help: t('whenAudiencesHelp') }),
      make('div', 'columns share', {}, labelled(t('whenFrom'), inputs.from), labelled(t('whenTo'), inputs.to), labelled(t('whenSalt'), inputs.salt)),
      make('p', 'help', {}, t('whenShareHelp'))));
  const text = (targets) => [targets.platforms, targets.version, targets.audiences, targets.to && `${targets.from || 0}–${targets.to} %`].filter(Boolean).join(' · ');

  return {
    element,
    names: ['when'],
    target() {
      element.open = true;
      return inputs.platforms;
    },
    show({ when }, isOther) {
      known = when ?? null;
      const targets = targetsOf(when);
      summary.textContent = when ? text(targets) : t('whenEverybody');
      if (isOther) element.open = Boolean(when);
      if (!isOther && isEqual(whenOf(/** @type {any} */ (read()), known), known)) return;
      for (const name of names) writeText(inputs[name], { ...noTargets, ...targets }[name]);
    },
    refuse(parts) {
      const own = parts.filter(({ field }) => field === 'when');
      refusal.textContent = own.map(({ detail }) => detail).join(' ');
      if (!own.length) return refusal.remove();
      element.open = true;
      element.append(refusal);
    },
  };
}
