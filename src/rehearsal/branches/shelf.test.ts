// The bounds of what a rehearsal keeps: so many checkpoints, so many branches, and room on the disk.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { dataFolder, writePrivateFile } from '../../folder/disk/data-folder.ts';
import { writeMark } from '../../folder/disk/rehearsal-mark.ts';
import { Shelf } from './shelf.ts';

const root = mkdtempSync(join(tmpdir(), 'outcry-shelf-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const fill = async (data: string): Promise<void> => {
  writePrivateFile(join(data, 'journal.log'), 'x');
  writeMark(dataFolder(data), { fromMs: 0, seed: 's', accounts: 0, balance: '0', hasMarket: false });
};

it('holds 50 checkpoints and 20 branches, of which main is one, and says so at the next', async () => {
  const shelf = new Shelf(root);
  for (let n = 0; n < 50; n++) await shelf.addCheckpoint(`c${n}`, { branch: 'main', virtualMs: n }, fill);
  await expect(shelf.addCheckpoint('more', {}, fill)).rejects.toMatchObject({
    code: 60005,
    hint: { en: 'there are 50 checkpoints, and no more may be; delete one' },
  });
  for (let n = 1; n < 20; n++) await shelf.addBranch(`b${n}`, { from: 'c0', seedAfter: null }, fill);
  await expect(shelf.addBranch('more', {}, fill)).rejects.toMatchObject({ code: 60005 });
  shelf.deleteCheckpoint('c7');
  shelf.deleteBranch('b7');
  await shelf.addCheckpoint('more', {}, fill);
  await shelf.addBranch('more', { from: 'more', seedAfter: null }, fill);
  expect([shelf.checkpoints().length, shelf.branches().length]).toEqual([50, 20]);
  // One that another gives way to stays when that one fails.
  const fails = () => Promise.reject(new Error('no more'));
  await expect(shelf.addCheckpoint('newest', {}, fails, 'c8')).rejects.toThrow('no more');
  await shelf.addCheckpoint('newest', {}, fill, 'c9');
  const names = shelf.checkpoints().map(({ name }) => name);
  expect([names.length, ...['c8', 'c9', 'newest'].map((name) => names.includes(name))]).toEqual([
    50,
    true,
    false,
    true,
  ]);
});

it('makes nothing with less than a gibibyte free, and leaves nothing of what failed', async () => {
  const shelf = new Shelf(join(root, 'branches', 'b1'));
  const free = vi.spyOn(shelf, 'free').mockReturnValue(1024 ** 3 - 1);
  await expect(shelf.addCheckpoint('full', {}, fill)).rejects.toMatchObject({
    code: 60005,
    hint: { en: '1023 MiB are free on the disk, needs 1024; delete checkpoints or branches' },
  });
  free.mockRestore();
  const fails = () => Promise.reject(new Error('no more'));
  await expect(shelf.addCheckpoint('torn', {}, fails)).rejects.toThrow('no more');
  expect(shelf.checkpoints()).toEqual([]);
});
