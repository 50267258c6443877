// tanada.js: feeds of tanada in web pages. `<tanada-feed src="/v1/feeds/home"></tanada-feed>`

import { TanadaFeed } from './feed-element.js';

if (!customElements.get('tanada-feed')) customElements.define('tanada-feed', TanadaFeed);

export { TanadaFeed };
