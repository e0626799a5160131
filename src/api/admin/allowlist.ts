/** Administration of the AI-log allowlist. Each change is a command, and a leaf of the log. */
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { enteredAccount } from './accounts.ts';
import { bodyOf, booleanIn, textIn, uidIn } from './body.ts';
import { command } from './command.ts';

export function addAllowlist(app: FastifyInstance, deps: ApiDeps): void {
  app.get('/admin/allowlist', async () => {
    const allowed = [...deps.engine.state.accounts.values()].filter((account) => account.allowed);
    return { list: allowed.map((account) => account.id).sort((a, b) => a - b) };
  });
  app.post('/admin/allowlist', async (request) => {
    const body = bodyOf(request.body);
    const account = await enteredAccount(deps, uidIn(body));
    const allowed = booleanIn(body, 'allowed');
    const { sequence } = await command(deps, {
      name: 'setAllowlist',
      account,
      allowed,
      reason: textIn(body, 'reason', ''),
      actor: 'operator',
    });
    return { uid: account, allowed, sequence };
  });
}
