/** `outcry cluster compare`: whether the states of all nodes are alike, at one sequence. */
import type { EtcdLook, NodeSeen } from '../app/node/look.ts';
import { machine } from '../time/machine.ts';
import { PLACE, withLook } from './cluster-place.ts';
import { EXIT, VerbFailed } from './told.ts';
import { defineVerb, type Verb } from './verb.ts';

/** So long the commands of a second are counted. */
const COUNT_MS = 1_000;
/** Seconds ahead of the newest command, at its pace, that are asked about first. */
const AHEAD_SECONDS = 3;
const FARTHER = 4;
const MOST_TRIES = 4;
const ANSWERED_MS = 15_000;
const LOOK_MS = 250;

interface Compared {
  readonly sequence: number;
  readonly nodes: readonly NodeSeen[];
}

export const compareVerb: Verb = defineVerb({
  name: 'cluster compare',
  about: 'state hashes of all nodes at one sequence; exit code 1 where they differ, or a node that lives gives none',
  data: 'none',
  options: PLACE,
  more: 'Asks, through etcd, for the hash at a command that is some seconds ahead; each node takes it when it applies that one, which holds it up for as long as `outcry hash` takes for its state.',
  answer: (call) =>
    withLook(call, async (look) => {
      const { sequence, nodes } = await compare(look);
      const found = nodes.map((node) => ({ node: node.name, hash: hashAt(sequence, node) ?? null }));
      const hashes = new Set(found.map(({ hash }) => hash));
      const isAlike = hashes.size === 1 && !hashes.has(null);
      const silent = found.flatMap(({ node, hash }) => (hash === null ? node : []));
      const said =
        silent.length > 0
          ? `No answer within ${ANSWERED_MS / 1_000} s: ${silent.join(', ')}.`
          : isAlike
            ? 'All are alike.'
            : `${hashes.size} different states: keep the folders, and compare \`outcry hash\` of them.`;
      const rows = found.map(({ node, hash }) => `${node}\t${hash ?? '-'}`);
      return {
        json: { sequence, nodes: found, alike: isAlike },
        text: [`At sequence ${sequence}:`, ...rows, said].join('\n'),
        exitCode: isAlike ? EXIT.done : EXIT.refused,
      };
    }),
});

const hashAt = (sequence: number, { hash }: NodeSeen): string | undefined =>
  hash?.[0] === sequence ? hash[1] : undefined;

/** Again, farther ahead, where a node had got past it before it heard. */
async function compare(look: EtcdLook): Promise<Compared> {
  const before = newest((await look.look()).nodes);
  await machine.sleep(COUNT_MS);
  for (let [nth, seconds] = [1, AHEAD_SECONDS]; ; nth++, seconds *= FARTHER) {
    const now = newest((await look.look()).nodes);
    const pace = Math.max(1, Math.ceil((now - before) / nth));
    const sequence = now + pace * seconds;
    await look.askHash(sequence);
    const nodes = await answers(look, sequence);
    if (!nodes.some((node) => hashAt(sequence, node) === '')) return { sequence, nodes };
    if (nth === MOST_TRIES) throw new VerbFailed(`nodes got past ${sequence} before they heard that it is asked about`);
  }
}

async function answers(look: EtcdLook, sequence: number): Promise<readonly NodeSeen[]> {
  for (const untilMs = machine.steadyMs() + ANSWERED_MS; ; await machine.sleep(LOOK_MS)) {
    const { nodes } = await look.look();
    const found = nodes.map((node) => hashAt(sequence, node));
    if (found.every((hash) => hash !== undefined) || found.includes('') || machine.steadyMs() > untilMs) return nodes;
  }
}

/** @throws VerbFailed when nobody is there to be compared */
function newest(nodes: readonly NodeSeen[]): number {
  if (nodes.length === 0) throw new VerbFailed('no node’s heart beats: `outcry hash --data …` compares folders');
  return Math.max(...nodes.map(({ sequence }) => sequence));
}
