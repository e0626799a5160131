/**
 * Returns of teams over time, alongside holding the first contract. Read when the contest has a new sample, for as many
 * teams as one question takes; each page that draws them has its own.
 */
import { signal, type Signal } from '@preact/signals';
import type { ContestEquityAnswer } from '../../client/index.ts';
import { publicClient } from '../base/rest.ts';

/** Teams in one question. */
export const MOST_LINES = 12;

export class Returns {
  readonly shown: Signal<ContestEquityAnswer | null> = signal(null);
  #asked = '';

  /** Reads again when one of these has changed. */
  async read(id: string, teams: readonly string[], sampleMs: number, points = 600): Promise<void> {
    const asked = JSON.stringify([id, teams, sampleMs, points]);
    if (asked === this.#asked || teams.length === 0 || sampleMs === 0) return;
    this.#asked = asked;
    const wanted = { id, teams: teams.slice(0, MOST_LINES).join(','), points };
    const answer = await publicClient.contestEquity(wanted).catch(() => null);
    if (asked !== this.#asked) return;
    // It is asked again with the next sample.
    if (answer === null) this.#asked = '';
    else this.shown.value = answer;
  }

  forget(): void {
    this.#asked = '';
    this.shown.value = null;
  }
}
