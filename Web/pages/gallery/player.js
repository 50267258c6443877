// Plays a piece of the gallery: from one place of rest to the next, and back.

/** How long it takes from one place to the next, and how long it rests there, in milliseconds. */
const moveTime = 900;
const restTime = 450;

/** The offsets at which a layout comes to rest, in the order they are played. */
function placesOf(layout) {
  switch (layout.type) {
    case "card_stack": return layout.frames.map((_, index) => index);
    // All the way round.
    case "circular_carousel": return [...layout.frames.map((_, index) => index), layout.frames.length];
    case "snap_carousel": return layout.pages.map((page) => page.snap_offset);
    case "carousel": return layout.snaps.map((snap) => snap.offset);
    case "shelf": {
      const last = layout.max_scroll_offset;
      return [...layout.frames.map(({ x }) => x - layout.frames[0].x).filter((x) => x < last), last];
    }
    default: return [0];
  }
}

/** Slow at both ends. */
const eased = (share) => share * share * (3 - 2 * share);

export class Player {
  /** @param {any} feed a <tanada-feed> with one section @param {any} layout its layout */
  constructor(feed, layout) {
    this.feed = feed;
    this.section = feed.document.sections[0].id;
    this.places = placesOf(layout);
    this.isRing = layout.type === "circular_carousel";
    this.position = 0;
    this.direction = 1;
    this.frame = 0;
    /** Whether the reader has paused it, after which only the reader plays it. */
    this.isPaused = false;
    this.onMove = () => {};
    this.onPlay = () => {};
  }

  /** The position of the last place: positions count places, with fractions between them. */
  get length() {
    return this.places.length - 1;
  }

  /** Draws the offset at `position`. */
  show(position) {
    const index = Math.min(Math.floor(position), this.length - 1);
    const [from, to] = [this.places[index], this.places[index + 1]];
    this.position = position;
    this.feed.moveTo(this.section, from + (to - from) * (position - index));
    this.onMove(position);
  }

  /** The reader has moved it to `offset`. */
  noteOffset(offset) {
    // A ring that has turned backwards is at an offset below 0.
    const turned = this.isRing ? (offset + this.length) % this.length : offset;
    const distances = this.places.map((place) => Math.abs(place - turned));
    this.position = distances.indexOf(Math.min(...distances));
    this.onMove(this.position);
  }

  toggle() {
    if (this.frame) this.pause();
    else this.play();
  }

  pause() {
    this.isPaused = true;
    this.suspend();
  }

  /** It has come into view. */
  resume() {
    if (!this.isPaused && !this.frame) this.play();
  }

  /** It has left the view. */
  suspend() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.onPlay(false);
  }

  play() {
    this.isPaused = false;
    this.onPlay(true);
    this.step();
  }

  /** Moves to the next place, rests, and goes on. */
  step() {
    const start = Math.round(this.position);
    if (start >= this.length && this.isRing) return this.restart();
    if (start >= this.length) this.direction = -1;
    if (start <= 0) this.direction = 1;
    const [from, target] = [this.position, start + this.direction];
    let began = 0;
    const next = (now) => {
      began ||= now;
      const share = Math.min((now - began) / moveTime, 1);
      if (share < 1 || this.position !== target) this.show(from + (target - from) * eased(share));
      if (now - began > moveTime + restTime) this.step();
      else this.frame = requestAnimationFrame(next);
    };
    this.frame = requestAnimationFrame(next);
  }

  /** The end of a ring is its beginning. */
  restart() {
    this.position = 0;
    this.step();
  }
}
