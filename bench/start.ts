/**
 * How long a start takes with a long life behind it: until it trades, and until it has answered a first read of
 * history. The folder is made under a fast clock (fast-life.ts): the living market, and users who send so many commands
 * spread over so many days; it ends with a clean stop, as a rule with a snapshot. Goal: 3 s.
 *
 * Options: `--commands` of users (1000000), `--days` (3), `--rounds` of starts (3), `--cache DIR` a folder to make it
 * in and leave it, or to go on with when it was made there before, `--profile DIR` for CPU profiles of the starts,
 * `--market none` without the market, `--minutes` of this machine after which the folder is as it is (none).
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMarket } from '../src/market/simulator/simulator.ts';
import { beginFolder, type FastLife, openFastLife } from './fast-life.ts';
import { openUsers } from './fast-users.ts';
import { median } from './interleave.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';
import { timeStart } from './timed-start.ts';

const GOAL_SECONDS = 3;
const DAY_SECONDS = 86_400;
/** Of three orders one rests, and is cancelled. */
const COMMANDS_AN_ORDER = 4 / 3;
const SAY_EVERY_SECONDS = 3_600;

export async function run(options: BenchOptions): Promise<Result> {
  const commands = countOption(options, 'commands', 1_000_000);
  const days = countOption(options, 'days', 3);
  const rounds = countOption(options, 'rounds', 3);
  const place = options['cache'] ?? mkdtempSync(join(tmpdir(), 'outcry-bench-start-'));
  const folder = join(place, 'data');
  const made = join(place, 'made');
  const flags = options['profile'] === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options['profile']}`];
  try {
    if (!existsSync(made)) {
      rmSync(folder, { recursive: true, force: true });
      const minutes = options['minutes'] === undefined ? Infinity : countOption(options, 'minutes', 1);
      writeFileSync(made, await make(folder, { commands, days, minutes, hasMarket: options['market'] !== 'none' }));
    }
    const starts = [];
    for (let round = 0; round < rounds; round++) starts.push(await timeStart(folder, flags));
    const history = median(starts.map(({ historySeconds }) => historySeconds));
    return {
      name: 'start',
      rows: starts.map(({ readySeconds, historySeconds, processorSeconds, rows }, at) => ({
        start: at + 1,
        'ready after s': readySeconds.toFixed(2),
        'history read after s': historySeconds.toFixed(2),
        'processors s': processorSeconds?.toFixed(2) ?? '',
        'rows of it': rows,
      })),
      remarks: [
        readFileSync(made, 'utf8'),
        ...starts.at(-1)!.said,
        `Load average ${loadavg()[0]!.toFixed(1)}. Goal: ${GOAL_SECONDS} s, the median: ${history < GOAL_SECONDS ? 'met' : 'missed'}.`,
      ],
      goalMet: history < GOAL_SECONDS,
    };
  } finally {
    if (options['cache'] === undefined) rmSync(place, { recursive: true, force: true });
  }
}

interface Wanted {
  readonly commands: number;
  readonly days: number;
  readonly minutes: number;
  readonly hasMarket: boolean;
}

/** Gives what it made, in words. */
async function make(folder: string, wanted: Wanted): Promise<string> {
  const beganMs = performance.now();
  await beginFolder(folder, wanted.days * DAY_SECONDS * 1_000);
  const life = await openFastLife(folder);
  const { passed, accepted, refused } = await live(life, wanted);
  await life.end();
  const minutes = ((performance.now() - beganMs) / 60_000).toFixed(1);
  const { sequence, orders } = life.engine.state;
  const reasons = [...refused].map(([reason, times]) => `${reason} ${times}`).join(', ');
  return [
    `${(passed / DAY_SECONDS).toFixed(1)} days, ${sequence} commands, ${accepted} of users accepted,`,
    `refused ${reasons === '' ? 'none' : reasons}; ${orders.size} orders known; made in ${minutes} minutes.`,
  ].join(' ');
}

/** Gives how many seconds passed, and what became of the users' commands. */
async function live(life: FastLife, { commands, days, minutes, hasMarket }: Wanted) {
  const untilMs = performance.now() + minutes * 60_000;
  const { clock, submit, engine } = life;
  const market = createMarket({ state: engine.state, submit, clock, seed: 1 });
  await market.open();
  const seconds = days * DAY_SECONDS;
  const perSecond = commands / COMMANDS_AN_ORDER / seconds;
  const users = await openUsers(life, perSecond, 1);
  const freshSeconds = Math.floor(engine.state.parameters.indexStaleMs / 1_000) - 1;
  const beatMs = 1_000 / market.contracts;
  const startMs = clock.nowMs();
  for (let second = 0; second < seconds; second++) {
    await submit<'tick'>({ name: 'tick' });
    for (let beat = 0; beat < market.contracts; beat++) {
      // Without it, prices are told just before they would be too old for orders.
      if (hasMarket || second % freshSeconds === 0) await market.beat();
      await users.beat(perSecond / market.contracts);
      clock.advance(beatMs);
    }
    if (second % SAY_EVERY_SECONDS > 0) continue;
    console.error(`${((clock.nowMs() - startMs) / 3_600_000).toFixed(0)} h: ${engine.state.sequence} commands`);
    if (performance.now() > untilMs) return { passed: second, accepted: users.accepted, refused: users.refused };
  }
  return { passed: seconds, accepted: users.accepted, refused: users.refused };
}
