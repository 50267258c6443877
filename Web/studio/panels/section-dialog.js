// A new section: what it shows, how, and where.

import { compose, compositionOf } from '../core/composing.js';
import { addSection, freeName, isName, newSection, placeOfSection, sectionOf } from '../core/compositions.js';
import { field, showRefusals } from '../forms/controls.js';
import { layoutPicker } from '../forms/layout-picker.js';
import { inOneLine } from '../forms/plain-controls.js';
import { openDialog } from '../ui/dialogs.js';
import { make, select } from '../ui/elements.js';

/**
 * Asks for a new section, and adds it.
 * @param {import('../core/app.js').App} app
 * @returns {Promise<string | null>} its id; null if it was dismissed
 */
export async function askForSection(app) {
  const { t, state, content } = app;
  const { value } = compositionOf(app);
  const { kinds, place } = state.get();
  const chosen = { layout: '', hasTitle: false, hasID: false };
  const kind = select(kinds.map((one) => [one.kind, one.title]));
  kind.autofocus = true;
  const title = inOneLine(make('input', '', { maxlength: 200, dir: 'auto' }));
  const id = inOneLine(make('input', '', { maxlength: 64, spellcheck: 'false', autocapitalize: 'off' }));
  const nameOf = (section) => section.title || section.id;
  const where = select([['', t('placeFirst')]]);
  where.append(...value.sections.map((section) => new Option(t('placeBelow', { title: nameOf(section) }), section.id)));
  const open = sectionOf(value, place.subject?.split('/')[1]) ?? value.sections.at(-1);
  where.value = open?.id ?? '';
  const picker = layoutPicker(app, { name: 'new_layout', change: (type) => (chosen.layout = type) });

  /** Suggests what was not entered by hand: everything follows from the kind. */
  function suggest() {
    const definition = content.kind(kind.value);
    chosen.layout = definition?.layout?.type ?? state.get().layouts[0]?.type ?? 'uniform_grid';
    picker.show(chosen.layout);
    if (!chosen.hasTitle) title.value = definition?.title ?? kind.value;
    if (!chosen.hasID) id.value = freeName(value, kind.value);
  }
  kind.addEventListener('change', suggest);
  title.addEventListener('input', () => (chosen.hasTitle = title.value !== ''));
  id.addEventListener('input', () => (chosen.hasID = id.value !== ''));
  suggest();
  const body = make('div', 'section-dialog-fields', {},
    field(t('kind'), kind, { name: 'new_kind' }), picker.element,
    field(t('sectionTitle'), title, { name: 'new_title', help: t('sectionTitleHelp') }),
    make('div', 'columns', {},
      field(t('sectionID'), id, { name: 'new_id', help: t('sectionIDHelp') }),
      field(t('place'), where, { name: 'new_place' })));
  const answer = await openDialog(t('addSection'), [body], {
    closeLabel: t('close'), className: 'section-dialog',
    // Others may have changed the sections meanwhile.
    allow: (choice) => choice !== 'add' || isComplete(t, body, compositionOf(app).value, { title, id }),
    choices: [
      { label: t('cancel'), value: '' },
      { label: t('add'), value: 'add', look: 'primary', action: 'add-section-confirm' },
    ],
  });
  if (answer !== 'add') return null;
  const section = newSection({ id: id.value, kind: kind.value, title: title.value.trim(), layout: chosen.layout });
  // Below one that is gone by now, it comes last.
  const placeIn = (own) => (where.value && placeOfSection(own, where.value) < 0
    ? own.sections.length : placeOfSection(own, where.value) + 1);
  compose(app, (own) => addSection(own, section, placeIn(own)));
  return section.id;
}

/** Whether a section can be added; else says what is missing. */
function isComplete(t, body, composition, { title, id }) {
  const problems = [
    ...(title.value.trim() ? [] : [{ name: 'new_title', detail: t('titleMissing') }]),
    ...(isName(id.value) ? [] : [{ name: 'new_id', detail: t('sectionIDInvalid') }]),
    ...(sectionOf(composition, id.value) ? [{ name: 'new_id', detail: t('sectionIDTaken') }] : []),
  ];
  showRefusals(body, problems);
  if (problems.length) body.querySelector('[aria-invalid]')?.focus();
  return !problems.length;
}
