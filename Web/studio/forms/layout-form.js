// A layout and all its options.

import { isNumber, rangeText, sliderOf, withOption } from '../core/layout-options.js';
import { wordsOf } from '../core/names.js';
import { make, select } from '../ui/elements.js';
import { bind, field, numbers, texts } from './controls.js';
import { layoutPicker, wordOr } from './layout-picker.js';
import { inOneLine } from './plain-controls.js';

/** @typedef {import('../core/layout-options.js').LayoutOption} LayoutOption */

/** Options for those who draw screens, which nobody sees. */
const technical = ['device_scale', 'explain', 'keyframes', 'y_range'];

/**
 * The form of a layout.
 * @param {import('../core/app.js').App} app
 * @param {object} options
 * @param {string} [options.prefix]
 * @param {(layout: {type: string, options: any}, name: string) => void} options.change
 * @returns {import('./controls.js').Form<{type: string, options?: any}>}
 */
export function layoutForm(app, { prefix = 'layout.', change }) {
  const { state } = app;
  let layout = { type: '', options: {} };
  /** The options that each layout had, for who comes back to it. */
  const former = new Map();
  let fields = [];
  const list = make('div', 'layout-options');
  const others = make('div', 'disclosed');
  const title = make('span', 'field-label', {}, app.t('moreOptions'));
  const more = make('details', 'disclosure', {}, make('summary', '', {}, title), others);
  const picker = layoutPicker(app, { name: `${prefix}type`, change: choose });
  const element = make('div', 'layout-form', {}, picker.element, list, more);

  function choose(type) {
    former.set(layout.type, layout.options);
    layout = { type, options: former.get(type) ?? {} };
    draw();
    change(layout, `${prefix}type`);
  }

  function draw() {
    const { layouts } = state.get();
    const options = layouts.find(({ type }) => type === layout.type)?.options ?? [];
    if (list.dataset.type !== layout.type || fields.length !== options.length) {
      list.dataset.type = layout.type;
      fields = options.map((option) => optionField(app, option, layout.type, prefix, (value) => {
        layout = { ...layout, options: withOption(layout.options, option.name, value) };
        change(layout, `${prefix}options.${option.name}`);
        draw();
      }));
      const isTechnical = ({ name }) => technical.includes(name);
      list.replaceChildren(...fields.filter((one) => !isTechnical(one)).map((one) => one.element));
      others.replaceChildren(...fields.filter(isTechnical).map((one) => one.element));
      more.hidden = !others.childElementCount;
    }
    for (const { name, show } of fields) show(layout.options[name] ?? null);
  }

  return {
    element,
    show(value) {
      layout = { type: value?.type ?? '', options: value?.options ?? {} };
      picker.show(layout.type);
      draw();
    },
  };
}

/** The name of an option for people. */
const optionName = (t, option, type) =>
  wordOr(t, `option_${type}_${option}`, wordOr(t, `option_${option}`, wordsOf(option)));

/** What an option does, with its range and default: in the words of the studio, else in those of the server. */
function helpOf({ t, state }, { name, help, default: standard, ...option }, type) {
  if (state.get().language === 'en') return help;
  const own = wordOr(t, `optionHelp_${type}_${name}`, wordOr(t, `optionHelp_${name}`, ''));
  if (!own) return help;
  const range = rangeText(option);
  const hasStandard = standard !== undefined && standard !== null;
  const facts = [range, hasStandard ? t('optionDefault', { value: valueText(t, standard) }) : ''];
  return `${own}${facts.some(Boolean) ? `（${facts.filter(Boolean).join('、')}）` : ''}`;
}

const valueText = (t, value) =>
  (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : wordOr(t, `value_${value}`, String(value)));

function optionField(app, option, type, prefix, change) {
  const { t } = app;
  const { control, show, extra, list } = controlOf(t, option, change);
  const name = `${prefix}options.${option.name}`;
  const label = optionName(t, option.name, type);
  const element = field(label, control, { name, help: helpOf(app, option, type) });
  if (extra) {
    extra.setAttribute('aria-label', label);
    const pair = make('div', 'slider-pair');
    control.replaceWith(pair);
    pair.append(extra, control);
  }
  if (list) element.append(list);
  return { name: option.name, show, element };
}

function controlOf(t, option, change) {
  if (isNumber(option)) return numberControl(option, change);
  if (option.type === 'boolean') return choiceControl(t, option, [[true, t('yes')], [false, t('no')]], change);
  if (option.type === 'choice' && option.choices?.length) {
    return choiceControl(t, option, option.choices.map((value) => [value, valueText(t, value)]), change);
  }
  return textControl(option, change);
}

function numberControl(option, change) {
  const { minimum, maximum, type, default: standard } = option;
  const control = make('input', '', {
    type: 'number', min: minimum, max: maximum, placeholder: standard ?? null,
    step: type === 'integer' ? 1 : 'any', inputmode: type === 'integer' ? 'numeric' : 'decimal',
  });
  const showNumber = bind(control, { ...numbers, change });
  const range = sliderOf(option);
  if (!range) return { control, show: showNumber };
  const slider = make('input', '', { type: 'range', min: range.minimum, max: range.maximum, step: range.step });
  slider.addEventListener('input', () => change(Number(slider.value)));
  return {
    control, extra: slider,
    show(value) {
      showNumber(value);
      const place = String(value ?? standard ?? range.minimum);
      if (slider.value !== place) slider.value = place;
    },
  };
}

function choiceControl(t, { default: standard }, values, change) {
  const hasStandard = standard !== undefined && standard !== null && standard !== '';
  const none = hasStandard ? t('optionStandardIs', { value: valueText(t, standard) }) : t('optionStandard');
  const control = select([['', none]]);
  control.append(...values.map(([value, label]) => new Option(label, String(value))));
  const valueOf = (text) => values.find(([value]) => String(value) === text)?.[0] ?? null;
  const show = bind(control, {
    read: ({ value }) => valueOf(value), write: (own, value) => (own.value = value === null ? '' : String(value)),
    change,
  });
  return { control, show };
}

let listCount = 0;

function textControl({ choices, default: standard }, change) {
  const control = inOneLine(make('input', '', {
    type: 'text', placeholder: standard ?? null, spellcheck: 'false', autocapitalize: 'off',
  }));
  const showText = bind(control, { ...texts, change });
  const show = (value) => showText(value === null ? null : String(value));
  if (!choices?.length) return { control, show };
  listCount += 1;
  const list = make('datalist', '', { id: `choices-${listCount}` },
    ...choices.map((value) => new Option(value, value)));
  control.setAttribute('list', list.id);
  return { control, show, list };
}
