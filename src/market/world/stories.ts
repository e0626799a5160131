/**
 * The stories behind jumps, where a market has headlines. Each jump has a text that everybody sees up to two seconds
 * before it, of one of three kinds: what it tells of is confirmed, and the price goes on by most of the jump in the
 * half hour after it; or denied, and it comes back by as much; or neither, and nothing follows. Kinds are drawn without
 * looking at the jump, so moves alone tell nothing.
 *
 * There are stories of all contracts and of each one. They draw from streams that nothing else uses, a fixed number of
 * words a jump, so a market without headlines is the same to the last bit.
 */
import type { Draws } from './draws.ts';
import { HEADLINES, KINDS } from './headlines.ts';

/** Seconds from a text to its jump: below this. */
const DELAYS = 3;
/** Seconds that the price drifts after a jump, and by how much of it. */
const DRIFT_SECONDS = 1_800;
const DRIFT_PART = 0.8;
/** The kinds' signs: on, back, not at all. */
const SIGNS = [1, -1, 0] as const;
const MOST_TOLD = 100;

/** A text that was published. */
export interface Headline {
  /** Since the epoch. */
  readonly second: number;
  /** Among those of a second: 0 about all contracts, from 1 on about one, by its row. No two have the same. */
  readonly place: number;
  /** Null: about all contracts. */
  readonly symbol: string | null;
  readonly text: string;
}

/** A story under way: numbers alone, so that it can be kept. */
interface Story {
  /** Basis points, before they are scaled to a contract. */
  readonly jump: number;
  readonly sign: -1 | 0 | 1;
  /** Seconds until the jump, and of the drift after it. */
  wait: number;
  left: number;
}

export interface StoriesState {
  readonly draws: number;
  readonly open: readonly Readonly<Story>[];
  /** The newest texts, newest last. */
  readonly told: readonly Headline[];
}

/** The stories about one contract, or about all. */
export class Stories {
  readonly #draws: Draws;
  readonly #about: Pick<Headline, 'place' | 'symbol'>;
  #open: Story[] = [];
  #told: Headline[] = [];
  /** The drift of this second, basis points. */
  drift = 0;

  constructor(draws: Draws, about: Pick<Headline, 'place' | 'symbol'>) {
    this.#draws = draws;
    this.#about = about;
  }

  /** Newest last; those of before are forgotten. */
  get told(): readonly Headline[] {
    return this.#told;
  }

  /**
   * A second passes.
   * @param drawn the jump that was drawn for it, basis points; 0 in nearly every second
   * @param second since the epoch
   * @returns the jump that comes in it
   */
  turn(drawn: number, second: number): number {
    if (drawn !== 0) this.#begin(drawn, second);
    let jump = 0;
    this.drift = 0;
    if (this.#open.length === 0) return jump;
    for (const story of this.#open) {
      if (story.wait > 0) story.wait -= 1;
      else if (story.wait === 0) {
        story.wait = -1;
        jump += story.jump;
      } else {
        story.left -= 1;
        this.drift += (story.sign * DRIFT_PART * story.jump) / DRIFT_SECONDS;
      }
    }
    this.#open = this.#open.filter(({ left }) => left > 0);
    return jump;
  }

  save(): StoriesState {
    const open = this.#open.map((one) => ({ ...one }));
    return { draws: this.#draws.count, open, told: this.#told };
  }

  restore({ draws, open, told }: StoriesState): void {
    this.#draws.goTo(draws);
    this.#open = open.map((one) => ({ ...one }));
    this.#told = [...told];
  }

  #begin(jump: number, second: number): void {
    const wait = this.#draws.below(DELAYS);
    const kind = this.#draws.below(KINDS.length);
    const texts = HEADLINES[KINDS[kind]!];
    const text = texts[this.#draws.below(texts.length)]!.replaceAll('{}', subjectOf(this.#about.symbol));
    this.#open.push({ jump, sign: SIGNS[kind]!, wait, left: DRIFT_SECONDS });
    this.#told = [...this.#told, { second, ...this.#about, text }].slice(-MOST_TOLD);
  }
}

/** `BTC` of cmt_btcusdt. */
function subjectOf(symbol: string | null): string {
  return symbol === null ? 'the whole market' : symbol.replace(/^cmt_/, '').replace(/usdt$/, '').toUpperCase();
}
