// Which panel is where: the navigator of each tab, and the inspector of each subject.

import { isDesign } from '../core/designs.js';
import '../panels/sections-panel.js';
import '../panels/section-panel.js';
import '../panels/items-panel.js';
import '../panels/item-panel.js';
import '../panels/releases-panel.js';
import '../panels/release-panel.js';
import '../panels/photos-panel.js';
import '../panels/photo-panel.js';
import '../panels/history-panel.js';
import '../panels/revision-panel.js';
import '../panels/item-history-panel.js';
import '../panels/section-history-panel.js';
import '../panels/people-panel.js';
import '../panels/designs-panel.js';
import '../panels/cell-panel.js';
import '../panels/theme-panel.js';
import '../panels/screen-panel.js';
import '../panels/design-screen.js';

/** The elements of the navigators, by tab. */
export const navigators = {
  screen: 'studio-sections', items: 'studio-items', releases: 'studio-releases', photos: 'studio-photos',
  history: 'studio-history', people: 'studio-people', design: 'studio-designs',
};

const inspectors = {
  content: 'studio-item', sections: 'studio-section', releases: 'studio-release', photos: 'studio-photo',
  revisions: 'studio-revision', cells: 'studio-cell', themes: 'studio-theme',
};

/** What the inspector shows of subjects in the history. */
const histories = { content: 'studio-item-history', sections: 'studio-section-history' };

/**
 * The element of the inspector.
 * @param {import('../core/place.js').Place} place
 * @returns {string | undefined}
 */
export const inspectorFor = ({ tab, subject }) => {
  const [type] = subject?.split('/') ?? [];
  return (tab === 'history' && histories[type]) || inspectors[type];
};

/**
 * The element of the screen.
 * @param {import('../core/place.js').Place} place
 * @returns {string}
 */
export const screenFor = ({ tab, subject }) =>
  (tab === 'design' && isDesign(subject) ? 'studio-design-screen' : 'studio-screen');
