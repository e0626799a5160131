// Runs the published vectors of the transparency log against its code, and says what did not come out as published. No
// Node in it: the test of a browser runs the same file. Ed25519 is asked beforehand, as a page has to.
import { checkInclusion, checkReceipt, receiptSignatures } from '../src/core/log/check-receipt.ts';
import { checkLog } from '../src/core/log/check-log.ts';
import {
  beaconOf,
  checkpointBody,
  checkpointSignatures,
  openCheckpoint,
  parseCheckpointBody,
} from '../src/core/log/checkpoint.ts';
import { grow, leafHash, nodeHash, rootOf, type Frontier } from '../src/core/log/merkle.ts';
import {
  type Ed25519Signature,
  openNote,
  parseVerifierKey,
  signaturesOf,
  verifierKeyText,
} from '../src/core/log/note.ts';
import { parsePolicy, type Policy } from '../src/core/log/policy.ts';
import { consistencyRanges, inclusionRanges, verifyConsistency, verifyInclusion } from '../src/core/log/proof.ts';
import { type Opening, parseReceipt, receiptText } from '../src/core/log/receipt.ts';
import { entriesIn, entryBundle, hashesAt, parseTilePath, rangeRoot, tilePath } from '../src/core/log/tiles.ts';
import { judgeCheckpoint } from '../src/core/log/witness.ts';
import { concatBytes, fromHex, type Sha256, toHex } from '../src/core/text/bytes.ts';
import { encodeUtf8 } from '../src/core/text/utf8.ts';

interface Case {
  readonly why: string;
  readonly text: string;
  readonly valid: boolean;
}

export interface TlogVectors {
  readonly rfc6962: {
    readonly leafInputsHex: readonly string[];
    readonly leafHashes: readonly string[];
    readonly roots: readonly string[];
    readonly inclusion: readonly { readonly index: number; readonly size: number; readonly proof: readonly string[] }[];
    readonly consistency: readonly { readonly from: number; readonly to: number; readonly proof: readonly string[] }[];
    readonly damagedInclusion: readonly {
      readonly why: string;
      readonly index: number;
      readonly size: number;
      readonly leaf: string;
      readonly root: string;
      readonly proof: readonly string[];
    }[];
    readonly damagedConsistency: readonly {
      readonly why: string;
      readonly from: number;
      readonly to: number;
      readonly fromRoot: string;
      readonly toRoot: string;
      readonly proof: readonly string[];
    }[];
  };
  readonly tiles: {
    readonly layout: readonly {
      readonly size: number;
      readonly levels: readonly { readonly level: number; readonly fullTiles: number; readonly partialWidth: number }[];
    }[];
    readonly paths: readonly { readonly index: number; readonly path: string }[];
    readonly notFound: readonly string[];
  };
  readonly signedNote: {
    readonly vkey: string;
    readonly cases: readonly Case[];
    readonly vkeys: readonly { readonly why: string; readonly vkey: string; readonly valid: boolean }[];
  };
  readonly checkpoint: {
    readonly vkey: string;
    readonly witnessVkey: string;
    readonly noteBody: string;
    readonly cases: readonly (Case & { readonly quorum: number })[];
  };
  readonly tlogProof: {
    readonly vkey: string;
    readonly witnessVkey: string;
    readonly cases: readonly (Case & { readonly entryHex: string })[];
  };
  readonly log: {
    readonly origin: string;
    readonly entries: readonly { readonly entry: string; readonly leafHash: string; readonly body?: string }[];
    readonly roots: readonly string[];
    readonly beacon: { readonly size: number; readonly noteBody: string; readonly text: string };
    readonly checkpoint: string;
    readonly entryBundleHex: string;
    readonly tile0Hex: string;
    readonly proofs: readonly { readonly index: number; readonly extra: string; readonly text: string }[];
    readonly policy: string;
  };
  readonly witness: {
    readonly requests: readonly {
      readonly why: string;
      readonly body: string;
      readonly status: number;
      readonly response?: string;
    }[];
  };
}

/** Ed25519 as a browser and Node both have it. */
export type AskEd25519 = (signature: Ed25519Signature) => Promise<boolean>;

export interface Ran {
  readonly checks: number;
  readonly failures: readonly string[];
}

export async function runVectors(vectors: TlogVectors, sha256: Sha256, ask: AskEd25519): Promise<Ran> {
  const failures: string[] = [];
  let checks = 0;
  const expect = (what: string, found: unknown, wanted: unknown): void => {
    checks++;
    if (found !== wanted) failures.push(`${what}: ${String(found)}, published ${String(wanted)}`);
  };
  const run: Run = { sha256, expect, verified: async (signatures) => verifierOf(ask, signatures) };
  runTree(run, vectors.rfc6962);
  runDamaged(run, vectors.rfc6962);
  runTiles(run, vectors.tiles);
  await runNotes(run, vectors.signedNote);
  await runCheckpoints(run, vectors.checkpoint);
  await runReceipts(run, vectors.tlogProof);
  await runLog(run, vectors.log);
  await runWitness(run, vectors);
  return { checks, failures };
}

interface Run {
  readonly sha256: Sha256;
  readonly expect: (what: string, found: unknown, wanted: unknown) => void;
  readonly verified: (signatures: readonly Ed25519Signature[]) => Promise<(one: Ed25519Signature) => boolean>;
}

/** Asks for all of them, and then answers at once. */
export async function verifierOf(ask: AskEd25519, signatures: readonly Ed25519Signature[]) {
  const nameOf = (one: Ed25519Signature): string => [one.publicKey, one.signature, one.message].map(toHex).join();
  const right = new Set<string>();
  for (const one of signatures) if (await ask(one)) right.add(nameOf(one));
  return (one: Ed25519Signature): boolean => right.has(nameOf(one));
}

const bytes = (hex: string): Uint8Array => fromHex(hex) as Uint8Array;
const all = (hexes: readonly string[]): Uint8Array[] => hexes.map(bytes);
const joined = (hashes: readonly Uint8Array[]): string => hashes.map(toHex).join();

function runTree(
  { sha256, expect }: Run,
  { leafInputsHex, leafHashes, roots, inclusion, consistency }: TlogVectors['rfc6962'],
): void {
  const leaves = all(leafInputsHex).map((input) => leafHash(sha256, input));
  expect('leaf hashes', joined(leaves), leafHashes.join());
  let frontier: Frontier = [];
  for (const [size, root] of roots.entries()) {
    expect(`root of ${size}`, toHex(rootOf(sha256, frontier)), root);
    const leaf = leaves[size];
    if (leaf !== undefined) frontier = grow(sha256, frontier, size, leaf).frontier;
  }
  const tiles = new Map([['0/0', concatBytes(...leaves)]]);
  const proofOf = (ranges: ReturnType<typeof inclusionRanges>) =>
    ranges.map((range) => rangeRoot(sha256, range, tiles));
  for (const { index, size, proof } of inclusion) {
    expect(`inclusion ${index} in ${size}`, joined(proofOf(inclusionRanges(index, size))), proof.join());
    const given = { index, size, leaf: leaves[index]!, proof: all(proof), root: bytes(roots[size]!) };
    expect(`inclusion ${index} in ${size} verified`, verifyInclusion(sha256, given), true);
  }
  for (const { from, to, proof } of consistency) {
    expect(`consistency ${from} to ${to}`, joined(proofOf(consistencyRanges(from, to))), proof.join());
    const given = { from, to, fromRoot: bytes(roots[from]!), toRoot: bytes(roots[to]!), proof: all(proof) };
    expect(`consistency ${from} to ${to} verified`, verifyConsistency(sha256, given), true);
  }
}

function runDamaged({ sha256, expect }: Run, { damagedInclusion, damagedConsistency }: TlogVectors['rfc6962']): void {
  for (const { why, leaf, root, proof, ...places } of damagedInclusion)
    expect(why, verifyInclusion(sha256, { ...places, leaf: bytes(leaf), root: bytes(root), proof: all(proof) }), false);
  for (const { why, fromRoot, toRoot, proof, ...places } of damagedConsistency) {
    const given = { ...places, fromRoot: bytes(fromRoot), toRoot: bytes(toRoot), proof: all(proof) };
    expect(why, verifyConsistency(sha256, given), false);
  }
}

function runTiles({ expect }: Run, { layout, paths, notFound }: TlogVectors['tiles']): void {
  for (const { size, levels } of layout) {
    const found = [];
    for (let level = 0; hashesAt(level, size) > 0; level++)
      found.push({
        level,
        fullTiles: Math.floor(hashesAt(level, size) / 256),
        partialWidth: hashesAt(level, size) % 256,
      });
    expect(`tiles of ${size}`, JSON.stringify(found), JSON.stringify(levels));
  }
  for (const { index, path } of paths) {
    expect(`path of ${index}`, tilePath({ level: 3, index, width: 256 }), `tile/3/${path}`);
    expect(`tile of ${path}`, parseTilePath(`tile/3/${path}.p/5`)?.index, index);
  }
  for (const path of notFound) expect(path, parseTilePath(path), null);
}

async function runNotes(
  { sha256, expect, verified }: Run,
  { vkey, cases, vkeys }: TlogVectors['signedNote'],
): Promise<void> {
  const keys = [parseVerifierKey(sha256, vkey)!];
  for (const { why, text, valid } of cases)
    expect(why, openNote(text, keys, await verified(signaturesOf(text, keys))).ok, valid);
  for (const { why, vkey: one, valid } of vkeys) {
    const key = parseVerifierKey(sha256, one);
    expect(why, key !== null, valid);
    if (key !== null) expect(why, verifierKeyText(sha256, key.name, key.signing, key.publicKey), one);
  }
}

function policyOf(sha256: Sha256, vkey: string, witness: string, quorum: number): Policy {
  const second = 'witness w2 witness.example/w2+';
  const lines = [`log ${vkey}`, `witness w1 ${witness}`];
  if (quorum === 0) lines.push('quorum none');
  if (quorum === 1) lines.push('quorum w1');
  if (quorum === 2) {
    const other = verifierKeyText(sha256, 'witness.example/w2', 'cosignature', new Uint8Array(32).fill(9));
    lines.push(`${second.slice(0, 10)} ${other}`, 'group both all w1 w2', 'quorum both');
  }
  const read = parsePolicy(sha256, `${lines.join('\n')}\n`);
  if (!read.ok) throw new Error(read.why);
  return read.policy;
}

async function runCheckpoints({ sha256, expect, verified }: Run, vectors: TlogVectors['checkpoint']): Promise<void> {
  expect('note body', checkpointBody(parseCheckpointBody(vectors.noteBody)!), vectors.noteBody);
  for (const { why, quorum, text, valid } of vectors.cases) {
    const policy = policyOf(sha256, vectors.vkey, vectors.witnessVkey, quorum);
    expect(why, openCheckpoint(text, policy, await verified(checkpointSignatures(text, policy))).ok, valid);
  }
}

async function runReceipts({ sha256, expect, verified }: Run, vectors: TlogVectors['tlogProof']): Promise<void> {
  const policy = policyOf(sha256, vectors.vkey, vectors.witnessVkey, 1);
  for (const { why, entryHex, text, valid } of vectors.cases) {
    const read = parseReceipt(text);
    const signatures = read.ok ? checkpointSignatures(read.receipt.checkpoint, policy) : [];
    const verify = await verified(signatures);
    expect(why, read.ok && checkInclusion({ sha256, verify }, read.receipt, policy, bytes(entryHex)).ok, valid);
  }
}

async function runLog({ sha256, expect, verified }: Run, log: TlogVectors['log']): Promise<void> {
  const entries = log.entries.map(({ entry }) => encodeUtf8(entry));
  let frontier: Frontier = [];
  for (const [size, entry] of entries.entries()) {
    const leaf = leafHash(sha256, entry);
    expect(`leaf ${size}`, toHex(leaf), log.entries[size]?.leafHash);
    frontier = grow(sha256, frontier, size, leaf).frontier;
    expect(`root of ${size + 1}`, toHex(rootOf(sha256, frontier)), log.roots[size]);
  }
  const { origin, beacon } = log;
  const head = { origin, size: beacon.size, root: bytes(log.roots[beacon.size - 1]!) };
  expect('body of the beacon', checkpointBody(head), beacon.noteBody);
  expect('beacon', beaconOf(sha256, head), beacon.text);
  expect('entry bundle', toHex(entryBundle(entries)), log.entryBundleHex);
  expect('entries of it', joined(entriesIn(bytes(log.entryBundleHex)) ?? []), joined(entries));
  const policy = parsePolicy(sha256, log.policy);
  if (!policy.ok) return expect('policy', policy.why, '');
  const opened = openCheckpoint(
    log.checkpoint,
    policy.policy,
    await verified(checkpointSignatures(log.checkpoint, policy.policy)),
  );
  expect('checkpoint', opened.ok && opened.head.size, entries.length);
  if (opened.ok) expect('the whole log', checkServed(sha256, opened.head, log), null);
  const tiles = new Map([['0/0', bytes(log.tile0Hex)]]);
  for (const { index, extra, text } of log.proofs) {
    const proof = inclusionRanges(index, entries.length).map((range) => rangeRoot(sha256, range, tiles));
    const opening = JSON.parse(extra) as Opening;
    expect(`receipt of ${index}`, receiptText({ opening, index, proof, checkpoint: log.checkpoint }), text);
    const body = log.entries[index]?.body;
    const given = { receipt: text, policy: log.policy, body: body === undefined ? null : encodeUtf8(body) };
    const verify = await verified(receiptSignatures(sha256, given));
    const checked = checkReceipt({ sha256, verify }, given);
    expect(`receipt of ${index} checked`, checked.ok ? checked.index : checked.why, index);
  }
  expect('node over nodes', toHex(nodeHash(sha256, frontier[0]!, frontier[1]!)).length, 64);
}

/** A witness that has cosigned three leaves of the log is asked what was published. */
async function runWitness({ sha256, expect, verified }: Run, { witness, checkpoint, log }: TlogVectors): Promise<void> {
  const logs = [parseVerifierKey(sha256, checkpoint.vkey)!];
  const witnessKey = parseVerifierKey(sha256, checkpoint.witnessVkey)!;
  const seen = { size: 3, root: bytes(log.roots[2]!) };
  for (const { why, body, status, response } of witness.requests) {
    const note = body.slice(body.indexOf('\n\n') + 2);
    const verify = await verified(signaturesOf(note, logs));
    const answer = judgeCheckpoint({ sha256, verify, logs, seen: () => seen }, body);
    expect(why, answer.status, status);
    if (answer.status === 409) expect(`${why}: the size`, `${answer.size}\n`, response);
    if (answer.status !== 200) continue;
    const cosigned = `${answer.body}\n${response}`;
    const right = await verified(signaturesOf(cosigned, [witnessKey]));
    expect(`${why}: cosigned`, openNote(cosigned, [witnessKey], right).ok, true);
  }
}

function checkServed(sha256: Sha256, head: Parameters<typeof checkLog>[1], log: TlogVectors['log']): string | null {
  const check = checkLog(sha256, head);
  for (let answer: Uint8Array | null = null; ; ) {
    const { done, value } = check.next(answer);
    if (done === true) return value;
    answer = bytes(value.level === 'entries' ? log.entryBundleHex : log.tile0Hex);
  }
}
