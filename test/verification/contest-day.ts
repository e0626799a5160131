// A contest written down leaf by leaf, for tests of verification: teams, AI logs, orders, minutes with fills and bars.
// Everything has a usual value, so that a test says only what it is about.
import { verifyEd25519 } from '../../src/bundle/ed25519.ts';
import type { ChangeHeader, OrderHeader } from '../../src/core/log/header.ts';
import type { TeamState } from '../../src/core/language/contest-words.ts';
import { aiClientOid } from '../../src/core/text/client-oid.ts';
import { beaconText, type RootAt } from '../../src/core/verification/level.ts';
import type { MinuteBar, MinuteEquity, MinuteFill } from '../../src/core/standing/minute.ts';
import type { ContestFacts, LeafRecord } from '../../src/core/verification/records.ts';
import type { Finished, TeamLine } from '../../src/core/verification/report.ts';
import { verify } from '../../src/core/verification/report.ts';
import { DEFAULT_RULESET, type Ruleset } from '../../src/core/verification/ruleset.ts';
import { bytesOf, sha256 } from '../ailog-vectors.ts';

export const START = 1_763_103_000_000;
export const MINUTE = 60_000;
const ORIGIN = 'outcry.example/ailog';

export const CONTEST: ContestFacts = {
  id: 'c1',
  startMs: START,
  endMs: START + 30 * 86_400_000,
  coin: 'USDT',
  startBalance: '10000',
  symbols: ['cmt_btcusdt', 'cmt_ethusdt'],
  minFilledOrders: 1,
};

/** A root for each size that no tree has: what matters here is that it is the same for the same size. */
export const rootAt: RootAt = (size) => sha256(bytesOf(`root ${size}`));

export interface LogFields {
  readonly uid?: string;
  readonly t?: number;
  readonly stage?: string;
  readonly model?: string;
  readonly orderId?: string;
  readonly input?: object;
  readonly output?: object;
  readonly explanation?: string;
  /** The team's signature of the body, base64. */
  readonly sign?: (body: Uint8Array) => string;
}

interface TeamFields {
  readonly name?: string;
  readonly state?: TeamState;
  readonly modelClass?: string;
  readonly models?: string[];
  readonly publicKey?: string;
  readonly t?: number;
}

type OrderFields = Partial<OrderHeader> & { readonly t?: number };
type FillFields = Partial<MinuteFill> & { readonly orderId: string };

export class ContestDay {
  readonly leaves: LeafRecord[] = [];
  now = START;
  #lastOrder = 700_000_000_000_000;
  #lastBody = 0;

  constructor() {
    this.leaves.push({ index: 0, t: START - 1000, kind: 'key', origin: ORIGIN });
  }

  get next(): number {
    return this.leaves.length;
  }

  team(team: string, uid: string, more: TeamFields = {}): this {
    const { modelClass = 'llm', models = ['demo-model-1'], name = team, state = 'approved', t = START - 500 } = more;
    const { publicKey } = more;
    const signing = publicKey === undefined ? {} : { publicKey };
    const payload = { contest: 'c1', team, name, modelClass, models, state, ...signing };
    this.leaves.push({ index: this.next, t, kind: 'team', payload, uid });
    return this;
  }

  /** The next moment. */
  after(ms: number): this {
    this.now += ms;
    return this;
  }

  /** An AI log with a body of its own; returns the client order id that binds to it. */
  log(fields: LogFields = {}): string {
    this.#lastBody += 1;
    const { uid = '1000001', t = this.now, stage = 'Decision Making', model = 'demo-model-1', orderId } = fields;
    const {
      input = { prompt: `market ${this.#lastBody}` },
      output = { symbol: 'cmt_btcusdt', decision: 'OPEN_LONG' },
      explanation = distinctReason(this.#lastBody),
    } = fields;
    const body = bytesOf(JSON.stringify({ orderId, stage, model, input, output, explanation }));
    const header = { uid, orderId: orderId ?? null, stage, model, sig: fields.sign?.(body) ?? null };
    this.leaves.push({ index: this.next, t, kind: 'ailog', header, body });
    return aiClientOid(sha256(body));
  }

  /** An order; returns its id. */
  order(clientOid: string, { t = this.now, ...fields }: OrderFields = {}): string {
    this.#lastOrder += 1;
    const header: OrderHeader = {
      kind: 'order',
      v: 1,
      uid: '1000001',
      keyId: 'ak_1',
      channel: 'api',
      orderId: String(this.#lastOrder),
      clientOid,
      symbol: 'cmt_btcusdt',
      type: '1',
      orderType: '0',
      matchPrice: '0',
      size: '0.0100',
      price: '91000.0',
      triggerPrice: null,
      parentOrderId: null,
      ...fields,
    };
    this.leaves.push({ index: this.next, t, kind: 'order', header });
    return header.orderId;
  }

  /** A new trigger of a plan order, set while the mark is `mark`. */
  change(orderId: string, fields: Partial<ChangeHeader> & Pick<ChangeHeader, 'triggerPrice' | 'mark'>): this {
    const header: ChangeHeader = {
      kind: 'change',
      v: 1,
      uid: '1000001',
      keyId: 'ak_1',
      channel: 'api',
      orderId,
      price: null,
      ...fields,
    };
    this.leaves.push({ index: this.next, t: this.now, kind: 'change', header });
    return this;
  }

  /** The teams play from now on. */
  begin(): this {
    const teams = this.leaves.flatMap((leaf) => (leaf.kind === 'team' ? [leaf] : []));
    for (const { payload, uid } of teams)
      this.leaves.push({ index: this.next, t: this.now, kind: 'team', payload: { ...payload, state: 'active' }, uid });
    return this;
  }

  /** A minute that closes now. */
  minute(
    fills: readonly FillFields[] = [],
    bars: readonly MinuteBar[] = [],
    equity: readonly MinuteEquity[] = [],
  ): this {
    const records = { equity, bars, fills: fills.map((fill) => ({ ...this.#fill, ...fill })) };
    const at = Math.floor(this.now / MINUTE) * MINUTE;
    this.leaves.push({ index: this.next, t: this.now, kind: 'minute', at, contest: 'c1', records });
    return this;
  }

  outage(from: number, to: number): this {
    this.leaves.push({ index: this.next, t: this.now, kind: 'outage', from, to });
    return this;
  }

  beacon(size: number = this.next): string {
    return beaconText(sha256, ORIGIN, size, rootAt(size)!);
  }

  /** A log and the order it decides, a second later; the order's id. */
  pair(log: LogFields = {}, order: OrderFields = {}): string {
    const clientOid = this.log(log);
    this.after(1000);
    return this.order(clientOid, { uid: log.uid ?? '1000001', ...order });
  }

  verify(rules: Ruleset = DEFAULT_RULESET, contest: ContestFacts = CONTEST): Finished {
    return verify(sha256, verifyEd25519, rules, contest, this.leaves, rootAt);
  }

  get #fill(): MinuteFill {
    return {
      counter: '9000001',
      fee: '0',
      id: '1',
      orderId: '0',
      price: '91000.0',
      realised: '0',
      role: 'taker',
      size: '0.0100',
      symbol: 'cmt_btcusdt',
      t: this.now,
      uid: '1000001',
    };
  }
}

/** A text whose template no other number gives. */
export function distinctReason(number: number): string {
  const letters = Array.from(String(number))
    .map((digit) => 'abcdefghij'.charAt(Number(digit)))
    .join('');
  return `reason ${letters}`;
}

export function teamLine({ report }: Finished, team: string): TeamLine {
  const found = report.teams.find((one) => one.team === team);
  if (found === undefined) throw new Error(`no team ${team} in the report`);
  return found;
}

/** A team's findings as `V05 M`. */
export function findingsOf(finished: Finished, team = 't1'): string[] {
  return teamLine(finished, team).findings.map(({ rule, severity }) => `${rule} ${severity}`);
}
