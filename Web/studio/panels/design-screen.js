// A cell or a theme as it will be, on three phones: a narrow one, a usual one, and one with large text.

import { usualExample, exampleOf } from '../core/design-example.js';
import { designsNow, isDesign } from '../core/designs.js';
import { wordsOf } from '../core/names.js';
import { operationsOf } from '../core/operations.js';
import { subjectParts } from '../core/place.js';
import { viewParameters } from '../core/view.js';
import { layoutName } from '../forms/layout-picker.js';
import { labelled, make, segments, select } from '../ui/elements.js';
import { hasChanged, Panel } from '../ui/panel.js';
import './phone.js';

const phones = [
  { name: 'phoneNarrow', width: 320, textSize: 1 }, { name: 'phoneUsual', width: 390, textSize: 1 },
  { name: 'phoneLarge', width: 390, textSize: 2 },
];
/** The parts of the state that the phones follow. */
const parts = ['changes', 'bases', 'cells', 'themes', 'view', 'feed', 'revision', 'place', 'isOnline'];

class DesignScreen extends Panel {
  #subject = '';
  /** The kind and the layout with which a cell is seen, once they are chosen. */
  #chosen = null;

  build() {
    const { t, state } = this.app;
    this.dataset.panel = 'screen';
    this.classList.add('design-screen');
    this.kind = select([], { name: 'example-kind', choose: (kind) => this.#choose({ kind }) });
    this.layout = select([], { name: 'example-layout', choose: (layout) => this.#choose({ layout }) });
    this.example = make('div', 'row', {}, labelled(t('exampleKind'), this.kind), labelled(t('layout'), this.layout));
    this.scheme = segments(t('appearance'), [['system', t('system')], ['light', t('light')], ['dark', t('dark')]], {
      name: 'design-scheme', value: state.get().view.scheme,
      choose: (scheme) => state.change({ view: { ...state.get().view, scheme } }),
    });
    this.phones = phones.map(({ width }) => {
      const phone = make('studio-phone');
      phone.app = this.app;
      phone.points = width;
      // Colours are seen as they are chosen.
      phone.isEasy = false;
      return phone;
    });
    this.append(make('div', 'screen-controls', {}, this.example, this.scheme),
      make('div', 'phones', {}, ...this.phones));
    this.addEventListener('studio-drawn', () =>
      state.change({ shown: this.phones.map(({ feed }) => feed.document) }));
  }

  update(state, former) {
    const { subject } = state.place;
    if (!isDesign(subject) || !hasChanged(state, former, parts)) return;
    if (subject !== this.#subject) [this.#subject, this.#chosen] = [subject, null];
    for (const input of this.scheme.querySelectorAll('input')) input.checked = input.value === state.view.scheme;
    this.#drawExample();
    const body = exampleOf(this.app, subject, this.#chosen);
    if (!body) return;
    phones.forEach((phone, index) => (this.phones[index].source = this.#source(phone, body, state, index === 0)));
  }

  /** What a cell is seen with can be chosen; a theme is seen on the whole screen. */
  #drawExample() {
    const { t, state } = this.app;
    const { type, name } = subjectParts(this.#subject);
    const definition = type === 'cells' && designsNow(this.app, 'cells').find(({ cell }) => cell === name);
    this.classList.toggle('whole', type === 'themes');
    this.example.hidden = !definition?.fits?.length;
    if (this.example.hidden) return;
    if (this.#chosen && !definition.fits.includes(this.#chosen.layout)) this.#chosen = null;
    const { kind, layout } = this.#chosen ?? usualExample(this.app, definition);
    const fill = (control, options, value) => {
      const key = JSON.stringify(options);
      if (control.dataset.key !== key) {
        control.dataset.key = key;
        control.replaceChildren(...options.map(([own, label]) => new Option(label, own)));
      }
      control.value = value;
    };
    fill(this.kind, (state.get().kinds ?? []).map((one) => [one.kind, one.title ?? wordsOf(one.kind)]), kind);
    fill(this.layout, definition.fits.map((one) => [one, layoutName(t, one)]), layout);
  }

  #choose(part) {
    const [kind, layout] = [this.kind.value, this.layout.value];
    this.#chosen = { kind, layout, ...part };
    this.update(this.app.state.get(), {});
  }

  #source({ name, width, textSize }, body, { feed, revision, view, changes }, isFirst) {
    const { client, t } = this.app;
    const subject = this.#subject;
    // What else is not saved is not seen here.
    const designs = Object.fromEntries(Object.entries(changes).filter(([own]) => isDesign(own)));
    const { subjects, operations } = operationsOf(designs);
    const query = viewParameters({ ...view, width, textSize, at: '', drafts: false });
    const all = [...operations, { op: 'compose', feed, body }];
    return {
      key: JSON.stringify(['design', revision, `${query}`, all]), title: t(name), isSteady: true,
      load: async (signal) => {
        const { value } = await client.send('POST', `/v1/feeds/${feed}/preview?${query}`, {
          json: { operations: all }, signal, isReading: true,
        });
        const failures = (value.failures ?? []).map((one) => ({ ...one, subject: subjects[one.operation] ?? '' }));
        if (isFirst) this.app.state.change({ failures });
        // The last screen stays: the one without the change is not what is edited.
        if (failures.some((one) => one.subject === subject)) throw new Error(t('designNotDrawn'));
        const [example] = failures.filter((one) => !one.subject);
        if (example) throw new Error(example.detail);
        return value.document;
      },
    };
  }
}

customElements.define('studio-design-screen', DesignScreen);
