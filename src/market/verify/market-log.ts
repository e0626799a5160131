/**
 * `market-log.jsonl`, beside the journal: what of a world's way does not follow from its seed and table. A line of JSON
 * each, in the order in which it happened; steps are counted from the world's begin.
 */
/** A world began: `second` is that of its first step, 1. */
export interface BeginLine {
  readonly what: 'begin';
  readonly step: 0;
  readonly second: number;
  readonly symbol: null;
  /** The commitment to its seed and table. */
  readonly market: string;
  /** The price of each row before the first step, USDT, in the order of the table. */
  readonly prices: readonly number[];
}

/**
 * The world stood still: `step` is the first after that, made in `second`. It takes back lines of steps that are not
 * before it, which a killed exchange wrote and its journal does not have.
 */
export interface GapLine {
  readonly what: 'gap';
  readonly step: number;
  readonly second: number;
  readonly symbol: null;
}

/** A price was moved by hand before `step`, that of `second`, was made. */
export interface ShockLine {
  readonly what: 'shock';
  readonly step: number;
  readonly second: number;
  readonly symbol: string;
  /** Basis points, signed. */
  readonly bp: number;
  readonly by: string;
}

export type MarketLine = BeginLine | GapLine | ShockLine;

/** A line that is none; the message names it. */
export class NoMarketLog extends Error {}

const MOST_LINES = 1_000_000;

/** @throws NoMarketLog */
export function readMarketLog(text: string): MarketLine[] {
  const lines = text.split('\n');
  // A killed exchange may leave a part of its last line; what it told of did not come to pass.
  lines.pop();
  if (lines.length > MOST_LINES) throw new NoMarketLog(`it has ${lines.length} lines; ${MOST_LINES} are read`);
  return lines.map((line, at) => {
    try {
      return lineOf(JSON.parse(line) as unknown);
    } catch (error) {
      throw new NoMarketLog(`line ${at + 1}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}

const OF_SCENARIO =
  'a scenario of a rehearsal, moved what the seed gives: such prices follow from the rehearsal, and are verified by \
rehearsing it again and comparing `outcry hash --journal`';

const HASH_FORM = /^[0-9a-f]{64}$/;
const LONGEST_TEXT = 200;

function lineOf(value: unknown): MarketLine {
  if (typeof value !== 'object' || value === null) throw new NoMarketLog('no object');
  const line = value as Readonly<Record<string, unknown>>;
  const need = (field: string, fits: boolean, what: string): void => {
    if (!fits)
      throw new NoMarketLog(`${field} is ${(JSON.stringify(line[field]) ?? 'missing').slice(0, 60)}, needs ${what}`);
  };
  const { what, step, second, symbol, market, prices, bp, by, name } = line;
  if (what === 'scenario') throw new NoMarketLog(`${String(name).slice(0, 60)}, ${OF_SCENARIO}`);
  need('what', what === 'begin' || what === 'gap' || what === 'shock', 'begin, gap or shock');
  need('step', isWhole(step) && (what === 'begin') === (step === 0), '0 of a begin, else a whole number from 1 on');
  need('second', isWhole(second), 'a second since 1970');
  if (what === 'shock') {
    need('symbol', isText(symbol), 'a contract');
    need('bp', typeof bp === 'number' && Math.abs(bp) <= MOST_POINTS, `basis points, at most ${MOST_POINTS}`);
    need('by', isText(by), 'who did it');
    return value as ShockLine;
  }
  if (what === 'gap') return value as GapLine;
  need('market', typeof market === 'string' && HASH_FORM.test(market), 'a SHA-256 in hex');
  need('prices', Array.isArray(prices) && prices.every(isPrice), 'a list of prices above 0, USDT');
  return value as BeginLine;
}

/** A price doubles. */
const MOST_POINTS = 10_000;

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= LONGEST_TEXT;
const isPrice = (value: unknown): boolean => typeof value === 'number' && value > 0 && value < 9e7;
