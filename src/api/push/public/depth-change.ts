/**
 * The differences between two readings of the best levels of a side, as text. Levels that are no longer among the best
 * are published with size 0, so that a client that applies the changes holds exactly these levels.
 */
import type { Contract } from '../../../core/language/contract.ts';
import { priceText, sizeText } from '../../words/wire.ts';

/** Price in ticks and volume in steps, best first. */
export type Levels = readonly (readonly [price: number, volume: number])[];

/**
 * Price and size in turn of each level that changed.
 * @param sign 1 for asks, whose prices rise, −1 for bids
 */
export function changedLevels(contract: Contract, before: Levels, now: Levels, sign: 1 | -1): string[] {
  const changes: string[] = [];
  let was = 0;
  for (const [price, volume] of now) {
    while (was < before.length && sign * ((before[was]?.[0] as number) - price) < 0) gone(before[was++]);
    const old = before[was];
    if (old?.[0] === price) {
      was++;
      if (old[1] === volume) continue;
    }
    changes.push(priceText(contract, price), sizeText(contract, volume));
  }
  while (was < before.length) gone(before[was++]);
  return changes;

  function gone(level: Levels[number] | undefined): void {
    changes.push(priceText(contract, (level as Levels[number])[0]), '0');
  }
}
