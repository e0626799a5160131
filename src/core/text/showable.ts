/** Whether a text can be shown on one line as it is, without moving what stands beside it, and can name a file. */

/** Control characters (Cc: U+0000–1F and 7F–9F), line separators and the marks that reorder text on a screen. */
const UNSHOWABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** Separators of folders, what some system gives a meaning in a name, and whatever is there and can't be seen. */
const NO_FILE_NAME = /[/\\:*?"<>|\p{Cf}]/u;

export function isShowable(text: string): boolean {
  return !UNSHOWABLE.test(text);
}

/** Whether whoever saves a file under this name gets a file of this name, and no other place. */
export function isFileName(name: string): boolean {
  const isPlain = name.isWellFormed() && isShowable(name) && !NO_FILE_NAME.test(name);
  return isPlain && name === name.trim() && !name.startsWith('.') && !name.endsWith('.');
}

export const FILE_NAME_NEED =
  'a plain name of a file: no control or invisible characters, none of / \\ : * ? " < > |, no dot or blank at its ends';
