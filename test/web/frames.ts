// What an exchange says over a WebSocket, message by message, so that one of them can be lost on its way.

/** Of a message that is whole in one frame and text, as the exchange sends them. */
const WHOLE_TEXT = 0x81;
const SHORT = 126;
const LONG = 127;

/**
 * Bytes from the exchange to a browser: what comes before the connection is a WebSocket, and whatever never becomes
 * one, passes as it is; then each frame whole, unless its message is to be lost.
 */
export class Sieve {
  readonly #isLost: (text: string) => boolean;
  #rest = Buffer.alloc(0);
  /** Null until the first bytes say what this is. */
  #isSocket: boolean | null = null;

  constructor(isLost: (text: string) => boolean) {
    this.#isLost = isLost;
  }

  /** What goes on. */
  take(bytes: Buffer): Buffer {
    this.#isSocket ??= bytes.subarray(0, 12).toString('latin1') === 'HTTP/1.1 101';
    if (!this.#isSocket) return bytes;
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const passed: Buffer[] = [];
    for (let length = nextOf(this.#rest); length !== null; length = nextOf(this.#rest)) {
      const part = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      if (part[0] !== WHOLE_TEXT || !this.#isLost(part.subarray(headOf(part)).toString())) passed.push(part);
    }
    return Buffer.concat(passed);
  }
}

/** Length of what begins these bytes, the answer that opens the socket or a frame; null: not all of it is there. */
function nextOf(bytes: Buffer): number | null {
  if (bytes.toString('latin1', 0, 4) === 'HTTP') {
    const end = bytes.indexOf('\r\n\r\n');
    return end < 0 ? null : end + 4;
  }
  if (bytes.length < 2 || bytes.length < headOf(bytes)) return null;
  const [size, head] = [(bytes[1] as number) & 0x7f, headOf(bytes)];
  const body = size < SHORT ? size : size === SHORT ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return bytes.length < head + body ? null : head + body;
}

/** Length of a frame's head; frames of a server have no mask. */
function headOf(bytes: Buffer): number {
  const size = (bytes[1] as number) & 0x7f;
  return size < SHORT ? 2 : size < LONG ? 4 : 10;
}
