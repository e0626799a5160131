/**
 * Pictures that somebody sends to be shown to others: the three forms that hold nothing but pixels, each known by its
 * own first bytes, whole, still, and small. Nothing is decoded here: browsers do that, with their own bounds.
 */

export interface Picture {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

export const MOST_PICTURE_BYTES = 64 * 1024;
const LEAST_SIDE = 16;
const MOST_SIDE = 1024;

type Found = Omit<Picture, 'bytes'> & { readonly isStill: boolean; readonly isWhole: boolean };

/** The picture in these bytes, or what is wrong with them as a clause that follows its name. */
export function pictureIn(bytes: Buffer): Picture | string {
  if (bytes.length > MOST_PICTURE_BYTES) return `has ${bytes.length} bytes, needs at most ${MOST_PICTURE_BYTES}`;
  const found = pngIn(bytes) ?? jpegIn(bytes) ?? webpIn(bytes);
  if (found === null) return otherForm(bytes);
  const { isStill, isWhole, ...picture } = found;
  const { width, height } = picture;
  if (!isStill) return 'moves, needs a still picture';
  if (!isWhole) return 'is cut off: its end is missing, or there is more behind it';
  const isSized = [width, height].every((side) => side >= LEAST_SIDE && side <= MOST_SIDE);
  return isSized
    ? { ...picture, bytes }
    : `is ${width} × ${height} pixels, needs ${LEAST_SIDE} to ${MOST_SIDE} on each side`;
}

function otherForm(bytes: Buffer): string {
  const needs = 'needs a PNG, JPEG or WebP file';
  // A byte order mark counts as a blank.
  const start = bytes.toString('utf8', 0, 1024).trimStart();
  if (/^<(\?xml|svg|!DOCTYPE svg|!--)/i.test(start)) return `is SVG, which may hold programs; ${needs}`;
  return start.startsWith('GIF8') ? `is GIF; ${needs}` : `is no picture that is known here; ${needs}`;
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** Chunks up to the last, which has to be the end; one of them would make it move. */
function pngIn(bytes: Buffer): Found | null {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG)) return null;
  const picture = { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } as const;
  let isStill = true;
  let isWhole = false;
  for (let at = 8; !isWhole && at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') isStill = false;
    isWhole = name === 'IEND' && at + 12 === bytes.length;
  }
  return { ...picture, isStill, isWhole };
}

const END_OF_JPEG = Buffer.from('ffd9', 'hex');
/** Markers of a frame, of the kinds that browsers show: baseline, extended, progressive. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);

function jpegIn(bytes: Buffer): Found | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (!FRAMES.has(bytes[at + 1]!)) continue;
    const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
    return { type: 'image/jpeg', width, height, isStill: true, isWhole: bytes.lastIndexOf(END_OF_JPEG) > at };
  }
  return null;
}

const MOVES = 0x02;

function webpIn(bytes: Buffer): Found | null {
  const at = (from: number): string => bytes.toString('latin1', from, from + 4);
  if (bytes.length < 30 || at(0) !== 'RIFF' || at(8) !== 'WEBP') return null;
  const size = webpSize(bytes, at(12));
  const isWhole = bytes.readUInt32LE(4) + 8 === bytes.length;
  const isStill = at(12) !== 'VP8X' || (bytes[20]! & MOVES) === 0;
  return size === null ? null : { type: 'image/webp', width: size[0], height: size[1], isStill, isWhole };
}

/** By the kind of its first chunk: with loss, without, or with more to follow. */
function webpSize(bytes: Buffer, kind: string): readonly [width: number, height: number] | null {
  if (kind === 'VP8 ') return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
  if (kind === 'VP8X') return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
  if (kind !== 'VP8L') return null;
  const sides = bytes.readUInt32LE(21);
  return [(sides & 0x3fff) + 1, ((sides >>> 14) & 0x3fff) + 1];
}
