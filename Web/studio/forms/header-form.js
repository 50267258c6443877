// The header above the items of a section.

import { filled } from '../core/members.js';
import { make } from '../ui/elements.js';
import { bind, checkField, checks, field, numbers, refusalPlace } from './controls.js';
import { localizedText } from './text-form.js';

/** The height of a new header, in points. */
const usualHeight = 64;

/**
 * The form of a header.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {(header: any, name: string) => void} options.change null for none
 * @returns {import('./controls.js').Form<any>}
 */
export function headerForm(app, { change }) {
  const { t } = app;
  let header = null;
  /** The header before it was taken away, for who puts it back. */
  let former = { height: usualHeight };
  const give = (next, name) => {
    header = next;
    draw();
    change(header, name);
  };
  const put = (members, name) => give(filled({ ...header, ...members }) ?? {}, name);
  const putAction = (members, name) => put({ action: filled({ ...header.action, ...members }) }, name);
  const isThere = make('input', '', { type: 'checkbox' });
  const showIsThere = bind(isThere, { ...checks, change: (isChosen) => give(isChosen ? former : null, 'header') });
  const height = make('input', '', { type: 'number', min: 0, max: 1024, step: 'any', inputmode: 'decimal' });
  const showHeight = bind(height, { ...numbers, change: (value) => put({ height: value ?? 0 }, 'header.height') });
  const subtitle = localizedText(app, {
    member: 'subtitle', prefix: 'header.', label: t('headerSubtitle'), change: put,
  });
  const action = { prefix: 'header.action.', change: putAction };
  const links = [
    localizedText(app, { ...action, member: 'title', label: t('headerActionTitle') }),
    localizedText(app, {
      ...action, member: 'deep_link', label: t('deepLink'), type: 'url', placeholder: 'app://list',
    }),
    localizedText(app, { ...action, member: 'web_url', label: t('webURL'), type: 'url', placeholder: 'https://' }),
  ];
  const details = make('div', 'header-details', {},
    field(t('headerHeight'), height, { name: 'header.height' }), subtitle.element,
    make('h4', '', {}, t('headerAction')), ...links.map(({ element }) => element), refusalPlace('header.action'));
  const element = make('div', 'header-form', {}, checkField(t('headerShown'), isThere, 'header'), details);

  function draw() {
    if (header) former = header;
    showIsThere(header !== null);
    details.hidden = header === null;
    showHeight(header?.height ?? null);
    subtitle.show(header);
    for (const link of links) link.show(header?.action);
  }

  return {
    element,
    show(value) {
      header = value ?? null;
      draw();
    },
  };
}
