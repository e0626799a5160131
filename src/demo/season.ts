/**
 * A season of the practice contest: what it is, who is in it, and the commands that begin it. A contest without an end
 * would grow without bound; one that ends leaves room for the next.
 *
 * All commands of a beginning are handed over in one turn of the event loop, so they are one write of the journal.
 */
import { createHash } from 'node:crypto';
import { type ContestConfig, USUAL_FINAL_MINUTES } from '../core/language/contest-config.ts';
import { E8 } from '../core/num/units.ts';
import type { AccountId, TimeMs } from '../core/num/units.ts';
import type { Account, Contest } from '../core/state/records.ts';
import type { State } from '../core/state/state.ts';
import { canonicalText } from '../core/text/canonical.ts';
import { DEFAULT_RULESET } from '../core/verification/ruleset.ts';
import type { Submit } from '../market/submit.ts';

const DAY_MS = 86_400_000;
const SEASON_MS = 7 * DAY_MS;
/** Logs of the last orders may still come. */
const EVIDENCE_MS = 60_000;
const START_BALANCE = 10_000;
/** No bound that a program of one's own would meet. */
const ORDERS_A_MINUTE = 100_000;
const ID = /^practice-([1-9][0-9]{0,5})$/;

/** Accounts that may be in it. */
export interface Entrant {
  readonly uid: AccountId;
  readonly name: string;
  /** An agent's account is closed and entered whatever it holds; another's is left as it is. */
  readonly isAgent: boolean;
}

/** The seasons there were, the newest last. */
export function seasonsOf(state: State): Contest[] {
  return [...state.contest.contests.values()]
    .filter(({ id, config }) => config.practice && ID.test(id))
    .sort((a, b) => numberOf(a) - numberOf(b));
}

function numberOf({ id }: Contest): number {
  return Number(ID.exec(id)?.[1]);
}

/** Whether anyone was in it when it began. */
export function wasPlayed({ teams }: Contest): boolean {
  return teams.some(({ track }) => track !== null);
}

/**
 * Begins the season after `last`, or writes that one again if it never came further than its draft.
 * @throws Error when the exchange refuses it, since nothing of what it needs depends on anyone else
 */
export async function openSeason(
  state: State,
  submit: Submit,
  {
    last,
    startMs,
    entrants,
    market,
  }: {
    readonly last: Contest | null;
    readonly startMs: TimeMs;
    readonly entrants: readonly Entrant[];
    /** The commitment of the market that runs; null: of none. */
    readonly market: string | null;
  },
): Promise<void> {
  const number = last === null ? 1 : numberOf(last) + (last.phase === 'draft' ? 0 : 1);
  await flatten(state, submit, entrants);
  const ruleset = canonicalText(DEFAULT_RULESET);
  const usual = configOf(state, number, startMs, createHash('sha256').update(ruleset).digest('hex'));
  const config = market === null ? usual : { ...usual, market };
  const { id } = config;
  const entered = entrants.filter((one) => one.isAgent || mayEnter(state, one.uid, last));
  const [, ...outcomes] = await Promise.all([
    submit<'putRuleset'>({ name: 'putRuleset', ruleset }),
    submit<'createContest'>({ name: 'createContest', config }),
    submit<'moveContest'>({ name: 'moveContest', contest: id, phase: 'registration' }),
    ...entered.flatMap(({ uid, name, isAgent }, at) => [
      submit<'registerTeam'>({
        name: 'registerTeam',
        account: uid,
        keyId: '',
        channel: 'api',
        contest: id,
        teamName: name,
        // Fixed rules aren't a language model; a demo account is anyone who holds its key.
        modelClass: 'hybrid',
        models: [isAgent ? name : '*'],
        members: [`${uid}`],
      }),
      submit<'setTeam'>({ name: 'setTeam', contest: id, team: `t${at + 1}`, state: 'approved' }),
    ]),
  ]);
  const refused = outcomes.find(({ ok }) => !ok);
  if (refused?.ok === false) throw new Error(`season ${id} could not be opened: ${JSON.stringify(refused.reject)}`);
}

function configOf(state: State, number: number, startMs: TimeMs, rulesetSha256: string): ContestConfig {
  return {
    id: `practice-${number}`,
    title: `Practice, season ${number}`,
    practice: true,
    startMs,
    endMs: startMs + SEASON_MS,
    evidenceUntilMs: startMs + SEASON_MS + EVIDENCE_MS,
    boardHiddenFromMs: null,
    coin: 'USDT',
    startBalance: String(START_BALANCE),
    symbols: state.instruments
      .filter(({ tradingState }) => tradingState === 'TRADING')
      .map(({ contract: { symbol, maxLeverage } }) => ({ symbol, maxLeverage })),
    // A person tries the terminal with a demo key.
    channels: ['api', 'web'],
    maxOrdersPerMinute: ORDERS_A_MINUTE,
    minFilledOrders: 1,
    publicBundle: 'full',
    disclosure: { what: 'full', delayMs: 0 },
    rulesetSha256,
    score: { mode: 'return' },
    finalMinutes: USUAL_FINAL_MINUTES,
  };
}

/** Closes the agents' positions at market. */
async function flatten(state: State, submit: Submit, entrants: readonly Entrant[]): Promise<void> {
  for (const { uid, isAgent } of entrants) {
    const account = state.accounts.get(uid);
    if (!isAgent || account === undefined || isFlat(account)) continue;
    const caller = { account: uid, keyId: '', channel: 'api', symbol: null } as const;
    await submit<'cancelAllOrders'>({ name: 'cancelAllOrders', ...caller, kind: 'normal' });
    await submit<'closePositions'>({ name: 'closePositions', ...caller, positionId: null });
  }
}

function isFlat({ holdings, workingOrders, plans }: Account): boolean {
  return workingOrders === 0 && plans.size === 0 && holdings.every((one) => (one?.positions.length ?? 0) === 0);
}

/**
 * Whether an account that belongs to a person may be entered: it holds nothing, and either was in the season before or
 * is as the demo opened it. One used for something else is kept as it is.
 */
function mayEnter(state: State, uid: AccountId, last: Contest | null): boolean {
  const account = state.accounts.get(uid);
  if (account === undefined || account.team !== null || account.frozen || !isFlat(account)) return false;
  if (account.copyRole !== null && (account.copyRole.lead !== null || account.copyRole.bound.size > 0)) return false;
  const before = last?.teams.find((team) => team.account === account);
  return before?.track != null || account.shared.amount === START_BALANCE * E8;
}
