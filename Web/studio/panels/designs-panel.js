// The cells and the themes. For administrators.

import { designsNow, nounOf } from '../core/designs.js';
import { wordsOf } from '../core/names.js';
import { layoutName } from '../forms/layout-picker.js';
import { icon, make } from '../ui/elements.js';
import { followLink } from '../ui/links.js';
import { hasChanged, Panel } from '../ui/panel.js';

const types = /** @type {const} */ (['cells', 'themes']);

class Designs extends Panel {
  build() {
    const { t } = this.app;
    this.className = 'panel';
    this.dataset.panel = 'designs';
    this.lists = Object.fromEntries(types.map((type) =>
      [type, make('ul', 'list', { 'aria-label': t(`designs_${type}`) })]));
    this.append(make('div', 'panel-head', {}, make('h2', '', {}, t('design'))), make('p', 'help', {}, t('designsHelp')),
      ...types.map((type) => make('section', 'group', {}, make('h3', '', {}, t(`designs_${type}`)), this.lists[type])));
  }

  update(state, former) {
    if (!hasChanged(state, former, ['cells', 'themes', 'changes', 'place'])) return;
    for (const type of types) {
      const list = this.lists[type];
      const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
      list.replaceChildren(...designsNow(this.app, type).map((one) => this.#row(type, one, state)));
      if (focused) list.querySelector(`a[href="${focused}"]`)?.focus();
    }
  }

  #row(type, definition, { place, changes }) {
    const { t, go } = this.app;
    const name = definition[nounOf(type)];
    const subject = `${type}/${name}`;
    const title = definition.title ?? wordsOf(name);
    const count = Object.keys(definition.colors ?? {}).length;
    const note = type === 'cells' ? definition.fits.map((one) => layoutName(t, one)).join(t('listSeparator'))
      : t('themeColorCount', { count });
    const change = changes[subject];
    const link = make('a', 'list-row', {
      href: `#/design/${subject}`, 'data-design': subject, 'aria-current': place.subject === subject ? 'true' : null,
    }, icon(type === 'cells' ? 'element_cell' : 'design'),
    make('span', 'list-text', {}, make('span', 'list-title', {}, title), make('span', 'list-note', {}, note)),
    change ? make('span', 'tag changed', {}, t(change.base.tag ? 'tagChanged' : 'tagNew')) : null);
    followLink(link, () => go({ tab: 'design', kind: null, subject }));
    return make('li', '', {}, link);
  }
}

customElements.define('studio-designs', Designs);
