/**
 * A contest as its organiser writes it and the log keeps it: the fields of its config and their kinds (CTST-001), and
 * what none of them shows alone.
 */
import { E8 } from '../num/units.ts';
import { scaledInteger } from '../num/decimal.ts';
import { isShowable } from '../text/showable.ts';
import { TEAM_NAME_NEED, teamNameFault } from '../text/team-name.ts';
import { CASE_STEPS } from './contest-words.ts';
import { MAX_LEVERAGE } from './contract-spec.ts';
import {
  BOOLEAN,
  DECIMAL,
  hex,
  integer,
  listOf,
  type Mismatch,
  nullable,
  oneOf,
  optional,
  partial,
  recordOf,
  TIME,
  text,
  textOf,
  type TypeOf,
} from './kinds.ts';

const ID_FORM = /^[a-z0-9][a-z0-9_-]{0,31}$/;
/** The name of a contest, of a team in it, or of a case. */
export const CONTEST_ID = textOf('1 to 32 characters of a-z 0-9 _ -', (found) => ID_FORM.test(found));
/** Journals from when names were ASCII hold these too, all dots perhaps: a contest refuses those. */
const OLD_TEAM_NAME = /^[A-Za-z0-9 ._-]{3,32}$/;
/** Of a team, in any script. */
export const TEAM_NAME = textOf(
  TEAM_NAME_NEED,
  (found) => OLD_TEAM_NAME.test(found) || (found.isWellFormed() && teamNameFault(found) === null),
);
const MEMBER_FORM = /^[\x21-\x7e]{1,64}$/;
/** Codes, not names of people. */
export const MEMBERS = listOf(
  textOf('1 to 64 visible ASCII characters', (found) => MEMBER_FORM.test(found)),
  20,
);
const MODEL_FORM = /^[\x20-\x7e]{1,128}$/;
const MOST_MODELS = 20;
export const MODELS = listOf(
  textOf('1 to 128 ASCII characters', (found) => MODEL_FORM.test(found)),
  MOST_MODELS,
);
export const MODEL_CLASS = oneOf('llm', 'ml', 'hybrid');
/** Why something was done to a team, for everybody to read. */
export const REASON = textOf(
  '1 to 200 characters in one line, not all of them blank',
  (found) => found.length <= 200 && found.trim() !== '' && found.isWellFormed() && isShowable(found),
);
/** Words of an organiser for everybody to read. */
export const NOTICE_TEXT = textOf(
  '1 to 1,000 characters in one line, not all of them blank, without marks that reorder text',
  (found) => found.length <= 1_000 && found.trim() !== '' && found.isWellFormed() && isShowable(found),
);
export const VERDICT = oneOf('VERIFIED', 'REVIEW', 'INSUFFICIENT');
/** Files of a case in all. */
export const MOST_CASE_FILES = 20;
/** A file of an answer: its bytes are a payload, the name is its sender's. */
const CASE_FILE = recordOf({ name: text(1, 100), sha256: hex(64), size: integer(1, Number.MAX_SAFE_INTEGER) });
export type CaseFile = TypeOf<typeof CASE_FILE>;
export const CASE_FILES = listOf(CASE_FILE, MOST_CASE_FILES);
export const CASE_OUTCOME = oneOf('cleared', 'warned', 'disqualified');
export type CaseOutcome = TypeOf<typeof CASE_OUTCOME>;
/** How a case stands that was decided: `overturned` on appeal, or `upheld`. */
export type CaseWord = CaseOutcome | 'upheld' | 'overturned';
/** The steps of a case (CTST-010). */
export const CASE_STEP = oneOf(...CASE_STEPS);

/** The fields of a config that are times. */
export const CONTEST_TIMES = ['startMs', 'endMs', 'evidenceUntilMs', 'boardHiddenFromMs'] as const;

const WEIGHT = integer(0, 1_000_000);
const SCORE = recordOf({
  mode: oneOf('return', 'riskRank', 'composite'),
  weights: optional(recordOf(partial({ return: WEIGHT, mdd: WEIGHT, sharpe: WEIGHT, sortino: WEIGHT }))),
});

/** Times are milliseconds since 1970. */
const CONFIG_FIELDS = {
  id: CONTEST_ID,
  title: text(1, 200),
  /** A rehearsal: the same rules, and no cases. */
  practice: BOOLEAN,
  startMs: TIME,
  endMs: TIME,
  /** Until then logs of what was done count; the final board comes after it. */
  evidenceUntilMs: TIME,
  boardHiddenFromMs: nullable(TIME),
  coin: oneOf('USDT'),
  startBalance: DECIMAL,
  symbols: listOf(recordOf({ symbol: text(1, 32), maxLeverage: integer(1, MAX_LEVERAGE) }), 100),
  /** Those by which a position may be opened. */
  channels: listOf(oneOf('api', 'web'), 2),
  maxOrdersPerMinute: integer(1, 100_000),
  minFilledOrders: integer(0, 1_000_000),
  publicBundle: oneOf('none', 'orders', 'full'),
  /** The part of its activity that everyone may see while it runs, and how long after it happened. */
  disclosure: recordOf({ what: oneOf('none', 'actions', 'reasons', 'full'), delayMs: integer(0, 2_678_400_000) }),
  rulesetSha256: hex(64),
  score: SCORE,
  /** Makes the index the mark of its contracts while it is live; absent: each contract's own rule. */
  markSource: optional(oneOf('index')),
  /** The last sample is the median of those of so many last minutes; absent: of none but itself. */
  finalMinutes: optional(integer(1, 60)),
  /** SHA-256 of seed and table of the exchange's own market: shown after the end, they prove each index price. */
  market: optional(hex(64)),
};
export const CONTEST_CONFIG = recordOf(CONFIG_FIELDS);
export type ContestConfig = TypeOf<typeof CONTEST_CONFIG>;

/** The disclosure of a contest that does not state one: a rehearsal all of it, any other nothing. */
export function usualDisclosure(practice: boolean): ContestConfig['disclosure'] {
  return { what: practice ? 'full' : 'none', delayMs: 0 };
}

/** The minutes whose median ends a contest that does not state them. */
export const USUAL_FINAL_MINUTES = 5;

/** 10^9 USDT for a thousand teams stays below what may be deposited in all (ARIT-007). */
const MOST_BALANCE = 1_000_000 * E8;
const ALL_WEIGHTS = 1_000_000;

type Given = Readonly<Record<string, unknown>>;
const DAY_MS = 86_400_000;

/** A config as its organiser gave it, with what is usual where nothing was said; the rule set's SHA-256 apart. */
export function usualConfig(given: Given): Given {
  const { id, endMs, practice = false } = given;
  const filled: Given = {
    id,
    title: id,
    practice,
    evidenceUntilMs: typeof endMs === 'number' ? endMs + DAY_MS : endMs,
    boardHiddenFromMs: null,
    coin: 'USDT',
    startBalance: '10000',
    channels: ['api'],
    maxOrdersPerMinute: 60,
    minFilledOrders: 10,
    publicBundle: 'orders',
    disclosure: usualDisclosure(practice === true),
    score: { mode: 'return' },
    finalMinutes: USUAL_FINAL_MINUTES,
    ...given,
  };
  // As the fields stand in the documents, whatever was given first.
  const known = Object.keys(CONFIG_FIELDS).filter((name) => filled[name] !== undefined);
  return { ...Object.fromEntries(known.map((name) => [name, filled[name]])), ...filled };
}

/** All faults of a config by field; those between fields only where each is right by itself. */
export function faultsOfConfig(config: Given): readonly Mismatch[] {
  const unknown = Object.keys(config).filter((name) => !Object.hasOwn(CONFIG_FIELDS, name));
  const faults: Mismatch[] = unknown.map((name) => ({
    field: `config.${name}`,
    found: 'a field that does not exist',
    need: `one of ${Object.keys(CONFIG_FIELDS).join(', ')}`,
  }));
  for (const [name, kind] of Object.entries(CONFIG_FIELDS)) {
    if (config[name] === undefined && 'isOptional' in kind) continue;
    const wrong = kind.mismatch(config[name], `config.${name}`);
    if (wrong !== null) faults.push(wrong);
  }
  return faults.length > 0 ? faults : faultsBetween(config as unknown as ContestConfig);
}

/** The first fault between the fields of a config; null when all go together. */
export function faultOfConfig(config: ContestConfig): Mismatch | null {
  return faultsBetween(config)[0] ?? null;
}

function faultsBetween(config: ContestConfig): readonly Mismatch[] {
  const { startMs, endMs, evidenceUntilMs, boardHiddenFromMs: hiddenMs, startBalance, score } = config;
  const faults: Mismatch[] = [];
  const wrong = (field: string, found: string, need: string): number =>
    faults.push({ field: `config.${field}`, found, need });
  if (endMs <= startMs) wrong('endMs', String(endMs), `a time after startMs ${startMs}`);
  if (evidenceUntilMs < endMs) wrong('evidenceUntilMs', String(evidenceUntilMs), `endMs ${endMs} or later`);
  if (hiddenMs !== null && (hiddenMs <= startMs || hiddenMs >= endMs))
    wrong('boardHiddenFromMs', String(hiddenMs), 'a time between startMs and endMs, or null');
  const balance = scaledInteger(startBalance, 8);
  if (balance === null || balance <= 0 || balance > MOST_BALANCE)
    wrong('startBalance', startBalance, 'an amount above 0, at most 1000000, with at most 8 decimals');
  const symbols = config.symbols.map(({ symbol }) => symbol);
  if (symbols.length === 0 || new Set(symbols).size !== symbols.length)
    wrong('symbols', symbols.join(', '), 'at least one contract, each once');
  if (config.channels.length === 0 || new Set(config.channels).size !== config.channels.length)
    wrong('channels', config.channels.join(', '), 'api, web or both');
  const sum = Object.values(score.weights ?? {}).reduce((all, one) => all + one, 0);
  if (score.mode === 'composite' ? sum !== ALL_WEIGHTS : score.weights !== undefined)
    wrong('score', JSON.stringify(score), `weights that sum to ${ALL_WEIGHTS} with composite, none otherwise`);
  return faults;
}
