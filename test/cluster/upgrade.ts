/**
 * An upgrade of real nodes under load whose rules change: each node is stopped and started with the next program, one
 * after the other; then the operator puts the new rules in force. And a command at which the next program's engine
 * throws: all nodes stop there, until the operator voids it.
 */
import { stateHash } from '../../src/core/state/hash.ts';
import { dataFolder } from '../../src/folder/disk/data-folder.ts';
import type { Random } from '../../src/market/random.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { replay } from '../../src/sequencer/replay.ts';
import { sha256 } from '../../src/store/sha256.ts';
import { type Account, type Ended, outcry } from '../cli/process.ts';
import { askAdmin, knownAt, openAccount } from './accounts.ts';
import { ask } from './ask.ts';
import { type Judged, judge, Load, openAccounts, pause } from './load.ts';
import type { Program, RealCluster, RealNode } from './real-nodes.ts';
import { createRuledEngine } from './simulated-node.ts';

const OLD: Program = { OUTCRY_TEST_RULES: undefined, OUTCRY_TEST_THROWS: undefined };
/** An amount that no caller of a load deposits. */
const POISON = '666.66';
export const NEXT: Program = { OUTCRY_TEST_RULES: '2', OUTCRY_TEST_THROWS: POISON };
const NEXT_RULES = { from: 1, to: 2 };
const PATIENCE_MS = 30_000;

export interface UpgradeOptions {
  readonly random: Random;
  readonly callers: number;
  /** Answers of writes between two steps. */
  readonly between: number;
  readonly say: (line: string) => void;
}

/** A verb of the operator's. */
const cluster = ({ order }: RealCluster, ...words: string[]): Promise<Ended> =>
  outcry('cluster', ...words, '--journal', order);

/** Rolls the nodes to the next program and activates its rules, all under load. They run the old program before. */
export async function upgrade(nodes: RealCluster, { random, callers, between, say }: UpgradeOptions): Promise<Judged> {
  const objections: string[] = [];
  /** When each was asked to stop, and when it was ready again. */
  const away = new Map<RealNode, { readonly fromMs: number; untilMs: number }>();
  const onTrouble = (node: RealNode, sentMs: number, what: string): void => {
    const { fromMs = Number.POSITIVE_INFINITY, untilMs = 0 } = away.get(node) ?? {};
    // What was under way there when it was asked to stop is of a connection of that node too.
    if (performance.now() < fromMs || sentMs > untilMs) objections.push(`${node.name}: ${what}`);
  };
  const accounts = await openAccounts(nodes, 4);
  const load = new Load({ cluster: nodes, random, accounts, onTrouble });
  const more = async (): Promise<void> => {
    for (const wanted = load.answered + between; load.answered < wanted; ) await pause(20);
  };
  load.begin(callers);
  await more();
  for (const node of nodes.nodes) {
    const refused = await cluster(nodes, 'activate', '2');
    if (refused.code !== 1 || !refused.stderr.includes(node.name)) objections.push(`activated: ${refused.stdout}`);
    const window = { fromMs: performance.now(), untilMs: Number.POSITIVE_INFINITY };
    away.set(node, window);
    node.signal('SIGTERM');
    const code = await node.gone();
    if (code !== 0) objections.push(`${node.name} ended with ${code}: ${node.log()}`);
    node.start(NEXT);
    await node.ready();
    window.untilMs = performance.now();
    say(`${node.name} runs the next program, ${Math.round(window.untilMs - window.fromMs)} ms later`);
    await more();
  }
  const activated = await cluster(nodes, 'activate', '2');
  if (activated.code !== 0) objections.push(`not activated: ${activated.stderr}`);
  say(activated.stdout.trim());
  await more();
  await load.end();
  const judged = await judge(nodes, load, () => createRuledEngine(NEXT_RULES));
  return { objections: [...objections, ...judged.objections], figures: judged.figures };
}

/** Faults in how a node ends whose program is too old for the rules in force; it runs the next one afterwards. */
export async function tooOld(node: RealNode): Promise<string[]> {
  node.signal('SIGTERM');
  await node.gone();
  node.start(OLD);
  const code = await node.gone();
  const words = /can't start: sequence (\d+) needs core version 2, and this program has version 1/;
  const [said, sequence] = words.exec(node.log()) ?? [];
  const all = await outcry('replay', '--data', node.data);
  const before = await outcry('replay', '--data', node.data, '--until', String(Number(sequence) - 1));
  node.start(NEXT);
  await node.ready();
  return [
    ...(code === 1 && said !== undefined ? [] : [`the old program ended with ${code}: ${node.log()}`]),
    ...(all.code === 1 && all.stderr.includes(`sequence ${sequence} needs`) ? [] : [`replay: ${all.stderr}`]),
    ...(before.code === 0 ? [] : [`replay to the command before: ${before.stderr}`]),
  ];
}

/**
 * Faults in how the nodes fare at a command at which every engine throws, and once it is voided. All are stopped at the
 * end.
 * @param isBrief without starting one again before that, and without looking at the order
 */
export async function voided(nodes: RealCluster, isBrief = false): Promise<string[]> {
  const [first] = nodes.nodes as [RealNode];
  const last = nodes.nodes.at(-1)!;
  const { token } = nodes;
  const account = await openAccount(first, token, '5');
  await knownAt(nodes.nodes, account);
  const objections: string[] = [];
  const need = (holds: boolean, what: string): void => void (holds ? undefined : objections.push(what));
  const status = await poison(nodes, account);
  need(status === 500, `its caller got ${status}`);
  const words = /the engine threw at sequence (\d+) \(deposit, hash ([0-9a-f]{64})\): a broken invariant/;
  const found = nodes.nodes.map((node) => words.exec(node.log()) ?? []);
  const [, sequence = '', hash = ''] = found[0]!;
  for (const [at, [, ...own]] of found.entries())
    need(own.join() === `${sequence},${hash}`, `${nodes.nodes[at]!.name} said ${nodes.nodes[at]!.log()}`);
  if (!isBrief) {
    last.start();
    const again = await last.gone();
    need(again === 1 && words.test(last.log()), `started again it ended with ${again}: ${last.log()}`);
    const shown = await cluster(nodes, 'status');
    need(shown.code === 1 && shown.stdout.includes(`void ${sequence} --hash ${hash}`), `status: ${shown.stdout}`);
  }
  const done = await cluster(nodes, 'void', sequence, '--hash', hash);
  need(done.code === 0, `not voided: ${done.stderr}`);
  for (const node of nodes.nodes) node.start();
  for (const node of nodes.nodes) await node.ready();
  await askAdmin(first, token, 'POST', '/admin/accounts/deposit', { uid: account.uid, amount: '2' });
  const { body } = await ask(last.url, account, 'GET', '/capi/v2/account/assets');
  need(body[0].equity === '7.00000000', `5 and 2 were deposited, and ${body[0].equity} are there`);
  for (const node of nodes.nodes) node.signal('SIGTERM');
  for (const node of nodes.nodes) await node.gone();
  const states = await Promise.all(nodes.nodes.map(replayed));
  need(new Set(states).size === 1, `replays of their journals end apart: ${states.join(', ')}`);
  return objections;
}

/** The end of what a node's journal leads to. */
async function replayed({ data }: RealNode): Promise<string> {
  const journal = await openJournal(dataFolder(data).journal, { readonly: true });
  const engine = createRuledEngine(NEXT_RULES);
  const { sequence } = await replay(journal, engine);
  await journal.close();
  return `${sequence} ${stateHash(engine.state, sha256)}`;
}

/** Has every engine throw. Resolves with the status that its caller gets, once all nodes are gone. */
async function poison(nodes: RealCluster, { uid }: Account): Promise<number> {
  const [first] = nodes.nodes as [RealNode];
  const { status } = await fetch(`${first.adminUrl()}/admin/accounts/deposit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${nodes.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ uid, amount: POISON }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  for (const node of nodes.nodes) await node.gone();
  return status;
}
