import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openDatabase } from '../../store/database/open-database.ts';
import { caseTextGet, caseTextPut } from '../../store/evidence/case-texts.ts';
import { type Payload, payloadGet, payloadsPut } from '../../store/evidence/payloads.ts';
import { makeTables } from '../../store/database/schema.ts';
import { addNamed, copyStore } from './copy-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'outcry-copy-store-'));
afterEach(() => rmSync(folder, { recursive: true }));

const payload = (h: string, body: string): Payload => ({
  h,
  salt: new Uint8Array(32),
  body: Buffer.from(body),
  storedAtMs: 1,
});

it('what came after the copy and the journal may name is added to it, while the store is open', async () => {
  const [path, copy] = [join(folder, 'a store of ? & %.db'), join(folder, 'copy.db')];
  const store = openDatabase(path);
  await makeTables(store);
  await payloadsPut(store, [payload('before', 'as it was')]);
  copyStore(path, copy);
  await payloadsPut(store, [payload('after', 'new')]);
  const { sha256 } = await caseTextPut(store, { text: 'a text', nowMs: 1 });
  addNamed(path, copy);
  addNamed(path, copy);
  await store.close();

  const copied = openDatabase(copy);
  const textOf = async (h: string) => Buffer.from((await payloadGet(copied, { h }))?.body ?? []).toString();
  expect([await textOf('before'), await textOf('after'), await textOf('never')]).toEqual(['as it was', 'new', '']);
  expect(await caseTextGet(copied, { sha256 })).toEqual({ text: 'a text' });
  await copied.close();
});
