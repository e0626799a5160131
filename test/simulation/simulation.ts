/**
 * Runs a script against a service of its own until it ends or something is wrong. Wrong is: the core's audit names a
 * broken invariant, the auditor objects, the service stops without having been broken, something never answers, or
 * anything throws.
 */
import type { Auditor } from './auditor/auditor.ts';
import { ACTS } from './acts/index.ts';
import { compare, compareAll } from './comparing.ts';
import type { Counts } from './counts.ts';
import { disconnect, type Exchange, look, openExchange } from './exchange.ts';
import { judgeContests } from './judging.ts';
import type { Move } from './moves.ts';
import { person, type Person } from './people.ts';
import { journalFiles, journalHash, removeWorld } from './service/service.ts';

export interface Failure {
  /** The move at which it was found. */
  readonly move: number;
  /** First the most telling line. */
  readonly what: readonly string[];
  /** The last things that were done. */
  readonly lines: readonly string[];
}

export interface Run {
  readonly counts: Counts;
  /** Of the journal's files, SHA-256 in hex: a seed and a commit give the same. */
  readonly journal: string;
  readonly failure: Failure | null;
}

export interface RunOptions {
  readonly seed: number;
  readonly accounts: number;
  /** Puts something around the auditor, to listen or to lie. */
  readonly wrap?: (auditor: Auditor) => Auditor;
  /** Asked before each move: the run ends there, as if the script did. */
  readonly isStopped?: () => boolean;
  /** Is given the journal's files when the run has ended. */
  readonly keep?: (files: ReturnType<typeof journalFiles>) => void;
  /** Called now and then. */
  readonly onProgress?: (counts: Counts) => void;
}

/** Everything is compared after so many moves, whatever they were. */
const COMPARE_ALL_EVERY = 500;
/** Contests are judged after so many moves, all of their leaves anew. */
const JUDGE_EVERY = 300;
const PROGRESS_EVERY = 2_000;
const LINES_KEPT = 400;
const LINES_SHOWN = 60;

export async function run(
  moves: readonly Move[],
  { seed, accounts, wrap, isStopped, keep, onProgress }: RunOptions,
): Promise<Run> {
  const exchange = await openExchange(seed, accounts, wrap);
  const { counts } = exchange;
  try {
    for (const move of moves) {
      if (isStopped?.() === true) break;
      const what = await take(exchange, move, accounts);
      counts.moves += 1;
      counts.commands = exchange.service.sequencer.sequence;
      exchange.lines.splice(0, exchange.lines.length - LINES_KEPT);
      if (counts.moves % PROGRESS_EVERY === 0) onProgress?.(counts);
      if (what.length > 0)
        return {
          counts,
          journal: journalHash(exchange.world),
          failure: { move: move.index, what, lines: exchange.lines.slice(-LINES_SHOWN) },
        };
    }
    const what = await settle(exchange);
    const last = moves.at(-1)?.index ?? 0;
    return {
      counts,
      journal: journalHash(exchange.world),
      failure: what.length > 0 ? { move: last, what, lines: exchange.lines.slice(-LINES_SHOWN) } : null,
    };
  } finally {
    keep?.(journalFiles(exchange.world));
    disconnect(exchange);
    await exchange.service.crash(false).catch(() => undefined);
    removeWorld(exchange.world);
  }
}

/** One move, and what is wrong after it. */
async function take(exchange: Exchange, move: Move, accounts: number): Promise<string[]> {
  try {
    const who = traderOf(exchange, move, accounts);
    exchange.lines.push(`— ${move.index} ${move.kind}`);
    await ACTS[move.kind](exchange, move, who);
    await look(exchange);
    if (move.kind !== 'second') await compare(exchange, [who.uid], move.index % 4 === 0);
    else sweep(exchange);
    if (exchange.counts.moves % COMPARE_ALL_EVERY === COMPARE_ALL_EVERY - 1) await compareAll(exchange);
    const wrong = exchange.counts.moves % JUDGE_EVERY === JUDGE_EVERY - 1 ? await judgeContests(exchange) : [];
    return [...problemsOf(exchange), ...wrong];
  } catch (error) {
    return [...problemsOf(exchange), textOf(error)];
  }
}

function sweep({ auditor, counts }: Exchange): void {
  auditor.sweep();
  counts.sweeps += 1;
}

/** Whoever the move is for; now and then a lead, who has others trade along. */
function traderOf({ auditor, persons }: Exchange, move: Move, accounts: number): Person {
  const own = person(move.who % accounts);
  if (move.kind === 'open' || move.d % 4 !== 0) return own;
  const followed = auditor.model.relations.filter(({ ended }) => !ended);
  const lead = followed[move.who % Math.max(1, followed.length)]?.lead;
  return persons.find(({ uid }) => uid === lead) ?? own;
}

async function settle(exchange: Exchange): Promise<string[]> {
  try {
    await compareAll(exchange);
    return [...problemsOf(exchange), ...(await judgeContests(exchange))];
  } catch (error) {
    return [textOf(error)];
  }
}

function problemsOf({ service, auditor }: Exchange): string[] {
  return [...service.broken, ...auditor.objections, ...service.fatal.map(textOf)];
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
