// What a revision has changed, as its keys tell.

/**
 * What the keys of a revision name.
 * @typedef {object} RevisionChanges
 * @property {Map<string, number[]>} items the numbers of items by their kinds; none for a kind of which many have
 *   changed
 * @property {string[]} kinds of which only lists have changed
 * @property {string[]} feeds
 * @property {string[]} sections of the feed that is asked for
 * @property {string[]} photos
 */

/**
 * The changes that the keys of a revision name.
 * @param {string[]} keys
 * @param {string} [feed] whose sections are wanted
 * @returns {RevisionChanges}
 */
export function changesIn(keys, feed) {
  const found = { items: new Map(), kinds: new Set(), feeds: new Set(), sections: new Set(), photos: [] };
  for (const key of keys) {
    const colon = key.indexOf(':');
    const [type, name] = colon < 0 ? [key, ''] : [key.slice(0, colon), key.slice(colon + 1)];
    // The editions of other locales change with their feed.
    const [plain, rest] = [name.split(/[@/]/)[0], name.split('/')[1]];
    if (type === 'feed' || type === 'variants') found.feeds.add(plain);
    else if (type === 'section') {
      found.feeds.add(plain);
      if (plain === feed) found.sections.add(rest);
    } else if (type === 'kind') found.kinds.add(name);
    else if (type === 'items') found.items.set(name, []);
    else if (type === 'photo') found.photos.push(name);
    else if (/^\d+$/.test(name) && !isWhole(found.items, type)) {
      found.items.set(type, [...(found.items.get(type) ?? []), Number(name)]);
    }
  }
  const kinds = [...found.kinds].filter((kind) => !found.items.has(kind));
  return { ...found, kinds, feeds: [...found.feeds], sections: [...found.sections] };
}

/** Whether so many items of a kind have changed that they are not named. */
const isWhole = (items, kind) => items.has(kind) && !items.get(kind).length;

/** How many parts of a revision are named. */
const most = 3;

/**
 * A revision in a few words.
 * @param {string[]} keys
 * @param {object} options
 * @param {import('./language.js').Words} options.t
 * @param {(kind: string) => string} options.titleOf a kind
 * @returns {string}
 */
export function summaryOf(keys, { t, titleOf }) {
  const { items, kinds, feeds, photos } = changesIn(keys);
  const parts = [...items].map(([kind, ids]) => (ids.length === 1
    ? t('revisionItem', { title: titleOf(kind), id: ids[0] })
    : ids.length ? t('revisionItems', { title: titleOf(kind), count: ids.length })
      : t('revisionAllItems', { title: titleOf(kind) })));
  for (const kind of kinds) parts.push(t('revisionKind', { title: titleOf(kind) }));
  if (photos.length) parts.push(t('revisionPhotos', { count: photos.length }));
  if (!parts.length) for (const feed of feeds) parts.push(t('sectionsOf', { feed }));
  if (!parts.length) return t('revisionHidden');
  const rest = parts.length - most;
  return [...parts.slice(0, most), ...(rest > 0 ? [t('revisionMore', { count: rest })] : [])].join(t('listSeparator'));
}

/**
 * The versions of an item with what each has changed, and whether the item was there.
 * @param {any[]} versions as of its history, the newest first
 * @param {boolean} hasMore whether there are older ones
 * @returns {{version: any, former: any, isPresent: boolean, isRestored: boolean}[]} `former` is null where nothing was
 *   before, and undefined where it is not known; `isRestored` is after a time without the item
 */
export function stepsOf(versions, hasMore) {
  return versions.map((version, index) => {
    const older = versions[index + 1];
    const isGap = older && older.to !== version.from;
    const former = isGap ? null : older ? older.fields : hasMore ? undefined : null;
    return { version, former, isPresent: version.to === null, isRestored: Boolean(isGap) };
  });
}

/**
 * A composition with a section as it was in a former one; one that is gone comes back after the one that it followed.
 * @param {any} composition
 * @param {any} former
 * @param {string} id
 */
export function withSection(composition, former, id) {
  const place = former.sections.findIndex((section) => section.id === id);
  const section = former.sections[place];
  const { sections } = composition;
  if (sections.some((one) => one.id === id)) {
    return { ...composition, sections: sections.map((one) => (one.id === id ? section : one)) };
  }
  const before = former.sections.slice(0, place).map((one) => one.id);
  const after = sections.findLastIndex((one) => before.includes(one.id));
  return { ...composition, sections: [...sections.slice(0, after + 1), section, ...sections.slice(after + 1)] };
}
