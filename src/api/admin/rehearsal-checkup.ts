/** The checkup of any account's bot in a rehearsal, for the operator: the report, and its run as tables. */
import { Readable } from 'node:stream';
import { isUserAccount } from '../../core/language/accounts.ts';
import { checkupsIn, RUN_FORMS, RUN_TABLES } from '../call/checkups.ts';
import { AdminRefusal, type AdminRoute, type Body, get, queryNumber, timeIn } from './body.ts';
import type { AdminDeps } from './deps.ts';

const PATH = '/admin/v1/rehearsal';

export function checkupRoutes(deps: AdminDeps): AdminRoute[] {
  return [
    get(`${PATH}/checkup`, async (fields) => {
      const checkups = checkupsIn(deps);
      if (fields['uid'] === undefined) return { list: await checkups.accounts() };
      return checkups.report(uidIn(deps, fields), sinceIn(fields), wordIn(fields, 'language', ['en', 'zh']));
    }),
    get(`${PATH}/export`, async (fields) => {
      const checkups = checkupsIn(deps);
      const [table, form] = [wordIn(fields, 'table', RUN_TABLES), wordIn(fields, 'format', RUN_FORMS)];
      const { content } = await checkups.table(uidIn(deps, fields), sinceIn(fields), table, form);
      return Readable.from([content]);
    }),
  ];
}

function uidIn({ engine }: AdminDeps, fields: Body): number {
  const uid = queryNumber(fields, 'uid', Number.MAX_SAFE_INTEGER, null);
  if (uid !== null && isUserAccount(uid) && engine.state.accounts.has(uid)) return uid;
  throw new AdminRefusal(uid === null ? 'uid is missing, needs an account number' : `there is no account ${uid}`);
}

function sinceIn(fields: Body): number | null {
  return fields['since'] === undefined ? null : timeIn(fields, 'since');
}

/** The first when none is given. */
function wordIn<Word extends string>(fields: Body, name: string, words: readonly Word[]): Word {
  const value = fields[name] ?? words[0];
  const found = words.find((word) => word === value);
  if (found !== undefined) return found;
  throw new AdminRefusal(`${name} is ${JSON.stringify(value)}, needs one of ${words.join(', ')}`);
}
