// To be written.

import { Panel } from '../ui/panel.js';

class Stub extends Panel {}

customElements.define('studio-revision', Stub);
