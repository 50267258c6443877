// Types of tanada.js: `<tanada-feed src="/v1/feeds/home">`.

/** A rectangle, in points. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where an item leads. Only http and https addresses are ever opened. */
export interface ItemAction {
  deep_link?: string | null;
  web_url?: string | null;
}

/** A picture and what is shown before it is there. */
export interface ItemImage {
  url: string;
  width?: number;
  height?: number;
  aspect?: number;
  alt?: string | null;
  focus?: { x: number; y: number } | null;
  placeholder?: { color: string; thumbhash: string; blurhash: string } | null;
  sources?: { type: string; '1x'?: string; '2x'?: string; '3x'?: string }[];
}

/** An item: the fields of its kind, and those that are derived from them. */
export interface FeedItem {
  id: number;
  date_label?: string;
  stars?: number[];
  image?: ItemImage | null;
  action?: ItemAction | null;
  impression_id?: string;
  /** Everything that its cell shows, in one line. */
  accessibility_label?: string;
  [field: string]: unknown;
}

/** A layout: its frames belong to the items in their order. */
export interface FeedLayout {
  type: string;
  /** The velocity from which a drag of a snap carousel or a ring goes on in its direction, in points per second. */
  flick_velocity?: number;
  viewport: { width: number; height?: number };
  content_size: { width: number; height: number };
  frames: (Frame & { id: number })[];
  [detail: string]: unknown;
}

/** A section of a feed. */
export interface FeedSection {
  id: string;
  kind: string;
  title: string;
  /** Covers the header and the layout, in coordinates of the screen. */
  frame: Frame;
  /** Where the coordinates of the layout begin, relative to the frame. */
  layout_origin?: { x: number; y: number };
  header?: { height: number; subtitle?: string | null; action?: unknown; slots?: unknown[] } | null;
  cell?: Record<string, unknown> | null;
  roles?: Record<string, string>;
  layout: FeedLayout;
  items: FeedItem[];
  next?: string | null;
}

/** A feed document, as `GET /v1/feeds/{feed}` answers. */
export interface FeedDocument {
  schema_version: number;
  feed: string;
  revision: number;
  generated_at: string;
  expires_at: string | null;
  viewport: { width: number };
  text_size?: number;
  direction?: 'ltr' | 'rtl';
  /** The locale that it was made for. */
  locale?: string;
  content_size: { width: number; height: number };
  sections: FeedSection[];
}

/** Where a carousel has come to rest: the number that `tanada settle` gives. */
export interface SettleDetail {
  section: string;
  offset: number;
  /** The page of a snap carousel. */
  page?: number;
  /** The slot in front of a ring, from 1; the card in front of a pile, from 0. */
  slot?: number;
  /** The snap of a carousel; null where it rests at none. */
  snap?: number | null;
}

/** The target of a tap: an item, or the action of a section's header with no item. */
export interface SelectDetail {
  section: string;
  item: FeedItem | null;
  action: ItemAction | null;
}

/** The events of a feed. They bubble. */
export interface TanadaFeedEventMap {
  'tanada-settle': CustomEvent<SettleDetail>;
  /** Cancelable: unless it is cancelled, the web address of the action opens, or without one the photo in
   * the viewer. */
  'tanada-select': CustomEvent<SelectDetail>;
  /** Another document was drawn. */
  'tanada-update': CustomEvent<{ revision: number }>;
  /** A document could not be fetched, which is tried again, or a section could not be drawn, which
   * is left out. `status` is 0 without a response. Without a document the element says in its place that the
   * feed cannot be shown. */
  'tanada-error': CustomEvent<{ error: Error; status: number }>;
}

/**
 * A feed of tanada.
 *
 * Attributes: `src`, the address of the feed; `text-size`, 0.8 to 3.1; `direction`, `ltr` or `rtl` (that of
 * the language if missing); `locale`, the language of the reader; `platform`, `app-version`, `audience`
 * (names separated by commas) and `client-key`, facts about the client, which gets its variant with any;
 * `events`, the address of its revisions (beside `src` if missing) or `off`; `color-scheme`, `light`
 * or `dark` (the system's if missing); `contrast`, `more` for texts with at least the contrast of WCAG
 * AA, on pictures too; `external-pictures`, which allows pictures of other origins.
 * The element sets `data-feed-revision`, `lang` and `dir` as the document says, and `data-offline` while its server cannot be reached.
 */
export class TanadaFeed extends HTMLElement {
  /** The document that is drawn; null before the first one. An element without `src` draws one that is
   * set. */
  get document(): FeedDocument | null;
  set document(document: FeedDocument);
  /** Draws a carousel at an offset, in the unit of `data-offset`, without saying that it is at rest. */
  moveTo(section: string, offset: number): void;
  /** The revision of that document. */
  readonly revision: number | null;
  /** The name of the variant that is drawn; null for what everybody gets. */
  readonly variant: string | null;
  locale: string | null;
  platform: string | null;
  appVersion: string | null;
  audience: string | null;
  clientKey: string | null;
  /** Resolves when the first document has been drawn. */
  readonly ready: Promise<TanadaFeed>;
  addEventListener<Name extends keyof TanadaFeedEventMap>(
    type: Name,
    listener: (this: TanadaFeed, event: TanadaFeedEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'tanada-feed': TanadaFeed;
  }
}
