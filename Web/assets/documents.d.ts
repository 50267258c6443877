// Written by `tanada types`: the types of feed documents and of the kinds in force. Do not edit.

/** A JSON value. */
export type JSONValue = null | boolean | number | string | JSONValue[] | { [member: string]: JSONValue };

declare const unknownName: unique symbol;
/**
 * A name that was not known when this file was written. It is a string, with all methods of one; `String(name)`
 * makes the compiler believe it. The brand exists in types only: with it, comparing a `type` or a `kind` with a
 * known name leaves the one object that has this name.
 */
export interface UnknownName extends String {
  readonly [unknownName]: true;
}

/** A size in points. */
export interface Size {
  /** The width in points. */
  width: number;
  /** The height in points. */
  height: number;
}

/** A place in points. */
export interface Point {
  /** The distance to the right of the origin, in points. */
  x: number;
  /** The distance below the origin, in points. */
  y: number;
}

/** A box in points. */
export interface Rect {
  /** The left edge in points. */
  x: number;
  /** The upper edge in points. */
  y: number;
  /** The width in points. */
  width: number;
  /** The height in points. */
  height: number;
}

/** The area of the screen that everything was computed for. */
export interface Viewport {
  /** The width in points. */
  width: number;
  /** The height in points, if the request named one and the layout uses it. */
  height?: number;
}

/** The box of an item at the initial position. frames[i] belongs to items[i]. */
export interface Frame {
  /** The item's id. */
  id: number;
  /** The left edge in points, from the layout's origin. */
  x: number;
  /** The upper edge in points, from the layout's origin. */
  y: number;
  /** The width in points. */
  width: number;
  /** The height in points. */
  height: number;
  /** The leftmost column that it takes, from 0, in grids of columns. */
  column?: number;
  /** How many columns it takes, if more than one. */
  column_span?: number;
}

/** Known names; there may be others. */
export type Direction = "ltr" | "rtl" | (string & {});

/** The picture of an item. */
export interface Image {
  /** The address of the whole picture, at one size. */
  url: string;
  /** The width in pixels, if it is known. */
  width?: number;
  /** The height in pixels, if it is known. */
  height?: number;
  /** The width divided by the height, if they are known. */
  aspect?: number;
  /** The alternative text; null if nobody has written one. Photos of the store only. */
  alt?: string | null;
  /** The point that stays visible where the picture is cut off; null for its centre. Photos of the store only. */
  focus?: PhotoFocus | null;
  /** A stand-in until the picture is there. Photos of the store only. */
  placeholder?: PhotoPlaceholder;
  /**
   * The picture for this place, the smallest format first: take the first type that can be decoded. Photos of the
   * store only.
   */
  sources?: ImageSource[];
}

/** Known names; there may be others. */
export type ImageSourceType = "image/avif" | "image/webp" | "image/jpeg" | (string & {});

/** A picture in one format for each device pixel ratio; without addresses where its place has no area. */
export interface ImageSource {
  /** The media type. */
  type: ImageSourceType;
  /** The address for a device with 1 pixel in a point. */
  "1x"?: string;
  /** The address for a device with 2 pixels in a point. */
  "2x"?: string;
  /** The address for a device with 3 pixels in a point. */
  "3x"?: string;
}

/** A stand-in that is shown until a picture is there. */
export interface PhotoPlaceholder {
  /** The picture as a BlurHash. */
  blurhash: string;
  /** The picture as a ThumbHash, in Base64. */
  thumbhash: string;
  /** The average colour, as #rrggbb. */
  color: string;
}

/** The point of a photo that stays visible. */
export interface PhotoFocus {
  /** The share of the width to the left of it. */
  x: number;
  /** The share of the height above it. */
  y: number;
}

/** Known names; there may be others. */
export type CellName = "overlay" | "caption_below" | "row" | "banner" | "card" | "featured_topics" | "recent_news" | "campaign_banners" | "trend_articles" | "pickup_photos" | "favorite_scenes" | (string & {});

/** The design drawn inside each frame of a section, one for all of its items. */
export interface Cell {
  /** The name of the design. */
  name: CellName;
  /** The radius of the corners, in points. Above 0 they cut off what is inside. */
  corner_radius: number;
  /** The line around it; null for none. */
  border: Border | null;
  /** The colour behind all slots; null for none. */
  background: string | null;
  /** The same in dark surroundings, if it differs. */
  background_dark?: string;
  /** What is drawn, from back to front. */
  slots: Slot[];
}

/** A line around a box. */
export interface Border {
  /** The width of the line, in points; half of it lies outside. */
  width: number;
  color: string;
  /** The colour in dark surroundings, if it differs. */
  dark?: string;
  /** The radius of its corners, in points, where they are not those of the box. */
  corner_radius?: number;
}

/** A part of a cell: its place in an item's frame, and what it shows. */
export type Slot =
  | ImageSlot
  | ShadeSlot
  | LineSlot
  | StarsSlot
  | TextSlot
  | BadgeSlot
  | UnknownSlot;

/** Known names; there may be others. */
export type SlotRole = "image" | "shade" | "line" | "stars" | "headline" | "summary" | "date" | "label" | "author" | "place" | "rating" | "fixed" | "title" | "subtitle" | "action" | (string & {});

/** Known names; there may be others. */
export type SlotAnchor = "top" | "bottom" | (string & {});

/** Known names; there may be others. */
export type ContentMode = "fill" | "fit" | (string & {});

/** Known names; there may be others. */
export type TextAlignment = "left" | "center" | "right" | (string & {});

/** A font. */
export interface Font {
  /** The names of font families, the first choice first. */
  families: string[];
  /** The size in points, with the size of text in it. */
  size: number;
  /** The weight: 400 is regular, 700 bold. */
  weight: number;
}

/** The space between a box's edges and what is in it, in points. */
export interface Padding {
  /** In points. */
  top: number;
  /** In points. */
  left: number;
  /** In points. */
  bottom: number;
  /** In points. */
  right: number;
}

/** The item's picture. */
export interface ImageSlot {
  /** Which part of the item it shows. */
  role: SlotRole;
  /** Which edge of the frame the offset counts from. */
  anchor: SlotAnchor;
  /**
   * The distance from the edge of the anchor, in points: y = offset, or h - offset - height from the bottom; with
   * after, from the end of that text.
   */
  offset: number;
  /** The distance from the frame's left edge, in points. */
  left?: number;
  /** The distance from the frame's right edge, in points. */
  right?: number;
  /** The width in points where left and right do not give it; centred if neither of them is there. */
  width?: number;
  /** The height in points, unless bottom is there. */
  height?: number;
  /** How far above the frame's lower edge it ends, in points. */
  bottom?: number;
  /** The role of the text that it follows: the offset counts from where that text ends. */
  after?: SlotRole;
  type: "image";
  /** Whether the picture fills the box or fits in it. */
  content_mode: ContentMode;
  /** The radius of the corners, in points. */
  corner_radius: number;
  /** The line around it. */
  border?: Border;
}

/** A box of a colour. */
export interface ShadeSlot {
  /** Which part of the item it shows. */
  role: SlotRole;
  /** Which edge of the frame the offset counts from. */
  anchor: SlotAnchor;
  /**
   * The distance from the edge of the anchor, in points: y = offset, or h - offset - height from the bottom; with
   * after, from the end of that text.
   */
  offset: number;
  /** The distance from the frame's left edge, in points. */
  left?: number;
  /** The distance from the frame's right edge, in points. */
  right?: number;
  /** The width in points where left and right do not give it; centred if neither of them is there. */
  width?: number;
  /** The height in points, unless bottom is there. */
  height?: number;
  /** How far above the frame's lower edge it ends, in points. */
  bottom?: number;
  /** The role of the text that it follows: the offset counts from where that text ends. */
  after?: SlotRole;
  color: string;
  /** The colour in dark surroundings, if it differs. */
  dark?: string;
  type: "shade";
  /** The radius of the corners, in points. */
  corner_radius: number;
}

/** A thin box of a colour. */
export interface LineSlot {
  /** Which part of the item it shows. */
  role: SlotRole;
  /** Which edge of the frame the offset counts from. */
  anchor: SlotAnchor;
  /**
   * The distance from the edge of the anchor, in points: y = offset, or h - offset - height from the bottom; with
   * after, from the end of that text.
   */
  offset: number;
  /** The distance from the frame's left edge, in points. */
  left?: number;
  /** The distance from the frame's right edge, in points. */
  right?: number;
  /** The width in points where left and right do not give it; centred if neither of them is there. */
  width?: number;
  /** The height in points, unless bottom is there. */
  height?: number;
  /** How far above the frame's lower edge it ends, in points. */
  bottom?: number;
  /** The role of the text that it follows: the offset counts from where that text ends. */
  after?: SlotRole;
  color: string;
  /** The colour in dark surroundings, if it differs. */
  dark?: string;
  type: "line";
}

/** The item's rating as stars. */
export interface StarsSlot {
  /** Which part of the item it shows. */
  role: SlotRole;
  /** Which edge of the frame the offset counts from. */
  anchor: SlotAnchor;
  /**
   * The distance from the edge of the anchor, in points: y = offset, or h - offset - height from the bottom; with
   * after, from the end of that text.
   */
  offset: number;
  /** The distance from the frame's left edge, in points. */
  left?: number;
  /** The distance from the frame's right edge, in points. */
  right?: number;
  /** The width in points where left and right do not give it; centred if neither of them is there. */
  width?: number;
  /** The height in points, unless bottom is there. */
  height?: number;
  /** How far above the frame's lower edge it ends, in points. */
  bottom?: number;
  /** The role of the text that it follows: the offset counts from where that text ends. */
  after?: SlotRole;
  color: string;
  /** The colour in dark surroundings, if it differs. */
  dark?: string;
  type: "stars";
  /** The width and height of a star, in points. */
  star_size: number;
  /** The space between two stars, in points. */
  spacing: number;
  /** The colour of a star's outline. */
  outline: string;
  /** The same in dark surroundings, if it differs. */
  outline_dark?: string;
  /** The width of the line, in points, of full and of empty stars: it lies inside of the star's square. */
  outline_width: number;
}

/** A text of the item. */
export interface TextSlot {
  /** Which part of the item it shows. */
  role: SlotRole;
  /** Which edge of the frame the offset counts from. */
  anchor: SlotAnchor;
  /**
   * The distance from the edge of the anchor, in points: y = offset, or h - offset - height from the bottom; with
   * after, from the end of that text.
   */
  offset: number;
  /** The distance from the frame's left edge, in points. */
  left?: number;
  /** The distance from the frame's right edge, in points. */
  right?: number;
  /** The width in points where left and right do not give it; centred if neither of them is there. */
  width?: number;
  /** The height in points, unless bottom is there. */
  height?: number;
  /** How far above the frame's lower edge it ends, in points. */
  bottom?: number;
  /** The role of the text that it follows: the offset counts from where that text ends. */
  after?: SlotRole;
  font: Font;
  /** The height of a line alone, in points. */
  line_height: number;
  /** The distance from one line to the next, in points. */
  line_pitch: number;
  /** The most lines. */
  lines: number;
  color: string;
  /** The colour in dark surroundings, if it differs. */
  dark?: string;
  /** Where lines are aligned. */
  align: TextAlignment;
  /** A text before the item's own. */
  prefix?: string;
  /** The text itself, of a slot whose role is fixed. */
  text?: string;
  type: "text";
}

/** A text on a box of a colour that is as wide as the text. */
export interface BadgeSlot {
  /** Which part of the item it shows. */
  role: SlotRole;
  /** Which edge of the frame the offset counts from. */
  anchor: SlotAnchor;
  /**
   * The distance from the edge of the anchor, in points: y = offset, or h - offset - height from the bottom; with
   * after, from the end of that text.
   */
  offset: number;
  /** The distance from the frame's left edge, in points. */
  left?: number;
  /** The distance from the frame's right edge, in points. */
  right?: number;
  /** The width in points where left and right do not give it; centred if neither of them is there. */
  width?: number;
  /** The height in points, unless bottom is there. */
  height?: number;
  /** How far above the frame's lower edge it ends, in points. */
  bottom?: number;
  /** The role of the text that it follows: the offset counts from where that text ends. */
  after?: SlotRole;
  font: Font;
  /** The height of a line alone, in points. */
  line_height: number;
  /** The distance from one line to the next, in points. */
  line_pitch: number;
  /** The most lines. */
  lines: number;
  color: string;
  /** The colour in dark surroundings, if it differs. */
  dark?: string;
  /** Where lines are aligned. */
  align: TextAlignment;
  /** A text before the item's own. */
  prefix?: string;
  /** The text itself, of a slot whose role is fixed. */
  text?: string;
  type: "badge";
  /** The space between the text and the box's edges. */
  padding: Padding;
  /** The colour of the box. */
  background: string;
  /** The same in dark surroundings, if it differs. */
  background_dark?: string;
  /** The radius of the corners, in points. */
  corner_radius: number;
}

/** A slot of a type that is not known. */
export interface UnknownSlot {
  /** Which part of the item it shows. */
  role: SlotRole;
  /** Which edge of the frame the offset counts from. */
  anchor: SlotAnchor;
  /**
   * The distance from the edge of the anchor, in points: y = offset, or h - offset - height from the bottom; with
   * after, from the end of that text.
   */
  offset: number;
  /** The distance from the frame's left edge, in points. */
  left?: number;
  /** The distance from the frame's right edge, in points. */
  right?: number;
  /** The width in points where left and right do not give it; centred if neither of them is there. */
  width?: number;
  /** The height in points, unless bottom is there. */
  height?: number;
  /** How far above the frame's lower edge it ends, in points. */
  bottom?: number;
  /** The role of the text that it follows: the offset counts from where that text ends. */
  after?: SlotRole;
  type: UnknownName;
  [member: string]: unknown;
}

/** What is above the layout of a section. Its title is that of the section. */
export interface SectionHeader {
  /** The height in points; the layout begins below it. */
  height: number;
  /** The text below the title; null for none. */
  subtitle: string | null;
  /** What leads to all of the section's content; null for nothing. */
  action: HeaderAction | null;
  /** What is drawn in the header, from back to front, in a box as wide as the section. */
  slots: Slot[];
}

/** What a header leads to. */
export interface HeaderAction {
  /** The title of the button or link. */
  title: string;
  /** The address for apps. */
  deep_link?: string;
  /** The address for browsers. */
  web_url?: string;
}

/** Known names; there may be others. */
export type EffectName = "scale.default" | "scale.linear" | "scale.ease_in" | "scale.ease_out" | "scale.blur" | "scale.rotary" | "scale.cylinder" | "scale.inverted_cylinder" | "scale.cover_flow" | "stack.default" | "stack.transparent" | "stack.perspective" | "stack.rotary" | "stack.vortex" | "stack.reverse" | "stack.blur" | "snapshot.grid" | "snapshot.space" | "snapshot.chess" | "snapshot.tiles" | "snapshot.lines" | "snapshot.bars" | "snapshot.puzzle" | "snapshot.fade" | (string & {});

/** A card at one progress; which members it has depends on the family of the effect. */
export type CardState =
  | SnapshotState
  | StackState
  | ScaleState;

/** The shadow of a card. */
export interface Shadow {
  /** The displacement in points. */
  offset: ShadowOffset;
  /** The blur radius in points. */
  radius: number;
  /** The opacity, 0 to 1. */
  opacity: number;
  /** The colour as #rrggbbaa, without the opacity. */
  color: string;
}

/** The displacement of a shadow. */
export interface ShadowOffset {
  /** To the right, in points. */
  width: number;
  /** Downwards, in points. */
  height: number;
}

/** The transform of all pieces together. */
export interface PieceContainer {
  /** The size, relative to the untransformed one. */
  scale: number;
  /** The displacement to the right, in points. */
  tx: number;
  /** The displacement downwards, in points. */
  ty: number;
}

/** A piece of a card. */
export interface Piece {
  /** Its row, from 0. */
  row: number;
  /** Its column, from 0. */
  column: number;
  /** The displacement to the right, in points. */
  tx: number;
  /** The displacement downwards, in points. */
  ty: number;
  /** The width, relative to the untransformed one. */
  scale_x: number;
  /** The height, relative to the untransformed one. */
  scale_y: number;
  /** The opacity, 0 to 1. */
  alpha: number;
  /** The radius of the corners, in points. */
  corner_radius: number;
}

/** A ring of cards at one rest offset. */
export interface RingState {
  /** How far the ring is turned, in slots. */
  offset: number;
  /** The cards, in the order of the items. */
  items: RingPlacement[];
}

/** A card on a ring. */
export interface RingPlacement {
  /** The item's id. */
  id: number;
  /** The place on the ring, from 1. */
  slot: number;
  /** The signed distance from the front, in slots. */
  distance: number;
  /** The size, relative to the whole card. */
  scale: number;
  /** The opacity, 0 to 1. */
  opacity: number;
  /** The order from back to front. */
  z_index: number;
  /** The displacement of the card's middle from that of the viewport, in points. */
  x: number;
}

/** A card in pieces (effects snapshot.…). */
export interface SnapshotState {
  /** Pages from the middle: 0 is the front card, 1 the one behind it, -1 one that has been swiped away. */
  progress: number;
  /** The transform of all pieces together. */
  container: PieceContainer;
  /** The pieces; none at progress 0. */
  pieces: Piece[];
}

/** A card of a pile (effects stack.…). */
export interface StackState {
  /** Pages from the middle: 0 is the front card, 1 the one behind it, -1 one that has been swiped away. */
  progress: number;
  /** The size, relative to the untransformed one. */
  scale: number;
  /** The displacement to the right, in points. */
  tx: number;
  /** The displacement downwards, in points. */
  ty: number;
  /** The opacity, 0 to 1. */
  alpha: number;
  /** The angle in radians, clockwise. */
  rotation: number;
  /** The order from back to front. */
  z_index: number;
  /** The strength of a blur, 0 to 1, if the effect blurs. */
  blur?: number;
}

/** A card that is scaled, moved and turned in space (effects scale.…). */
export interface ScaleState {
  /** Pages from the middle: 0 is the front card, 1 the one behind it, -1 one that has been swiped away. */
  progress: number;
  /** The size, relative to the untransformed one. */
  scale: number;
  /** The displacement to the right, in points. */
  tx: number;
  /** The displacement downwards, in points. */
  ty: number;
  /** If the effect has a shadow. */
  shadow?: Shadow;
  /** The strength of a blur, 0 to 1, if the effect blurs. */
  blur?: number;
  /**
   * The four projected corners as [x, y] in points from the middle of the untransformed card, clockwise from the
   * top left, if the effect turns cards in space.
   */
  quad?: number[][];
}

/** Known names; there may be others. */
export type CardKeyframesInterpolation = "linear" | (string & {});

/** A motion that a client draws by interpolating linearly. */
export interface CardKeyframes {
  /** The error that was asked for, in points of a corner or 1/255 of an opacity. */
  tolerance: number;
  /** The error that is proven: nowhere is the drawing further from the motion. */
  max_error: number;
  /** How values go from frame to frame. */
  interpolation: CardKeyframesInterpolation;
  /** Where the motion begins and ends. */
  range: number[];
  /** The names of the values, such as scale, tx, rotation or shadow.radius, in the units of a state. */
  channels: string[];
  /** The frames in their order. */
  frames: CardKeyframe[];
  /** The names of values that only jump. */
  step_channels?: string[];
  /** Where those jump. */
  steps?: CardStep[];
}

/** A place of a motion. */
export interface CardKeyframe {
  /** Where on the motion it lies, in pages from the middle. */
  progress: number;
  /** The values in the order of their channels. */
  values: number[];
}

/** A place of a motion. */
export interface CardStep {
  /** From where on the values hold, in pages from the middle. */
  progress: number;
  /** The values in the order of their channels. */
  values: number[];
}

/** Known names; there may be others. */
export type RingKeyframesInterpolation = "linear" | (string & {});

/** A motion that a client draws by interpolating linearly. */
export interface RingKeyframes {
  /** The error that was asked for, in points of a corner or 1/255 of an opacity. */
  tolerance: number;
  /** The error that is proven: nowhere is the drawing further from the motion. */
  max_error: number;
  /** How values go from frame to frame. */
  interpolation: RingKeyframesInterpolation;
  /** Where the motion begins and ends. */
  range: number[];
  /** The names of the values, such as scale, tx, rotation or shadow.radius, in the units of a state. */
  channels: string[];
  /** The frames in their order. */
  frames: RingKeyframe[];
}

/** A place of a motion. */
export interface RingKeyframe {
  /** Where on the motion it lies, in slots from the front. */
  distance: number;
  /** The values in the order of their channels. */
  values: number[];
}

/** Known names; there may be others. */
export type SettleAnimationCurve = "linear" | (string & {});

/** How what was let go moves to its place of rest. */
export interface SettleAnimation {
  /** How long it takes, in seconds. */
  duration: number;
  /** How it gains and loses speed. */
  curve: SettleAnimationCurve;
}

/** How a drag begins. */
export interface DragStart {
  /** How far a finger moves before the items follow it, in points. Its way counts from where it was set down. */
  minimum: number;
}

/** The frames of a section's items, and what moves them. */
export type Layout =
  | ShelfLayout
  | SnapCarouselLayout
  | CircularCarouselLayout
  | UniformGridLayout
  | StaggeredGridLayout
  | CardStackLayout
  | CarouselLayout
  | JustifiedRowsLayout
  | MosaicLayout
  | ListLayout
  | UnknownLayout;

/** The items in view between two heights. */
export interface VisibleItems {
  /** The upper end of the range, in points from the layout's origin. */
  from: number;
  /** Its lower end. */
  to: number;
  /** The items with a part in the range, in their order. */
  item_ids: number[];
}

/** A layout of a type that is not known: its frames can be drawn at rest. */
export interface UnknownLayout {
  type: UnknownName;
  viewport: Viewport;
  /** What scrolls, and the height that the layout takes on the screen. */
  content_size: Size;
  /** The boxes of the items at the initial position; frames[i] belongs to items[i]. */
  frames: Frame[];
  /** The device pixels in a point of pixel_frames, if they were asked for. */
  device_scale?: number;
  /** The frames on whole device pixels. */
  pixel_frames?: Frame[];
  /** The items in view, if they were asked for. */
  visible?: VisibleItems;
  options?: { [member: string]: JSONValue };
  [member: string]: unknown;
}

/** A row of equal cells that scrolls freely. */
export interface ShelfLayout {
  type: "shelf";
  viewport: Viewport;
  /** What scrolls, and the height that the layout takes on the screen. */
  content_size: Size;
  /** The picture's part of a cell, at its top. */
  media_size: Size;
  /** How far the content scrolls at most, in points. */
  max_scroll_offset: number;
  /** The boxes of the items at the initial position; frames[i] belongs to items[i]. */
  frames: Frame[];
  /** The device pixels in a point of pixel_frames, if they were asked for. */
  device_scale?: number;
  /** The frames on whole device pixels. */
  pixel_frames?: Frame[];
  /** The items in view, if they were asked for. */
  visible?: VisibleItems;
  options?: ShelfOptions;
}

/** The options of the layout that differ from their defaults. */
export interface ShelfOptions {
  /** Height of the text under the picture, in points, 0 to 4096 (100). */
  caption_height?: number;
}

/** Pages of up to three rows that snap into the middle. */
export interface SnapCarouselLayout {
  type: "snap_carousel";
  viewport: Viewport;
  /** What scrolls, and the height that the layout takes on the screen. */
  content_size: Size;
  /** The width of a page, in points. */
  page_width: number;
  /** The space between two pages, in points. */
  page_spacing: number;
  /** The offset of the first page, in points: where the middle of all pages is, from that of the viewport. */
  initial_offset: number;
  /** The velocity from which a drag always continues in its direction, in points per second. */
  flick_velocity?: number;
  /** How it moves to its place of rest. */
  settle: SettleAnimation;
  /** How a drag of it begins. */
  drag: DragStart;
  /** The pages in their order. */
  pages: SnapPage[];
  /** The boxes of the items at the initial position; frames[i] belongs to items[i]. */
  frames: Frame[];
  /** The device pixels in a point of pixel_frames, if they were asked for. */
  device_scale?: number;
  /** The frames on whole device pixels. */
  pixel_frames?: Frame[];
  /** The items in view, if they were asked for. */
  visible?: VisibleItems;
  options?: SnapCarouselOptions;
}

/** The options of the layout that differ from their defaults. */
export interface SnapCarouselOptions {
  /** Height of a row, in points, 0 to 4096 (74); pages are higher by what their rows are higher. */
  row_height?: number;
}

/** A page of a snap carousel. */
export interface SnapPage {
  /** Its place among the pages, from 0. */
  index: number;
  /** Its items, from top to bottom. */
  item_ids: number[];
  /** Its left edge at the initial offset, in points. */
  x: number;
  /** Its width in points. */
  width: number;
  /** The offset at which it rests in the middle, in points. */
  snap_offset: number;
}

/** Cards on a ring: one in front, the others smaller and fainter. */
export interface CircularCarouselLayout {
  type: "circular_carousel";
  viewport: Viewport;
  /** What scrolls, and the height that the layout takes on the screen. */
  content_size: Size;
  /** The size of the card in front. */
  card_size: Size;
  /** Half the width of the ring, in points. */
  radius: number;
  /** How far a drag goes to turn the ring by one slot, in points. */
  points_per_step: number;
  /** The velocity from which a drag always continues in its direction, in points per second. */
  flick_velocity?: number;
  /** How it moves to its place of rest. */
  settle: SettleAnimation;
  /** How a drag of it begins. */
  drag: DragStart;
  /** The scale lost per slot of distance, where not all states are published. */
  scale_per_step?: number;
  /** The opacity lost per slot of distance, where not all states are published. */
  opacity_per_step?: number;
  /** The z_index lost per slot of distance, where not all states are published. */
  depth_per_step?: number;
  /** The ring at every rest offset 0, 1, …; with many cards at offset 0 only. */
  states: RingState[];
  /** The motion of a card by its distance from the front, if it was asked for. */
  keyframes?: RingKeyframes;
  /** The boxes of the items at the initial position; frames[i] belongs to items[i]. */
  frames: Frame[];
  /** The device pixels in a point of pixel_frames, if they were asked for. */
  device_scale?: number;
  /** The frames on whole device pixels. */
  pixel_frames?: Frame[];
  /** The items in view, if they were asked for. */
  visible?: VisibleItems;
  options?: CircularCarouselOptions;
}

/** The options of the layout that differ from their defaults. */
export interface CircularCarouselOptions {
  /** Half the width of the ring, in points, 0 to 1000000 (200). */
  radius?: number;
  /** How far a drag goes to turn the ring by one slot, in points, above 0 (250). */
  points_per_step?: number;
  /** Scale lost per slot of distance from the front, 0 and up (0.2). */
  scale_per_step?: number;
  /** Opacity lost per slot of distance from the front, 0 and up (0.3). */
  opacity_per_step?: number;
  /** Depth lost per slot of distance from the front, 0 and up (0.1). */
  depth_per_step?: number;
  /**
   * Adds keyframes of the motion, the fewest with which a client that interpolates linearly is nowhere further off
   * than this: in points, and of opacity in levels of 255; 0.01 to 256, none if left out.
   */
  keyframes?: number;
}

/** Equal cells in rows: a picture above a text. */
export interface UniformGridLayout {
  type: "uniform_grid";
  viewport: Viewport;
  /** What scrolls, and the height that the layout takes on the screen. */
  content_size: Size;
  /** How many columns there are. */
  columns: number;
  /** The picture's part of a cell, at its top. */
  media_size: Size;
  /** The boxes of the items at the initial position; frames[i] belongs to items[i]. */
  frames: Frame[];
  /** The device pixels in a point of pixel_frames, if they were asked for. */
  device_scale?: number;
  /** The frames on whole device pixels. */
  pixel_frames?: Frame[];
  /** The items in view, if they were asked for. */
  visible?: VisibleItems;
  options?: UniformGridOptions;
}

/** The options of the layout that differ from their defaults. */
export interface UniformGridOptions {
  /** How many columns there are, 1 to 16 (2). */
  columns?: number;
  /** Gap between cells, in points, 0 to 1024 (8). */
  spacing?: number;
  /** Gap between the cells and the left and right edge, in points, 0 to 1024 (8). */
  inset?: number;
  /** Width of a cell's picture divided by its height, 0.01 to 100 (1.5). */
  aspect_ratio?: number;
  /** Height of the text under the picture, in points, 0 to 4096 (94). */
  caption_height?: number;
}

/** Columns of cells that keep the aspect ratio of their pictures. */
export interface StaggeredGridLayout {
  type: "staggered_grid";
  viewport: Viewport;
  /** What scrolls, and the height that the layout takes on the screen. */
  content_size: Size;
  /** The columns, from where lines begin. */
  columns: GridColumn[];
  /** Whether no lower grid exists, for the placement balanced. */
  exact?: boolean;
  /** A height in points that no placement is below, for the placement balanced. */
  lower_bound?: number;
  /** Why each item is where it is, if it was asked for. */
  explanation?: GridExplanation;
  /** The boxes of the items at the initial position; frames[i] belongs to items[i]. */
  frames: Frame[];
  /** The device pixels in a point of pixel_frames, if they were asked for. */
  device_scale?: number;
  /** The frames on whole device pixels. */
  pixel_frames?: Frame[];
  /** The items in view, if they were asked for. */
  visible?: VisibleItems;
  options?: StaggeredGridOptions;
}

/** Known names; there may be others. */
export type StaggeredGridOptionsPlacement = "sample" | "shortest" | "source_order" | "forward" | "balanced" | (string & {});

/** The options of the layout that differ from their defaults. */
export interface StaggeredGridOptions {
  /** How many columns there are, 1 to 16 (2). */
  columns?: number;
  /** Gap between cells, in points, 0 to 1024 (8). */
  spacing?: number;
  /** Gap between the cells and the left and right edge, in points, 0 to 1024 (8). */
  inset?: number;
  /**
   * How the column of an item is chosen (sample): by balance heights as on the iOS screens, the shortest column,
   * one column after the other, forward among columns about as low as the lowest, or the lowest split of two
   * columns. One of sample, shortest, source_order, forward, balanced.
   */
  placement?: StaggeredGridOptionsPlacement;
  /**
   * How much higher than the lowest a column may be and still count as equal, in points, for placement forward, 0
   * to 1000000 (0).
   */
  tolerance?: number;
  /** Whether to say why each item is where it is, and how good the grid is (false). */
  explain?: boolean;
}

/** A column of a staggered grid. */
export interface GridColumn {
  /** The items in it, from top to bottom. */
  item_ids: number[];
  /** The sum of heights in points that decides which column is next. */
  balance_height: number;
  /** Where its last item ends, in points. */
  height: number;
}

/** Why the items of a staggered grid are where they are. */
export interface GridExplanation {
  /** The choices in the order of the items. */
  choices: GridChoice[];
  quality: GridQuality;
}

/** Known names; there may be others. */
export type GridChoiceRule = "kept_column" | "sample" | "shortest" | "source_order" | "forward" | "balanced" | (string & {});

/** The choice of one item's column. */
export interface GridChoice {
  /** The item's id. */
  id: number;
  /** The leftmost column that it went to, from 0. */
  column: number;
  /** The rule that chose it. */
  rule: GridChoiceRule;
  /** The heights of all possible places before the item, in points, from the leftmost one. */
  heights: number[];
  /** Whether several places were equally good. */
  tie: boolean;
  /** Where a rule that takes turns stood. */
  cursor?: number;
}

/** How good a staggered grid is. */
export interface GridQuality {
  /** The area that no cell covers, in square points; gaps do not count. */
  white_space: number;
  /** Its share of the area of the columns, 0 to 1. */
  white_space_share: number;
  /** The difference of the longest and the shortest column, in points. */
  bottom_raggedness: number;
  /** Pairs of items of which the later one begins further up. */
  order_inversions: number;
  /** The best two columns, where they can be found. */
  optimum?: GridOptimum;
  /** How much higher the grid is than that, in points. */
  distance_from_optimum?: number;
}

/** The best placement in two columns. */
export interface GridOptimum {
  /** The height in points. */
  height: number;
  /** Whether no lower grid exists. */
  exact: boolean;
  /** A height in points that no placement is below. */
  lower_bound: number;
}

/** A pile of cards that are swiped away one by one. */
export interface CardStackLayout {
  type: "card_stack";
  viewport: Viewport;
  /** What scrolls, and the height that the layout takes on the screen. */
  content_size: Size;
  /** The size of the untransformed card. */
  card_size: Size;
  /** The size of a page, by which progress is counted. */
  page_size: Size;
  /** The paging effect. */
  effect: EffectName;
  /** The shadow of the front card, if cards cast one: where the states say none, that of every card. */
  shadow?: Shadow;
  /** A card at progress -1, -0.75 … 4. */
  states: CardState[];
  /** The motion of a card by its progress, if it was asked for. */
  keyframes?: CardKeyframes;
  /** The boxes of the items at the initial position; frames[i] belongs to items[i]. */
  frames: Frame[];
  /** The device pixels in a point of pixel_frames, if they were asked for. */
  device_scale?: number;
  /** The frames on whole device pixels. */
  pixel_frames?: Frame[];
  /** The items in view, if they were asked for. */
  visible?: VisibleItems;
  options?: CardStackOptions;
}

/** The options of the layout that differ from their defaults. */
export interface CardStackOptions {
  /**
   * How a card moves while it is paged (stack.default). One of scale.default, scale.linear, scale.ease_in,
   * scale.ease_out, scale.blur, scale.rotary, scale.cylinder, scale.inverted_cylinder, scale.cover_flow,
   * stack.default, stack.transparent, stack.perspective, stack.rotary, stack.vortex, stack.reverse, stack.blur,
   * snapshot.grid, snapshot.space, snapshot.chess, snapshot.tiles, snapshot.lines, snapshot.bars, snapshot.puzzle,
   * snapshot.fade.
   */
  effect?: string;
  /**
   * Adds keyframes of the motion, the fewest with which a client that interpolates linearly is nowhere further off
   * than this: in points, and of opacity in levels of 255; 0.01 to 256, none if left out.
   */
  keyframes?: number;
}

/** A row of items with sizes of their own that rests at snaps. */
export interface CarouselLayout {
  type: "carousel";
  viewport: Viewport;
  /** What scrolls, and the height that the layout takes on the screen. */
  content_size: Size;
  /** How far it is scrolled at first, in points, in the reading direction. */
  initial_offset: number;
  /** How far it scrolls at most, in points. */
  max_scroll_offset: number;
  /** From where to where it scrolls; null for a loop, which has no ends. */
  scroll_limits: ScrollLimits | null;
  /** Where it rests, in their order. */
  snaps: Snap[];
  /** The index of the snap of each item, in their order. */
  snap_of_item: number[];
  /** How it repeats itself; null if it does not. */
  loop: Loop | null;
  /** The boxes of the items at the initial position; frames[i] belongs to items[i]. */
  frames: Frame[];
  /** The device pixels in a point of pixel_frames, if they were asked for. */
  device_scale?: number;
  /** The frames on whole device pixels. */
  pixel_frames?: Frame[];
  /** The items in view, if they were asked for. */
  visible?: VisibleItems;
  options?: CarouselOptions;
}

/** Known names; there may be others. */
export type CarouselOptionsContain = "trim" | "keep" | "none" | (string & {});

/** Known names; there may be others. */
export type CarouselOptionsShortContent = "start" | "center" | (string & {});

/** Known names; there may be others. */
export type CarouselOptionsDirection = "ltr" | "rtl" | (string & {});

/** Known names; there may be others. */
export type CarouselOptionsMode = "mandatory" | "proximity" | "free" | (string & {});

/** The options of the layout that differ from their defaults. */
export interface CarouselOptions {
  /**
   * The height all items are scaled to, in points, with their aspect ratios; by default items keep their sizes, in
   * a section of a feed 240.
   */
  item_height?: number;
  /** Gap between cells, in points, 0 to 1024 (8). */
  spacing?: number;
  /** Gap before the first item, in points, 0 to 4096 (8). A loop has none. */
  leading_inset?: number;
  /** Gap after the last item, in points, 0 to 4096 (8). A loop has none. */
  trailing_inset?: number;
  /**
   * Where in the view a group rests: start (the default), center, end, or the share of the free space that is
   * before it, 0 to 1.
   */
  align?: number | string;
  /**
   * trim (the default) never scrolls past the ends and makes one snap of those that become the same there, keep
   * leaves every group its snap, none lets every group rest where it is aligned. One of trim, keep, none.
   */
  contain?: CarouselOptionsContain;
  /** Where a contained row rests that is no longer than the view (start). One of start, center. */
  short_content?: CarouselOptionsShortContent;
  /** How many items share a snap, 1 to 1000000 (1), or auto for as many as fit in the view. */
  group?: number | string;
  /** How far inside the view's edges groups rest, in points: 0 to less than half the width (0). */
  scroll_padding?: number;
  /** Repeat the items without end, if the view is covered without any one of them. */
  loop?: boolean;
  /** Which way the row reads (ltr). One of ltr, rtl. */
  direction?: CarouselOptionsDirection;
  /**
   * mandatory (the default) always rests at a snap, proximity only near one, free anywhere. One of mandatory,
   * proximity, free.
   */
  mode?: CarouselOptionsMode;
  /**
   * The largest distance from a snap at which mode proximity comes to rest there, as a share of the view, 0 to 10
   * (0.5).
   */
  proximity?: number;
  /** Go to the next snap at most, however fast the drag is. */
  one_step?: boolean;
  /**
   * The share of a drag's velocity that remains after a millisecond: normal (0.998, the default), fast (0.99), or
   * a number from 0.000001 to 0.999999.
   */
  deceleration?: number | string;
  /** How much of the way to the next snap a slow drag has to cover, 0.01 to 1 (0.5). */
  commit_threshold?: number;
  /** The velocity from which a drag always continues in its direction, in points per second (400). */
  flick_velocity?: number;
  /** The share of an item that has to be visible for it to be in view, 0 (any part, the default) to 1. */
  in_view_threshold?: number;
}

/** From where to where a carousel scrolls. */
export interface ScrollLimits {
  /** The lowest offset in points. */
  lower: number;
  /** The highest offset in points. */
  upper: number;
}

/** A place where a carousel rests. */
export interface Snap {
  /** Its place among the snaps, from 0. */
  index: number;
  /** The offset at which the carousel rests, in points. */
  offset: number;
  /** The progress there: the number of the snap. */
  progress: number;
  /** The items that belong to it. */
  item_ids: number[];
}

/** How a carousel repeats itself. */
export interface Loop {
  /** After how many points everything repeats itself. */
  period: number;
  /** The offset in points at which a turn begins. */
  start: number;
  /** The items that have to be drawn a period away to be seen at an end of the turn. */
  shifts: LoopShift[];
}

/** Where an item of a loop is drawn a period away. */
export interface LoopShift {
  /** The item's id. */
  id: number;
  /** Below this offset it is drawn a period earlier, in points; null for never. */
  before: number | null;
  /** Above this offset it is drawn a period later, in points; null for never. */
  after: number | null;
}

/** Rows of pictures that keep their aspect ratios and fill the width. */
export interface JustifiedRowsLayout {
  type: "justified_rows";
  viewport: Viewport;
  /** What scrolls, and the height that the layout takes on the screen. */
  content_size: Size;
  /** The rows from top to bottom. */
  rows: JustifiedRow[];
  /** The last items, which have no place and frames without extent. */
  hidden_item_ids: number[];
  /** The boxes of the items at the initial position; frames[i] belongs to items[i]. */
  frames: Frame[];
  /** The device pixels in a point of pixel_frames, if they were asked for. */
  device_scale?: number;
  /** The frames on whole device pixels. */
  pixel_frames?: Frame[];
  /** The items in view, if they were asked for. */
  visible?: VisibleItems;
  options?: JustifiedRowsOptions;
}

/** Known names; there may be others. */
export type JustifiedRowsOptionsWidows = "left" | "justify" | "center" | "hide" | (string & {});

/** Known names; there may be others. */
export type JustifiedRowsOptionsBreaks = "greedy" | "optimal" | (string & {});

/** The options of the layout that differ from their defaults. */
export interface JustifiedRowsOptions {
  /** The target height of the rows, in points, 16 to 8192 (150). */
  row_height?: number;
  /** How far a greedy row's natural width may be from that at the row height, 0 to 1 (0.25). */
  tolerance?: number;
  /** No row is lower, in points, 16 to 8192 (half the row height). */
  min_row_height?: number;
  /** No row is higher, in points, 16 to 8192 (twice the row height). */
  max_row_height?: number;
  /** Gap between cells, in points, 0 to 1024 (8). */
  spacing?: number;
  /** Gap between the cells and the left and right edge, in points, 0 to 1024 (8). */
  inset?: number;
  /** What becomes of a last row that its pictures do not fill (left). One of left, justify, center, hide. */
  widows?: JustifiedRowsOptionsWidows;
  /** Every row of this number is one picture across the width, 0 to 64, optimal 0 to 8 (0: none). */
  full_width_cadence?: number;
  /** The items of further rows are hidden, 1 to 1000000 (all rows). */
  max_rows?: number;
  /**
   * How rows are broken: in one pass, or with the least sum of (height - row height)² (greedy). One of greedy,
   * optimal.
   */
  breaks?: JustifiedRowsOptionsBreaks;
}

/** A row of pictures. */
export interface JustifiedRow {
  /** Its place among the rows, from 0. */
  index: number;
  /** Its items in the reading direction. */
  item_ids: number[];
  /** Its upper edge in points. */
  y: number;
  /** Its height in points. */
  height: number;
  /** Whether it is a last row that its items did not fill. */
  widow: boolean;
  /** Whether it is one picture across the whole width because it was that row's turn. */
  full_width: boolean;
  /** Whether a bound limits its height, so that pictures are cropped to fill their frames. */
  cropped: boolean;
}

/** Groups of three: a large tile beside two small ones, at one side and then at the other. */
export interface MosaicLayout {
  type: "mosaic";
  viewport: Viewport;
  /** What scrolls, and the height that the layout takes on the screen. */
  content_size: Size;
  /** How many columns there are. */
  columns: number;
  /** The size of a large tile. */
  large_size: Size;
  /** The size of a small tile. */
  small_size: Size;
  /** The groups from top to bottom. */
  groups: MosaicGroup[];
  /** The boxes of the items at the initial position; frames[i] belongs to items[i]. */
  frames: Frame[];
  /** The device pixels in a point of pixel_frames, if they were asked for. */
  device_scale?: number;
  /** The frames on whole device pixels. */
  pixel_frames?: Frame[];
  /** The items in view, if they were asked for. */
  visible?: VisibleItems;
  options?: MosaicOptions;
}

/** Known names; there may be others. */
export type MosaicOptionsStarts = "leading" | "trailing" | (string & {});

/** The options of the layout that differ from their defaults. */
export interface MosaicOptions {
  /** How many columns there are, 1 to 4 (3). */
  columns?: number;
  /** Gap between cells, in points, 0 to 1024 (8). */
  spacing?: number;
  /** Gap between the cells and the left and right edge, in points, 0 to 1024 (8). */
  inset?: number;
  /** Width of a large tile divided by its height, 0.01 to 100 (1). */
  aspect_ratio?: number;
  /** Which side the first large tile is at; the others alternate (leading). One of leading, trailing. */
  starts?: MosaicOptionsStarts;
  /**
   * No large tile is higher, and so no group in several columns, in points, 1 to 8192; by default as high as the
   * aspect ratio says.
   */
  max_height?: number;
  /** No tile is lower, in points, 1 to 4096 (1), even if the large one is then too high. */
  min_tile_height?: number;
}

/** Known names; there may be others. */
export type MosaicGroupLargeSide = "leading" | "trailing" | (string & {});

/** A group of tiles. */
export interface MosaicGroup {
  /** Its place among the groups, from 0. */
  index: number;
  /** Its items; the first one is large. */
  item_ids: number[];
  /** Its upper edge in points. */
  y: number;
  /** Its height in points. */
  height: number;
  /** The side of the large tile, in the reading direction; null in a group that is not whole. */
  large_side: MosaicGroupLargeSide | null;
}

/** Rows of one height, in as many columns as there is room for. Version 2. */
export interface ListLayout {
  type: "list";
  viewport: Viewport;
  /** What scrolls, and the height that the layout takes on the screen. */
  content_size: Size;
  /** How many columns there are. */
  columns: number;
  /** The height of a row, in points. */
  row_height: number;
  /** The boxes of the items at the initial position; frames[i] belongs to items[i]. */
  frames: Frame[];
  /** The device pixels in a point of pixel_frames, if they were asked for. */
  device_scale?: number;
  /** The frames on whole device pixels. */
  pixel_frames?: Frame[];
  /** The items in view, if they were asked for. */
  visible?: VisibleItems;
  options?: ListOptions;
}

/** The options of the layout that differ from their defaults. */
export interface ListOptions {
  /** Height of a row, in points, 0 to 4096 (88). */
  row_height?: number;
  /** Least width of a row, in points, 100 to 4096 (320): where two have room, they are beside each other. */
  min_row_width?: number;
  /** The most rows beside each other, 1 to 16 (16). */
  max_columns?: number;
  /** Gap between cells, in points, 0 to 1024 (0). */
  spacing?: number;
  /** Gap between the cells and the left and right edge, in points, 0 to 1024 (0). */
  inset?: number;
}

/** What a tap on an item leads to. */
export interface ItemAction {
  /** The address for apps. */
  deep_link?: string;
  /** The address for browsers. */
  web_url?: string;
}

/** Known names; there may be others. */
export type KindName = "featured_topics" | "recent_news" | "campaign_banners" | "trend_articles" | "pickup_photos" | "favorite_scenes" | (string & {});

/** Which field of an item has which role, so that a client draws kinds that it has never seen. */
export interface Roles {
  /** The field that a person reads first. */
  headline?: string;
  /** The field with longer text that belongs to the headline. */
  summary?: string;
  /** The field of the picture. */
  image?: string;
  /** The field of the picture's width in pixels. */
  image_width?: string;
  /** The field of the picture's height in pixels. */
  image_height?: string;
  /** The field of the rating, 0 to 5. */
  rating?: string;
  /** The field of the date. */
  date?: string;
  /** The field of the group that the item belongs to. */
  label?: string;
  /** The field of who made it. */
  author?: string;
  /** The field of where it is. */
  place?: string;
}

/** The members of a section of any kind. */
export interface SectionOfAnyKind {
  /** Unique in the feed. */
  id: string;
  /** The title for people. */
  title: string;
  /** The revision that changed the section last. */
  revision: number;
  /**
   * The newest version of documents that its layout, its cell or its header needs: a client that draws less, and
   * says so in max_version, gets its fallback, or does not get the section.
   */
  version: number;
  /** A broader name of the kind, for clients that do not know it. */
  category?: string;
  /** The salt of the share of clients that it is shown to: the name of the experiment. */
  variant_of?: string;
  /** The oldest schema_version that a client must know to show the section, if above 1. */
  min_schema_version?: number;
  /** The section's place on the screen, header and layout together. */
  frame: Rect;
  /** What is above the layout; null for nothing. */
  header: SectionHeader | null;
  /** The origin of the layout's coordinates, from the section's upper left corner. */
  layout_origin: Point;
  roles: Roles;
  /** What is drawn in each frame; null where nothing is known. */
  cell: Cell | null;
  /** The frames of the items and their motion. */
  layout: Layout;
  /** The path of the section's next page; null at the end. A page says it beside its section. */
  next?: string | null;
}

/** A section of a screen. Its kind says what its items are. */
export type Section =
  | (SectionOfAnyKind & { kind: "featured_topics"; items: FeaturedTopicsItem[] })
  | (SectionOfAnyKind & { kind: "recent_news"; items: RecentNewsItem[] })
  | (SectionOfAnyKind & { kind: "campaign_banners"; items: CampaignBannersItem[] })
  | (SectionOfAnyKind & { kind: "trend_articles"; items: TrendArticlesItem[] })
  | (SectionOfAnyKind & { kind: "pickup_photos"; items: PickupPhotosItem[] })
  | (SectionOfAnyKind & { kind: "favorite_scenes"; items: FavoriteScenesItem[] })
  | (SectionOfAnyKind & { kind: UnknownName; items: UnknownItem[] });

/** A whole screen: content and geometry, as of one revision. */
export interface FeedDocument {
  /** The version of this shape. Members are only ever added to it. */
  schema_version: number;
  /** The name of the feed. */
  feed: string;
  /** The revision that changed the document last. */
  revision: number;
  /** When that revision was made. */
  generated_at: string;
  /** When something begins or ceases to be shown: ask again then. Null if nothing is scheduled. */
  expires_at: string | null;
  viewport: Viewport;
  /** The viewport's width, and the height of all sections. */
  content_size: Size;
  /** The size of text, as a share of its designed size. */
  text_size: number;
  /** Which way the screen reads. */
  direction: Direction;
  /** The locale of texts and labels (BCP 47). */
  locale: string;
  /** What could not be read in the request, which is answered all the same. Only there if there is something. */
  notes?: DocumentNote[];
  /** The sections, from top to bottom. */
  sections: Section[];
  /**
   * The items that a layout cannot draw, if there are any. They are not among those of their sections, which are
   * drawn without them.
   */
  errors?: ItemError[];
}

/** A page of a section. */
export interface SectionPage {
  /** The name of the feed. */
  feed: string;
  /** The revision that changed the section last. */
  revision: number;
  /** The section with the page's items and their frames, in the coordinates of the whole section. */
  section: Section;
  /** The locale of texts and labels (BCP 47). */
  locale: string;
  /** What could not be read in the request, which is answered all the same. Only there if there is something. */
  notes?: DocumentNote[];
  /** The path of the next page; null at the end. */
  next: string | null;
  /**
   * The items that a layout cannot draw, if there are any. They are not among those of their sections, which are
   * drawn without them.
   */
  errors?: ItemError[];
}

/** Why an item is not drawn. */
export interface ItemError {
  /** The id of the section. */
  section: string;
  /** The id of the item. */
  item: number;
  /** What was expected and what was found. */
  detail: string;
}

/** Which variant of a feed a client gets. */
export interface Variant {
  /** The name of the variant, for the parameter of a feed. */
  variant: string;
  /** When the variant may be another one: ask again then. Null if nothing is scheduled. */
  expires_at: string | null;
}

/** Something that a document says about how its request was read. */
export interface DocumentNote {
  /** What it is about, for programs: unreadable_locale. */
  code: string;
  /** What was expected, and what the document has instead. */
  detail: string;
}

/** The members of JSON Feed 1.1 that are used. */
export interface JSONFeed {
  version: string;
  /** The name of the feed. */
  title: string;
  /** The locale of the texts (BCP 47). */
  language: string;
  /** What could not be read in the request, if there is something. */
  user_comment?: string;
  /** The items from top to bottom. */
  items: JSONFeedItem[];
}

/** An item of a JSON Feed. */
export interface JSONFeedItem {
  /** The kind and the id, such as recent_news:3. */
  id: string;
  /** What the item leads to, or its picture. */
  url?: string;
  /** The headline. */
  title: string;
  /** The summary, or the headline. */
  content_text: string;
  /** The address of the picture. */
  image?: string;
  date_published?: string;
}

/** The data of an event without a name: a revision has gone into service. */
export interface RevisionEvent {
  /** The number of the revision. */
  revision: number;
  /** The revision's UUID. A number with another one is of another history. */
  revision_id: string;
  /** When it was made. */
  committed_at: string;
  /** What it changed: feed:home, section:home/news, kind:recent_news, recent_news:3 and the like. */
  keys: string[];
}

/** The data of the event reset: changes that cannot be listed. Everything may have changed. */
export interface ResetEvent {
  /** The number of the revision. */
  revision: number;
  /** The revision's UUID. A number with another one is of another history. */
  revision_id: string;
}

/** Why a request is not answered as asked (RFC 9457). */
export interface Problem {
  /** A URI of the kind of problem: urn:tanada:problem: and the code. */
  type: string;
  /** The kind of problem for people, the same for every occurrence. */
  title: string;
  /** The status of the response. */
  status: number;
  /** What was expected and what was found. */
  detail: string;
  /** The kind of problem for programs. */
  code: string;
  /** The request's id, which is in the server's log too. */
  request_id: string;
  /** The path to start again at. */
  start?: string;
  /** The parts that are invalid. */
  errors?: ProblemPart[];
}

/** A part of a request that is invalid. */
export interface ProblemPart {
  /** A JSON Pointer into the body of the request. */
  pointer: string;
  /** What was expected there and what was found. */
  detail: string;
  /** The part's own problem for programs. */
  code?: string;
}

/** An item of the kind featured_topics: Featured topics. */
export interface FeaturedTopicsItem {
  id: number;
  rating: number;
  thumbnail_url: string;
  title: string;
  caption: string;
  published_at: string;
  /** The day of the item's date in the feed's time zone, for people. For kinds with the role date. */
  date_label?: string;
  /** How full each star of the rating is, 0 to 1. For kinds with the role rating. */
  stars?: number[];
  /** The picture. For kinds with the role image. */
  image?: Image;
  /** What a tap leads to, if the section says so. */
  action?: ItemAction;
  /** Identifies this appearance of the item, so that it is counted once however often it is drawn. */
  impression_id: string;
  /** The text for screen readers, on one line. */
  accessibility_label: string;
}

/** An item of the kind recent_news: Recent news. */
export interface RecentNewsItem {
  id: number;
  thumbnail_url: string;
  title: string;
  news_category: string;
  published_at: string;
  /** The day of the item's date in the feed's time zone, for people. For kinds with the role date. */
  date_label?: string;
  /** The picture. For kinds with the role image. */
  image?: Image;
  /** What a tap leads to, if the section says so. */
  action?: ItemAction;
  /** Identifies this appearance of the item, so that it is counted once however often it is drawn. */
  impression_id: string;
  /** The text for screen readers, on one line. */
  accessibility_label: string;
}

/** An item of the kind campaign_banners: Campaign banners. */
export interface CampaignBannersItem {
  id: number;
  banner_contents_id: number;
  banner_url: string;
  /** The picture. For kinds with the role image. */
  image?: Image;
  /** What a tap leads to, if the section says so. */
  action?: ItemAction;
  /** Identifies this appearance of the item, so that it is counted once however often it is drawn. */
  impression_id: string;
  /** The text for screen readers, on one line. */
  accessibility_label: string;
}

/** An item of the kind trend_articles: Trend articles. */
export interface TrendArticlesItem {
  id: number;
  thumbnail_url: string;
  title: string;
  introduction: string;
  published_at: string;
  /** The day of the item's date in the feed's time zone, for people. For kinds with the role date. */
  date_label?: string;
  /** The picture. For kinds with the role image. */
  image?: Image;
  /** What a tap leads to, if the section says so. */
  action?: ItemAction;
  /** Identifies this appearance of the item, so that it is counted once however often it is drawn. */
  impression_id: string;
  /** The text for screen readers, on one line. */
  accessibility_label: string;
}

/** An item of the kind pickup_photos: Pickup photos. */
export interface PickupPhotosItem {
  id: number;
  photo_url: string;
  photo_width: number;
  photo_height: number;
  title: string;
  caption: string;
  published_at: string;
  /** The day of the item's date in the feed's time zone, for people. For kinds with the role date. */
  date_label?: string;
  /** The picture. For kinds with the role image. */
  image?: Image;
  /** What a tap leads to, if the section says so. */
  action?: ItemAction;
  /** Identifies this appearance of the item, so that it is counted once however often it is drawn. */
  impression_id: string;
  /** The text for screen readers, on one line. */
  accessibility_label: string;
}

/** An item of the kind favorite_scenes: Favorite scenes. */
export interface FavoriteScenesItem {
  id: number;
  photo_url: string;
  author: string;
  title: string;
  category: string;
  shop_name: string;
  comment: string;
  published_at: string;
  /** The day of the item's date in the feed's time zone, for people. For kinds with the role date. */
  date_label?: string;
  /** The picture. For kinds with the role image. */
  image?: Image;
  /** What a tap leads to, if the section says so. */
  action?: ItemAction;
  /** Identifies this appearance of the item, so that it is counted once however often it is drawn. */
  impression_id: string;
  /** The text for screen readers, on one line. */
  accessibility_label: string;
}

/** An item of a kind that is not known, or whose fields have changed. */
export interface UnknownItem {
  /** Unique in its kind. */
  id: number;
  /** The day of the item's date in the feed's time zone, for people. For kinds with the role date. */
  date_label?: string;
  /** How full each star of the rating is, 0 to 1. For kinds with the role rating. */
  stars?: number[];
  /** The picture. For kinds with the role image. */
  image?: Image;
  /** What a tap leads to, if the section says so. */
  action?: ItemAction;
  /** Identifies this appearance of the item, so that it is counted once however often it is drawn. */
  impression_id: string;
  /** The text for screen readers, on one line. */
  accessibility_label: string;
  [member: string]: unknown;
}

/** An item of any kind. */
export type FeedItem = FeaturedTopicsItem | RecentNewsItem | CampaignBannersItem | TrendArticlesItem | PickupPhotosItem | FavoriteScenesItem | UnknownItem;
