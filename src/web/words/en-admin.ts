/**
 * Words of the administration's pages, in English; the type of these words.
 */
import { enBrand } from './en-brand.ts';
import { enContests } from './en-contests.ts';
import { enJudging } from './en-judging.ts';
import { enOps } from './en-ops.ts';
import { enPublish } from './en-publish.ts';

export const enAdmin = {
  nav: {
    label: 'Administration',
    ops: 'Operation',
    contests: 'Contests',
    judge: 'Judging',
    publish: 'Publishing',
    brand: 'Brand',
    ofContest: 'Contest guide',
    ofRunning: 'Operating guide',
  },
  title: 'Administration',
  operator: 'the operator',
  role: { owner: 'owner', judge: 'judge', auditor: 'auditor' } as Readonly<Record<string, string>>,
  signedOut: {
    title: 'Nobody is signed in',
    why: 'This page takes no password. On the machine of the exchange, this prints a link that is good once and for a minute:',
    judge: 'With the token of a judge or auditor in a file:',
    data: 'Add --data FOLDER when the exchange’s folder isn’t ./data.',
    kept: 'Who comes in is kept in memory: a reload signs out, and so does the end of twelve hours.',
  },
  notHere: 'There is no such page of the administration.',
  toOps: 'Go to the operation',
  ops: enOps,
  contests: enContests,
  judging: enJudging,
  publish: enPublish,
  brand: enBrand,
  /** A fault that the exchange finds with a field. */
  fault: (text: string): string => text,
};

export type AdminWords = typeof enAdmin;
