// The words of people: English and Japanese.

/** @type {Record<string, [string, string]>} */
export default {
};
