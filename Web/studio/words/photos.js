// The words of photos: English and Japanese.

/** @type {Record<string, [string, string]>} */
export default {
};
