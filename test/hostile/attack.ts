/**
 * The parts of the attack. Each has its own stream of choices, and a share of the time that begins when what it attacks
 * is running, so that a short attack on a slow machine still does all of them. A short one does two at a time; a long
 * one all in turn, so that each has the machine, and repeats to its end what is over when it is over.
 */
import { createRandom, type Random } from '../../src/market/random.ts';
import { attackClock } from './on-clock.ts';
import { attackCrowd } from './on-crowd.ts';
import { attackContest } from './on-contest.ts';
import { attackDatabase } from './on-database.ts';
import { attackPast, attackRunning, folderWithPast } from './on-evidence.ts';
import { attackFolder, filledFolder } from './on-folder.ts';
import { attackHandshakes } from './on-handshake.ts';
import { attackMark } from './on-mark.ts';
import { attackNeighbour } from './on-neighbour.ts';
import { attackByKilling, attackDisk, attackWithTwo } from './on-process.ts';
import { attackRequests } from './on-requests.ts';
import { attackSockets } from './on-sockets.ts';
import { attackByVolume } from './on-volume.ts';
import { createReport, type Report } from './report.ts';

const MINUTE_MS = 60_000;
const REQUESTS_SHARE = 0.4;
const SOCKETS_SHARE = 0.1;
const DATABASE_SHARE = 0.05;
const MARK_SHARE = 0.05;
const NEIGHBOUR_SHARE = 0.05;
const ROUNDS_SHARE = 0.35;
/** Sockets that are opened and dropped, and requests by volume: so many a minute. */
const DROPPED_PER_MINUTE = 3_500;
const VOLUME_PER_MINUTE = 20_000;
/** Handshakes that are recorded: so many a minute. */
const HANDSHAKES_PER_MINUTE = 30;
/** The connections of a crowd: so many a minute, within bounds that a machine has files for. */
const CROWD_PER_MINUTE = 1_000;
const CROWD_LEAST = 200;
const CROWD_MOST = 3_000;

export interface AttackOptions {
  readonly onFinding?: (what: string) => void;
  readonly volume?: number;
}

/** A short attack has so many parts under way at once: they mostly wait. */
const LANES_OF_SHORT = 2;

type Part = (random: Random) => Promise<void>;

/** @param volume requests of the part that sends many, where it is not the time that says how many */
export async function attack(
  seed: number,
  minutes: number,
  { onFinding, volume = Math.round(VOLUME_PER_MINUTE * minutes) }: AttackOptions = {},
): Promise<Report> {
  const report = createReport(onFinding);
  const budgetMs = minutes * MINUTE_MS;
  const isShort = minutes < 1;
  const crowd = Math.max(CROWD_LEAST, Math.min(CROWD_MOST, Math.round(CROWD_PER_MINUTE * minutes)));
  const parts: readonly Part[] = [
    (random) => attackRequests(random, report, REQUESTS_SHARE * budgetMs),
    (random) => attackSockets(random, report, SOCKETS_SHARE * budgetMs, Math.round(DROPPED_PER_MINUTE * minutes)),
    (random) => attackByVolume(random, report, volume),
    (random) => attackCrowd(random, report, crowd, !isShort),
    (random) => attackDatabase(random, report, DATABASE_SHARE * budgetMs),
    (random) => attackInRounds(random, report, ROUNDS_SHARE * budgetMs, isShort),
    (random) => attackMark(random, report, MARK_SHARE * budgetMs),
    (random) => attackHandshakes(random, report, Math.max(4, Math.round(HANDSHAKES_PER_MINUTE * minutes))),
    (random) => attackNeighbour(random, report, NEIGHBOUR_SHARE * budgetMs),
    (random) => attackContest(random, report),
  ];
  const run = (part: Part, at: number) => part(createRandom(seed, at));
  const inTurn = async (lane: number, lanes: number): Promise<void> => {
    for (const [at, part] of parts.entries()) if (at % lanes === lane) await run(part, at);
  };
  const lanes = isShort ? LANES_OF_SHORT : 1;
  await Promise.all(Array.from({ length: lanes }, (_, lane) => inTurn(lane, lanes)));
  return report;
}

async function attackInRounds(random: Random, report: Report, budgetMs: number, isShort: boolean): Promise<void> {
  const filled = await filledFolder(random);
  const past = await folderWithPast(random);
  const endMs = performance.now() + budgetMs;
  do {
    await attackClock(random, report);
    for (let folder = 0; folder < (isShort ? 1 : 5); folder++) await attackFolder(random, report, filled);
    for (let folder = 0; folder < (isShort ? 1 : 5); folder++) await attackPast(random, report, past);
    await attackRunning(random, report);
    await attackByKilling(random, report, isShort ? 1 : 2);
    await attackWithTwo(random, report);
    await attackDisk(random, report);
  } while (performance.now() < endMs);
}
