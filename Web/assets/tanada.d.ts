// The types of tanada.js. Made by scripts/build-web; see docs/web.md.

import type { FeedDocument, FeedItem, ItemAction } from './documents.d.ts';
export type { BadgeSlot, Border, CampaignBannersItem, CardKeyframe, CardKeyframes, CardKeyframesInterpolation, CardStackLayout, CardStackOptions, CardState, CardStep, CarouselLayout, CarouselOptions, CarouselOptionsContain, CarouselOptionsDirection, CarouselOptionsMode, CarouselOptionsShortContent, Cell, CellName, CircularCarouselLayout, CircularCarouselOptions, ContentMode, Direction, DocumentNote, DragStart, EffectName, FavoriteScenesItem, FeaturedTopicsItem, FeedDocument, FeedItem, Font, Frame, GridChoice, GridChoiceRule, GridColumn, GridExplanation, GridOptimum, GridQuality, HeaderAction, Image, ImageSlot, ImageSource, ImageSourceType, ItemAction, ItemError, JSONFeed, JSONFeedItem, JSONValue, JustifiedRow, JustifiedRowsLayout, JustifiedRowsOptions, JustifiedRowsOptionsBreaks, JustifiedRowsOptionsWidows, KindName, Layout, LineSlot, ListLayout, ListOptions, Loop, LoopShift, MosaicGroup, MosaicGroupLargeSide, MosaicLayout, MosaicOptions, MosaicOptionsStarts, Padding, PhotoFocus, PhotoPlaceholder, PickupPhotosItem, Piece, PieceContainer, Point, Problem, ProblemPart, RecentNewsItem, Rect, ResetEvent, RevisionEvent, RingKeyframe, RingKeyframes, RingKeyframesInterpolation, RingPlacement, RingState, Roles, ScaleState, ScrollLimits, Section, SectionHeader, SectionOfAnyKind, SectionPage, SettleAnimation, SettleAnimationCurve, ShadeSlot, Shadow, ShadowOffset, ShelfLayout, ShelfOptions, Size, Slot, SlotAnchor, SlotRole, Snap, SnapCarouselLayout, SnapCarouselOptions, SnapPage, SnapshotState, StackState, StaggeredGridLayout, StaggeredGridOptions, StaggeredGridOptionsPlacement, StarsSlot, TextAlignment, TextSlot, TrendArticlesItem, UniformGridLayout, UniformGridOptions, UnknownItem, UnknownLayout, UnknownName, UnknownSlot, Variant, Viewport, VisibleItems, unknownName } from './documents.d.ts';

/**
 * A document or a page that could not be fetched, which is tried again; a section that could not be drawn, which is left
 * out; or a part of the script that could not be loaded.
 */
type ErrorDetail = {
    error: any;
    /**
     * that of the answer; 0 without one
     */
    status: number;
    failed: 'document' | 'section' | 'part';
};

/**
 * An item of which half was seen for 800 ms. Its `impression_id` counts once.
 */
type ImpressionDetail = {
    section: string;
    item: FeedItem;
};

/**
 * nothing: documents can be fetched again
 */
type OnlineDetail = {};

/**
 * The target of a tap.
 */
type SelectDetail = {
    section: string;
    /**
     * null for the action of a section's header
     */
    item: FeedItem | null;
    action: ItemAction | null;
};

/**
 * Where a carousel has come to rest: the number that `tanada settle` gives.
 */
type SettleDetail = {
    section: string;
    offset: number;
    /**
     * the page of a snap carousel, from 0
     */
    page?: number | undefined;
    /**
     * the slot in front of a ring, from 1; the card in front of a pile, from 0
     */
    slot?: number | undefined;
    /**
     * the snap of a carousel, from 0; null where it rests at none
     */
    snap?: number | null | undefined;
};

/**
 * A feed of tanada: `<tanada-feed src="/v1/feeds/home">`.
 *
 * Attributes: `src`, the address of the feed; `text-size`, 0.8 to 3.1; `direction`, `ltr` or `rtl` (that of the language
 * if missing); `locale`, the language of the reader; `platform`, `app-version`, `audience` (names separated by commas)
 * and `client-key`, facts about the client, which gets its variant with any; `events`, the address of its revisions
 * (beside `src` if missing) or `off`; `color-scheme`, `light` or `dark` (the system's if missing); `contrast`, `more` for
 * texts with at least the contrast of WCAG AA, on pictures too; `impressions`, for events of what was seen;
 * `external-pictures`, which allows pictures of other origins. The element sets `data-feed-revision`, `lang` and `dir` as the document says, and `data-offline` while its
 * server cannot be reached.
 */
declare class TanadaFeed extends HTMLElement {
    /**
     * Resolves when the first document has been drawn, and everything in it can be moved.
     */
    ready: Promise<TanadaFeed>;
    /** @param document null changes nothing */
    set document(arg: FeedDocument | null);
    /**
     * The document that is drawn; null before the first one. An element without `src` draws one that is set.
     */
    get document(): FeedDocument | null;
    /**
     * Draws a carousel at an offset, in the unit of `data-offset`, without saying that it is at rest.
     */
    moveTo(section: string, offset: number): void;
    /**
     * The revision of the document that is drawn; null before the first one.
     */
    get revision(): number | null;
    /**
     * The name of the variant that is drawn; null for what everybody gets.
     */
    get variant(): string | null;
    #private;
}

/**
 * the document that was drawn
 */
type UpdateDetail = {
    revision: number;
};

export { TanadaFeed, type ErrorDetail, type ImpressionDetail, type OnlineDetail, type SelectDetail, type SettleDetail, type UpdateDetail };

declare global {
  interface HTMLElementTagNameMap {
    'tanada-feed': TanadaFeed;
  }

  /** The events of a feed. They bubble. */
  interface HTMLElementEventMap {
    'tanada-settle': CustomEvent<SettleDetail>;
    /** Cancelable: unless it is cancelled, the web address of the action opens, or without one the photo in the viewer. */
    'tanada-select': CustomEvent<SelectDetail>;
    'tanada-impression': CustomEvent<ImpressionDetail>;
    'tanada-update': CustomEvent<UpdateDetail>;
    'tanada-error': CustomEvent<ErrorDetail>;
    'tanada-online': CustomEvent<OnlineDetail>;
  }

  interface DocumentEventMap {
    'tanada-settle': CustomEvent<SettleDetail>;
    'tanada-select': CustomEvent<SelectDetail>;
    'tanada-impression': CustomEvent<ImpressionDetail>;
    'tanada-update': CustomEvent<UpdateDetail>;
    'tanada-error': CustomEvent<ErrorDetail>;
    'tanada-online': CustomEvent<OnlineDetail>;
  }
}

/** The properties of the attributes with these names; null removes one. */
interface TanadaFeed {
  locale: string | null;
  platform: string | null;
  appVersion: string | null;
  audience: string | null;
  clientKey: string | null;
}
