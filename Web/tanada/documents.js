// The types of documents, by the names that the modules use. They are those of `Web/documents.d.ts`.

/** @typedef {import('../documents.js').FeedDocument} FeedDocument */
/** @typedef {import('../documents.js').SectionPage} FeedPage */
/** @typedef {import('../documents.js').Section} Section */
/** @typedef {import('../documents.js').FeedItem} Item */
/** @typedef {import('../documents.js').Layout} Layout */
/** @typedef {import('../documents.js').Image} Image */
/** @typedef {import('../documents.js').ItemAction} Action */
/** @typedef {import('../documents.js').Size} Size */
/** @typedef {import('../documents.js').Rect} Rect */
/** @typedef {import('../documents.js').Point} Point */

export {};
