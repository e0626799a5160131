// A contest over the wire: from the organiser's config to two judges, what teams may do and see meanwhile, and what
// nobody may.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readBundle } from '../../src/bundle/bundle-file.ts';
import { PATIENCE_MS } from '../patience.ts';
import { connect, PUBLIC } from '../push/push-kit.ts';
import { asks, CONTEST, credential, enter, openContest, RULESET, untilLive } from './contest-kit.ts';
import { type Kit, LEVERAGE, order, PLACE, signedRequest, startKit, SYMBOL, type TestAccount } from './kit.ts';

let kit: Kit;
let ann: TestAccount;
let ben: TestAccount;
beforeAll(async () => {
  kit = await startKit(['--rate-limit-ip-budget', '1000000', '--rate-limit-uid-budget', '1000000']);
  ann = await kit.newAccount({ balance: '100' });
  ben = await kit.newAccount({ balance: '9000' });
  await kit.setPrice(SYMBOL, '90000');
  await kit.place(kit.bob, { match_price: '0', price: '90000', size: '0.1', type: '2' });
  await openContest(kit, 'c1', 2_500, { markSource: 'index' });
  expect(await enter(kit, 'c1', ann, 'Alpha')).toBe('t1');
  expect(await enter(kit, 'c1', ben, 'Beta')).toBe('t2');
  await untilLive(kit, 'c1');
});
afterAll(() => kit.stop());

const get = async (target: string): Promise<any> => (await kit.send({ target: `${CONTEST}/${target}` })).json;
const upload = (account: TestAccount, secretText: string) =>
  kit.post(account, '/capi/v2/order/uploadAiLog', {
    stage: 'Decision Making',
    model: 'some-model-1',
    input: { prompt: secretText },
    output: { decision: 'HOLD' },
  });

describe('a contest', () => {
  it('is public with its config, phases, rules and teams', async () => {
    expect((await get('list')).list[0]).toMatchObject({ contest: 'c1', phase: 'live' });
    const info = await get('info?id=c1');
    expect(info.phases.map(({ phase }: any) => phase)).toEqual(['draft', 'registration', 'live']);
    expect(info.config).toMatchObject({ id: 'c1', disclosure: { what: 'none', delayMs: 0 } });
    expect(info.teams).toMatchObject([
      { team: 't1', name: 'Alpha', state: 'active' },
      { team: 't2', name: 'Beta', state: 'active' },
    ]);
    expect((await get('ruleset?id=c1')).ruleset).toEqual(JSON.parse(RULESET));
    expect((await get('notices?id=c1')).map(({ kind }: any) => kind)).toContain('team');
    expect(await get('info?id=c9')).toMatchObject({ code: '40020' });
  });

  it('shows where the marks of its contracts come from, and ends by five minutes when it does not say', async () => {
    const contracts: any[] = (await kit.send({ target: '/capi/v2/market/contracts' })).json;
    const sources = new Map(contracts.map(({ symbol, markSource }) => [symbol, markSource]));
    expect([sources.get(SYMBOL), sources.get('cmt_ethusdt')]).toEqual(['index', 'median']);
    expect((await get('info?id=c1')).config).toMatchObject({ markSource: 'index', finalMinutes: 5 });
    await openContest(kit, 'm1', 3_600_000, { finalMinutes: 1 });
    const { config } = await get('info?id=m1');
    expect([config.finalMinutes, config.markSource]).toEqual([1, undefined]);
    const refused = openContest(kit, 'm2', 3_600_000, { markSource: 'last' });
    await expect(refused).rejects.toThrow('config.markSource');
    await expect(openContest(kit, 'm2', 3_600_000, { finalMinutes: 0 })).rejects.toThrow('config.finalMinutes');
  });

  it('is not begun with a rule set nobody can judge by, and says what is wrong with it', async () => {
    const put = (ruleset: string) => kit.admin('POST', '/admin/v1/rulesets', { ruleset });
    await expect(put('{"v":2}')).rejects.toThrow('ruleset can not be judged by: answerMs is missing');
    const { lateMs: _, ...rest } = JSON.parse(RULESET) as Record<string, number>;
    await expect(put(JSON.stringify(rest))).rejects.toThrow('lateMs is missing');
    await expect(put(RULESET.replace('"lateMs":900000', '"lateMs":-1'))).rejects.toThrow('lateMs must be an integer');
    await expect(put(RULESET.replace('"v":2', '"v":3'))).rejects.toThrow('v must be 1 or 2');
    await expect(put(`${RULESET} `)).rejects.toThrow('no object in canonical JSON');
    await expect(put('[]')).rejects.toThrow('no object in canonical JSON');
    expect(await put(RULESET)).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('discloses nothing when it does not say, and a rehearsal everything', async () => {
    await openContest(kit, 'p1', 3_600_000, { practice: true, disclosure: undefined });
    await openContest(kit, 'p2', 3_600_000, { disclosure: undefined });
    expect((await get('info?id=p1')).config.disclosure).toEqual({ what: 'full', delayMs: 0 });
    // Reasons of one that counts come so late that nobody can send them as the reasons of orders of their own.
    for (const what of ['reasons', 'full']) {
      const early = openContest(kit, 'p3', 3_600_000, { practice: false, disclosure: { what, delayMs: 899_999 } });
      await expect(early).rejects.toThrow('delayMs is 899999, needs 900000 or more where reasons are shown');
    }
    await openContest(kit, 'p4', 3_600_000, { practice: false, disclosure: { what: 'full', delayMs: 900_000 } });
    await openContest(kit, 'p5', 3_600_000, { practice: false, disclosure: { what: 'actions', delayMs: 0 } });
    expect((await get('info?id=p2')).config.disclosure).toEqual({ what: 'none', delayMs: 0 });
  });

  it('gives everyone the same money, and names the account of nobody', async () => {
    for (const account of [ann, ben]) {
      const [asset] = (await kit.get(account, '/capi/v2/account/assets')).json;
      expect(asset.equity ?? asset.accountEquity).toMatch(/^5000/);
    }
    const everything = JSON.stringify([
      await get('info?id=c1'),
      await get('leaderboard?id=c1'),
      await get('team?id=c1&team=t1'),
    ]);
    expect(everything).not.toContain(String(ann.uid));
  });

  it('closes channels, contracts, leverage and money to its accounts', async () => {
    const refused = async (fields: object) => (await kit.post(ann, PLACE, order(fields))).json;
    expect(await refused({ symbol: 'cmt_ethusdt', size: '0.1' })).toMatchObject({
      code: '50003',
      token: 'SYMBOL_NOT_PERMITTED',
    });
    const leverage = { symbol: SYMBOL, marginMode: 1, longLeverage: '21', shortLeverage: '21' };
    expect((await kit.post(ann, LEVERAGE, leverage)).json).toMatchObject({ code: '50007' });
    await expect(kit.admin('POST', '/admin/accounts/deposit', { uid: ann.uid, amount: '1' })).rejects.toThrow(
      'contest',
    );
    const account = (await kit.get(ann, '/capi/v2/account/getAccounts')).text;
    expect(account).toContain('"createOrderRateLimitPerMinute":60');
  });

  it('ranks what is done, and tells each team its place', async () => {
    await kit.place(ann, { size: '0.001' });
    const me = (await kit.get(ann, `${CONTEST}/me`)).json;
    expect(me).toMatchObject({ contest: 'c1', team: 't1', state: 'active', filled: 1, channels: ['api'] });
    const board = await get('leaderboard?id=c1');
    expect(board.rows.map(({ team }: any) => team).sort()).toEqual(['t1', 't2']);
    const past = await get(`leaderboard?id=c1&at=${board.at}`);
    // Everything of a row is of the sample that the board names: fills as well as the money they made.
    expect(past).toEqual(board);
    expect(board.reportAt).toBeNull();
    expect(past.rows.map(({ team, score }: any) => [team, score])).toEqual([
      ['t1', '0'],
      ['t2', '0'],
    ]);
    const lines = await get('equity?id=c1&teams=t1,t2');
    expect(lines.series).toHaveLength(2);
    expect([lines.benchmark.length, lines.benchmark[0]]).toEqual([lines.t.length, '0']);
    expect((await kit.get(kit.bob, `${CONTEST}/me`)).json.contest).toBeNull();
  });

  it('is had as tables: the board by everybody, trades as disclosed, all of them by who runs it', async () => {
    const table = async (file: string): Promise<Response> => fetch(`${kit.url}/tables/c1/${file}`);
    const [head, ...rows] = (await (await table('board.csv')).text()).split('\r\n').slice(0, -1);
    const { rows: shown } = await get('leaderboard?id=c1');
    expect(rows.map((row) => row.split(',').slice(0, 3))).toEqual(
      shown.map(({ rank, team, name }: any) => [String(rank), team, name]),
    );
    for (const row of rows) expect(row.split(',')).toHaveLength(head!.split(',').length);
    const { headers } = await table('board.csv');
    expect(headers.get('content-disposition')).toBe('attachment; filename="c1-board.csv"');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    // A sealed contest's trades, a report that isn't there, and what is none.
    for (const file of ['trades.csv', 'grades.csv', 'prizes.csv', 'board'])
      expect((await table(file)).status).toBe(404);

    const asked = async (token: string): Promise<Response> =>
      fetch(`${kit.app.adminUrl}/admin/v1/tables?contest=c1&table=trades`, {
        headers: { authorization: `Bearer ${token}` },
      });
    const whole = await (await asked(await credential(kit, 'organiser', 'owner'))).text();
    const fills = (await kit.get(ann, '/capi/v2/order/fills')).json.list;
    expect(fills.length).toBeGreaterThan(0);
    for (const { tradeId, fillPrice } of fills)
      expect(whole).toMatch(new RegExp(`Alpha,${ann.uid},.*,${tradeId},.*,${fillPrice},`));
    expect((await asked(await credential(kit, 'reader', 'judge'))).status).toBe(403);
  });

  it('takes more models, and no second team of an account', async () => {
    const more = await kit.post(ann, `${CONTEST}/models`, { contestId: 'c1', models: ['Another-1'] });
    expect(more.status).toBe(200);
    expect((await get('team?id=c1&team=t1')).models).toEqual(['some-model*', 'another-1']);
    for (const models of [['*'], ['ab*'], ['  *'], ['---*'], ['gpt*-5'], ['*-5'], ['a-model', '**']])
      for (const [path, fields] of [
        ['models', {}],
        ['register', { teamName: 'Cats', modelClass: 'llm', members: ['m'] }],
      ] as const) {
        const refused = await kit.post(ann, `${CONTEST}/${path}`, { contestId: 'c1', models, ...fields });
        expect([refused.status, refused.text], `${path} ${models.join()}`).toEqual([
          400,
          expect.stringContaining('a * at the end, after 3 characters at least'),
        ]);
      }
    const body = { contestId: 'c1', teamName: 'A b', modelClass: 'llm', models: [], members: ['m'] };
    expect((await kit.post(kit.bob, `${CONTEST}/register`, body)).json).toMatchObject({ code: '40017' });
    expect((await kit.post(ann, `${CONTEST}/register`, { ...body, modelClass: 'human' })).json).toMatchObject({
      code: '40020',
    });
  });
});

describe('roles', () => {
  it('are credentials of their own: each may what it may, and nothing once revoked', async () => {
    const token = await credential(kit, 'rita', 'auditor');
    expect((await asks(kit, token, 'GET', '/admin/v1/me')).json).toMatchObject({ name: 'rita', role: 'auditor' });
    expect((await asks(kit, token, 'GET', '/admin/v1/contests')).status).toBe(200);
    const move = { contest: 'c1', phase: 'cancelled' };
    expect((await asks(kit, token, 'POST', '/admin/v1/contests/move', move)).status).toBe(403);
    for (const path of ['/admin/keys', '/admin/v1/credentials', '/admin/accounts'])
      expect((await asks(kit, token, 'GET', path)).status).toBe(403);
    expect((await asks(kit, token, 'POST', '/admin/v1/cases/step', { contest: 'c1' })).status).toBe(403);
    await kit.admin('POST', '/admin/v1/credentials/revoke', { name: 'rita' });
    expect((await asks(kit, token, 'GET', '/admin/v1/me')).status).toBe(401);
    await expect(kit.admin('POST', '/admin/v1/credentials', { name: 'rita', role: 'judge' })).rejects.toThrow('never');
    const { list } = await kit.admin('GET', '/admin/v1/credentials');
    expect(JSON.stringify(list)).not.toContain(token.slice(4));
  });

  it('read bodies, and every read is written down', async () => {
    const uploaded = await upload(ann, 'a secret of Alpha');
    const index = Number(uploaded.headers['ai-log-index']);
    const [judge, auditor] = [await credential(kit, 'jo', 'judge'), await credential(kit, 'al', 'auditor')];
    const found = await asks(kit, judge, 'GET', `/admin/v1/body?uid=${ann.uid}&index=${index}`);
    expect(found.json.body).toContain('a secret of Alpha');
    const reads = (await asks(kit, auditor, 'GET', '/admin/v1/reads')).json.list;
    expect(reads[0]).toMatchObject({ name: 'jo', role: 'judge', what: `AI log ${index} of ${ann.uid}` });
    expect((await asks(kit, judge, 'GET', `/admin/v1/body?uid=${kit.bob.uid}&index=0`)).status).toBe(400);
    await expect(kit.admin('GET', `/admin/v1/body?uid=${ann.uid}&index=${index}`)).rejects.toThrow('403');
  });
});

describe("another team's bodies", () => {
  it('are in no answer of any route another team or the public can ask', async () => {
    const uploaded = await upload(ann, 'only Alpha knows');
    const index = Number(uploaded.headers['ai-log-index']);
    const asked = [
      `/capi/v2/ai/log?index=${index}`,
      '/capi/v2/ai/logs',
      '/capi/v2/ai/coverage',
      `${CONTEST}/me`,
      `${CONTEST}/team?id=c1&team=t1`,
      `${CONTEST}/notices?id=c1`,
      `${CONTEST}/info?id=c1`,
      `${CONTEST}/leaderboard?id=c1`,
      `${CONTEST}/equity?id=c1&teams=t1`,
    ];
    for (const target of asked) {
      expect((await kit.get(ben, target)).text, target).not.toContain('only Alpha knows');
      expect((await kit.send({ target })).text, target).not.toContain('only Alpha knows');
    }
    expect((await kit.get(ann, `/capi/v2/ai/log?index=${index}`)).text).toContain('only Alpha knows');
  });
});

describe('a case', () => {
  const step = (token: string, fields: object) =>
    asks(kit, token, 'POST', '/admin/v1/cases/step', { contest: 'c1', ...fields });
  const proposal = { case: 'k1', step: 'propose', outcome: 'disqualified', rules: ['V03'], publicText: 'Rule V03' };

  it('takes two judges: however many try at once, nobody confirms what is their own', async () => {
    const [jane, mike] = [await credential(kit, 'jane', 'judge'), await credential(kit, 'mike', 'judge')];
    expect((await step(jane, { team: 't2', step: 'open', text: 'Orders without logs' })).json).toMatchObject({
      case: 'k1',
    });
    expect((await kit.get(ben, `${CONTEST}/me`)).json.cases).toEqual([]);
    await step(jane, { case: 'k1', step: 'notice', text: 'The evidence' });
    const told = (await kit.get(ben, `${CONTEST}/me`)).json.cases;
    expect(told).toMatchObject([{ case: 'k1', state: 'noticed', said: [{ step: 'notice', text: 'The evidence' }] }]);
    expect(JSON.stringify(told), 'what the judges say among themselves').not.toContain('Orders without logs');
    const leaves = (await kit.send({ target: '/capi/v2/ai/leaves?kind=case' })).json.map(({ index }: any) => index);
    const receipts = await Promise.all(leaves.map((index: number) => kit.get(ben, `/capi/v2/ai/proof?index=${index}`)));
    expect(
      receipts.map(({ status }) => status),
      'the notice is told, that it was opened is not',
    ).toEqual([200, 400]);
    const bundle = readBundle(Buffer.from(await kit.client(ben).contestOwnBundle({ id: 'c1' })));
    const rows = Buffer.from(bundle.get('leaves.jsonl')!).toString();
    expect([rows.includes('\\"step\\":\\"notice\\"'), rows.includes('\\"step\\":\\"open\\"')]).toEqual([true, false]);
    const answer = { contestId: 'c1', caseId: 'k1', text: 'It was a power cut' };
    expect((await kit.post(ann, `${CONTEST}/answer`, answer)).json).toMatchObject({ code: '40020' });
    expect((await step(jane, proposal)).status).toBe(400);
    const asked = [20_000, 20_001].map((length) => ({ ...answer, text: '好'.repeat(length) }));
    const lengths = await Promise.all(asked.map((body) => kit.post(ben, `${CONTEST}/answer`, body)));
    expect(lengths.map(({ json }) => json.code ?? json.step)).toEqual(['answer', '40020']);
    // A recorded answer comes again: twenty of them would leave the team without a word.
    const recorded = signedRequest(ben, 'POST', `${CONTEST}/answer`, JSON.stringify({ ...answer, text: 'Once' }));
    const copies = await Promise.all([1, 2, 3, 4].map(() => kit.send(recorded)));
    copies.push(await kit.send(recorded));
    expect(copies.map(({ json }) => json.step)).toEqual(copies.map(() => 'answer'));
    expect((await kit.get(ben, `${CONTEST}/me`)).json.cases[0].answers).toBe(2);
    const waived = signedRequest(ben, 'POST', `${CONTEST}/answer`, JSON.stringify({ ...answer, waive: true }));
    for (let copy = 0; copy < 2; copy++)
      expect((await kit.send(waived)).json).toMatchObject({ case: 'k1', step: 'waive' });
    const { said } = (await asks(kit, mike, 'GET', '/admin/v1/cases?contest=c1')).json.list[0];
    expect(said.map((one: any) => one.step)).toEqual(['open', 'notice', 'answer', 'answer', 'answer', 'waive']);
    const read = await asks(kit, mike, 'GET', `/admin/v1/text?sha256=${said[4].sha256}`);
    expect(read.json.text).toBe('It was a power cut');
    expect(JSON.stringify(said)).not.toContain('power cut');
    const race = [step(jane, proposal)];
    for (let at = 0; at < 12; at++) race.push(step(jane, { case: 'k1', step: 'confirm' }));
    const answers = await Promise.all(race);
    expect(answers.map(({ status }) => status)).toEqual([200, ...Array.from({ length: 12 }, () => 400)]);
    const both = await Promise.all([mike, mike, jane].map((token) => step(token, { case: 'k1', step: 'confirm' })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(both[2]!.status).toBe(400);
    const team = await get('team?id=c1&team=t2');
    expect(team).toMatchObject({ state: 'disqualified', row: null, cases: [{ case: 'k1', outcome: 'disqualified' }] });
    expect((await get('notices?id=c1')).map(({ text }: any) => text)).toContain('t2 · disqualified · V03 · Rule V03');
    expect((await kit.post(ben, PLACE, order({ size: '0.001' }))).json).toMatchObject({ code: '50003' });
    const appeal = { contestId: 'c1', caseId: 'k1', text: 'Look again' };
    const appealed = signedRequest(ben, 'POST', `${CONTEST}/appeal`, JSON.stringify(appeal));
    for (let copy = 0; copy < 2; copy++) expect((await kit.send(appealed)).json).toMatchObject({ step: 'appeal' });
    expect((await step(mike, { case: 'k1', step: 'overturn' })).status).toBe(400);
    const zoe = await credential(kit, 'zoe', 'judge');
    expect((await step(zoe, { case: 'k1', step: 'overturn' })).status).toBe(200);
    expect(await get('team?id=c1&team=t2')).toMatchObject({ state: 'active', row: { decided: 'overturned' } });
    const board = await get('leaderboard?id=c1');
    const decided = new Map(board.rows.map((row: any) => [row.team, row.decided]));
    expect(decided.get('t1') ?? null, 'nobody decided about it').toBeNull();
  });
});

describe('a team is taken off the board', () => {
  const leave = (account: TestAccount, fields: object) => kit.post(account, `${CONTEST}/withdraw`, fields);
  const texts = async (id: string): Promise<string[]> => (await get(`notices?id=${id}`)).map(({ text }: any) => text);
  const stateOf = async (team: string): Promise<string> => (await get(`team?id=w1&team=${team}`)).state;

  it('by itself, with a reason everybody may read, and by no organiser once it plays', async () => {
    const [gus, hal, ida] = [await kit.newAccount(), await kit.newAccount(), await kit.newAccount()];
    const startMs = Date.now() + 2_000;
    await openContest(kit, 'w1', 0, { startMs, endMs: startMs + 4_000, evidenceUntilMs: startMs + 600_000 });
    for (const [account, name] of [
      [gus, 'Gulls'],
      [hal, 'Hares'],
      [ida, 'Ibises'],
    ] as const)
      await enter(kit, 'w1', account, name);
    const owner = await credential(kit, 'olga', 'owner');
    const withdraw = (team: string, reason?: string) =>
      asks(kit, owner, 'POST', '/admin/v1/teams', { contest: 'w1', team, state: 'withdrawn', reason });
    expect((await withdraw('t3')).json.msg).toContain('reason');
    for (const bad of ['', '  ', 'two\nlines', 'x\u202ey', 'r'.repeat(201)])
      expect((await withdraw('t3', bad)).status, JSON.stringify(bad)).toBe(400);
    expect((await withdraw('t3', 'Entered twice')).status).toBe(200);
    expect(await texts('w1')).toContain('t3 · Ibises · withdrawn · organiser · Entered twice');
    await untilLive(kit, 'w1');
    const refused = async (): Promise<void> => {
      const before = await stateOf('t1');
      for (const reason of [undefined, 'Because']) {
        const { status, json } = await withdraw('t1', reason);
        expect([status, json.msg]).toEqual([400, expect.stringContaining('by a request of its own')]);
      }
      await expect(
        kit.admin('POST', '/admin/v1/teams', { contest: 'w1', team: 't1', state: 'withdrawn', reason: 'Because' }),
      ).rejects.toThrow('by a request of its own');
      expect(await stateOf('t1')).toBe(before);
    };
    await refused();
    expect((await leave(ida, { contestId: 'w1', reason: 'Late' })).json).toMatchObject({ code: '40017' });
    expect((await leave(hal, { contestId: 'w1' })).json).toMatchObject({ code: '40019' });
    for (const bad of ['', '  ', 'two\nlines', 'x\u202ey', 'r'.repeat(201)])
      expect((await leave(hal, { contestId: 'w1', reason: bad })).json.code, JSON.stringify(bad)).toMatch(
        /4001[79]|40020/,
      );
    expect((await leave(hal, { contestId: 'w1', reason: 'No model left' })).status).toBe(200);
    expect((await leave(hal, { contestId: 'w1', reason: 'No model left' })).json).toMatchObject({ code: '40017' });
    expect(await texts('w1')).toContain('t2 · Hares · withdrawn · team · No model left');
    const inReview = async (): Promise<void> => expect((await get('leaderboard?id=w1')).phase).toBe('review');
    await vi.waitFor(inReview, { timeout: PATIENCE_MS, interval: 100 });
    await refused();
    const board = await get('leaderboard?id=w1');
    expect(board.rows.map(({ team }: any) => team)).toEqual(['t1']);
    expect(board.unranked).toMatchObject([{ team: 't2', reason: 'withdrawn' }]);
    expect((await leave(gus, { contestId: 'w1', reason: 'We lost our records' })).status).toBe(200);
    expect((await get('leaderboard?id=w1')).rows).toEqual([]);
  });

  it('nor are its terms changed: fees, its place on the allowlist, and a freeze without a word', async () => {
    const uid = ann.uid;
    await expect(kit.admin('POST', '/admin/accounts/fees', { uid, makerFee: '0', takerFee: '0' })).rejects.toThrow(
      'in a contest',
    );
    await expect(kit.admin('POST', '/admin/allowlist', { uid, allowed: false })).rejects.toThrow('in a contest');
    await expect(kit.admin('POST', '/admin/accounts/freeze', { uid, frozen: true })).rejects.toThrow('reason');
    await kit.admin('POST', '/admin/accounts/freeze', { uid, frozen: true, reason: 'A key was lost' });
    expect(await texts('c1')).toContain('t1 · Alpha · active · frozen · organiser · A key was lost');
    expect((await leave(ann, { contestId: 'c1', reason: 'A thief says so' })).json).toMatchObject({ code: '40013' });
    await kit.admin('POST', '/admin/accounts/freeze', { uid, frozen: false, reason: 'It has another' });
    expect(await texts('c1')).toContain('t1 · Alpha · active · not frozen · organiser · It has another');
    expect((await get('team?id=c1&team=t1')).state).toBe('active');
  });
});

describe('a hidden board', () => {
  it('is for everybody that of the moment it was hidden, whatever is asked; until the review', async () => {
    const [eve, fay] = [await kit.newAccount(), await kit.newAccount()];
    // Entered before it begins, and looked at before it ends, also on a busy machine.
    const startMs = Date.now() + 4_000;
    const hiddenMs = startMs + 1_200;
    const endMs = startMs + 15_000;
    const disclosure = { what: 'full', delayMs: 0 };
    await openContest(kit, 'h1', 0, { startMs, boardHiddenFromMs: hiddenMs, endMs, disclosure });
    await enter(kit, 'h1', eve, 'Eve');
    await enter(kit, 'h1', fay, 'Fay');
    await untilLive(kit, 'h1');
    const board = (at = ''): Promise<any> => get(`leaderboard?id=h1${at}`);
    const until = (fits: (found: any) => boolean) =>
      vi.waitFor(async () => expect(fits(await board())).toBe(true), { timeout: PATIENCE_MS, interval: 50 });
    await until(({ hidden }) => hidden);
    const listener = await connect(kit.url, PUBLIC);
    await listener.subscribe('activity');
    const orderId = await kit.place(eve, { size: '0.05' });
    const doings = async (query: string): Promise<any[]> =>
      (await kit.send({ target: `/capi/v2/activity?contest=h1${query}` })).json.list;
    // Whose it is, in which contract, how much and what came of it: all of that is where they stand.
    const [sealed] = (await doings('')).filter(({ kind }) => kind === 'order');
    expect(Object.keys(sealed).toSorted()).toEqual(['id', 'index', 'kind', 'opensAt', 't']);
    expect(sealed.opensAt).toBe(endMs);
    for (const query of ['', '&team=t1', `&symbol=${SYMBOL}`])
      expect((await doings(query)).filter(({ kind, team }) => kind === 'fill' || team === 't1')).toEqual([]);
    for (const query of ['&team=t1', `&symbol=${SYMBOL}`])
      expect((await doings(query)).filter(({ kind }) => kind === 'order')).toEqual([]);
    const shown = await board();
    expect(shown).toMatchObject({ hidden: true, phase: 'live' });
    expect(shown.at).toBeLessThanOrEqual(hiddenMs);
    expect(shown.rows.map(({ score, filled }: any) => [score, filled])).toEqual([
      ['0', 0],
      ['0', 0],
    ]);
    const { rows } = await board(`&at=${Date.now() + 60_000}`);
    expect(rows).toEqual(shown.rows);
    expect(Math.max(...(await get('equity?id=h1&teams=t1,t2')).t)).toBeLessThanOrEqual(hiddenMs);
    expect(JSON.stringify(listener.got)).not.toContain(orderId);
    await until(({ phase, hidden }) => phase === 'review' && !hidden);
    expect((await doings('&team=t1')).map(({ kind }) => kind)).toEqual(['fill', 'order']);
    expect((await doings('')).find(({ kind }) => kind === 'fill')).toMatchObject({
      orderId,
      team: 't1',
      realised: '0',
    });
    await listener.ever((message) => JSON.stringify(message).includes(orderId));
    listener.close();
    // The one who traded paid for it.
    const after = await board();
    expect(after.rows.map(({ team, filled }: any) => [team, filled])).toEqual([
      ['t2', 0],
      ['t1', 1],
    ]);
  });
});
