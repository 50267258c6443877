// The words of photos: English and Japanese.

/** @type {Record<string, [string, string]>} */
export default {
  photo: ['Photo', '写真'],
  uploadPhoto: ['Upload a photo', '写真をアップロード'],
  uploadPhotos: ['Upload photos', '写真をアップロード'],
  dropPhoto: ['or drop one here', 'またはここにドロップ'],
  dropPhotos: ['or drop them here', 'またはここにドロップ'],
  uploads: ['Uploads', 'アップロード'],
  checkingPhoto: ['Checking…', '確認中…'],
  cancelUpload: ['Cancel the upload of {name}', '{name}のアップロードを中止'],
  photoAdded: ['The photo is added.', '写真を追加しました。'],
  photosAdded: ['{count} photo is added.|{count} photos are added.', '写真を{count}枚追加しました。'],
  focus: ['Focus point', '焦点'],
  focusHelp: ['What stays visible when the photo is cropped. Press a point, or move the sliders.', '切り抜いたときに残る位置です。写真を押すか、スライダーで指定します。'],
  focusHorizontal: ['From the left', '左から'],
  focusVertical: ['From the top', '上から'],
  focusReset: ['Back to the centre', '中央に戻す'],
  focusCrops: ['What a square, a wide and a tall crop show', '正方形・横長・縦長に切り抜いた例'],
};
