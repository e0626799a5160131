/**
 * The bytes of a text frame as a server sends it: unmasked, whole, not compressed. Made once for a message and given to
 * all who get it.
 */

const WHOLE_TEXT = 0x81;
const TWO_BYTE_LENGTH = 126;
const EIGHT_BYTE_LENGTH = 127;
const SHORTEST_TWO = 126;
const SHORTEST_EIGHT = 65_536;

export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < SHORTEST_TWO ? 2 : length < SHORTEST_EIGHT ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = WHOLE_TEXT;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = TWO_BYTE_LENGTH;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = EIGHT_BYTE_LENGTH;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}
