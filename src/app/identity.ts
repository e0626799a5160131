/** Settings of the exchange that the page needs. */
import { DEMO_ACCOUNTS } from '../demo/demo-accounts.ts';
import { version } from './version.ts';

export function identityOf(demo: boolean) {
  const own = demo ? DEMO_ACCOUNTS : [];
  const shown = own.map(({ uid }) => ({ uid, name: `demo ${uid}` }));
  return { version: version(), kind: demo ? 'demo' : 'serve', demo: own, shown } as const;
}
