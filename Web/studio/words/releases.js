// The words of releases: English and Japanese.

/** @type {Record<string, [string, string]>} */
export default {
};
