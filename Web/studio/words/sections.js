// The words of sections, and of windows and conditions: English and Japanese.

/** @type {Record<string, [string, string]>} */
export default {
  windowShown: ['When it is shown', '表示期間'],
  window_always: ['Now', '今すぐ'],
  window_timed: ['From … to …', '期間を指定'],
  window_draft: ['Draft', '下書き'],
  windowFrom: ['From ({zone})', '開始（{zone}）'],
  windowTo: ['To ({zone})', '終了（{zone}）'],
  windowIsShown: ['It is shown as long as it is here.', '常に表示されます。'],
  windowIsDraft: ['It is a draft: nobody sees it.', '下書きのため、公開されません。'],
  windowIsScheduled: ['It appears {moment}.', '{moment}に表示されます。'],
  windowHasEnded: ['It is no longer shown since {moment}.', '{moment}に表示が終了しました。'],
  windowEnds: ['It is shown until {moment}.', '{moment}まで表示されます。'],
  windowTimedHelp: ['A moment that is left empty sets no limit.', '空欄の場合は期限がありません。'],
  whenTitle: ['Who sees it', '表示対象'],
  whenEverybody: ['Everybody', 'すべての人'],
  whenHelp: ['Everything that is said here must hold. An app that does not say a fact does not meet a condition on it.', 'ここで指定した条件をすべて満たす場合だけ表示されます。アプリが値を送らない項目の条件は満たされません。'],
  whenOtherPlatforms: ['Other platforms', 'その他のプラットフォーム'],
  whenAppVersion: ['Version of the app', 'アプリのバージョン'],
  whenAppVersionHelp: ['Comparisons separated by spaces', '比較をスペースで区切って指定'],
  whenShareFrom: ['Clients from (%)', '配信割合の開始（%）'],
  whenShareTo: ['to (%)', '終了（%）'],
  whenShareSalt: ['Name of the experiment', 'テストの名前'],
  whenShareSaltHelp: ['Two sections with the same name divide the same clients between them.', '同じ名前のセクション同士で、利用者を分け合います。'],
};
