/**
 * The dossier a judge reads beside the findings about a team (docs/evidence.md, Dossier): its orders by grade, how long
 * before or after them their logs came, texts it wrote again and again, prices it claimed, who lost to it, and which
 * teams' positions match its own. The same numbers that the rules compared, and lists that are bounded.
 */
import type { Dossier, GradedOrder } from './dossier.ts';
import { compare, type Exact, exactText, plus, ratioPpm, ZERO } from './exact.ts';
import { coinsOf, mayDecide } from './content.ts';
import type { Everything, Finding } from './finding.ts';
import { isHouse } from './gifts.ts';
import type { Grade } from './grade.ts';
import { groundingOf } from './grounding.ts';
import type { Level } from './level.ts';
import type { OrderLine } from './report.ts';
import { storiesOf, type Story } from './story.ts';
import type { Team, TeamLog, TeamOrder } from './team.ts';

export type DossierOrder = {
  readonly order: number;
  readonly orderId: string;
  readonly t: number;
  readonly symbol: string;
  readonly type: string;
  readonly size: string;
  readonly price: string | null;
  readonly notional: string;
  readonly delta: number | null;
  readonly level: Level | null;
  readonly link: OrderLine['link'];
  readonly log: number | null;
  /** Of an order without a log: one of the account within a minute that decided the same, and names no order. */
  readonly near: number | null;
};

/** Orders whose logs came from `from` up to `to` ms after them, below 0 for before them; null: unbounded. */
export type Delay = { readonly from: number | null; readonly to: number | null; readonly count: number };

/** Deciding logs of one template. */
export type Cluster = {
  /** Its text without numbers and spacing, at most 120 code points; taken from a body. */
  readonly text: string | null;
  /** Code points before the cut. */
  readonly length: number;
  readonly count: number;
  /** Leaf indices, the first 50. */
  readonly logs: readonly number[];
  /** Other teams that wrote it. */
  readonly alsoOf: readonly string[];
};

export type ClaimMiss = {
  readonly log: number;
  readonly symbol: string;
  /** Taken from a body. */
  readonly claimed: string | null;
  readonly low: string;
  readonly high: string;
};

export type JudgesDossier = {
  readonly team: string;
  /** Each finding of the report. */
  readonly stories: readonly Story[];
  readonly grades: Readonly<Record<Grade, number>>;
  /** The first of each grade, by leaf index. */
  readonly orders: Readonly<Record<Grade, readonly DossierOrder[]>>;
  readonly delays: readonly Delay[];
  /** Logs that could be read, how many different templates they have, and the largest that came again. */
  readonly templates: { readonly logs: number; readonly distinct: number; readonly clusters: readonly Cluster[] };
  readonly grounding: { readonly claims: number; readonly wrong: number; readonly misses: readonly ClaimMiss[] };
  /** Gross realised profit by the account on the other side, highest first. */
  readonly counterparties: readonly {
    readonly account: string;
    readonly team: string | null;
    readonly isHouse: boolean;
    readonly gained: string;
    readonly sharePpm: number;
    /** Leaf indices of orders, the first 50. */
    readonly orders: readonly number[];
  }[];
  /** Money by prices that were not the market's, by the account on the other side (V13). */
  readonly gifts: readonly {
    readonly account: string;
    readonly team: string | null;
    readonly given: string;
    readonly received: string;
    /** The same across the spread of a thin market. */
    readonly thinGiven: string;
    readonly thinReceived: string;
    readonly orders: readonly number[];
  }[];
  /** Teams by how closely their positions match, ⌊10⁶·r²⌋, highest first; `isTwin` as in V14. */
  readonly twins: readonly {
    readonly team: string;
    readonly ppm: number;
    readonly isTwin: boolean;
    readonly isOpposite: boolean;
    /** The one of the two that changed sides first; null: neither. */
    readonly first: string | null;
    readonly contracts: readonly { readonly symbol: string; readonly samples: number; readonly changes: number }[];
  }[];
};

const MOST_ORDERS = 100;
const MOST_CLUSTERS = 20;
const MOST_INDICES = 50;
const MOST_MISSES = 50;
const MOST_COUNTERPARTIES = 20;
const MOST_TWINS = 10;
/** The bounds of delays, in ms. */
const BORDERS = [-3_600_000, -900_000, -300_000, -60_000, -10_000, 0, 10_000, 60_000, 900_000, 1_800_000];

/** The dossiers of all teams that were judged, by team id. */
export function judgesDossiers(
  everything: Everything,
  findings: ReadonlyMap<string, readonly Finding[]>,
): readonly JudgesDossier[] {
  const clusters = everything.dossiers.map(clustersOf);
  const teamsOf = new Map<string, string[]>();
  for (const [at, of] of clusters.entries())
    for (const text of of.keys()) {
      const id = everything.dossiers[at]!.team.id;
      const those = teamsOf.get(text);
      if (those === undefined) teamsOf.set(text, [id]);
      else those.push(id);
    }
  return everything.dossiers.map((dossier, at) => {
    const stories = storiesOf(dossier, findings.get(dossier.team.id) ?? [], everything);
    return { ...judgesDossier(dossier, everything, clusters[at]!, teamsOf), stories };
  });
}

function judgesDossier(
  dossier: Dossier,
  everything: Everything,
  clusters: ReadonlyMap<string, readonly TeamLog[]>,
  teamsOf: ReadonlyMap<string, readonly string[]>,
): Omit<JudgesDossier, 'stories'> {
  const { team, grades, counted, deciding } = dossier;
  const { claims, misses } = groundingOf(dossier, everything.state);
  return {
    team: team.id,
    grades,
    orders: ordersByGrade(dossier, everything),
    delays: delaysOf(counted),
    templates: {
      logs: deciding.filter(({ facts }) => facts !== null).length,
      distinct: clusters.size,
      clusters: largest(clusters, team.id, teamsOf),
    },
    grounding: {
      claims,
      wrong: misses.length,
      misses: misses.slice(0, MOST_MISSES).map(({ log, symbol, claimed, low, high }) => ({
        log: log.index,
        symbol,
        claimed,
        low: exactText(low),
        high: exactText(high),
      })),
    },
    counterparties: counterpartiesOf(dossier, everything),
    gifts: giftsOf(dossier, everything),
    twins: (everything.likenesses.get(team) ?? [])
      .slice(0, MOST_TWINS)
      .map(({ team: other, ppm, isTwin, isOpposite, first, contracts }) => ({
        team: other.id,
        ppm: Number(ppm),
        isTwin,
        isOpposite,
        first: first?.id ?? null,
        contracts: contracts.map(({ symbol, samples, changes }) => ({ symbol, samples, changes })),
      })),
  };
}

function ordersByGrade({ team, counted }: Dossier, { state }: Everything): JudgesDossier['orders'] {
  const orders: Record<Grade, DossierOrder[]> = { A: [], B: [], C: [], D: [], U: [], X: [] };
  for (const { order, grade, level, follows } of counted) {
    if (orders[grade].length === MOST_ORDERS) continue;
    const { index, t, header, notional } = order;
    const { deciding } = follows ?? order;
    const { orderId, symbol, type, size, price } = header;
    orders[grade].push({
      order: index,
      orderId,
      t,
      symbol,
      type,
      size,
      price,
      notional: exactText(notional),
      delta: deciding === null ? null : deciding.receivedAt - t,
      level,
      link: follows === null ? (deciding?.how ?? null) : 'opening',
      log: deciding?.logIndex ?? null,
      near: deciding === null ? nearLog(team, order, state) : null,
    });
  }
  return orders;
}

/** The last log within a minute before an order, or the first after it, that decides the same and names no order. */
function nearLog({ logs }: Team, { t, header }: TeamOrder, { contest, rules }: Everything['state']): number | null {
  const { symbol, type } = header;
  const decides = mayDecide(coinsOf(symbol, contest.coin), type);
  const near = logs.filter(
    (log) => log.orderId === null && Math.abs(log.t - t) <= rules.timelyMs && decides(log.facts?.decisions ?? []),
  );
  return (near.findLast((log) => log.t <= t) ?? near[0])?.index ?? null;
}

function delaysOf(counted: readonly GradedOrder[]): readonly Delay[] {
  const counts = Array.from({ length: BORDERS.length + 1 }, () => 0);
  for (const { order } of counted) {
    if (order.deciding === null) continue;
    const delta = order.deciding.receivedAt - order.t;
    const place = BORDERS.filter((border) => border <= delta).length;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts.map((count, at) => ({ from: BORDERS[at - 1] ?? null, to: BORDERS[at] ?? null, count }));
}

function clustersOf({ deciding }: Dossier): ReadonlyMap<string, readonly TeamLog[]> {
  const clusters = new Map<string, TeamLog[]>();
  for (const log of deciding) {
    if (log.facts === null) continue;
    const those = clusters.get(log.facts.template.text);
    if (those === undefined) clusters.set(log.facts.template.text, [log]);
    else those.push(log);
  }
  return clusters;
}

/** The templates that came again, here or with another team. */
function largest(
  clusters: ReadonlyMap<string, readonly TeamLog[]>,
  team: string,
  teamsOf: ReadonlyMap<string, readonly string[]>,
): readonly Cluster[] {
  const again = [...clusters].map(([text, logs]): Cluster => {
    const alsoOf = (teamsOf.get(text) ?? []).filter((other) => other !== team);
    const indices = logs.slice(0, MOST_INDICES).map(({ index }) => index);
    return { text, length: logs[0]?.facts?.template.length ?? 0, count: logs.length, logs: indices, alsoOf };
  });
  return again
    .filter(({ count, alsoOf }) => count > 1 || alsoOf.length > 0)
    .sort((a, b) => b.count - a.count || (a.logs[0] ?? 0) - (b.logs[0] ?? 0))
    .slice(0, MOST_CLUSTERS);
}

function giftsOf({ team }: Dossier, { state }: Everything): JudgesDossier['gifts'] {
  return [...team.gifts].slice(0, MOST_COUNTERPARTIES).map(([account, gifts]) => ({
    account,
    team: state.byUid.get(account)?.id ?? null,
    given: exactText(gifts.given),
    received: exactText(gifts.received),
    thinGiven: exactText(gifts.thinGiven),
    thinReceived: exactText(gifts.thinReceived),
    orders: [...gifts.orders].slice(0, MOST_INDICES),
  }));
}

function counterpartiesOf({ team }: Dossier, { state }: Everything): JudgesDossier['counterparties'] {
  const all = [...team.dealings].map(([account, dealing]) => ({ account, ...dealing }));
  const gross = all.reduce<Exact>((sum, { gained }) => plus(sum, gained), ZERO);
  return all
    .sort((a, b) => compare(b.gained, a.gained) || (a.account < b.account ? -1 : 1))
    .slice(0, MOST_COUNTERPARTIES)
    .map(({ account, gained, evidence }) => ({
      account,
      team: state.byUid.get(account)?.id ?? null,
      isHouse: isHouse(account),
      gained: exactText(gained),
      sharePpm: gross.units === 0n ? 0 : Number(ratioPpm(gained, gross)),
      orders: [...evidence],
    }));
}
