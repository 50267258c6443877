// The controls of items of a kind: built once, and filled with one item after the other.

import { wordsOf } from '../core/names.js';
import { makeField } from '../fields/field.js';
import { showRefusals } from '../forms/controls.js';
import { whenForm } from '../forms/when-form.js';
import { windowForm } from '../forms/window-form.js';
import { make } from '../ui/elements.js';

/**
 * The form of items of a kind.
 * @param {import('../core/app.js').App} app
 * @param {any} kind its definition
 * @param {object} options
 * @param {string[]} options.locales the default one first
 * @param {(members: Record<string, any>, name: string, subject?: string) => void} options.edit called with members that
 *   are set, the name of the control, and the item if it may be another one than is shown now
 * @param {() => string} options.subject the item that is shown
 * @param {(names: string[]) => void} options.putBack
 */
export function makeItemControls(app, kind, { locales, edit, subject, putBack }) {
  const fields = kind.fields.map((field) => makeField(field, { app, kind, locales, edit, subject, putBack }));
  const groups = [windowGroup(app, edit), whenGroup(app, kind, edit)];
  const parts = [...fields, ...groups];
  const names = parts.flatMap((part) => part.names);
  const others = make('p', 'help others', { hidden: '' });
  const general = make('div', 'general-refusals');
  const fieldset = make('fieldset', 'item-controls', {},
    make('div', 'item-fields', {}, ...fields.map((field) => field.element)),
    ...groups.map((group) => group.element), others);
  const element = make('div', 'item-form', {}, general, fieldset);

  return {
    element,
    fieldset,
    /** Puts the focus on the first control. */
    focus: () => fields[0]?.part(fields[0].field.name).control.target().focus(),
    /**
     * @param {any} value the item with its changes
     * @param {{base: any, isNew: boolean, isOther: boolean}} more `isOther` if it is another one than was shown
     */
    show(value, more) {
      for (const field of fields) field.show(value, more);
      for (const group of groups) group.show(value, more.isOther);
      const unknown = Object.keys(value).filter((name) => name !== 'id' && !names.includes(name));
      others.hidden = !unknown.length;
      others.textContent = unknown.length ? app.t('itemOthers', { names: unknown.map(wordsOf).join(', ') }) : '';
    },
    /**
     * Shows refusals at their fields; those of no field above the form.
     * @param {import('../core/saving.js').RefusedPart[]} refusals
     */
    refuse(refusals) {
      for (const part of parts) part.refuse(refusals.filter(({ field }) => isOf(part, field)));
      const left = refusals.filter(({ field }) => !fieldOf(parts, field));
      general.replaceChildren(...left.map(({ field, detail }) =>
        make('p', 'refusal', { role: 'alert', 'data-field': field }, field ? `${wordsOf(field)}: ${detail}` : detail)));
    },
    /** Puts the focus on the control of a refusal. */
    focusRefused(refusals) {
      const order = [...refusals].sort((left, right) => place(names, left.field) - place(names, right.field));
      const part = fieldOf(parts, order[0].field);
      const target = part?.part ? part.part(order[0].field).control.target() : part?.target(order[0].field);
      target?.focus();
      target?.scrollIntoView({ block: 'center' });
    },
  };
}

/** When the item is shown. */
function windowGroup(app, edit) {
  const form = windowForm(app, { change: (members, name) => edit(members, name) });
  const title = app.t('visible');
  const element = make('section', 'group window-group', { 'aria-label': title }, make('h3', '', {}, title),
    form.element);
  return groupOf(element, ['draft', 'publish_at', 'unpublish_at'], form.show);
}

/** To whom the item is shown. */
function whenGroup(app, kind, edit) {
  const form = whenForm(app, { salt: () => kind.kind, change: (when, name) => edit({ when }, name) });
  const element = make('section', 'group when-group', { 'aria-label': app.t('whenTitle') }, form.element);
  return groupOf(element, ['when'], ({ when }, isOther) => form.show(when, isOther));
}

/** A form of some members that are the same in every kind. */
function groupOf(element, names, show) {
  return {
    element,
    names,
    show,
    /** The control of a member; the first one where it has none of its name. */
    target: (name) => element.querySelector(`[name="${name}"]`) ?? element.querySelector('input:checked, input'),
    refuse: (refusals) => showRefusals(element, refusals.map(({ field, detail }) => ({ name: field, detail }))),
  };
}

const isOf = (part, name) => part.names.includes(name) || part.field?.name === name.split('@')[0];
const fieldOf = (parts, name) => parts.find((part) => isOf(part, name));

function place(names, name) {
  const index = names.indexOf(name);
  return index < 0 ? names.length : index;
}
