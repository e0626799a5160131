// A contest day as a bundle: real leaves under a real root, signed by a key made here, with the report in its leaf.
import { verifyEd25519 } from '../../src/bundle/ed25519.ts';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { wholePart, writeParts } from '../../src/bundle/bundle-file.ts';
import { checkpointBody } from '../../src/core/log/checkpoint.ts';
import { commit, fieldKey } from '../../src/core/log/commit.ts';
import { blindedLeaf, type Leaf, publicLeaf, sealHeader } from '../../src/core/log/entry.ts';
import { type AiLogHeader, aiLogHeader, uploadKeys } from '../../src/core/log/header.ts';
import { parseVerifierKey, signatureLine, verifierKeyText } from '../../src/core/log/note.ts';
import { policyText } from '../../src/core/log/policy.ts';
import { rootOfLeaves } from '../../src/core/log/merkle.ts';
import { entryBundle, TILE_WIDTH, tilePath, tilesOf } from '../../src/core/log/tiles.ts';
import { parseUpload } from '../../src/core/log/upload.ts';
import { toBase64 } from '../../src/core/text/bytes.ts';
import { type Canonical, canonicalText } from '../../src/core/text/canonical.ts';
import { recordsRoot } from '../../src/core/standing/minute.ts';
import { skillOf, startSkill, stepSkill } from '../../src/core/verification/skill.ts';
import { shownRow } from '../../src/core/standing/shown.ts';
import { type BoardContest, boardNow, startBoard, stepBoard } from '../../src/core/verification/board.ts';
import { createPastRoots } from '../../src/core/verification/past-roots.ts';
import type { LeafRecord } from '../../src/core/verification/records.ts';
import { rulesetSha256, verify } from '../../src/core/verification/report.ts';
import { DEFAULT_RULESET } from '../../src/core/verification/ruleset.ts';
import { bytesOf, sha256 } from '../ailog-vectors.ts';
import { CONTEST, type ContestDay } from './contest-day.ts';

const ORIGIN = 'outcry.example/ailog';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const rawKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
const vkey = verifierKeyText(sha256, ORIGIN, 'note', rawKey);

/** Believes the key that signs the bundles made here. */
export const POLICY = policyText([vkey], null);

export type Variant = 'full' | 'team' | 'orders' | 'none';

/** What a variant shows of a leaf of this account. */
const SHOWS: Readonly<Record<Variant, (kind: LeafRecord['kind'], uid: string | null) => boolean>> = {
  full: () => true,
  team: (_, uid) => uid === '1000001',
  orders: (kind) => kind === 'order' || kind === 'minute',
  none: () => false,
};

export interface BundleFiles {
  readonly files: Map<string, Uint8Array>;
  readonly leaves: readonly LeafRecord[];
}

type Terms = Partial<Pick<BoardContest, 'endMs' | 'finalMinutes'>>;

/**
 * The files of a bundle, without its manifest.
 * @param verdicts that judges gave before the contest ended
 * @param terms what the contest has other
 * @param ranked those by which its final board was made
 * @param told what its report says instead; its leaf has the hash of that
 */
export function bundleFiles(
  day: ContestDay,
  variant: Variant = 'full',
  verdicts: readonly { readonly [name: string]: Canonical }[] = [],
  terms: Terms = {},
  ranked: Terms = terms,
  told: (text: string) => string = (text) => text,
): BundleFiles {
  const files = new Map<string, Uint8Array>();
  const rows: string[] = [];
  const entries: Leaf[] = [];
  const roots = createPastRoots(sha256);
  const push = (leaf: Leaf): void => {
    entries.push(leaf);
    roots.add(leaf.hash);
  };
  for (const leaf of day.leaves) push(sealed(leaf, SHOWS[variant], rows, files));
  const facts = { ...CONTEST, ...terms };
  const config = {
    ...facts,
    score: { mode: 'return' },
    symbols: CONTEST.symbols.map((symbol) => ({ symbol, maxLeverage: 20 })),
  };
  const hash = rulesetSha256(sha256, DEFAULT_RULESET);
  const contest = { config, id: 'c1', phase: 'live', rulesetSha256: hash };
  push(publicLeaf(sha256, 'contest', contest, day.now));
  const { id, endMs } = facts;
  const leaves = [...day.leaves, { index: day.next, t: day.now, kind: 'contest' as const, id, endMs }];
  const judged = verify(sha256, verifyEd25519, DEFAULT_RULESET, facts, leaves, roots.rootAt);
  const text = told(judged.text);
  const { logSize, root } = judged.report;
  const reportSha256 = createHash('sha256').update(text).digest('hex');
  push(publicLeaf(sha256, 'report', { contest: 'c1', logSize, reportSha256, root }, day.now));
  for (const verdict of verdicts) push(publicLeaf(sha256, 'verdict', verdict, day.now));
  const board = boardOfLeaves(leaves, { ...CONTEST, ...ranked });
  push(publicLeaf(sha256, 'contest', { ...contest, phase: 'final', board }, day.now));
  files.set('contest.json', bytesOf(canonicalText(config)));
  files.set('ruleset.json', bytesOf(canonicalText(DEFAULT_RULESET)));
  files.set('report.json', bytesOf(text));
  const fold = startSkill({ ...facts, score: { mode: 'return' } });
  for (const leaf of leaves) stepSkill(fold, leaf);
  const skill = skillOf(sha256, fold, roots.rootAt);
  if (skill !== null) files.set('skill.json', bytesOf(canonicalText(skill)));
  files.set('board.json', bytesOf(canonicalText(board)));
  files.set('leaves.jsonl', bytesOf(rows.map((row) => `${row}\n`).join('')));
  files.set('policy', bytesOf(POLICY));
  files.set('checkpoint', bytesOf(checkpoint(entries.length, roots.rootAt(entries.length)!)));
  putTiles(files, entries);
  return { files, leaves };
}

/** As a contest that ends now would write it down. */
function boardOfLeaves(leaves: readonly LeafRecord[], contest: Omit<BoardContest, 'score'>) {
  const fold = startBoard({ ...contest, score: { mode: 'return' } });
  for (const leaf of leaves) stepBoard(fold, leaf);
  const { board } = boardNow(fold, contest.endMs, () => new Map());
  return board.rows.map(shownRow).map(({ rank, score, team }) => ({ rank, score, team }));
}

export async function packed(files: ReadonlyMap<string, Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const parts = [...files].map(([path, bytes]) => wholePart(path, bytes));
  for await (const chunk of writeParts(parts, 'packed')) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function checkpoint(size: number, root: Uint8Array): string {
  const body = checkpointBody({ origin: ORIGIN, size, root });
  return `${body}\n${signatureLine(parseVerifierKey(sha256, vkey)!, sign(null, bytesOf(body), privateKey))}`;
}

function putTiles(files: Map<string, Uint8Array>, entries: readonly Leaf[]): void {
  for (const tile of tilesOf(entries.length)) {
    const { level, index, width } = tile;
    // The roots of full subtrees, each made from its leaves.
    const of = 256 ** level;
    const hashes = Array.from({ length: width }, (_, nth) => {
      const first = (index * TILE_WIDTH + nth) * of;
      return rootOfLeaves(
        sha256,
        entries.slice(first, first + of).map(({ hash }) => hash),
      );
    });
    files.set(tilePath(tile), Buffer.concat(hashes));
    if (level > 0) continue;
    const those = entries.slice(index * TILE_WIDTH, index * TILE_WIDTH + width);
    files.set(tilePath({ ...tile, level: 'entries' }), entryBundle(those.map(({ entry }) => bytesOf(entry))));
  }
}

/** The leaf of a record; its row and files are put where they belong, if the variant shows them. */
function sealed(
  leaf: LeafRecord,
  shows: (kind: LeafRecord['kind'], uid: string | null) => boolean,
  rows: string[],
  files: Map<string, Uint8Array>,
): Leaf {
  const { index, t, kind } = leaf;
  const salt = createHash('sha256').update(`salt ${index}`).digest();
  const keyOf = (field: 'header' | 'account'): string => toBase64(fieldKey(sha256, salt, field));
  const put = (row: { [name: string]: Canonical }, uid: string | null): boolean => {
    const isShown = shows(kind, uid);
    if (isShown) rows.push(canonicalText({ index, ...row }));
    return isShown;
  };
  if (kind === 'key') return publicLeaf(sha256, 'key', { origin: leaf.origin, vkey }, t);
  if (kind === 'outage') return publicLeaf(sha256, 'outage', { cause: 'gap', from: leaf.from, to: leaf.to }, t);
  if (kind === 'team') {
    put({ key: keyOf('account'), uid: leaf.uid }, leaf.uid);
    const account = commit(sha256, salt, 'account', bytesOf(leaf.uid ?? ''));
    return publicLeaf(sha256, 'team', { ...leaf.payload, account }, t);
  }
  if (kind === 'order') {
    const { header, h } = sealHeader(sha256, salt, leaf.header);
    put({ header, key: keyOf('header') }, leaf.header.uid);
    return blindedLeaf(sha256, 'order', h, t);
  }
  if (kind === 'minute') {
    const records = leaf.records!;
    const of = (name: 'bars' | 'equity' | 'fills'): string => recordsRoot(sha256, records[name]);
    const { at, contest } = leaf;
    const minute = { at, bars: of('bars'), contest, equity: of('equity'), fills: of('fills') };
    const { header, h } = sealHeader(sha256, salt, { ...minute, kind: 'minute', v: 1 });
    if (put({ header, key: keyOf('header') }, null))
      files.set(`minutes/${index}.json`, bytesOf(canonicalText(records)));
    return blindedLeaf(sha256, 'minute', h, t);
  }
  if (kind !== 'ailog') throw new Error(`no leaf of kind ${kind} is made here`);
  const { header, h } = sealHeader(sha256, salt, logHeader(salt, leaf));
  if (put({ header, key: keyOf('header'), keys: uploadKeys(sha256, salt) }, leaf.header.uid))
    files.set(`bodies/${index}`, leaf.body!);
  return blindedLeaf(sha256, 'ailog', h, t);
}

function logHeader(salt: Uint8Array, { header, body }: LeafRecord & { kind: 'ailog' }): AiLogHeader {
  const upload = parseUpload(body!);
  if (!upload.ok) throw new Error('the fixtures are uploads');
  const { uid, orderId, stage, model, sig } = header;
  return aiLogHeader(sha256, salt, body!, upload.slices, { uid, keyId: 'ak_1', orderId, stage, model, sig });
}
