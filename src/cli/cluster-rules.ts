/**
 * `outcry cluster activate` and `void`: what an operator sends into the order itself. Rules that all nodes have are put
 * in force at one command; a command at which every engine throws is passed over.
 */
import type { EtcdLook, NodeSeen, OrderSeen } from '../app/node/look.ts';
import { FIRST_CORE_VERSION, MOST_CORE_VERSION } from '../core/language/core-version.ts';
import { machine } from '../time/machine.ts';
import { PLACE, withLook } from './cluster-place.ts';
import { Unanswered, UsageError, VerbFailed } from './told.ts';
import { defineVerb, operand, type Verb } from './verb.ts';

/** Nodes apply it within a second, and say so with their next heartbeat. */
const APPLIED_MS = 10_000;
const LOOK_MS = 250;
/** Of the reason that the journal keeps. */
const MOST_REASON = 1_000;

type Fault = OrderSeen['faults'][number];
type Range = NonNullable<NodeSeen['core']>;

/** A node of a program that says nothing of versions has the first. */
export function rangeOf({ core }: NodeSeen): Range {
  return core ?? { from: FIRST_CORE_VERSION, to: FIRST_CORE_VERSION, inForce: FIRST_CORE_VERSION };
}

/** The newest version of the rules that all of them have. */
export function newestOfAll(nodes: readonly NodeSeen[]): number {
  return Math.min(...nodes.map((node) => rangeOf(node).to));
}

export function voidLine({ sequence, command, hash, why, node }: Fault): string {
  return (
    `The engine of ${node} threw at sequence ${sequence} (${command}): ${why}. Start a program at all nodes that can ` +
    `apply it; where there is none, \`outcry cluster void ${sequence} --hash ${hash}\` passes it over.`
  );
}

const activate = defineVerb({
  name: 'cluster activate',
  about: 'puts a version of the rules in force, at one command for all nodes, once all have it',
  data: 'none',
  operands: ['VERSION'],
  options: PLACE,
  more: [
    'The last step of an upgrade that changes rules: each node runs the new program by then, one after the other. Refused while the program of a',
    'node that lives does not have the version; a node of an older program that comes later stops before the command. There is no way back.',
  ].join('\n'),
  async answer(call) {
    const version = numberIn('VERSION', operand(call, 'VERSION'), MOST_CORE_VERSION);
    return withLook(call, async (look) => {
      const inForce = inForceOf(await look.look(), version);
      if (inForce === version) return { json: { version, activated: false }, text: `Version ${version} is in force.` };
      await look.order({ name: 'activateCore', version }, null);
      await untilApplied(look, version);
      return { json: { version, activated: true }, text: `Core version ${version} is in force at all nodes.` };
    });
  },
});

/** The version in force now. @throws VerbFailed when the other may not follow it */
function inForceOf({ nodes }: OrderSeen, version: number): number {
  const unable = nodes.filter((node) => rangeOf(node).to < version);
  if (nodes.length === 0) throw new VerbFailed('no node’s heart beats, so nobody says which versions there are');
  if (unable.length > 0) {
    const found = unable.map((node) => `${node.name} (outcry ${node.version}, up to ${rangeOf(node).to})`).join(', ');
    throw new VerbFailed(`core version ${version} is not known to ${found}: nothing was activated`);
  }
  const inForce = Math.max(...nodes.map((node) => rangeOf(node).inForce ?? 0));
  if (inForce === 0) throw new VerbFailed('no node has started yet, so the version in force is not known');
  if (inForce > version) throw new VerbFailed(`core version ${inForce} is in force, and it never falls`);
  return inForce;
}

/** @throws Unanswered when some node has not said so in time */
async function untilApplied(look: EtcdLook, version: number): Promise<void> {
  for (const untilMs = machine.steadyMs() + APPLIED_MS; ; await machine.sleep(LOOK_MS)) {
    const { nodes } = await look.look();
    const behind = nodes.filter((node) => (rangeOf(node).inForce ?? version) < version);
    if (behind.length === 0) return;
    if (machine.steadyMs() > untilMs)
      throw new Unanswered(`it is ordered, and not applied yet at ${behind.map(({ name }) => name).join(', ')}`);
  }
}

const voidVerb = defineVerb({
  name: 'cluster void',
  about: 'passes over a command at which every node stops, for good',
  data: 'none',
  operands: ['SEQUENCE'],
  options: { ...PLACE, hash: { value: 'HASH', about: 'of the command, as the nodes and `cluster status` say it' } },
  more: [
    'For a command at which the engine throws, when no corrected program is to be had: all nodes stop before it, and with a corrected program they',
    'all go on. Refused where no node has stopped there, where the hash is another, and while a node that lives has got past it. The order then',
    'says that the command is passed over, as `outcry journal set-aside` does on one machine; start the nodes again.',
  ].join('\n'),
  async answer(call) {
    const sequence = numberIn('SEQUENCE', operand(call, 'SEQUENCE'), Number.MAX_SAFE_INTEGER);
    const { hash } = call.options;
    if (hash === undefined) throw new UsageError('--hash is needed: `outcry cluster status` shows it');
    return withLook(call, async (look) => {
      const seen = await look.look();
      const fault = faultAt(seen, sequence, hash);
      const reason = `voided: ${fault.why}`.slice(0, MOST_REASON).toWellFormed();
      const command = { name: 'setAside', sequence, reason, writtenMs: Math.max(0, machine.wallMs()) } as const;
      if (!(await look.order(command, { sequence, seen: seen.revision })))
        throw new VerbFailed(
          'something was ordered meanwhile: nothing was voided. Look again with `outcry cluster status`',
        );
      const text = `Sequence ${sequence} (${fault.command}) is voided: nodes pass it over when they start.`;
      return { json: { sequence, hash, reason }, text };
    });
  },
});

/** @throws VerbFailed when it may not be voided */
function faultAt({ faults, nodes }: OrderSeen, sequence: number, hash: string): Fault {
  const fault = faults.find((one) => one.sequence === sequence);
  if (fault === undefined) {
    const known = faults.map((one) => one.sequence).join(', ');
    throw new VerbFailed(`no node has stopped at sequence ${sequence}${known === '' ? '' : `; one has at ${known}`}`);
  }
  if (fault.hash !== hash)
    throw new VerbFailed(
      `sequence ${sequence} is a ${fault.command} with hash ${fault.hash}, not ${hash}: nothing was voided`,
    );
  const past = nodes.filter((node) => node.sequence >= sequence);
  if (past.length > 0)
    throw new VerbFailed(
      `${past.map(({ name }) => name).join(', ')} got past sequence ${sequence}: it can be applied, and nothing was voided`,
    );
  return fault;
}

function numberIn(what: string, text: string, most: number): number {
  const number = /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= most)) throw new UsageError(`${what} is '${text}', needs a whole number from 1 to ${most}`);
  return number;
}

export const clusterRuleVerbs: readonly Verb[] = [activate, voidVerb];
