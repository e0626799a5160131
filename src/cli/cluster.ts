/** `outcry cluster …`: the nodes that share an order, as their operator sees them from any machine. */
import type { NodeSeen, OrderSeen } from '../app/node/look.ts';
import { counted } from '../core/text/counted.ts';
import { PLACE, withLook } from './cluster-place.ts';
import { clusterRuleVerbs, newestOfAll, rangeOf, voidLine } from './cluster-rules.ts';
import { tableText } from './table.ts';
import { EXIT, VerbFailed } from './told.ts';
import { defineVerb, operand, type Verb } from './verb.ts';

/** Behind the newest batch by more, a node does not follow. */
const FOLLOWS_WITHIN = 1_000;
const MIB = 1024 * 1024;

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

export const clusterVerbs: readonly Verb[] = [status, fence, ...clusterRuleVerbs];

/** Things an operator must look after, a sentence each. */
function wrongIn({ members, order, nodes, revision, diverged, faults }: OrderSeen): readonly string[] {
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
  return [...apart, ...faults.map(voidLine), ...silent, ...nobody, ...troubled, ...behind, ...mixed, ...unheld(nodes)];
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

function textOf({ members, order, generation, revision, batches, nodes }: OrderSeen, wrong: readonly string[]): string {
  const newest = Math.max(...nodes.map(({ sequence }) => sequence));
  const rows = nodes.map(({ name, version, core, sequence, roles, gateways, trouble }) => [
    name,
    version,
    core?.inForce ?? null,
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
    `Order ${order ?? '-'}, generation ${generation}: ${counted(batches, 'batch', 'batches')}, the newest at revision ${revision}.`,
    '',
    tableText({ head: ['node', 'version', 'rules', 'sequence', 'behind', 'roles', 'gateways', 'state'], rows }),
    '',
    tableText({ head: ['member', 'etcd', 'state', 'database'], rows: etcd }),
    ...(wrong.length > 0 ? ['', ...wrong] : []),
    ...newerRules(nodes),
  ].join('\n');
}

/** The step that is left when an upgrade is at its end. */
function newerRules(nodes: readonly NodeSeen[]): readonly string[] {
  const newest = newestOfAll(nodes);
  const isNewer = nodes.some((node) => (rangeOf(node).inForce ?? newest) < newest);
  return isNewer
    ? ['', `All nodes have core version ${newest}: \`outcry cluster activate ${newest}\` puts it in force.`]
    : [];
}
