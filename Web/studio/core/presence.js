// Who else has something open.

import { makeTimer } from '../../tanada/timer.js';
import { isEqual } from './equality.js';
import { randomID } from './keeping.js';

/** How often it is said what is open, in milliseconds. An entry of the server expires after three times as long. */
const interval = 10_000;

/**
 * Says what is open here, and keeps `presence` of the state: the others, each with a name and subjects.
 * @param {import('./client.js').Client} client
 * @param {import('./state.js').State<any>} state
 * @param {any} [clock] as of timers
 * @returns {() => void} ends it
 */
export function followPresence(client, state, clock) {
  const studio = randomID();
  let said;
  let isStopped = false;
  const timer = makeTimer(say, clock);

  /** Nothing is drawn again while the others stay the same. */
  const show = (others) => isEqual(others, state.get().presence) || state.change({ presence: others });

  async function say() {
    const { subject } = state.get().place;
    said = subject;
    try {
      const json = { studio, subjects: subject ? [subject] : [] };
      const { value } = await client.send('POST', '/v1/presence', { json });
      show(value.others);
    } catch {
      // Nobody can be seen for now.
      show([]);
    }
    if (!isStopped) timer.after(interval);
  }
  const stopListening = state.listen(({ place }) => {
    if (place.subject !== said) say();
  });
  say();
  return () => {
    isStopped = true;
    timer.stop();
    stopListening();
    client.send('POST', '/v1/presence', { json: { studio, subjects: [] } }).catch(() => {});
  };
}
