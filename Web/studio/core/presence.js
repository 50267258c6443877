// Who else has something open.

import { listen } from '../../tanada/dom.js';
import { makeTimer } from '../../tanada/timer.js';
import { isEqual } from './equality.js';
import { isNewSubject } from './place.js';

/** How often it is said what is open, in milliseconds. An entry of the server expires after three times as long. */
const interval = 10_000;

/**
 * What is said to be open: a section with its feed, as others may have one of that name, and no new item, which nobody
 * else has.
 * @param {any} state
 * @returns {string[]}
 */
export function openSubjects({ place: { subject }, feed }) {
  if (!subject || isNewSubject(subject)) return [];
  return [subject.startsWith('sections/') ? `feeds/${feed}/${subject}` : subject];
}

/**
 * Who has what is open here open as well.
 * @param {any} state
 * @returns {{names: string[], isOwn: boolean}} `isOwn` if another window under one's own name has
 */
export function othersHere(state) {
  const [subject] = openSubjects(state);
  const names = [...new Set(state.presence.filter(({ subjects }) => subjects.includes(subject)).map(({ name }) => name))];
  return { names: names.filter((name) => name !== state.session.name), isOwn: names.includes(state.session.name) };
}

/**
 * What is said about those who have what is open here open as well.
 * @param {any} state
 * @param {import('./language.js').Words} t
 * @returns {string} empty for nobody
 */
export function othersText(state, t) {
  const { names, isOwn } = othersHere(state);
  return [
    names.length ? t('alsoHere', { names: names.join(t('listSeparator')), count: names.length }) : '',
    isOwn ? t('alsoHereOwn') : '',
  ].filter(Boolean).join(' ');
}

/**
 * Says what is open here, and keeps `presence` of the state: the others, each with a name and subjects.
 * @param {import('./client.js').Client} client
 * @param {import('./state.js').State<any>} state
 * @param {object} options
 * @param {string} options.studio the name of this window, which a reload keeps: it is not somebody else then
 * @param {EventTarget} options.page that is left
 * @param {any} [options.clock] as of timers
 * @returns {() => void} ends it
 */
export function followPresence(client, state, { studio, page, clock }) {
  let said;
  let isSaying = false;
  let isStopped = false;
  const timer = makeTimer(say, clock);
  const send = (subjects, isLast) => client.send('POST', '/v1/presence', { json: { studio, subjects }, isLast });

  /** Nothing is drawn again while the others stay the same. */
  const show = (others) => isEqual(others, state.get().presence) || state.change({ presence: others });

  /** Says it, one after the other: what was open before must not arrive last. */
  async function say() {
    if (isSaying) return;
    isSaying = true;
    timer.stop();
    const subjects = (said = openSubjects(state.get()));
    try {
      const { value } = await send(subjects);
      show(value.others.filter((other) => other.studio !== studio));
    } catch {
      // Nobody can be seen for now.
      show([]);
    }
    isSaying = false;
    if (isStopped) return;
    if (isEqual(openSubjects(state.get()), subjects)) timer.after(interval);
    else say();
  }
  const leave = () => send([], true).catch(() => {});
  const stops = [
    state.listen((now) => isEqual(openSubjects(now), said) || say()),
    // Who closes a window has it open no more; who comes back to it by the browser's buttons has.
    listen(page, { pagehide: leave, pageshow: ({ persisted }) => persisted && say() }),
  ];
  say();
  return () => {
    isStopped = true;
    timer.stop();
    for (const stop of stops) stop();
    leave();
  };
}
