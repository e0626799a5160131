// A page that meets its first checkpoint beside the one it kept at its last visit, on a log made here.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { checkpointBody } from '../../core/log/checkpoint.ts';
import { type Frontier, grow, leafHash, rootOf } from '../../core/log/merkle.ts';
import { parseVerifierKey, signatureLine, verifierKeyText } from '../../core/log/note.ts';
import { entryBundle, parseTilePath, TILE_WIDTH } from '../../core/log/tiles.ts';
import type { Sha256 } from '../../core/text/bytes.ts';
import { encodeUtf8 } from '../../core/text/utf8.ts';

// The page's modules read the document they are in, and keep what they keep in its storage.
const kept = vi.hoisted(() => {
  const kept = new Map<string, string>();
  Object.assign(globalThis, {
    document: { baseURI: 'http://127.0.0.1/', visibilityState: 'visible', addEventListener: () => undefined },
    location: new URL('http://127.0.0.1/'),
    localStorage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => void kept.set(name, text),
    },
  });
  return kept;
});
const { Verifier } = await import('./verifier.ts');
const { fork, history } = await import('./log-fork.ts');

const ORIGIN = 'test.example/log';
const sha256: Sha256 = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest());
const keys = generateKeyPairSync('ed25519');
const vkey = verifierKeyText(
  sha256,
  ORIGIN,
  'note',
  new Uint8Array(keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)),
);

/** The checkpoint of the first leaves of a log, which its word tells from others of the same key. */
function noteOf(word: string, size: number): string {
  let frontier: Frontier = [];
  for (let index = 0; index < size; index++) frontier = grow(sha256, frontier, index, leafOf(word, index)).frontier;
  const text = checkpointBody({ origin: ORIGIN, size, root: rootOf(sha256, frontier) });
  const signature = new Uint8Array(sign(null, encodeUtf8(text), keys.privateKey));
  return `${text}\n${signatureLine(parseVerifierKey(sha256, vkey)!, signature)}`;
}
const leafOf = (word: string, index: number): Uint8Array => leafHash(sha256, encodeUtf8(`${word} ${index}`));

function verifierOf(word: string) {
  return new Verifier(async (path) => {
    const { index, width } = parseTilePath(path)!;
    return entryBundle(Array.from({ length: width }, (_, at) => encodeUtf8(`${word} ${index * TILE_WIDTH + at}`)));
  }, vkey);
}

/** A page that was just opened, on which checkpoints come one after the other. */
async function openPage(word = 'a') {
  vi.resetModules();
  const page = await import('./log-history.ts');
  const shown = await import('./log-fork.ts');
  const checker = verifierOf(word);
  return {
    shown,
    keptSize: (): number => Number([...kept.values()].join().match(/log\\n(\d+)\\n/)?.[1]),
    async meets(size: number, of = word): Promise<number | null> {
      const { head } = await checker.open(noteOf(of, size));
      const last = await page.beginHistory(checker, head, 0);
      if (last === null) await page.goOnWithHistory(checker, head, 60_000);
      return last?.size ?? null;
    },
  };
}

beforeEach(() => {
  kept.clear();
  expect([fork.value, history.value]).toEqual([null, null]);
});

it('keeps the first one, and compares the next visit with it', async () => {
  const first = await openPage();
  expect([await first.meets(5), first.shown.history.value]).toEqual([null, null]);
  const next = await openPage();
  expect(await next.meets(7)).toBeNull();
  expect(next.shown.history.value).toMatchObject({ olderSize: 5, verdict: { is: 'right' } });
  expect(next.keptSize()).toBe(7);
});

it('takes an older first one for a stale copy: no fork, nothing forgotten, and the next one is compared', async () => {
  await (await openPage()).meets(9);
  const page = await openPage();
  expect(await page.meets(4), 'it says which it kept').toBe(9);
  expect(await page.meets(6)).toBe(9);
  expect([page.shown.fork.value, page.shown.history.value, page.keptSize()]).toEqual([null, null, 9]);
  expect(await page.meets(11)).toBeNull();
  expect(page.shown.history.value).toMatchObject({ olderSize: 9, verdict: { is: 'right' } });
  expect([page.shown.fork.value, page.keptSize()]).toEqual([null, 11]);
});

it('sees another history, whether a stale copy came before it or not', async () => {
  await (await openPage()).meets(9);
  const page = await openPage('b');
  expect(await page.meets(4)).toBe(9);
  expect(await page.meets(11)).toBeNull();
  expect(page.shown.fork.value).toMatchObject({ why: 'the tree of 11 does not begin with that of 9' });
  expect(page.keptSize(), 'what was kept').toBe(9);
});
