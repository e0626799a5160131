/**
 * putRuleset, freezeTemplates, createContest and extendContest (CTST-001): what a contest will be judged by, what it
 * is, and how much longer it runs. Operator commands.
 */
import type { CreateContest, ExtendContest, FreezeTemplates, PutRuleset } from '../language/commands.ts';
import { type ContestConfig, faultOfConfig } from '../language/contest-config.ts';
import { conflictingField, invalidField, type Reject } from '../language/rejects.ts';
import { payloadFits } from '../log/entry.ts';
import { momentAfter } from '../standing/minute.ts';
import { enlistContest } from '../state/contest-lists.ts';
import type { Contest } from '../state/records.ts';
import type { State } from '../state/state.ts';
import { toHex } from '../text/bytes.ts';
import { type Canonical, canonicalText } from '../text/canonical.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import { accept, type Decision, refuse } from '../turn/outcome.ts';
import type { Turn } from '../turn/turn.ts';
import { checkLog, findContest } from './find.ts';
import { appendPublic, configFits, noteContest } from './leaves.ts';

/** A contest may have so many teams. */
export const MOST_TEAMS = 1_000;

/** Once made public a rule set stays; the same again changes nothing. */
export function putRuleset(turn: Turn, { ruleset }: PutRuleset): Decision<{ readonly sha256: string }> {
  const refused = checkLog(turn.state, 'ruleset');
  if (refused !== null) return refuse(refused);
  const value = rulesetOf(ruleset);
  if (value === null) return refuse(NO_RULESET);

  // From here on it must succeed.
  return accept({ sha256: published(turn, value) });
}

const NO_RULESET = invalidField('ruleset', 'no canonical JSON object (RFC 8785) that fits in a leaf');

type Fields = { readonly [name: string]: Canonical };

/** The text as a value, or null when it isn't the one canonical text of an object. */
function rulesetOf(text: string): Fields | null {
  try {
    const value = JSON.parse(text) as Canonical;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && canonicalText(value) === text && payloadFits(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** Its SHA-256; a leaf, if it was not public before. */
function published(turn: Turn, value: Fields): string {
  const { rulesets } = turn.state.contest;
  const sha256 = sha256Of(turn, value);
  if (rulesets.some((one) => one.sha256 === sha256)) return sha256;
  const version = value['v'];
  rulesets.push({ sha256, version: typeof version === 'number' && version > 0 ? version : 0 });
  appendPublic(turn, 'ruleset', value);
  return sha256;
}

function sha256Of({ sha256 }: Turn, value: Fields): string {
  return toHex(sha256(encodeUtf8(canonicalText(value))));
}

/**
 * Before a contest begins, texts that are public may be added to its rule set: they accuse nobody. That nothing else of
 * it changed is seen by taking them away again.
 */
export function freezeTemplates(
  turn: Turn,
  { contest: id, ruleset, before }: FreezeTemplates,
): Decision<{ readonly sha256: string }> {
  const found = findContest(turn.state, id);
  if (!found.ok) return found;
  const contest = found.result;
  const { phase, config } = contest;
  const isBefore = (phase === 'draft' || phase === 'registration') && turn.timeMs < config.startMs;
  if (!isBefore)
    return refuse(conflictingField('contest', `contest ${id} is in ${phase}; texts are frozen before it begins`));
  const value = rulesetOf(ruleset);
  if (value === null) return refuse(NO_RULESET);
  const { commonTemplates: texts } = value;
  const isLonger = Array.isArray(texts) && texts.length > before;
  const rest = isLonger ? { ...value, commonTemplates: (texts as readonly Canonical[]).slice(0, before) } : value;
  if (!isLonger || sha256Of(turn, rest) !== config.rulesetSha256)
    return refuse(conflictingField('ruleset', `not the one of contest ${id} with texts behind its first ${before}`));

  // From here on it must succeed.
  const sha256 = published(turn, value);
  contest.config = { ...config, rulesetSha256: sha256 };
  noteContest(turn, contest);
  return accept({ sha256 });
}

export function createContest(turn: Turn, { config }: CreateContest): Decision<null> {
  const { state } = turn;
  const known = state.contest.contests.get(config.id);
  const refused = checkLog(state, 'config') ?? checkConfig(state, config, known, turn.timeMs);
  if (refused !== null) return refuse(refused);

  // From here on it must succeed.
  const contest = known ?? contestOf(config);
  contest.config = config;
  if (known === undefined) enlistContest(contest, state);
  noteContest(turn, contest);
  return accept(null);
}

function contestOf(config: ContestConfig): Contest {
  return {
    id: config.id,
    config,
    phase: 'draft',
    teams: [],
    cases: [],
    nextSampleMs: 0,
    lastSampleMs: 0,
    fills: [],
    bars: [],
    report: null,
    board: null,
  };
}

function checkConfig(state: State, config: ContestConfig, known: Contest | undefined, timeMs: number): Reject | null {
  const fault = faultOfConfig(config);
  if (fault !== null) return invalidField('config', `${fault.field} ${fault.found}, needs ${fault.need}`);
  if (config.endMs <= timeMs) return invalidField('config', `config.endMs ${config.endMs}, which is past`);
  for (const { symbol } of config.symbols)
    if (!state.bySymbol.has(symbol)) return invalidField('config', `config.symbols ${symbol}, which is no contract`);
  const { rulesetSha256 } = config;
  if (!state.contest.rulesets.some(({ sha256 }) => sha256 === rulesetSha256))
    return invalidField('config', `config.rulesetSha256 ${rulesetSha256}, which was not put`);
  if (!configFits(config, MOST_TEAMS)) return conflictingField('config', 'the config does not fit in a leaf');
  if (known === undefined || known.phase === 'draft') return null;
  return conflictingField('config', `contest ${config.id} is in ${known.phase}; only a draft may be written anew`);
}

/** Later than its end, and only while it is live. */
export function extendContest(turn: Turn, { contest: id, endMs }: ExtendContest): Decision<null> {
  const found = findContest(turn.state, id);
  if (!found.ok) return found;
  const contest = found.result;
  const { config, phase } = contest;
  if (phase !== 'live')
    return refuse(conflictingField('contest', `contest ${id} is in ${phase}; only live is extended`));
  if (endMs <= config.endMs || endMs > config.evidenceUntilMs)
    return refuse(
      conflictingField('endMs', `${endMs}; needs a time after ${config.endMs}, until ${config.evidenceUntilMs}`),
    );

  // From here on it must succeed.
  contest.config = { ...config, endMs };
  contest.nextSampleMs = momentAfter(contest.lastSampleMs, contest.config);
  noteContest(turn, contest);
  return accept(null);
}
