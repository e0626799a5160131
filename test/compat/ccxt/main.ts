/**
 * Two programs trade one account for so many minutes, one through each door: `npm run doors -- 60`, `npm run
 * doors -- 0.5 --seed 7`. Prints its seed and what it counted, and ends with 1 when an order, a fill, a position or
 * the balance differs between the two. Needs ccxt: `npm ci --prefix test/compat/ccxt --ignore-scripts`.
 */
import { randomInt } from 'node:crypto';
import { isInstalled } from './library.ts';
import { tradeTogether } from './two-programs.ts';

const [minutesText = '1', ...rest] = process.argv.slice(2);
const minutes = Number(minutesText);
const seed = rest[0] === '--seed' ? Number(rest[1]) : randomInt(2 ** 32);
if (!(minutes > 0 && minutes <= 24 * 60) || !Number.isSafeInteger(seed)) {
  console.error(`usage: npm run doors -- MINUTES [--seed N]; found '${process.argv.slice(2).join(' ')}'`);
  process.exit(2);
}
if (!isInstalled) {
  console.error('ccxt is not installed: npm ci --prefix test/compat/ccxt --ignore-scripts');
  process.exit(2);
}
console.log(`seed ${seed}, ${minutes} min`);
const { rounds, asked, orders, fills, positions, found } = await tradeTogether(seed, minutes * 60_000, console.log);
for (const [name, { acts, refused }] of Object.entries(asked)) console.log(`${name}: ${acts} acts, ${refused} refused`);
console.log(`${rounds} rounds; ${orders} orders, ${fills} fills, ${positions} positions compared`);
for (const one of found) console.error(`FOUND ${one}`);
process.exit(found.length === 0 ? 0 : 1);
