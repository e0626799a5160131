// A start on a long journal: HTTP is there from the first moment, says how far the replay is and takes nothing; and it
// can be stopped then.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { freePort } from '../free-port.ts';
import { cleanUp, launchOutcry, newFolder, outcryJson, whenReady } from './process.ts';

const COMMANDS = 150_000;
const BATCH = 5_000;
/** Between two questions: who asks without a break takes the processor from whom it asks. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 10));
let data = '';
/** A copy on which no exchange was started yet. */
let untouched = '';

beforeAll(async () => {
  data = newFolder();
  untouched = newFolder();
  const journal = await openJournal(join(data, 'journal.log'));
  const textOf = (sequence: number) =>
    JSON.stringify(
      sequence === 1 ? { name: 'setParameters', contracts: DEFAULT_CONTRACTS, exchange: {} } : { name: 'tick' },
    );
  for (let from = 1; from <= COMMANDS; from += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, at) => ({
      sequence: from + at,
      timeMs: 1_767_250_800_000 + from + at,
      text: textOf(from + at),
    }));
    await journal.append(batch);
  }
  await journal.close();
  cpSync(data, untouched, { recursive: true });
});
afterAll(cleanUp);

async function answerOf(url: string): Promise<{ status: number; body: Record<string, unknown> } | null> {
  try {
    const response = await fetch(url);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  } catch {
    return null;
  }
}

/** Starts on the long journal and waits for the first answer. */
async function startLong(folder: string) {
  const port = await freePort();
  // The journal was written by hand, so no read store ever stood beside it.
  const noStore = ['--accept-loss', `no-store@${COMMANDS}`];
  const args = ['--json', '--port', String(port), '--data', folder, '--log-level', 'warn', ...noStore];
  const launched = launchOutcry('serve', ...args);
  const url = `http://127.0.0.1:${port}`;
  let first = await answerOf(`${url}/readyz`);
  while (first === null && launched.child.exitCode === null) {
    await pause();
    first = await answerOf(`${url}/readyz`);
  }
  return { launched, url, first };
}

describe('a start on a long journal', () => {
  it('answers 503 with its progress until it is ready, and takes no request before', async () => {
    const { launched, url, first } = await startLong(data);
    expect(first).toMatchObject({ status: 503, body: { status: 'recovering' } });
    const reasons = new Set([String(first?.body['reason'])]);
    expect((await answerOf(`${url}/healthz`))?.status).toBe(200);
    expect(await answerOf(`${url}/capi/v2/market/contracts`)).toMatchObject({ status: 503, body: { code: '503' } });
    for (let now = await answerOf(`${url}/readyz`); now?.status === 503; now = await answerOf(`${url}/readyz`)) {
      reasons.add(String(now.body['reason']));
      await pause();
    }
    expect(
      [...reasons].some((reason) => /^journal replay \d+ %$/.test(reason)),
      [...reasons].join(),
    ).toBe(true);
    const running = await whenReady(launched);
    expect((await answerOf(`${url}/readyz`))?.body['sequence']).toBeGreaterThanOrEqual(COMMANDS);
    const end = await running.stop();
    expect(end.code, end.stderr).toBe(0);
  });

  it('stops in time when asked before it is ready, and has changed nothing', async () => {
    const before = await outcryJson('hash', '--data', untouched);
    const { launched, first } = await startLong(untouched);
    expect(first?.status).toBe(503);
    const asked = performance.now();
    launched.child.kill('SIGTERM');
    expect(await launched.ended).toMatchObject({ code: 0, stdout: '' });
    expect(performance.now() - asked).toBeLessThan(5_000);
    expect(await outcryJson('hash', '--data', untouched)).toEqual(before);
  });
});
