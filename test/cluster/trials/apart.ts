/** Trials of machines that are apart: cut off from the others, or with a clock of their own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause } from '../load.ts';
import { Net, STORE } from '../net.ts';
import type { RealCluster, RealNode } from '../real-nodes.ts';
import { allReady, CALM_MS, onCluster, Silences, tormented, type Trial } from './kit.ts';

const CUT_MS = 6_000;
const NOTICED_MS = 15_000;
const PRELOAD = new URL('./clock-preload.mjs', import.meta.url).pathname;
/** Two that the machine's own watch finds too, and two that only the others' clocks tell. */
const OFFSETS_MS = [10_000, -10_000, 600, -1_500];

/** One machine cut off from the others: its node serves nothing as fresh, and theirs go on. */
export const cut: Trial = async (options) => {
  const net = new Net();
  try {
    return await onCluster(
      options,
      async (cluster) => {
        await learnMachines(net, cluster);
        return tormented(cluster, options, async (load, random) => {
          const silences = new Silences();
          const said: string[] = [];
          for (let at = 0; at < options.count; at++) {
            const leader = cluster.members.all.indexOf(await cluster.members.leader());
            const others = [0, 1, 2].filter((one) => one !== leader);
            const kind = at % 2 === 0 ? 'leader' : 'follower';
            const machine = kind === 'leader' ? leader : others[random.below(2)]!;
            const fromMs = performance.now();
            load.avoided = cluster.nodes[machine]!;
            net.cut(machine);
            await pause(CUT_MS);
            said.push(await mustServeNothing(load.avoided));
            net.heal();
            const ms = silences.note(kind, load, fromMs);
            options.say(`${at + 1}: machine ${machine + 1} (${kind}) cut off for 6 s, ${ms} ms without an answer`);
            await allReady(cluster);
            load.avoided = null;
            await pause(CALM_MS);
          }
          return { silences: silences.figures, readyzOfTheOneCutOff: [...new Set(said)] };
        });
      },
      [],
      {
        members: { foundAt: (at, peer) => net.way(null, at, peer) },
        toMember: (at, member, address) => net.way(at, member, address),
        toStore: (at, address) => net.way(at, STORE, address),
      },
    );
  } finally {
    net.close();
  }
};

async function learnMachines(net: Net, { members }: RealCluster): Promise<void> {
  for (const [at, { address }] of members.all.entries()) {
    const answer = await fetch(`http://${address}/v3/maintenance/status`, { method: 'POST', body: '{}' });
    const { header } = (await answer.json()) as { header: { member_id: string } };
    net.machines.set(BigInt(header.member_id).toString(16), at);
  }
}

/** @returns why it is not ready @throws Error when it serves what may be old */
async function mustServeNothing({ name, url }: RealNode): Promise<string> {
  const ready = await fetch(`${url}/readyz`).catch(() => null);
  const market = await fetch(`${url}/capi/v2/market/tickers`).catch(() => null);
  if (ready?.ok === true || market?.ok === true) throw new Error(`${name} is cut off, and says that it is ready`);
  return ready === null ? 'no answer' : ((await ready.json()) as { reason: string }).reason.replaceAll(/\d+/g, '#');
}

/** One machine's clock is set: it takes no command, moves no time, and is back when its clock is right. */
export const clock: Trial = async (options) => {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-clocks-'));
  const fileOf = (at: number): string => join(folder, `n${at}`);
  try {
    return await onCluster(
      options,
      (cluster) =>
        tormented(cluster, options, async (load, random) => {
          const silences = new Silences();
          const said: string[] = [];
          for (let at = 0; at < options.count; at++) {
            const which = random.below(cluster.nodes.length);
            const byMs = OFFSETS_MS[at % OFFSETS_MS.length]!;
            const fromMs = performance.now();
            writeFileSync(fileOf(which), String(byMs));
            said.push(await noticed(cluster.nodes[which]!));
            await pause(CALM_MS);
            rmSync(fileOf(which));
            const ms = silences.note(`${byMs} ms`, load, fromMs);
            options.say(`${at + 1}: the clock of n${which + 1} set by ${byMs} ms, ${ms} ms without an answer`);
            await allReady(cluster);
          }
          return { silences: silences.figures, readyz: [...new Set(said)] };
        }),
      [],
      { envOf: (at) => ({ OUTCRY_TEST_CLOCK: fileOf(at), NODE_OPTIONS: `--import=${PRELOAD}` }) },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** @returns why it is not ready */
async function noticed({ name, url }: RealNode): Promise<string> {
  for (const untilMs = performance.now() + NOTICED_MS; performance.now() < untilMs; await pause(50)) {
    const ready = await fetch(`${url}/readyz`).catch(() => null);
    if (ready === null || ready.ok) continue;
    const { reason } = (await ready.json()) as { reason: string };
    if (reason.includes('clock')) return reason.replaceAll(/\d+/g, '#');
  }
  throw new Error(`${name} does not notice that its clock is wrong`);
}
