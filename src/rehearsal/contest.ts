/**
 * The contests of a rehearsal: written down, opened, entered by a team for each style, played half minute by half
 * minute, judged, ended. All of it over HTTP, like any contest.
 */
import { hash } from 'node:crypto';
import { canonicalText } from '../core/text/canonical.ts';
import { DEFAULT_RULESET } from '../core/verification/ruleset.ts';
import { createRandom } from '../market/random.ts';
import type { Traded } from './market.ts';
import { Player, type Scene } from './player.ts';
import type { Key, Stage } from './stage.ts';
import { OUTAGE } from './styles/honest/habits.ts';
import { MODEL } from './styles/forms.ts';
import type { Cast, Style } from './styles/style.ts';

const MINUTE_MS = 60_000;
const REGISTRATION_MINUTES = 5;
const EVIDENCE_MINUTES = 5;

/** One of the contests that are played at once. */
export interface Contest {
  readonly id: string;
  readonly title: string;
  readonly hours: number;
  readonly styles: readonly Style[];
}

/** Writes the contests down, under the rule set that contests have by default, and opens them; when they start. */
export async function register(stage: Stage, contests: readonly Contest[], market: readonly Traded[]): Promise<number> {
  const { admin, nowMs } = stage;
  const ruleset = canonicalText(DEFAULT_RULESET);
  await admin('POST', '/admin/v1/rulesets', { ruleset });
  const startMs = nowMs() + REGISTRATION_MINUTES * MINUTE_MS;
  for (const contest of contests) {
    const config = configOf(contest, market, startMs, hash('sha256', ruleset, 'hex'));
    await admin('POST', '/admin/v1/contests', { config });
    await admin('POST', '/admin/v1/contests/move', { contest: contest.id, phase: 'registration' });
  }
  return startMs;
}

function configOf(
  { id, title, hours }: Contest,
  market: readonly Traded[],
  startMs: number,
  rulesetSha256: string,
): object {
  const endMs = startMs + hours * 60 * MINUTE_MS;
  return {
    id,
    title,
    practice: true,
    startMs,
    endMs,
    evidenceUntilMs: endMs + EVIDENCE_MINUTES * MINUTE_MS,
    boardHiddenFromMs: null,
    coin: 'USDT',
    startBalance: '10000',
    symbols: market.map(({ symbol }) => ({ symbol, maxLeverage: 20 })),
    channels: ['api'],
    maxOrdersPerMinute: 60,
    minFilledOrders: 10,
    publicBundle: 'full',
    rulesetSha256,
    score: { mode: 'return' },
  };
}

/** Every team with its own account and key, in the order of the list. */
export async function enter(
  stage: Stage,
  { id: contestId, styles }: Contest,
  scene: Scene,
  seed: number,
  cast: Map<string, Player>,
): Promise<void> {
  const keys = await Promise.all(styles.map(({ name }) => stage.newKey(name)));
  for (const [at, { name, models = [MODEL], modelClass = 'llm' }] of styles.entries()) {
    const client = stage.client(keys[at] as Key);
    const members = [`${contestId}-${at + 1}`];
    const entry = { contestId, teamName: name, modelClass, models: [...models], members };
    const { team } = await client.contestRegister(entry);
    await stage.admin('POST', '/admin/v1/teams', { contest: contestId, team, state: 'approved' });
    const random = createRandom(seed, ...Array.from(name, (letter) => letter.charCodeAt(0)));
    cast.set(name, new Player(name, client, random, scene));
  }
}

/** One team after the other, in the same order at each moment: the same seed plays the same contest. */
export async function play(stage: Stage, styles: readonly Style[], cast: Cast, startMs: number): Promise<void> {
  const teams = styles.map(({ name, play: begin }) => {
    const player = cast.get(name) as Player;
    return { name, player, turn: begin(player, cast) };
  });
  const minutes = Math.max(...teams.map(({ player }) => player.scene.minutes));
  const atStep = async (): Promise<void> => {
    for (const { name, player, turn } of teams) {
      if (player.minute >= player.scene.minutes) continue;
      try {
        await player.doWhatIsDue();
        await turn();
      } catch (error) {
        throw new Error(`${name}, minute ${player.minute}: ${String(error)}`, { cause: error });
      }
    }
  };
  if (OUTAGE.atMinute + OUTAGE.minutes < minutes) {
    await stage.pass(startMs + OUTAGE.atMinute * MINUTE_MS, atStep);
    await stage.vanish(OUTAGE.minutes * MINUTE_MS);
  }
  await stage.pass(startMs + minutes * MINUTE_MS, atStep);
  await stage.pass(startMs + (minutes + EVIDENCE_MINUTES + 1) * MINUTE_MS);
}

export interface Found {
  readonly team: string;
  readonly rank: number | null;
  /** 1e-8 of the start balance. */
  readonly return8: string | null;
  readonly verdict: string;
  readonly counted: number;
  readonly grades: Readonly<Record<string, number>>;
  readonly levels: readonly number[];
  readonly findings: readonly {
    readonly rule: string;
    readonly severity: string;
    readonly count: number;
    readonly value: string | null;
    readonly limit: string | null;
    /** Counted orders it is about; not there or null: it is not about orders. */
    readonly touched?: number | null;
  }[];
}

/** Judges a contest whose evidence is in, and ends it; the report's hash. */
export async function judgeContest({ admin }: Stage, contest: string): Promise<string> {
  const { reportSha256 } = await admin<{ reportSha256: string }>('POST', '/admin/v1/reports/run', { contest });
  await admin('POST', '/admin/v1/contests/move', { contest, phase: 'final' });
  return reportSha256;
}

/** The report and the final board on each team, in the order they entered. */
export async function foundIn({ admin, client }: Stage, contest: string): Promise<readonly Found[]> {
  // A stored report is sent as the bytes that are hashed.
  const bytes = await admin<Uint8Array>('GET', `/admin/v1/report?contest=${contest}`);
  const { teams } = JSON.parse(Buffer.from(bytes).toString('utf8')) as {
    readonly teams: readonly Omit<Found, 'rank' | 'return8'>[];
  };
  const { rows } = await client({}).contestLeaderboard({ id: contest });
  return teams
    .map((one) => {
      const row = rows.find(({ team }) => team === one.team);
      return { ...one, rank: row?.rank ?? null, return8: row?.return8 ?? null };
    })
    .toSorted((a, b) => Number(a.team.slice(1)) - Number(b.team.slice(1)));
}
