// An exchange of one machine loads nothing of an exchange of several nodes, nor of rehearsals, and keeps nothing of it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { cleanUp, launch, newFolder, outcryArgs, whenReady } from './process.ts';

afterAll(cleanUp);

/** Any exchange gives checkups; rates are what a verb prints. */
const OF_OTHERS =
  /src\/(rehearsal\/(?!checkup|rates)|app\/node|sequencer\/(nodes|etcd|memory|node-sequencer)|store\/archive)|node_modules\/(pg|etcd|@grpc)/;

it('loads nothing that only nodes or rehearsals need, and its folder has no file of theirs', async () => {
  const [data, place] = [newFolder(), newFolder()];
  const loaded = join(place, 'loaded');
  const preload = new URL('./loaded-modules.mjs', import.meta.url).href;
  const verb = ['serve', '--json', '--port', '0', '--data', data, '--log-level', 'warn'];
  const running = await whenReady(
    launch(process.execPath, [...outcryArgs(preload), ...verb], { OUTCRY_LOADED: loaded, OUTCRY_PACK: '' }),
  );
  const ended = await running.stop();
  expect([ended.code, ended.stderr]).toEqual([0, '']);
  const modules = readFileSync(loaded, 'utf8').split('\n');
  // Both the main thread and the read store's say what they load.
  expect(modules.filter((url) => url.endsWith('src/app/start.ts'))).toHaveLength(1);
  expect(modules.filter((url) => url.endsWith('src/app/replica/replica.ts'))).not.toEqual([]);
  expect(modules.filter((url) => url.endsWith('src/sequencer/sequencer.ts'))).toHaveLength(1);
  expect(modules.filter((url) => OF_OTHERS.test(url))).toEqual([]);
  expect(readdirSync(data).filter((name) => /node|etcd/.test(name))).toEqual([]);
});
