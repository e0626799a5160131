// Members of etcd that are asked over TLS and want a user: the order over them, and what is said without. Skipped,
// visibly, where etcd or openssl is not on the path.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accessBy, type EtcdFiles } from '../../src/app/settings/etcd-access.ts';
import { EtcdClient } from '../../src/sequencer/etcd/etcd-client.ts';
import { EtcdOrder } from '../../src/sequencer/etcd/etcd-order.ts';
import { OrderUnreachable } from '../../src/sequencer/nodes/shared-order.ts';
import { outcry } from '../cli/process.ts';
import { type Certificates, etcdVersion, type Members, startMembers } from './etcd-members.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const PASSWORD = 'a demo password';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe.skipIf(etcdVersion() === null || !hasOpenssl)('etcd over TLS, with users', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-tls-'));
  let members: Members;
  let files: EtcdFiles;

  const orderBy = (given: Partial<EtcdFiles>, node = 'a'): EtcdOrder =>
    new EtcdOrder({ members: [members.all[0]!.address], exchange: 'main', node, ...accessBy({ ...files, ...given }) });

  beforeAll(async () => {
    const certificates = makeCertificates(folder);
    members = await startMembers({ count: 1, certificates });
    writeFileSync(join(folder, 'password'), `${PASSWORD}\n`);
    files = {
      tlsCa: certificates.ca,
      tlsCert: certificates.cert,
      tlsKey: certificates.key,
      user: 'outcry',
      passwordFile: join(folder, 'password'),
    };
    await addUsers(members.all[0]!.address, files);
  }, 60_000);
  afterAll(async () => {
    await members.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps an order for a user that may touch nothing else, also after the member has forgotten who it was', async () => {
    const order = orderBy({});
    await order.open(null);
    expect(await order.publish({ gateway: 'g1', n: 1, body: Buffer.from('one') }, 0, null)).toBe('ordered');
    const beat = { name: 'a', wallMs: 1, revision: 0, sequence: 0, gateways: ['g1'], version: '0', trouble: null };
    expect((await order.beat(beat)).nodes).toMatchObject([{ name: 'a' }]);
    expect(await order.claim('clock')).toMatchObject({ role: 'clock' });
    const enough = new AbortController();
    for await (const { body } of order.follow(0, enough.signal)) {
      expect(Buffer.from(body).toString()).toBe('one');
      enough.abort();
    }
    await order.compact(await order.readPosition());

    const [member] = members.all as [Members['all'][0]];
    member.signal('SIGKILL');
    member.start();
    const again = (): Promise<string> => order.publish({ gateway: 'g1', n: 2, body: Buffer.from('two') }, 1, null);
    await expect.poll(() => again().catch(String), { timeout: 20_000 }).toBe('ordered');
    order.close();
  }, 60_000);

  it('says why it lets nobody in: another password, another exchange, no certificate', async () => {
    writeFileSync(join(folder, 'wrong'), 'wrong');
    for (const [given, why] of [
      [{ passwordFile: join(folder, 'wrong') }, /authentication failed/],
      [{ user: null, passwordFile: null }, /permission denied|user name/],
      [{ tlsCert: null, tlsKey: null }, /certificate|EPROTO|ECONNRESET|socket/i],
    ] as const) {
      const order = orderBy(given);
      await expect(order.readPosition()).rejects.toThrow(OrderUnreachable);
      await expect(order.readPosition()).rejects.toThrow(why);
      order.close();
    }
    const { address } = members.all[0]!;
    const order = new EtcdOrder({ members: [address], exchange: 'other', node: 'a', ...accessBy(files) });
    await expect(order.open(null)).rejects.toThrow(/permission denied/);
    order.close();
  });

  it('is looked at with the same files', async () => {
    const journal = `etcd://${members.all[0]!.address}/main`;
    const tls = [
      '--journal-tls-ca',
      files.tlsCa!,
      '--journal-tls-cert',
      files.tlsCert!,
      '--journal-tls-key',
      files.tlsKey!,
    ];
    const user = ['--journal-user', 'outcry', '--journal-password-file', files.passwordFile!];
    const options = ['--journal', journal, ...tls, ...user];
    const { stdout } = await outcry('cluster', 'status', '--json', ...options);
    expect(JSON.parse(stdout)).toMatchObject({ batches: 2, members: [{ leads: true, trouble: null }] });
    const without = await outcry('cluster', 'status', ...options.slice(0, -2));
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('go together') });
  });
});

/**
 * One authority, and one certificate that members and their callers show; etcd takes none with a common name beside
 * users.
 */
function makeCertificates(folder: string): Certificates {
  const at = (name: string): string => join(folder, name);
  const openssl = (...words: string[]): unknown => execFileSync('openssl', words, { stdio: 'ignore' });
  const authority = ['-x509', '-days', '1', '-subj', '/CN=authority', '-keyout', at('ca.key'), '-out', at('ca.pem')];
  openssl('req', '-newkey', 'rsa:2048', '-nodes', ...authority);
  openssl('req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/O=outcry', '-keyout', at('m.key'), '-out', at('m.csr'));
  writeFileSync(at('names'), 'subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n');
  const signed = ['-in', at('m.csr'), '-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '1'];
  openssl('x509', '-req', ...signed, '-extfile', at('names'), '-out', at('m.pem'));
  return { ca: at('ca.pem'), cert: at('m.pem'), key: at('m.key') };
}

/** A root, and a user that may read and write what is under one exchange; then nobody may do anything without. */
async function addUsers(address: string, files: EtcdFiles): Promise<void> {
  const client = new EtcdClient([address], accessBy({ ...files, user: null, passwordFile: null }));
  const ask = (path: string, body: object): Promise<unknown> => client.ask(`/v3/auth/${path}`, body, 2_000);
  await vi.waitFor(() => client.ask('/v3/kv/range', { key: base64('x') }, 500), { timeout: 20_000, interval: 100 });
  for (const name of ['root', 'outcry']) {
    await ask('user/add', { name, password: PASSWORD });
    await ask('role/add', { name });
    await ask('user/grant', { user: name, role: name });
  }
  const perm = { permType: 'READWRITE', key: base64('/outcry/main/'), range_end: base64('/outcry/main0') };
  await ask('role/grant', { name: 'outcry', perm });
  await ask('enable', {});
  client.close();
}
