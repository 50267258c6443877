// The words of sections: English and Japanese.

/** @type {Record<string, [string, string]>} */
export default {
};
