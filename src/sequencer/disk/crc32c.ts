/**
 * CRC-32C (Castagnoli, reflected polynomial 0x82F63B78, RFC 3720 appendix B.4): the checksum of journal records.
 *
 * Not the CRC-32 of `node:zlib`, which detects fewer damaged records. Eight bytes per step through eight tables
 * ("slicing by 8", Kounavis and Berry 2008); allocates nothing.
 */

const POLYNOMIAL = 0x82f63b78;
const TABLES = makeTables();

/** Eight tables of 256 in one array: table `n` says what a byte does to the checksum when `n` zero bytes follow it. */
function makeTables(): Int32Array {
  const tables = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
    tables[byte] = crc;
  }
  for (let at = 256; at < tables.length; at++) {
    const previous = tables[at - 256]!;
    tables[at] = (previous >>> 8) ^ tables[previous & 0xff]!;
  }
  return tables;
}

/**
 * The CRC-32C of `bytes[start, end)`, 0 to 2^32 - 1. `before` is the checksum of the bytes in front of them, to
 * continue it.
 */
export function crc32c(bytes: Uint8Array, start = 0, end = bytes.length, before = 0): number {
  const table = TABLES;
  let crc = ~before;
  let at = start;
  for (const last = end - 8; at <= last; at += 8) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    crc =
      table[1792 + (crc & 0xff)]! ^
      table[1536 + ((crc >>> 8) & 0xff)]! ^
      table[1280 + ((crc >>> 16) & 0xff)]! ^
      table[1024 + (crc >>> 24)]! ^
      table[768 + bytes[at + 4]!]! ^
      table[512 + bytes[at + 5]!]! ^
      table[256 + bytes[at + 6]!]! ^
      table[bytes[at + 7]!]!;
  }
  for (; at < end; at++) crc = (crc >>> 8) ^ table[(crc ^ bytes[at]!) & 0xff]!;
  return ~crc >>> 0;
}
