// A theme: its colours with pickers and their contrast, its styles of text, its radii and gaps. What it does not say is
// as in the default theme.

import { memberOf } from '../core/cell-members.js';
import { isDesignName, designsNow, wholeTheme } from '../core/designs.js';
import { nameOfPointer } from '../core/members.js';
import { wordsOf } from '../core/names.js';
import { showRefusals, refusalPlace } from '../forms/controls.js';
import { colorRow, lengthRow, styleRow } from '../forms/theme-rows.js';
import { inOneLine } from '../forms/plain-controls.js';
import { arrange, button, labelled, make } from '../ui/elements.js';
import { DesignPanel } from './design-panel.js';

const rows = { colors: colorRow, styles: styleRow, radii: lengthRow, spacing: lengthRow };
/** What a new value is at first. */
const first = {
  colors: { light: '#000000ff', dark: '#ffffffff' }, styles: { family: ['sans-serif'], size: 14, weight: 400 },
  radii: 8, spacing: 8,
};

class Theme extends DesignPanel {
  type = /** @type {const} */ ('themes');
  #rows = new Map();

  build() {
    super.build();
    const { t, can } = this.app;
    this.lists = Object.fromEntries(Object.keys(rows).map((member) => [member, make('div', 'theme-rows')]));
    this.form = make('fieldset', 'section-form', {}, make('legend', '', {}, t('properties')), refusalPlace(''),
      ...Object.keys(rows).map((member) => this.#part(member)));
    this.form.disabled = !can('admin');
  }

  #part(member) {
    const { t } = this.app;
    const name = inOneLine(make('input', '', {
      autocapitalize: 'none', spellcheck: 'false', maxlength: 63, name: `new-${member}`,
    }));
    const problem = make('p', 'refusal', { role: 'alert' });
    const add = button(t('add'), {
      action: `add-${member}`, press: () => {
        const own = name.value.trim();
        const isFree = isDesignName(own) && !Object.hasOwn(this.#whole[member], own);
        problem.textContent = isFree ? '' : t(isDesignName(own) ? 'designNameTaken' : 'designNameForm');
        if (!isFree) return name.focus();
        name.value = '';
        this.#edit(`${member}.${own}`, structuredClone(first[member]));
      },
    });
    const summary = make('summary', '', {}, make('h3', '', {}, t(`theme_${member}`)));
    const element = make('details', 'disclosure part', {}, summary, make('div', 'disclosed', {}, this.lists[member],
      make('div', 'add-name', {}, labelled(t('themeNewName'), name), add), problem));
    element.open = member === 'colors';
    return element;
  }

  get #whole() {
    return wholeTheme(designsNow(this.app, 'themes'), this.name);
  }

  draw(theme, refused, isOther) {
    if (isOther) {
      this.#rows.clear();
      this.body.replaceChildren(this.form);
      for (const list of Object.values(this.lists)) list.replaceChildren();
    }
    const whole = this.#whole;
    const cells = designsNow(this.app, 'cells');
    for (const [member, makeRow] of Object.entries(rows)) {
      for (const row of [...this.lists[member].children]) {
        if (memberOf(whole, row.dataset.value) !== null) continue;
        this.#rows.delete(row.dataset.value);
        row.remove();
      }
      arrange(this.lists[member], Object.keys(whole[member]).map((name) => {
        const path = `${member}.${name}`;
        if (!this.#rows.has(path)) {
          this.#rows.set(path, makeRow(this.app, {
            name, path, label: wordsOf(name), change: (value, step) => this.#edit(path, value, step ?? path),
          }));
        }
        const row = this.#rows.get(path);
        const isOwn = memberOf(theme, path) !== null;
        row.show(whole[member][name], { isOwn, isDefault: this.name === 'default', whole, cells });
        return row.element;
      }));
    }
    showRefusals(this.form, refused.map(({ pointer, detail }) => ({ name: nameOfPointer(pointer), detail })));
  }

  /** Sets a value; null makes it that of the default theme. */
  #edit(path, value, step) {
    this.edit(this.member(this.value, path, value), step);
  }

  /** A copy of the default theme says nothing of its own: it follows what that becomes. */
  copied(theme) {
    return this.name === 'default' ? { theme: '' } : theme;
  }
}

customElements.define('studio-theme', Theme);
