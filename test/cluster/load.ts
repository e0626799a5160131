/** Callers of real nodes: each writes (deposits of amounts of their own) and reads at any, and notes what it got. */
import { createEngine, type Engine } from '../../src/core/engine.ts';
import { stateHash } from '../../src/core/state/hash.ts';
import type { Random } from '../../src/market/random.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { replay } from '../../src/sequencer/replay.ts';
import { sha256 } from '../../src/store/sha256.ts';
import { dataFolder } from '../../src/folder/disk/data-folder.ts';
import type { Account } from '../cli/process.ts';
import { knownAt, openAccount } from './accounts.ts';
import { ask } from './ask.ts';
import { check, type Entry, type Note, type ReadNote } from './check.ts';
import type { RealCluster, RealNode } from './real-nodes.ts';

const ASSETS = '/capi/v2/account/assets';
/** As the design has it, and a little for the way. */
const MOST_AHEAD_MS = 300;
const MOST_BEHIND_MS = 1_050;
const { timeOrigin } = performance;
/** One of so many callers asks at any node, whatever is known of it. */
const STUBBORN = 6;
/** Nobody waits longer for an answer. */
const PATIENCE_MS = 15_000;

export interface LoadOptions {
  readonly cluster: RealCluster;
  readonly random: Random;
  readonly accounts: readonly Account[];
  /** Callers name in a read the newest sequence they know, as `--reads local` needs. */
  readonly namesSequence?: boolean;
  /** Told of each trouble: at which node, of a request sent when, and in words. */
  readonly onTrouble?: (node: RealNode, sentMs: number, what: string) => void;
}

export class Load {
  readonly notes: Note[] = [];
  readonly reads: ReadNote[] = [];
  /** Answers of 5xx by what they said, and connections that failed. */
  readonly troubles = new Map<string, number>();
  /** A node that most callers leave alone, as behind a load balancer that has noticed; null: none. */
  avoided: RealNode | null = null;
  readonly #options: LoadOptions;
  #amount = 0;
  #known = 0;
  #goesOn = true;
  #calls: Promise<unknown> = Promise.resolve();

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  begin(callers: number): void {
    this.#calls = Promise.all(Array.from({ length: callers }, (_, at) => this.#call(at % STUBBORN === 0)));
  }

  async end(): Promise<void> {
    this.#goesOn = false;
    await this.#calls;
  }

  get answered(): number {
    return this.notes.filter(({ answer }) => answer.kind === 'done').length;
  }

  /** The longest time between two answers from a moment on, ms. */
  silenceSince(fromMs: number): number {
    const times = this.notes
      .flatMap(({ answeredMs, answer }) => (answer.kind === 'done' && answeredMs !== null ? [answeredMs] : []))
      .filter((ms) => ms >= fromMs)
      .toSorted((a, b) => a - b);
    return Math.max(...[fromMs, ...times].map((ms, at) => (times[at] ?? ms) - ms), 0);
  }

  async #call(isStubborn: boolean): Promise<void> {
    const { cluster, random } = this.#options;
    while (this.#goesOn) {
      const node = cluster.nodes[random.below(cluster.nodes.length)]!;
      if (node === this.avoided && !isStubborn) continue;
      await (random.below(2) === 0 ? this.#read(node) : this.#write(node));
    }
  }

  async #write(node: RealNode): Promise<void> {
    const { cluster, random, accounts } = this.#options;
    const name = String(++this.#amount);
    const { uid } = accounts[random.below(accounts.length)]!;
    const place = this.notes.length;
    const note: Note = { name, sentMs: performance.now(), answeredMs: null, answer: { kind: 'unknown' } };
    this.notes.push(note);
    const answered = (answer: Note['answer']): void =>
      void (this.notes[place] = { ...note, answeredMs: performance.now(), answer });
    try {
      const response = await fetch(`${node.adminUrl()}/admin/accounts/deposit`, {
        method: 'POST',
        headers: { authorization: `Bearer ${cluster.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ uid, amount: name }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const body = (await response.json()) as { sequence?: number; msg?: string };
      if (response.ok && body.sequence !== undefined) answered({ kind: 'done', sequence: body.sequence });
      else {
        this.#trouble(node, note.sentMs, `write ${response.status} ${body.msg}`);
        answered({ kind: response.status === 503 ? 'refused' : 'unknown' });
      }
      this.#known = Math.max(this.#known, body.sequence ?? 0);
    } catch (error) {
      this.#trouble(node, note.sentMs, `write ${nameOf(error)}`);
      await pause(50);
    }
  }

  async #read(node: RealNode): Promise<void> {
    const { random, accounts, namesSequence } = this.#options;
    const account = accounts[random.below(accounts.length)]!;
    const headers = namesSequence === true ? { 'X-Outcry-Sequence': String(this.#known) } : {};
    const sentMs = performance.now();
    try {
      const { status, body, sequence } = await ask(node.url, account, 'GET', ASSETS, undefined, {
        headers,
        withinMs: PATIENCE_MS,
      });
      if (status === 200)
        this.reads.push({ sentMs, sequence, account: account.uid, sum: Number(body[0]?.equity ?? 0) });
      else this.#trouble(node, sentMs, `read ${status} ${body.hint ?? body.msg}`);
    } catch (error) {
      this.#trouble(node, sentMs, `read ${nameOf(error)}`);
      await pause(50);
    }
  }

  #trouble(node: RealNode, sentMs: number, what: string): void {
    this.#options.onTrouble?.(node, sentMs, what);
    const words = what.replaceAll(/\b\d+(\.\d+)?(?= ?(%|s\b|ms\b|MiB\b|of\b))/g, '#');
    this.troubles.set(words, (this.troubles.get(words) ?? 0) + 1);
  }
}

export interface Judged {
  readonly objections: readonly string[];
  readonly figures: Readonly<Record<string, unknown>>;
}

/** Accounts, each made at another node. */
export async function openAccounts({ nodes, token }: RealCluster, count: number): Promise<Account[]> {
  const accounts: Account[] = [];
  for (let at = 0; at < count; at++) accounts.push(await openAccount(nodes[at % nodes.length]!, token, '0'));
  for (const account of accounts) await knownAt(nodes, account);
  return accounts;
}

/**
 * All nodes are alike, and what callers got is what the order holds. Nobody asks any more.
 * @param engineOf makes one with the rules that the nodes have
 */
export async function judge(
  cluster: RealCluster,
  load: Load,
  engineOf: () => Engine = () => createEngine(sha256),
): Promise<Judged> {
  const last = await reachedBy(cluster, load);
  const orders = await Promise.all(cluster.nodes.map(({ data }) => orderOf(data, last, engineOf())));
  const [{ order, hash }] = orders as [{ order: Entry[]; hash: string }];
  const objections = [...check({ notes: load.notes, reads: load.reads, order }), ...untimely(load.notes, order)];
  for (const [at, one] of orders.entries())
    if (one.hash !== hash) objections.push(`node ${at + 1} has state hash ${one.hash} at ${last}, the first ${hash}`);
  if (!(await isArchived(cluster, last))) objections.push(`the archive does not reach sequence ${last}`);
  const [archived] = await cluster.store.ask(
    `SELECT count(*)::int AS batches, count(*) FILTER (WHERE step <> 1)::int AS holes
     FROM (SELECT place - lag(place, 1, 0::bigint) OVER (ORDER BY revision) AS step FROM journal_batch) AS steps`,
  );
  if (archived?.['holes'] !== 0) objections.push(`the archive has ${String(archived?.['holes'])} holes`);
  const of = (kind: string): number => load.notes.filter(({ answer }) => answer.kind === kind).length;
  const figures = {
    answered: of('done'),
    unknown: of('unknown'),
    refused: of('refused'),
    reads: load.reads.length,
    sequence: last,
    archived: archived?.['batches'],
    troubles: Object.fromEntries(load.troubles),
  };
  return { objections, figures };
}

/** Commands are stamped while they are under way, by clocks that may be so far off and no further. */
function untimely(notes: readonly Note[], order: readonly Entry[]): string[] {
  return notes.flatMap(({ name, sentMs, answeredMs, answer }) => {
    if (answer.kind !== 'done' || answeredMs === null) return [];
    const { timeMs } = order[answer.sequence - 1]!;
    const [fromMs, untilMs] = [sentMs - MOST_BEHIND_MS, answeredMs + MOST_AHEAD_MS].map((ms) => ms + timeOrigin);
    return timeMs >= fromMs! && timeMs <= untilMs!
      ? []
      : [`${name} has time ${timeMs}, and was under way from ${fromMs} to ${untilMs}`];
  });
}

async function isArchived({ store }: RealCluster, sequence: number): Promise<boolean> {
  for (const untilMs = performance.now() + PATIENCE_MS; performance.now() < untilMs; await pause(200)) {
    const [row] = await store.ask('SELECT COALESCE(max(last_sequence), 0)::int AS last FROM journal_batch');
    if (Number(row?.['last']) >= sequence) return true;
  }
  return false;
}

/** A sequence that all nodes have applied, and with it all that was answered. */
async function reachedBy({ nodes }: RealCluster, { notes }: Load): Promise<number> {
  const answered = notes.reduce(
    (most, { answer }) => (answer.kind === 'done' ? Math.max(most, answer.sequence) : most),
    0,
  );
  for (const untilMs = performance.now() + PATIENCE_MS; ; await pause(100)) {
    const states = await Promise.all(nodes.map((node) => ask200(`${node.url}/readyz`)));
    const last = Math.min(...states.map(({ sequence }) => sequence));
    if (last >= answered) return last;
    if (performance.now() > untilMs) throw new Error(`a node is at ${last}, and ${answered} was answered`);
  }
}

async function ask200(url: string): Promise<{ sequence: number }> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { sequence: number };
}

/** The commands of a folder's journal, and the state they lead to. */
async function orderOf(data: string, until: number, engine: Engine): Promise<{ order: Entry[]; hash: string }> {
  const journal = await openJournal(dataFolder(data).journal, { readonly: true });
  try {
    const order: Entry[] = [];
    for (const { sequence, timeMs, command } of journal.read()) {
      if (sequence > until) break;
      const isGift = command.name === 'deposit' && command.amount !== '0';
      order.push(
        isGift
          ? { sequence, timeMs, name: command.amount, account: command.account, amount: Number(command.amount) }
          : { sequence, timeMs, name: `#${sequence}`, account: 0, amount: 0 },
      );
    }
    await replay(journal, engine, { until });
    return { order, hash: stateHash(engine.state, sha256) };
  } finally {
    await journal.close();
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? `${error.name} ${error.message}` : String(error));
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
