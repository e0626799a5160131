/**
 * The permissions of an account in a contest (CTST-004): asked by every operation that a contest restricts. An account
 * in none is answered at once, and so is one whose team has only applied.
 */
import type { Effect } from '../language/commands.ts';
import type { TeamState } from '../language/contest-words.ts';
import type { Reject } from '../language/rejects.ts';
import type { Account, Team } from '../state/records.ts';
import type { State } from '../state/state.ts';
import { countsChanges } from '../verification/terms.ts';

/** Null: not one a caller chose, so it isn't asked about. */
export type Channel = 'api' | 'web' | 'system' | null;

const OUT: ReadonlySet<TeamState> = new Set(['eliminated', 'withdrawn', 'disqualified']);

/** The team whose contest binds the account; null when none does. */
export function boundTeam({ team }: Account): Team | null {
  return team === null || team.state === 'applied' ? null : team;
}

/** Whether moves of the account's triggers are leaves: it plays, and by rules that count them (CTST-013). */
export function logsChanges({ contest }: State, account: Account): boolean {
  const team = boundTeam(account);
  if (team === null || team.contest.phase !== 'live') return false;
  const { rulesetSha256 } = team.contest.config;
  const frozen = contest.rulesets.find(({ sha256 }) => sha256 === rulesetSha256);
  return frozen !== undefined && countsChanges(frozen.version);
}

/** The intent of an order. */
export interface Intent {
  readonly symbol: string;
  readonly effect: Effect;
  readonly channel: Channel;
  /** The leverage it would be opened at. */
  readonly leverage: () => number;
}

/** Check 17: channel, symbol, leverage. */
export function checkPermitted(account: Account, { symbol, effect, channel, leverage }: Intent): Reject | null {
  const team = boundTeam(account);
  if (team === null) return null;
  const { symbols, channels } = team.contest.config;
  const isOpening = effect === 'open';
  if (isOpening && channel !== null && !channels.some((one) => one === channel))
    return { reason: 'OPERATION_NOT_PERMITTED', operation: `opening by ${channel}` };
  const terms = symbols.find((one) => one.symbol === symbol);
  if (terms === undefined || (isOpening && OUT.has(team.state)))
    return { reason: 'SYMBOL_NOT_PERMITTED', symbol, allowed: OUT.has(team.state) ? [] : symbolsOf(team) };
  if (!isOpening) return null;
  const asked = leverage();
  return asked > terms.maxLeverage ? { reason: 'LEVERAGE_TOO_HIGH', asked, cap: terms.maxLeverage } : null;
}

function symbolsOf(team: Team): readonly string[] {
  return team.contest.config.symbols.map(({ symbol }) => symbol);
}

/** E02: openings while it is live, closings until its review ends. */
export function checkPhase(account: Account, symbol: string, effect: Effect): Reject | null {
  const team = boundTeam(account);
  if (team === null) return null;
  const { phase } = team.contest;
  if (phase === 'live' || (phase === 'review' && effect === 'close')) return null;
  return { reason: 'CONTRACT_NOT_TRADING', symbol, state: phase };
}

/** Whether the account may open positions: it isn't frozen, and no contest keeps it from that. */
export function mayTrade(account: Account): boolean {
  const team = boundTeam(account);
  return !account.frozen && (team === null || (team.contest.phase === 'live' && !OUT.has(team.state)));
}

/** The most leverage the account may set in the contract; `cap` is the contract's own. */
export function leverageCap(account: Account, symbol: string, cap: number): number {
  const terms = boundTeam(account)?.contest.config.symbols.find((one) => one.symbol === symbol);
  return terms === undefined ? cap : Math.min(cap, terms.maxLeverage);
}

/** Money, copy trading, fees and its place on the allowlist stay as they are until the account's contest is over. */
export function checkUnbound(account: Account | undefined, operation: string): Reject | null {
  if (account === undefined || boundTeam(account) === null) return null;
  return {
    reason: 'OPERATION_NOT_PERMITTED',
    operation: `${operation} of account ${account.id}, which is in a contest`,
  };
}

/** Orders a minute that the account may create; 0: no limit. */
export function ordersPerMinute(account: Account | undefined): number {
  if (account === undefined) return 0;
  return boundTeam(account)?.contest.config.maxOrdersPerMinute ?? 0;
}
