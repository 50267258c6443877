// The parts of tanada.js that are loaded when they are used. The server puts their addresses in place of their names.

/**
 * The parts that are there.
 * @type {Record<string, any>}
 */
export const parts = {};

/** How often the loading of a part has failed: a browser does not load a script again unless its address is another. */
let failures = 0;

/** The paths of the parts at their server. */
const paths = {
  impressions: '{{impressions.js}}', later: '{{later.js}}', motions: '{{motions.js}}', viewer: '{{viewer.js}}',
};
/** The address of the server: of this script, less its folder and name. It may be behind a path of a proxy. */
const base = new URL(/\/assets\/[^/]*$/.test(new URL(import.meta.url).pathname) ? '..' : '.', import.meta.url);

/**
 * Loads a part, or gives the one that is there.
 * @param {'impressions' | 'later' | 'motions' | 'viewer'} name
 * @returns {Promise<any>} the exports of the part
 */
export async function loadPart(name) {
  try {
    return (parts[name] ??= await import(new URL(`.${paths[name]}#${failures}`, base).href));
  } catch (error) {
    failures += 1;
    throw error;
  }
}
