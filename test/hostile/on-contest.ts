/**
 * A contest whose organiser tries to take teams off the board once it plays, in every way the administration has, and
 * whose teams ask for their own bundles in the middle of it and look for the others in them. On a clock moved by hand.
 */
import { createMarket } from '../../src/rehearsal/market.ts';
import { register } from '../../src/rehearsal/contest.ts';
import { type Key, openStage, type Stage } from '../../src/rehearsal/stage.ts';
import { readBundle } from '../../src/bundle/bundle-file.ts';
import type { Client } from '../../src/client/client.ts';
import type { Random } from '../../src/market/random.ts';
import { newFolder } from '../cli/process.ts';
import { judgeBundle, judgeTeams } from './judge.ts';
import { pick } from './mutate.ts';
import type { Report } from './report.ts';

const ID = 'attacked';
const HOURS = 0.25;
const MINUTE_MS = 60_000;
const TEAMS = ['Auks', 'Boobies', 'Coots'];
const SYMBOLS = ['cmt_btcusdt', 'cmt_ethusdt', 'cmt_solusdt'];
const STATES = ['withdrawn', 'rejected', 'approved', 'pending', 'disqualified', 'active'];
const REASONS = [undefined, 'Because', 'Asked by mail', ''];

interface Team {
  readonly id: string;
  readonly key: Key;
  readonly client: Client;
  /** Words that nobody but the team knows. */
  readonly secrets: string[];
}

export async function attackContest(random: Random, report: Report): Promise<void> {
  const market = createMarket(random.below(1_000_000), 2);
  const stage = await openStage(newFolder(), { market, logLevel: 'silent' });
  try {
    const contest = { id: ID, title: 'Attacked', hours: HOURS, styles: [] };
    const startMs = await register(stage, [contest], market);
    const teams: Team[] = [];
    for (const name of TEAMS) teams.push(await enter(stage, name));
    await stage.pass(startMs + MINUTE_MS);
    const { token } = await stage.admin<{ token: string }>('POST', '/admin/v1/credentials', {
      name: 'otto',
      role: 'owner',
    });
    const organisers = [stage.admin, stage.as(token)];
    for (let minute = 2; minute < HOURS * 60; minute += 1 + random.below(4)) {
      await trade(random, report, pick(random, teams));
      await stage.pass(startMs + minute * MINUTE_MS);
      if (random.below(3) === 0) await takeOff(random, report, stage, organisers, teams);
    }
    for (const team of teams) await trade(random, report, team);
    await stage.pass(startMs + (HOURS * 60 - 1) * MINUTE_MS);
    await takeOff(random, report, stage, organisers, teams);
    await lookForOthers(report, teams);
    await stage.pass(startMs + (HOURS * 60 + 7) * MINUTE_MS);
    await stage.admin('POST', '/admin/v1/reports/run', { contest: ID });
    await takeOff(random, report, stage, organisers, teams);
    await lookForOthers(report, teams);
  } finally {
    await stage.close();
  }
}

async function enter(stage: Stage, teamName: string): Promise<Team> {
  const key = await stage.newKey(teamName);
  const client = stage.client(key);
  const entry = {
    contestId: ID,
    teamName,
    modelClass: 'llm',
    models: ['m-1'],
    members: [`${ID}-${teamName}`],
  } as const;
  const { team: id } = await client.contestRegister({
    ...entry,
    models: [...entry.models],
    members: [...entry.members],
  });
  await stage.admin('POST', '/admin/v1/teams', { contest: ID, team: id, state: 'approved' });
  return { id, key, client, secrets: [] };
}

/** A log with words of the team's own, and the order it names. */
async function trade(random: Random, report: Report, { id, key, client, secrets }: Team): Promise<void> {
  const symbol = pick(random, SYMBOLS);
  const [clientOid, word] = [`own-${random.below(2 ** 31)}`, `word-${random.below(2 ** 31)}`];
  secrets.push(clientOid, word);
  const input = { thought: `${word} input`, uid: `of ${key.uid}` };
  const output = { decision: 'OPEN_LONG', symbol, client_oid: clientOid };
  const log = { stage: `${word} stage`, model: 'm-1', input, output, explanation: `${word} why` };
  const refused = (error: unknown): void => report.found(`team ${id} of a contest is refused: ${String(error)}`);
  await client.uploadAiLog(JSON.stringify(log)).catch(refused);
  const size = symbol === 'cmt_btcusdt' ? '0.001' : symbol === 'cmt_ethusdt' ? '0.01' : '0.1';
  const order = { symbol, client_oid: clientOid, size, type: '1', order_type: '0', match_price: '1' } as const;
  await client.placeOrder(order).catch(refused);
}

/** All that an organiser could try on a team, and the board after it. */
async function takeOff(
  random: Random,
  report: Report,
  stage: Stage,
  organisers: readonly Stage['admin'][],
  teams: readonly Team[],
): Promise<void> {
  const before = await onBoard(stage);
  for (let times = 4; times > 0; times--) {
    const [{ id, key }, ask, reason] = [pick(random, teams), pick(random, organisers), pick(random, REASONS)];
    const why = reason === undefined ? {} : { reason };
    const { uid } = key;
    const tries: readonly (() => Promise<unknown>)[] = [
      () => ask('POST', '/admin/v1/teams', { contest: ID, team: id, state: pick(random, STATES), ...why }),
      () => stage.admin('POST', '/admin/allowlist', { uid, allowed: false, reason: reason ?? 'x' }),
      () => stage.admin('POST', '/admin/accounts/fees', { uid, makerFee: '0', takerFee: '0' }),
      () => stage.admin('POST', '/admin/accounts/freeze', { uid, frozen: true }),
    ];
    report.count('ways to take a team off a board');
    // What is refused is as good.
    await pick(random, tries)().catch(() => null);
  }
  const wrong = judgeTeams(before, await onBoard(stage));
  if (wrong !== null) report.found(wrong);
}

/** Each team that is ranked or counted, and what it has. */
async function onBoard({ client }: Stage): Promise<string[]> {
  const { rows, unranked } = await client({}).contestLeaderboard({ id: ID });
  return [...rows, ...unranked].map((one) => `${one.team} ${'reason' in one ? one.reason : 'ranked'}`);
}

async function lookForOthers(report: Report, teams: readonly Team[]): Promise<void> {
  for (const { id, client } of teams) {
    const others = teams.filter((one) => one.id !== id);
    const packed = await client.contestOwnBundle({ id: ID });
    const files = new Map([...readBundle(packed)].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));
    const marks = others.flatMap(({ key, secrets }) => [...secrets, `of ${key.uid}`, `"uid\\":\\"${key.uid}\\"`]);
    report.count('own bundles looked through');
    const wrong =
      judgeBundle(files, marks) ??
      judgeBundle(
        ofReport(files),
        others.map((one) => `"${one.id}"`),
      );
    if (wrong !== null) report.found(wrong);
  }
}

/** The files in which not even a team's public name has a place: what is said of whom, and whose a leaf is. */
function ofReport(files: ReadonlyMap<string, string>): Map<string, string> {
  const named = [...files].filter(([path]) => /report\.json$|^leaves\.jsonl$/.test(path));
  return new Map(named.map(([path, text]) => [path, text.replaceAll('\\"', '"')]));
}
