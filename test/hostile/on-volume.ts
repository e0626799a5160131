/**
 * Hostile requests by the hundred thousand: many on each connection, written before the first is answered. Their heads
 * and lengths are sound, so that a connection carries all of them; what else is wrong with them is as everywhere. Every
 * answer is judged.
 */
import type { Random } from '../../src/market/random.ts';
import { newFolder } from '../cli/process.ts';
import { openAccount, startKillable } from '../crash/killable.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeStop, judgeTrading } from './judge.ts';
import { judgeState, seenBy } from './on-requests.ts';
import type { Report } from './report.ts';
import { hostileTrading } from './requests.ts';
import { say } from './wire.ts';

const AT_ONCE = 8;
const PER_CONNECTION = 50;
const HANG_MS = 60_000;

/** @param requests sent in all, at least */
export async function attackByVolume(random: Random, report: Report, requests: number): Promise<void> {
  const data = newFolder();
  const { ready, stop, child } = await startKillable(data);
  const token = readFileSync(join(data, 'admin-token'), 'utf8');
  const attackers = [await openAccount(ready, token), await openAccount(ready, token)];
  const bystander = await openAccount(ready, token);
  const before = await seenBy(ready, bystander);
  let sent = 0;
  const sendOn = async (): Promise<void> => {
    while (sent < requests && child.exitCode === null) {
      sent += PER_CONNECTION;
      const all = Array.from({ length: PER_CONNECTION }, () =>
        hostileTrading(random, ready, attackers[random.below(2)]!, true),
      );
      const heard = await say(ready.url, Buffer.concat(all.map(({ bytes }) => bytes)), {
        answers: PER_CONNECTION,
        patienceMs: HANG_MS,
      });
      report.count('hostile requests, many on a connection', PER_CONNECTION);
      report.count('  of these answered', heard.answers.length);
      if (heard.ended === 'hang')
        report.found(
          `${PER_CONNECTION} requests on a connection: ${heard.answers.length} answers, then nothing; the next was ${all[heard.answers.length]?.what.slice(0, 400)}`,
        );
      for (const [at, answer] of heard.answers.entries()) {
        const wrong = judgeTrading(answer);
        if (wrong !== null) report.found(`${wrong}, to ${JSON.stringify(all[at]?.what.slice(0, 400))}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendOn));
  if (child.exitCode !== null) return report.found(`the exchange ended with ${child.exitCode} under many requests`);
  const after = await seenBy(ready, bystander);
  if (after !== before) report.found(`the bystander of many requests saw ${before} before and ${after} after`);
  await judgeState(data, report);
  const wrong = judgeStop(await stop());
  if (wrong !== null) report.found(`after many requests: ${wrong}`);
}
