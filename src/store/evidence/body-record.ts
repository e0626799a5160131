/** A body on its way to the read store as one record of bytes: a line of JSON with what goes with it, and the body. */
import type { Payload } from './payloads.ts';

const LINE_END = 0x0a;

export function bodyRecord({ h, salt, storedAtMs, log, body }: Payload): Uint8Array {
  const line = `${JSON.stringify({ h, salt: Buffer.from(salt).toString('base64'), storedAtMs, log })}\n`;
  const lineBytes = Buffer.byteLength(line);
  const record = Buffer.allocUnsafe(lineBytes + body.length);
  record.write(line);
  record.set(body, lineBytes);
  return record;
}

export function bodyOfRecord(record: Uint8Array): Payload {
  const bytes = Buffer.from(record.buffer, record.byteOffset, record.length);
  const end = bytes.indexOf(LINE_END);
  const { salt, ...line } = JSON.parse(bytes.toString('utf8', 0, end)) as Omit<Payload, 'salt' | 'body'> & {
    readonly salt: string;
  };
  return { ...line, salt: Buffer.from(salt, 'base64'), body: bytes.subarray(end + 1) };
}
