// An organiser's and two judges' work from the command line: each verb against a running exchange, and what it says
// when it is asked wrongly. The verbs run in this process, as `outcry` runs them.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { caseVerbs } from '../../src/cli/case.ts';
import { contestVerbs } from '../../src/cli/contest.ts';
import { reportVerbs } from '../../src/cli/report.ts';
import { noticeVerbs } from '../../src/cli/notice.ts';
import { tableVerbs } from '../../src/cli/tables.ts';
import { brandVerbs } from '../../src/cli/brand.ts';
import { png } from '../pictures.ts';
import { CONTEST, credential, untilLive } from '../api/contest-kit.ts';
import { type Kit, startKit, SYMBOL, type TestAccount } from '../api/kit.ts';

const VERBS = [...contestVerbs, ...noticeVerbs, ...tableVerbs, ...brandVerbs, ...caseVerbs, ...reportVerbs];
let kit: Kit;
let ann: TestAccount;
let folder: string;
const file = (name: string, content: string | object): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-contest-verbs-'));
  kit = await startKit();
  ann = await kit.newAccount();
  await kit.setPrice(SYMBOL, '90000');
});
afterAll(async () => {
  await kit?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What a verb prints, as JSON. */
async function outcry(words: string, args: readonly string[] = [], token?: string): Promise<any> {
  return JSON.parse(await printed(words, [...args, '--json'], token));
}

/** What a verb prints; a judge's token is in a file. */
async function printed(words: string, args: readonly string[], token?: string): Promise<string> {
  const [first, second, ...rest] = words.split(' ');
  const verb = VERBS.find(({ name }) => name === `${first} ${second}`)!;
  const texts: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => texts.push(String(text)) > 0);
  vi.stubEnv('OUTCRY_URL', kit.url);
  try {
    const person = token === undefined ? [] : ['--credential', file('token', token)];
    await verb.run([...rest, ...args, ...person, '--data', kit.data]);
  } finally {
    write.mockRestore();
    vi.unstubAllEnvs();
  }
  return texts.join('');
}

const config = (id: string, inMs: number, fields: object = {}) => ({
  id,
  startMs: new Date(Date.now() + inMs).toISOString(),
  endMs: new Date(Date.now() + 3_600_000).toISOString(),
  symbols: [{ symbol: SYMBOL, maxLeverage: 20 }],
  ...fields,
});

describe('an organiser', () => {
  it('creates a contest from a file with what is usual filled in, opens it, and approves who enters', async () => {
    const made = await outcry('contest create', [file('c1.json', config('c1', 4_000))]);
    expect(made).toMatchObject({
      contest: 'c1',
      phase: 'draft',
      rulesetSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    await outcry('contest open c1');
    const entry = { contestId: 'c1', teamName: 'Alpha', modelClass: 'llm', models: [], members: ['a-1'] };
    await kit.post(ann, `${CONTEST}/register`, entry);
    await outcry('team approve c1 t1');
    expect(await outcry('team list c1')).toMatchObject([
      { team: 't1', uid: ann.uid, state: 'approved', name: 'Alpha' },
    ]);
    expect(await outcry('contest list')).toMatchObject([
      { id: 'c1', phase: 'registration', config: { title: 'c1', disclosure: { what: 'none', delayMs: 0 } } },
    ]);
    await untilLive(kit, 'c1');
  });

  it('registers teams from a list, with one file for each key, as often as it is given', async () => {
    await outcry('contest create', [file('l1.json', config('l1', 3_000_000))]);
    await outcry('contest open l1');
    const list = file('teams.csv', 'name,contact\n队伍一,li@example.org\n');
    const keys = join(folder, 'keys');
    const look = await outcry('team register l1', [list, '--check']);
    expect(look.teams).toMatchObject([{ name: '队伍一', acts: ['account', 'enter', 'approve', 'key'], keyId: null }]);
    const [team] = (await outcry('team register l1', [list, '--keys', keys])).teams;
    expect(team).toMatchObject({ name: '队伍一', team: 't1', state: 'approved', keyId: expect.stringMatching(/^ak_/) });
    const key = JSON.parse(readFileSync(team.keyFile, 'utf8'));
    expect(key).toMatchObject({ uid: team.uid, contest: 'l1', team: 't1', name: '队伍一', id: team.keyId });
    expect(statSync(team.keyFile).mode & 0o777).toBe(0o600);
    expect((await kit.get(key, `${CONTEST}/me`)).json).toMatchObject({ contest: 'l1', team: 't1' });
    expect((await outcry('team register l1', [list, '--keys', keys])).teams).toMatchObject([{ acts: [], keyId: null }]);
    await expect(outcry('team register l1', [list])).rejects.toThrow('--keys is missing');
    await expect(outcry('team register l1', [file('bad.csv', 'name\na\u200bb\n'), '--check'])).rejects.toThrow(
      /bad.csv:2: name .* which nobody can see/,
    );
    const written = await outcry('contest show l1');
    expect(written).toMatchObject({ id: 'l1', startMs: new Date(Date.parse(written.startMs)).toISOString() });
    expect(await outcry('contest check', [file('again.json', { ...written, id: 'again' })])).toMatchObject({
      faults: [],
    });
    expect(await printed('contest check', [file('two.json', { id: 'A', endMs: 5 })])).toMatch(
      /config.startMs .*\n.*config/,
    );
    await outcry('contest cancel l1 --yes');
  });

  it('reads the board as everybody does, extends, and declares an outage', async () => {
    expect(await outcry('contest board c1')).toMatchObject({
      phase: 'live',
      unranked: [{ team: 't1' }],
    });
    const later = new Date(Date.now() + 7_200_000).toISOString();
    await outcry(`contest extend c1 ${later}`);
    expect((await outcry('contest list'))[0].config.endMs).toBe(Date.parse(later));
    const from = new Date(Date.now() - 60_000).toISOString();
    await outcry(`outage declare ${from} --cause`, ['a power cut']);
    const notices = (await kit.send({ target: `${CONTEST}/notices?id=c1` })).json as { text: string }[];
    expect(notices[0]!.text).toContain('a power cut');
  });

  it('says something to everybody, pins it and takes it back, each in a leaf', async () => {
    const { index } = await outcry('notice add c1', ['奖金：第一名 5000 <b>USDT</b>', '--pin']);
    await outcry('notice add c1', ['The hall opens at nine.']);
    const shown = async (): Promise<any[]> =>
      ((await kit.send({ target: `${CONTEST}/notices?id=c1` })).json as any[]).filter(({ kind }) => kind === 'notice');
    expect(await shown()).toMatchObject([
      { text: 'The hall opens at nine.', pinned: false },
      { index, text: '奖金：第一名 5000 <b>USDT</b>', pinned: true },
    ]);
    await outcry(`notice unpin c1 ${index}`);
    await outcry(`notice withdraw c1 ${index}`);
    const [, gone] = await shown();
    expect(gone).toMatchObject({ index, pinned: false, withdrawn: expect.any(Number) });
    const leaves = (await kit.send({ target: '/capi/v2/ai/leaves' })).json as any[];
    expect(leaves.filter(({ k }) => k === 'notice')).toHaveLength(4);
    expect(await outcry('notice list c1')).toEqual(await shown());
    await expect(outcry(`notice pin c1 ${index}`)).rejects.toThrow(`was withdrawn already, by leaf ${gone.withdrawn}`);
    await expect(outcry('notice pin c1 0')).rejects.toThrow('is the leaf of none of contest c1');
    await expect(outcry('notice add c1', ['\u202egnirts'])).rejects.toThrow('1 to 1,000 characters in one line');
    const teams = ((await kit.send({ target: `${CONTEST}/notices?id=c1` })).json as any[]).filter(
      ({ kind }) => kind === 'team',
    );
    expect(new Set(teams.map(({ text }) => text)).size).toBe(teams.length);
  });

  it('gives the exchange a brand, part by part, and takes it away', async () => {
    const logo = join(folder, 'logo.png');
    writeFileSync(logo, png(32, 32));
    const set = await outcry('brand set --name', ['秋季杯', '--logo', logo, '--light', '#7a1f5c']);
    expect(set).toMatchObject({ name: '秋季杯', light: '#7a1f5c', dark: null, logo: { type: 'image/png', width: 32 } });
    await outcry('brand set --embed', ['https://a.example, https://b.example']);
    expect(await outcry('brand show')).toMatchObject({
      name: '秋季杯',
      origins: ['https://a.example', 'https://b.example'],
    });
    await expect(outcry('brand set --dark', ['#101010'])).rejects.toThrow('letters on the dark page have a contrast');
    await expect(outcry('brand set')).rejects.toThrow('nothing to set');
    writeFileSync(logo, '<svg/>');
    await expect(outcry('brand set --logo', [logo])).rejects.toThrow('logo is SVG');
    expect(await outcry('brand clear logo')).toMatchObject({ logo: null, name: '秋季杯' });
    await expect(outcry('brand clear all')).rejects.toThrow('needs one of name, logo, colours, embed');
    expect(await outcry('brand clear')).toMatchObject({ name: null, light: null, origins: [] });
  });

  it('takes board, trades and prizes as tables, and the grades once there is a report', async () => {
    const out = join(folder, 'table.csv');
    const exported = async (words: string, args: readonly string[] = []): Promise<string[]> => {
      await printed(words, [...args, '--out', out]);
      return readFileSync(out, 'utf8').split('\r\n').slice(0, -1);
    };
    const [head, row] = await exported('export board c1');
    expect(head).toMatch(/^\uFEFFrank,team,name,state,score,return,pnl_usdt,/);
    expect(row!.split(',')).toHaveLength(head!.split(',').length);
    expect(row).toMatch(/^,t1,Alpha,minFilledOrders,.*,c1,live,20[0-9-]+T[0-9:.]+Z,false,$/);
    expect(await exported('export trades c1')).toHaveLength(1);
    const prizes = file('prizes.txt', '1: 5000 USDT\n2-3: =1+1\n');
    expect((await exported('export prizes c1', ['--prizes', prizes])).slice(1)).toEqual([
      expect.stringMatching(/^1,5000 USDT,,,,,,,,no team,c1,/),
      expect.stringMatching(/^2,'=1\+1,/),
      expect.stringMatching(/^3,'=1\+1,/),
    ]);
    await expect(exported('export prizes c1')).rejects.toThrow('--prizes is missing');
    await expect(exported('export prizes c1', ['--prizes', file('bad', 'x')])).rejects.toThrow('line 1 of the prizes');
    await expect(exported('export grades c1')).rejects.toThrow('has no report yet');
  });

  it('is told what is wrong, and nothing happens', async () => {
    const wrong = async (words: string, args: readonly string[] = []): Promise<string> =>
      outcry(words, args).then(
        () => 'done',
        (error: Error) => error.message,
      );
    expect(await wrong('contest final c1')).toContain('say --yes');
    expect(await wrong('contest final c1 --yes')).toContain('only a contest in review is ended');
    expect(await wrong('contest cancel c1')).toContain('say --yes');
    expect(await wrong('contest open c9')).toContain('c9, which is none');
    expect(await wrong('contest board c9')).toContain('c9, which is no contest');
    expect(await wrong('contest extend c1 tomorrow')).toContain('needs a time with its zone');
    expect(await wrong('team state c1 t1 disqualified')).toContain('by two judges');
    expect(await wrong('team state c1 t1 withdrawn')).toContain('--reason is missing');
    expect(await wrong('team state c1 t1 withdrawn --reason', ['no luck'])).toContain('by a request of its own');
    expect(await wrong('team approve c1 t9')).toContain('t9');
    expect(await wrong('team list c9')).toContain("no contest 'c9'");
    expect(await wrong('outage declare 2026-01-01T00:00:00Z')).toContain('--cause is missing');
    expect(await wrong('contest create', [file('bad.json', '{')])).toContain('is no JSON');
    expect(await wrong('contest create', [join(folder, 'none.json')])).toContain("can't be read");
    expect(await wrong('contest create', [file('c3.json', config('c3', 60_000, { startBalance: '-1' }))])).toContain(
      'startBalance',
    );
    const rules = file('rules.json', { lateness: 1 });
    const created = await wrong('contest create', [file('c4.json', config('c4', 60_000)), '--ruleset', rules]);
    expect(created).toContain('a rule set has no lateness');
    expect(await wrong('case list c1')).toContain('--credential is missing');
  });

  it('calls a contest off, and takes a team out', async () => {
    await outcry('contest create', [
      file('c2.json', config('c2', 60_000)),
      '--ruleset',
      file('own.json', { name: 'mild', lateMs: 1_800_000 }),
    ]);
    expect((await outcry('contest cancel c2 --yes')).phase).toBe('cancelled');
    expect((await outcry('contest list')).map(({ phase }: any) => phase)).toEqual(['live', 'cancelled', 'cancelled']);
  });
});

describe('judges', () => {
  it('take a case through its steps, each with a credential of their own, and nobody confirms their own', async () => {
    const tokens: Record<string, string> = {};
    for (const name of ['jane', 'mike', 'zoe']) tokens[name] = await credential(kit, name, 'judge');
    const [reason, verdict] = [file('reason.txt', 'Orders without logs'), file('public.txt', 'Rule V03, 12 orders')];
    expect(await printed('case open c1 t1 --text', [reason], tokens['jane'])).toBe(
      'case k1 about team t1 is open; next: outcry case notice c1 k1 --text FILE --credential FILE\n',
    );
    expect(await printed('case list c1', [], tokens['jane'])).toBe(
      'case\tteam\tstate\tnext\nk1\tt1\topened\toutcry case notice c1 k1 --text FILE --credential FILE\n',
    );
    await outcry('case notice c1 k1 --text', [reason], tokens['jane']);
    const files = [{ name: 'a file.txt', file: Buffer.from('the file').toString('base64') }];
    const answer = { contestId: 'c1', caseId: 'k1', text: 'No\u001b[2J', waive: true, files };
    await kit.post(ann, `${CONTEST}/answer`, answer);
    expect((await outcry('case show c1 k1', [], tokens['mike'])).said).toMatchObject([
      { step: 'open', actor: 'jane', text: 'Orders without logs' },
      { step: 'notice', actor: 'jane', text: 'Orders without logs' },
      { step: 'answer', actor: `account ${ann.uid}`, text: 'No\u001b[2J' },
      { step: 'waive', text: null },
    ]);
    const shown = await printed('case show c1 k1', [], tokens['mike']);
    expect(shown).toContain('answer by account');
    expect(shown, 'what would clear the screen of a terminal').toContain('No\uFFFD[2J');
    expect(shown).toContain(', 8 bytes: a file.txt');
    const [hash = ''] = /[0-9a-f]{64}/.exec(shown) ?? [];
    const saved = join(folder, 'saved.txt');
    await outcry(`case file ${hash} --out`, [saved], tokens['mike']);
    expect(readFileSync(saved, 'utf8')).toBe('the file');
    await expect(outcry(`case file ${hash} --out`, [saved])).rejects.toThrow('--credential is missing');
    await expect(outcry('case show c1 k9', [], tokens['mike'])).rejects.toThrow('none of the contest');
    const propose = () => outcry('case propose c1 k1 disqualified --rules V03 --public', [verdict], tokens['jane']);
    await propose();
    await expect(outcry('case confirm c1 k1', [], tokens['jane'])).rejects.toThrow('another judge decides');
    await outcry('case return c1 k1', [], tokens['mike']);
    await propose();
    await outcry('case confirm c1 k1', [], tokens['mike']);
    expect(await outcry('case list c1', [], tokens['zoe'])).toMatchObject([
      { case: 'k1', team: 't1', state: 'decided' },
    ]);
    await kit.post(ann, `${CONTEST}/appeal`, { contestId: 'c1', caseId: 'k1', text: 'Look again' });
    await expect(outcry('case uphold c1 k1', [], tokens['mike'])).rejects.toThrow('took part in the decision');
    await outcry('case overturn c1 k1', [], tokens['zoe']);
    expect(await outcry('team list c1')).toMatchObject([{ state: 'active' }]);
    // Whatever a report says of it, the board and the report say what a third judge decided.
    await outcry('report run c1');
    expect(await printed('report show c1', [])).toMatch(/^t1\tREVIEW for V01.*, cleared on appeal\t/m);
    expect(await printed('report queue c1', [])).toContain('\tk1 closed, cleared on appeal\n');
    expect((await outcry('contest board c1')).unranked).toMatchObject([{ team: 't1' }]);
    await expect(outcry('case propose c1 k1 warned', [], tokens['jane'])).rejects.toThrow('--rules and --public');
  });
});
