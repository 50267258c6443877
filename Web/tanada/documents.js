// The types of documents, by the names that the modules use. They are those of `Web/assets/documents.d.ts`.

/** @typedef {import('../assets/documents.js').FeedDocument} FeedDocument */
/** @typedef {import('../assets/documents.js').SectionPage} FeedPage */
/** @typedef {import('../assets/documents.js').Section} Section */
/** @typedef {import('../assets/documents.js').FeedItem} Item */
/** @typedef {import('../assets/documents.js').Layout} Layout */
/** @typedef {import('../assets/documents.js').Image} Image */
/** @typedef {import('../assets/documents.js').ItemAction} Action */
/** @typedef {import('../assets/documents.js').Size} Size */
/** @typedef {import('../assets/documents.js').Rect} Rect */
/** @typedef {import('../assets/documents.js').Point} Point */

export {};
