/**
 * Judging and exporting, as the rest of the exchange asks for it: one at a time, each in its own thread, and what is
 * for one team after all else. What of the state is needed is gathered here, at one moment; the leaves up to it are
 * read from the store.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedLog } from '../../api/call/deps.ts';
import type { BundleWanted, Evidence, ReportAnswer } from '../../api/call/evidence.ts';
import type { SentFile } from '../../api/shapes/bundle.ts';
import { isOver } from '../../core/state/contest-lists.ts';
import type { Contest } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import { type Canonical, canonicalText } from '../../core/text/canonical.ts';
import type { BoardContest } from '../../core/verification/board.ts';
import { readRuleset, type Ruleset } from '../../core/verification/ruleset.ts';
import { rulesetSha256 } from '../../core/verification/report.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Store } from '../../store/store.ts';
import { EvidenceBroken } from '../../store/errors.ts';
import { createLine } from './line.ts';
import type { BundleJob } from './make-bundle.ts';
import type { ReportJob } from './make-report.ts';
import type { LogFacts } from './opened-log.ts';
import { runBundle, runPublicTexts, runReport, type Running } from './run-job.ts';
import type { Shown } from './shown.ts';
import { verifyText } from './verify-text.ts';

export interface EvidenceLife extends Evidence {
  stop(): Promise<void>;
}

interface Parts {
  readonly state: State;
  readonly store: Pick<Store, 'ask'>;
  readonly databaseUrl: string;
  /** Folder of the bundles. */
  readonly folder: string;
  /** The file beside the journal that tells of the market's way; there only where a market of ours ran. */
  readonly marketLog: string;
  readonly published: Pick<PublishedLog, 'reaches' | 'policy' | 'trouble'>;
  /** Of the exchange, for whoever gets a bundle of it. */
  readonly version: string;
}

const PART = '.part';
/** How long a bundle waits for a checkpoint over all that is in it. */
const CHECKPOINT_MS = 5_000;

export function createEvidence(parts: Parts): EvidenceLife {
  const { databaseUrl, folder } = parts;
  const line = createLine();
  let running: Running<unknown> | null = null;
  let isStopped = false;
  const kept = new Map<string, Promise<SentFile>>();

  const follow = async <Result>(start: () => Running<Result>): Promise<Result> => {
    if (isStopped) throw new EvidenceBroken('the exchange is stopping');
    const one = start();
    running = one;
    try {
      return await one.result;
    } finally {
      running = null;
    }
  };
  const make = (wanted: BundleWanted, path: string): Promise<number> =>
    line.take(wanted.variant !== 'team', async () => {
      const job = await bundleJob(parts, wanted, path);
      return follow(() => runBundle(databaseUrl, job));
    });

  removeLeftovers(folder);
  const jobOf = async (contest: Contest): Promise<ReportJob> => {
    const rules = await rulesetOf(parts, contest);
    return { log: logFacts(parts.state, contest), contest: factsOf(contest), rules };
  };
  return {
    report: (contest) =>
      line.take(true, async () => {
        const job = await jobOf(contest);
        const made = await follow(() => runReport(databaseUrl, job));
        return { ...made, contest: contest.id } satisfies ReportAnswer;
      }),
    publicTexts: (contest) =>
      line.take(true, async () => {
        const job = await jobOf(contest);
        return { rules: job.rules, found: await follow(() => runPublicTexts(databaseUrl, job)) };
      }),
    async bundle(wanted) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${randomBytes(12).toString('hex')}${PART}`);
      const remove = (): void => rmSync(path, { force: true });
      try {
        return { path, bytes: await make(wanted, path), remove };
      } catch (error) {
        remove();
        throw error;
      }
    },
    publicBundle(contest) {
      const found = kept.get(contest.id) ?? keep(folder, contest, make);
      kept.set(contest.id, found);
      // One that failed is tried again.
      found.catch(() => kept.delete(contest.id));
      return found;
    },
    async stop() {
      isStopped = true;
      await running?.stop();
      await line.ended();
    },
  };
}

/** The bundle everyone may have: made once, since nothing of an ended contest changes any more. */
async function keep(
  folder: string,
  contest: Contest,
  make: (wanted: BundleWanted, path: string) => Promise<number>,
): Promise<SentFile> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${contest.id}.tar.gz`);
  const remove = (): void => undefined;
  if (existsSync(path)) return { path, bytes: statSync(path).size, remove };
  const bytes = await make({ contest, variant: 'public' }, `${path}${PART}`);
  renameSync(`${path}${PART}`, path);
  return { path, bytes, remove };
}

/** Of a process that was killed. */
function removeLeftovers(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) if (name.includes(PART)) rmSync(join(folder, name), { force: true });
}

async function rulesetOf({ store, state }: Parts, contest: Contest): Promise<Ruleset> {
  const leaves = await store.ask('publicLeaves', { kinds: ['ruleset'] }, state.sequence);
  for (const { payload } of leaves) {
    const rules = readRuleset(payload as Canonical);
    if (typeof rules === 'string') continue;
    if (rulesetSha256(sha256, rules) === contest.config.rulesetSha256) return rules;
  }
  throw new EvidenceBroken(`the rule set of contest ${contest.id} is none that this program can judge by`);
}

function factsOf({ config }: Contest): BoardContest {
  const { id, startMs, endMs, coin, startBalance, minFilledOrders, score, finalMinutes } = config;
  const symbols = config.symbols.map(({ symbol }) => symbol);
  const facts = { id, startMs, endMs, coin, startBalance, symbols, minFilledOrders, score };
  return finalMinutes === undefined ? facts : { ...facts, finalMinutes };
}

function logFacts({ ailog }: State, contest: Contest): LogFacts {
  const { saltKey, nextIndex: size } = ailog;
  if (saltKey === null) throw new EvidenceBroken('the AI log is not open yet');
  const accounts = new Map(contest.teams.map(({ id, account }) => [id, String(account.id)]));
  return { contest: contest.id, size, saltKey: saltKey.slice(), accounts, uids: new Set(accounts.values()) };
}

/** The parts of a bundle, under a checkpoint that covers all there is now. */
async function bundleJob(parts: Parts, wanted: BundleWanted, path: string): Promise<BundleJob> {
  const { state, store, published } = parts;
  const { contest } = wanted;
  const facts = logFacts(state, contest);
  const rules = await rulesetOf(parts, contest);
  const tree = await published.reaches(facts.size, CHECKPOINT_MS);
  if (tree === null) throw new EvidenceBroken(`no checkpoint covers the log: ${published.trouble() ?? 'try again'}`);
  const log = { ...facts, size: tree.size };
  const leaves = await store.ask('publicLeaves', { kinds: ['contest', 'report'] }, state.sequence);
  const until = isOver(contest)
    ? leaves.findLast(({ kind, payload }) => kind === 'contest' && idIn(payload) === contest.id)!.index + 1
    : log.size;
  const texts: Record<string, string> = {
    checkpoint: tree.note,
    policy: published.policy(),
    'contest.json': canonicalText(contest.config),
    'ruleset.json': canonicalText(rules),
    'VERIFY.md': verifyText(parts.version),
  };
  if (contest.board !== null)
    texts['board.json'] = canonicalText(contest.board.map(({ rank, score, team }) => ({ rank, score, team })));
  if (contest.config.market !== undefined && existsSync(parts.marketLog))
    texts['market-log.jsonl'] = readFileSync(parts.marketLog, 'utf8');
  const reportSha256 = contest.report?.reportSha256 ?? null;
  return { log, shown: shownIn(wanted), until, texts, reportSha256, path };
}

function idIn(payload: unknown): unknown {
  return (payload as { readonly id?: unknown }).id;
}

function shownIn(wanted: BundleWanted): Shown {
  if (wanted.variant === 'public') return { variant: 'public', what: wanted.contest.config.publicBundle };
  if (wanted.variant !== 'team') return { variant: 'full' };
  const { contest, uid } = wanted;
  // The last one, where the account left before the start and applied again.
  const team = contest.teams.findLast(({ account }) => account.id === uid)!.id;
  return { variant: 'team', uid: String(uid), team, isFinal: contest.phase === 'final' };
}
