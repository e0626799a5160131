/**
 * The leaves of contests (docs/ai-log.md 4): what everyone may know of contests, teams, outages, reports and verdicts,
 * and the sealed ones of minutes and cases.
 */
import { appendLeaf, appendSealed } from '../ailog/append-leaf.ts';
import { commit, leafSalt } from '../log/commit.ts';
import { payloadFits, publicLeaf, type PublicKind } from '../log/entry.ts';
import type { CaseStep } from '../language/commands.ts';
import type { ContestConfig } from '../language/contest-config.ts';
import type { Case, Contest, Team } from '../state/records.ts';
import type { Canonical } from '../text/canonical.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import { announce, type Turn } from '../turn/turn.ts';
import { invariant } from '../num/invariant.ts';

export function appendPublic(turn: Turn, kind: PublicKind, payload: Canonical): number {
  return appendLeaf(turn, kind, 0, null, publicLeaf(turn.sha256, kind, payload, turn.timeMs));
}

type Shown = Pick<Contest, 'id' | 'phase' | 'board'>;

function contestPayload({ id, phase, board }: Shown, config: ContestConfig): Canonical {
  const shown = { config: config as unknown as Canonical, id, phase, rulesetSha256: config.rulesetSha256 };
  return board === null ? shown : { ...shown, board: board.map(({ rank, score, team }) => ({ rank, score, team })) };
}

/** Whether a contest of this config has room in a leaf, its final board included. */
export function configFits(config: ContestConfig, teams: number): boolean {
  const longest = { rank: teams, score: '-9999999999999999', team: `t${teams}` };
  const board = Array.from({ length: teams }, () => longest);
  return payloadFits(contestPayload({ id: config.id, phase: 'registration', board }, config));
}

/** The contest as it is now. */
export function noteContest(turn: Turn, contest: Contest): number {
  const isFinal = contest.phase === 'final';
  invariant(
    (contest.board !== null) === isFinal,
    'CTST-002: a contest has its board at its end',
    contest,
    contest.phase,
  );
  const index = appendPublic(turn, 'contest', contestPayload(contest, contest.config));
  announce(turn, { name: 'contestChanged', contest });
  return index;
}

/** An act upon a team, its author and reason; `frozen`: what its account became. */
export type TeamAct =
  | { readonly by: 'team'; readonly reason: string }
  | { readonly by: 'organiser'; readonly actor: string; readonly reason: string; readonly frozen?: boolean };

/** The team as it is now; its account is committed to, and opened by anyone given the key. */
export function noteTeam(turn: Turn, team: Team, act: TeamAct | null = null): number {
  const { ailog } = turn.state;
  invariant(ailog.saltKey !== null, 'CTST-003: a team without a log');
  const salt = leafSalt(turn.sha256, ailog.saltKey, ailog.nextIndex);
  const index = appendPublic(turn, 'team', {
    account: commit(turn.sha256, salt, 'account', encodeUtf8(String(team.account.id))),
    contest: team.contest.id,
    modelClass: team.modelClass,
    models: team.models,
    name: team.name,
    ...(team.publicKey === null ? {} : { publicKey: team.publicKey }),
    state: team.state,
    team: team.id,
    ...act,
  });
  announce(turn, { name: 'teamChanged', team });
  return index;
}

/** A step of a case that only those it concerns may read. */
export function noteCase(turn: Turn, one: Case, { step, actor, textSha256, files = [] }: CaseStep): void {
  const { contest, team, id } = one;
  appendSealed(turn, 'case', team.account.id, {
    kind: 'case',
    v: 1,
    actor,
    case: id,
    contest: contest.id,
    step,
    team: team.id,
    textSha256,
    ...(files.length === 0 ? {} : { files: files.map(({ name, sha256, size }) => ({ name, sha256, size })) }),
  });
  announce(turn, { name: 'caseChanged', case: one });
}

/** A decision, its author and its reason. */
export function noteVerdict(turn: Turn, one: Case, outcome: string, by: readonly string[]): void {
  const { contest, team, id, proposal } = one;
  appendPublic(turn, 'verdict', {
    by,
    case: id,
    contest: contest.id,
    outcome,
    rules: proposal?.rules ?? [],
    team: team.id,
    text: proposal?.text ?? '',
  });
  announce(turn, { name: 'caseChanged', case: one });
}
