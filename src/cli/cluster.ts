/** `outcry cluster …`: the nodes that share an order, as their operator sees them from any machine. */
import { ConfigError, readOrderPlace } from '../app/settings/config.ts';
import { NotReadable } from '../folder/disk/given-file.ts';
import type { EtcdLook, NodeSeen, OrderSeen } from '../app/node/look.ts';
import { counted } from '../core/text/counted.ts';
import { tableText } from './table.ts';
import { EXIT, Unreachable, UsageError, VerbFailed } from './told.ts';
import { type Call, defineVerb, operand, type Verb, type VerbOption } from './verb.ts';

const PLACE: Readonly<Record<string, VerbOption>> = {
  journal: { value: 'ADDRESS', about: 'the order: etcd://host:2379,host:2379,host:2379/name (OUTCRY_JOURNAL)' },
  'journal-tls-ca': { value: 'FILE', about: 'who vouches for the members of etcd, as for a node' },
  'journal-tls-cert': { value: 'FILE', about: 'the certificate that is shown to them' },
  'journal-tls-key': { value: 'FILE', about: 'and its key' },
  'journal-user': { value: 'NAME', about: 'user of etcd, where it asks for one' },
  'journal-password-file': { value: 'FILE', about: 'file of the user’s password' },
  config: { value: 'FILE', about: 'the settings of a node: what is not given here is read there' },
};
/** Behind the newest batch by more, a node does not follow. */
const FOLLOWS_WITHIN = 1_000;
const MIB = 1024 * 1024;

/** @throws UsageError, Unreachable */
async function withLook<T>({ options }: Call, work: (look: EtcdLook) => Promise<T>): Promise<T> {
  const argv = Object.keys(PLACE).flatMap((name) => {
    const value = options[name];
    return value === undefined ? [] : [`--${name}`, value];
  });
  // A single machine loads nothing of it.
  const { lookAtOrder } = await import('../app/node/look.ts');
  try {
    const found = await lookAtOrder(readOrderPlace(argv), work);
    if (found instanceof Error) throw new Unreachable(found.message, { cause: found });
    return found;
  } catch (error) {
    if (error instanceof ConfigError || error instanceof NotReadable)
      throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

const status = defineVerb({
  name: 'cluster status',
  about: 'members, nodes, roles and lag of an order that nodes share; exit code 1 where something is wrong',
  data: 'none',
  options: PLACE,
  answer: (call) =>
    withLook(call, async (look) => {
      const seen = await look.look();
      const wrong = wrongIn(seen);
      return {
        json: { ...seen, wrong },
        text: textOf(seen, wrong),
        exitCode: wrong.length > 0 ? EXIT.refused : EXIT.done,
      };
    }),
});

const fence = defineVerb({
  name: 'cluster fence',
  about: 'ends a node from outside: nothing that it sends is ordered any more, until it starts anew',
  data: 'none',
  operands: ['NODE'],
  options: PLACE,
  more: 'For a node that can not be stopped where it runs. NODE is its name, while its heart beats, or a gateway as `cluster status` shows them. What was under way there is answered as unknown; its supervisor starts it again.',
  answer: (call) =>
    withLook(call, async (look) => {
      const name = operand(call, 'NODE');
      const { nodes } = await look.look();
      const own = nodes.find((node) => node.name === name)?.gateways ?? null;
      const gateways = own ?? (GATEWAY.test(name) ? [name] : null);
      if (gateways === null) {
        const known = nodes.map((node) => node.name).join(', ');
        throw new VerbFailed(
          `no heart beats of a node called ${name}${known === '' ? '' : `; there are ${known}`}. Of one that is silent ` +
            'the archiver ends all gateways after a minute',
        );
      }
      const ended: string[] = [];
      for (const gateway of gateways) if (await look.fence(gateway, own !== null)) ended.push(gateway);
      const text =
        ended.length > 0
          ? `${counted(ended.length, 'gateway')} of ${name} ended: ${ended.join(', ')}.`
          : `Nothing of ${name} was open.`;
      return { json: { node: name, ended }, text };
    }),
});

const GATEWAY = /^[0-9a-f]{12}$/;

export const clusterVerbs: readonly Verb[] = [status, fence];

/** Things an operator must look after, a sentence each. */
function wrongIn({ members, order, nodes, revision, diverged }: OrderSeen): readonly string[] {
  if (order === null) return ['There is no order of this name: no node ever joined it.'];
  const silent = members.flatMap(({ address, trouble }) =>
    trouble === null ? [] : [`Member ${address} does not serve: ${trouble}.`],
  );
  const nobody = nodes.length === 0 ? ['No node’s heart beats.'] : [];
  const troubled = nodes.flatMap(({ name, trouble }) =>
    trouble === null ? [] : [`${name} takes no command: ${trouble}.`],
  );
  const behind = nodes.flatMap((node) => {
    const by = revision - node.revision;
    return by > FOLLOWS_WITHIN ? [`${node.name} is ${by} revisions behind.`] : [];
  });
  const versions = [...new Set(nodes.map(({ version }) => version))];
  const mixed =
    versions.length > 1 ? [`Nodes are of versions ${versions.join(' and ')}: an upgrade is not at its end.`] : [];
  const apart = Object.entries(diverged).map(([name, why]) => `${name} stopped and is not back: ${why}.`);
  return [...apart, ...silent, ...nobody, ...troubled, ...behind, ...mixed, ...unheld(nodes)];
}

/** Roles that each order has somebody for. */
function unheld(nodes: readonly NodeSeen[]): readonly string[] {
  const held = new Set(nodes.flatMap(({ roles }) => roles));
  if (nodes.every(({ trouble }) => trouble !== null)) return [];
  const missing = [
    ...(held.has('clock') || held.has('market') ? [] : ['ticks']),
    ...(held.has('signer') ? [] : ['signs the AI log']),
    ...(held.has('archiver') ? [] : ['archives']),
  ];
  return missing.map((what) => `No node ${what}.`);
}

function textOf({ members, order, revision, batches, nodes }: OrderSeen, wrong: readonly string[]): string {
  const newest = Math.max(...nodes.map(({ sequence }) => sequence));
  const rows = nodes.map(({ name, version, sequence, roles, gateways, trouble }) => [
    name,
    version,
    sequence,
    newest - sequence,
    roles.join(' '),
    gateways.join(' '),
    trouble ?? 'takes commands',
  ]);
  const etcd = members.map(({ address, version, leads, bytes, trouble }) => [
    address,
    version,
    trouble === null ? (leads ? 'leads' : 'follows') : 'silent',
    trouble === null ? `${(bytes / MIB).toFixed(1)} MiB` : null,
  ]);
  return [
    `Order ${order ?? '-'}: ${counted(batches, 'batch', 'batches')}, the newest at revision ${revision}.`,
    '',
    tableText({ head: ['node', 'version', 'sequence', 'behind', 'roles', 'gateways', 'state'], rows }),
    '',
    tableText({ head: ['member', 'etcd', 'state', 'database'], rows: etcd }),
    ...(wrong.length > 0 ? ['', ...wrong] : []),
  ].join('\n');
}
