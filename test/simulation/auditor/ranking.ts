/**
 * Who comes first: the worst part is liquidated before others (LIQD-001), and of the other side whoever has won most
 * with most leverage is deleveraged before others, unless it could not bear it (ADL-002, ADL-003).
 */
import { type Big, floorWhole, quotient, sum, ZERO } from './decimal.ts';
import {
  markOf,
  type Model,
  object,
  type Part,
  type Position,
  partOfPosition,
  positionsIn,
  type Stage,
} from './model.ts';
import { equityAt, isKnown, markValue, marksOf, requirementAt } from './risk.ts';

interface Standing {
  readonly part: Part;
  readonly equity: Big;
  readonly requirement: Big;
}

function standingOf(model: Model, part: Part): Standing {
  return {
    part,
    equity: equityAt(model, part, marksOf(model)),
    requirement: requirementAt(model, part, marksOf(model)),
  };
}

/** No requirement first, then the smaller equity by requirement, then account, shared before isolated, position. */
function isWorse(a: Standing, b: Standing): boolean {
  if (a.requirement.eq(0) !== b.requirement.eq(0)) return a.requirement.eq(0);
  const difference = a.equity.times(b.requirement).cmp(b.equity.times(a.requirement));
  if (difference !== 0) return difference < 0;
  return a.part.uid !== b.part.uid ? a.part.uid < b.part.uid : a.part.positionId < b.part.positionId;
}

/**
 * Objects when somebody in violation is worse off than the part whose liquidation begins.
 * @param appended what automatic margin has just moved into the part: whose turn it was had been decided before
 * (LIQD-002, LIQD-003)
 */
export function checkIsWorst(model: Model, part: Part, appended: Big): void {
  const now = standingOf(model, part);
  const own = { ...now, equity: now.equity.minus(appended) };
  for (const other of model.parts.values()) {
    if (other === part || other.uid <= 5 || positionsIn(model, other).length === 0 || !isKnown(model, other)) continue;
    const standing = standingOf(model, other);
    if (standing.equity.lte(standing.requirement) && isWorse(standing, own))
      object(
        model,
        `${part.uid}/${part.positionId} is liquidated before ${other.uid}/${other.positionId}, which is worse off`,
      );
  }
}

/** Opposite positions of other accounts, the first to be deleveraged first. */
export function rankingAgainst(model: Model, symbol: string, sign: number, uid: number): Position[] {
  const scored = [...model.positions.values()].flatMap((position) => {
    if (position.contract.symbol !== symbol || position.sign === sign || position.uid === uid) return [];
    const score = scoreOf(model, position);
    return score === null ? [] : [{ position, score }];
  });
  const order = (a: (typeof scored)[number], b: (typeof scored)[number]): number =>
    b.score.cmp(a.score) || a.position.createdSequence - b.position.createdSequence || a.position.id - b.position.id;
  return scored.toSorted(order).map(({ position }) => position);
}

/** Profit ratio times effective leverage; a loser's ratio divided by it. In whole 1e-8. */
function scoreOf(model: Model, position: Position): Big | null {
  const part = partOfPosition(model, position);
  const equity = equityAt(model, part, marksOf(model));
  if (!isKnown(model, part) || equity.lte(0)) return null;
  const profit = markValue(model, position).minus(position.openValue).times(position.sign);
  const gross = sum(positionsIn(model, part).map((one) => markValue(model, one)));
  const [above, below] = profit.gt(0) ? [gross, equity] : [equity, gross];
  return floorWhole(quotient(profit.times(above).times(1e8), position.openValue.times(below)));
}

/** The opposite of a deleveraging piece must be whose turn it is. False when nobody's turn is left. */
export function checkTurn(model: Model, stage: Stage, opposite: Position, carriedBy: (size: Big) => Big): boolean {
  const { ranking } = stage;
  if (stage.current === opposite.id) return true;
  for (let next = ranking.shift(); next !== undefined; next = ranking.shift()) {
    if (next.id === opposite.id) {
      stage.current = next.id;
      return true;
    }
    if (next.size.eq(0) || !couldBear(model, next, stage.size, carriedBy)) continue;
    object(model, `position ${opposite.id} of ${opposite.uid} is deleveraged before ${next.id} of ${next.uid}`);
  }
  return false;
}

function couldBear(model: Model, position: Position, left: Big, carriedBy: (size: Big) => Big): boolean {
  const size = left.lt(position.size) ? left : position.size;
  const atMark = size.times(markOf(model, position.contract.symbol));
  const gain = carriedBy(size).minus(atMark).times(position.sign);
  return equityAt(model, partOfPosition(model, position), marksOf(model)).plus(gain).gte(ZERO);
}
