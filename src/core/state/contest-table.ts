/**
 * The part of the field table that contests take (`table.ts` says what it is): every field of theirs, once.
 */
import type { Sampled } from '../standing/last-sample.ts';
import type { Track } from '../standing/metrics.ts';
import type { MinuteFill } from '../standing/minute.ts';
import type { ContestConfig } from '../language/contest-config.ts';
import { CASE_STATES, PHASES, TEAM_STATES } from '../language/contest-words.ts';
import type { FinalRow, MarkBar, Proposal, PublicRuleset } from './contest-records.ts';
import { apart, counts, inside, linked, made, opened, record, speed } from './fields.ts';
import { flag, list, maybe, money, plain, text, whole, word } from './kinds.ts';
import type { Case, Contest, ContestState, Team } from './records.ts';
import { account, contest, team } from './references.ts';

const RULESET = record<PublicRuleset>({ sha256: counts(text), version: counts(whole) });

export const CONTESTS = opened<ContestState>((_values, state) => state.contest, {
  contests: apart('contest', 'team', 'case'),
  rulesets: counts(list(inside(RULESET))),
  live: made,
});

const BAR = record<MarkBar>({ symbol: counts(text), high: counts(money), low: counts(money) });

export const CONTEST = record<Contest>({
  id: counts(text),
  config: counts(plain<ContestConfig>()),
  phase: counts(word(...PHASES)),
  teams: speed(() => []),
  cases: speed(() => []),
  nextSampleMs: counts(whole),
  lastSampleMs: counts(whole),
  fills: counts(plain<MinuteFill[]>()),
  bars: counts(list(inside(BAR))),
  report: counts(maybe(plain<NonNullable<Contest['report']>>())),
  board: counts(maybe(plain<readonly FinalRow[]>())),
});

const TRACK = record<Track>({
  start: counts(money),
  last: counts(money),
  peak: counts(money),
  mddPpm: counts(whole),
  hours: counts(whole),
  sum: counts(money),
  squares: counts(money),
  downSquares: counts(money),
  atHour: counts(money),
});

const SAMPLED = record<Sampled>({ momentMs: counts(whole), equity: counts(money) });

export const TEAM = record<Team>({
  contest: counts(contest),
  id: counts(text),
  account: counts(account),
  name: counts(text),
  members: counts(plain<readonly string[]>()),
  modelClass: counts(word('llm', 'ml', 'hybrid')),
  models: counts(plain<readonly string[]>()),
  // On a line of its own, and none without a key: so the state of an older journal has the hash it had.
  publicKey: linked(maybe(text), () => null),
  state: counts(word(...TEAM_STATES)),
  approved: counts(whole),
  eliminatedMs: counts(whole),
  track: counts(maybe(inside(TRACK))),
  latest: counts(list(inside(SAMPLED))),
  flows: counts(money),
  filled: counts(whole),
  filledAtSample: counts(whole),
  liquidations: counts(whole),
  volume: counts(money),
  fees: counts(money),
  funding: counts(money),
});

export const CASE = record<Case>({
  contest: counts(contest),
  id: counts(text),
  team: counts(team),
  openedBy: counts(text),
  state: counts(word(...CASE_STATES)),
  answerDueMs: counts(whole),
  answers: counts(whole),
  files: counts(whole),
  proposal: counts(maybe(plain<Proposal>())),
  decidedMs: counts(whole),
  appealed: counts(flag),
  overturned: counts(flag),
  formerState: counts(maybe(word(...TEAM_STATES))),
});
