/**
 * A trader whose connections break at random under load, for so many minutes: `npm run reconnect -- 10`, `npm run
 * reconnect -- 0.5 --seed 7`. Prints its seed and what it counted, and ends with 1 when what the trader holds in the
 * end is not what REST reports.
 */
import { randomInt } from 'node:crypto';
import { foundBy, reconnectUnderLoad } from './reconnecting.ts';

const [minutesText = '1', ...rest] = process.argv.slice(2);
const minutes = Number(minutesText);
const seed = rest[0] === '--seed' ? Number(rest[1]) : randomInt(2 ** 32);
if (!(minutes > 0 && minutes <= 24 * 60) || !Number.isSafeInteger(seed)) {
  console.error(`usage: npm run reconnect -- MINUTES [--seed N]; found '${process.argv.slice(2).join(' ')}'`);
  process.exit(2);
}
console.log(`seed ${seed}, ${minutes} min`);
const result = await reconnectUnderLoad(seed, minutes * 60_000);
const { reconnects, messages, orders } = result;
console.log(`${orders} requests, ${reconnects} connections, ${messages} messages`);
const all = foundBy(result);
for (const found of all) console.error(`FOUND ${found}`);
process.exitCode = all.length === 0 ? 0 : 1;
