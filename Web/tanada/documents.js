// The types of documents, by the names that the modules use. They are those of `Web/documents.d.ts`.

/** @typedef {import('../documents.js').FeedDocument} FeedDocument */
/** @typedef {import('../documents.js').FeedPage} FeedPage */
/** @typedef {import('../documents.js').FeedSection} Section */
/** @typedef {import('../documents.js').FeedItem} Item */
/** @typedef {import('../documents.js').FeedLayout} Layout */
/** @typedef {import('../documents.js').ItemImage} Image */
/** @typedef {import('../documents.js').ItemAction} Action */

export {};
