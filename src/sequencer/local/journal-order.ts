/** The order of one machine: its journal. A place is a position in it. */
import { invariant } from '../../core/num/invariant.ts';
import type { Journal } from '../journal/journal-file.ts';
import type { Batch, Order, Place, Unordered } from '../order.ts';
import type { Position } from '../journal/record.ts';

export class JournalOrder implements Order {
  readonly #journal: Pick<Journal, 'end' | 'append'>;
  /** Durable and not followed yet. */
  #ready: Batch[] = [];
  /** Wakes what follows. */
  #wake: () => void = () => undefined;

  constructor(journal: Pick<Journal, 'end' | 'append'>) {
    this.#journal = journal;
  }

  end(): Place {
    return placeOf(this.#journal.end);
  }

  async publish(batch: readonly Unordered[]): Promise<void> {
    let { sequence } = this.#journal.end;
    for (const one of batch) one.sequence = ++sequence;
    await this.#journal.append(batch);
    const durable = this.#journal.end.sequence;
    invariant(durable === sequence, 'FLOW-001: a batch is durable whole, and nothing else is', sequence, durable);
    this.#ready.push({ commands: batch, end: this.end() });
    this.#wake();
  }

  /** From the end alone: what is before it is replayed (replay.ts). One follower. */
  async *follow(after: Place): AsyncGenerator<Batch, never, undefined> {
    if (positionOf(after).sequence !== this.#journal.end.sequence)
      throw new RangeError(`the journal is followed from its end, ${this.#journal.end.sequence}, found another place`);
    for (;;) {
      const ready = this.#ready;
      this.#ready = [];
      yield* ready;
      if (this.#ready.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

/** Contents of a place of a journal. */
function positionOf(place: Place): Position {
  return place as unknown as Position;
}

function placeOf(position: Position): Place {
  return position as unknown as Place;
}
