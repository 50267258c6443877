// A page with the element, as a strict compiler reads it.

// @ts-types="../../../assets/tanada.d.ts"
import { type FeedDocument, TanadaFeed } from '../../../assets/tanada.js';

const feed = document.createElement('tanada-feed');
const same: TanadaFeed = feed;
feed.setAttribute('src', '/v1/feeds/home');
feed.appVersion = '3.10.1';
feed.audience = null;
feed.addEventListener('tanada-settle', ({ detail }) => {
  const place: number = detail.page ?? detail.slot ?? detail.snap ?? detail.offset;
  feed.moveTo(detail.section, place);
});
feed.addEventListener('tanada-select', (event) => {
  const link: string | null | undefined = event.detail.action?.deep_link;
  if (link) event.preventDefault();
  const id: string | undefined = event.detail.item?.impression_id;
  console.log(link, id);
});
document.addEventListener('tanada-impression', ({ detail: { section, item } }) => {
  navigator.sendBeacon('/impressions', JSON.stringify([section, item.id, item.impression_id]));
});
document.addEventListener('tanada-error', ({ detail: { status } }) => console.log(status.toFixed()));
const ready: TanadaFeed = await feed.ready;
const shown: FeedDocument | null = ready.document;
same.document = shown;
const revision: number | null = same.revision;
console.log(shown?.sections[0].layout.frames[0].x, revision, same.variant);

// @ts-expect-error there is no such property
feed.apperance = 'dark';
// @ts-expect-error a section is called by its id
feed.moveTo(1, 2);
// @ts-expect-error the revision is that of the document
feed.revision = 3;
feed.addEventListener('tanada-update', ({ detail }) => {
  // @ts-expect-error a number
  const text: string = detail.revision;
  console.log(text);
});
