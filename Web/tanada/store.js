// The last good documents, for when the network fails.

/** How many documents are kept: of as many widths or feeds. */
const most = 3;
const key = 'tanada';

/** The kept documents by their addresses, the latest last; none where storage is not allowed. */
function documents() {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]');
  } catch {
    return [];
  }
}

/** Whether an address is of the preview of a release, which is not kept. */
const isPreview = (address) => address.includes('release=');

/**
 * Keeps a document. Where there is no room for it, it is not kept.
 * @param {string} address
 * @param {any} document
 */
export function keepDocument(address, document) {
  if (isPreview(address)) return;
  try {
    const others = documents().filter(([other]) => other !== address);
    localStorage.setItem(key, JSON.stringify([...others, [address, document]].slice(-most)));
  } catch {
    // Storage may be full or forbidden.
  }
}

/**
 * The kept document of an address, or the latest of the same feed; undefined if there is none.
 * @param {string} address
 * @returns {any}
 */
export function keptDocument(address) {
  const list = isPreview(address) ? [] : documents();
  const [path] = address.split('?');
  const pair = list.findLast(([other]) => other === address) ?? list.findLast(([other]) => other.startsWith(`${path}?`));
  return pair?.[1];
}
