/** An order's words are told from any other words it could have had, and its name from any other name. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONTRACTS } from '../language/contract-defaults.ts';
import { loadContract } from '../language/contract.ts';
import { EXECUTION_NAMES } from '../language/execution.ts';
import { Fingerprints } from './fingerprints.ts';
import { openInstrument } from './instrument.ts';
import type { OrderContent } from './order.ts';
import { emptyState } from './state.ts';

const state = emptyState();
for (const spec of DEFAULT_CONTRACTS) openInstrument(state, loadContract(spec));

describe('a fingerprint', () => {
  const every: OrderContent[] = EXECUTION_NAMES.flatMap((execution) =>
    (['long', 'short'] as const).flatMap((side) =>
      state.instruments.slice(0, 3).flatMap((instrument) =>
        [1, 2].flatMap((number) => {
          const base = { instrument, side, execution, size: 5, price: 6, takeProfit: 7, stopLoss: 8 };
          const open = { ...base, effect: 'open', positionId: 0 } as const;
          const close = { ...base, effect: 'close', askedMarginMode: null, askedPositionMode: null } as const;
          return [
            ...([null, 'cross', 'isolated'] as const).flatMap((askedMarginMode) =>
              ([null, 'combined', 'separated'] as const).map((askedPositionMode) => ({
                ...open,
                askedMarginMode,
                askedPositionMode,
                size: number,
              })),
            ),
            { ...close, positionId: number },
            { ...close, positionId: 9, price: 100 + number },
            { ...close, positionId: 9, takeProfit: 100 + number },
            { ...close, positionId: 9, stopLoss: 100 + number },
          ];
        }),
      ),
    ),
  );

  it(`differs for each of ${every.length} orders, and with the key`, () => {
    const fingerprints = new Fingerprints();
    fingerprints.seed(new Uint8Array(32).fill(9));
    const told = [true, false].flatMap((isKeyed) => every.map((one) => [...fingerprints.ofOrder(one, isKeyed)].join()));
    expect(new Set(told).size).toBe(2 * every.length);
  });

  it('of an order leaves out what it ignores', () => {
    const fingerprints = new Fingerprints();
    const of = (content: OrderContent): string => [...fingerprints.ofOrder(content, false)].join();
    for (const one of every.slice(0, 40)) {
      const ignored = one.effect === 'open' ? { positionId: 44 } : { askedMarginMode: 'cross' as const };
      expect(of({ ...one, ...ignored })).toBe(of(one));
    }
  });

  it('of a name is the same whichever was asked for before', () => {
    const fingerprints = new Fingerprints();
    const of = (account: number, name: string, isKeyed: boolean): string =>
      [...fingerprints.ofName(account, name, isKeyed)].join();
    const unkeyed = of(1, 'a', false);
    fingerprints.seed(new Uint8Array(32).fill(9));
    const all = [of(1, 'a', true), of(2, 'a', true), of(1, 'b', true), of(1, 'a', false)];
    expect(new Set(all).size).toBe(4);
    expect([of(1, 'a', true), of(1, 'a', false)]).toEqual([all[0], unkeyed]);
  });
});
