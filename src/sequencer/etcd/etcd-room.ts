/**
 * How full the databases of etcd's members are. What counts is what is in use: the file itself never shrinks, and what
 * compaction has freed in it is used again. A member whose file has no room left says so by an alarm (NOSPACE), takes
 * nothing more, and goes on only after an operator has defragmented it and switched the alarm off.
 */
import type { EtcdClient } from './etcd-client.ts';

/** Of the member with the least room. */
export interface OrderRoom {
  readonly usedBytes: number;
  readonly quotaBytes: number;
  /** Members that have run out of room and said so, by address. */
  readonly exhausted: readonly string[];
}

const ASK_MS = 1_000;
/** Of a member that does not say: etcd's default. */
const DEFAULT_QUOTA_BYTES = 2 * 1024 ** 3;
const QUOTA_EVERY_LOOKS = 30;

export class EtcdRoom {
  readonly #client: EtcdClient;
  readonly #quotas = new Map<string, number>();
  #looks = 0;

  constructor(client: EtcdClient) {
    this.#client = client;
  }

  /** Null while no member answers. */
  async look(): Promise<OrderRoom | null> {
    if (this.#looks++ % QUOTA_EVERY_LOOKS === 0) this.#quotas.clear();
    const found = (await Promise.all(this.#client.members.map((member) => this.#roomOf(member)))).filter(
      (one) => one !== null,
    );
    const fullest = found.toSorted((a, b) => b.usedBytes / b.quotaBytes - a.usedBytes / a.quotaBytes)[0];
    return fullest === undefined ? null : { ...fullest, exhausted: found.flatMap(({ exhausted }) => exhausted) };
  }

  async #roomOf(member: string): Promise<OrderRoom | null> {
    try {
      const said = await this.#client.askAt(member, '/v3/maintenance/status', {}, ASK_MS);
      const { dbSize = '0', dbSizeInUse = dbSize, dbSizeQuota, errors = [] } = said;
      const quotaBytes = dbSizeQuota === undefined ? await this.#quotaOf(member) : Number(dbSizeQuota);
      const exhausted = errors.some((one) => one.includes('NOSPACE')) ? [member] : [];
      return { usedBytes: Number(dbSizeInUse), quotaBytes, exhausted };
    } catch {
      return null;
    }
  }

  /** As its metrics say it: members older than 3.6 say it nowhere else. */
  async #quotaOf(member: string): Promise<number> {
    const known = this.#quotas.get(member);
    if (known !== undefined) return known;
    const text = await this.#client.textAt(member, '/metrics', ASK_MS).catch(() => '');
    const said = Number(/^etcd_server_quota_backend_bytes (\S+)$/m.exec(text)?.[1] ?? 0);
    const quota = said > 0 ? said : DEFAULT_QUOTA_BYTES;
    this.#quotas.set(member, quota);
    return quota;
  }
}
