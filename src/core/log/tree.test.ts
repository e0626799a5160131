// The transparency log's own code against its published vectors, random trees at all pairs of sizes, and every bit of a
// proof, a note and a tile changed.
import {
  createPublicKey,
  generateKeyPairSync,
  hash as digest,
  type KeyObject,
  sign,
  verify as verifySignature,
} from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vectors } from '../../../test/ailog-vectors.ts';
import { runVectors, type TlogVectors } from '../../../test/tlog-vectors.ts';
import { concatBytes, equalBytes } from '../text/bytes.ts';
import { plainSha256 } from '../text/plain-sha256.ts';
import { encodeUtf8 } from '../text/utf8.ts';
import { checkLog } from './check-log.ts';
import { checkReceipt } from './check-receipt.ts';
import { checkpointBody, openCheckpoint } from './checkpoint.ts';
import { publicLeaf } from './entry.ts';
import { grow, rootOf } from './merkle.ts';
import { type Ed25519Signature, parseVerifierKey, signatureLine, verifierKeyText } from './note.ts';
import { parsePolicy, policyText } from './policy.ts';
import { consistencyRanges, inclusionRanges, verifyConsistency, verifyInclusion } from './proof.ts';
import { receiptText } from './receipt.ts';
import { entryBundle, rangeRoot, tileKey, tilesFor, tilesOf } from './tiles.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => digest('sha256', bytes, 'buffer');
const remembered = new Map<string, Uint8Array>();

/** The same, once for the same bytes: many thousands of trees have most of their nodes in common. */
function knownSha256(bytes: Uint8Array): Uint8Array {
  const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  let hash = remembered.get(key);
  if (hash === undefined) remembered.set(key, (hash = sha256(bytes)));
  return hash;
}

const tlog = vectors as unknown as TlogVectors;

function verify({ publicKey, message, signature }: Ed25519Signature): boolean {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey]);
  return verifySignature(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature);
}

/** A separate log: leaves of any number, each an entry of a known kind. */
function makeLog(count: number, seed = 0) {
  const leaves = Array.from({ length: count }, (_, at) => publicLeaf(knownSha256, 'outage', { at, seed }, 1_000 + at));
  const frontiers: Uint8Array[][] = [[]];
  const hashes: Uint8Array[][] = [leaves.map(({ hash }) => hash)];
  let frontier: Uint8Array[] = [];
  for (const [size, { hash }] of leaves.entries()) {
    const grown = grow(knownSha256, frontier, size, hash);
    frontier = grown.frontier;
    for (const [height, node] of grown.nodes.entries())
      if ((height + 1) % 8 === 0) (hashes[(height + 1) / 8] ??= []).push(node);
    frontiers.push(frontier);
  }
  const rootAt = (size: number): Uint8Array => rootOf(knownSha256, frontiers[size]!);
  const tile = (level: number, index: number, width: number): Uint8Array =>
    concatBytes(...(hashes[level] ?? []).slice(index * 256, index * 256 + width));
  const proof = (ranges: ReturnType<typeof inclusionRanges>, size: number): Uint8Array[] => {
    const tiles = new Map(tilesFor(ranges, size).map((one) => [tileKey(one), tile(one.level, one.index, one.width)]));
    return ranges.map((range) => rangeRoot(knownSha256, range, tiles));
  };
  return { leaves, rootAt, tile, proof };
}

/** Our checkpoint, signed with a separate key. */
function signedBy(privateKey: KeyObject, origin: string, size: number, root: Uint8Array) {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(-32);
  const vkey = verifierKeyText(sha256, origin, 'note', publicKey);
  const body = checkpointBody({ origin, size, root });
  const note = `${body}\n${signatureLine(parseVerifierKey(sha256, vkey)!, sign(null, encodeUtf8(body), privateKey))}`;
  return { vkey, note, body };
}

describe('the transparency log', () => {
  it('comes out as published, with the hash of Node and with its own', async () => {
    const asked = (one: Ed25519Signature) => Promise.resolve(verify(one));
    for (const hash of [sha256, plainSha256]) {
      const { checks, failures } = await runVectors(tlog, hash, asked);
      expect(failures).toEqual([]);
      expect(checks).toBeGreaterThan(280);
    }
    const { inclusion, consistency, damagedInclusion, damagedConsistency } = tlog.rfc6962;
    expect(inclusion.length + consistency.length).toBe(72);
    expect(damagedInclusion.length + damagedConsistency.length).toBe(114);
  });

  it('has a SHA-256 of its own that is the one of Node', () => {
    const property = fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) =>
      equalBytes(plainSha256(bytes), sha256(bytes)),
    );
    fc.assert(property);
  });

  it('proves every leaf of every size, and every pair of sizes, to 130', () => {
    const { leaves, rootAt, proof } = makeLog(130, Math.floor(Math.random() * 1e6));
    for (let size = 1; size <= 130; size++) {
      const root = rootAt(size);
      for (let index = 0; index < size; index++) {
        const given = {
          index,
          size,
          leaf: leaves[index]!.hash,
          proof: proof(inclusionRanges(index, size), size),
          root,
        };
        if (!verifyInclusion(knownSha256, given)) expect.fail(`leaf ${index} of ${size}`);
      }
      for (let from = 1; from <= size; from++) {
        const given = { from, to: size, fromRoot: rootAt(from), toRoot: root };
        if (!verifyConsistency(knownSha256, { ...given, proof: proof(consistencyRanges(from, size), size) }))
          expect.fail(`${from} of ${size}`);
      }
    }
  });

  it('proves across the borders of tiles', () => {
    const sizes = [255, 256, 257, 512, 65_535, 65_536, 65_537];
    const { leaves, rootAt, proof } = makeLog(65_537);
    for (const size of sizes)
      for (const index of [0, 1, 254, 255, 256, 300, 65_535, 65_536].filter((one) => one < size)) {
        const given = { index, size, leaf: leaves[index]!.hash, root: rootAt(size) };
        const hashes = proof(inclusionRanges(index, size), size);
        expect(verifyInclusion(knownSha256, { ...given, proof: hashes }), `${index} of ${size}`).toBe(true);
        const ends = { from: index + 1, to: size, fromRoot: rootAt(index + 1), toRoot: rootAt(size) };
        expect(
          verifyConsistency(knownSha256, { ...ends, proof: proof(consistencyRanges(index + 1, size), size) }),
        ).toBe(true);
      }
  });
});

describe('what is changed is found', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const log = makeLog(300);
  const { vkey, note } = signedBy(privateKey, 'outcry.test/log', 300, log.rootAt(300));
  const policy = policyText([vkey], null);
  const known = parsePolicy(sha256, policy);
  const proof = log.proof(inclusionRanges(77, 300), 300);
  const opening = { entry: log.leaves[77]!.entry };
  const receipt = receiptText({ opening, index: 77, proof, checkpoint: note });
  const crypto = { sha256, verify };

  it('every bit of every hash of a proof', () => {
    const given = { index: 77, size: 300, leaf: log.leaves[77]!.hash, root: log.rootAt(300) };
    const ends = { from: 77, to: 300, fromRoot: log.rootAt(77), toRoot: log.rootAt(300) };
    const older = log.proof(consistencyRanges(77, 300), 300);
    let accepted = 0;
    const eachChanged = (hashes: readonly Uint8Array[], holds: (changed: Uint8Array[]) => boolean): void => {
      for (const [at, hash] of hashes.entries())
        for (let bit = 0; bit < 256; bit++)
          if (holds(hashes.with(at, hash.with(bit >> 3, hash[bit >> 3]! ^ (1 << (bit & 7)))))) accepted++;
    };
    eachChanged(proof, (changed) => verifyInclusion(sha256, { ...given, proof: changed }));
    eachChanged(older, (changed) => verifyConsistency(sha256, { ...ends, proof: changed }));
    expect(accepted).toBe(0);
  });

  it('every byte of a note and of a receipt', () => {
    expect(checkReceipt(crypto, { receipt, policy, body: null })).toMatchObject({ ok: true, index: 77 });
    const changes = (text: string): string[] =>
      Array.from({ length: text.length }, (_, at) =>
        [1, 2, 32].map(
          (bit) => text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ bit) + text.slice(at + 1),
        ),
      ).flat();
    const notes = changes(note).filter((text) => known.ok && openCheckpoint(text, known.policy, verify).ok);
    expect(notes, 'notes that still open').toEqual([]);
    const receipts = changes(receipt).filter((text) => checkReceipt(crypto, { receipt: text, policy, body: null }).ok);
    expect(receipts, 'receipts that still hold').toEqual([]);
    const stepOf = (from: string | RegExp, to: string): unknown =>
      checkReceipt(crypto, { receipt: receipt.replace(from, to), policy, body: null });
    expect(stepOf('index 77', 'index 76')).toMatchObject({ step: 'tree' });
    expect(stepOf('c2sp.org', 'c2sp.com')).toMatchObject({ step: 'files' });
    expect(stepOf(/\n300\n/, '\n301\n')).toMatchObject({ step: 'signature' });
  });

  it('every byte of a tile, of an entry bundle and of the root', () => {
    const head = { origin: 'outcry.test/log', size: 300, root: log.rootAt(300) };
    const served = new Map<string, Uint8Array>();
    for (const one of tilesOf(300)) served.set(tileKey(one), log.tile(one.level, one.index, one.width));
    for (const at of [0, 1])
      served.set(
        `entries/${at}`,
        entryBundle(log.leaves.slice(at * 256, (at + 1) * 256).map(({ entry }) => encodeUtf8(entry))),
      );
    const faultOf = (change: (name: string, bytes: Uint8Array) => Uint8Array | null): string | null => {
      const check = checkLog(knownSha256, head);
      for (let answer: Uint8Array | null = null; ; ) {
        const { done, value } = check.next(answer);
        if (done === true) return value;
        const name = `${value.level}/${value.index}`;
        answer = change(name, served.get(name)!);
      }
    };
    expect(faultOf((_, bytes) => bytes)).toBe(null);
    expect(served.size).toBe(5);
    for (const [name, bytes] of served) {
      expect(faultOf((asked, same) => (asked === name ? null : same))).toContain(
        name.includes('entries') ? 'has no entries' : 'is not there',
      );
      const step = Math.max(1, Math.floor(bytes.length / 97));
      for (let at = 0; at < bytes.length; at += step) {
        const changed = bytes.with(at, bytes[at]! ^ 1);
        expect(
          faultOf((asked, same) => (asked === name ? changed : same)),
          `${name} byte ${at}`,
        ).not.toBe(null);
      }
    }
  });
});
