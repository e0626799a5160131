// The running exchange on a machine whose clock is wrong: what is taken and what is not, how it says so, and how it
// gets back. Its three clocks are moved by hand; everything else is the real exchange over a socket.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/app/settings/config.ts';
import { replayFolder, startApp } from '../../src/app/start.ts';
import { wallClock } from '../../src/time/wall-clock.ts';
import { BILLS, type Kit, order, PLACE, POSITION, quote, sendRaw, startKit, SYMBOL } from './kit.ts';
import { freePort } from '../free-port.ts';
import { asked } from '../patience.ts';

const HOUR = 3_600_000;
const folders: string[] = [];

/** The real machine, with its wall clock set wrong by `wrongMs` and asleep for `sleptMs`. */
function machine() {
  const at = { wrongMs: 0, sleptMs: 0 };
  const passed = () => performance.now() + at.sleptMs;
  const clock = () =>
    wallClock({
      wallMs: () => Date.now() + at.wrongMs + at.sleptMs,
      steadyMs: () => performance.now(),
      bootMs: passed,
    });
  return { at, clock };
}

const readyz = async (url: string) => sendRaw(url, { target: '/readyz' });
const metric = async (url: string, name: string): Promise<number> => {
  const { text } = await sendRaw(url, { target: '/metrics' });
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
};

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('a clock that goes wrong', () => {
  const { at, clock } = machine();
  let kit: Kit;
  beforeAll(async () => {
    kit = await startKit(undefined, undefined, undefined, { clock: clock() });
    await kit.setPrice(SYMBOL, '90000');
    await quote(kit, SYMBOL, ['89999.9', '90000.1'], '10');
  });
  afterAll(() => kit.stop());
  beforeEach(() => {
    at.wrongMs = 0;
    at.sleptMs = 0;
  });

  it.each([
    ['forward by 400 days', 400 * 24 * HOUR],
    ['forward by 6 seconds', 6_000],
    ['back by a day', -24 * HOUR],
  ])('%s: no command, reads go on, and all is well when it is back', async (_, wrongMs) => {
    at.wrongMs = wrongMs;
    const refused = await kit.post(kit.alice, PLACE, order());
    const before = (await kit.admin('GET', '/admin/clock')).timeMs;
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(refused.json.hint).toContain("nothing was executed: the machine's clock jumped");
    expect((await kit.get(kit.alice, POSITION)).status).toBe(200);
    expect((await kit.post(kit.alice, BILLS, {})).status).toBe(200);
    const ready = await readyz(kit.url);
    expect(ready.status).toBe(503);
    expect(ready.json).toMatchObject({ status: 'waiting' });
    expect(ready.json.reason).toContain('`outcry clock accept`');
    expect(await metric(kit.url, 'outcry_healthy')).toBe(0);
    expect(Math.round(await metric(kit.url, 'outcry_clock_jump_seconds'))).toBe(Math.round(wrongMs / 1000));
    // Long enough for the ticks to be refused too.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await kit.admin('GET', '/admin/clock')).timeMs).toBe(before);

    at.wrongMs = 0;
    expect((await readyz(kit.url)).status).toBe(200);
    const placed = await kit.post(kit.alice, PLACE, order());
    expect(placed.status).toBe(200);
    const { timeMs } = await kit.admin('GET', '/admin/clock');
    expect(Math.abs(timeMs - Date.now())).toBeLessThan(5_000);
    expect(await metric(kit.url, 'outcry_healthy')).toBe(1);
  });

  it('does not go wrong by sleeping: the first order after a night is taken at the time of the morning', async () => {
    at.sleptMs = 8 * HOUR;
    await kit.setPrice(SYMBOL, '90000');
    const placed = await kit.post(kit.alice, PLACE, order());
    expect(placed.status).toBe(200);
    const { timeMs } = await kit.admin('GET', '/admin/clock');
    expect(Math.abs(timeMs - Date.now() - 8 * HOUR)).toBeLessThan(5_000);
  });
});

describe('accepting', () => {
  const { at, clock } = machine();
  let kit: Kit;
  beforeEach(async () => {
    at.wrongMs = 0;
    kit = await startKit(undefined, undefined, mkdtempSync(join(tmpdir(), 'outcry-clock-')), { clock: clock() });
    await kit.setPrice(SYMBOL, '90000');
  });
  afterEach(() => kit.stop());

  it('has nothing to do while the clock is well', async () => {
    await expect(kit.admin('POST', '/admin/clock/accept', {})).rejects.toThrow('there is nothing to accept');
  });

  it('forward: commands are stamped with the new time, by a command that says so', async () => {
    at.wrongMs = 2 * HOUR;
    const accepted = await kit.admin('POST', '/admin/clock/accept', { reason: 'time zone of the host' });
    expect(Math.abs(accepted.jumpMs - 2 * HOUR)).toBeLessThan(2_000);
    expect(accepted).toMatchObject({ aheadUntilMs: 0, sequence: expect.any(Number) });
    expect(Math.abs(accepted.timeMs - Date.now() - 2 * HOUR)).toBeLessThan(2_000);
    expect((await readyz(kit.url)).status).toBe(200);
  });

  it('back: time goes on, slower than the clock, and a restart does not ask again', async () => {
    at.wrongMs = -2 * HOUR;
    const accepted = await kit.admin('POST', '/admin/clock/accept', {});
    expect(Math.abs(accepted.aheadUntilMs - accepted.timeMs - 2 * HOUR)).toBeLessThan(5_000);
    const from = { machine: performance.now(), exchange: accepted.timeMs };
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const { sequence } = await kit.admin('POST', '/admin/index-price', { symbol: SYMBOL, price: '90000' });
    expect(sequence).toBeGreaterThan(accepted.sequence);
    const { timeMs, trouble } = await kit.admin('GET', '/admin/clock');
    expect(trouble).toBeNull();
    const share = (timeMs - from.exchange) / (performance.now() - from.machine);
    expect(share).toBeGreaterThan(0.25);
    expect(share).toBeLessThan(0.55);
    expect(await metric(kit.url, 'outcry_clock_ahead_seconds')).toBeGreaterThan(7_000);

    const copy = mkdtempSync(join(tmpdir(), 'outcry-clock-'));
    folders.push(copy);
    // Without the address of the one that still runs, beside which no copy starts.
    cpSync(kit.data, copy, { recursive: true, filter: (file) => !file.endsWith('admin-url') });
    const again = await startApp(config(copy), { demo: true, clock: clock() });
    expect((await readyz(again.url)).status).toBe(200);
    await again.stop();
    expect((await replayFolder(copy)).problems).toEqual([]);
  });
});

const config = (data: string) =>
  readConfig(['--port', '0', '--data', data, '--no-market', '--log-level', 'silent', '--no-rate-limit-enabled'], {});

describe('a journal that ends after the clock', () => {
  const { at, clock } = machine();

  async function stoppedFolder(): Promise<string> {
    const data = mkdtempSync(join(tmpdir(), 'outcry-clock-'));
    folders.push(data);
    at.wrongMs = 0;
    await (await startApp(config(data), { demo: true, clock: clock() })).stop();
    return data;
  }

  /** Starts behind the journal; the start waits, so its address has to be known before. */
  async function startBehind(data: string, wrongMs: number, signal?: AbortSignal) {
    at.wrongMs = wrongMs;
    const free = await freePort();
    let end = 'not ended';
    const starting = startApp(
      { ...config(data), port: free },
      { demo: true, clock: clock(), ...(signal && { signal }) },
    );
    starting.catch((error: unknown) => (end = String(error)));
    const url = `http://127.0.0.1:${free}`;
    const reason = await asked(
      () =>
        readyz(url).then(
          ({ json }) => String(json.reason),
          () => '',
        ),
      (found) => found.includes('the journal ends') || end !== 'not ended',
    );
    expect(reason, `the start: ${end}`).toContain('after the machine');
    return { starting, url };
  }

  it('is waited for, until the clock has been put right', async () => {
    const data = await stoppedFolder();
    const { starting, url } = await startBehind(data, -HOUR);
    expect((await readyz(url)).status).toBe(503);
    at.wrongMs = 0;
    const app = await starting;
    expect((await readyz(url)).status).toBe(200);
    await app.stop();
  });

  it('is gone past when the operator says that the clock is right', async () => {
    const data = await stoppedFolder();
    const { starting } = await startBehind(data, -HOUR);
    const admin = readFileSync(join(data, 'admin-url'), 'utf8').trim();
    const headers = {
      authorization: `Bearer ${readFileSync(join(data, 'admin-token'), 'utf8').trim()}`,
      'content-type': 'application/json',
    };
    const shown = (await (await fetch(`${admin}/admin/clock`, { headers })).json()) as { trouble: string };
    expect(shown.trouble).toMatch(/the journal ends (60|59\.\d) minutes after/);
    const answer = await fetch(`${admin}/admin/clock/accept`, { method: 'POST', headers, body: '{}' });
    expect(answer.status).toBe(200);
    const app = await starting;
    expect((await readyz(app.url)).status).toBe(200);
    await app.stop();
  });

  it('does not keep a start from being stopped', async () => {
    const data = await stoppedFolder();
    const stopping = new AbortController();
    const { starting } = await startBehind(data, -HOUR, stopping.signal);
    stopping.abort();
    await expect(starting).rejects.toThrow();
  });
});
