// Languages by scripts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from '../language.js';

const none = () => '';

for (const [text, language] of [
  ['お気に入りの一品', 'ja'], ['ピックアップ', 'ja'], ['Pickup 写真の No.1', 'ja'], ['서울', null], ['กรุงเทพ', null],
  ['שלום', null], ['مرحبا', null], ['Привет', null], ['Καλημέρα', null], ['Café №1 – “ok” 🎄', null], ['', null],
]) {
  test(`the language of ${text} is ${language}`, () => assert.equal(languageOf(text, none), language));
}

test('Chinese characters are Japanese beside Japanese texts', () => {
  assert.equal(languageOf('写真', none), 'zh');
  assert.equal(languageOf('写真', () => '今日の写真'), 'ja');
});
