/**
 * The attack on the exchange, for so many minutes: `npm run attack -- 10`, `npm run attack -- 0.5 --seed 7`; with so
 * many requests by volume: `npm run attack -- 10 --requests 1000000`. Prints its seed, what it tried and what it found,
 * and ends with 1 when it found something.
 */
import { randomInt } from 'node:crypto';
import { cleanUp } from '../cli/process.ts';
import { attack } from './attack.ts';
import { reportText } from './report.ts';

const [minutesText = '1', ...rest] = process.argv.slice(2);
const minutes = Number(minutesText);
const option = (name: string, fallback: number): number => {
  const at = rest.indexOf(name);
  return at < 0 ? fallback : Number(rest[at + 1]);
};
const seed = option('--seed', randomInt(2 ** 32));
const volume = option('--requests', -1);
if (!(minutes > 0 && minutes <= 24 * 60) || !Number.isSafeInteger(seed) || !Number.isSafeInteger(volume)) {
  console.error(
    `usage: npm run attack -- MINUTES [--seed N] [--requests N]; found '${process.argv.slice(2).join(' ')}'`,
  );
  process.exit(2);
}
console.log(`seed ${seed}, ${minutes} min`);
try {
  const report = await attack(seed, minutes, {
    onFinding: (what) => console.error(`FOUND ${what}`),
    ...(volume < 0 ? {} : { volume }),
  });
  console.log(reportText(report));
  process.exitCode = report.findings.length === 0 ? 0 : 1;
} finally {
  await cleanUp();
}
