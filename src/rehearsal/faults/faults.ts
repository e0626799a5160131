/**
 * The faults that accounts of a rehearsal meet (REH-11). Whether a request is hit, and by what, is drawn from the seed,
 * the account and the number of the request among those the faults look at: the same requests meet the same faults,
 * whatever else happens. Nothing here changes what the exchange decides.
 */
import type {
  Asked,
  Delivery,
  FaultName,
  FaultPlan,
  Faults as AsAsked,
  FaultsInForce,
  FaultWish,
  Instead,
} from '../../api/call/faults.ts';
import type { Kept } from '../../api/call/rehearsal.ts';
import { Draws, isSeed, keyOf, STREAMS } from '../../market/world/draws.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Note } from '../branches/control-log.ts';
import { unfit } from '../form/form.ts';
import { PastReads, type SavedReads } from './past-reads.ts';
import { AFTER_STATUSES, BEFORE_STATUSES, delayOf, type Delays, type Profile, readProfile } from './profile.ts';
import { PROFILES } from './profiles.ts';

/** A request draws a block of the stream, so that no request's draws move another's. */
const WORDS = 16;
/** Parts of an account's stream: its own requests, those of everybody that it sends, its messages. */
const PARTS = { own: 0, open: 1, messages: 2 } as const;
type Part = keyof typeof PARTS;

export type OutageAnswer = '503' | 'drop' | 'hang';
/** By the machine: whoever waits longer through an outage is cut off. */
const OUTAGE_HANG_MS = 30_000;

export interface FaultsParts {
  readonly nowMs: () => number;
  /** Of the rehearsal. */
  readonly seed: string;
  readonly operations: ReadonlySet<string>;
  readonly isRevealing: boolean;
  readonly later: AsAsked['later'];
  readonly after: AsAsked['after'];
  /** Whether requests may be delayed now. @throws ApiError 60006 */
  readonly mayDelay: () => void;
  /** A line of control.jsonl; and what is remembered is written down. */
  readonly note: Note;
  /** Whether there is such an account. */
  readonly isAccount: (uid: number) => boolean;
  /** Whether time stands while an account acts: nothing can be late there, so it meets no fault and no outage. */
  readonly isSpared: (uid: number) => boolean;
}

/** One of them in force, plain JSON. */
interface Standing {
  readonly uid: number | null;
  readonly name: string | null;
  readonly settings: object;
  readonly seed: string;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly byScenario: boolean;
  /** Requests and messages looked at, by account and part. */
  readonly counts: Record<string, number>;
  readonly hits: Partial<Record<FaultName, number>>;
}

interface FaultsState {
  readonly standing: readonly Standing[];
  readonly outage: { readonly untilMs: number; readonly answer: OutageAnswer } | null;
  readonly reads: SavedReads;
}

interface Socket {
  readonly account: number;
  readonly cut: () => void;
  sinceMs: number;
}

export class Faults implements AsAsked, Kept {
  readonly #parts: FaultsParts;
  #standing: Standing[] = [];
  readonly #profiles = new WeakMap<Standing, Profile>();
  readonly #keys = new Map<string, Uint32Array>();
  #outage: FaultsState['outage'] = null;
  readonly #signers = new WeakMap<object, number>();
  readonly #signed = new Set<number>();
  readonly #sockets = new Set<Socket>();
  readonly #reads: PastReads;

  constructor(parts: FaultsParts) {
    this.#parts = parts;
    this.#reads = new PastReads(parts.nowMs);
  }

  get later(): AsAsked['later'] {
    return this.#parts.later;
  }

  get after(): AsAsked['after'] {
    return this.#parts.after;
  }

  get isOut(): boolean {
    return this.#outage !== null && this.#parts.nowMs() < this.#outage.untilMs;
  }

  /** Whether a request of somebody is delayed now or later. */
  get hasDelays(): boolean {
    return this.#standing.some((one) => {
      const { before, after } = this.#profileOf(one);
      return before !== null || after !== null;
    });
  }

  plan(asked: Asked): FaultPlan | null {
    const { account: own, named } = asked;
    if (this.#parts.isSpared(own ?? named ?? 0)) return null;
    const account = this.#accountOf(asked);
    if (this.isOut) return this.#planOutage(account);
    const standing = this.#of(account, (profile) => profile.only === null || profile.only.includes(asked.operation));
    if (standing === null) return null;
    const draws = this.#draws(standing, account, asked.account === null ? 'open' : 'own');
    const plan = this.#planBy(this.#profileOf(standing), asked, account, draws);
    if (plan !== null) standing.hits[plan.name] = (standing.hits[plan.name] ?? 0) + 1;
    return plan;
  }

  past(asked: Asked, staleMs: number): unknown {
    return this.#reads.at(this.#accountOf(asked), asked.target, this.#parts.nowMs() - staleMs);
  }

  readBy(read: (account: number, target: string) => unknown): void {
    this.#reads.read = read;
  }

  message(account: number): Delivery | null {
    const standing = this.#of(account, ({ ws }) => ws.lagMs > 0 || ws.lose > 0 || ws.repeat > 0);
    if (standing === null) return null;
    const { lagMs, lose, repeat } = this.#profileOf(standing).ws;
    const u = this.#draws(standing, account, 'messages').u();
    return { lagMs, times: u < lose ? 0 : u < lose + repeat ? 2 : 1 };
  }

  socket(account: number, cut: () => void): () => void {
    const socket = { account, cut, sinceMs: this.#parts.nowMs() };
    this.#sockets.add(socket);
    return () => void this.#sockets.delete(socket);
  }

  /** A second has passed: reads are kept, connections cut, and what is over is over. */
  look(): Promise<void> | null {
    const nowMs = this.#parts.nowMs();
    if (this.#outage !== null && nowMs >= this.#outage.untilMs) this.#outage = null;
    if (this.#standing.length === 0) return null;
    this.#standing = this.#standing.filter(({ byScenario, toMs }) => !byScenario || toMs === null || nowMs < toMs);
    for (const socket of this.#sockets) {
      const standing = this.#of(socket.account, ({ ws }) => ws.dropEveryMs > 0);
      if (standing === null) continue;
      const sinceMs = Math.max(socket.sinceMs, standing.fromMs ?? 0);
      if (nowMs - sinceMs >= this.#profileOf(standing).ws.dropEveryMs) this.#cut(socket);
    }
    const isStale = this.#standing.some((one) => this.#profileOf(one).staleReads.p > 0);
    if (isStale) return this.#reads.keep();
    this.#reads.clear();
    return null;
  }

  list(): readonly FaultsInForce[] {
    return this.#standing.map((one) => {
      const { uid, name, seed, settings, fromMs, toMs, counts, hits } = one;
      const requests = Object.entries(counts).reduce(
        (sum, [key, count]) => (key.endsWith('messages') ? sum : sum + count),
        0,
      );
      return { uid, profile: name, seed, fromMs, toMs, requests, hits, settings };
    });
  }

  set(wish: FaultWish): readonly FaultsInForce[] {
    const standing = this.#read(wish, 'faults', null);
    this.#standing = [...this.#standing.filter((one) => one.byScenario || one.uid !== wish.uid), standing];
    this.#note('faults', standing);
    return this.list();
  }

  clear(uid: number | null): readonly FaultsInForce[] {
    this.#standing = uid === null ? [] : this.#standing.filter((one) => one.uid !== uid);
    if (this.#standing.length === 0) this.#reads.clear();
    this.#parts.note('faults clear', { uid });
    return this.list();
  }

  /** Whether a scenario may set them. @throws ApiError 60006 */
  check(wish: FaultWish, place: string): void {
    this.#read(wish, place, null);
  }

  /** For a while, beside what accounts have, and before it. */
  setFor(wish: FaultWish, untilMs: number): void {
    const standing = this.#read(wish, 'faults', untilMs);
    this.#standing.push(standing);
    this.#note('faults', standing);
  }

  /** Nobody is answered until then. */
  beginOutage(untilMs: number, answer: OutageAnswer): void {
    this.#outage = { untilMs, answer };
    this.#parts.note('outage', { untilMs, answer }, 'scenario');
    for (const socket of this.#sockets) this.#cut(socket);
  }

  /** Faults that a scenario set, and its outage, are over. */
  endOfScenario(): void {
    this.#outage = null;
    this.#standing = this.#standing.filter(({ byScenario }) => !byScenario);
  }

  save(): FaultsState {
    return { standing: this.#standing, outage: this.#outage, reads: this.#reads.save() };
  }

  restore({ standing, outage, reads }: FaultsState): void {
    this.#standing = standing.map((one) => ({ ...one, counts: { ...one.counts }, hits: { ...one.hits } }));
    this.#outage = outage;
    this.#reads.restore(reads);
  }

  #note(verb: string, { uid, name, settings, seed, fromMs, toMs, byScenario }: Standing): void {
    const given = { uid, profile: name ?? settings, seed, fromMs, toMs };
    this.#parts.note(verb, given, byScenario ? 'scenario' : undefined);
  }

  #read({ uid, profile, seed }: FaultWish, place: string, untilMs: number | null): Standing {
    const { operations, isAccount, mayDelay, nowMs } = this.#parts;
    if (uid !== null && !isAccount(uid)) throw unfit(`${place}, uid`, uid, 'the number of an account', '账户编号');
    const named = typeof profile === 'string' ? PROFILES[profile] : null;
    if (named === undefined)
      throw unfit(`${place}, profile`, profile, `a profile, or one of ${Object.keys(PROFILES).join(', ')}`);
    const settings = named?.profile ?? profile;
    const own = readProfile(settings, `${place}, profile`, operations);
    if (seed !== null && !isSeed(seed))
      throw unfit(`${place}, seed`, seed, '1 to 64 characters of printable ASCII', '1至64个可打印ASCII字符');
    if (own.before !== null || own.after !== null) mayDelay();
    const standing = {
      uid,
      name: typeof profile === 'string' ? profile : null,
      settings: settings as object,
      seed: seed ?? this.#parts.seed,
      fromMs: untilMs === null ? own.fromMs : nowMs(),
      toMs: untilMs ?? own.toMs,
      byScenario: untilMs !== null,
      counts: {},
      hits: {},
    };
    this.#profiles.set(standing, own);
    return standing;
  }

  #profileOf(standing: Standing): Profile {
    let profile = this.#profiles.get(standing);
    if (profile === undefined) {
      profile = readProfile(standing.settings, 'faults', this.#parts.operations);
      this.#profiles.set(standing, profile);
    }
    return profile;
  }

  /** The newest that is an account's own, else the newest of all accounts. */
  #of(account: number, concerns: (profile: Profile) => boolean): Standing | null {
    const nowMs = this.#parts.nowMs();
    let common: Standing | null = null;
    for (const one of this.#standing.toReversed()) {
      if (one.uid !== null && one.uid !== account) continue;
      if (one.uid === null && common !== null) continue;
      const isNow = (one.fromMs === null || nowMs >= one.fromMs) && (one.toMs === null || nowMs < one.toMs);
      if (!isNow || !concerns(this.#profileOf(one))) continue;
      if (one.uid !== null) return one;
      common = one;
    }
    return common;
  }

  /**
   * A request that everybody may send counts for the account whose key it names; for who signed on the same connection
   * before; for the only one who ever signed; else for nobody's, 0.
   */
  #accountOf({ account, named, connection }: Asked): number {
    if (account === null) {
      const [only = 0, ...others] = this.#signed;
      return named ?? this.#signers.get(connection) ?? (others.length === 0 ? only : 0);
    }
    this.#signers.set(connection, account);
    this.#signed.add(account);
    return account;
  }

  #draws({ seed, counts }: Standing, account: number, part: Part): Draws {
    const name = `${account} ${part}`;
    const count = counts[name] ?? 0;
    counts[name] = count + 1;
    let key = this.#keys.get(seed);
    if (key === undefined) this.#keys.set(seed, (key = keyOf(seed, sha256)));
    const draws = new Draws(key, STREAMS.scenarios, account, PARTS[part]);
    draws.goTo(count * WORDS);
    return draws;
  }

  #planBy(profile: Profile, asked: Asked, account: number, draws: Draws): FaultPlan | null {
    // Each has its word, whether it is used or not.
    const [which, before, after, status, stale] = Array.from({ length: 5 }, () => draws.u()) as Five;
    const hit = hitBy(profile, which, status);
    const isStale = this.#isStale(profile, asked, account) && stale < profile.staleReads.p;
    const name = hit?.name ?? (isStale ? 'staleReads' : null);
    const [beforeMs, afterMs] = [delayIn(profile.before, before), delayIn(profile.after, after)];
    if (name === null && beforeMs === 0 && afterMs === 0) return null;
    return {
      account,
      name: name ?? 'latency',
      isRevealed: this.#parts.isRevealing,
      beforeMs,
      afterMs,
      hangMs: hit?.name === 'hang' ? profile.hang.ms : 0,
      before: hit?.before ?? null,
      after: hit?.after ?? null,
      staleMs: name === 'staleReads' ? profile.staleReads.lagMs : 0,
    };
  }

  /** Whether the answer to a read is kept; from its first on it is. */
  #isStale({ staleReads }: Profile, { operation, isRead, target }: Asked, account: number): boolean {
    if (staleReads.p === 0 || !isRead || !KEPT_READS.has(operation.replace('v3.', ''))) return false;
    this.#reads.ask(account, target);
    return true;
  }

  #planOutage(account: number): FaultPlan {
    const { answer } = this.#outage!;
    const usual = { account, name: 'outage', isRevealed: this.#parts.isRevealing, beforeMs: 0, afterMs: 0 } as const;
    const before = answer === '503' ? 503 : 'reset';
    return { ...usual, hangMs: answer === 'hang' ? OUTAGE_HANG_MS : 0, before, after: null, staleMs: 0 };
  }

  #cut(socket: Socket): void {
    this.#sockets.delete(socket);
    socket.cut();
  }
}

type Five = [number, number, number, number, number];

/** Reads that are answered from what is in memory: the market's, and an account's own as it stands. */
const KEPT_READS: ReadonlySet<string> = new Set(
  `ticker tickers depth bookTicker ticker24hr symbolPrice
  singlePosition allPosition simAllPosition current currentPlan openOrders openAlgoOrders
  assets balance simBalance`.split(/\s+/),
);

interface Hit {
  readonly name: FaultName;
  readonly before: Instead | null;
  readonly after: Instead | null;
}

/** At most one, by one draw. */
function hitBy(profile: Profile, u: number, status: number): Hit | null {
  const { tooMany, errorBefore, errorAfter, dropBefore, dropAfter, hang } = profile;
  const oneOf = (all: readonly Instead[]): Instead => all[Math.floor(status * all.length)]!;
  const chances: readonly (readonly [number, Hit])[] = [
    [tooMany, { name: 'tooMany', before: 429, after: null }],
    [errorBefore.p, { name: 'errorBefore', before: errorBefore.status ?? oneOf(BEFORE_STATUSES), after: null }],
    [errorAfter.p, { name: 'errorAfter', before: null, after: errorAfter.status ?? oneOf(AFTER_STATUSES) }],
    [dropBefore, { name: 'dropBefore', before: 'reset', after: null }],
    [dropAfter, { name: 'dropAfter', before: null, after: 'reset' }],
    [hang.p, { name: 'hang', before: null, after: null }],
  ];
  let until = 0;
  for (const [chance, hit] of chances) {
    until += chance;
    if (u < until) return hit;
  }
  return null;
}

function delayIn(delays: Delays | null, u: number): number {
  return delays === null ? 0 : delayOf(delays, u);
}
