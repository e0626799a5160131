/**
 * The facts a team is judged by: its counted orders with their grades, the logs that decide about them, and sums of
 * both. Made afresh for every report from what `step` gathered; changes none of it.
 */
import { isBracket, openingTypeOf } from './bracket.ts';
import { type Content, coinsOf, contentOf } from './content.ts';
import { coverageOf, type Coverage } from './coverage.ts';
import { type Exact, plus, ZERO } from './exact.ts';
import { deadlinesOf, type Grade, gradeOf, isCovered, timingOf } from './grade.ts';
import { type BeaconFacts, type Level, levelOf, type RootAt } from './level.ts';
import { placeOf } from './links.ts';
import { markAt, markOf } from './marks.ts';
import type { Verification } from './verification.ts';
import type { Team, TeamLog, TeamOrder } from './team.ts';

/** A counted order, judged. */
export interface GradedOrder {
  readonly order: TeamOrder;
  readonly grade: Grade;
  /** Null without a deciding log. */
  readonly level: Level | null;
  /** Null without a deciding log. */
  readonly content: Content | null;
  /** The opening order it follows instead of a log of its own. */
  readonly follows: TeamOrder | null;
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
  readonly coverage: Coverage;
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
  const counted = gradedOrders(state, team, facts);
  const ordersOf = new Map<TeamLog, GradedOrder[]>();
  const grades: Record<Grade, number> = { A: 0, B: 0, C: 0, D: 0, U: 0, X: 0 };
  const levels = Array.from({ length: LEVELS }, () => 0);
  let notionalCounted = ZERO;
  let notionalCovered = ZERO;
  for (const one of counted) {
    const { order, grade, level, follows } = one;
    grades[grade] += 1;
    if (level !== null) levels[level] = (levels[level] ?? 0) + 1;
    notionalCounted = plus(notionalCounted, order.notional);
    if (isCovered(grade)) notionalCovered = plus(notionalCovered, order.notional);
    if (order.deciding === null || follows !== null) continue;
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
    coverage: coverageIn(counted, state.rules),
    grades,
    levels,
    notionalCounted,
    notionalCovered,
    filled: counted.filter(({ order }) => order.isFilled).length,
  };
}

/** Coverage; unclear and not failed where only logs that decide nothing are missing: a person has to read those. */
function coverageIn(counted: readonly GradedOrder[], rules: Verification['rules']): Coverage {
  const covered = counted.filter(({ grade }) => isCovered(grade)).length;
  const undecided = counted.filter(({ grade, content }) => content === 'unknown' && !isCovered(grade)).length;
  const coverage = coverageOf(covered, counted.length, rules);
  const isOnlyUndecided =
    rules.undecidedGrade === 'D' && coverageOf(covered + undecided, counted.length, rules) !== 'fail';
  return coverage === 'fail' && isOnlyUndecided ? 'unclear' : coverage;
}

function gradedOrders(state: Verification, team: Team, facts: BeaconFacts): readonly GradedOrder[] {
  const orders = team.orders.filter((order) => isCounted(state, order));
  const openings = new Map<string, GradedOrder>();
  return orders.map((order) => {
    const one = graded(state, order, facts);
    const { symbol, type } = order.header;
    if (type === '1' || type === '2') {
      if (order.isFilled) openings.set(`${symbol} ${type}`, one);
      return one;
    }
    const opening = openings.get(`${symbol} ${openingTypeOf(type)}`);
    return opening !== undefined && follows(state, one) ? followed(one, opening) : one;
  });
}

/** Whether a caller placed it while the contest was live; a plan order counts once it has a fill. */
function isCounted({ contest, endMs }: Verification, { t, header, isFilled }: TeamOrder): boolean {
  if (header.channel !== 'api' && header.channel !== 'web') return false;
  return t >= contest.startMs && t < endMs && (header.triggerPrice === null || isFilled);
}

function graded(state: Verification, order: TeamOrder, facts: BeaconFacts): GradedOrder {
  const { rules, outages } = state;
  const { deciding, t } = order;
  if (deciding === null) return { order, grade: 'U', level: null, content: null, follows: null };
  const content = contentFor(state, order, order.header.type);
  const grade = gradeOf(timingOf(placeOf(order), deciding, deadlinesOf(t, outages, rules)), content, rules);
  return { order, grade, level: levelOf(deciding.log, grade, facts), content, follows: null };
}

/** The deciding log's statement of an order of this type. */
function contentFor(state: Verification, { deciding, header, t }: TeamOrder, type: string): Content {
  const { symbol, size, price } = header;
  const { rules, contest } = state;
  const facts = deciding?.log.facts ?? null;
  if (facts === null) return 'unread';
  const asked = { type, ...coinsOf(symbol, contest.coin), size, price };
  return contentOf(asked, facts.decisions, rules, () => markAt(state, symbol, t));
}

/** Whether it follows its opening. A trigger that was moved near the mark is an order of its own. */
function follows(state: Verification, { order, content }: GradedOrder): boolean {
  const { header, t, moved } = order;
  const contentAs = (type: string): Content => contentFor(state, order, type);
  const marks = () => markOf(state, header.symbol, t);
  return moved === null && isBracket({ header, content, contentAs, marks }, state.rules);
}

/** The grade of the opening, if that is covered. */
function followed(one: GradedOrder, opening: GradedOrder): GradedOrder {
  if (!isCovered(opening.grade)) return one;
  const { grade, level, content, follows, order } = opening;
  return { order: one.order, grade, level, content, follows: follows ?? order };
}
