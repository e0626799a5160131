/**
 * The checkup of the caller's own bot in a rehearsal, and its run as tables. They cost nothing, and wait for no turn;
 * served where requests are recorded, by no other exchange.
 */
import { accountOf } from '../call/call.ts';
import { RUN_FORMS, RUN_TABLES, checkupsIn } from '../call/checkups.ts';
import { optional, text, word } from '../call/parameter.ts';
import { defineRoute, OWN_READ, type Route } from '../call/route.ts';
import { time } from '../reading/times.ts';
import { type SentBytes } from '../shapes/bundle.ts';
import { checkupShape } from '../shapes/checkup.ts';
import { schema } from '../shapes/schema.ts';
import { shape } from '../shapes/shape.ts';
import { same } from '../words/errors.ts';

const FREE = { weight: { ip: 0, uid: 0 }, isAddition: true, isOutOfTurn: true } as const;

const since = optional(time('What is older is passed over; epoch ms'));

const one = <Word extends string>(words: readonly Word[]) =>
  word<Word>(text(words.join(', ')), Object.fromEntries(words.map((each) => [each, each])), same(words.join(', ')));

const tableShape = shape(
  schema<SentBytes>({ type: 'string', contentMediaType: 'text/csv', description: 'A file of CSV or Parquet' }),
  '…' as unknown as SentBytes,
);

const report = defineRoute({
  operation: 'rehearsalCheckup',
  summary: 'What your bot did wrong, and how its run went',
  ...OWN_READ,
  ...FREE,
  path: '/capi/v2/rehearsal/checkup',
  parameters: { since },
  answer: checkupShape,
  errors: ['40020'],
  handle: ({ since: sinceMs }, call) => checkupsIn(call.deps).report(accountOf(call), sinceMs, call.locale),
});

const table = defineRoute({
  operation: 'rehearsalExport',
  summary: 'Your orders, fills, bills or equity over time, as a file',
  ...OWN_READ,
  ...FREE,
  isFile: true,
  path: '/capi/v2/rehearsal/export',
  parameters: { table: one(RUN_TABLES), format: optional(one(RUN_FORMS), 'csv'), since },
  sample: 'table=fills&format=csv',
  answer: tableShape,
  errors: ['40019', '40020'],
  handle: ({ table: which, format, since: sinceMs }, call) =>
    checkupsIn(call.deps).table(accountOf(call), sinceMs, which, format),
});

export const CHECKUP_ROUTES: readonly Route[] = [report, table];
