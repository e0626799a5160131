/**
 * The engine as it is beside the engine as it was, over random walks: `npm run former`, `npm run former -- REVISION
 * [WALKS] [SEED]`. Every command of every walk gives the same outcome and the same events, and every walk the same
 * state hash. The former core comes from git, so nothing of it is kept. For changes that are to change nothing:
 * `npm run former -- main` before they land.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import type { createEngine } from '../../src/core/engine.ts';
import { stateHash } from '../../src/core/state/hash.ts';
import type { Outcome } from '../../src/core/turn/outcome.ts';
import { moves } from '../property/commands.ts';
import { take, type Walk, type WalkOptions } from '../property/walk.ts';
import { sha256 } from '../scenarios/exchange.ts';
import { outcomeText } from './outcome-text.ts';

interface FormerCore {
  readonly createEngine: typeof createEngine;
  readonly stateHash: typeof stateHash;
}

const KINDS: readonly WalkOptions[] = [
  {},
  { copying: true },
  { scale: 20_000 },
  { logging: true, retentionMs: 3_000 },
  { selfTradePrevention: 'expireBoth' },
  { contesting: true, copying: true },
];
const MOVES = 250;

const [revision = 'main', walksText = '60', seedText = '1'] = process.argv.slice(2);
const walks = Number(walksText);
const seed = Number(seedText);
if (!(walks >= 1 && Number.isSafeInteger(walks) && Number.isSafeInteger(seed))) {
  console.error(`usage: npm run former -- REVISION [WALKS] [SEED]; found '${process.argv.slice(2).join(' ')}'`);
  process.exit(2);
}

/** Walks on the present engine, then takes the former one the same way. Returns the number of commands and events. */
function compare(former: FormerCore, options: WalkOptions, list: Parameters<typeof take>[0]): [number, number] {
  const texts = new Map<number, string>();
  let events = 0;
  const visit = (outcome: Outcome): void => {
    texts.set(outcome.sequence, outcomeText(outcome));
    events += outcome.events.length;
  };
  const walk = take(list, visit, options);
  const engine = former.createEngine(sha256);
  for (const [at, { timeMs, command }] of walk.journal.entries()) {
    const then = outcomeText(engine.apply({ sequence: at + 1, timeMs, command }));
    const now = texts.get(at + 1);
    if (now !== undefined && now !== then) throw new Error(differenceOf(walk, at, then, now));
  }
  const [then, now] = [former.stateHash(engine.state, sha256), stateHash(walk.exchange.state, sha256)];
  if (then !== now) throw new Error(`after ${walk.journal.length} commands the state hash was ${then} and is ${now}`);
  return [walk.journal.length, events];
}

function differenceOf({ journal }: Walk, at: number, then: string, now: string): string {
  const before = then.split('\n');
  const line = now.split('\n').findIndex((text, nth) => text !== before[nth]);
  return `command ${at + 1}, ${JSON.stringify(journal[at]?.command)}: was\n${before[line]}\nis\n${now.split('\n')[line]}`;
}

const folder = mkdtempSync(join(tmpdir(), 'outcry-former-'));
try {
  const archive = execFileSync('git', ['archive', revision, 'src/core'], { maxBuffer: 1 << 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const load = (file: string): Promise<unknown> => import(pathToFileURL(join(folder, 'src/core', file)).href);
  const former = { ...Object(await load('engine.ts')), ...Object(await load('state/hash.ts')) } as FormerCore;
  const [all, seen] = [fc.sample(moves(MOVES, true), { numRuns: walks, seed }), { commands: 0, events: 0 }];
  for (const [nth, list] of all.entries()) {
    const [commands, events] = compare(former, KINDS[nth % KINDS.length]!, list);
    seen.commands += commands;
    seen.events += events;
  }
  const what = `${walks} walks of seed ${seed}, ${seen.commands} commands, ${seen.events} events`;
  console.log(`${what}: all as at ${revision}, and every state hash`);
} finally {
  rmSync(folder, { recursive: true });
}
