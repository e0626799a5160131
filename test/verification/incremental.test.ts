// Incremental equals batch: whatever portions the leaves come in, however often a report was asked for in between, and
// in whatever order a batch lies, the report has the same bytes. And the logs that decide are those a naive search
// finds.
import { verifyEd25519 } from '../../src/bundle/ed25519.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAiClientOid } from '../../src/core/text/client-oid.ts';
import { decisionsOf } from '../../src/core/log/decision.ts';
import { parseUpload } from '../../src/core/log/upload.ts';
import { decidesBefore, type Link, type LinkKind } from '../../src/core/verification/grade.ts';
import type { LogRecord, OrderRecord } from '../../src/core/verification/records.ts';
import { finish, verify } from '../../src/core/verification/report.ts';
import { DEFAULT_RULESET } from '../../src/core/verification/ruleset.ts';
import { start, step } from '../../src/core/verification/step.ts';
import { toHex } from '../../src/core/text/bytes.ts';
import { sha256 } from '../ailog-vectors.ts';
import { CONTEST, ContestDay, MINUTE, rootAt } from './contest-day.ts';

const UIDS = ['1000001', '1000002', '1000003'] as const;
const NAMES = ['n1', 'n2', 'n3'];

/** What happens next, by small numbers: few names and bodies, so that things meet. */
const anyHappening = fc.record({
  what: fc.constantFrom('log', 'log', 'order', 'order', 'minute', 'outage', 'model'),
  who: fc.nat(2),
  pause: fc.constantFrom(0, 1000, MINUTE, 10 * MINUTE, 61 * MINUTE),
  name: fc.nat(2),
  body: fc.nat(3),
  type: fc.constantFrom('1', '2', '3', '4'),
  how: fc.constantFrom('hash', 'child', 'named', 'none'),
  aims: fc.option(fc.nat(10)),
});
type Happening = typeof anyHappening extends fc.Arbitrary<infer One> ? One : never;

function contestOf(happenings: readonly Happening[]): ContestDay {
  const day = new ContestDay();
  for (const [at, uid] of UIDS.entries()) day.team(`t${at + 1}`, uid);
  const orders: { orderId: string; uid: string }[] = [];
  const bound: string[] = [];
  for (const one of happenings) happen(day.after(one.pause), one, orders, bound);
  return day;
}

function happen(day: ContestDay, one: Happening, orders: { orderId: string; uid: string }[], bound: string[]): void {
  const uid = UIDS[one.who]!;
  const clientOid = NAMES[one.name]!;
  const aimed = one.aims === null ? undefined : orders.at(-1 - one.aims)?.orderId;
  const decision = ['OPEN_LONG', 'OPEN_SHORT', 'HOLD', 'SELL'][one.body]!;
  if (one.what === 'log')
    bound.push(
      day.log({
        uid,
        ...(aimed === undefined ? {} : { orderId: aimed }),
        input: { prompt: `p${one.body}`, beacon: day.beacon() },
        output: one.how === 'named' ? { decision, clientOid } : { decision },
        explanation: `because ${one.body}`,
      }),
    );
  else if (one.what === 'order') {
    const hash = bound.at(-1 - one.name) ?? 'x';
    const id = { hash, child: `${hash}-0${one.body}`, named: clientOid, none: 'x' }[one.how];
    const plan = one.body === 3 ? { triggerPrice: '1.0' } : {};
    orders.push({ orderId: day.order(id, { uid, type: one.type, ...plan }), uid });
  } else if (one.what === 'minute') {
    const fills = orders.slice(-3).map((order) => ({ ...order, realised: String(one.body), counter: UIDS[0] }));
    day.minute(fills, [{ symbol: 'cmt_btcusdt', low: '90000', high: '91000' }]);
  } else if (one.what === 'outage') day.outage(day.now - 20 * MINUTE, day.now - 10 * MINUTE);
  else day.team(`t${one.who + 1}`, uid, { models: ['other'], t: day.now });
}

const anyContest = fc.array(anyHappening, { minLength: 1, maxLength: 60 }).map(contestOf);

describe('a report', () => {
  it('has the same bytes in portions, and when it was asked for in between', () => {
    fc.assert(
      fc.property(anyContest, fc.array(fc.nat(70), { maxLength: 6 }), ({ leaves }, cuts) => {
        const whole = verify(sha256, verifyEd25519, DEFAULT_RULESET, CONTEST, leaves, rootAt);
        const state = start(sha256, verifyEd25519, DEFAULT_RULESET, CONTEST);
        for (const leaf of leaves) {
          if (cuts.includes(leaf.index)) finish(state, rootAt);
          step(state, leaf);
        }
        expect(finish(state, rootAt)).toEqual(whole);
        expect(finish(state, rootAt).reportSha256).toBe(whole.reportSha256);
      }),
      { numRuns: Number(process.env['FC_RUNS'] ?? 200) },
    );
  });

  it('of a part is that of the part', () => {
    fc.assert(
      fc.property(anyContest, fc.nat(), ({ leaves }, cut) => {
        const part = leaves.slice(0, 1 + (cut % leaves.length));
        const state = start(sha256, verifyEd25519, DEFAULT_RULESET, CONTEST);
        for (const leaf of part) step(state, leaf);
        const { text, reportSha256, toTeams } = finish(state, rootAt);
        for (const leaf of leaves.slice(part.length)) step(state, leaf);
        const early = { text, reportSha256, toTeams };
        expect(verify(sha256, verifyEd25519, DEFAULT_RULESET, CONTEST, part, rootAt)).toMatchObject(early);
      }),
    );
  });

  it('has the same bytes for rows in any order', () => {
    fc.assert(
      fc.property(anyContest, fc.infiniteStream(fc.nat()), ({ leaves }, keys) => {
        const shuffled = leaves
          .map((leaf) => ({ leaf, key: keys.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ leaf }) => leaf);
        const whole = verify(sha256, verifyEd25519, DEFAULT_RULESET, CONTEST, leaves, rootAt);
        expect(verify(sha256, verifyEd25519, DEFAULT_RULESET, CONTEST, shuffled, rootAt).text).toBe(whole.text);
      }),
    );
  });

  it('names the logs a naive search finds', () => {
    fc.assert(
      fc.property(anyContest, ({ leaves }) => {
        const { report } = verify(sha256, verifyEd25519, DEFAULT_RULESET, CONTEST, leaves, rootAt);
        const orders = leaves.filter((leaf): leaf is OrderRecord => leaf.kind === 'order');
        const logs = leaves.filter((leaf): leaf is LogRecord => leaf.kind === 'ailog');
        const found = naiveLinks(orders, logs);
        for (const line of report.orders) {
          const link = found.get(line.order) ?? null;
          expect([line.log, line.link]).toEqual([link?.logIndex ?? null, link?.how ?? null]);
        }
      }),
    );
  });

  it('refuses a leaf out of turn', () => {
    const state = start(sha256, verifyEd25519, DEFAULT_RULESET, CONTEST);
    expect(() => step(state, { index: 1, t: 0, kind: 'other' })).toThrow(RangeError);
    const { leaves } = new ContestDay().team('t1', '1000001');
    expect(() => verify(sha256, verifyEd25519, DEFAULT_RULESET, CONTEST, [...leaves, leaves[0]!], rootAt)).toThrow(
      RangeError,
    );
    expect(() => verify(sha256, verifyEd25519, DEFAULT_RULESET, CONTEST, leaves.slice(1), rootAt)).toThrow(RangeError);
  });
});

/** Every log beside every order. */
function naiveLinks(orders: readonly OrderRecord[], logs: readonly LogRecord[]): Map<number, Link> {
  const best = new Map<number, Link>();
  for (const { index, t, header, body } of logs) {
    const upload = parseUpload(body!);
    if (!upload.ok) throw new Error('the fixtures are uploads');
    const { clientOids } = decisionsOf(upload.output);
    const digest = toHex(sha256(body!)).slice(0, 32);
    let room = DEFAULT_RULESET.childOrders;
    for (const order of orders) {
      const { uid, clientOid, orderId } = order.header;
      if (uid !== header.uid || (index < order.index && order.t - t > DEFAULT_RULESET.preMs)) continue;
      const ways: LinkKind[] = [];
      if (parseAiClientOid(clientOid)?.digest === digest) ways.push('hash');
      if (clientOids.includes(clientOid)) ways.push('named');
      if (ways.length > 0 && room-- <= 0) ways.length = 0;
      if (header.orderId === orderId) ways.push('orderId');
      for (const how of ways) {
        const link = { how, logIndex: index, receivedAt: t, isUndecided: false };
        const place = { leafIndex: order.index, placedAt: order.t };
        if (decidesBefore(place, link, best.get(order.index) ?? null)) best.set(order.index, link);
      }
    }
  }
  return best;
}
