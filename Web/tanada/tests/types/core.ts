// A renderer with the core, as a strict compiler reads it.

// @ts-types="../../../assets/tanada-core.d.ts"
import {
  choosePicture, type Section, type Loaded, makeImpressions, moverOf, openFeed, screenOf, seenShares, slotRect,
  version, visibleItems, visibleSections, withPage,
} from '../../../assets/tanada-core.js';

const texts = new Map<string, string>();
const feed = openFeed('https://feeds.example.com/v1/feeds/home', {
  storage: { getItem: (key) => texts.get(key), setItem: (key, text) => texts.set(key, text) },
});
const traits = { width: 390, textSize: 1.2, locale: 'en-GB' };
const loaded: Loaded = await feed.load(traits, { facts: { platform: 'web' }, isFresh: true });
const stop = feed.follow(loaded.revision, async ({ type, data }) => {
  if (type !== 'error') console.log(data.keys, (await feed.load(traits)).document.revision);
});
stop();

const screen = screenOf(loaded.document);
const impressions = makeImpressions();
for (const section of visibleSections(loaded.document, 0, 844)) {
  const mover = moverOf(section, screen);
  const rest = mover?.settle(mover.start, -120, -300);
  const target: number | undefined = rest?.[0];
  const shares = seenShares(section, { from: 0, to: 844, width: screen.width, mover, offset: target });
  const counted: string[] = impressions.update(
    [...shares].map(([item, share]): [string | undefined, number] => [item.impression_id, share]), 1000);
  const pictures = visibleItems(section, 0, 844).map(({ image }) => image && choosePicture(image, { ratio: 2 }));
  console.log(counted, pictures[0]?.href, slotRect({ anchor: 'top', height: 20 }, { width: 10, height: 20 }).y);
}
const [first]: Section[] = loaded.document.sections;
if (first.next) console.log(withPage(first, (await feed.page(first.next)).section));
const newest: 2 = version;
console.log(newest, impressions.next()?.toFixed());

// @ts-expect-error a screen has a width
await feed.load({ textSize: 1 });
// @ts-expect-error there is no such export
export { nothing } from '../../../assets/tanada-core.js';
// @ts-expect-error a range has two ends
visibleSections(loaded.document, 0);
// @ts-expect-error a document is no section
moverOf(loaded.document, screen);
