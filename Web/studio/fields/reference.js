// A reference to an item of another kind: a box in which words find it.

import { makeTimer } from '../../tanada/timer.js';
import { headlineOf } from '../core/names.js';
import { inOneLine } from '../forms/plain-controls.js';
import { button, make } from '../ui/elements.js';
import { makeThumbnail } from '../ui/thumbnail.js';
import { idOf } from './values.js';

const pause = 150;
const most = 8;

/** @type {(field: any, context: import('./types.js').Context) => import('./types.js').Control} */
export function referenceControl(field, { app, name, label, change }) {
  const { t, client, content } = app;
  const kind = () => content.kind(field.kind);
  let current = null;
  let text = '';
  let request;
  let found = [];
  let active = -1;
  const input = inOneLine(make('input', '', {
    name, role: 'combobox', autocomplete: 'off', spellcheck: 'false', 'aria-expanded': 'false',
    'aria-autocomplete': 'list',
    'aria-label': label, placeholder: t('searchKind', { kind: kind()?.title ?? field.kind }),
  }));
  const list = make('ul', 'reference-list', {
    role: 'listbox', 'aria-label': label, id: `list-${name}-${Math.random().toString(36).slice(2)}`, hidden: '',
  });
  input.setAttribute('aria-controls', list.id);
  const picture = makeThumbnail(app);
  const clear = button(t('referenceClear', { label }), {
    icon: 'close', look: 'plain small',
    press() {
      pick(null);
      input.focus();
    },
  });
  const open = button(t('openItem'), { icon: 'edit', look: 'plain small', press: () => visit() });
  const element = make('div', 'reference', {}, make('div', 'reference-box', {}, picture.element, input, clear, open),
    list);

  function visit() {
    const { place } = app.state.get();
    app.go({ subject: `content/${field.kind}/${current}`, ...(place.tab === 'items' && { kind: field.kind }) });
  }

  async function describe(id) {
    const { value } = await content.load(`content/${field.kind}/${id}`).catch(() => ({ value: null }));
    if (current !== id) return;
    text = value ? t('referenceText', { headline: headlineOf(kind(), value), id }) : t('referenceGone', { id });
    if (document.activeElement !== input || list.hidden) input.value = text;
    picture.show(kind(), value ?? {});
  }

  function put(id) {
    current = id;
    picture.element.hidden = clear.hidden = open.hidden = id === null;
    text = id === null ? '' : t('referenceText', { headline: '…', id });
    input.value = text;
    if (id !== null) describe(id);
  }

  function pick(id) {
    close();
    if (id === current) return put(current);
    put(id);
    change(id);
  }

  function close() {
    typed.stop();
    request?.abort();
    list.hidden = true;
    active = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  async function search() {
    request?.abort();
    const { signal } = (request = new AbortController());
    const words = input.value === text ? '' : input.value.trim();
    const query = `limit=${most}&locale=*${words ? `&q=${encodeURIComponent(words)}` : '&sort=-id'}`;
    try {
      const asked = [client.get(`/v1/content/${field.kind}?${query}`, { signal })];
      if (/^\d+$/.test(words)) {
        const exact = client.get(`/v1/content/${field.kind}/${words}?locale=*`, { signal });
        asked.push(exact.catch(() => ({ value: { result: [] } })));
      }
      const [matches, exact] = await Promise.all(asked);
      found = [...(exact?.value.result ?? []), ...matches.value.result]
        .filter((item, index, all) => all.findIndex(({ id }) => id === item.id) === index);
    } catch (error) {
      if (signal.aborted) return;
      found = [];
    }
    draw();
  }

  function draw() {
    const none = make('li', 'reference-none', { role: 'option', 'aria-disabled': 'true' }, t('referenceNone'));
    list.replaceChildren(...(found.length ? found.map(option) : [none]));
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    mark(found.length ? 0 : -1);
  }

  function option(item, index) {
    const thumbnail = makeThumbnail(app);
    thumbnail.show(kind(), item);
    const row = make('li', '', { role: 'option', id: `${list.id}-${index}`, 'aria-selected': 'false' },
      thumbnail.element, make('span', 'list-title', {}, headlineOf(kind(), item)),
      make('span', 'quiet', {}, `#${item.id}`));
    // The box keeps the focus.
    row.addEventListener('mousedown', (event) => event.preventDefault());
    row.addEventListener('click', () => pick(item.id));
    return row;
  }

  function mark(index) {
    active = index;
    [...list.children].forEach((row, place) => row.setAttribute('aria-selected', String(place === index)));
    const row = list.children[index];
    row?.scrollIntoView({ block: 'nearest' });
    if (row) input.setAttribute('aria-activedescendant', row.id);
    else input.removeAttribute('aria-activedescendant');
  }

  const typed = makeTimer(search);
  input.addEventListener('input', (event) => !(/** @type {InputEvent} */ (event).isComposing) && typed.after(pause));
  input.addEventListener('compositionend', () => typed.after(pause));
  input.addEventListener('focus', () => input.select());
  input.addEventListener('click', () => list.hidden && search());
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault();
      event.stopPropagation();
      close();
      input.value = text;
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (list.hidden) search();
      else if (found.length) mark((active + (event.key === 'ArrowDown' ? 1 : -1) + found.length) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (!list.hidden && found[active]) pick(found[active].id);
    }
  });
  input.addEventListener('blur', () => {
    const words = input.value.trim();
    close();
    if (words === text) return;
    // An id is taken as it is; words of which nothing was chosen are not.
    const id = idOf(words);
    if (id) pick(id);
    else if (!words) pick(null);
    else input.value = text;
  });
  return {
    element,
    target: () => input,
    show(value, isOther) {
      if (!isOther && (value ?? null) === current) return;
      put(value ?? null);
    },
  };
}
