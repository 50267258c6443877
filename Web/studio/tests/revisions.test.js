// Revisions and versions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actorName } from '../core/actors.js';
import { changesIn, stepsOf, summaryOf, withSection } from '../core/revisions.js';
import { accepting, publishedSubjects, stateOf } from '../core/releases.js';

const t = (name, values) => (values ? `${name}(${Object.values(values)})` : name === 'listSeparator' ? ', ' : name);
const options = { t, titleOf: (kind) => kind.toUpperCase() };

for (const [keys, text] of [
  [['feed:home', 'section:home/news', 'feed:home@en', 'kind:news', 'news:3'], 'revisionItem(NEWS,3)'],
  [['feed:home', 'kind:news', 'news:3', 'news:4', 'photos', 'photo:0f'], 'revisionItems(NEWS,2), revisionPhotos(1)'],
  [['items:news', 'news:3', 'kind:news'], 'revisionAllItems(NEWS)'],
  [['feed:home', 'section:home/news', 'variants:home'], 'sectionsOf(home)'],
  [['kind:a', 'kind:b', 'kind:c', 'kind:d', 'kind:e'],
    'revisionKind(A), revisionKind(B), revisionKind(C), revisionMore(2)'],
  [[], 'revisionHidden'],
]) {
  test(`${keys.join(' ') || 'no keys'}: ${text}`, () => assert.equal(summaryOf(keys, options), text));
}

test('the sections of a feed are found in its keys, also in those of locales', () => {
  const keys = ['section:home/news', 'section:home@en/shops', 'section:winter/sale', 'section:home/news'];
  assert.deepEqual(changesIn(keys, 'home').sections, ['news', 'shops']);
  assert.deepEqual(changesIn(keys, 'home').feeds, ['home', 'winter']);
});

test('each version follows the one before, or a time without the item', () => {
  const versions = [{ from: 9, to: null, fields: 'c' }, { from: 4, to: 7, fields: 'b' }, {
    from: 1, to: 4, fields: 'a',
  }];
  const steps = stepsOf(versions, false);
  assert.deepEqual(steps.map(({ former, isPresent, isRestored }) => [former, isPresent, isRestored]),
    [[null, true, true], ['a', false, false], [null, false, false]]);
  assert.equal(stepsOf(versions, true).at(-1).former, undefined);
});

test('a section comes back as it was, at its place', () => {
  const former = { sections: [{ id: 'a', x: 1 }, { id: 'b', x: 1 }, { id: 'c', x: 1 }] };
  const ids = ({ sections }) => sections.map(({ id, x }) => `${id}${x}`).join(' ');
  assert.equal(ids(withSection({ sections: [{ id: 'b', x: 2 }, { id: 'a', x: 2 }] }, former, 'a')), 'b2 a1');
  assert.equal(ids(withSection({ sections: [{ id: 'c', x: 2 }, { id: 'a', x: 2 }] }, former, 'b')), 'c2 a2 b1');
  assert.equal(ids(withSection({ sections: [{ id: 'c', x: 2 }] }, former, 'a')), 'a1 c2');
  // After the last of several that it followed.
  assert.equal(ids(withSection({ sections: [{ id: 'a', x: 2 }, { id: 'b', x: 2 }] }, former, 'c')), 'a2 b2 c1');
});

test('the subjects of a published release are those of its operations, and the items that it created', () => {
  const operations = [{ op: 'patch', kind: 'news', id: 5 }, { op: 'create', kind: 'news' },
    { op: 'create', kind: 'shops' }, { op: 'compose', feed: 'home' }];
  const keys = ['feed:home', 'kind:news', 'news:5', 'news:13', 'topics:1'];
  assert.deepEqual(publishedSubjects(operations, keys), {
    subjects: ['content/news/5', 'feeds/home/composition', 'content/news/13'], missing: 1,
  });
});

test('a release that has a moment is scheduled until it is published or has failed', () => {
  assert.deepEqual(['prepared', 'published', 'failed'].map((state) => stateOf({ state, publish_at: 'x' })),
    ['scheduled', 'published', 'failed']);
  assert.equal(stateOf({ state: 'prepared', publish_at: null }), 'prepared');
  assert.deepEqual(accepting([{ op: 'a' }, { op: 'b' }], 1, '"t"'), [{ op: 'a' }, { op: 'b', if_match: '"t"' }]);
});

test('actors have names', () => {
  assert.deepEqual([null, 'command line', 'token:12 Anna Müller', 'session:3 Ben'].map((actor) => actorName(actor, t)),
    ['byItself', 'commandLine', 'Anna Müller', 'Ben']);
});
