// `npm run cluster`: three members of etcd, three nodes of `outcry serve` and a load balancer on this machine, over a
// schema of a PostgreSQL that is there; all of it ends, and goes, on Ctrl-C. With arguments: those of `outcry serve`.
import { openAccount } from './accounts.ts';
import { startBalancer } from './balancer.ts';
import { etcdVersion } from './etcd-members.ts';
import { startCluster } from './real-nodes.ts';
import { findPostgres } from './schema.ts';

const version = etcdVersion();
const postgres = await findPostgres();
if (version === null)
  console.error('etcd is not on the path: install it (Debian, Ubuntu: apt-get install etcd-server)');
if (postgres === null)
  console.error(
    'no PostgreSQL answers: install it (apt-get install postgresql) with a database `test` for this user, or name one: ' +
      'OUTCRY_STORE=postgres://user@host/database npm run cluster',
  );
if (version === null || postgres === null) process.exit(2);

const given = process.argv.slice(2);
const args = given.length > 0 ? given : ['--market', 'world'];
const cluster = await startCluster(postgres, args);
let isEnding = false;
const end = async (code: number): Promise<void> => {
  if (isEnding) return;
  isEnding = true;
  await balancer?.close();
  await cluster.stop();
  process.exit(code);
};
let balancer: Awaited<ReturnType<typeof startBalancer>> | null = null;
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => void end(0));
try {
  for (const node of cluster.nodes) await node.ready();
  balancer = await startBalancer(cluster.nodes.map(({ url }) => url));
  const account = await openAccount(cluster.nodes[0]!, cluster.token, '10000');
  const pids = cluster.members.all.map(({ address, pid }) => `  etcd ${address}   kill -9 ${pid()}`);
  const nodes = cluster.nodes.map((node) => `  node ${node.name} ${node.url}   kill -9 ${node.pid()}`);
  console.log(
    [
      `${version}; all of it lies in ${cluster.folder}, and in a schema of ${postgres}`,
      `Through the load balancer: ${balancer.url}/`,
      ...pids,
      ...nodes,
      `An account with 10000 USDT: ACCESS-KEY ${account.apiKey}, secret ${account.secret}, passphrase ${account.passphrase}`,
      `Administration of n1: ${cluster.nodes[0]!.adminUrl()} (token in ${cluster.nodes[0]!.data}/admin-token)`,
      'Kill one member or two nodes: the others go on. A node that is killed is started again after five seconds.',
      'Ctrl-C ends all of it.',
    ].join('\n'),
  );
} catch (error) {
  console.error(error);
  await end(1);
}
// As a supervisor does.
for (const node of cluster.nodes)
  void (async () => {
    for (;;) {
      await node.gone();
      if (isEnding) return;
      console.log(`${node.name} is gone; it is started again in five seconds`);
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      if (isEnding) return;
      node.start();
      await node.ready().then(
        () => console.log(`${node.name} is ready again: ${node.url}   kill -9 ${node.pid()}`),
        (error: unknown) => console.error(String(error)),
      );
    }
  })();
