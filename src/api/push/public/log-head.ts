/** log.head: the newest checkpoint of the AI log that is served, and the leaves it covers. */
import { pushedLogHeadShape } from '../../shapes/pushed-log-head.ts';
import { type Change, defineStoreChannel, type StoreDeps, type StoreSource } from './channel.ts';

const MOST_LEAVES = 100;

export const log = defineStoreChannel({
  name: 'log.head',
  shape: pushedLogHeadShape,
  // In a list of all, `skipped` is the number of leaves before the oldest: its index.
  carries: { kind: 'rows', list: 'leaves', oldest: 'skipped', most: MOST_LEAVES },
  open: (_, deps) => new LogHead(deps),
});

class LogHead implements StoreSource {
  readonly #deps: Pick<StoreDeps, 'publishedLog' | 'store'>;
  #published: { readonly note: string; readonly size: number } | null = null;

  constructor(deps: Pick<StoreDeps, 'publishedLog' | 'store'>) {
    this.#deps = deps;
  }

  async changes(): Promise<readonly Change[]> {
    const { publishedLog, store } = this.#deps;
    const tree = publishedLog.newest();
    if (tree === null || tree.note === this.#published?.note) return [];
    const { size, note } = tree;
    const before = this.#published === null || this.#published.size > size ? null : this.#published.size;
    const page = { limit: MOST_LEAVES, page: 0, cursor: null };
    const { items } = await store.ask('leaves', { ...page, kind: null, leaf: null, below: size }, 0);
    const fresh = items.filter(({ index }) => index >= (before ?? 0));
    const skipped = size - (before ?? 0) - fresh.length;
    this.#published = { note, size };
    const rows = fresh.map((leaf) => ({ place: [leaf.index], data: JSON.stringify(leaf) }));
    return [{ kind: 'rows', isWhole: before === null, rows, members: { size, note, leaves: null, skipped } }];
  }

  restart(): void {
    this.#published = null;
  }
}
