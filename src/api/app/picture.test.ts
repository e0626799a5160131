import { describe, expect, it } from 'vitest';
import { jpeg, png, webp } from '../../../test/pictures.ts';
import { MOST_PICTURE_BYTES, pictureIn } from './picture.ts';

describe('a picture that is sent', () => {
  it.each([
    ['image/png', png(40, 30)],
    ['image/jpeg', jpeg(40, 30)],
    ['image/webp', webp('VP8 ', 40, 30)],
    ['image/webp', webp('VP8L', 40, 30)],
    ['image/webp', webp('VP8X', 40, 30)],
  ])('is taken as the %s it is, with its size', (type, bytes) =>
    expect(pictureIn(bytes)).toEqual({ type, width: 40, height: 30, bytes }),
  );

  it.each([
    [
      'an SVG, which may hold programs',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      'is SVG',
    ],
    ['an SVG behind its heading', Buffer.from('\ufeff <?xml version="1.0"?><svg/>'), 'is SVG'],
    ['a page', Buffer.from('<!doctype html><script>1</script>'), 'is no picture'],
    ['a GIF', Buffer.from(`GIF89a${'.'.repeat(40)}`), 'is GIF'],
    ['nothing', Buffer.alloc(0), 'is no picture'],
    ['the name of a PNG alone', png(40, 30).subarray(0, 20), 'is no picture'],
    ['a PNG without its end', png(40, 30).subarray(0, -5), 'is cut off'],
    ['a PNG with something behind it', Buffer.concat([png(40, 30), Buffer.from('PK')]), 'is cut off'],
    ['a PNG that moves', png(40, 30, 'acTL'), 'moves'],
    ['a JPEG without its end', jpeg(40, 30).subarray(0, -2), 'is cut off'],
    ['a JPEG without a frame', Buffer.from(`ffd8${'ffe00004'.repeat(9)}ffd9`, 'hex'), 'is no picture'],
    ['a WebP that moves', webp('VP8X', 40, 30, 2), 'moves'],
    ['a WebP without its end', webp('VP8L', 40, 30).subarray(0, -2), 'is cut off'],
    ['a RIFF of another kind', Buffer.from(`RIFF....WAVE${'.'.repeat(30)}`), 'is no picture'],
    ['one that would fill a wall', png(20, 2_000), 'is 20 × 2000 pixels'],
    ['one of 4 × 10^9 pixels a side', Buffer.from(png(16, 16).fill(0xff, 16, 24)), 'pixels, needs 16 to 1024'],
    ['one that nobody could see', png(8, 8), 'is 8 × 8 pixels'],
    ['too much', Buffer.alloc(MOST_PICTURE_BYTES + 1), 'has 65537 bytes'],
  ])('%s is refused for what it is', (_, bytes, why) => expect(pictureIn(bytes)).toContain(why));

  it('may be any bytes at all', () => {
    const starts = [png(40, 30), jpeg(40, 30), webp('VP8X', 40, 30)];
    for (const bytes of starts)
      for (let at = 0; at < bytes.length; at++)
        for (const value of [0, 1, 0x80, 0xff]) {
          const changed = Buffer.from(bytes);
          changed[at] = value;
          const found = pictureIn(changed);
          if (typeof found !== 'string') expect(Math.max(found.width, found.height)).toBeLessThanOrEqual(1024);
        }
  });
});
