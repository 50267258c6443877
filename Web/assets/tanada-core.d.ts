// The types of tanada-core.js. Made by scripts/build-web; see docs/web.md.

import type { FeedDocument, FeedItem, Image, ItemAction, Layout, Point, Rect, Section, SectionPage, Size } from './documents.d.ts';
export type { BadgeSlot, Border, CampaignBannersItem, CardKeyframe, CardKeyframes, CardKeyframesInterpolation, CardStackLayout, CardStackOptions, CardState, CardStep, CarouselLayout, CarouselOptions, CarouselOptionsContain, CarouselOptionsDirection, CarouselOptionsMode, CarouselOptionsShortContent, Cell, CellName, CircularCarouselLayout, CircularCarouselOptions, ContentMode, Direction, DocumentNote, DragStart, EffectName, FavoriteScenesItem, FeaturedTopicsItem, FeedDocument, FeedItem, Font, Frame, GridChoice, GridChoiceRule, GridColumn, GridExplanation, GridOptimum, GridQuality, HeaderAction, Image, ImageSlot, ImageSource, ImageSourceType, ItemAction, ItemError, JSONFeed, JSONFeedItem, JSONValue, JustifiedRow, JustifiedRowsLayout, JustifiedRowsOptions, JustifiedRowsOptionsBreaks, JustifiedRowsOptionsWidows, KindName, Layout, LineSlot, ListLayout, ListOptions, Loop, LoopShift, MosaicGroup, MosaicGroupLargeSide, MosaicLayout, MosaicOptions, MosaicOptionsStarts, Padding, PhotoFocus, PhotoPlaceholder, PickupPhotosItem, Piece, PieceContainer, Point, Problem, ProblemPart, RecentNewsItem, Rect, ResetEvent, RevisionEvent, RingKeyframe, RingKeyframes, RingKeyframesInterpolation, RingPlacement, RingState, Roles, ScaleState, ScrollLimits, Section, SectionHeader, SectionOfAnyKind, SectionPage, SettleAnimation, SettleAnimationCurve, ShadeSlot, Shadow, ShadowOffset, ShelfLayout, ShelfOptions, Size, Slot, SlotAnchor, SlotRole, Snap, SnapCarouselLayout, SnapCarouselOptions, SnapPage, SnapshotState, StackState, StaggeredGridLayout, StaggeredGridOptions, StaggeredGridOptionsPlacement, StarsSlot, TextAlignment, TextSlot, TrendArticlesItem, UniformGridLayout, UniformGridOptions, UnknownItem, UnknownLayout, UnknownName, UnknownSlot, Variant, Viewport, VisibleItems, unknownName } from './documents.d.ts';

/**
 * What sets timers: that of the platform, or of a test.
 */
type Clock = {
    setTimeout: (action: () => void, milliseconds: number) => any;
    clearTimeout: (timer: any) => void;
};

/**
 * The content of a cell: the texts of an item by their roles, and its picture.
 */
type Content = {
    text: (role: string) => string;
    stars: number[];
    image?: any;
    label?: string | undefined;
};

/**
 * A motion: the place after a time in seconds, and whether it is over.
 */
type Course = {
    at: (time: number) => [place: number, isOver: boolean];
    end: number;
};

/**
 * an item and its frame
 */
type Entry = {
    item: any;
    frame: any;
    index: number;
};

/**
 * Facts about a client.
 */
type Facts = {
    /**
     * such as `web`
     */
    platform?: string | null | undefined;
    /**
     * such as `3.10.1`
     */
    appVersion?: string | null | undefined;
    /**
     * names, separated by commas
     */
    audience?: string | null | undefined;
    /**
     * any text that stays the same for a reader or a device
     */
    clientKey?: string | null | undefined;
};

/**
 * A document that was kept, with its tag.
 */
type Kept = {
    document: any;
    tag: string | null;
};

/**
 * A document of a feed.
 */
type Loaded = {
    /**
     * the same object as before if it has not changed
     */
    document: FeedDocument;
    /**
     * where it is, with the name of the variant
     */
    address: string;
    /**
     * the revision that the server has in service: where `follow` begins
     */
    revision: string | number | null;
    /**
     * the milliseconds after which it is to be loaded again; missing if it does not expire
     */
    wait?: number | undefined;
    /**
     * why it is the last good one, and not that of the server now
     */
    error?: (Error & {
        status?: number | undefined;
    }) | undefined;
};

/**
 * A motion as data: values at frames, in straight lines between the frames.
 */
type Motion = {
    /**
     * ascending
     */
    frames: MotionFrame[];
    /**
     * of the channels that only jump
     */
    steps: MotionFrame[];
};

/**
 * its place, and values by their channels;
 * dots lead into a part: `shadow.radius`
 */
type MotionFrame = {
    at: number;
    values: Record<string, any>;
};

/**
 * A motion of a section.
 */
type Mover = {
    /**
     * where each item is shown
     */
    offsets: number[];
    /**
     * the offset that `frames` are published at
     */
    start: number;
    /**
     * how much the offset grows when the finger moves a point to the right
     */
    perPoint: number;
    limits?: [number, number] | undefined;
    /**
     * after which a loop begins again
     */
    period?: number | undefined;
    /**
     * whether it slows down by itself instead of going to a place
     */
    isFree?: boolean | undefined;
    /**
     * whether one item is in front of the others
     */
    showsOne?: boolean | undefined;
    /**
     * whether dots tell the place
     */
    hasDots?: boolean | undefined;
    /**
     * how far all items are drawn from their frames
     */
    shift?: ((offset: number) => number) | undefined;
    /**
     * the pose of one item; null if
     * it is not seen
     */
    pose?: ((entry: Entry, offset: number) => Pose | null) | undefined;
    /**
     * how far inside of the screen's edges items are cut off
     */
    inset?: number | undefined;
    /**
     * where every item is before that, if not at its frame
     */
    box?: any;
    settle: (from: number, translation: number, velocity: number) => Rest;
    /**
     * the layout, which says how it moves to a place of rest, and from where on it follows a finger
     */
    layout?: any;
};

type Pose = {
    [more: string]: any;
    transform: string;
    x?: number | undefined;
    opacity?: number | undefined;
    zIndex?: number | undefined;
};

/**
 * Where a motion ends: what to animate to, the same place as it is published, and more about it for
 * events.
 */
type Rest = [target: number, offset: number, detail?: Record<string, number | null>];

/**
 * The options of a ring; those of the existing screens unless given.
 */
type RingOptions = {
    /**
     * in points
     */
    radius?: number | undefined;
    scale_per_step?: number | undefined;
    opacity_per_step?: number | undefined;
    depth_per_step?: number | undefined;
    /**
     * the sign of x: −1 for a ring that is mirrored
     */
    side?: 1 | -1 | undefined;
};

type Screen = {
    width: number;
    direction: 'ltr' | 'rtl';
    side: 1 | -1;
};

/**
 * The zoom of an image in a scroll view.
 */
type ScrollZoom = {
    /**
     * the view, in points
     */
    bounds: Size;
    /**
     * the scale at which the whole image just fits
     */
    minimum: number;
    /**
     * one point per pixel, or the minimum where that is above it
     */
    maximum: number;
    /**
     * of a double tap on the whole image: three times the minimum, at
     * most 1, and not wider than 4000 points
     */
    doubleTapScale: number;
    /**
     * the nearest scale within the limits
     */
    limited: (scale: number) => number;
    size: (scale: number) => Size;
    /**
     * the offsets
     * an image can have. On an axis where it is shorter than the view, only the one that centres it
     */
    offsetLimits: (scale: number) => {
        x: [
            number,
            number
        ];
        y: [
            number,
            number
        ];
    };
    /**
     * the nearest one within the limits:
     * where an image comes to rest
     */
    state: (scale: number, offset: Point) => ZoomState;
    /**
     * the whole image, centred
     */
    initial: () => ZoomState;
    /**
     * keeps what is under
     * `point` of the view there as far as the limits allow
     */
    zoomed: (state: ZoomState, scale: number, point: Point) => ZoomState;
    /**
     * the whole image grows about
     * `point`, and one at any other scale becomes whole again
     */
    doubleTapped: (state: ZoomState, point: Point) => ZoomState;
};

/**
 * Where a carousel comes to rest.
 */
type Settled = {
    snap: number | null;
    /**
     * in a loop within the first turn
     */
    offset: number;
    /**
     * the offset without wrapping
     */
    unwrapped_offset: number;
    at_snap: boolean;
};

/**
 * The places a carousel can rest at, and how strictly it does.
 */
type SnapRow = {
    /**
     * the offset of each snap, not descending, in points
     */
    offsets: number[];
    /**
     * the viewport's width, in points
     */
    width: number;
    /**
     * one turn of a loop
     */
    loop?: {
        period: number;
        start: number;
    } | null | undefined;
    /**
     * how far it can be scrolled
     */
    limits?: {
        lower: number;
        upper: number;
    } | null | undefined;
    direction?: "ltr" | "rtl" | undefined;
    mode?: "mandatory" | "proximity" | "free" | undefined;
    /**
     * in views, for mode `proximity`
     */
    proximity?: number | undefined;
    /**
     * whether a drag goes to the next snap at most
     */
    one_step?: boolean | undefined;
    /**
     * the share of a velocity left after 1 ms
     */
    deceleration?: number | "normal" | "fast" | undefined;
    /**
     * the share of the way that a slow drag has to cover
     */
    commit_threshold?: number | undefined;
    /**
     * in points per second
     */
    flick_velocity?: number | undefined;
};

/**
 * An event of a server.
 */
type StreamEvent = {
    /**
     * `message` for a revision, `reset` if some were missed and everything may have changed,
     * `error` when the stream has ended, `open` when it is there again
     */
    type: string;
    /**
     * that of the revision
     */
    id?: string | undefined;
    /**
     * of a revision: `revision`, `revision_id`, `committed_at` and `keys`
     */
    data?: any;
};

/**
 * Where texts are kept: `localStorage`, or anything with these two methods, which may return promises.
 */
type TextStorage = {
    getItem: (key: string) => string | null | undefined | Promise<string | null | undefined>;
    setItem: (key: string, text: string) => unknown;
};

/**
 * The traits of a screen that a document is made for.
 */
type Traits = {
    /**
     * of the screen, in points: whole ones are asked for, 200 to 4096
     */
    width: number;
    /**
     * 0.8 to 3.1; 1 if missing
     */
    textSize?: string | number | null | undefined;
    /**
     * `ltr` or `rtl`; that of the locale if missing
     */
    direction?: string | null | undefined;
    /**
     * of the reader, such as `en-GB`, or several with commas; by default the first of the server
     */
    locale?: string | null | undefined;
};

/**
 * an image at rest: points per pixel, and the
 * place of the view's top left corner measured from that of the image
 */
type ZoomState = {
    scale: number;
    offset: Point;
};

declare function actionAddress(action: ItemAction | null | undefined): URL | null;

/**
 * The file of a picture to load: the smallest one that has a pixel for each of the device, else the largest, in the
 * first format that can be decoded. A picture without such a file is that of its own address.
 * @param drawn.ratio the pixels of the device in a point
 * @param drawn.slotWidth the width of its slot as published, in points: that of the files for one pixel per
 *   point
 * @param drawn.width the width it is drawn with, in points; that of its slot if missing
 * @param drawn.types the formats that can be decoded, such as `image/jpeg`; all if missing
 * @param drawn.base the address of the feed, for addresses without a server
 * @returns null for a picture without an address
 */
declare function choosePicture(image: Image, { ratio, slotWidth, width, types, base }: {
    ratio: number;
    slotWidth?: number | undefined;
    width?: number | undefined;
    types?: string[] | undefined;
    base?: string | URL | undefined;
}): URL | null;

declare namespace decelerationRates {
    const normal: number;
    const fast: number;
}

/**
 * The seconds until content is within `tolerance` of its end: ln(−1000 ln r · e / |v|) / (1000 ln r).
 * @param tolerance in points, above 0
 * @param velocity in points per second
 */
declare function decelerationTime(tolerance: number, velocity: number, rate?: number | undefined): number;

/**
 * The picture of a ThumbHash.
 * @param text the hash in base 64
 * @param width in pixels
 * @param height in pixels
 * @returns red, green, blue and alpha of each pixel; null for a picture that is
 *   transparent in parts, through which its placeholder would be seen
 */
declare function decodeThumbHash(text: string, width: number, height: number): Uint8ClampedArray | null;

/**
 * The items of a section that can be drawn. A layout without frames is a grid of two columns, which is as
 * high as the section at most.
 * @param width of the screen, in points
 */
declare function entriesOf({ items, layout, frame }: any, width: number): Entry[];

/**
 * The address of the events of a server; empty where that cannot be told from the address of a feed.
 */
declare function eventsAddress(feed: string | URL): string;

/**
 * Returns the values at a place like `valuesAt`, extrapolated in a straight line beyond the frames.
 */
declare function extendedValuesAt(motion: Motion, place: number): Record<string, number>;

/**
 * The address of a feed's document for a screen.
 * @param feed such as `https://feeds.example.com/v1/feeds/home`; with a `max_version` for a renderer that
 *   draws less than this client
 */
declare function feedAddress(feed: string | URL, { width, textSize, direction, locale }: Traits): string;

/**
 * Follows the revisions of a server, and connects again when the stream has ended, each time after a longer pause, until
 * one has lasted. No revision is missed: the server is told which was the last.
 * @param address such as `https://feeds.example.com/v1/events`
 * @param changed an error that it throws is reported as any other of the program, and
 *   the stream goes on
 * @param options.after the revision, or the id of an event, that is known already
 * @param options.random from 0 up to 1: how much longer a pause is, so that not all clients of a server
 *   come back at once
 * @returns stops it: nothing is said any more
 * @throws a `TypeError` if the address is none
 */
declare function followRevisions(address: string | URL, changed: (event: StreamEvent) => void, { after, fetch: ask, clock, random }?: {
    after?: string | number | null | undefined;
    fetch?: typeof fetch | undefined;
    clock?: Clock | undefined;
    random?: (() => number) | undefined;
}): () => void;

/**
 * The rectangle of an image in the middle of a viewport.
 * @param image in pixels
 * @param viewport in points
 */
declare function imageFit(image: Size, viewport: Size, mode?: "fill" | "fit" | "actual" | undefined): {
    x: number;
    y: number;
    width: number;
    height: number;
};

/**
 * The item that is shown at an offset.
 */
declare function indexAt(mover: Mover, offset: number): number;

/**
 * The texts and the picture of an item.
 * @param roles the field of each role
 */
declare function itemContent(item: any, roles: Record<string, string>): Content;

/**
 * The language of a text; null for one whose script does not say it, such as that of English.
 * @param around the texts beside it: where one of them is Japanese, all are
 */
declare function languageOf(text: string, around: () => string): string | null;

/**
 * Counts impressions from what is seen at each moment. It sets no timer: times are passed in, of any clock.
 * @returns what has been counted, and what is seen now
 */
declare function makeImpressions(): {
    /**
     * Says what is seen from a moment on, until it is called again: on every scroll, and with nothing when the page is
     * hidden.
     * @param shares the share of each `impression_id`
     *   that is seen, 0 to 1
     * @param now in milliseconds, not before the last one
     * @returns the ids that count now
     */
    update(shares: Iterable<[
        id: string | null | undefined,
        share: number
    ]>, now: number): string[];
    /**
     * When the next id counts if nothing moves; null if none is seen.
     * @returns in milliseconds, of the clock that is passed to `update`
     */
    next: () => number | null;
};

/**
 * A store of the last good documents by their addresses: of the latest three. Where a storage fails, because it is full
 * or forbidden, nothing is kept and nothing is there.
 */
declare function makeStore(storage: TextStorage): {
    /**
     * Keeps a document. Where there is no room for it, it is not kept.
     * @returns when it is kept
     */
    keep(address: string, document: any, tag?: string | null | undefined): Promise<unknown>;
    /**
     * The kept document of an address; undefined if there is none.
     */
    at(address: string): Promise<Kept | undefined>;
    /**
     * The kept document of an address, or the latest of the same feed; undefined if there is none.
     */
    near(address: string): Promise<Kept | undefined>;
};

/**
 * The motion of published keyframes.
 * @param keyframes the member `keyframes` of a layout
 * @param position the name of a frame's place
 */
declare function motionOfKeyframes(keyframes: any, position: 'progress' | 'distance'): Motion;

/**
 * The motion through the published states of a pile. The order of depth jumps halfway between two
 * states.
 * @param states the member `states` of a layout
 */
declare function motionOfStates(states: any[]): Motion;

declare function moverOf(section: Section, screen: Screen): Mover | null;

/**
 * The offset that keeps what is under `point` there while the scale changes, without any limit.
 * @param start the scale before
 * @param end the scale after
 * @param point in view coordinates
 */
declare function offsetAbout(offset: Point, start: number, end: number, point: Point): Point;

/**
 * The offset of an item, in a loop by the shortest way.
 */
declare function offsetOf({ offsets, period }: Mover, index: number, from: number): number;

/**
 * Opens a feed. Nothing is fetched yet.
 * @param src such as `https://feeds.example.com/v1/feeds/home`
 * @param options.storage where the last good documents are kept, such as
 *   `localStorage`; nowhere if missing
 * @param options.fetch that of the platform if missing
 * @param options.clock what sets timers
 * @param options.now in milliseconds since 1970
 * @param options.random from 0 up to 1, for the pauses of `follow`
 */
declare function openFeed(src: string | URL, { storage, fetch: ask, clock, now, random }?: {
    storage?: TextStorage | undefined;
    fetch?: typeof fetch | undefined;
    clock?: Clock | undefined;
    now?: (() => number) | undefined;
    random?: (() => number) | undefined;
}): {
    /**
     * Loads the document for a screen: 304 of the server is the one that is there. If the server cannot be reached, or
     * fails, it is the last good one, of this screen or another one, with the `error`.
     * @param options.facts about the client, which gets its variant with any
     * @param options.isFresh asks the server, whatever the browser's cache has
     * @throws an error with its `status` and the `problem` of the server, if the server refuses, or if there is no last
     *   good document
     */
    load(traits: Traits, { facts, isFresh, signal }?: {
        facts?: Facts | undefined;
        isFresh?: boolean | undefined;
        signal?: AbortSignal | undefined;
    }): Promise<Loaded>;
    /**
     * Loads a page of a section: the address is `next` of the section, or of the page before.
     * @throws an error with its `status`: after 410, the feed is to be loaded again
     */
    page(next: string, { signal }?: {
        signal?: AbortSignal;
    }): Promise<SectionPage>;
    /**
     * Follows the server's revisions after one, until it is stopped. Load the feed on every event: what has not changed
     * costs a 304.
     * @param after the `revision` that was loaded
     * @param address of the events; beside the feed if missing
     * @returns stops it
     * @throws a `TypeError` if there is no such address: a feed that is not at `…/feeds/NAME` has its events elsewhere
     */
    follow(after: string | number | null, changed: (event: StreamEvent) => void, address?: string | undefined): () => void;
};

/**
 * The cell of a section that has none: the picture, and the headline on a shade at its lower edge.
 */
declare function plainCell({ roles }: any, textSize: number): any;

/**
 * Where content is `time` seconds after it was let go: x + v / (1000 ln r) · (r^(1000 t) − 1).
 * @param time in seconds
 * @param position in points
 * @param velocity in points per second
 */
declare function positionAfter(time: number, position: number, velocity: number, rate?: number | undefined): number;

/**
 * Where content ends by adding up a velocity that shrinks once a millisecond.
 * @param position in points
 * @param velocity in points per second
 */
declare function projected(position: number, velocity: number, rate?: number | undefined): number;

/**
 * A card of a ring at one rotation.
 * @param offset the rotation, in slots
 * @param slot 1-based
 * @param count how many cards there are
 */
declare function ringPlacement(offset: number, slot: number, count: number, { radius, side, scale_per_step: scale, opacity_per_step: opacity, depth_per_step: depth, }?: RingOptions): {
    slot: number;
    distance: number;
    scale: number;
    opacity: number;
    z_index: number;
    x: number;
};

/**
 * How far content moves that is pulled by `distance` past its edge:
 * b(x) = (1 − 1 / (x · 0.55 / length + 1)) · length.
 * @param distance in points
 * @param length the view's length on that axis, in points
 */
declare function rubberBand(distance: number, length: number): number;

/**
 * The offset shown while a finger asks for `offset`: beyond a limit it follows less and less.
 * @param length the view's length, in points
 */
declare function rubberBanded(offset: number, low: number, high: number, length: number): number;

/**
 * The screen that a document was made for.
 * @returns `side` is −1 where reading
 *   begins at the right
 */
declare function screenOf({ viewport, direction, text_size: textSize }: any): {
    width: number;
    direction: 'ltr' | 'rtl';
    side: 1 | -1;
    textSize: number;
};

/**
 * The zoom of an image in a scroll view.
 * @param image in pixels
 * @param bounds the view, in points
 */
declare function scrollZoom(image: Size, bounds: Size): ScrollZoom;

/**
 * Scrolling that slows down, and springs back where it goes beyond a limit.
 * @param from in points
 * @param velocity in points per second
 * @param end where that is, within the limits
 */
declare function scrolling(from: number, velocity: number, end: number, limits: [number, number]): Course;

/**
 * Which share of each item of a section is seen.
 * @param view.from the height of the screen that is at the top of the window, in points
 * @param view.to the one at its lower end
 * @param view.width of the screen, in points
 * @param view.left the place in the screen that is at the left edge of the window, in points; 0 if missing
 * @param view.right the one at its right edge; `width` if missing
 * @param view.mover how the section moves
 * @param view.offset where it is; where it starts if missing
 * @returns above 0 up to 1. Of a pile or a ring, only the item in front is seen; of a pile that
 *   stands still, the first one
 */
declare function seenShares(section: Section, { from, to, width, left, right, mover, offset }: {
    from: number;
    to: number;
    width: number;
    left?: number | undefined;
    right?: number | undefined;
    mover?: Mover | null | undefined;
    offset?: number | undefined;
}): Map<FeedItem, number>;

/**
 * Where a drag of a carousel comes to rest, with the velocity it was let go at.
 * @param offset the offset before the drag, in points
 * @param translation how far the finger moved to the right, in points
 * @param velocity how fast it moved to the right, in points per second
 */
declare function settleCarousel(row: SnapRow, offset: number, translation: number, velocity: number): Settled;

/**
 * Where a ring comes to rest.
 * @param count how many cards there are, at least 1
 * @param offset the rotation before the drag, in slots
 * @param translation how far the finger moved, in points
 * @param pointsPerStep how far a drag goes to turn the ring by one slot
 * @param velocity how fast the finger moved, in points per second
 * @param flickVelocity from which on it turns the ring; never without one
 * @returns `turned` is the offset without wrapping
 */
declare function settleRing(count: number, offset: number, translation: number, pointsPerStep?: number | undefined, velocity?: number | undefined, flickVelocity?: number | undefined): {
    offset: number;
    slot: number;
    turned: number;
};

/**
 * Where a snap carousel comes to rest.
 * @param width the viewport's width, in points
 * @param pages how many pages there are, at least 1
 * @param offset the offset before the drag, in points
 * @param translation how far the finger moved in the reading direction, in points
 * @param velocity how fast it moved in that direction, in points per second
 * @param flickVelocity from which on it goes to the next page; never without one
 */
declare function settleSnapCarousel(width: number, pages: number, offset: number, translation: number, velocity?: number | undefined, flickVelocity?: number | undefined): {
    page: number;
    offset: number;
};

/**
 * The rectangle of a slot in a box of `size`.
 * @param end where the text ends that the slot comes after
 */
declare function slotRect(slot: any, size: {
    width: number;
    height: number;
}, end?: number | undefined): Rect;

/**
 * A critically damped spring.
 * @param velocity in units per second
 * @param points how many points a unit is
 */
declare function spring(from: number, to: number, velocity: number, points: number): Course;

/**
 * How full each star of a rating is.
 * @param count how many stars there are
 * @returns 0…1 for each
 */
declare function starFills(rating: number, count?: number | undefined, mode?: "full" | "precise" | "half" | undefined): number[];

declare function steady(from: number, to: number, duration: number): Course;

/**
 * The next place to the right or left of what is seen.
 * @param direction 1 for the right
 */
declare function step({ offsets, period, perPoint }: Mover, offset: number, direction: 1 | -1): number;

/**
 * The value of a channel that only jumps, at `place`; `undefined` if there is no such channel.
 */
declare function stepAt({ steps }: Motion, channel: string, place: number): any;

/**
 * The values of all channels at `place`, interpolated linearly. Beyond the frames they are those of
 * the first or the last one; between two frames of the same place those of the later one.
 */
declare function valuesAt({ frames }: Motion, place: number): Record<string, number>;

/**
 * How fast content is `time` seconds after it was let go, in points per second.
 * @param time in seconds
 * @param velocity in points per second
 */
declare function velocityAfter(time: number, velocity: number, rate?: number | undefined): number;

/** The newest version of documents that this client draws. It is asked for nothing newer. */
declare const version: 2;

/**
 * The boxes of a layout that meet a range of its heights: those that a server names for `y_range`.
 * @param from in points, 0 at the top of the layout
 * @param to in points
 * @returns their positions among the frames
 */
declare function visibleBoxes(layout: Layout, from: number, to: number): number[];

/**
 * The items of a section whose boxes meet a range of heights of the screen, where its row is as it was published.
 * @param from in points
 * @param to in points
 */
declare function visibleItems({ frame, layout_origin: origin, layout, items }: Section, from: number, to: number): FeedItem[];

/**
 * The sections that meet a range of heights of the screen.
 * @param from in points
 * @param to in points
 */
declare function visibleSections({ sections }: FeedDocument, from: number, to: number): Section[];

/**
 * The address of a link that may be followed: http and https only.
 * @param base the base of a relative address: in a page, that of its document if missing
 */
declare function webAddress(address: any, base?: string | URL | undefined): URL | null;

declare function wholeWidth(width: number): number;

/**
 * A section with the items of its next page, and as much higher as they need.
 * @param page the section of the page
 */
declare function withPage(section: any, { items, layout }: any): any;

export { actionAddress, choosePicture, decelerationRates, decelerationTime, decodeThumbHash, entriesOf, eventsAddress, extendedValuesAt, feedAddress, followRevisions, imageFit, indexAt, itemContent, languageOf, makeImpressions, makeStore, motionOfKeyframes, motionOfStates, moverOf, offsetAbout, offsetOf, openFeed, plainCell, positionAfter, projected, ringPlacement, rubberBand, rubberBanded, screenOf, scrollZoom, scrolling, seenShares, settleCarousel, settleRing, settleSnapCarousel, slotRect, spring, starFills, steady, step, stepAt, type Clock, type Content, type Course, type Entry, type Facts, type Kept, type Loaded, type Motion, type MotionFrame, type Mover, type Pose, type Rest, type RingOptions, type Screen, type ScrollZoom, type Settled, type SnapRow, type StreamEvent, type TextStorage, type Traits, type ZoomState, valuesAt, velocityAfter, version, visibleBoxes, visibleItems, visibleSections, webAddress, wholeWidth, withPage };
