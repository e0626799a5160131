/**
 * The liquidation of one part as a naive model in plain bigints, written from LIQD-003 to -013 and nothing of the core:
 * hedges offset, tiers reduced, the rest sold against a list of levels, then with the fund, then to whoever is on the
 * other side.
 *
 * Prices in ticks, sizes in steps, money in 1e-8; requirements in 1e-16. One tick times one step is 1,000 of money in
 * both contracts used.
 */
const UNIT = 1_000n;
const E8 = 100_000_000n;
const TAKER_FEE = 60_000n;
const LIQUIDATE_FEE = 1_000_000n;
const PROTECTION = 1_500_000n;

export interface Level {
  readonly price: bigint;
  size: bigint;
}

/**
 * Bound of the value in money, maintenance rate in 1e-8, amount in money: the first tier whose bound is not below the
 * value.
 */
type Tier = readonly [bound: bigint, rate: bigint, amount: bigint];

const usdt = (amount: number): bigint => BigInt(amount) * E8;
const TIERS: Readonly<Record<string, readonly Tier[]>> = {
  cmt_btcusdt: [
    [usdt(50_000), 400_000n, 0n],
    [usdt(250_000), 500_000n, usdt(50)],
    [usdt(1_000_000), 1_000_000n, usdt(1_300)],
    [usdt(10_000_000), 2_500_000n, usdt(16_300)],
  ],
  cmt_ethusdt: [
    [usdt(10_000), 500_000n, 0n],
    [usdt(100_000), 650_000n, usdt(15)],
    [usdt(500_000), 1_000_000n, usdt(365)],
    [usdt(1_000_000), 2_000_000n, usdt(5_365)],
    [usdt(2_000_000), 5_000_000n, usdt(35_365)],
  ],
};

export interface ModelPosition {
  readonly symbol: string;
  readonly mark: bigint;
  long: bigint;
  short: bigint;
  /** Opposite orders, best first. */
  readonly levels: Level[];
}

/** Type, size, limit (0: none) and what was filled. */
export type ModelOrder = readonly [type: number, size: bigint, limit: bigint, filled: bigint];

export interface ModelPart {
  amount: bigint;
  fund: bigint;
  /** In the order of contract ids. */
  readonly positions: ModelPosition[];
  readonly orders: ModelOrder[];
}

const floorDiv = (a: bigint, b: bigint): bigint => (a % b !== 0n && a < 0n !== b < 0n ? a / b - 1n : a / b);
const ceilDiv = (a: bigint, b: bigint): bigint => -floorDiv(-a, b);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

const netOf = ({ long, short }: ModelPosition): bigint => long - short;
const sizeOf = (position: ModelPosition): bigint => most(netOf(position), -netOf(position));
const valueOf = (position: ModelPosition): bigint => sizeOf(position) * position.mark * UNIT;

function tierOf(symbol: string, value: bigint): number {
  return TIERS[symbol]!.findIndex(([bound]) => value <= bound);
}

function requirement(position: ModelPosition): bigint {
  const value = valueOf(position);
  if (value === 0n) return 0n;
  const [, rate, amount] = TIERS[position.symbol]![tierOf(position.symbol, value)]!;
  return value * (rate + TAKER_FEE) - amount * E8;
}

const equityOf = ({ amount, positions }: ModelPart): bigint =>
  positions.reduce((sum, position) => sum + netOf(position) * position.mark * UNIT, amount);
const requiredOf = ({ positions }: ModelPart): bigint =>
  positions.reduce((sum, position) => sum + requirement(position), 0n);

export function isViolated(part: ModelPart): boolean {
  const open = part.positions.some(({ long, short }) => long > 0n || short > 0n);
  return open && equityOf(part) * E8 <= requiredOf(part);
}

function largest(positions: readonly ModelPosition[]): ModelPosition | undefined {
  return positions.reduce<ModelPosition | undefined>(
    (best, one) => (sizeOf(one) > 0n && (best === undefined || requirement(one) > requirement(best)) ? one : best),
    undefined,
  );
}

interface Carried {
  value: bigint;
  size: bigint;
}

function bankruptcy(part: ModelPart, position: ModelPosition): Carried {
  const share = floorDiv(equityOf(part) * requirement(position), requiredOf(part));
  const value = valueOf(position) + (netOf(position) > 0n ? -share : share);
  return { value, size: sizeOf(position) };
}

function bankruptcyLimit(position: ModelPosition, { value, size }: Carried): bigint {
  const limit =
    netOf(position) > 0n
      ? ceilDiv(value * E8, size * UNIT * (E8 - TAKER_FEE))
      : floorDiv(value * E8, size * UNIT * (E8 + TAKER_FEE));
  return most(0n, limit);
}

/**
 * Sells (or buys back) up to `size` no worse than `limit`; stops where the fund could not pay. Returns what was filled.
 */
function trade(
  part: ModelPart,
  position: ModelPosition,
  kind: 5 | 9,
  size: bigint,
  limit: bigint,
  carried: Carried,
): bigint {
  const isLong = netOf(position) > 0n;
  const within = position.levels.filter(
    ({ price, size: there }) => there > 0n && (isLong ? price >= limit : price <= limit),
  );
  if (within.length === 0) return 0n;
  let filled = 0n;
  for (const level of within) {
    const piece = least(level.size, size - filled);
    if (piece === 0n) break;
    const value = piece * level.price * UNIT;
    const carries = piece === carried.size ? carried.value : floorDiv(carried.value * piece, carried.size);
    const surplus = isLong ? value - carries : carries - value;
    const fee = least(ceilDiv(value * TAKER_FEE, E8), most(0n, surplus));
    const liquidateFee = least(ceilDiv(value * LIQUIDATE_FEE, E8), most(0n, surplus - fee));
    const deficit = most(0n, -surplus);
    if (deficit > part.fund) break;
    part.amount += (isLong ? value : -value) - fee - liquidateFee + deficit;
    part.fund += liquidateFee - deficit;
    carried.value -= carries;
    carried.size -= piece;
    level.size -= piece;
    filled += piece;
  }
  part.orders.push([isLong ? kind : kind + 1, size, limit, filled]);
  if (isLong) position.long -= filled;
  else position.short -= filled;
  return filled;
}

function offsetHedges({ positions, orders }: ModelPart): void {
  for (const position of positions) {
    const both = least(position.long, position.short);
    if (both === 0n) continue;
    position.long -= both;
    position.short -= both;
    orders.push([5, both, 0n, both], [6, both, 0n, both]);
  }
}

function reduceByTiers(part: ModelPart): void {
  const vain = new Set<ModelPosition>();
  while (isViolated(part)) {
    const above = part.positions.filter((one) => !vain.has(one) && valueOf(one) > TIERS[one.symbol]![0]![0]);
    const position = largest(above);
    if (position === undefined) return;
    const [bound] = TIERS[position.symbol]![Math.max(0, tierOf(position.symbol, valueOf(position)) - 2)]!;
    const size = sizeOf(position) - bound / (position.mark * UNIT);
    const carried = bankruptcy(part, position);
    if (trade(part, position, 5, size, bankruptcyLimit(position, carried), carried) < size) vain.add(position);
  }
}

/** Sold to the other side at what uses up the share. */
function deleverage(part: ModelPart, position: ModelPosition): void {
  const { value, size } = bankruptcy(part, position);
  const isLong = netOf(position) > 0n;
  part.amount += isLong ? value : -value;
  part.orders.push([isLong ? 9 : 10, size, 0n, size]);
  if (isLong) position.long -= size;
  else position.short -= size;
}

function closeAll(part: ModelPart): void {
  while (isViolated(part)) {
    const position = largest(part.positions)!;
    const within = bankruptcy(part, position);
    trade(part, position, 9, within.size, bankruptcyLimit(position, within), within);
    if (!isViolated(part)) return;
    if (sizeOf(position) === 0n) continue;
    const limit =
      netOf(position) > 0n
        ? ceilDiv(position.mark * (E8 - PROTECTION), E8)
        : floorDiv(position.mark * (E8 + PROTECTION), E8);
    const insured = bankruptcy(part, position);
    trade(part, position, 9, insured.size, limit, insured);
    if (!isViolated(part)) return;
    if (sizeOf(position) > 0n) deleverage(part, position);
  }
}

/** Works the part to the end; hedges and tiers are of cross parts only. */
export function liquidateModel(part: ModelPart, isolated: boolean): void {
  if (!isolated) {
    offsetHedges(part);
    reduceByTiers(part);
  }
  closeAll(part);
}
