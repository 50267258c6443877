// The words of history: English and Japanese.

/** @type {Record<string, [string, string]>} */
export default {
  byItself: ['by itself', '自動'],
  commandLine: ['Command line', 'コマンドライン'],
  yes: ['yes', 'はい'],
  no: ['no', 'いいえ'],
  member_draft: ['Draft', '下書き'],
  member_publish_at: ['Shown from', '公開開始'],
  member_unpublish_at: ['Shown until', '公開終了'],
  member_when: ['To whom', '対象'],
  change_added: ['Added', '追加'],
  change_removed: ['Removed', '削除'],
  change_changed: ['Changed', '変更'],
  change_moved: ['Moved', '移動'],
};
