// The words of history: English and Japanese.

/** @type {Record<string, [string, string]>} */
export default {
};
