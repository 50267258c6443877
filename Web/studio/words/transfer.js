// The words of transfer: English and Japanese.

/** @type {Record<string, [string, string]>} */
export default {
  transferTitle: ['Import and export: {kind}', '読み込み・書き出し: {kind}'],
  transferExport: ['Export', '書き出し'],
  transferExportHelp: [
    'All items as they are saved, with translations, drafts and windows. Changes that are not saved are not in it.',
    '保存済みのすべてのアイテム（翻訳・下書き・公開期間を含む）を書き出します。未保存の変更は含まれません。',
  ],
  transferFormat: ['Format', '形式'],
  transferCSV: ['CSV (a table)', 'CSV（表）'],
  transferLines: ['JSON lines', 'JSON Lines'],
  transferAll: ['All items', 'すべてのアイテム'],
  transferUntranslated: ['Not translated into {language}', '{language}に未翻訳'],
  transferImport: ['Import', '読み込み'],
  transferImportHelp: [
    'CSV, JSON or JSON lines, as exported, and tables as Excel, Numbers, LibreOffice and Google Sheets save them. '
      + 'Nothing is changed before you have seen the outcome. The import is then published at once, all of it or nothing; '
      + 'drafts in it stay drafts, and times hold.',
    '書き出しと同じ CSV・JSON・JSON Lines と、Excel・Numbers・LibreOffice・Google スプレッドシートで保存した表に対応しています。結果を確認するまで何も変更されません。読み込むと、すべてが一度に公開されます（問題があれば何も変更されません）。下書きと公開期間の指定はそのまま反映されます。',
  ],
  transferEditors: ['Editors import items.', '読み込みは編集者が行えます。'],
  transferChoose: ['Choose a file…', 'ファイルを選択…'],
  transferDrop: ['or drop it here', 'またはここにドロップ'],
  transferWrongFile: [
    'Choose a file whose name ends with .csv, .tsv, .txt, .json or .ndjson. Excel saves one as “CSV UTF-8”.',
    '.csv、.tsv、.txt、.json、.ndjson のいずれかのファイルを選んでください。Excel では「CSV UTF-8」で保存できます。',
  ],
  transferSending: ['Sending {name}…', '{name}を送信中…'],
  transferChecking: ['Checking {name}. Nothing is changed…', '{name}を確認中（まだ変更されません）…'],
  transferWriting: ['Importing {name}…', '{name}を読み込み中…'],
  transferWould: ['{name} would change this:', '{name}を読み込んだ場合の結果:'],
  transferDone: [
    '{name} is imported and published; drafts in it are drafts, and times hold.',
    '{name}を読み込み、公開しました。下書きと公開期間の指定も反映されています。',
  ],
  transferNothing: ['There is nothing to import.', '読み込む変更はありません。'],
  transferImportCount: ['Import {count} item|Import {count} items', '{count}件を読み込む'],
  transferCancelled: ['Cancelled. Nothing is changed.', 'キャンセルしました。何も変更されていません。'],
  transferUnsure: [
    'Cancelled. It may have been imported already: look at the list.',
    'キャンセルしましたが、すでに読み込まれた可能性があります。一覧を確認してください。',
  ],
  transferUnknown: ['Fields that the kind does not have are left out: {names}', '種類にない項目は読み込まれません: {names}'],
  transferProblems: [
    '{count} problem. Nothing is imported.|{count} problems. Nothing is imported.',
    '問題が{count}件あります。読み込まれません。',
  ],
  transferFirst: ['The first {count} are listed.', '最初の{count}件を表示しています。'],
  transfer_inserted: ['New', '新規'],
  transfer_updated: ['Changed', '変更'],
  transfer_unchanged: ['Unchanged', '変更なし'],
  transfer_line: ['Line', '行'],
  transfer_item: ['Item', '件目'],
  transfer_field: ['Field', '項目'],
  transfer_text: ['Problem', '問題'],
};
