// `outcry log …` and `outcry ailog …` as processes, against a running exchange and against files: what they read is
// verified, and what somebody changed is said with exit code 2. A receipt is checked with no exchange there.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kit, startKit } from '../api/kit.ts';

const BODY = '{"stage":"s","model":"m","input":{"a":1},"output":{"decision":"HOLD"}}';

let kit: Kit;
let folder: string;
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-log-verbs-'));
  kit = await startKit();
  writeFileSync(path('body.json'), BODY);
});
afterAll(async () => {
  await kit?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function outcry(...words: string[]): Promise<{ code: number | null; out: string }> {
  const { apiKey, secret, passphrase } = kit.alice;
  const env = {
    ...process.env,
    HOME: folder,
    OUTCRY_URL: kit.url,
    OUTCRY_KEY: apiKey,
    OUTCRY_SECRET: secret,
    OUTCRY_PASSPHRASE: passphrase,
  };
  const child = spawn(process.execPath, ['scripts/node.mjs', 'src/cli/main.ts', ...words], { env });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => void (out += part.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out })));
}

describe('the verbs of the log', () => {
  it('read, prove and check it, and files of it', async () => {
    const upload = await outcry('ailog', 'upload', path('body.json'), '--json');
    const { index } = JSON.parse(upload.out) as { index: number };
    expect(await outcry('ailog', 'proof', String(index), '--out', path('one.tlog-proof'))).toMatchObject({ code: 0 });
    const checkpoint = JSON.parse((await outcry('log', 'checkpoint', '--json')).out) as { size: number };
    expect(checkpoint.size).toBeGreaterThan(index);
    expect((await outcry('log', 'entry', String(index))).out).toContain('"k":"ailog"');
    expect(await outcry('log', 'consistency', '1', String(index))).toMatchObject({ code: 0 });
    expect(await outcry('log', 'consistency', '1', '100000')).toMatchObject({ code: 2 });
    expect(await outcry('log', 'fsck')).toMatchObject({ code: 0 });
    expect(await outcry('log', 'export', path('files'))).toMatchObject({ code: 0 });
    expect(await outcry('log', 'fsck', path('files'))).toMatchObject({ code: 0 });
    // The address is the exchange's, as for the other verbs.
    for (const verb of ['checkpoint', 'fsck'])
      expect(await outcry('log', verb, '--url', kit.url, '--known', path('by-url'))).toMatchObject({ code: 0 });
    expect(await outcry('log', 'fsck', `${kit.url}/ailog`)).toMatchObject({
      code: 2,
      out: expect.stringContaining('an exchange is named by --url, without /ailog'),
    });
    const tile = path(`files/tile/0/000.p/${checkpoint.size}`);
    const bytes = readFileSync(tile);
    bytes[5]! ^= 1;
    writeFileSync(tile, bytes);
    const broken = await outcry('log', 'fsck', path('files'));
    expect(broken).toMatchObject({ code: 2, out: expect.stringContaining('BROKEN') });
  });

  it('remember what they verified, and find a log that does not continue it', async () => {
    const { size, origin } = JSON.parse((await outcry('log', 'checkpoint', '--json')).out) as Record<string, unknown>;
    const kept = path('.outcry/checkpoints');
    const [name] = readdirSync(kept);
    const note = readFileSync(join(kept, name!), 'utf8');
    expect(note.split('\n').slice(0, 2)).toEqual([origin, String(size)]);
    const other = note.replace(/\n[A-Za-z0-9+/]{43}=\n/, `\n${Buffer.alloc(32, 7).toString('base64')}\n`);
    writeFileSync(join(kept, name!), other);
    const forked = await outcry('log', 'checkpoint');
    expect(forked).toMatchObject({ code: 2, out: expect.stringContaining('both are signed') });
    // Elsewhere nothing is known of it; and an older beginning of the same log is continued.
    expect(await outcry('log', 'checkpoint', '--known', path('new'))).toMatchObject({ code: 0 });
    const roots = await outcry('log', 'consistency', '3', String(size), '--known', path('new'), '--json');
    const older = note
      .replace(`\n${String(size)}\n`, '\n3\n')
      .replace(/\n[A-Za-z0-9+/]{43}=\n/, `\n${JSON.parse(roots.out).fromRoot}\n`);
    writeFileSync(join(kept, name!), older);
    expect(await outcry('log', 'checkpoint')).toMatchObject({ code: 0 });
    expect(readFileSync(join(kept, name!), 'utf8')).toBe(note);
  });

  it('check a receipt with no exchange there', async () => {
    writeFileSync(path('policy'), await (await fetch(`${kit.url}/ailog/policy`)).text());
    const given = ['ailog', 'check', path('one.tlog-proof'), '--policy', path('policy')];
    const checked = await outcry(...given, '--body', path('body.json'), '--url', 'http://127.0.0.1:1').catch(
      () => null,
    );
    expect(checked?.code, 'an option it has not').toBe(2);
    expect(await outcry(...given, '--body', path('body.json'))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/valid: leaf[\s\S]*not checked/),
    });
    writeFileSync(path('other.json'), BODY.replace('1', '2'));
    expect(await outcry(...given, '--body', path('other.json'))).toMatchObject({ code: 2 });
    writeFileSync(path('one.tlog-proof'), readFileSync(path('one.tlog-proof'), 'utf8').replace('index ', 'index 1'));
    expect(await outcry(...given)).toMatchObject({ code: 2, out: expect.stringContaining('BROKEN') });
  });
});
