/**
 * Contests that play themselves: honest teams, cheats of every kind and those they frame, over HTTP, under the default
 * rule set, to final boards and bundles that can be verified elsewhere. What becomes of each team is held against what
 * the documents say of it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AdminAsk } from './admin-ask.ts';
import { type Contest, enter, type Found, foundIn, judgeContest, play, register } from './contest.ts';
import { createMarket } from './market.ts';
import type { Player, Scene } from './player.ts';
import { openStage, type Stage } from './stage.ts';
import type { Cast, Style } from './styles/style.ts';

const MINUTE_MS = 60_000;

/** Most styles show in a day what they are; whether two teams are twins only in two. */
const HOURS = { day: 16, long: 52 } as const;

export interface RehearsalOptions {
  /** A folder that is not there yet. */
  readonly folder: string;
  readonly seed: number;
  readonly styles: readonly Style[];
  /** How long it lasts; a test has no day. */
  readonly hours?: { readonly day: number; readonly long: number };
  /** Gets a line now and then. */
  readonly say: (line: string) => void;
}

export interface Outcome extends Found {
  readonly style: Style;
  /** Codes of what was refused to it. */
  readonly refused: readonly string[];
  /** How it is not as expected; null when it is. */
  readonly surprise: string | null;
}

export interface Judged {
  readonly contest: Contest;
  readonly reportSha256: string;
  /** Path of the bundle a judge would get. */
  readonly bundle: string;
}

export interface Rehearsed {
  readonly seed: number;
  /** In the order of the styles. */
  readonly outcomes: readonly Outcome[];
  readonly contests: readonly Judged[];
  /** Path of the policy to verify the bundles by. */
  readonly policy: string;
}

export async function rehearse(options: RehearsalOptions): Promise<Rehearsed> {
  const { folder, seed, styles, hours = HOURS } = options;
  mkdirSync(folder, { recursive: true });
  const contests: readonly Contest[] = [
    {
      id: 'rehearsal',
      title: 'A rehearsal',
      hours: hours.day,
      styles: styles.filter(({ isTwoDays }) => isTwoDays !== true),
    },
    {
      id: 'rehearsal-long',
      title: 'A long rehearsal',
      hours: hours.long,
      styles: styles.filter(({ isTwoDays }) => isTwoDays),
    },
  ].filter((contest) => contest.styles.length > 0);
  const market = createMarket(seed, Math.max(...contests.map((contest) => contest.hours)) + 1);
  const stage = await openStage(join(folder, 'data'), { market, seed, logLevel: 'warn' });
  try {
    return await playAll(stage, market, contests, options);
  } finally {
    await stage.close();
  }
}

async function playAll(
  stage: Stage,
  market: Scene['market'],
  contests: readonly Contest[],
  { folder, seed, styles, say }: RehearsalOptions,
): Promise<Rehearsed> {
  const startMs = await register(stage, contests, market);
  const { nowMs, half } = stage;
  const minute = (): number => (nowMs() - startMs) / MINUTE_MS;
  const cast = new Map<string, Player>();
  for (const contest of contests) {
    const scene = { contest: contest.id, market, half, nowMs, minute, minutes: contest.hours * 60 };
    await enter(stage, contest, scene, seed, cast);
  }
  say(`${cast.size} teams are registered`);
  await stage.pass(startMs);
  await play(stage, styles, cast, startMs);
  say('it is over');
  const judged: Judged[] = [];
  const found = new Map<string, Found>();
  const judge = await judgesKey(stage);
  for (const contest of contests) {
    const reportSha256 = await judgeContest(stage, contest.id);
    say(`${contest.title}: report ${reportSha256}`);
    const all = await foundIn(stage, contest.id);
    for (const [nth, { name }] of contest.styles.entries()) found.set(name, all[nth] as Found);
    judged.push({ contest, reportSha256, bundle: await pack(judge, contest.id, folder) });
  }
  const policy = join(folder, 'policy');
  writeFileSync(policy, await (await fetch(`${stage.url}/ailog/policy`)).text());
  const outcomes = styles.map((style) => outcomeOf(style, found.get(style.name) as Found, cast));
  return { seed, outcomes, contests: judged, policy };
}

function outcomeOf(style: Style, is: Found, cast: Cast): Outcome {
  const refused = cast.get(style.name)?.refused ?? [];
  return { ...is, style, refused, surprise: surpriseOf(style, is, refused) };
}

/** A style's unexpected findings, in words. */
export function surpriseOf(style: Style, is: Found, refused: readonly string[]): string | null {
  const { verdict, by = [], isUnranked = false, refused: code } = style.expected;
  const missing = by.filter((rule) => !is.findings.some((one) => one.rule === rule));
  if (is.verdict !== verdict) return `${is.verdict} and not ${verdict}`;
  if (missing.length > 0) return `not found by ${missing.join(', ')}`;
  // A team that trades little has no rank for it, whatever its style.
  if (isUnranked && is.rank !== null) return `ranks ${is.rank}`;
  const others = code === undefined ? [] : refused.filter((one) => one !== code);
  if (code !== undefined && refused.length === 0) return 'tried nothing';
  return others.length === 0 ? null : `refused with ${[...new Set(others)].join(', ')} and not ${code}`;
}

async function judgesKey({ admin, as }: Stage): Promise<AdminAsk> {
  return as((await admin<{ token: string }>('POST', '/admin/v1/credentials', { name: 'jane', role: 'judge' })).token);
}

/** The whole evidence of a contest as a file. */
async function pack(judge: AdminAsk, contest: string, folder: string): Promise<string> {
  const bundle = join(folder, `${contest}.tar.gz`);
  writeFileSync(bundle, await judge<Uint8Array>('GET', `/admin/v1/bundle?contest=${contest}&variant=full`));
  return bundle;
}
