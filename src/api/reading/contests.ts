/** Contests in requests: the one asked for, its team, and the board everybody may see at a moment. */
import { isSmallOrder, PUBLIC_KEY_BYTES } from '../../core/log/signature.ts';
import { fromBase64 } from '../../core/text/bytes.ts';
import { boardOf } from '../../core/standing/standing.ts';
import { contestBoard } from '../../core/contest/facts.ts';
import type { Contest, Team } from '../../core/state/records.ts';
import type { Finding } from '../../core/verification/finding.ts';
import { MODELS } from '../../core/language/contest-config.ts';
import type { Kind, TypeOf } from '../../core/language/kinds.ts';
import { withoutOthers } from '../../core/verification/own-report.ts';
import type { Call } from '../call/call.ts';
import { PUBLIC_READ } from '../call/route.ts';
import type { CallDeps } from '../call/deps.ts';
import { type BoardAt, findingView } from '../shapes/contest.ts';
import { type Bilingual, invalid, same } from '../words/errors.ts';
import { TEAM_NAME_NEED, type TeamNameFault, teamNameFault, teamNameWords } from '../../core/text/team-name.ts';
import { string } from '../shapes/schema.ts';
import { foundInstead } from '../call/fields.ts';
import { type Needed, refined, text, texts } from '../call/parameter.ts';

/** The common part of the public reads of contests. */
export const CONTEST_READ = { ...PUBLIC_READ, weight: { ip: 2, uid: 0 }, isAddition: true } as const;

/** The common part of the steps of a team: each is a command of its account. */
export const TEAM_STEP = {
  method: 'POST',
  access: 'private',
  permission: 'trade',
  weight: { ip: 5, uid: 5 },
  isAddition: true,
} as const;

/** A hint that names what was found, cut, and what it is none of. */
function notKnown(found: string, [en, zh]: readonly [string, string]): Bilingual {
  const short = found.slice(0, 40);
  return { en: `found ${short}, which is no ${en}`, zh: `收到 ${short}，不是${zh}` };
}

/** The contest that is named. */
export const contest = refined(text('Id of the contest'), (found, name, { deps }): Contest => {
  const known = deps.engine.state.contest.contests.get(found);
  if (known === undefined) throw invalid(name, notKnown(found, ['contest', '比赛']));
  return known;
});

/** A team of a contest. */
export function teamIn({ id: contestId, teams }: Contest, found: string): Team {
  const team = teams.find(({ id }) => id === found);
  if (team === undefined) throw invalid('team', notKnown(found, [`team of ${contestId}`, ` ${contestId} 的队伍`]));
  return team;
}

type Shown = Required<Finding>;

interface Found {
  readonly findings: readonly Shown[];
  /** V16, which only the team is told. */
  readonly toTeam: readonly Shown[];
}

async function foundOf({ id: contest, report }: Contest, team: string, { store }: Call['deps']): Promise<Found> {
  const args = { contest, sha256: report?.reportSha256 ?? '' };
  const found = report === null ? null : await store.ask('reportSummary', args, 0);
  const findings = found?.teams.find((line) => line.team === team)?.findings ?? [];
  return { findings: findings.map(findingView), toTeam: (found?.toTeams[team] ?? []).map(findingView) };
}

/**
 * The public part of the findings about a team in the report in force; none before the first. The leaves they
 * point to are left out while it is not to be known whose they are.
 */
export async function shownFindings(contest: Contest, team: string, deps: Call['deps']): Promise<readonly Shown[]> {
  const { findings } = await foundOf(contest, team, deps);
  return showsOwners(contest, deps.clock.nowMs()) ? findings : findings.map((one) => ({ ...one, evidence: [] }));
}

/** The team's own view: all of it, and until the contest is final no leaf of another. */
export async function ownFindings(
  contest: Contest,
  { id, account }: Team,
  deps: Call['deps'],
): Promise<readonly Shown[]> {
  const { findings, toTeam } = await foundOf(contest, id, deps);
  const all = [...findings, ...toTeam];
  if (contest.phase === 'final') return all;
  const indices = all.flatMap(({ evidence }) => evidence);
  const others = new Set(await deps.store.ask('leavesOfOthers', { uid: account.id, indices }, 0));
  return withoutOthers(all, (index) => others.has(index));
}

/**
 * Whether everybody may know whose a blinded leaf is: of a contest that is final, with its bundle; before that only
 * where its disclosure has shown all that it will.
 */
function showsOwners({ phase, config }: Contest, nowMs: number): boolean {
  const { disclosure, evidenceUntilMs, boardHiddenFromMs: hiddenMs } = config;
  if (phase === 'final') return true;
  if (disclosure.what === 'none' || (phase === 'live' && hiddenMs !== null && nowMs >= hiddenMs)) return false;
  return disclosure.delayMs === 0 || nowMs >= evidenceUntilMs + disclosure.delayMs;
}

/** A parameter whose value is of a command's own kind. */
export function ofKind<T>(of: Needed<unknown>, kind: Kind<T>): Needed<T> {
  return refined(of, (found, name) => {
    if (kind.fits(found)) return found as T;
    const mismatch = kind.mismatch(found, name);
    throw invalid(name, foundInstead(mismatch?.found.slice(0, 80) ?? '', same(mismatch?.need ?? '')));
  });
}

/** A team's name, put into NFC; what is wrong with another is said of the very character. */
export const teamName: Needed<string> = refined(text(TEAM_NAME_NEED), (found, name) => {
  const given = found.normalize('NFC');
  const fault = teamNameFault(given);
  if (fault !== null) throw invalid(name, { en: `it ${teamNameWords(fault)}`, zh: `队名${ZH_WHY[fault.why](fault)}` });
  return given;
});

const ZH_WHY: Readonly<Record<TeamNameFault['why'], (fault: TeamNameFault) => string>> = {
  short: ({ length }) => `只有 ${length} 个字符，需要 2 至 32 个`,
  long: ({ length }) => `有 ${length} 个字符，最多 32 个，附加符号也要少`,
  control: ({ at, point }) => `第 ${at} 个字符是控制字符 ${point}，请去掉`,
  direction: ({ at, point }) => `第 ${at} 个字符 ${point} 会改变文字方向，请去掉`,
  invisible: ({ at, point }) => `第 ${at} 个字符 ${point} 不可见，请去掉`,
  notText: ({ at, point }) => `第 ${at} 个字符 ${point} 不是 Unicode 字符`,
  symbol: ({ at, point }) => `第 ${at} 个字符 ${point} 不能用，可用各种文字的字母、数字、空格和 . _ - ' ’ · &`,
  marks: ({ at, point }) => `第 ${at} 个字符 ${point} 是附加符号，前面没有字母，或同一字母上超过三个`,
  notNfc: () => '不是 Unicode NFC 形式',
  mixed: () => '混用了拉丁、西里尔或希腊字母，它们看起来相同，请只用其中一种',
  blank: () => '没有字母或数字',
};

/** Of a model's name that stands for many. */
const LEAST_BEFORE_STAR = 3;
const PATTERN_NEED = `a * at the end, after ${LEAST_BEFORE_STAR} characters at least, stands for anything`;

/**
 * Models of a team. A pattern has to say of which models it is: one that fits all would be no statement. Asked here and
 * not of the command, because older journals hold others.
 */
export function models(description: string): Needed<TypeOf<typeof MODELS>> {
  return refined(ofKind(texts(string(), `${description}; ${PATTERN_NEED}`), MODELS), (names) => {
    const wrong = names.find((model) => !isModel(model));
    if (wrong !== undefined) throw invalid('models', foundInstead(wrong.slice(0, 80), same(PATTERN_NEED)));
    return names;
  });
}

function isModel(model: string): boolean {
  const star = model.indexOf('*');
  const before = model.slice(0, star).replaceAll(/[^\p{L}\p{N}]/gu, '');
  return star < 0 || (star === model.length - 1 && before.length >= LEAST_BEFORE_STAR);
}

/** The fault of a list of models, or null. */
export function faultOfModels(names: readonly string[]): string | null {
  const mismatch = MODELS.mismatch(names, 'models');
  if (mismatch !== null) return `has ${mismatch.found}, needs ${mismatch.need}`;
  const wrong = names.find((model) => !isModel(model));
  return wrong === undefined ? null : `has '${wrong.slice(0, 80)}'; ${PATTERN_NEED}`;
}

/** The key a team signs its AI logs with. */
export const publicKey: Needed<string> = refined(
  text(`Ed25519 public key that your AI logs are signed with, ${PUBLIC_KEY_BYTES} bytes as base64; fixed from then on`),
  (found) => {
    const fault = faultOfPublicKey(found);
    if (fault !== null) throw invalid('publicKey', foundInstead(found.slice(0, 80), PUBLIC_KEY_NEED));
    return found;
  },
);

const PUBLIC_KEY_NEED: Bilingual = {
  en: `an Ed25519 public key, ${PUBLIC_KEY_BYTES} bytes as base64, no point of small order`,
  zh: `Ed25519公钥，${PUBLIC_KEY_BYTES}字节的base64，且不是小阶点`,
};

/** The fault of a team's public key, or null. */
export function faultOfPublicKey(found: string): string | null {
  const key = fromBase64(found);
  if (key?.length === PUBLIC_KEY_BYTES && !isSmallOrder(key)) return null;
  return `is '${found.slice(0, 80)}', needs ${PUBLIC_KEY_NEED.en}`;
}

/** The latest moment whose board everybody may see. */
export function shownUntil(
  { phase, config }: Contest,
  nowMs: number,
): { readonly atMs: number; readonly hidden: boolean } {
  const hiddenMs = config.boardHiddenFromMs;
  const hidden = phase === 'live' && hiddenMs !== null && nowMs >= hiddenMs;
  return { atMs: hidden ? hiddenMs : Math.min(nowMs, config.endMs), hidden };
}

/**
 * The board of the latest sample at or before `atMs`, and no later than may be shown, as it was then; null: the latest,
 * with what was done since.
 */
export async function boardAt(
  contest: Contest,
  { deps }: { readonly deps: Pick<CallDeps, 'store' | 'sequencer' | 'clock'> },
  atMs: number | null,
): Promise<BoardAt> {
  return { ...(await samplesAt(contest, deps, atMs)), ...(await reportedOf(contest, deps)) };
}

async function samplesAt(
  contest: Contest,
  { store, sequencer, clock }: Pick<CallDeps, 'store' | 'sequencer' | 'clock'>,
  atMs: number | null,
): Promise<Omit<BoardAt, keyof OfReport>> {
  const { atMs: latest, hidden } = shownUntil(contest, clock.nowMs());
  if (atMs === null && !hidden) {
    const { lastSampleMs } = contest;
    return { atMs: lastSampleMs, hidden, board: contestBoard(contest, lastSampleMs) };
  }
  const isHidden = hidden && (atMs === null || atMs >= latest);
  const args = { contest: contest.id, atMs: Math.min(atMs ?? latest, latest) };
  const found = await store.ask('contestAt', args, sequencer.sequence);
  if (found === null) return { atMs: 0, hidden: isHidden, board: { rows: [], unranked: [] } };
  const { startMs, minFilledOrders, score } = contest.config;
  const board = boardOf({ startMs, minFilledOrders, score }, found.atMs, found.teams);
  return { atMs: found.atMs, hidden: isHidden, board };
}

type OfReport = Pick<BoardAt, 'reported' | 'skill'>;
/** By the newest report of each contest that was asked for. */
const known = new WeakMap<Contest, OfReport & { readonly sha256: string }>();

/** The board's facts of each team beside the state, by the report in force. */
async function reportedOf(contest: Contest, { store }: Pick<CallDeps, 'store'>): Promise<OfReport> {
  const sha256 = contest.report?.reportSha256;
  if (sha256 === undefined) return { reported: new Map(), skill: null };
  const before = known.get(contest);
  if (before?.sha256 === sha256) return before;
  const found = await store.ask('reportSummary', { contest: contest.id, sha256 }, 0);
  const reported: OfReport['reported'] = new Map(
    found?.teams.map(({ team, counted, levels, signed = null, findings }) => [
      team,
      { level: reached(levels, counted), signed, notes: findings.map(({ rule }) => rule) },
    ]),
  );
  const ofReport = { sha256, reported, skill: found?.skill ?? null };
  known.set(contest, ofReport);
  return ofReport;
}

/** @param counts orders by level; those without a log are in none */
function reached(counts: readonly number[], counted: number): number | null {
  let above = 0;
  for (let level = counts.length - 1; level >= 0; level--) {
    above += counts[level] ?? 0;
    if (above > 0 && 2 * above >= counted) return level;
  }
  return null;
}
