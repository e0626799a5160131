// A real process with its living market on a machine whose clock is set wrong under it, by libfaketime. Skipped where
// that library is not installed (Debian: `apt install libfaketime`; OUTCRY_LIBFAKETIME names one elsewhere).
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { replayFolder } from '../../src/app/start.ts';
import { asked } from '../patience.ts';
import { cleanUp, launch, newFolder, outcry, placeOrder, root, whenReady } from './process.ts';

afterAll(cleanUp);

function libfaketime(): string | undefined {
  const named = process.env['OUTCRY_LIBFAKETIME'];
  if (named !== undefined) return named;
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => join('/usr/lib', name)) : [];
  const places = ['/usr/lib', ...folders].map((folder) => join(folder, 'faketime', 'libfaketimeMT.so.1'));
  return process.platform === 'linux' ? places.find((place) => existsSync(place)) : undefined;
}
const library = libfaketime();

const readyz = async (url: string) => {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: (await response.json()) as { status: string; reason?: string } };
};

const until = (url: string, status: number): ReturnType<typeof readyz> =>
  asked(
    () => readyz(url),
    (found) => found.status === status,
  );

it.skipIf(library === undefined)(
  'survives a clock that is 400 days ahead for seconds: nothing is stamped, and all is well when it is back',
  async () => {
    const data = newFolder();
    const offset = join(newFolder(), 'offset');
    const set = (text: string): void => writeFileSync(offset, `${text}\n`);
    set('+0');
    const args = [join(root, 'scripts/node.mjs'), join(root, 'src/cli/main.ts'), 'start', '--json', '--port', '0'];
    const running = await whenReady(
      launch(process.execPath, [...args, '--data', data], {
        LD_PRELOAD: library!,
        FAKETIME_TIMESTAMP_FILE: offset,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        DONT_FAKE_MONOTONIC: '1',
      }),
    );
    const { ready } = running;
    const [account] = ready.accounts;
    expect((await placeOrder(ready, account!, 'before')).status).toBe(200);

    set('+400d');
    const wrong = await until(ready.url, 503);
    expect(wrong).toMatchObject({ status: 503, body: { status: 'waiting' } });
    expect(wrong.body.reason).toContain('jumped 400 days forward');
    // Ticks and the market are refused all the while, and nothing ends.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect((await readyz(ready.url)).status).toBe(503);

    set('+0');
    expect((await until(ready.url, 200)).status).toBe(200);
    expect((await placeOrder(ready, account!, 'after')).status).toBe(200);
    const shown = await outcry('clock', 'show', '--data', data);
    expect([shown.code, shown.stdout.includes('the clock is believed')]).toEqual([0, true]);
    const { stderr } = await running.stop();
    expect(stderr).toContain('jumped 400 days forward');
    expect(stderr).toContain("the machine's clock is believed again");
    const replayed = await replayFolder(data);
    expect(replayed.problems).toEqual([]);
    expect(Math.abs(replayed.timeMs - Date.now())).toBeLessThan(60_000);
  },
  90_000,
);
