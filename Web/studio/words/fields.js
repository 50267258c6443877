// The words of fields: English and Japanese.

/** @type {Record<string, [string, string]>} */
export default {
};
