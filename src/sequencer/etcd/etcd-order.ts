/**
 * The shared order in etcd. A batch is one transaction: on the condition that its gateway's key has been put as often
 * as batches came before it, the key is put, and with it the key `tip`, whose version thereby counts all batches of the
 * order. The role of a batch is a further condition: the role's key is the one that was made when the role was got.
 *
 *   o/g/<gateway>  the gateway's newest batch; its version is the batch's number
 *   o/tip          empty; its version is the newest batch's place, its revision that batch's
 *   order          what this order is called, put once (`OrderName`), and a condition of all that is put
 *   node/<name>    a heartbeat, for as long as its lease
 *   role/<role>    the lease of its holder
 *   diverged/<name>  why a node stopped that met another order or state than the others, until it is back
 *   fault/<seq>    the command at which the engine of a node threw
 *   hash-at        the sequence at which its operator wants the hash of every node's state, for as long as its lease
 *   read/<name>    put to take a read position where members answer reads from an old state
 */
import { randomBytes } from 'node:crypto';
import {
  type EngineFault,
  type Heartbeat,
  type Met,
  OrderCompacted,
  type OrderedBatch,
  OrderForked,
  OrderUnreachable,
  type Pulse,
  type RoleClaim,
  type SharedOrder,
  type Unplaced,
} from '../nodes/shared-order.ts';
import type { Generation } from '../nodes/generations.ts';
import { type Answer, type EtcdAccess, EtcdClient, type KeyValue, type Watched } from './etcd-client.ts';
import { EtcdRoom } from './etcd-room.ts';
import { confirmsByRange } from './etcd-versions.ts';

export interface EtcdOptions extends EtcdAccess {
  /** `host:port` of each member. */
  readonly members: readonly string[];
  /** Several exchanges share an etcd by their names. */
  readonly exchange: string;
  /** Of this node. */
  readonly node: string;
  /** Of the order; 1 when not given. */
  readonly generation?: number;
}

/** The first attempt, and those after it. */
const PUBLISH_MS = [400, 800] as const;
const ASK_MS = 1_000;
const LEASE_SECONDS = 3;

/** Of all keys of an exchange, without its end. */
const exchangePrefix = (exchange: string): string => `/outcry/${exchange}`;
/** Of all keys of a generation of its order. */
export const prefixOf = (exchange: string, generation: number): string => `${exchangePrefix(exchange)}/${generation}/`;

/** The value of the key `order`. */
export type OrderName = Omit<Generation, 'generation'>;

const SEQUENCE_DIGITS = 16;

/** Of the command at which engines throw; in the order of sequences. */
export const faultKey = (sequence: number): string => `fault/${String(sequence).padStart(SEQUENCE_DIGITS, '0')}`;

export class EtcdOrder implements SharedOrder {
  /** Whether members answer reads with what is newest; set by `open`. */
  confirmsByRange = false;
  /** Versions of the members that answered, by address. */
  versions: ReadonlyMap<string, string> = new Map();
  readonly #client: EtcdClient;
  readonly #exchange: string;
  readonly #generation: number;
  readonly #prefix: string;
  readonly #node: string;
  /** How full the members are. */
  readonly room: EtcdRoom;
  #cluster = '';
  /** The value of the key `order`, in base64. */
  #name = '';
  /** One for all that is asked meanwhile. */
  #lease: Promise<string> | null = null;

  constructor(options: EtcdOptions) {
    this.#client = new EtcdClient(options.members, options);
    this.#exchange = options.exchange;
    this.#generation = options.generation ?? 1;
    this.#prefix = prefixOf(options.exchange, this.#generation);
    this.#node = options.node;
    this.room = new EtcdRoom(this.#client);
  }

  /**
   * Makes the order, where there is nothing of this exchange yet and none is known, and looks at the members.
   * @returns its generation
   * @throws OrderUnreachable; OrderForked when it is not the one that is known here
   */
  async open(known: string | null): Promise<Generation> {
    await this.#lookAtVersions();
    const key = this.#key('order');
    const made: OrderName = { id: known ?? randomBytes(16).toString('hex'), continues: null };
    const isEmpty = { ...allOf(this.#exchange), target: 'CREATE', result: 'EQUAL', create_revision: '0' };
    const text = JSON.stringify(made);
    const makes = known === null ? [put(key, text)] : [range(key)];
    const { header, succeeded, responses } = await this.#txn([isEmpty], makes, [range(key)]);
    this.#cluster = header?.cluster_id ?? '';
    const [kept] = kvsOf(responses);
    this.#name = kept?.value ?? base64(text);
    const generation = this.#generation;
    if (succeeded === true && known === null) return { generation, ...made };
    const found = kept === undefined ? null : nameOf(kept);
    if (found === null || (known !== null && found.id !== known))
      throw new OrderForked(
        `etcd holds ${found === null ? `no generation ${generation} of order ${this.#exchange}` : `order ${found.id}`}` +
          (known === null ? ' and keys of another one' : `, and here is ${known}`),
      );
    return { generation, ...found };
  }

  async publish(batch: Unplaced, attempt: number, role: RoleClaim | null): Promise<'ordered' | 'lost' | 'fenced'> {
    const { gateway, n, body } = batch;
    const key = this.#key(`o/g/${gateway}`);
    const isNext = { key, target: 'VERSION', result: 'EQUAL', version: String(n - 1) };
    const holds = role === null ? [] : [this.#holds(role)];
    const value = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64');
    const puts = [{ request_put: { key, value } }, put(this.#key('o/tip'), '')];
    const timeoutMs = PUBLISH_MS[Math.min(attempt, 1)]!;
    const { succeeded, responses } = await this.#put([isNext, ...holds], puts, [range(key, true)], timeoutMs);
    if (succeeded === true) return 'ordered';
    const version = Number(kvsOf(responses).find((kv) => kv.key === key)?.version ?? 0);
    if (version === n) return 'ordered';
    return version === n - 1 && role !== null ? 'lost' : 'fenced';
  }

  async *follow(after: number, signal: AbortSignal, known?: Met): AsyncGenerator<OrderedBatch, void, undefined> {
    const all = { key: this.#key('o/'), range_end: this.#key('o0') };
    const request = { ...all, start_revision: String(after + 1), filters: ['NODELETE'], fragment: true };
    let met: KeyValue | null = null;
    try {
      for await (const { result = {} } of this.#client.stream('/v3/watch', { create_request: request }, signal)) {
        await this.#mayFollow(result, after, known);
        for (const { kv } of result.events ?? []) {
          if (met !== null && kv.mod_revision === met.mod_revision) yield this.#batchOf(met, kv);
          met = kv;
        }
      }
    } catch (error) {
      if (signal.aborted && error instanceof OrderUnreachable) {
        // Whoever closes it has reason to look elsewhere.
        this.#client.turnAway();
        return;
      }
      if (error instanceof OrderUnreachable) this.#client.turnAway();
      throw error;
    }
  }

  async readPosition(): Promise<number> {
    const tip = range(this.#key('o/tip'), true);
    if (this.confirmsByRange) {
      const { kvs } = await this.#client.ask('/v3/kv/range', tip.request_range, ASK_MS);
      return Number(kvs?.[0]?.mod_revision ?? 0);
    }
    const { responses } = await this.#put([], [put(this.#key(`read/${this.#node}`), ''), tip], []);
    return Number(kvsOf(responses)[0]?.mod_revision ?? 0);
  }

  async claim(role: string): Promise<RoleClaim | null> {
    const key = this.#key(`role/${role}`);
    const lease = await this.#leased();
    const isFree = { key, target: 'CREATE', result: 'EQUAL', create_revision: '0' };
    const mine = { request_put: { key, value: base64(lease), lease } };
    const { succeeded, header, responses } = await this.#put([isFree], [mine], [range(key)]);
    if (succeeded === true) return { role, since: Number(header?.revision) };
    const held = kvsOf(responses).find((kv) => kv.key === key);
    // An earlier question of ours may have got it, and its answer was lost.
    return held !== undefined && textOf(held) === lease ? { role, since: Number(held.create_revision) } : null;
  }

  async release(claim: RoleClaim): Promise<void> {
    await this.#txn([this.#holds(claim)], [{ request_delete_range: { key: this.#key(`role/${claim.role}`) } }], []);
  }

  async beat(heartbeat: Heartbeat): Promise<Pulse> {
    const lease = await this.#leased();
    const { result } = await this.#client.ask('/v3/lease/keepalive', { ID: lease }, ASK_MS);
    if (Number(result?.TTL ?? 0) <= 0) {
      this.#lease = null;
      return this.beat(heartbeat);
    }
    const own = {
      request_put: { key: this.#key(`node/${this.#node}`), value: base64(JSON.stringify(heartbeat)), lease },
    };
    const nodes = { request_range: { key: this.#key('node/'), range_end: this.#key('node0') } };
    const diverged = { request_range: { key: this.#key('diverged/'), range_end: this.#key('diverged0') } };
    const asked = [own, range(this.#key('o/tip'), true), nodes, diverged, range(this.#key('hash-at'))];
    const { responses = [] } = await this.#put([], asked, []);
    const [[tip] = [], beating = [], apart = [], [hashAt] = []] = responses
      .slice(1)
      .map(({ response_range: found }) => found?.kvs ?? []);
    return {
      nodes: beating.map((kv) => JSON.parse(textOf(kv)) as Heartbeat),
      newest: Number(tip?.mod_revision ?? 0),
      place: Number(tip?.version ?? 0),
      diverged: apart.map(({ key }) => Buffer.from(key, 'base64').toString().split('/').at(-1)!),
      ...(hashAt === undefined ? {} : { hashAt: Number(textOf(hashAt)) }),
    };
  }

  async diverged(why: string | null): Promise<void> {
    const key = this.#key(`diverged/${this.#node}`);
    await this.#put([], [why === null ? { request_delete_range: { key } } : put(key, why)], []);
  }

  async compact(revision: number): Promise<void> {
    await this.#client.ask('/v3/kv/compaction', { revision: String(revision) }, ASK_MS).catch((error: unknown) => {
      if (!(error instanceof OrderUnreachable && error.message.includes('has been compacted'))) throw error;
    });
  }

  /** Says to the operator at which command the engine here threw. @throws OrderUnreachable */
  async noteFault(fault: EngineFault): Promise<void> {
    await this.#put([], [put(this.#key(faultKey(fault.sequence)), JSON.stringify(fault))], []);
  }

  /** The commands up to there have been applied here: faults at them are over. @throws OrderUnreachable */
  async forgetFaults(upTo: number): Promise<void> {
    const past = { key: this.#key('fault/'), range_end: this.#key(faultKey(upTo + 1)) };
    await this.#txn([], [{ request_delete_range: past }], []);
  }

  close(): void {
    this.#client.close();
  }

  #leased(): Promise<string> {
    this.#lease ??= this.#grant().catch((error: unknown) => {
      this.#lease = null;
      throw error;
    });
    return this.#lease;
  }

  async #grant(): Promise<string> {
    const { ID } = await this.#client.ask('/v3/lease/grant', { TTL: String(LEASE_SECONDS) }, ASK_MS);
    if (ID === undefined) throw new OrderUnreachable('no lease was granted');
    return ID;
  }

  async #lookAtVersions(): Promise<void> {
    const { members } = this.#client;
    const found = await Promise.all(
      members.map(async (member) => {
        const { etcdserver } = await this.#client.askAt(member, '/version', null, ASK_MS).catch((): Answer => ({}));
        return [member, etcdserver ?? ''] as const;
      }),
    );
    this.versions = new Map(found.filter(([, version]) => version !== ''));
    this.confirmsByRange = found.every(([, version]) => confirmsByRange(version));
  }

  /** @throws OrderCompacted, OrderForked, OrderUnreachable when there is nothing to follow */
  async #mayFollow(watched: Watched, after: number, known?: Met): Promise<void> {
    const { created, canceled, compact_revision: compacted, cancel_reason: why, header } = watched;
    if (canceled === true && compacted !== undefined) throw new OrderCompacted(Number(compacted));
    if (canceled === true) throw new OrderUnreachable(`the watch was ended: ${why ?? 'without a reason'}`);
    if (created !== true) return;
    if (header?.cluster_id !== this.#cluster)
      throw new OrderForked(`it is etcd cluster ${header?.cluster_id}, and was ${this.#cluster}`);
    // An etcd that was begun anew at the same addresses has the same name for itself.
    const { kvs = [] } = await this.#client.ask('/v3/kv/range', { key: this.#key('order') }, ASK_MS);
    this.#mustBeOurs(kvs[0]);
    if (Number(header?.revision ?? 0) < after) {
      // The member lags, or all of them were put back to an earlier copy.
      const newest = await this.readPosition();
      if (newest < after)
        throw new OrderForked(`its newest batch is at revision ${newest}, and one at ${after} was met`);
    }
    if (known !== undefined && after > 0) await this.#mustHave(after, known);
  }

  /** The batch that was met at a revision is there, unless that is forgotten: then the archive is compared. */
  async #mustHave(revision: number, known: Met): Promise<void> {
    const at = { key: this.#key('o/'), range_end: this.#key('o0'), keys_only: true };
    const asked = { ...at, revision: String(revision), min_mod_revision: String(revision) };
    const found = await this.#client.ask('/v3/kv/range', asked, ASK_MS).catch((error: unknown) => {
      if (error instanceof OrderUnreachable && error.message.includes('has been compacted')) return null;
      throw error;
    });
    if (found === null) return;
    const [batch, tip] = [false, true].map((isTip) =>
      found.kvs?.find(({ key }) => (key === this.#key('o/tip')) === isTip),
    );
    const { gateway, n, place } = this.#batchOf(batch ?? NO_KEY, tip ?? NO_KEY);
    if (place === known.place && n === known.numberOf(gateway)) return;
    throw new OrderForked(`at revision ${revision} it has batch ${n} of ${gateway || 'nobody'}, and another was met`);
  }

  /** @throws OrderForked when the key `order` is not what it was when it was opened */
  #mustBeOurs(order: KeyValue | undefined): void {
    if (order?.value === this.#name) return;
    const found = order === undefined ? 'no such order' : `order ${nameOf(order).id}`;
    throw new OrderForked(`etcd holds ${found}, and held ${nameOf({ key: '', value: this.#name }).id}`);
  }

  /** On the condition that this is the order that was opened. @throws OrderForked when it is not */
  async #put(compare: object[], success: object[], failure: object[], timeoutMs: number = ASK_MS): Promise<Answer> {
    const key = this.#key('order');
    const isOurs = { key, target: 'VALUE', result: 'EQUAL', value: this.#name };
    const answer = await this.#txn([isOurs, ...compare], success, [...failure, range(key)], timeoutMs);
    if (answer.succeeded !== true) this.#mustBeOurs(kvsOf(answer.responses).find((kv) => kv.key === key));
    return answer;
  }

  #batchOf(batch: KeyValue, tip: KeyValue): OrderedBatch {
    const key = Buffer.from(batch.key, 'base64').toString();
    return {
      revision: Number(batch.mod_revision),
      place: Number(tip.version),
      gateway: key.slice(key.lastIndexOf('/') + 1),
      n: Number(batch.version),
      body: Buffer.from(batch.value ?? '', 'base64'),
    };
  }

  #holds({ role, since }: RoleClaim): object {
    return { key: this.#key(`role/${role}`), target: 'CREATE', result: 'EQUAL', create_revision: String(since) };
  }

  #txn(compare: object[], success: object[], failure: object[], timeoutMs: number = ASK_MS): Promise<Answer> {
    return this.#client.ask('/v3/kv/txn', { compare, success, failure }, timeoutMs);
  }

  #key(name: string): string {
    return base64(this.#prefix + name);
  }
}

const NO_KEY: KeyValue = { key: '' };

/** All keys of an exchange, as etcd names a range. */
export function allOf(exchange: string): { readonly key: string; readonly range_end: string } {
  const prefix = exchangePrefix(exchange);
  return { key: base64(`${prefix}/`), range_end: base64(`${prefix}0`) };
}

/** @param order the key of that name */
export function nameOf(order: KeyValue): OrderName {
  const text = textOf(order);
  try {
    return JSON.parse(text) as OrderName;
  } catch (error) {
    throw new Error(`etcd holds an order of another version of this program, called ${text}`, { cause: error });
  }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const textOf = ({ value = '' }: KeyValue): string => Buffer.from(value, 'base64').toString();
const put = (key: string, text: string) => ({ request_put: { key, value: base64(text) } });
const range = (key: string, keysOnly = false) => ({ request_range: { key, keys_only: keysOnly } });

function kvsOf(responses: Answer['responses']): readonly KeyValue[] {
  return (responses ?? []).flatMap(({ response_range: found }) => found?.kvs ?? []);
}
