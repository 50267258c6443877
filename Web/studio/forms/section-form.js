// All of a section but its place: a form of forms.

import { conditionText, windowState } from '../core/windows.js';
import { make } from '../ui/elements.js';
import { actionForm } from './action-form.js';
import { bind, field, numbers, refusalPlace, texts } from './controls.js';
import { cellChoice } from './cell-choice.js';
import { fallbackForm } from './fallback-form.js';
import { headerForm } from './header-form.js';
import { layoutForm } from './layout-form.js';
import { sourceForm } from './source-form.js';
import { inOneLine } from './plain-controls.js';
import { localizedText } from './text-form.js';
import { whenForm } from './when-form.js';
import { windowForm } from './window-form.js';

/**
 * The form of a section.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {string} options.id of the section
 * @param {string} options.kind of its items
 * @param {(members: any, name: string) => void} options.change called with the members that change, null for those that
 *   are removed, and the name of what was changed
 * @returns {import('./controls.js').Form<any>}
 */
export function sectionForm(app, { id, kind: name, change }) {
  const { t } = app;
  const kind = () => name;
  const one = (member) => (value, control) => change({ [member]: value }, control);
  const title = localizedText(app, { member: 'title', label: t('sectionTitle'), isRequired: true, change });
  const layout = layoutForm(app, { change: one('layout') });
  const cell = cellChoice(app, { change: one('cell') });
  const source = sourceForm(app, { kind, change: one('source') });
  const limit = number(t('sectionLimit'), 'limit', t('sectionLimitHelp'), 100, 1000, change);
  const header = headerForm(app, { change: one('header') });
  const window = windowForm(app, {
    prefix: 'window.', change: (_, control, value) => change({ window: value }, control),
  });
  const when = whenForm(app, { salt: () => id, change: one('when') });
  const action = actionForm(app, { kind, change: one('action') });
  const fallback = fallbackForm(app, { change: one('fallback') });
  const category = text(t('category'), 'category', t('categoryHelp'), change);
  const version = number(t('minSchemaVersion'), 'min_schema_version', t('minSchemaVersionHelp'), 1, null, change);
  const parts = [
    part(t('layout'), [layout.element, cell.element], { note: () => '', isOpen: true }),
    part(t('sourceTitle'), [source.element, limit.element], { note: sourceNote(t), isOpen: true }),
    part(t('header'), [header.element], {
      note: (section) => section.header?.subtitle ?? (section.header ? '' : t('none')),
    }),
    part(t('visibility'), [window.element, when.element], { note: visibilityNote(t), isOpen: true }),
    part(t('actions'), [action.element], {
      note: ({ action: links }) => links?.deep_link ?? links?.web_url ?? t('actionsNone'),
    }),
    part(t('advanced'), [fallback.element, make('div', 'columns', {}, category.element, version.element)], {
      note: () => id,
    }),
  ];
  const legend = make('legend', '', {}, t('content'));
  const element = make('fieldset', 'section-form', {}, legend, refusalPlace(''), title.element,
    ...parts.map((own) => own.element));

  return {
    element,
    show(section) {
      title.show(section);
      layout.show(section.layout);
      cell.show(section);
      source.show(section.source);
      limit.show(section.limit ?? null);
      header.show(section.header);
      window.show(section.window);
      when.show(section.when);
      action.show(section.action);
      fallback.show(section.fallback);
      category.show(section.category ?? null);
      version.show(section.min_schema_version ?? null);
      for (const own of parts) own.show(section);
    },
  };
}

/** A part of the form that can be folded; folded it says in short what it has. */
function part(title, elements, { note, isOpen }) {
  const said = make('span', 'list-note');
  const summary = make('summary', '', {}, make('h3', '', {}, title), said);
  const element = make('details', 'disclosure part', {}, summary, make('div', 'disclosed', {}, ...elements));
  element.open = Boolean(isOpen);
  return {
    element,
    show: (section) => {
      const words = note(section);
      if (said.textContent !== words) said.textContent = words;
    },
  };
}

function number(label, name, help, standard, maximum, change) {
  const control = make('input', '', {
    type: 'number', min: 1, max: maximum, step: 1, inputmode: 'numeric', placeholder: standard,
  });
  const show = bind(control, { ...numbers, change: (value) => change({ [name]: value ?? standard }, name) });
  return { element: field(label, control, { name, help }), show };
}

function text(label, name, help, change) {
  const control = inOneLine(make('input', '', { maxlength: 100, spellcheck: 'false' }));
  const show = bind(control, { ...texts, change: (value) => change({ [name]: value }, name) });
  return { element: field(label, control, { name, help }), show };
}

const sourceNote = (t) => ({ source }) =>
  (source?.pinned ? `${t('source_pinned')} · ${source.pinned.length}` : t('source_query'));

const visibilityNote = (t) => ({ window, when }) => {
  const state = windowState(window, Date.now());
  return [state === 'shown' ? '' : t(`state_${state}`), conditionText(when)].filter(Boolean).join(' · ');
};
