// The documents of the gallery: as those of feeds, around the answer of POST /v1/layouts.

const families = ["system-ui", "Hiragino Sans", "Noto Sans CJK JP"];

/** The cell of layouts of pictures: a picture, and the number of the item in its corner. */
const tile = {
  name: "banner", corner_radius: 10, border: null, background: null,
  slots: [
    {
      type: "image", role: "image", anchor: "top", offset: 0, left: 0, right: 0, bottom: 0,
      content_mode: "fill", corner_radius: 0,
    },
    {
      type: "badge", role: "label", anchor: "top", offset: 8, left: 8, right: 8, height: 22,
      font: { families, size: 12, weight: 600 },
      line_height: 16, line_pitch: 16, lines: 1, color: "#ffffffff", align: "left",
      padding: { top: 3, left: 8, bottom: 3, right: 8 }, background: "#000000a8", corner_radius: 11,
    },
  ],
};

/** The cell of rows: a small picture beside two lines. */
const row = {
  name: "row", corner_radius: 0, border: null, background: null,
  slots: [
    {
      type: "image", role: "image", anchor: "top", offset: 0, left: 0, width: 64, bottom: 6,
      content_mode: "fill", corner_radius: 10,
    },
    {
      type: "text", role: "headline", anchor: "top", offset: 4, left: 76, right: 0, height: 20,
      font: { families, size: 15, weight: 600 }, line_height: 20, line_pitch: 20, lines: 1,
      color: "#111428ff", dark: "#f4f6ffff", align: "left",
    },
    {
      type: "text", role: "summary", anchor: "top", offset: 26, left: 76, right: 0, height: 18,
      font: { families, size: 13, weight: 400 }, line_height: 18, line_pitch: 18, lines: 1,
      color: "#5b5f66ff", dark: "#aeb2b9ff", align: "left",
    },
  ],
};

const cellOf = (type) => ["list", "snap_carousel"].includes(type) ? row : tile;

/** The document of one piece. */
export function galleryDocument(piece, layout, width, pictures) {
  const { height } = layout.content_size;
  return {
    schema_version: 1, feed: "gallery", revision: 0, generated_at: "", expires_at: null,
    viewport: { width }, text_size: 1, direction: "ltr",
    content_size: { width, height },
    sections: [{
      id: piece.name, kind: "pictures", title: piece.name,
      frame: { x: 0, y: 0, width, height }, header: null, layout_origin: { x: 0, y: 0 },
      roles: { headline: "name", label: "number", summary: "size", image: "photo" }, cell: cellOf(layout.type),
      layout: withOptions(piece, layout),
      items: pictures, next: null,
    }],
  };
}

/** An answer without options has none of its own: those that were asked for say how it settles. */
function withOptions(piece, layout) {
  return layout.type === "carousel" ? { options: piece.options, ...layout } : layout;
}

/** A picture for each item: of photos that the server has, or else of colour. */
export async function pictureItems(items) {
  const photos = await photosOfServer();
  return items.map((item, index) => ({
    id: item.id, name: `Picture ${item.id}`, number: String(item.id), size: `${item.width} × ${item.height}`,
    accessibility_label: `Picture ${item.id}`,
    image: photos.length ? photos[index % photos.length] : coloured(index),
  }));
}

/** The photos that the home screen shows; none if there are none. */
async function photosOfServer() {
  try {
    const { sections } = await (await fetch("/v1/feeds/home?width=390")).json();
    const photos = sections.flatMap((section) => section.items)
      .map(({ image }) => image).filter((image) => image?.sources?.length);
    // The largest look best at any proportions.
    return [...photos].sort((a, b) => b.width * b.height - a.width * a.height).slice(0, 8);
  } catch {
    return [];
  }
}

const colours = [
  "#c76b6b", "#c7a46b", "#a4c76b", "#6bc78d", "#6bc7c7", "#6b8dc7", "#8d6bc7", "#c76ba4",
];

/** A place of one colour, for a server without photos. */
function coloured(index) {
  return { width: 4, height: 3, placeholder: { color: colours[index % colours.length] } };
}
