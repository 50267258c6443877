// tanada.js: feeds of tanada in web pages. `<tanada-feed src="/v1/feeds/home"></tanada-feed>`

import { TanadaFeed } from './feed-element.js';

if (!customElements.get('tanada-feed')) customElements.define('tanada-feed', TanadaFeed);

export { TanadaFeed };

/** @typedef {import('./feed-element.js').SettleDetail} SettleDetail */
/** @typedef {import('./feed-element.js').SelectDetail} SelectDetail */
/** @typedef {import('./feed-element.js').ImpressionDetail} ImpressionDetail */
/** @typedef {import('./feed-element.js').UpdateDetail} UpdateDetail */
/** @typedef {import('./feed-element.js').ErrorDetail} ErrorDetail */
/** @typedef {import('./feed-element.js').OnlineDetail} OnlineDetail */
