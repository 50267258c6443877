// A photo that is uploaded belongs to the item for which its upload began.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { makeUploader } from '../fields/uploader.js';
import { editElsewhere } from '../items/actions.js';
import { fakeServer, fakeStudio } from './fakes.js';

/** An element that only tells events. */
class FakeElement extends EventTarget {
  setAttribute() {}
  removeAttribute() {}
  append() {}
}
let requests;

beforeEach(() => {
  requests = [];
  globalThis.document = { createElement: () => new FakeElement(), createElementNS: () => new FakeElement() };
  globalThis.XMLHttpRequest = class extends EventTarget {
    upload = new EventTarget();
    open() {}
    setRequestHeader() {}
    getResponseHeader = () => 'application/json';
    send() {
      requests.push(this);
    }
    finish(photo) {
      Object.assign(this, { status: 201, responseText: JSON.stringify(photo), response: JSON.stringify(photo) });
      this.onload?.();
      this.dispatchEvent(new Event('load'));
    }
  };
});
afterEach(() => {
  delete globalThis.document;
  delete globalThis.XMLHttpRequest;
});

test('a photo comes to the item that was shown when its upload began', async () => {
  let shown = 'content/news/1';
  const put = [];
  const uploader = makeUploader({ t: (name) => name }, {
    begin() {
      const own = shown;
      return ({ id }) => put.push([own, id]);
    },
  });
  const sending = uploader.send({ name: 'a.jpg', type: 'image/jpeg' });
  shown = 'content/news/2';
  requests[0].finish({ id: 'f' });
  await sending;
  assert.deepEqual(put, [['content/news/1', 'f']]);
});

test('an item that is not shown any more is changed, or it is said that it is gone', async () => {
  const server = fakeServer({ 'news/1': { id: 1, title: 'One', version: 1 } });
  const studio = fakeStudio(server);
  const said = [];
  const app = {
    ...studio, t: (name) => name, notify: (text) => said.push(text), fail: (error) => said.push(error.name),
  };
  await editElsewhere(app, 'content/news/1', { photo: 'f' });
  assert.deepEqual(studio.working.change('content/news/1').value, { photo: 'f' });
  await editElsewhere(app, 'content/news/9', { photo: 'f' });
  await editElsewhere(app, 'content/news/new-1', { photo: 'f' });
  server.lose = 'before';
  await editElsewhere(app, 'content/news/2', { photo: 'f' });
  assert.deepEqual(said, ['photoTooLate', 'photoTooLate', 'Outage']);
  assert.equal(studio.working.count, 1);
});
