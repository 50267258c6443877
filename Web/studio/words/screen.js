// The words of the screen and its controls.

/** @type {Record<string, [string, string]>} */
export default {
  phone: ['Phone', 'スマートフォン'],
  tablet: ['Tablet', 'タブレット'],
  freeWidth: ['Width', '幅'],
  appearance: ['Appearance', '外観'],
  system: ['System', 'システム'],
  light: ['Light', 'ライト'],
  dark: ['Dark', 'ダーク'],
  textSize: ['Text size', '文字サイズ'],
  direction: ['Direction', '方向'],
  auto: ['Automatic', '自動'],
  ltr: ['Left to right', '左から右'],
  rtl: ['Right to left', '右から左'],
  locale: ['Language', '言語'],
  defaultLocale: ['Default', '既定'],
  platform: ['Platform', 'プラットフォーム'],
  everybody: ['Everybody', 'すべて'],
  audience: ['Audiences', 'オーディエンス'],
  audienceHelp: ['Names, separated by commas', '名前をカンマで区切る'],
  at: ['Moment', '日時'],
  atHelp: ['The screen at a time to come', '未来の時点の画面'],
  drafts: ['Show drafts', '下書きを表示'],
  display: ['Display', '表示設定'],
  screenFailed: ['The screen cannot be shown: {detail}', '画面を表示できません: {detail}'],
  screenEmpty: [
    'Nothing is shown on this screen. It needs sections, and items of their kinds; drafts, and what has another time or '
      + 'other readers, are not shown.',
    'この画面に表示される内容はありません。セクションとアイテムが必要です。下書きや、期間・対象が異なるものは表示されません。',
  ],
  screenLive: ['As everybody sees it now', '公開中の画面'],
  screenChosen: ['As the display settings say', '表示設定で選んだ画面'],
  screenWorking: ['With your unsaved changes', '未保存の変更を含む画面'],
  screenRelease: ['With the release “{name}”', 'リリース「{name}」を含む画面'],
  screenRevision: ['As it was at revision {number}', 'リビジョン{number}の画面'],
  leftOut: ['{count} change cannot be shown yet.|{count} changes cannot be shown yet.', '表示できない変更が{count}件あります。'],
};
