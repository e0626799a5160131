/**
 * A contest that plays itself: registered, played by built-in teams over HTTP, judged, ended, exported, and its bundle
 * verified elsewhere. Whoever it names as a cheat must be found, by the rules that are meant to, and no one else.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from 'node:crypto';
import { canonicalText } from '../../core/text/canonical.ts';
import { DEFAULT_RULESET } from '../../core/verification/ruleset.ts';
import { Player } from './player.ts';
import { BTC, ETH, openStage, type Stage } from './stage.ts';
import { type Cast, MINUTES, OUTAGE, type Part, PARTS } from './teams.ts';

const CONTEST = 'rehearsal';
const MINUTE_MS = 60_000;
const REGISTRATION_MINUTES = 5;
const EVIDENCE_MINUTES = 5;
/** Two hours are too short for the usual numbers of twins and templates. */
const RULESET = {
  ...DEFAULT_RULESET,
  name: 'rehearsal-rules',
  templateDistinct: 4,
  templateWindow: 12,
  twinSamples: 8,
};

export interface RehearsalOptions {
  /** A folder that is not there yet. */
  readonly folder: string;
  /** Gets a line now and then. */
  readonly say: (line: string) => void;
  /** Verifies a bundle in another process: its exit code, and what it printed as JSON. */
  readonly verify: (
    bundle: string,
    policy: string,
  ) => Promise<{ readonly code: number | null; readonly json: unknown }>;
}

export interface TeamResult {
  readonly team: string;
  readonly name: string;
  readonly style: string;
  readonly rank: number | null;
  readonly score: string | null;
  readonly verdict: string;
  readonly grades: Readonly<Record<string, number>>;
  /** Orders by evidence level. */
  readonly levels: readonly number[];
  /** Rules that found something, and those that were meant to. */
  readonly findings: readonly string[];
  readonly meant: readonly string[];
}

export interface Rehearsed {
  readonly teams: readonly TeamResult[];
  readonly reportSha256: string;
  readonly bundle: string;
  readonly policy: string;
  readonly verified: { readonly code: number | null; readonly json: unknown };
  /** Everything that is not as it should be; empty when all is. */
  readonly surprises: readonly string[];
}

export async function rehearse({ folder, say, verify }: RehearsalOptions): Promise<Rehearsed> {
  mkdirSync(folder, { recursive: true });
  const stage = await openStage(join(folder, 'data'), 'warn');
  let played: Omit<Rehearsed, 'verified' | 'surprises'>;
  try {
    played = await play(stage, folder, say);
  } finally {
    await stage.close();
  }
  say('the exchange is gone; the bundle is verified by another process');
  const verified = await verify(played.bundle, played.policy);
  return { ...played, verified, surprises: surprisesOf(played.teams, verified.code) };
}

async function play(stage: Stage, folder: string, say: RehearsalOptions['say']) {
  const startMs = await register(stage);
  const cast = await enter(stage);
  say(`${cast.size} teams are registered`);
  await stage.pass(startMs);
  say('live');
  await playContest(stage, startMs, cast);
  await stage.pass(startMs + (MINUTES + EVIDENCE_MINUTES) * MINUTE_MS + MINUTE_MS);
  const { reportSha256 } = await stage.admin<{ reportSha256: string }>('POST', '/admin/v1/reports/run', {
    contest: CONTEST,
  });
  say(`judged: report ${reportSha256}`);
  await stage.admin('POST', '/admin/v1/contests/move', { contest: CONTEST, phase: 'final' });
  say('final');
  const teams = await resultsOf(stage);
  const judge = await stage.admin<{ token: string }>('POST', '/admin/v1/credentials', { name: 'jane', role: 'judge' });
  const path = `/admin/v1/bundle?contest=${CONTEST}&variant=full`;
  const [bundle, policy] = [join(folder, 'bundle.tar.gz'), join(folder, 'policy')];
  writeFileSync(bundle, await stage.as(judge.token)<Uint8Array>('GET', path));
  writeFileSync(policy, await (await fetch(`${stage.url}/ailog/policy`)).text());
  return { teams, reportSha256, bundle, policy };
}

/** Writes down the contest and opens it; when it starts. */
async function register({ admin, nowMs }: Stage): Promise<number> {
  const ruleset = canonicalText(RULESET);
  await admin('POST', '/admin/v1/rulesets', { ruleset });
  const startMs = nowMs() + REGISTRATION_MINUTES * MINUTE_MS;
  const endMs = startMs + MINUTES * MINUTE_MS;
  const config = {
    id: CONTEST,
    title: 'A rehearsal',
    practice: true,
    startMs,
    endMs,
    evidenceUntilMs: endMs + EVIDENCE_MINUTES * MINUTE_MS,
    boardHiddenFromMs: null,
    coin: 'USDT',
    startBalance: '10000',
    symbols: [BTC, ETH].map(({ symbol }) => ({ symbol, maxLeverage: 20 })),
    channels: ['api'],
    maxOrdersPerMinute: 60,
    minFilledOrders: 10,
    publicBundle: 'full',
    rulesetSha256: hash('sha256', ruleset, 'hex'),
    score: { mode: 'return' },
  };
  await admin('POST', '/admin/v1/contests', { config });
  await admin('POST', '/admin/v1/contests/move', { contest: CONTEST, phase: 'registration' });
  return startMs;
}

/** Every team with its own account and key, in the order of the list. */
async function enter(stage: Stage): Promise<Cast> {
  const cast = new Map<string, Player>();
  for (const { name, models } of PARTS) {
    const client = stage.client(await stage.newKey(name));
    const entry = {
      contestId: CONTEST,
      teamName: name,
      modelClass: 'llm',
      models: [...models],
      members: [`${name}-1`],
    };
    const { team } = await client.contestRegister(entry);
    await stage.admin('POST', '/admin/v1/teams', { contest: CONTEST, team, state: 'approved' });
    cast.set(name, new Player(name, client, cast.size));
  }
  return cast;
}

/** Every minute what is due of each team: teams side by side, each one thing after the other. */
async function playContest(stage: Stage, startMs: number, cast: Cast): Promise<void> {
  const waiting = PARTS.map((part) =>
    part.acts(cast.get(part.name) as Player, cast).toSorted((a, b) => a.minute - b.minute),
  );
  const done = waiting.map(() => 0);
  const atStep = async (): Promise<void> => {
    const minute = (stage.nowMs() - startMs) / MINUTE_MS;
    const playing = waiting.map(async (acts, team) => {
      for (
        let next = acts[done[team] ?? 0];
        next !== undefined && next.minute <= minute;
        next = acts[done[team] ?? 0]
      ) {
        done[team] = (done[team] ?? 0) + 1;
        await next.does();
      }
    });
    await Promise.all(playing);
  };
  await stage.pass(startMs + OUTAGE.atMinute * MINUTE_MS, atStep);
  stage.vanish(OUTAGE.minutes * MINUTE_MS);
  await stage.pass(startMs + MINUTES * MINUTE_MS, atStep);
}

interface Report {
  readonly teams: readonly {
    readonly team: string;
    readonly verdict: string;
    readonly grades: Readonly<Record<string, number>>;
    readonly levels: readonly number[];
    readonly findings: readonly { readonly rule: string }[];
  }[];
}

async function resultsOf({ admin, client }: Stage): Promise<TeamResult[]> {
  const report = await reportOf(admin);
  const board = await client({}).contestLeaderboard({ id: CONTEST });
  return PARTS.map(({ name, style, finds }: Part, nth) => {
    const team = `t${nth + 1}`;
    const found = report.teams.find((one) => one.team === team);
    const row = board.rows.find((one) => one.team === team);
    return {
      team,
      name,
      style,
      rank: row?.rank ?? null,
      score: row?.score ?? null,
      verdict: found?.verdict ?? '',
      grades: found?.grades ?? {},
      levels: found?.levels ?? [],
      findings: found?.findings.map(({ rule }) => rule) ?? [],
      meant: finds,
    };
  });
}

async function reportOf(admin: Stage['admin']): Promise<Report> {
  const body = await admin<Report | Uint8Array>('GET', `/admin/v1/report?contest=${CONTEST}`);
  return body instanceof Uint8Array ? (JSON.parse(Buffer.from(body).toString('utf8')) as Report) : body;
}

/** Exit codes of `outcry verify`: 1 agrees, with findings. */
const AGREES_WITH_FINDINGS = 1;

function surprisesOf(teams: readonly TeamResult[], code: number | null): string[] {
  const surprises = teams.flatMap(({ name, meant, findings, verdict }) => {
    if (meant.length > 0) {
      const missed = meant.filter((rule) => !findings.includes(rule));
      return missed.length === 0 ? [] : [`${name} was not found by ${missed.join(', ')}`];
    }
    if (findings.length > 0) return [`${name} is honest, and ${findings.join(', ')} found something`];
    return verdict === 'VERIFIED' ? [] : [`${name} is honest, and its verdict is ${verdict}`];
  });
  if (code !== AGREES_WITH_FINDINGS) surprises.push(`the bundle was verified with exit code ${code}`);
  return surprises;
}
