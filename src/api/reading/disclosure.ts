/**
 * Decides which accounts' activity is public, and how much of it (docs/ai-log.md 19): a contest's teams as its frozen
 * config says, for what they did while it lasted; on a demo, its own accounts as well. What an account did while it was
 * in a contest is shown as that contest says, and in no other way.
 */
import type { Contest, Team } from '../../core/state/records.ts';
import { type DisclosedAccount, opensAtMs } from '../../store/read/activity-args.ts';
import type { Shown } from '../shapes/activity.ts';
import type { CallDeps } from '../call/deps.ts';

/** @param contest only its teams; null: all contests, and the accounts of a demo */
export function shownAccounts(
  { engine, webApp }: Pick<CallDeps, 'engine' | 'webApp'>,
  contest: Contest | null,
): Shown[] {
  const contests = contest === null ? [...engine.state.contest.contests.values()] : [contest];
  const teams = contests.flatMap(shownTeams);
  if (contest !== null) return teams;
  return [...teams, ...webApp.identity.shown.flatMap((one) => shownBetween(one, contests))];
}

/** An account of a demo is shown in full, except during the contests it was in. */
function shownBetween({ uid, name }: { readonly uid: number; readonly name: string }, contests: readonly Contest[]) {
  const spans = contests
    .filter(({ phase, teams }) => phase !== 'cancelled' && teams.some(({ account }) => account.id === uid))
    .map(({ phase, config }) => ({
      fromMs: config.startMs,
      // One that isn't over may still be extended.
      untilMs: phase === 'final' ? config.evidenceUntilMs : Number.MAX_SAFE_INTEGER,
    }))
    .sort((a, b) => a.fromMs - b.fromMs);
  const shown: Shown[] = [];
  let fromMs = 0;
  for (const span of [...spans, { fromMs: Number.MAX_SAFE_INTEGER, untilMs: 0 }]) {
    const untilMs = span.fromMs - 1;
    if (fromMs <= untilMs)
      shown.push({ uid, name, what: 'full', delayMs: 0, notBeforeMs: 0, fromMs, untilMs, contest: null, team: null });
    fromMs = Math.max(fromMs, span.untilMs + 1);
  }
  return shown;
}

/** An account's name at a moment, as it is shown. */
export function findShown(all: readonly Shown[]): (uid: number, timeMs: number) => Shown | undefined {
  const byUid = Map.groupBy(all, ({ uid }) => uid);
  return (uid, timeMs) => byUid.get(uid)?.find(({ fromMs, untilMs }) => fromMs <= timeMs && timeMs <= untilMs);
}

/** Whether what a team does at this moment may be shown at once, while its contest is live. */
export function disclosesNow(
  contest: Contest,
  { account }: Team,
  deps: Pick<CallDeps, 'engine' | 'webApp' | 'clock'>,
): boolean {
  const nowMs = deps.clock.nowMs();
  if (contest.phase !== 'live' || nowMs >= contest.config.endMs) return false;
  const shown = findShown(shownAccounts(deps, contest))(account.id, nowMs);
  return shown !== undefined && opensAtMs(shown, nowMs) <= nowMs;
}

/** The contests whose notices to all are wanted: one, or all that everybody may know of. */
export function noticesWanted(
  { engine }: Pick<CallDeps, 'engine'>,
  contest: Contest | null,
  team: string | null,
): { readonly contests: readonly string[]; readonly team: string | null } {
  const contests = contest === null ? [...engine.state.contest.contests.values()] : [contest];
  return { contests: contests.map(({ id }) => id), team };
}

function shownTeams({ id, phase, config, teams }: Contest): Shown[] {
  const { disclosure, startMs, evidenceUntilMs: untilMs, endMs, boardHiddenFromMs: hiddenMs } = config;
  const { what, delayMs } = disclosure;
  if (what === 'none' || phase === 'cancelled' || phase === 'draft' || phase === 'registration') return [];
  // Activity while the board is hidden would show the standings: it waits as the board does.
  const spans =
    phase === 'live' && hiddenMs !== null
      ? [
          { fromMs: startMs, untilMs: hiddenMs - 1, notBeforeMs: 0 },
          { fromMs: hiddenMs, untilMs, notBeforeMs: endMs },
        ]
      : [{ fromMs: startMs, untilMs, notBeforeMs: 0 }];
  return teams.flatMap(({ id: team, name, account }) =>
    spans.map((span) => ({ uid: account.id, what, delayMs, ...span, contest: id, team, name })),
  );
}

/** As the store is asked about them. */
export function disclosedOf(all: readonly Shown[]): DisclosedAccount[] {
  return all.map(({ contest: _contest, team: _team, name: _name, ...account }) => account);
}
