// `outcry init`: what it makes, for whom, what it refuses, and that an exchange runs on it as it says.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cleanUp, launch, newFolder, outcry, outcryArgs, whenReady } from './process.ts';

afterAll(cleanUp);

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('outcry init', () => {
  it('makes a folder for its owner alone, on which an exchange runs, known to all other verbs', async () => {
    const folder = join(newFolder(), 'srv', 'exchange');
    const named = ['--name', 'outcry.example', '--port', '0', '--admin-port', '0'];
    const made = await outcry('init', folder, ...named);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(folder).toSorted()).toEqual(['config.json', 'data']);
    expect([folder, join(folder, 'data'), join(folder, 'config.json')].map(modeOf)).toEqual([0o700, 0o700, 0o600]);

    const env = { OUTCRY_CONFIG: join(folder, 'config.json') };
    for (const line of [`outcry serve --config ${env.OUTCRY_CONFIG}`, `export OUTCRY_CONFIG=${env.OUTCRY_CONFIG}`])
      expect(made.stdout).toContain(line);
    const outcryThere = (...words: string[]) => launch(process.execPath, [...outcryArgs(), ...words], env);
    const running = await whenReady(outcryThere('serve', '--json', '--log-level', 'warn'));
    expect(running.ready.data).toBe(join(folder, 'data'));
    expect(await outcryThere('account', 'create', 'team one').ended).toMatchObject({ code: 0 });
    expect(await (await fetch(`${running.ready.url}/ailog/policy`)).text()).toContain('outcry.example/ailog');
    expect(await running.stop()).toMatchObject({ code: 0, stderr: '' });
  });

  it('takes a folder that is there and empty, and closes it to others', async () => {
    const folder = newFolder();
    const place = join(folder, 'open');
    mkdirSync(place, { mode: 0o755 });
    const { code, stdout } = await outcry('init', place, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      folder: place,
      config: join(place, 'config.json'),
      data: join(place, 'data'),
      settings: { data: join(place, 'data'), port: 8080, adminPort: 9001 },
    });
    expect(modeOf(place)).toBe(0o700);
  });

  it('refuses a folder with anything in it, and changes nothing there', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'config.json'), 'mine');
    const { code, stderr } = await outcry('init', folder);
    expect([code, stderr]).toEqual([
      1,
      `outcry: ${folder} is not empty, it has config.json: nothing was made or changed\n`,
    ]);
    expect(readdirSync(folder)).toEqual(['config.json']);
    expect(readFileSync(join(folder, 'config.json'), 'utf8')).toBe('mine');
  });

  it.each([
    [['--port', 'eighty'], "--port is 'eighty', needs a whole number"],
    [['--name', 'https://outcry.example/'], "--name is 'https://outcry.example/', needs a host's name"],
    [['--store', 'mysql://there'], '--store is no such address'],
  ])('refuses what no exchange could run on, before anything is made: %j', async (words, why) => {
    const folder = join(newFolder(), 'none');
    const { code, stderr } = await outcry('init', folder, ...words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
    expect(() => statSync(folder)).toThrow('ENOENT');
  });
});
