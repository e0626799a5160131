/**
 * npm run sim -- <seed> <minutes> [accounts]: simulates so many minutes from the seed and prints what was done. A
 * failure is shrunk to a short list of moves and printed with what they did; the exit code is then 1. `random` draws a
 * seed. Ctrl-C ends it early, with its counts.
 */
import { randomInt } from 'node:crypto';
import { countsText } from './counts.ts';
import { script } from './moves.ts';
import { failureText, shrinkRun } from './shrink-run.ts';
import { run } from './simulation.ts';

const SHRINK_MS = 10 * 60_000;
const MAX_SEED = 4_294_967_296;
const ACCOUNTS = 240;

const [seedText = 'random', minutesText = '1', accountsText = String(ACCOUNTS)] = process.argv.slice(2);
const seed = seedText === 'random' ? randomInt(MAX_SEED) : Number(seedText);
const minutes = Number(minutesText);
const accounts = Number(accountsText);
if (
  ![seed, minutes, accounts].every((value) => Number.isSafeInteger(value) && value >= 0) ||
  minutes < 1 ||
  accounts < 1
) {
  console.error('usage: npm run sim -- <seed or random> <minutes> [accounts], whole numbers');
  process.exit(2);
}

console.log(`seed ${seed}, ${minutes} minutes, ${accounts} accounts`);
const started = performance.now();
let stopped = false;
process.once('SIGINT', () => void (stopped = true));
const moves = script({ seed, minutes, accounts });
const { counts, journal, failure } = await run(moves, {
  seed,
  accounts,
  isStopped: () => stopped,
  onProgress: ({ moves: done, commands, fills, liquidations, deleveragings, restarts, crashes }) =>
    console.log(
      `${done} of ${moves.length} moves, ${commands} commands, ${fills} fills, ${liquidations} liquidations, ` +
        `${deleveragings} deleveragings, ${restarts + crashes} starts`,
    ),
});
console.log(countsText(counts));
console.log(`journal ${journal}`);
console.log(`${Math.round((performance.now() - started) / 1000)} s${stopped ? ', ended early by hand' : ''}`);
if (failure !== null) {
  console.log(`failed at move ${failure.move}: ${failure.what[0]}\nshrinking`);
  const shrunk = await shrinkRun(moves, failure, { seed, accounts }, SHRINK_MS, (length) =>
    console.log(`${length} moves`),
  );
  console.log(failureText({ seed, accounts }, shrunk));
}
process.exit(failure === null ? 0 : 1);
