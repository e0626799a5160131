/** The trial of a power cut of all machines at once. */
import { join } from 'node:path';
import { pause } from '../load.ts';
import { Mounts, whyNoMounts } from '../mounts.ts';
import { allReady, CALM_MS, onCluster, Skipped, tormented, type Trial } from './kit.ts';

const MACHINES = ['a', 'b', 'c'];
const DEVICE_MIB = 512;

/**
 * Each machine's member and node lie on a file system of their own. All are killed, the devices' bytes are copied as
 * they are, and the copies are what the machines come back with.
 */
export const power: Trial = async (options) => {
  const why = whyNoMounts();
  if (why !== '') throw new Skipped(why);
  const mounts = new Mounts();
  try {
    const places = MACHINES.map((name) => mounts.device(name, DEVICE_MIB));
    return await onCluster(
      options,
      (cluster) =>
        tormented(cluster, options, async (load, random) => {
          const { members, nodes } = cluster;
          const backMs: number[] = [];
          for (let at = 0; at < options.count; at++) {
            await pause(CALM_MS + random.below(CALM_MS));
            for (const one of [...members.all, ...nodes]) one.signal('SIGKILL');
            await Promise.all([...members.all, ...nodes].map((one) => one.gone()));
            const answered = load.answered;
            mounts.cutPower(MACHINES);
            const fromMs = performance.now();
            for (const member of members.all) member.start();
            await members.led();
            await allReady(cluster);
            backMs.push(Math.round(performance.now() - fromMs));
            options.say(`${at + 1}: power cut after ${answered} answers, all back in ${backMs.at(-1)} ms`);
          }
          return { backMs };
        }),
      ['--disk-reserve-bytes', '0'],
      {
        members: { dataOf: (at) => join(places[at]!, 'member') },
        dataOf: (at) => join(places[at]!, 'node'),
      },
    );
  } finally {
    mounts.close();
  }
};
