import { expect, it } from 'vitest';
import { onEachDatabase } from '../../../test/store/each-database.ts';
import { insertRows } from '../database/insert-rows.ts';
import { leafRow } from '../schema/leaf-form.ts';
import { caseSaid, caseTextGet, caseTextPut } from './case-texts.ts';

const [ANN, BEN] = [1_000_001, 1_000_002];

onEachDatabase('what was said in cases', ({ fresh }) => {
  it('is told in order, with the texts that are there, to whom it concerns', async () => {
    const database = await fresh();
    const { sha256 } = await caseTextPut(database, { text: 'Why did you hold? 为什么', nowMs: 5 });
    expect(await caseTextPut(database, { text: 'Why did you hold? 为什么', nowMs: 9 })).toEqual({ sha256 });
    const lost = 'ab'.repeat(32);
    const step = (idx: number, uid: number, said: object) =>
      leafRow({
        idx,
        kind: 'case',
        t: 1_000 + idx,
        uid,
        header: JSON.stringify({ kind: 'case', v: 1, contest: 'c1', case: 'k1', textSha256: null, ...said }),
        entry: '{}',
        hash: new Uint8Array(32).fill(idx),
      });
    await insertRows(database, database.sql, 'tlog_leaf', [
      step(3, ANN, { step: 'open', actor: 'jane' }),
      step(4, BEN, { case: 'k2', step: 'open', actor: 'mike' }),
      step(5, ANN, { step: 'notice', actor: 'jane', textSha256: sha256 }),
      step(7, ANN, { contest: 'c2', step: 'open', actor: 'zoe' }),
      step(9, ANN, { step: 'answer', actor: `account ${ANN}`, textSha256: lost }),
    ]);
    const said = await caseSaid(database, { contest: 'c1', uid: ANN });
    expect(said).toMatchObject([
      { case: 'k1', step: 'open', actor: 'jane', atMs: 1_003, sha256: null, text: null },
      { case: 'k1', step: 'notice', actor: 'jane', atMs: 1_005, sha256, text: 'Why did you hold? 为什么' },
      { case: 'k1', step: 'answer', actor: `account ${ANN}`, atMs: 1_009, sha256: lost, text: null },
    ]);
    expect(said).toHaveLength(3);
    const all = await caseSaid(database, { contest: 'c1', uid: null });
    expect(all.map(({ case: id, step: what }) => `${id} ${what}`)).toEqual([
      'k1 open',
      'k2 open',
      'k1 notice',
      'k1 answer',
    ]);
    expect(await caseSaid(database, { contest: 'c3', uid: null })).toEqual([]);
    expect(await caseTextGet(database, { sha256 })).toEqual({ text: 'Why did you hold? 为什么' });
    expect(await caseTextGet(database, { sha256: lost })).toBeNull();
  });
});
