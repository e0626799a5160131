/**
 * The form of a client order id (ORDR-004): 1 to 40 characters of the callers' alphabet. Ids the exchange gives itself
 * begin with `~`, which no caller can send.
 */

export const LONGEST_CLIENT_ORDER_ID = 40;
/** The callers' alphabet and length, as people are told. */
export const CLIENT_ORDER_ID_ALPHABET = 'A-Z a-z 0-9 _ . : # / @ + = -';
export const CLIENT_ORDER_ID_FORM = `1 to ${LONGEST_CLIENT_ORDER_ID} characters of ${CLIENT_ORDER_ID_ALPHABET}`;

const GIVEN = '~'.charCodeAt(0);
/** By character code: 1 for what a caller may send. */
const ALPHABET = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:#/@+=-')
  ALPHABET[character.charCodeAt(0)] = 1;

/** An id a caller may choose. */
export function isCallersOrderId(text: string): boolean {
  return isOfAlphabet(text, 0);
}

/** An id an order may have: a caller's, or one the exchange gave. */
export function isClientOrderId(text: string): boolean {
  return isOfAlphabet(text, text.charCodeAt(0) === GIVEN ? 1 : 0);
}

function isOfAlphabet(text: string, from: number): boolean {
  if (text.length <= from || text.length > LONGEST_CLIENT_ORDER_ID) return false;
  for (let at = from; at < text.length; at++) if (ALPHABET[text.charCodeAt(at)] !== 1) return false;
  return true;
}
