// The client's verifier against a log that is made here, of more leaves than a tile holds; then the same with one bit
// of it changed.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkpointBody } from '../../core/log/checkpoint.ts';
import { fieldKey } from '../../core/log/commit.ts';
import { blindedLeaf, sealHeader } from '../../core/log/entry.ts';
import { aiLogHeader } from '../../core/log/header.ts';
import { type Frontier, grow, rootOf } from '../../core/log/merkle.ts';
import { signatureLine, parseVerifierKey, verifierKeyText } from '../../core/log/note.ts';
import { policyText } from '../../core/log/policy.ts';
import { entryBundle, parseTilePath, TILE_WIDTH } from '../../core/log/tiles.ts';
import { foldTile } from '../../core/log/tiles.ts';
import { concatBytes, type Sha256, toBase64 } from '../../core/text/bytes.ts';
import { encodeUtf8 } from '../../core/text/utf8.ts';
import { type Opening, LogVerifier } from './log-verifier.ts';

const SIZE = 600;
const OLDER = 255;
const ORIGIN = 'test.example/log';
const EXPLANATION = '"Momentum up, funding low."';
const sha256: Sha256 = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest());

/** Leaf 300 is an AI log with an explanation; the others are of nothing in particular. */
function makeLog() {
  const keys = generateKeyPairSync('ed25519');
  const raw = new Uint8Array(keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const vkey = verifierKeyText(sha256, ORIGIN, 'note', raw);
  const salt = sha256(encodeUtf8('salt'));
  const body = encodeUtf8(`{"explanation":${EXPLANATION},"input":1,"output":2}`);
  const at = (text: string): [number, number] => {
    const start = new TextDecoder().decode(body).indexOf(text);
    return [start, start + text.length];
  };
  const header = aiLogHeader(
    sha256,
    salt,
    body,
    { input: at('1'), output: at('2'), explanation: at(EXPLANATION) },
    { uid: '1', keyId: 'k', orderId: null, stage: 'Decision', model: 'm', sig: null },
  );
  const sealed = sealHeader(sha256, salt, header);
  const entries = Array.from({ length: SIZE }, (_, index) =>
    blindedLeaf(sha256, 'ailog', index === 300 ? sealed.h : toBase64(sha256(encodeUtf8(String(index)))), 1_000 + index),
  );
  const notes = new Map<number, string>();
  let frontier: Frontier = [];
  for (const [index, { hash }] of entries.entries()) {
    frontier = grow(sha256, frontier, index, hash).frontier;
    if (index + 1 !== OLDER && index + 1 !== SIZE) continue;
    const text = checkpointBody({ origin: ORIGIN, size: index + 1, root: rootOf(sha256, frontier) });
    const signature = new Uint8Array(sign(null, encodeUtf8(text), keys.privateKey));
    notes.set(index + 1, `${text}\n${signatureLine(parseVerifierKey(sha256, vkey)!, signature)}`);
  }
  const fields = Object.fromEntries(
    (['header', 'explanation'] as const).map((field) => [field, toBase64(fieldKey(sha256, salt, field))]),
  );
  const opening: Opening = { header: sealed.header, keys: fields, shown: { explanation: EXPLANATION } };
  return { vkey, entries, notes, opening };
}

describe('what a client checks', () => {
  let log: ReturnType<typeof makeLog>;
  beforeAll(() => {
    log = makeLog();
  });

  /** Reads the log as it is served. `damage` changes the bytes of a path. */
  function verifierOf(damage: (path: string, bytes: Uint8Array) => Uint8Array = (_, bytes) => bytes) {
    const asked: string[] = [];
    const read = async (path: string): Promise<Uint8Array> => {
      asked.push(path);
      const { level, index, width } = parseTilePath(path)!;
      const leaves = log.entries.slice(index * TILE_WIDTH, index * TILE_WIDTH + width);
      if (level === 'entries') return damage(path, entryBundle(leaves.map(({ entry }) => encodeUtf8(entry))));
      const rows = Array.from({ length: width }, (_, at) => log.entries.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH));
      return damage(
        path,
        concatBytes(...rows.map((row) => foldTile(sha256, concatBytes(...row.map(({ hash }) => hash))))),
      );
    };
    return { verifier: new LogVerifier({ read, policy: policyText([log.vkey], null) }), asked };
  }

  it('finds every leaf under the root of a checkpoint it opened', async () => {
    const { verifier, asked } = verifierOf();
    const { head, signature } = await verifier.open(log.notes.get(SIZE)!);
    expect([head.size, signature.is]).toEqual([SIZE, 'right']);
    for (const index of [0, 1, 255, 256, 300, 599])
      expect(verifier.included(await verifier.find(index, head), head), `leaf ${index}`).toEqual({ is: 'right' });
    expect(asked.length, 'reads: three bundles and the tile above them').toBeLessThanOrEqual(4);
  });

  it('opens header and explanation, and says what does not open', async () => {
    const { verifier } = verifierOf();
    const { head } = await verifier.open(log.notes.get(SIZE)!);
    const found = await verifier.find(300, head);
    expect(verifier.opens(found, log.opening)).toEqual({ is: 'right' });
    const decoded = { ...log.opening, shown: { explanation: JSON.parse(EXPLANATION) as string } };
    expect(verifier.opens(found, decoded), 'shown as the text it is').toEqual({ is: 'right' });
    const other = { ...log.opening, shown: { explanation: 'Momentum down.' } };
    expect(verifier.opens(found, other)).toEqual({ is: 'wrong', why: 'the explanation is not what was logged' });
    const stranger = await verifier.find(301, head);
    expect(verifier.opens(stranger, log.opening).is).toBe('wrong');
  });

  it('sees that the log only grew', async () => {
    const { verifier } = verifierOf();
    const [older, newer] = await Promise.all([OLDER, SIZE].map((size) => verifier.open(log.notes.get(size)!)));
    expect(await verifier.extends(older!.head, newer!.head)).toEqual({ is: 'right' });
    const forged = { ...older!.head, root: sha256(older!.head.root) };
    expect((await verifier.extends(forged, newer!.head)).is).toBe('wrong');
    expect((await verifier.extends(newer!.head, older!.head)).is, 'a log that shrank').toBe('wrong');
  });

  it('believes neither a changed entry nor a changed checkpoint', async () => {
    const { verifier } = verifierOf((_, bytes) => {
      const text = new TextDecoder().decode(bytes);
      return encodeUtf8(text.replace('"t":1300', '"t":1299'));
    });
    const note = log.notes.get(SIZE)!;
    const { head } = await verifier.open(note);
    expect(verifier.included(await verifier.find(300, head), head).is).toBe('wrong');
    await expect(verifier.open(note.replace('600\n', '601\n'))).rejects.toThrow(
      'the signature of test.example/log is wrong',
    );
  });
});
