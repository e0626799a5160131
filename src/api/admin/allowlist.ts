/** Administration of the AI-log allowlist. Each change is a command, and a leaf of the log. */
import type { AdminDeps } from './deps.ts';
import { enteredAccount } from './accounts.ts';
import { type AdminRoute, booleanIn, get, post, textIn, uidIn } from './body.ts';
import { command } from './command.ts';

export function allowlistRoutes(deps: AdminDeps): AdminRoute[] {
  return [
    get('/admin/allowlist', async () => {
      const allowed = [...deps.engine.state.accounts.values()].filter((account) => account.allowed);
      return { list: allowed.map((account) => account.id).sort((a, b) => a - b) };
    }),
    post('/admin/allowlist', async (fields) => {
      const account = await enteredAccount(deps, uidIn(fields));
      const allowed = booleanIn(fields, 'allowed');
      const { sequence } = await command(deps, {
        name: 'setAllowlist',
        account,
        allowed,
        reason: textIn(fields, 'reason', ''),
        actor: 'operator',
      });
      return { uid: account, allowed, sequence };
    }),
  ];
}
