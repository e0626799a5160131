/**
 * What a team is judged by: its counted orders with their grades, the logs that decide about them, and sums of both.
 * Made afresh for every report from what `step` gathered; changes none of it.
 */
import { coinsOf, contentOf } from './content.ts';
import { type Exact, plus, ZERO } from './exact.ts';
import { deadlinesOf, type Grade, gradeOf, isCovered, timingOf } from './grade.ts';
import { type BeaconFacts, type Level, levelOf, type RootAt } from './level.ts';
import { placeOf } from './links.ts';
import { markAt } from './marks.ts';
import type { Verification } from './step.ts';
import type { Team, TeamLog, TeamOrder } from './team.ts';

/** A counted order, judged. */
export interface GradedOrder {
  readonly order: TeamOrder;
  readonly grade: Grade;
  /** Null without a deciding log. */
  readonly level: Level | null;
}

export interface Dossier {
  readonly team: Team;
  /** By leaf index. */
  readonly counted: readonly GradedOrder[];
  /** The logs that decide about counted orders, each once, by leaf index. */
  readonly deciding: readonly TeamLog[];
  /** For each of them, the counted orders it decides about. */
  readonly ordersOf: ReadonlyMap<TeamLog, readonly GradedOrder[]>;
  readonly covered: number;
  readonly grades: Readonly<Record<Grade, number>>;
  readonly levels: readonly number[];
  readonly notionalCounted: Exact;
  readonly notionalCovered: Exact;
  readonly filled: number;
}

const LEVELS = 6;

/** Dossiers of the teams that were approved, by team id. */
export function dossiersOf(state: Verification, rootAt: RootAt): readonly Dossier[] {
  const facts: BeaconFacts = {
    sha256: state.sha256,
    origin: state.origin,
    times: state.times,
    rootAt,
    maxAgeMs: state.rules.beaconMaxAgeMs,
  };
  const teams = [...state.teams.values()].filter(({ wasApproved }) => wasApproved);
  return teams.sort((a, b) => (a.id < b.id ? -1 : 1)).map((team) => dossierOf(state, team, facts));
}

function dossierOf(state: Verification, team: Team, facts: BeaconFacts): Dossier {
  const counted = team.orders.filter((order) => isCounted(state, order)).map((order) => graded(state, order, facts));
  const ordersOf = new Map<TeamLog, GradedOrder[]>();
  const grades: Record<Grade, number> = { A: 0, B: 0, C: 0, D: 0, U: 0, X: 0 };
  const levels = Array.from({ length: LEVELS }, () => 0);
  let notionalCounted = ZERO;
  let notionalCovered = ZERO;
  for (const one of counted) {
    const { order, grade, level } = one;
    grades[grade] += 1;
    if (level !== null) levels[level] = (levels[level] ?? 0) + 1;
    notionalCounted = plus(notionalCounted, order.notional);
    if (isCovered(grade)) notionalCovered = plus(notionalCovered, order.notional);
    if (order.deciding === null) continue;
    const those = ordersOf.get(order.deciding.log);
    if (those === undefined) ordersOf.set(order.deciding.log, [one]);
    else those.push(one);
  }
  return {
    team,
    counted,
    deciding: [...ordersOf.keys()].sort((a, b) => a.index - b.index),
    ordersOf,
    covered: grades.A + grades.B + grades.C,
    grades,
    levels,
    notionalCounted,
    notionalCovered,
    filled: counted.filter(({ order }) => order.isFilled).length,
  };
}

/** Whether a caller placed it while the contest was live; a plan order counts once it has a fill. */
function isCounted({ contest, endMs }: Verification, { t, header, isFilled }: TeamOrder): boolean {
  if (header.channel !== 'api' && header.channel !== 'web') return false;
  return t >= contest.startMs && t < endMs && (header.triggerPrice === null || isFilled);
}

function graded(state: Verification, order: TeamOrder, facts: BeaconFacts): GradedOrder {
  const { rules, outages, contest } = state;
  const { deciding, header, t } = order;
  if (deciding === null) return { order, grade: 'U', level: null };
  const { type, symbol, size, price } = header;
  const content = contentOf(
    { type, ...coinsOf(symbol, contest.coin), size, price },
    deciding.log.facts?.decisions ?? [],
    rules,
    () => markAt(state, symbol, t),
  );
  const grade = gradeOf(timingOf(placeOf(order), deciding, deadlinesOf(t, outages, rules)), content);
  return { order, grade, level: levelOf(deciding.log, grade, facts) };
}
