// The pieces of the gallery: each layout and each paging effect, with the options it is asked for.

/** A piece: its name, what it is in a sentence, the layout's name and its options. */
const piece = (name, text, type, options = {}) => ({ name, text, type, options });

const layouts = [
  piece("shelf", "A row of equal cells that scrolls freely.", "shelf"),
  piece("snap_carousel", "Pages of up to three rows that snap into the middle.", "snap_carousel"),
  piece("circular_carousel", "Cards on a ring: one in front, the others smaller and fainter.",
    "circular_carousel", { keyframes: 0.5 }),
  piece("uniform_grid", "Equal cells in rows: a picture above a text.", "uniform_grid"),
  piece("staggered_grid", "Columns of cells that keep the aspect ratio of their pictures.", "staggered_grid"),
  piece("card_stack", "A pile of cards that are swiped away one by one.", "card_stack", { keyframes: 0.5 }),
  piece("carousel", "A row of items of different sizes that rests at snaps.", "carousel",
    { item_height: 200, align: "center" }),
  piece("justified_rows", "Rows of pictures that keep their aspect ratios and fill the width.",
    "justified_rows", { row_height: 110 }),
  piece("mosaic", "A large tile beside two small ones, at one side and then at the other.", "mosaic"),
  piece("list", "Rows of one height, beside each other where there is room.", "list", { min_row_width: 160 }),
];

const effects = {
  stack: {
    default: "The top card swings away; the others move up.",
    transparent: "Cards in the depth fade.",
    perspective: "Cards rise behind one another.",
    rotary: "Cards fan out around their lower edge.",
    vortex: "The top card grows past the viewer and turns.",
    reverse: "The pile lies the other way: cards arrive on top.",
    blur: "Cards in the depth lose their focus.",
  },
  scale: {
    default: "Neighbours are smaller and fainter.",
    linear: "The size follows the distance in a straight line.",
    ease_in: "Neighbours shrink slowly at first.",
    ease_out: "Neighbours shrink at once, then slowly.",
    blur: "Neighbours are out of focus.",
    rotary: "Cards roll over the top of a large wheel.",
    cylinder: "Cards lie on the outside of a cylinder.",
    inverted_cylinder: "Cards lie on the inside of a cylinder.",
    cover_flow: "Covers that face the one in the middle.",
  },
  snapshot: {
    grid: "A grid of pieces that shrink to their middle.",
    space: "Pieces drift apart.",
    chess: "The squares of a board fold away in turn.",
    tiles: "Tiles shrink in place.",
    lines: "Lines slide out one by one.",
    bars: "Bars grow from nothing.",
    puzzle: "Pieces come together as in a puzzle.",
    fade: "Stripes fade while they move.",
  },
};

/** The pieces of a group, in their order. */
export function piecesOf(group) {
  if (group === "layouts") return layouts;
  return Object.entries(effects[group]).map(([name, text]) =>
    piece(`${group}.${name}`, text, "card_stack", { effect: `${group}.${name}`, keyframes: 0.5 }));
}

/** The layouts that move. */
export const moving = new Set(["shelf", "snap_carousel", "circular_carousel", "card_stack", "carousel"]);

/** The items of all pieces: eight pictures of different proportions. */
export const items = [
  [160, 120], [120, 120], [120, 160], [200, 120], [100, 120], [180, 120], [130, 150], [220, 120],
].map(([width, height], index) => ({ id: index + 1, width, height }));
