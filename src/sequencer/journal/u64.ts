/** Unsigned 64-bit numbers, little-endian, as numbers: exact up to 2^53. */

const TWO_32 = 2 ** 32;

export function writeU64(buffer: Buffer, at: number, value: number): void {
  buffer.writeUInt32LE(value % TWO_32, at);
  buffer.writeUInt32LE(Math.floor(value / TWO_32), at + 4);
}

/** Beyond 2^53 it is inexact, which no caller can take for a sequence or time that was written. */
export function readU64(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * TWO_32;
}
