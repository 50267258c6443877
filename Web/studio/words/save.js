// The words of saving, conflicts and releases that are chosen while saving.

/** @type {Record<string, [string, string]>} */
export default {
  saved: ['Saved. It is live now.', '保存しました。公開中の内容に反映されています。'],
  saved_draft: [
    'Saved. It is a draft: readers do not see it.|Saved. They are drafts: readers do not see them.',
    '保存しました。下書きのため公開されません。',
  ],
  saved_scheduled: [
    'Saved. It will be shown from {from}.|Saved. They will be shown from {from}.', '保存しました。{from}から公開されます。',
  ],
  saved_scheduledFirst: ['Saved. The first of them will be shown from {from}.', '保存しました。最初のものは{from}から公開されます。'],
  saved_ended: [
    'Saved. Its time is over: readers do not see it.|Saved. Their time is over: readers do not see them.',
    '保存しました。公開期間が終了しているため表示されません。',
  ],
  saved_deleted: ['Saved. It is deleted.|Saved. {count} items are deleted.', '保存しました。{count}件を削除しました。'],
  savedMixed: ['Saved: {parts}.', '保存しました（{parts}）。'],
  savedPart_shown: ['{count} live now', '公開中{count}件'],
  savedPart_draft: ['{count} draft|{count} drafts', '下書き{count}件'],
  savedPart_scheduled: ['{count} with a time to come', '公開予定{count}件'],
  savedPart_ended: ['{count} whose time is over', '公開終了{count}件'],
  savedPart_deleted: ['{count} deleted', '削除{count}件'],
  savedReaders: ['Only for: {condition}.', '対象: {condition}'],
  savedSomeReaders: ['Some of it is not for everybody.', '一部は対象が限定されています。'],
  savedAt: [
    'Saved into a release, which is published {moment}.', 'リリースに保存しました。{moment}に公開されます。',
  ],
  saveNow: ['Now', '今すぐ'],
  saveNowHelp: [
    'Readers see it at once, except drafts and what has a time to come.',
    '下書きと公開日時が先のものを除き、すぐに公開されます。',
  ],
  saveLater: ['At a time', '日時を指定'],
  saveLaterHelp: ['They become a release, which is published by itself then.', 'リリースになり、指定した日時に自動で公開されます。'],
  saveInto: ['Into a release', 'リリースに保存'],
  saveIntoHelp: ['They wait there, and nothing is published yet.', 'リリースに保管され、まだ公開されません。'],
  saveTitle: ['Save {count} change|Save {count} changes', '変更{count}件を保存'],
  moment: ['Date and time ({zone})', '日時（{zone}）'],
  momentPast: ['Choose a time to come.', '未来の日時を選んでください。'],
  newRelease: ['A new release', '新しいリリース'],
  release: ['Release', 'リリース'],
  releaseName: ['Name of the release', 'リリース名'],
  releaseNameDefault: ['Changes of {name}', '{name}の変更'],
  publishesNothing: ['Contributors prepare releases; an editor publishes them.', '寄稿者はリリースを準備し、編集者が公開します。'],
  conflictTitle: ['Somebody else has changed this', '他の人が変更しました'],
  conflictHelp: [
    'Choose what stays for each field. Nothing of yours is lost until you do.',
    '項目ごとに残す内容を選んでください。選ぶまであなたの変更は失われません。',
  ],
  conflictGone: ['It has been deleted.', '削除されています。'],
  conflictChangedBase: ['It has been changed since you opened it.', '開いたあとに変更されました。'],
  before: ['Before', '変更前'],
  mine: ['Mine', '自分の変更'],
  theirs: ['Theirs', '相手の変更'],
  keepMine: ['Keep mine', '自分の変更を残す'],
  takeTheirs: ['Take theirs', '相手の変更を採用'],
  keepMineGone: ['Create it again', 'もう一度作成する'],
  takeTheirsGone: ['Leave it deleted', '削除のままにする'],
  resolve: ['Continue', '続ける'],
  nothingThere: ['(nothing)', '（なし）'],
  order: ['Order of the sections', 'セクションの順序'],
  refused: [
    '“{name}”: {count} field must be corrected.|“{name}”: {count} fields must be corrected.',
    '「{name}」: {count}件の項目を修正してください。',
  ],
  refusedElsewhere: [
    'Something else was refused, too.|{count} other things were refused, too.', 'ほかに{count}件が保存できませんでした。',
  ],
  unanswered: [
    'Your last save got no answer before the session ended. Look whether it was done before you save again.',
    'セッションの終了前に、前回の保存の結果を確認できませんでした。保存済みかどうかを確認してから、もう一度保存してください。',
  ],
  notSaved: ['Others are changing it as well. Nothing was saved: save again.', '他の人も変更しているため保存できませんでした。もう一度保存してください。'],
  putBackChanged: [
    '{count} of these things has been changed again since. Put it back all the same?|'
      + '{count} of these things have been changed again since. Put them back all the same?',
    'その後さらに{count}件が変更されています。それでも元に戻しますか？',
  ],
  restored: ['It is as it was before.', '以前の状態に戻しました。'],
};
