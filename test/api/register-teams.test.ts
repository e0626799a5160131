// Teams from an organiser's list, and a contest checked before it is written down: over the administration, as the page
// and the verbs ask it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asks, credential, openContest } from './contest-kit.ts';
import { type Kit, startKit, SYMBOL } from './kit.ts';

let kit: Kit;
let owner: string;

beforeAll(async () => {
  kit = await startKit();
  owner = await credential(kit, 'olga', 'owner');
  await openContest(kit, 'list', 3_600_000);
});
afterAll(() => kit?.stop());

const upload = async (csv: string, act = false, contest = 'list') =>
  (await asks(kit, owner, 'POST', '/admin/v1/teams/register', { contest, csv, act })).json;
const teamsOf = async (id: string) => {
  const { list } = (await asks(kit, owner, 'GET', '/admin/v1/contests')).json;
  return list.find((one: { id: string }) => one.id === id).teams;
};

const LIST = 'name,contact,class,models\n队伍一,li@example.org,llm,some-model*;other-model-2\n"Été & Co",,ml,\n';

describe('a list of teams', () => {
  it('is looked at first, and then done once, however often it is sent', async () => {
    const before = await upload(LIST);
    expect(before).toMatchObject({ done: false, faults: [] });
    expect(before.teams.map((one: { acts: string[] }) => one.acts.join())).toEqual(
      Array(2).fill('account,enter,approve,key'),
    );
    expect(await teamsOf('list')).toEqual([]);

    const [first, second] = await Promise.all([upload(LIST, true), upload(LIST, true)]);
    expect(first.teams).toMatchObject([
      { line: 2, team: 't1', state: 'approved', failed: null, key: { id: expect.stringMatching(/^ak_/) } },
      { line: 3, team: 't2', state: 'approved', failed: null },
    ]);
    expect(second.teams).toMatchObject([
      { acts: [], key: null, team: 't1' },
      { acts: [], key: null, team: 't2' },
    ]);
    const [team] = first.teams;
    const me = await kit.get({ uid: team.uid, ...team.key }, '/capi/v2/contest/me');
    expect(me.json).toMatchObject({ contest: 'list', team: 't1' });
    const found = await teamsOf('list');
    expect(found.map((one: { name: string }) => one.name)).toEqual(['队伍一', 'Été & Co']);
    expect(found[0].models).toEqual(['some-model*', 'other-model-2']);
    const { list } = (await kit.admin('GET', '/admin/keys')) as { list: { uid: number }[] };
    expect(list.filter(({ uid }) => uid === team.uid)).toHaveLength(1);
    expect(JSON.stringify(await kit.admin('GET', '/admin/keys'))).not.toContain(team.key.secret);
  });

  it('with a fault does nothing, and says each by line and column', async () => {
    const csv =
      'uid;name;class;models;contact\n;a\u202Eb;llm;;\n77;Gamma;llm;;\nx;Delta;gpt;*;\n;Epsilon;;;\n;epsilon.;;;\n;队伍 一;;;\n1000001;Zeta;;;\n';
    const { faults, done } = await upload(csv, true);
    expect(done).toBe(false);
    const at = faults.map(
      ({ line, column, msg }: { line: number; column: string; msg: string }) => `${line} ${column}: ${msg}`,
    );
    expect(at.join('\n')).toContain("2 name: 'a\u202Eb' has U+202E at place 2, which turns the direction");
    expect(at.join('\n')).toContain('3 uid: there is no account 77');
    expect(at.join('\n')).toContain("4 uid: is 'x'");
    expect(at.join('\n')).toContain('4 class: is "gpt", needs one of llm, ml, hybrid');
    expect(at.join('\n')).toContain("4 models: has '*'");
    expect(at.join('\n')).toContain('6 name: is that of line 5');
    expect(at.join('\n')).toContain('8 uid: 1000001 is kept for the demo');
    expect(await teamsOf('list')).toHaveLength(2);
    expect((await upload('team,uid\nA,')).faults.map((one: { msg: string }) => one.msg).join()).toContain(
      "'team' is no column",
    );
    expect((await upload('name\n"A')).faults[0]).toMatchObject({
      line: 2,
      msg: 'a " opens a cell that is never closed',
    });
  });

  it('leaves an account whose key somebody has to its team, and approves it once it has applied', async () => {
    const own = await kit.newAccount();
    const csv = `uid,name\n${own.uid},Their Own\n`;
    expect((await upload(csv, true)).teams).toMatchObject([{ acts: ['waits'], team: null, key: null }]);
    const entry = { contestId: 'list', teamName: 'Their Own', modelClass: 'llm', models: [], members: ['o-1'] };
    await kit.post(own, '/capi/v2/contest/register', entry);
    expect((await upload(csv, true)).teams).toMatchObject([{ acts: ['approve'], state: 'approved', key: null }]);
    // An account that was opened and given to nobody is entered.
    const { uid } = (await kit.admin('POST', '/admin/accounts', { label: 'spare' })) as { uid: number };
    const [entered] = (await upload(`uid,name\n${uid},Spare\n`, true)).teams;
    expect(entered).toMatchObject({ uid, acts: ['enter', 'approve', 'key'], state: 'approved' });
  });

  it('is for owners, of a contest in registration, and money goes to a team before it is approved', async () => {
    const judge = await credential(kit, 'jude', 'judge');
    const wanted = { contest: 'list', csv: LIST, act: true };
    expect((await asks(kit, judge, 'POST', '/admin/v1/teams/register', wanted)).status).toBe(403);
    const deposit = { contest: 'list', team: 't1', amount: '5' };
    const { status, json } = await asks(kit, owner, 'POST', '/admin/v1/teams/deposit', deposit);
    expect([status, json.code]).toEqual([400, '50004']);
    await kit.admin('POST', '/admin/v1/contests/move', { contest: 'list', phase: 'cancelled' });
    expect((await upload('name\nLate', true)).msg).toContain('contest list is in cancelled');
  });
});

describe('a contest that is checked', () => {
  it('has every fault at its field, and what is usual where nothing was said', async () => {
    const check = async (config: object, ruleset?: object) =>
      (await asks(kit, owner, 'POST', '/admin/v1/contests/check', { config, ruleset })).json;
    const bad = await check(
      {
        id: 'A',
        startMs: '2001-01-01T00:00:00Z',
        endMs: 5,
        symbols: [{ symbol: 'x', maxLeverage: 0 }],
        disclosure: { what: 'full', delayMs: 0 },
        startBalance: '1,5',
        odd: 1,
      },
      { answerMs: 3_600_000 },
    );
    expect(bad.faults.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      'config.disclosure.delayMs',
      'config.endMs',
      'config.id',
      'config.odd',
      'config.startBalance',
      'config.startMs',
      'config.symbols[0].maxLeverage',
      'config.symbols[0].symbol',
      'ruleset.answerMs',
    ]);
    const startMs = Date.now() + 60_000;
    const good = { id: 'form', startMs, endMs: startMs + 60_000, symbols: [{ symbol: SYMBOL, maxLeverage: 20 }] };
    const { faults, config, ruleset } = await check(good, { name: 'mild', lateMs: 1_800_000 });
    expect(faults).toEqual([]);
    expect(config).toMatchObject({
      title: 'form',
      startBalance: '10000',
      evidenceUntilMs: startMs + 60_000 + 86_400_000,
    });
    await asks(kit, owner, 'POST', '/admin/v1/rulesets', { ruleset });
    expect((await asks(kit, owner, 'POST', '/admin/v1/contests', { config })).json).toMatchObject({ phase: 'draft' });
    const draft = (await asks(kit, owner, 'GET', '/admin/v1/contests/draft?contest=form')).json;
    expect(draft).toMatchObject({
      phase: 'draft',
      ruleset: { lateMs: 1_800_000 },
      contracts: expect.arrayContaining([SYMBOL]),
    });
    const refused = await asks(kit, owner, 'POST', '/admin/v1/contests', { config: { ...config, endMs: startMs } });
    expect(refused.json.msg).toContain('config.endMs is');
  });
});
