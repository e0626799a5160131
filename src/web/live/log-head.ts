/**
 * The published log as this page knows it: the newest checkpoint that it verified, whether the log still extends the
 * one of the last visit, and the newest leaves. Leaves come from the channel or, where there is none, are read.
 */
import { signal } from '@preact/signals';
import { app } from '../base/app-json.ts';
import { isTight } from '../base/budget.ts';
import { nowSecond } from '../base/clock.ts';
import { exchangeUrl } from '../base/rest.ts';
import { listen } from './connection.ts';
import { fork } from './log-fork.ts';
import type { FoundEntry, Head, Opening, Verdict, Verifier } from './verifier.ts';
import { machine } from '../../time/machine.ts';

export interface LeafRow {
  readonly index: number;
  readonly k: string;
  readonly t: number;
}

/** The newest checkpoint that was opened, and whether its signature is right. */
export const head = signal<{ readonly head: Head; readonly signature: Verdict } | null>(null);
/** Why no checkpoint could be opened; null when one was. */
export const headFault = signal<string | null>(null);
/** When the newest checkpoint was opened here, epoch ms. */
export const headSeenAtMs = signal<number | null>(null);
/** The newest leaves, newest first. */
export const leaves = signal<readonly LeafRow[]>([]);

const LEAVES_KEPT = 200;
/** How long until a checkpoint that is older than the one before is asked for once more. */
const ASK_AGAIN_MS = 3_000;
const READ_EVERY_MS = 10_000;

let verifier: Promise<Verifier> | null = null;
/** When the channel last said something. */
let toldAtMs = Number.NEGATIVE_INFINITY;

/** The verifier, loaded when it is first needed. @throws Error when the log has no key yet */
function theVerifier(): Promise<Verifier> {
  const { log } = app.value;
  if (log === null) return Promise.reject(new Error('the log is not open yet'));
  verifier ??= import('./verifier.ts').then(({ Verifier }) => new Verifier(readPath, log.vkey));
  return verifier;
}

/** @throws Error when the path is not there */
async function readPath(path: string): Promise<Uint8Array> {
  const response = await fetch(`${exchangeUrl}/ailog/${path}`, path === 'checkpoint' ? { cache: 'no-store' } : {});
  if (!response.ok) throw new Error(`${path} is not there (${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}

interface HeadNews {
  readonly size: number;
  readonly note: string;
  readonly leaves: readonly LeafRow[];
}

/** Follows the log; called once. */
export function startLog(): void {
  listen('log.head', ({ data }) => {
    const news = (Array.isArray(data) ? data.at(-1) : data) as HeadNews | undefined;
    if (news === undefined) return;
    toldAtMs = machine.steadyMs();
    const fresh = news.leaves.toSorted((a, b) => b.index - a.index);
    const known = leaves.value.filter(({ index }) => fresh.every((one) => one.index !== index));
    leaves.value = [...fresh, ...known].toSorted((a, b) => b.index - a.index).slice(0, LEAVES_KEPT);
    if (news.note) void take(news.note);
  });
  void readCheckpoint();
  machine.every(READ_EVERY_MS, () => {
    const isTold = machine.steadyMs() - toldAtMs < READ_EVERY_MS;
    if (!isTold && !isTight.value && document.visibilityState === 'visible') void readCheckpoint();
  });
}

/** Asks for the newest checkpoint, which a page does at its start and when it needs a leaf it has no checkpoint for. */
async function readCheckpoint(): Promise<void> {
  try {
    await take(new TextDecoder().decode(await readPath('checkpoint')));
  } catch (error) {
    if (head.value === null) headFault.value = (error as Error).message;
  }
}

let taken: Promise<void> = Promise.resolve();

/**
 * One after the other, however they come: one that was overtaken is older than the newest, which two at a time would
 * not see, and then it reads as a log that went back.
 */
function take(note: string): Promise<void> {
  return (taken = taken.then(() => takeNext(note)));
}

async function takeNext(note: string): Promise<void> {
  if (head.value?.head.note === note) return;
  try {
    const checker = await theVerifier();
    const opened = await checker.open(note);
    const before = head.value?.head;
    // Without waiting for it, as the next ones come meanwhile.
    if (before !== undefined && opened.head.size < before.size) return void askAgain(before).catch(() => undefined);
    const { beginHistory, goOnWithHistory } = await import('./log-history.ts');
    const now = machine.steadyMs();
    const last = await beginHistory(checker, opened.head, now);
    head.value = opened;
    headSeenAtMs.value = nowSecond.peek();
    headFault.value = null;
    if (last !== null) return void askAgain(last).catch(() => undefined);
    await goOnWithHistory(checker, opened.head, now);
  } catch (error) {
    headFault.value = (error as Error).message;
  }
}

let isAskedAgain = false;

/** An old checkpoint may be a stale copy; if it is still there after a while, the log itself went back. */
async function askAgain(before: Head): Promise<void> {
  if (isAskedAgain || fork.value !== null) return;
  isAskedAgain = true;
  await machine.sleep(ASK_AGAIN_MS);
  isAskedAgain = false;
  const note = new TextDecoder().decode(await readPath('checkpoint'));
  const { head: now } = await (await theVerifier()).open(note);
  if (now.size < before.size) (await import('./log-history.ts')).goneBack(before, now);
  else await take(note);
}

export interface CheckedLeaf {
  readonly found: FoundEntry;
  readonly head: Head;
  readonly signature: Verdict;
  readonly included: Verdict;
  /** Null: nothing was there to open it. */
  readonly opened: Verdict | null;
}

/** A leaf that no checkpoint covers yet. */
export class NoLeafYet extends Error {}

/** Checks one leaf all the way up. @throws NoLeafYet; Error when the log can't be read */
export async function checkLeaf(index: number, opening: Opening | null): Promise<CheckedLeaf> {
  for (let tries = 0; (head.value?.head.size ?? 0) <= index; tries++) {
    if (tries === 5) throw new NoLeafYet(`no checkpoint covers leaf ${index} yet`);
    if (tries > 0) await machine.sleep(1_000);
    await readCheckpoint();
  }
  const checker = await theVerifier();
  const { head: tree, signature } = head.value as NonNullable<typeof head.value>;
  const found = await checker.find(index, tree);
  const included = checker.included(found, tree);
  return { found, head: tree, signature, included, opened: opening === null ? null : checker.opens(found, opening) };
}

/** Entries [start, end) as they are in the newest tree that was opened. @throws Error when the log can't be read */
export async function listEntries(start: number, end: number) {
  if (head.value === null) await readCheckpoint();
  const known = head.value;
  if (known === null) throw new Error(headFault.value ?? 'the log has no checkpoint yet');
  return (await theVerifier()).list(start, end, known.head);
}
