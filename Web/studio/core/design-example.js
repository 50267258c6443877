// The example on which a cell or a theme is seen: a composition of the open feed that is never saved.

import { elementsOf } from './cell-elements.js';
import { compositionOf } from './composing.js';
import { designsNow } from './designs.js';
import { subjectParts } from './place.js';

/** How many items of a section are shown. */
const mostItems = 4;

/** The roles of items that a cell shows. */
const rolesOf = (definition) => [...new Set(elementsOf(definition).flatMap(({ element }) =>
  element.image ?? element.text ?? element.badge ?? element.stars ?? []))];

/**
 * The kind and the layout with which a cell is seen first: those of a section that has it; else the kind that has most
 * of its roles, in the kind's layout or the first one that the cell fits in.
 * @param {import('./app.js').App} app
 * @param {any} definition
 * @returns {{kind: string, layout: string, section?: any}}
 */
export function usualExample(app, definition) {
  const { content, state } = app;
  const kinds = state.get().kinds ?? [];
  const typeOf = (section) => section.layout?.type ?? content.kind(section.kind)?.layout?.type;
  const cellOf = ({ cell, kind }) => cell ?? content.kind(kind)?.cell ?? kind;
  const section = compositionOf(app)?.value.sections
    .find((one) => cellOf(one) === definition.cell && definition.fits.includes(typeOf(one)));
  if (section) return { kind: section.kind, layout: typeOf(section), section };
  const roles = rolesOf(definition);
  const score = (kind) => roles.filter((role) => kind.roles?.[role]).length
    + (definition.fits.includes(kind.layout?.type) ? 0.5 : 0);
  const [best] = [...kinds].sort((one, other) => score(other) - score(one));
  const fits = best && definition.fits.includes(best.layout?.type);
  return { kind: best?.kind, layout: fits ? best.layout.type : definition.fits[0] };
}

/**
 * The composition that uses a cell or a theme: one section, or the whole screen.
 * @param {import('./app.js').App} app
 * @param {string} subject
 * @param {{kind: string, layout: string} | null} chosen with what a cell is seen; what is usual if missing
 * @returns {any} the body of the composition; null while it is not known
 */
export function exampleOf(app, subject, chosen) {
  const composition = compositionOf(app)?.value;
  const { type, name } = subjectParts(subject);
  if (!composition) return null;
  if (type === 'themes') return { ...composition, theme: name };
  const definition = designsNow(app, 'cells').find(({ cell }) => cell === name);
  if (!definition?.fits?.length) return null;
  const usual = usualExample(app, definition);
  const { kind, layout } = chosen ?? usual;
  const isUsual = kind === usual.kind && layout === usual.layout && usual.section;
  const section = isUsual
    ? { source: usual.section.source, layout: usual.section.layout } : { layout: { type: layout, options: {} } };
  return {
    ...(composition.theme && { theme: composition.theme }),
    sections: [{
      id: 'example', kind, title: app.content.kind(kind)?.title ?? kind, ...section, cell: name, limit: mostItems,
    }],
  };
}
