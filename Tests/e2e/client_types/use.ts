// Reads documents with the types that `tanada types typescript` writes, and prints what it finds.
import type { FeedDocument, Layout, Section, SectionPage, Slot } from "./tanada.ts";

/** Narrowing by the type leaves one layout, and there is a rest for those to come. */
function describe(layout: Layout): string {
  switch (layout.type) {
    case "shelf":
      return `shelf ${layout.media_size.width}`;
    case "snap_carousel":
      // A type is a promise of the server: what breaks it is for the client to notice.
      if (!Array.isArray(layout.pages)) return unknown(layout);
      return `snap_carousel ${layout.pages.length}`;
    case "circular_carousel":
      return `circular_carousel ${layout.radius} ${layout.states.length}`;
    case "uniform_grid":
      return `uniform_grid ${layout.columns.toFixed(0)}`;
    case "staggered_grid":
      return `staggered_grid ${layout.columns.length}`;
    case "card_stack": {
      const stack = layout.states.filter((state) => "alpha" in state);
      return `card_stack ${layout.effect} ${stack.length} of ${layout.states.length}`;
    }
    case "carousel":
    case "justified_rows":
    case "mosaic":
    case "list":
      return layout.type;
    default: {
      const depth: unknown = layout["depth"];
      if (String(layout.type) === "hologram" && depth === undefined) throw new Error("what is not known is lost");
      return unknown(layout);
    }
  }
}

function unknown(layout: Layout): string {
  return `unknown ${layout.type} ${layout.frames.length}`;
}

function describeSlot(slot: Slot): string {
  if (slot.type === "text") return `text:${slot.font.families[0]}`;
  if (slot.type === "image") return `image:${slot.content_mode}`;
  return String(slot.type);
}

function first(section: Section): string {
  switch (section.kind) {
    case "campaign_banners":
      return `campaign_banners:${section.items[0].banner_contents_id}`;
    case "recent_news":
    case "featured_topics":
    case "trend_articles":
    case "pickup_photos":
    case "favorite_scenes": {
      const item = section.items[0];
      return typeof item.title === "string" ? `${section.kind}:${item.title}` : `unknown:${item.id}`;
    }
    default:
      return `unknown:${section.items[0].id}`;
  }
}

function read(name: string) {
  return JSON.parse(Deno.readTextFileSync(`${Deno.args[0]}/${name}.json`));
}

for (const name of ["home", "later"]) {
  const document: FeedDocument = read(name);
  console.log(name, document.direction, String(document.revision));
  for (const section of document.sections) {
    // A kind of the database: in the types of one of the two files only.
    if (String(section.kind) === "shops") continue;
    console.log(name, section.id, String(section.kind), section.cell?.name);
    console.log(" ", describe(section.layout));
    console.log(" ", (section.cell?.slots ?? []).map(describeSlot).join(" "));
    console.log(" ", first(section));
  }
}
const page: SectionPage = read("page");
console.log("page", String(page.section.items.length), page.next === null ? "end" : "more");

/** These are mistakes, and the compiler finds them. */
export function mistakes(layout: Layout, section: Section) {
  // @ts-expect-error: not every layout has pages.
  layout.pages.length;
  // @ts-expect-error: a shelf has no radius.
  if (layout.type === "shelf") layout.radius;
  // @ts-expect-error: not every item has a title.
  section.items[0].title.length;
}
