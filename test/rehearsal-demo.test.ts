// The scripted agents of `start` in a rehearsal: time stands while one acts, so the same seed gives the same commands,
// beside an agent in lockstep and without one.
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { commandLine } from '../src/cli/command-line.ts';
import { journalHash } from '../src/folder/replay/journal-hash.ts';
import { FROM_MS, inLockstep, rehearsals } from './rehearsal-kit.ts';

const PATIENCE_MS = 240_000;
const MINUTE_MS = 60_000;
const FIRST_AGENT = 10_000_001;
const open = rehearsals();

it('plays the same again, its agents trading in a season of the practice contest', {
  timeout: PATIENCE_MS,
}, async () => {
  const runs = [];
  for (let run = 0; run < 2; run++) {
    const { app, data, end } = await open({ made: { hasDemo: true } });
    const untilMs = FROM_MS + 2 * MINUTE_MS;
    // Time waits for these agents: whatever delayed them would wait for ever.
    app.control.faults.set({ uid: null, profile: 'hostile', seed: null });
    await app.control.step(untilMs);
    expect(app.control.faults.list()).toMatchObject([{ requests: 0, hits: {} }]);
    app.control.faults.clear(null);
    const { state } = app.exchange;
    expect([...state.contest.contests.values()].map(({ phase }) => phase)).toEqual(['live']);
    const agents = [0, 1, 2].map((at) => state.accounts.get(FIRST_AGENT + at)!);
    for (const account of [...agents, state.accounts.get(1_000_001)!]) expect(account.team).not.toBe(null);
    expect(await app.exchange.ask('payloadVolume', { uid: FIRST_AGENT, sinceMs: FROM_MS })).toBeGreaterThan(0);
    // Others wait in a lockstep, and these go on.
    await app.control.lockstep(inLockstep({ agents: [1_000_001], untilMs: untilMs + MINUTE_MS }).lockstep);
    const usual = { thoughtMs: 0, wakeOn: [], actions: [] };
    await app.control.pass(1_000_001, { ...usual, barrier: 0, untilMs: untilMs + MINUTE_MS });
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    expect(await commandLine(['log', 'fsck', '--url', app.url, '--known', join(data, '..', 'known')])).toBe(0);
    const told = String(said.mock.calls[0]?.[0]);
    said.mockRestore();
    expect(told).toMatch(/^REHEARSAL: ok \d+ leaves of rehearsal\/outcry-/);
    await end();
    runs.push(await journalHash(join(data, 'journal.log')));
  }
  expect(runs[0]).toEqual(runs[1]);
});
