/** Checkpoints and branches of a rehearsal, for the operator alone. */
import type { AdminDeps } from './deps.ts';
import { AdminRefusal, type AdminRoute, type Body, get, post, textIn } from './body.ts';
import { type ForkWish, NAME_FORM, rehearsalIn } from '../call/rehearsal.ts';

const PATH = '/admin/v1/rehearsal';
const LONGEST_SEED = 64;

export function branchRoutes(deps: AdminDeps): AdminRoute[] {
  const branches = () => rehearsalIn(deps).branches;
  const listed = () => ({ checkpoints: branches().checkpoints() });
  return [
    get(`${PATH}/checkpoints`, async () => listed()),
    post(`${PATH}/checkpoints`, async (fields) => branches().create(nameIn(fields, 'name'))),
    post(`${PATH}/checkpoints/restore`, async (fields) => branches().restore(wishIn(fields))),
    post(`${PATH}/checkpoints/fork`, async (fields) => branches().fork(wishIn(fields))),
    post(`${PATH}/checkpoints/delete`, async (fields) => {
      await branches().deleteCheckpoint(nameIn(fields, 'name'));
      return listed();
    }),
    get(`${PATH}/branches`, async () => ({ branches: branches().list() })),
    post(`${PATH}/branches/delete`, async (fields) => {
      await branches().delete(nameIn(fields, 'name'));
      return { branches: branches().list() };
    }),
  ];
}

function nameIn(fields: Body, field: string): string {
  const name = textIn(fields, field);
  if (NAME_FORM.test(name)) return name;
  throw new AdminRefusal(
    `${field} is ${JSON.stringify(name)}, needs 1 to 40 of a-z, 0-9, - and _, beginning with a letter or digit`,
  );
}

function wishIn(fields: Body): ForkWish {
  const { as = null, seedAfter = null } = fields;
  if (seedAfter !== null && (typeof seedAfter !== 'string' || !isSeed(seedAfter)))
    throw new AdminRefusal(`seedAfter is ${JSON.stringify(seedAfter)}, needs 1 to 64 characters of printable ASCII`);
  return { checkpoint: nameIn(fields, 'name'), as: as === null ? null : nameIn(fields, 'as'), seedAfter };
}

function isSeed(text: string): boolean {
  return text.length <= LONGEST_SEED && /^[\x20-\x7e]+$/.test(text);
}
