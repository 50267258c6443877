// The words of layouts: English and Japanese.

/** @type {Record<string, [string, string]>} */
export default {
};
