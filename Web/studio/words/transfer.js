// The words of transfer: English and Japanese.

/** @type {Record<string, [string, string]>} */
export default {
};
