import { describe, expect, it } from 'vitest';
import type { Command } from '../core/language/commands.ts';
import type { Outcome } from '../core/turn/outcome.ts';
import { createAnsweredRequests } from './answered-requests.ts';

const START = 1_767_225_600_000;
const ANN = 1_000_001;
const BOB = 1_000_002;

const ticket = (digest: string | undefined, account = ANN, name = 'cancelPlanOrder'): Command =>
  ({ name, account, keyId: 'k', channel: 'api', orderId: 1, ...(digest === undefined ? {} : { digest }) }) as Command;

/** The machine's clock; by itself so far on at each look that the exchange's alone decides. */
const later = (): (() => number) => {
  let lookedMs = 0;
  return () => (lookedMs += 65_000);
};

function remember(mostKept?: number, steadyMs = later()) {
  const answered = createAnsweredRequests(START, mostKept, steadyMs);
  let sequence = 0;
  return {
    answered,
    apply(timeMs: number, command: Command, ok = true) {
      sequence++;
      const decision = ok ? { ok, result: { sequence } } : { ok, reject: { reason: 'FROZEN' } };
      const outcome = { ...decision, sequence, timeMs, events: [{ name: 'live' }] } as unknown as Outcome;
      answered.apply({ sequence, timeMs, command }, outcome);
    },
  };
}

describe('answered requests', () => {
  it('keep the first outcome of a digest, without its events, for the account it was of', () => {
    const { answered, apply } = remember();
    apply(START, ticket('aaaaaaaaaaa'));
    apply(START, ticket('aaaaaaaaaaa'));
    apply(START, ticket('bbbbbbbbbbb'), false);
    apply(START, ticket(undefined));
    expect(answered.find(ANN, 'aaaaaaaaaaa', START)).toEqual({ ok: true, result: { sequence: 1 } });
    expect(answered.find(ANN, 'bbbbbbbbbbb', START)).toEqual({ ok: false, reject: { reason: 'FROZEN' } });
    expect(answered.find(BOB, 'aaaaaaaaaaa', START)).toBeUndefined();
    expect(answered.size).toBe(2);
  });

  it('keep orders that were rejected, and not those that answer for their client order id', () => {
    const { answered, apply } = remember();
    apply(START, ticket('aaaaaaaaaaa', ANN, 'placeOrder'));
    apply(START, ticket('bbbbbbbbbbb', ANN, 'placeOrder'), false);
    expect(answered.find(ANN, 'aaaaaaaaaaa', START)).toBeUndefined();
    expect(answered.find(ANN, 'bbbbbbbbbbb', START)).toBeDefined();
  });

  it('are kept while the request can still be valid, whatever the stamps of others say', () => {
    const { answered, apply } = remember();
    apply(START, ticket('aaaaaaaaaaa'));
    apply(START + 3_600_000, ticket('bbbbbbbbbbb'));
    expect(
      answered.find(ANN, 'aaaaaaaaaaa', START + 64_999),
      'also when the clock is set back by five seconds after that',
    ).toBeDefined();
    expect(answered.find(ANN, 'aaaaaaaaaaa', START + 65_000)).toBeUndefined();
    expect(answered.find(ANN, 'ccccccccccc', START + 66_000)).toBeUndefined();
    expect(answered.size, 'within a second').toBe(1);
    expect(answered.find(ANN, 'bbbbbbbbbbb', START + 3_600_000)).toBeDefined();
  });

  it('are kept as long by the machine’s clock, where the exchange’s runs ahead of it', () => {
    let steadyMs = 0;
    const { answered, apply } = remember(9, () => steadyMs);
    apply(START, ticket('aaaaaaaaaaa'));
    steadyMs = 64_999;
    expect(answered.find(ANN, 'aaaaaaaaaaa', START + 3_600_000)).toBeDefined();
    steadyMs = 65_000;
    expect(answered.find(ANN, 'aaaaaaaaaaa', START + 7_200_000)).toBeUndefined();
    expect(answered.size).toBe(0);
  });

  it('of a replay are those that may still be sent', () => {
    const { answered, apply } = remember();
    for (let second = 100; second >= 0; second--) apply(START - second * 1_000, ticket(`request-${100 + second}`));
    expect(answered.size).toBe(65);
  });

  it('are never more than the memory is for: the oldest go', () => {
    const { answered, apply } = remember(3);
    for (let request = 1; request <= 9; request++) apply(START, ticket(`request-00${request}`));
    expect(answered.size).toBe(3);
    expect(answered.find(ANN, 'request-006', START)).toBeUndefined();
    expect(answered.find(ANN, 'request-007', START)).toBeDefined();
  });
});
