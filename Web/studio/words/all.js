// All words, by their names.

import core from './core.js';
import design from './design.js';
import fields from './fields.js';
import history from './history.js';
import items from './items.js';
import layouts from './layouts.js';
import people from './people.js';
import photos from './photos.js';
import releases from './releases.js';
import save from './save.js';
import screen from './screen.js';
import sections from './sections.js';
import transfer from './transfer.js';
import visibility from './visibility.js';

/** @type {Record<string, [string, string]>} */
export default {
  ...core, ...save, ...screen, ...items, ...fields, ...photos, ...sections, ...visibility, ...layouts, ...releases,
  ...history, ...people, ...transfer, ...design,
};
