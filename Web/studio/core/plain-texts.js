// Texts as they are typed and pasted: without what nobody sees, and in one line where there is one.

/** Ends of lines, also those of other systems and of programs for texts. */
const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
/**
 * What is not seen, and means nothing: control characters but tabs and ends of lines, spaces without a width, marks at the
 * beginning of files, places of pasted objects, and what turns the direction of all that follows.
 */
const unseen = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200b\u2060-\u2064\ufeff\ufff9-\ufffc\u202d\u202e]/g;
/**
 * Joiners make other letters, or one picture, of those beside them; at an end of a word they join nothing. Who types has
 * not typed yet what they join.
 */
const joined = '\\p{L}\\p{M}\\p{Extended_Pictographic}';
const loose = new RegExp(
  `(?<![${joined}\\p{Emoji_Modifier}\\ufe0f])[\\u200c\\u200d]+|[\\u200c\\u200d]+(?![${joined}])`, 'gu');
/** What begins a line of a list: a mark that is always one; and one of those that stand before every line of a list. */
const bullet = /^[•‣⁃▪▫◦∙](?:\s+|$)/u;
const marker = /^(?:[•‣⁃▪▫◦∙●○■□◆◇・]\s*|[*·–—-]\s+|\(?\p{Nd}{1,3}(?:[.)]\s+|[．）]\s*))(?=\S)/u;

/** What turns the direction of a part of a text, and hyphens that are seen at the end of a line alone. */
const turning = /[\p{Bidi_Control}\u00ad]/gu;

/** A text in one line, whatever its spaces are. */
const inLine = (text) => text.replace(/[\n\t]+/g, ' ');

/**
 * A part of a text of several lines, as it is typed or pasted: its joiners may join what is beside it.
 * @param {string} text
 */
export const plainPart = (text) => text.replace(lineEnds, '\n').replace(unseen, '');

/**
 * A part of a text in one line, as it is typed: what was typed last may be a space.
 * @param {string} text
 */
export const linePart = (text) => inLine(plainPart(text));

/**
 * A whole text of several lines.
 * @param {string} text
 */
export const plainText = (text) => plainPart(text).replace(loose, '');

/**
 * A whole text in one line, with the spaces at its ends.
 * @param {string} text
 */
export const oneLine = (text) => inLine(plainText(text));

/**
 * A text without what names cannot have: a name is read beside others, in a direction of its own.
 * @param {string} text
 */
export const withoutTurns = (text) => text.replace(turning, '');

/**
 * The lines of a text that is pasted, without the marks of a list; none that is empty. Tabs stay in them.
 * @param {string} text
 * @returns {string[]}
 */
function pastedLines(text) {
  const lines = plainText(text).split('\n').map((line) => line.trim()).filter(Boolean);
  const isList = lines.length > 1 && lines.every((line) => marker.test(line));
  return lines.map((line) => line.replace(isList ? marker : bullet, '').trim()).filter(Boolean);
}

/**
 * The values of a list that is pasted: its lines, or the cells of a table.
 * @param {string} text
 */
export const pastedValues = (text) =>
  pastedLines(text).flatMap((line) => line.split('\t')).map((value) => value.trim()).filter(Boolean);

/**
 * A text that is pasted into one line. One that is in one line already keeps the spaces and joiners at its ends.
 * @param {string} text
 */
export function pastedLine(text) {
  const part = plainPart(text);
  return inLine(part.includes('\n') || bullet.test(part.trim()) ? pastedLines(part).join(' ') : part);
}
