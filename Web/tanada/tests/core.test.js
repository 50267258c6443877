// tanada-core.js as it is served, against a server.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import * as core from '../../assets/tanada-core.js';
import { manualClock, queue } from './clock.js';
import { startServer } from './server.js';

const { openFeed, visibleBoxes, visibleItems, visibleSections, withPage } = core;
let server;
before(async () => {
  server = await startServer({ hasPictures: true });
});
after(() => server?.remove());

const home = () => `${server.address}/v1/feeds/home`;
/** The program's `fetch`, and the statuses of its answers. */
function noting() {
  const statuses = [];
  return {
    statuses,
    fetch: async (...asked) => {
      const response = await fetch(...asked);
      statuses.push(response.status);
      return response;
    },
  };
}
/** Texts in memory. */
function memory() {
  const texts = new Map();
  return { getItem: (key) => texts.get(key), setItem: (key, text) => texts.set(key, text) };
}

test('a document is loaded once, and then it is asked whether it has changed', async () => {
  const { fetch, statuses } = noting();
  const storage = memory();
  const feed = openFeed(home(), { fetch, storage });
  const first = await feed.load({ width: 375.8, textSize: 1.5, direction: 'rtl' });
  assert.equal(new URL(first.address).search, '?width=375&text_size=1.5&direction=rtl&max_version=2');
  assert.equal(first.document.viewport.width, 375);
  assert.equal(first.error, undefined);
  const again = await feed.load({ width: 375, textSize: 1.5, direction: 'rtl' });
  assert.equal(again.document, first.document);
  // One that begins anew has it in its storage.
  const later = await openFeed(home(), { fetch, storage }).load({ width: 375, textSize: 1.5, direction: 'rtl' });
  assert.deepEqual(later.document, first.document);
  assert.deepEqual(statuses, [200, 304, 304]);
});

test('a feed is asked for in no newer version than is drawn', () => {
  const asked = (query) => new URL(core.feedAddress(`https://a.example/v1/feeds/home${query}`, { width: 390 })).searchParams;
  const { version } = core;
  assert.equal(asked('').get('max_version'), String(version));
  for (const less of [1, version]) assert.equal(asked(`?max_version=${less}`).get('max_version'), String(less));
  for (const no of [version + 1, 99, 'x', '']) {
    assert.deepEqual(asked(`?max_version=${no}`).getAll('max_version'), [String(version)]);
  }
});

test('a feed that the server refuses is an error with its problem', async () => {
  const refused = openFeed(`${server.address}/v1/feeds/none`, { storage: memory() }).load({ width: 390 });
  await assert.rejects(refused, (error) => error.status === 404 && error.problem.code === 'not_found');
});

test('a feed that has been removed is not shown as if it were there', async () => {
  await server.send('PUT', '/v1/feeds/gone/composition', { sections: [{ id: 'news', kind: 'recent_news', title: 'News' }] });
  const storage = memory();
  const feed = openFeed(`${server.address}/v1/feeds/gone`, { storage });
  const load = () => feed.load({ width: 390 }).catch((error) => error);
  while (!(await load()).document);
  await server.send('DELETE', '/v1/feeds/gone');
  let answer = await load();
  while (answer.document && !answer.error) answer = await load();
  assert.equal(answer.status, 404);
});

test('without a server, the last good document of the feed is loaded', async () => {
  const storage = memory();
  const { document } = await openFeed(home(), { storage }).load({ width: 390 });
  const offline = { fetch: () => fetch('http://127.0.0.1:1/') };
  const kept = await openFeed(home(), { storage, ...offline }).load({ width: 320 });
  assert.deepEqual(kept.document, document);
  assert.ok(kept.error instanceof Error);
  await assert.rejects(openFeed(home(), { storage: memory(), ...offline }).load({ width: 390 }), TypeError);
});

// An event that does not come is a failure after the timeout.
test('an edit is followed, also one that was made while nobody listened', { timeout: 120_000 }, async () => {
  const events = queue();
  const clock = manualClock();
  const feed = openFeed(home(), { clock, random: () => 0 });
  const { revision } = await feed.load({ width: 390 });
  const stop = feed.follow(revision, events.push);
  await server.rename(1, 'Followed');
  const event = await events.next();
  assert.equal(event.type, 'message');
  assert.ok(event.data.keys.includes('feed:home'));
  assert.equal(event.data.revision, Number(revision) + 1);
  assert.match(JSON.stringify((await feed.load({ width: 390 })).document), /Followed/);

  // The server is gone: it is asked again after pauses that grow.
  const { port } = new URL(server.address);
  await server.kill();
  const pauses = [];
  for (let i = 0; i < 7; i += 1) {
    assert.equal((await events.next()).type, 'error');
    const { action, wait } = await clock.next();
    pauses.push(wait);
    if (i < 6) action();
    else {
      await server.start(port);
      await server.rename(1, 'Missed');
      action();
    }
  }
  // The server asks for 2 seconds at least.
  assert.deepEqual(pauses, [2000, 2000, 4000, 8000, 16000, 30000, 30000]);
  assert.equal((await events.next()).type, 'open');
  assert.equal((await events.next()).data.revision, Number(revision) + 2);
  stop();
});

test('a feed without an address of events cannot be followed', () => {
  assert.throws(() => openFeed(`${server.address}/elsewhere`).follow(1, () => {}), TypeError);
});

test('pages of a section are the section', async () => {
  const compose = (feed, limit) => server.send('PUT', `/v1/feeds/${feed}/composition`, {
    sections: [{ id: 'photos', kind: 'pickup_photos', title: 'Photos', limit }],
  });
  await compose('short', 5);
  await compose('long', 100);
  const load = async (name) => {
    const feed = openFeed(`${server.address}/v1/feeds/${name}`);
    for (;;) {
      try {
        return [feed, (await feed.load({ width: 390 })).document.sections[0]];
      } catch (error) {
        if (error.status !== 404) throw error;
      }
    }
  };
  const [, whole] = await load('long');
  let [feed, section] = await load('short');
  assert.equal(section.items.length, 5);
  for (let { next } = section; next;) {
    const page = await feed.page(next);
    section = withPage(section, page.section);
    next = page.next;
  }
  assert.deepEqual(section.items.map(({ id }) => id), whole.items.map(({ id }) => id));
  assert.deepEqual(section.layout.frames, whole.layout.frames);
  assert.deepEqual(section.frame, whole.frame);
});

test('a client gets its variant, and asks again when that is gone', async () => {
  const compose = (platforms) => server.send('PUT', '/v1/feeds/aimed/composition', {
    sections: [
      { id: 'news', kind: 'recent_news', title: 'News' },
      { id: 'web', kind: 'trend_articles', title: 'Web', when: { platforms } },
    ],
  });
  await compose(['web']);
  const feed = openFeed(`${server.address}/v1/feeds/aimed`);
  const ids = async (facts) => {
    const { document, address } = await feed.load({ width: 390 }, { facts });
    return [document.sections.map(({ id }) => id), new URL(address).searchParams.has('variant')];
  };
  const until = async (facts, wanted) => {
    for (;;) {
      const shown = await ids(facts).catch((error) => {
        if (error.status !== 404) throw error;
      });
      if (String(shown?.[0]) === String(wanted)) return shown;
    }
  };
  assert.deepEqual(await until({ platform: 'web' }, ['news', 'web']), [['news', 'web'], true]);
  assert.deepEqual(await ids({}), [['news'], false]);
  // Without the section there are no variants any more.
  await compose(['ios']);
  assert.deepEqual((await until({ platform: 'web' }, ['news']))[0], ['news']);
  await until({ platform: 'ios' }, ['news', 'web']);
});

test('the visible boxes of every range are those of the server', async () => {
  const { document } = await openFeed(home()).load({ width: 390 });
  const grids = document.sections.filter(({ layout }) => /grid/.test(layout.type));
  assert.ok(grids.length);
  for (const { layout, items } of grids) {
    const edges = layout.frames.flatMap(({ y, height }) => [y, y + height]).slice(0, 24);
    for (const [from, to] of edges.flatMap((edge) => [[edge, edge], [edge - 100.5, edge], [edge, edge + 700]])) {
      const address = `/v1/layouts/${layout.type}?width=390&y_range=${from},${to}`;
      const { visible } = await server.send('POST', address, { result: items });
      const ids = visibleBoxes(layout, from, to).map((position) => items[position].id);
      assert.deepEqual(ids, visible.item_ids, `${layout.type} ${from},${to}`);
    }
  }
});

test('the visible sections and items of a window are those that meet it', async () => {
  const { document } = await openFeed(home()).load({ width: 390 });
  const [first, second] = document.sections;
  const border = second.frame.y;
  assert.deepEqual(visibleSections(document, border - 1000, border).map(({ id }) => id), [first.id]);
  assert.equal(visibleSections(document, border, border + 1)[0].id, second.id);
  assert.equal(visibleSections(document, 0, document.content_size.height).length, document.sections.length);
  const top = second.frame.y + second.layout_origin.y;
  assert.deepEqual(visibleItems(second, top - 10, top), []);
  assert.ok(visibleItems(second, top - 10, top + 1).length);
});

test('the renderer of the documentation names what is on the screen', async (context) => {
  const text = readFileSync(new URL('../../../docs/web.md', import.meta.url), 'utf8');
  const [, program] = /```js\n(import .*?tanada-core\.js';\n.*?)```/s.exec(text);
  const folder = mkdtempSync(join(tmpdir(), 'tanada-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tanada-core.js'), await (await fetch(`${server.address}/tanada-core.js`)).text());
  writeFileSync(join(folder, 'renderer.js'), program.replaceAll('http://127.0.0.1:8080', server.address));
  const renderer = spawn(process.execPath, ['renderer.js'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  context.after(() => {
    renderer.kill();
    rmSync(folder, { recursive: true });
  });
  const lines = createInterface(renderer.stdout)[Symbol.asyncIterator]();
  const { document } = await openFeed(home()).load({ width: 390, locale: 'en' });
  assert.match((await lines.next()).value, new RegExp(`^${document.sections[0].title} \\{ x: 0, y: 0`));
  // The pictures that it chooses are there.
  let ends;
  while (!(ends = /\} (\S+)$/.exec((await lines.next()).value)));
  const [, picture] = ends;
  assert.ok(picture.startsWith(`${server.address}/v1/photos/`), picture);
  assert.equal((await fetch(picture)).status, 200);
  // It follows what is edited.
  const follows = async () => {
    for await (const line of lines) if (/Documented/.test(line)) return true;
    return false;
  };
  await server.rename(1, 'Documented');
  assert.ok(await follows());
});

test('the picture of a cell is the smallest that is sharp', () => {
  const image = {
    url: 'https://example.com/a.jpg',
    sources: [{ type: 'image/avif', '1x': '/1.avif', '2x': '/2.avif', '3x': '/3.avif' }, { type: 'image/jpeg', '2x': '/2.jpg' }],
  };
  const choose = (drawn) => core.choosePicture(image, { base: 'https://feeds.example.com/v1/feeds/home', ...drawn })?.href;
  assert.equal(choose({ ratio: 1 }), 'https://feeds.example.com/1.avif');
  assert.equal(choose({ ratio: 1.5 }), 'https://feeds.example.com/2.avif');
  assert.equal(choose({ ratio: 4 }), 'https://feeds.example.com/3.avif');
  assert.equal(choose({ ratio: 2, slotWidth: 180, width: 200 }), 'https://feeds.example.com/3.avif');
  assert.equal(choose({ ratio: 2, slotWidth: 180, width: 90 }), 'https://feeds.example.com/1.avif');
  assert.equal(choose({ ratio: 1, types: ['image/jpeg'] }), 'https://feeds.example.com/2.jpg');
  assert.equal(choose({ ratio: 1, types: [] }), 'https://example.com/a.jpg');
});
