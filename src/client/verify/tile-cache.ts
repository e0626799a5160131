/**
 * Tiles of the published log, read by what the caller brings and kept: what is below a checkpoint never changes. Hashes
 * of leaves are made here from the entries, so that one read serves both; at most 16 MB are kept, the least recently
 * used goes first.
 */
import { leafHash } from '../../core/log/merkle.ts';
import { entriesIn, TILE_WIDTH, type TileName, tilePath } from '../../core/log/tiles.ts';
import { concatBytes, type Sha256 } from '../../core/text/bytes.ts';

const MOST_BYTES = 16 * 1024 * 1024;

/** The bytes of a path below the log, such as `tile/0/000.p/5`; null when it is not there. */
export type TileReader = (path: string) => Promise<Uint8Array | null>;

/** Reads a log that is served under this address, such as `https://example.com/ailog`. */
export function readLogAt(url: string, fetchOne: typeof fetch = fetch): TileReader {
  const base = url.replace(/\/+$/, '');
  return async (path) => {
    const response = await fetchOne(`${base}/${path}`);
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
    if (response.status === 404) return null;
    throw new Error(`${base}/${path} answered ${response.status}`);
  };
}

export class TileCache {
  readonly #read: TileReader;
  readonly #sha256: Sha256;
  readonly #kept = new Map<string, { readonly width: number; readonly bytes: Uint8Array }>();
  #bytes = 0;

  constructor(read: TileReader, sha256: Sha256) {
    this.#read = read;
    this.#sha256 = sha256;
  }

  /** The entries of a bundle of a tree of `size` leaves. @throws Error when they are not there or not whole */
  async entries(bundle: number, size: number): Promise<readonly Uint8Array[]> {
    const width = Math.min(TILE_WIDTH, size - bundle * TILE_WIDTH);
    const bytes = await this.#get({ level: 'entries', index: bundle, width });
    const entries = entriesIn(bytes);
    if (entries === null || entries.length < width) throw new Error('the bundle of entries is cut short');
    return entries;
  }

  /** The first `width` hashes of a tile. @throws Error when they are not there */
  async hashes(level: number, index: number, width: number, size: number): Promise<Uint8Array> {
    if (level > 0) return this.#get({ level, index, width });
    const entries = await this.entries(index, size);
    return concatBytes(...entries.slice(0, width).map((entry) => leafHash(this.#sha256, entry)));
  }

  async #get(name: TileName): Promise<Uint8Array> {
    const key = `${name.level}/${name.index}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.width >= name.width) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept.bytes;
    }
    // A partial tile may have gone once the full one is there.
    const full = { ...name, width: TILE_WIDTH };
    const bytes = (await this.#read(tilePath(name))) ?? (await this.#read(tilePath(full)));
    if (bytes === null) throw new Error(`${tilePath(name)} is not there`);
    this.#keep(key, name.width, bytes);
    return bytes;
  }

  #keep(key: string, width: number, bytes: Uint8Array): void {
    this.#bytes += bytes.length - (this.#kept.get(key)?.bytes.length ?? 0);
    this.#kept.delete(key);
    this.#kept.set(key, { width, bytes });
    for (const [oldest, { bytes: gone }] of this.#kept) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#kept.delete(oldest);
      this.#bytes -= gone.length;
    }
  }
}
