// The parts of tanada.js that are loaded when they are used. The server puts their addresses in place of their names.

/**
 * The parts that are there.
 * @type {Record<string, any>}
 */
export const parts = {};

/** How often the loading of a part has failed: a browser does not load a script again unless its address is another. */
let failures = 0;

const imports = {
  impressions: () => import(`{{impressions.js}}#${failures}`),
  later: () => import(`{{later.js}}#${failures}`),
  motions: () => import(`{{motions.js}}#${failures}`),
  viewer: () => import(`{{viewer.js}}#${failures}`),
};

/**
 * Loads a part, or gives the one that is there.
 * @param {'impressions' | 'later' | 'motions' | 'viewer'} name
 * @returns {Promise<any>} the exports of the part
 */
export async function loadPart(name) {
  try {
    return (parts[name] ??= await imports[name]());
  } catch (error) {
    failures += 1;
    throw error;
  }
}
