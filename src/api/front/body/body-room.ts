/**
 * How many bytes of bodies may be kept at once, over all requests under way. Judges before a byte is kept; never waits.
 *
 * No address takes more than an eighth of the room with larger bodies, and those of all addresses together leave the
 * last quarter to small ones: a flood of uploads doesn't keep an order out.
 */

/** A body up to here is small: orders are far below. */
const SMALL_BYTES = 4 * 1024;

export type FullFor = 'all' | 'address';

export interface BodyRoom {
  /** Bytes kept, or set aside for bodies on their way. */
  readonly bytes: number;
  /** Bodies for which there was no room, since the start. */
  readonly refused: Readonly<Record<FullFor, number>>;
  /** Sets `more` bytes aside for a body of the address that has `had` already; or says who there is no room for. */
  take(address: string, had: number, more: number): FullFor | null;
  /** Gives a body's bytes back. */
  release(address: string, bytes: number): void;
}

export function createBodyRoom(limit: number): BodyRoom {
  const byAddress = new Map<string, number>();
  const refused: Record<FullFor, number> = { all: 0, address: 0 };
  let bytes = 0;

  function fullFor(held: number, counted: number, more: number): FullFor | null {
    const isSmall = counted === 0;
    if (bytes + more > (isSmall ? limit : limit * 0.75)) return 'all';
    return isSmall || held + counted <= limit / 8 ? null : 'address';
  }

  return {
    get bytes() {
      return bytes;
    },
    refused,
    take(address, had, more) {
      const size = had + more;
      // A small body is not counted for its address; one that grows is, from then on and in full.
      const counted = size <= SMALL_BYTES ? 0 : had <= SMALL_BYTES ? size : more;
      const held = counted === 0 ? 0 : (byAddress.get(address) ?? 0);
      const full = fullFor(held, counted, more);
      if (full !== null) refused[full]++;
      else {
        bytes += more;
        if (counted > 0) byAddress.set(address, held + counted);
      }
      return full;
    },
    release(address, given) {
      if (given === 0) return;
      bytes -= given;
      if (given <= SMALL_BYTES) return;
      const left = (byAddress.get(address) ?? 0) - given;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
    },
  };
}
