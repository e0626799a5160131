/**
 * An order in etcd as its operator sees it, who is no node: the members, one by one, the nodes whose hearts beat, who
 * has which role, where engines threw; and what can be done from outside: to end a node's gateways, and to put a batch
 * of the operator's behind the newest.
 */
import type { Command } from '../../core/language/commands.ts';
import { FENCE } from '../nodes/batch.ts';
import type { Generation } from '../nodes/generations.ts';
import { operatorBatch } from '../nodes/operator-batch.ts';
import { type EngineFault, type Heartbeat, OrderUnreachable } from '../nodes/shared-order.ts';
import { type Answer, type EtcdAccess, EtcdClient, type KeyValue } from './etcd-client.ts';
import { allOf, faultKey, nameOf, prefixOf } from './etcd-order.ts';

const ASK_MS = 2_000;
/** A gateway that publishes meanwhile takes the number before us; it can't do so for ever. */
const MOST_TRIES = 50;
/** A question to the nodes stands for so long. */
const ASKED_SECONDS = 60;

export interface MemberSeen {
  /** `host:port`. */
  readonly address: string;
  /** Null: it does not answer. */
  readonly version: string | null;
  readonly leads: boolean;
  /** Of its database. */
  readonly bytes: number;
  /** Why it does not answer; null: it does. */
  readonly trouble: string | null;
}

export interface NodeSeen extends Heartbeat {
  readonly roles: readonly string[];
}

export interface OrderSeen {
  readonly members: readonly MemberSeen[];
  /** Its name; null: there is no order of this exchange. */
  readonly order: string | null;
  /** 1 as long as it was never begun anew. */
  readonly generation: number;
  /** The newest batch as etcd counts, and how many there were. */
  readonly revision: number;
  readonly batches: number;
  readonly nodes: readonly NodeSeen[];
  /** Why nodes stopped that met another order or state than the others, by name; until they are back. */
  readonly diverged: Readonly<Record<string, string>>;
  /** Commands at which the engine of a node threw, and which no node has got past since. */
  readonly faults: readonly EngineFault[];
}

export interface LookOptions extends EtcdAccess {
  readonly members: readonly string[];
  readonly exchange: string;
}

export class EtcdLook {
  readonly #client: EtcdClient;
  readonly #exchange: string;
  #prefix = '';

  constructor(options: LookOptions) {
    this.#client = new EtcdClient(options.members, options);
    this.#exchange = options.exchange;
  }

  /** @throws OrderUnreachable when no majority answers */
  async look(): Promise<OrderSeen> {
    const generation = await this.#enter();
    const [members, all] = await Promise.all([this.#members(), this.#small()]);
    const beating = new Map(under(all, 'node/').map(([name, kv]) => [kv.lease, name]));
    const roles = under(all, 'role/').filter(([role]) => !role.startsWith('node/'));
    const rolesOf = (name: string): string[] =>
      roles.flatMap(([role, { lease }]) => (beating.get(lease) === name ? [role] : []));
    const tip = all.get('o/tip');
    const order = all.get('order');
    return {
      members,
      order: order === undefined ? null : nameOf(order).id,
      generation,
      revision: Number(tip?.mod_revision ?? 0),
      batches: Number(tip?.version ?? 0),
      diverged: Object.fromEntries(under(all, 'diverged/').map(([name, kv]) => [name, textOf(kv)])),
      nodes: under(all, 'node/').map(([name, kv]) => ({
        ...(JSON.parse(textOf(kv)) as Heartbeat),
        roles: rolesOf(name),
      })),
      faults: under(all, 'fault/').map(([, kv]) => JSON.parse(textOf(kv)) as EngineFault),
    };
  }

  /**
   * Puts an end behind the newest batch of a gateway, whoever has it: what it sends later is never ordered.
   * @param isOpen it is some node's, also when it has sent nothing yet
   * @returns false where it had ended before, or never was
   * @throws OrderUnreachable
   */
  async fence(gateway: string, isOpen: boolean): Promise<boolean> {
    await this.#enter();
    const key = this.#key(`o/g/${gateway}`);
    for (let nth = 0; nth < MOST_TRIES; nth++) {
      const { kvs } = await this.#ask('/v3/kv/range', { key });
      const [newest] = kvs ?? [];
      if (newest === undefined ? !isOpen : textOf(newest) === Buffer.from(FENCE).toString()) return false;
      const isNext = { key, target: 'VERSION', result: 'EQUAL', version: newest?.version ?? '0' };
      const puts = [
        { request_put: { key, value: Buffer.from(FENCE).toString('base64') } },
        { request_put: { key: this.#key('o/tip') } },
      ];
      const { succeeded } = await this.#ask('/v3/kv/txn', { compare: [isNext], success: puts, failure: [] });
      if (succeeded === true) return true;
    }
    throw new OrderUnreachable(`gateway ${gateway} published before each of ${MOST_TRIES} attempts to end it`);
  }

  /**
   * Puts a command of the operator's behind the newest batch.
   * @param over a fault that it ends: it is put only while that stands, and nothing was ordered since `seen`
   * @returns false where that is not so any more; then nothing was done
   * @throws OrderUnreachable
   */
  async order(command: Command, over: { readonly sequence: number; readonly seen: number } | null): Promise<boolean> {
    await this.#enter();
    const { gateway, n, body } = operatorBatch(command);
    const key = this.#key(`o/g/${gateway}`);
    const tip = this.#key('o/tip');
    const fault = over === null ? '' : this.#key(faultKey(over.sequence));
    const isNext = { key, target: 'VERSION', result: 'EQUAL', version: String(n - 1) };
    const stands = [
      { key: fault, target: 'VERSION', result: 'GREATER', version: '0' },
      { key: tip, target: 'MOD', result: 'EQUAL', mod_revision: String(over?.seen) },
    ];
    const puts = [
      { request_put: { key, value: Buffer.from(body).toString('base64') } },
      { request_put: { key: tip } },
      ...(over === null ? [] : [{ request_delete_range: { key: fault } }]),
    ];
    const { succeeded, responses } = await this.#ask('/v3/kv/txn', {
      compare: [isNext, ...(over === null ? [] : stands)],
      success: puts,
      failure: [{ request_range: { key, keys_only: true } }],
    });
    // An earlier attempt may have done it, and its answer was lost: nobody else has this gateway.
    const isThere = (responses ?? []).some(({ response_range: found }) => (found?.kvs ?? []).length > 0);
    if (succeeded !== true && !isThere) return false;
    await this.fence(gateway, true);
    return true;
  }

  /** Asks every node for the hash of its state at a sequence, for a minute. @throws OrderUnreachable */
  async askHash(sequence: number): Promise<void> {
    await this.#enter();
    const { ID: lease } = await this.#ask('/v3/lease/grant', { TTL: String(ASKED_SECONDS) });
    const value = Buffer.from(String(sequence)).toString('base64');
    await this.#ask('/v3/kv/put', { key: this.#key('hash-at'), value, lease });
  }

  close(): void {
    this.#client.close();
  }

  /**
   * Puts an order under its generation, where there is nothing of this exchange.
   * @returns null, or what is there
   * @throws OrderUnreachable
   */
  async begin({ generation, id, continues }: Generation): Promise<string | null> {
    const key = Buffer.from(`${prefixOf(this.#exchange, generation)}order`).toString('base64');
    const value = Buffer.from(JSON.stringify({ id, continues })).toString('base64');
    const isEmpty = { ...allOf(this.#exchange), target: 'CREATE', result: 'EQUAL', create_revision: '0' };
    const some = { request_range: { ...allOf(this.#exchange), limit: '1', keys_only: true } };
    const own = { request_range: { key } };
    const answer = await this.#ask('/v3/kv/txn', {
      compare: [isEmpty],
      success: [{ request_put: { key, value } }],
      failure: [own, some],
    });
    if (answer.succeeded === true) return null;
    const kvs = (answer.responses ?? []).flatMap(({ response_range: found }) => found?.kvs ?? []);
    // An earlier question of ours may have put it, and its answer was lost.
    if (kvs.some((kv) => kv.key === key && kv.value === value)) return null;
    return Buffer.from(kvs[0]?.key ?? '', 'base64').toString();
  }

  /** All that the order holds beside its batches, by the name behind the prefix. */
  async #small(): Promise<Map<string, KeyValue>> {
    const named = ['node/', 'role/', 'diverged/', 'fault/'].map((name) => ({
      request_range: { key: this.#key(name), range_end: this.#key(`${name.slice(0, -1)}0`) },
    }));
    const single = ['order', 'o/tip'].map((name) => ({ request_range: { key: this.#key(name) } }));
    const { responses } = await this.#ask('/v3/kv/txn', { compare: [], success: [...named, ...single], failure: [] });
    const kvs = (responses ?? []).flatMap(({ response_range: found }) => found?.kvs ?? []);
    return new Map(kvs.map((kv) => [Buffer.from(kv.key, 'base64').toString().slice(this.#prefix.length), kv]));
  }

  /** An etcd has one generation of an order, as each begins in an empty one. */
  async #enter(): Promise<number> {
    const { kvs } = await this.#ask('/v3/kv/range', { ...allOf(this.#exchange), limit: '1', keys_only: true });
    const key = Buffer.from(kvs?.[0]?.key ?? '', 'base64').toString();
    const generation = Number(key.split('/')[3] ?? 1);
    this.#prefix = prefixOf(this.#exchange, generation);
    return generation;
  }

  async #members(): Promise<MemberSeen[]> {
    return Promise.all(
      this.#client.members.map(async (address): Promise<MemberSeen> => {
        const ask = (path: string, body: object | null): Promise<Answer> =>
          this.#client.askAt(address, path, body, ASK_MS);
        try {
          const [{ etcdserver }, { header, leader, dbSize }] = await Promise.all([
            ask('/version', null),
            ask('/v3/maintenance/status', {}),
          ]);
          const trouble = (leader ?? '0') === '0' ? 'it knows no leader: there is no majority' : null;
          const leads = trouble === null && leader === header?.member_id;
          return { address, version: etcdserver ?? null, leads, bytes: Number(dbSize ?? 0), trouble };
        } catch (error) {
          const trouble = error instanceof Error ? error.message : String(error);
          return { address, version: null, leads: false, bytes: 0, trouble };
        }
      }),
    );
  }

  /** At each member in turn. */
  async #ask(path: string, body: object): Promise<Answer> {
    const { members } = this.#client;
    for (let nth = 1; ; nth++) {
      try {
        return await this.#client.ask(path, body, ASK_MS);
      } catch (error) {
        if (!(error instanceof OrderUnreachable) || nth >= members.length) throw error;
      }
    }
  }

  #key(name: string): string {
    return Buffer.from(this.#prefix + name).toString('base64');
  }
}

const textOf = ({ value = '' }: KeyValue): string => Buffer.from(value, 'base64').toString();

function under(all: ReadonlyMap<string, KeyValue>, folder: string): [string, KeyValue][] {
  return [...all].flatMap(([name, kv]) => (name.startsWith(folder) ? [[name.slice(folder.length), kv]] : []));
}
