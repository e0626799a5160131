// The brand of an exchange over real HTTP: set by an owner, part by part; what is hostile in it is refused; it is in
// the head of every page, kept over a restart and a backup, and lets those pages frame the board that it names, and no
// other.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildWeb } from '../../scripts/web.ts';
import { backup } from '../../src/folder/backup/backup.ts';
import { restore } from '../../src/folder/backup/restore.ts';
import { jpeg, png } from '../pictures.ts';
import { asks, credential } from './contest-kit.ts';
import { type Answer, type Kit, startKit } from './kit.ts';

const BRAND = '/admin/v1/brand';
const LOGO = png(64, 32);
const base64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64');
const folder = mkdtempSync(join(tmpdir(), 'outcry-brand-'));
const data = join(folder, 'data');

let kit: Kit;
let owner: string;
const start = (where = data): Promise<Kit> => startKit(['--no-rate-limit-enabled'], undefined, where);
beforeAll(async () => {
  await buildWeb();
  kit = await start();
  owner = await credential(kit, 'olga', 'owner');
});
afterAll(async () => {
  await kit?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const set = (fields: object, token = owner) => asks(kit, token, 'POST', BRAND, fields);
const page = (target: string, headers: Record<string, string> = {}, of = kit): Promise<Answer> =>
  of.send({ target, headers });
const ancestorsOf = ({ headers }: Answer): string =>
  /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1] ?? '';

describe('what is given as a brand', () => {
  it.each([
    [{ name: 'Arena \u202e moc' }, 'name has U+202E at place 7, which turns the direction'],
    [{ name: 'Ar\u200bena' }, 'name has U+200B at place 3, which nobody can see'],
    [{ name: '<b>Arena' }, 'name has U+003C at place 1'],
    [{ name: 'Аrena' }, 'name mixes letters'],
    [{ name: 'x'.repeat(33) }, 'name has 33 characters'],
    [{ name: 7 }, 'name is 7, needs text'],
    [{ logo: base64('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>') }, 'logo is SVG'],
    [{ logo: base64('<!doctype html><script>alert(1)</script>') }, 'logo is no picture'],
    [{ logo: base64(Buffer.concat([LOGO, Buffer.from('<script>')])) }, 'logo is cut off'],
    [{ logo: base64(png(1, 4_000)) }, 'logo is 1 × 4000 pixels'],
    [{ logo: base64(Buffer.alloc(70_000)) }, 'logo has 70000 bytes, needs at most 65536'],
    [{ logo: 'javascript:alert(1)' }, 'logo is no base64'],
    [{ light: '#ffd000' }, 'light is #ffd000, in which letters on the light page have a contrast of 1.2, needs 4.5: #'],
    [{ dark: '#0b5fb0' }, 'dark is #0b5fb0, in which letters on the dark page'],
    [{ light: 'red;}*{display:none' }, "light is 'red;}*{display:none', needs a colour such as"],
    [{ origins: ['https://*.example.org'] }, 'origins has "https://*.example.org", needs origins'],
    [{ origins: ['https://a.example; script-src *'] }, 'needs origins'],
    [{ origins: ["https://a;script-src'unsafe-inline'"] }, 'needs origins'],
    [{ origins: ['https://a.example/path'] }, 'needs origins'],
    [{ origins: ['https://a:b@c.example'] }, 'needs origins'],
    [{ origins: ['https://a.example?'] }, 'needs origins'],
    [{ origins: ['javascript:alert(1)'] }, 'needs origins'],
    [{ origins: ['*'] }, 'needs origins'],
    [{ origins: [null] }, 'needs origins'],
    [{ origins: 'https://a.example' }, 'is no list of at most 20'],
    [{ origins: Array.from({ length: 21 }, (_, at) => `https://a${at}.example`) }, 'is no list of at most 20'],
    [{ slogan: 'x' }, 'slogan is a field that does not exist'],
  ])('%j is refused, and nothing is changed', async (fields, why) => {
    const { status, json } = await set(fields);
    expect([status, json.code]).toEqual([400, 'invalid']);
    expect(json.msg).toContain(why);
    const { faults } = (await asks(kit, owner, 'POST', `${BRAND}/check`, fields)).json;
    expect(faults).toHaveLength(1);
    expect(json.msg).toBe(`${faults[0].field} ${faults[0].msg}`);
    expect((await asks(kit, owner, 'GET', BRAND)).json).toMatchObject({ name: null, logo: null, origins: [] });
    expect((await page('/')).text).toContain('<title>Outcry</title>');
  });

  it('is an owner’s to change', async () => {
    const judge = await credential(kit, 'jane', 'judge');
    for (const path of [BRAND, `${BRAND}/check`]) {
      expect((await asks(kit, judge, 'POST', path, { name: 'Mine' })).status).toBe(403);
      expect((await asks(kit, 'oc_nobody-knows-this-one', 'POST', path, { name: 'Mine' })).status).toBe(401);
    }
    expect((await asks(kit, judge, 'GET', BRAND)).status).toBe(403);
  });
});

describe('a brand', () => {
  it('is in the head of every page from then on, and in what a shared link shows', async () => {
    const before = (await page('/board')).headers['etag'];
    const { status, json } = await set({ name: '华东 & Arena', logo: base64(LOGO), light: '#7A1F5C', dark: '#f0a0d8' });
    expect([status, json]).toEqual([
      200,
      expect.objectContaining({
        name: '华东 & Arena',
        light: '#7a1f5c',
        logo: { type: 'image/png', width: 64, height: 32, bytes: LOGO.length, path: expect.any(String) },
        pages: kit.url,
      }),
    ]);
    for (const target of ['/', '/board', '/log', '/guide/', '/guide/contest', '/projector', '/embed/board']) {
      const { text, headers } = await page(target);
      expect(text.match(/<title>([^<]*)/)?.[1], target).toContain(
        target.startsWith('/guide') ? '' : '华东 &#38; Arena',
      );
      expect(text, target).toContain('<meta name="application-name" content="华东 &#38; Arena">');
      expect(text, target).toContain(`<link rel="icon" href=".${json.logo.path}">`);
      expect(text.match(/rel="icon"/g), target).toHaveLength(1);
      expect(text.match(/href="(\.\/brand\/style-[0-9a-f]{16}\.css)"/), target).not.toBeNull();
      expect(text.match(/og:site_name" content="([^"]*)/)?.[1], target).toBe('华东 &#38; Arena');
      expect(headers['etag'], target).not.toBe(before);
      expect(text.indexOf('<base'), target).toBeLessThan(text.indexOf('brand/'));
    }
    const first = (await page('/')).text;
    expect(first).toContain(`property="og:image" content="${kit.url}${json.logo.path}"`);
    expect(first).toContain('name="twitter:card" content="summary"');
    expect(first).toMatch(/<a class="brand"[^>]*>\s*<img src="\.\/brand\/logo-[^>]*><span>华东 &#38; Arena<\/span>/);
    const admin = await (await fetch(`${kit.app.adminUrl}/ops`)).text();
    expect(admin).toContain('<meta name="application-name" content="华东 &#38; Arena">');
    expect((await fetch(kit.app.adminUrl + json.logo.path)).status).toBe(200);
  });

  it('has files that browsers keep for ever, and that can do nothing', async () => {
    const { json } = await asks(kit, owner, 'GET', BRAND);
    const logo = await page(json.logo.path);
    expect([logo.status, logo.headers['content-type']]).toEqual([200, 'image/png']);
    expect(logo.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect((await page(json.logo.path, { 'If-None-Match': String(logo.headers['etag']) })).status).toBe(304);
    const style = /\.(\/brand\/[^"]*css)/.exec((await page('/')).text)![1]!;
    const { headers, text } = await page(style);
    expect(headers['content-type']).toBe('text/css; charset=utf-8');
    expect(text).toMatch(/--brand:#f0a0d8.*--brand:#7a1f5c/);
    for (const path of ['/brand/', '/brand/logo.png', '/brand/../app.json', '/brand/logo-0000000000000000.png'])
      expect((await page(path)).status, path).toBe(404);
  });

  it('is changed part by part, in turn', async () => {
    await Promise.all([
      set({ name: 'First' }),
      set({ light: '#004d40' }),
      set({ dark: null }),
      set({ logo: base64(jpeg(50, 50)) }),
    ]);
    const { json } = await asks(kit, owner, 'GET', BRAND);
    expect(json).toMatchObject({ name: 'First', light: '#004d40', dark: null, logo: { type: 'image/jpeg' } });
    const kept = JSON.parse(readFileSync(join(data, 'brand.json'), 'utf8'));
    expect(kept).toMatchObject({ name: 'First', light: '#004d40', dark: null });
    expect(statSync(join(data, 'brand.json')).mode & 0o777).toBe(0o600);
  });
});

describe('the board in a frame', () => {
  const FRAMED = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' };

  it('is refused while no page was named, and so is everything else', async () => {
    for (const target of ['/embed/board', '/embed/board/c1', '/projector', '/', '/board']) {
      expect(ancestorsOf(await page(target)), target).toBe("'none'");
      expect((await page(target, FRAMED)).status, target).toBe(403);
    }
  });

  it('is for the pages that are named, and nothing else is', async () => {
    const origins = [
      'https://School.example/',
      'https://例子.example:8443',
      'http://localhost:5173',
      'https://school.example',
    ];
    const { json } = await set({ origins });
    const named = ['https://school.example', 'https://xn--fsqu00a.example:8443', 'http://localhost:5173'];
    expect(json.origins).toEqual(named);
    for (const target of ['/embed/board', '/embed/board/c1?lang=zh&theme=dark']) {
      const answer = await page(target, FRAMED);
      expect([answer.status, ancestorsOf(answer)], target).toEqual([200, named.join(' ')]);
      expect(String(answer.headers['content-security-policy'])).toContain("script-src 'self'; ");
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
    for (const target of ['/', '/board', '/trade', '/projector', '/me', '/docs/']) {
      expect((await page(target, FRAMED)).status, target).toBe(403);
      if (target !== '/docs/') expect(ancestorsOf(await page(target)), target).toBe("'none'");
    }
    // What the page in the frame asks is its own origin's; what the page around it would ask is not.
    expect((await page('/app.json', { ...FRAMED, 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' })).status).toBe(
      403,
    );
    expect(
      (await page('/embed/board', { ...FRAMED, 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' })).status,
    ).toBe(403);
    expect(
      (await fetch(`${kit.app.adminUrl}/embed/board`, { headers: { authorization: `Bearer ${owner}` } })).status,
    ).toBe(404);
  });
});

describe('a brand that is kept', () => {
  it('is there after a restart, and in a folder restored from a copy', async () => {
    const { json: before } = await asks(kit, owner, 'GET', BRAND);
    const copy = join(folder, 'copy');
    await backup(data, copy, Date.now());
    const restored = join(folder, 'restored');
    await restore(copy, restored);
    const same = { name: before.name, light: before.light, logo: before.logo, origins: before.origins };
    expect(readFileSync(join(restored, 'brand.json'), 'utf8')).toBe(readFileSync(join(data, 'brand.json'), 'utf8'));
    await kit.app.stop();
    kit = await start();
    expect((await asks(kit, owner, 'GET', BRAND)).json).toMatchObject(same);
    expect(ancestorsOf(await page('/embed/board'))).toContain('https://school.example');
    expect((await page(before.logo.path)).status).toBe(200);
  });

  it.each([
    ['is no JSON', '{"name":'],
    ['was changed into what is refused', JSON.stringify({ name: '<script>', origins: ['*'] })],
    ['is far too long', ' '.repeat(2 * 1024 * 1024)],
  ])('in a file that %s stops no start: there is none, and another can be set', async (_, text) => {
    await kit.app.stop();
    writeFileSync(join(data, 'brand.json'), text);
    kit = await start();
    expect((await page('/')).text).toContain('<title>Outcry</title>');
    expect(ancestorsOf(await page('/embed/board'))).toBe("'none'");
    expect((await set({ name: 'Again' })).json).toMatchObject({ name: 'Again', logo: null });
    expect((await page('/')).text).toContain('<title>Again</title>');
  });

  it('in a file that others may write stops the start, as all that they could have changed', async () => {
    await kit.app.stop();
    chmodSync(join(data, 'brand.json'), 0o666);
    await expect(start()).rejects.toThrow('brand.json');
    chmodSync(join(data, 'brand.json'), 0o600);
    kit = await start();
    await set({ name: null });
    expect((await page('/')).text).toContain('<title>Outcry</title>');
  });
});
