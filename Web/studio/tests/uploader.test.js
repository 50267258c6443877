// A photo that is uploaded belongs to the item for which its upload began.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { makeUploader } from '../fields/uploader.js';
import { editElsewhere } from '../items/actions.js';
import { openPage } from '../../tanada/tests/page.js';
import { fakeServer, fakeStudio } from './fakes.js';

let page, requests;

beforeEach(() => {
  requests = [];
  page = openPage();
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
      this.onload();
      this.onloadend();
    }
    lose() {
      this.onerror();
      this.onloadend();
    }
  };
});
afterEach(() => {
  page.close();
  delete globalThis.XMLHttpRequest;
});

/** An uploader of the item that `shown.subject` says, with what it has put and said. */
function uploaderOf(shown) {
  const [put, said] = [[], []];
  const app = {
    t: (name) => name, notify: (text) => said.push(text), currentOf: (subject) => shown.numbered?.[subject] ?? subject,
  };
  const uploader = makeUploader(/** @type {any} */ (app), {
    subject: () => shown.subject, take: ({ id }, subject) => put.push([subject, id]),
  });
  return { put, said, uploader };
}

test('a photo comes to the item that was shown when its upload began, also when it has got a number', async () => {
  const shown = { subject: 'content/news/1' };
  const { put, uploader } = uploaderOf(shown);
  let sending = uploader.send({ name: 'a.jpg', type: 'image/jpeg' });
  shown.subject = 'content/news/2';
  requests[0].finish({ id: 'f' });
  await sending;
  shown.subject = 'content/news/new-1';
  sending = uploader.send({ name: 'b.jpg', type: 'image/jpeg' });
  Object.assign(shown, { subject: 'content/news/3', numbered: { 'content/news/new-1': 'content/news/3' } });
  requests[1].finish({ id: 'g' });
  await sending;
  assert.deepEqual(put, [['content/news/1', 'f'], ['content/news/3', 'g']]);
});

test('what is wrong with a photo stands at the item that it is for, and is said beside others', async () => {
  const shown = { subject: 'content/news/1' };
  const { said, uploader } = uploaderOf(shown);
  const [work, problem] = uploader.progress.children;
  const sending = uploader.send({ name: 'a.jpg', type: 'image/jpeg' });
  assert.equal(work.hidden, false);
  shown.subject = 'content/news/2';
  uploader.show();
  assert.equal(work.hidden, true);
  requests[0].lose();
  await sending;
  assert.deepEqual([problem.hidden, said], [true, ['photoNotUploaded']]);
  shown.subject = 'content/news/1';
  uploader.show();
  assert.deepEqual([problem.hidden, problem.textContent], [false, 'offline']);
  // At the item that is shown it is not said twice.
  const again = uploader.send({ name: 'a.jpg', type: 'image/jpeg' });
  requests[1].lose();
  await again;
  assert.equal(said.length, 1);
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
