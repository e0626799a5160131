// The exchange as one file (scripts/single.ts): it starts in an empty folder with nothing else on the path, is traded
// on, begins all its threads and processes from itself, and stops.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSingle } from '../scripts/single.ts';
import { cleanUp, launch, newFolder, root, whenReady } from './cli/process.ts';
import { useIt } from './newcomer.ts';
import { PATIENCE_MS } from './patience.ts';
import { read } from './source.ts';

const { version } = JSON.parse(read('package.json')) as { readonly version: string };
let folder: string;
let file: string;
const single = (...words: string[]) => launch(file, words, { PATH: folder, OUTCRY_PACK: '' });

beforeAll(async () => {
  folder = newFolder();
  file = await buildSingle(folder);
}, PATIENCE_MS);
afterAll(cleanUp);

describe('the single file', () => {
  it('is one file, named by version and platform', () => {
    expect(readdirSync(folder)).toEqual([expect.stringContaining(`outcry-${version}-${process.platform}-`)]);
    expect(file.startsWith(root)).toBe(false);
  });

  it('runs an exchange with a living market, and stops it', async () => {
    const data = join(folder, 'data');
    const running = await whenReady(single('start', '--json', '--port', '0', '--data', data, '--log-level', 'warn'));
    await useIt(running);
    const app = await (await fetch(`${running.ready.url}/app.json`)).json();
    expect(app).toMatchObject({ version });
    expect(await single('stop', '--data', data).ended).toMatchObject({ code: 0, stderr: '' });
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
    expect(await single('doctor', '--data', data).ended).toMatchObject({ code: 0 });
  });

  it('plays a contest, makes its bundle in a thread and verifies it in a process, both of them itself', async () => {
    const played = await single('contest', 'rehearse', join(folder, 'rehearsal'), '--style', 'Recommended').ended;
    expect(played).toMatchObject({ code: 0, stdout: expect.stringContaining('as the documents say') });
  });
});
