// The types of documents, as a server answers them.

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

/** A page of a section, as `next` of the section answers. */
export interface FeedPage {
  feed: string;
  revision: number;
  section: FeedSection;
  /** The address of the next page; null at the end. */
  next: string | null;
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
