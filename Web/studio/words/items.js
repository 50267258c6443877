// The words of items: English and Japanese.

/** @type {Record<string, [string, string]>} */
export default {
};
