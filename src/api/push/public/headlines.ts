/** headlines: texts about jumps of the exchange's own market, as they are published; first the newest there are. */
import { HEADLINES, latestHeadlines } from '../../reading/headlines.ts';
import { type Headline, headlineView } from '../../shapes/headline.ts';
import { pushedHeadlinesShape } from '../../shapes/pushed-headlines.ts';
import { type Change, defineStoreChannel, type StoreDeps, type StoreSource } from './channel.ts';

export const headlines = defineStoreChannel({
  name: 'headlines',
  shape: pushedHeadlinesShape,
  carries: { kind: 'rows', list: 'list', oldest: 'startId', most: HEADLINES.usual },
  open: (_, deps) => new Headlines(deps),
});

class Headlines implements StoreSource {
  readonly #deps: Pick<StoreDeps, 'headlines'>;
  /** The newest that was published; null: nothing was yet. */
  #published: Place | null = null;

  constructor(deps: Pick<StoreDeps, 'headlines'>) {
    this.#deps = deps;
  }

  changes(): Promise<readonly Change[]> {
    const before = this.#published;
    const latest = latestHeadlines(this.#deps, null, HEADLINES.usual);
    const newest = latest[0];
    this.#published = newest === undefined ? [0, 0] : placeOf(newest);
    const fresh = before === null ? latest : latest.filter((one) => isAfter(placeOf(one), before));
    if (before !== null && fresh.length === 0) return Promise.resolve([]);
    const rows = fresh.map((one) => ({
      place: placeOf(one),
      data: JSON.stringify(headlineView(one, one.symbol)),
    }));
    const startId = rows.at(-1)?.place.join('-') ?? null;
    return Promise.resolve([{ kind: 'rows', isWhole: before === null, rows, members: { startId, list: null } }]);
  }

  restart(): void {
    this.#published = null;
  }
}

type Place = readonly [timeMs: number, place: number];

function placeOf({ second, place }: Headline): Place {
  return [second * 1_000, place];
}

function isAfter([timeMs, place]: Place, [otherMs, other]: Place): boolean {
  return timeMs > otherMs || (timeMs === otherMs && place > other);
}
