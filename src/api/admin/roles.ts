/**
 * The roles of the administration (CTST-010): people's credentials, made by the operator, revoked for good. Any read
 * with them of something that isn't public is recorded first.
 */
import { Readable } from 'node:stream';
import type { State } from '../../core/state/state.ts';
import type { Role } from '../../store/keys/credentials.ts';
import type { AdminDeps } from './deps.ts';
import { AdminRefusal, type AdminRoute, type Body, get, open, post, queryNumber, textIn } from './body.ts';

const ROLES: readonly Role[] = ['owner', 'judge', 'auditor'];
const LAST_INDEX = Number.MAX_SAFE_INTEGER;

/** @param pages where the page for everybody is: the pages shown here link to it */
export function roleRoutes({ store, clock, engine, sequencer }: AdminDeps, pages: () => string): AdminRoute[] {
  return [
    open(
      ROLES,
      get('/admin/v1/me', async (_, { name, role }) => ({ name, role, pages: pages() })),
    ),
    get('/admin/v1/credentials', async () => ({ list: await store.ask('credentialList', null, 0) })),
    post('/admin/v1/credentials', async (fields) => {
      const args = { name: textIn(fields, 'name'), role: roleIn(fields), nowMs: clock.nowMs() };
      const { token } = await store.ask('credentialCreate', args, 0);
      return { name: args.name, role: args.role, token };
    }),
    post('/admin/v1/credentials/revoke', (fields) =>
      store.ask('credentialRevoke', { name: textIn(fields, 'name'), nowMs: clock.nowMs() }, 0),
    ),
    open(
      ['owner', 'auditor'],
      get('/admin/v1/reads', async () => ({ list: await store.ask('bodyReadList', null, 0) })),
    ),
    open(
      ['judge', 'auditor'],
      get('/admin/v1/body', async (fields, { name, role }) => {
        const index = queryNumber(fields, 'index', LAST_INDEX, 0);
        const given = textIn(fields, 'uid');
        const uid = Number(given);
        if (!isOfTeam(engine.state, uid)) throw new AdminRefusal(`uid is '${given}', needs an account of a team`);
        const found = await store.ask('aiLog', { uid, index }, sequencer.sequence);
        if (found === null) throw new AdminRefusal(`account ${uid} has no AI log ${index}`);
        await store.ask('bodyReadNote', { atMs: clock.nowMs(), name, role, what: `AI log ${index} of ${uid}` }, 0);
        const { header, keys, body, entry, leaf } = found;
        return { index, uid, header, keys, entry, leaf, body: body === null ? null : Buffer.from(body).toString() };
      }),
    ),
    open(
      ['judge', 'auditor'],
      get('/admin/v1/text', async (fields, { name, role }) => {
        const sha256 = textIn(fields, 'sha256');
        const found = await store.ask('caseTextGet', { sha256 }, 0);
        if (found === null) throw new AdminRefusal(`there is no text ${sha256.slice(0, 64)}`);
        await store.ask('bodyReadNote', { atMs: clock.nowMs(), name, role, what: `text ${sha256}` }, 0);
        return { sha256, text: found.text };
      }),
    ),
    open(
      ['judge', 'auditor'],
      get('/admin/v1/file', async (fields, { name, role }) => {
        const sha256 = textIn(fields, 'sha256');
        const bytes = await store.ask('caseFileGet', { sha256 }, 0);
        if (bytes === null) throw new AdminRefusal(`there is no file ${sha256.slice(0, 64)}`);
        await store.ask('bodyReadNote', { atMs: clock.nowMs(), name, role, what: `file ${sha256}` }, 0);
        return Readable.from([Buffer.from(bytes)]);
      }),
    ),
  ];
}

/** Only uploads of teams may be read: the rest is for its owner alone. */
function isOfTeam({ contest }: State, uid: number): boolean {
  return [...contest.contests.values()].some(({ teams }) => teams.some(({ account }) => account.id === uid));
}

function roleIn(fields: Body): Role {
  const found = textIn(fields, 'role');
  const role = ROLES.find((one) => one === found);
  if (role === undefined) throw new AdminRefusal(`role is '${found}', needs ${ROLES.join(', ')}`);
  return role;
}
