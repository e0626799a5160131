/**
 * Whose doings everybody may see, and how much of them (docs/ai-log.md 19): a contest's teams as its frozen config
 * says, for what they did while it lasted; on a demo its own accounts as well. An account that is in a contest which is
 * not over is shown as that contest says, and in no other way.
 */
import type { Contest } from '../../core/state/records.ts';
import type { DisclosedAccount } from '../../store/queries/activity.ts';
import type { ApiDeps } from '../front/deps.ts';

/** An account that is shown, under the name it is shown by. */
export interface Shown extends DisclosedAccount {
  /** Null: of no contest. */
  readonly contest: string | null;
  readonly team: string | null;
  readonly name: string;
}

/** @param contest only its teams; null: all contests, and the accounts of a demo */
export function shownAccounts(
  { engine, webApp }: Pick<ApiDeps, 'engine' | 'webApp'>,
  contest: Contest | null,
): Shown[] {
  const contests = contest === null ? [...engine.state.contest.contests.values()] : [contest];
  const teams = contests.flatMap(shownTeams);
  if (contest !== null) return teams;
  const taken = new Set(
    contests
      .filter(({ phase }) => phase !== 'final' && phase !== 'cancelled')
      .flatMap(({ teams: all }) => all.map(({ account }) => account.id)),
  );
  const own = webApp.identity.shown.filter(({ uid }) => !taken.has(uid));
  const always = { what: 'full', delayMs: 0, fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER } as const;
  return [...teams, ...own.map(({ uid, name }) => ({ ...always, uid, name, contest: null, team: null }))];
}

function shownTeams({ id, phase, config, teams }: Contest): Shown[] {
  const { what, delayMs } = config.disclosure;
  if (what === 'none' || phase === 'cancelled' || phase === 'draft' || phase === 'registration') return [];
  return teams.map(({ id: team, name, account }) => ({
    uid: account.id,
    what,
    delayMs,
    fromMs: config.startMs,
    untilMs: config.evidenceUntilMs,
    contest: id,
    team,
    name,
  }));
}
