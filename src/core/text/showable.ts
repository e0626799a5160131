/** Whether a text can be shown on one line as it is, without moving what stands beside it. */

/** Control characters (Cc: U+0000–1F and 7F–9F), line separators and the marks that reorder text on a screen. */
const UNSHOWABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

export function isShowable(text: string): boolean {
  return !UNSHOWABLE.test(text);
}
