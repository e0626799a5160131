/** A logo as an organiser has it, made as small as the exchange takes it. */
const MOST_BYTES = 64 * 1024;
const MOST_SIDE = 1024;
/** Longest sides that are tried. */
const SIDES = [512, 384, 256, 128] as const;

/** Why a file can't be a logo. */
export type NoLogo = 'noPicture' | 'tooLarge';

export async function bitmapOf(bytes: Uint8Array<ArrayBuffer>): Promise<ImageBitmap | null> {
  return createImageBitmap(new Blob([bytes])).catch(() => null);
}

/** As it is where it is small enough, else drawn anew. */
export async function logoOf(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | NoLogo> {
  const picture = await bitmapOf(bytes);
  if (picture === null) return 'noPicture';
  if (bytes.length <= MOST_BYTES && Math.max(picture.width, picture.height) <= MOST_SIDE) return bytes;
  for (const side of SIDES) {
    const drawn = await drawnAt(picture, side);
    if (drawn !== null && drawn.length <= MOST_BYTES) return drawn;
  }
  return 'tooLarge';
}

async function drawnAt(picture: ImageBitmap, side: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const part = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(picture.width * part), Math.round(picture.height * part)];
  draw(canvas, picture);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return blob === null ? null : new Uint8Array(await blob.arrayBuffer());
}

/** Fills a canvas with it: the policy of the page shows no other picture than the exchange's own. */
export function draw(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
}

export function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
