/**
 * The recipes of docs/recipes, followed once: for each page the edits it asks for, made on a copy by `copy.ts`.
 *
 * What is added means nothing; that it compiles, is served, replayed and documented is the point. `first` is what
 * everything else is forgotten after: the compiler must then name the files of `missed`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../source.ts';
import type { Edit } from './copy.ts';

export interface Followed {
  /** Files the page names as `NAME`, as this recipe calls them. */
  readonly name?: string;
  readonly first: readonly Edit[];
  readonly missed: readonly string[];
  readonly rest: readonly Edit[];
}

const scenario = (text: string): Edit => ({ file: 'test/scenarios/ordr.scn', atEnd: true, text });

/** The example a page prints between its fences. */
function exampleOf(page: string): string {
  const [, example] = /```\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/recipes', page), 'utf8')) ?? [];
  if (example === undefined) throw new Error(`${page} prints no example`);
  return example;
}

export const RECIPES: Readonly<Record<string, Followed>> = {
  'execution.md': {
    first: [
      {
        file: 'src/core/language/execution.ts',
        behind: '  ioc: {',
        text: "  aon: { makerOnly: false, allOrNothing: true, rests: true, place: 4, leaf: '4' },",
      },
    ],
    missed: ['src/api/words/wire.ts'],
    rest: [
      {
        file: 'src/api/words/wire.ts',
        behind: "  ioc: { code: '3'",
        text: "  aon: { code: '4', word: 'AON', pushed: 'ALL_OR_NONE', v3: 'AON', en: 'all-or-none', zh: '全部成交' },",
      },
      scenario(`# ORDR-006 An all-or-none order that can't fill whole ends without a fill, and fills whole where it can
index btc 50000
ann deposits 10000
bob deposits 10000
bob opens short 0.1 at 50000 as b1
ann opens long 0.2 at 50000 aon as a1
order a1 is canceled COULD_NOT_FILL FOK_NOT_FILLABLE
ann has no long
ann opens long 0.1 at 50000 aon as a2
order a2 is filled
`),
    ],
  },
  'page.md': {
    name: 'src/web/pages/creed/creed.tsx',
    first: [{ file: 'src/web/words/en.ts', behind: "    about: 'About',", text: "    creed: 'Creed'," }],
    missed: ['src/web/words/zh.ts'],
    rest: [
      { file: 'src/web/words/zh.ts', behind: "    about: '关于',", text: "    creed: '信条'," },
      {
        file: 'src/web/pages/creed/creed.tsx',
        text: `/**
 * The creed of the house.
 */
import { words } from '../../words/words.ts';

export function CreedPage() {
  return <h1>{words.value.nav.creed}</h1>;
}
`,
      },
      {
        file: 'src/web/app/routes.tsx',
        behind: 'const OnlyAdmin',
        text: "const CreedPage = lazy(() => import('../pages/creed/creed.tsx').then((page) => page.CreedPage));",
      },
      {
        file: 'src/web/app/routes.tsx',
        behind: '  { pattern: /^\\/about$/',
        text: '  { pattern: /^\\/creed$/, page: CreedPage },',
      },
      { file: 'src/api/app/serve-app.ts', behind: "  '/about',", text: "  '/creed'," },
      { file: 'test/web/build.test.ts', behind: '  about: 80,', text: '  creed: 80,' },
      { file: 'test/web/looks.test.ts', behind: "  '/about',", text: "  '/creed'," },
    ],
  },
  'reject.md': {
    first: [
      {
        file: 'src/core/language/rejects.ts',
        behind: '  PRICE_NOT_MULTIPLE_OF_TICK: {',
        text: '  PRICE_UNLUCKY: { symbol: string; text: string };',
      },
      {
        file: 'src/core/language/rejects.ts',
        behind: "  'PRICE_NOT_MULTIPLE_OF_TICK',",
        text: "  'PRICE_UNLUCKY',",
      },
    ],
    missed: ['scripts/error-remedies.ts', 'src/api/words/rejects.ts'],
    rest: [
      {
        file: 'src/core/orders/check-order.ts',
        behind: "    return { reason: 'PRICE_NOT_MULTIPLE_OF_TICK'",
        text: `  if (draft.price === 491_313)
    return { reason: 'PRICE_UNLUCKY', symbol: contract.symbol, text: draft.fields?.price ?? '' };`,
      },
      {
        file: 'src/api/words/order-rejects.ts',
        behind: 'export const ORDER_REJECTS = {',
        text: `  PRICE_UNLUCKY: {
    when: 'a price that brings bad luck',
    sample: { ...BTC, text: '49131.3' },
    say: (r) => [IA, \`price '\${r.text}' brings bad luck; choose another\`, '请选择其他价格'],
  },`,
      },
      {
        file: 'scripts/error-remedies.ts',
        behind: "  ACCOUNT_FROZEN: 'Ask the operator',",
        text: "  PRICE_UNLUCKY: 'Send another price',",
      },
      scenario(`# ORDR-002 An unlucky price is refused, a size off the step before it
index btc 50000
ann deposits 10000
ann opens long 0.1 at 49131.3 → PRICE_UNLUCKY
ann opens long 0.00001 at 49131.3 → SIZE_NOT_MULTIPLE_OF_STEP
ann opens long 0.1 at 49131.4 as a1
`),
    ],
  },
  'command.md': {
    name: 'src/core/contracts/noteAccount.ts',
    first: [
      {
        file: 'src/core/language/commands.ts',
        behind: '  setAccountFees: {',
        text: '  noteAccount: { account: ACCOUNT, note: text(0, 64) },',
      },
      {
        file: 'src/core/language/commands.ts',
        behind: 'export type SetAccountFees =',
        text: "export type NoteAccount = CommandOf<'noteAccount'>;",
      },
      { file: 'src/core/state/records.ts', behind: '  fees: AccountFees | null = null;', text: "  note = '';" },
    ],
    missed: ['src/core/engine.ts', 'src/core/state/table.ts', 'test/property/every-command.ts'],
    rest: [
      {
        file: 'test/property/every-command.ts',
        behind: '  setAccountFees: {',
        text: "  noteAccount: { name: 'noteAccount', account: CAT, note: 'a friend' },",
      },
      {
        file: 'src/core/contracts/noteAccount.ts',
        text: `/**
 * noteAccount: what an operator wants to remember of an account. It changes nothing else.
 */
import type { NoteAccount } from '../language/commands.ts';
import { accountOf } from '../state/state.ts';
import type { Decision } from '../turn/outcome.ts';
import { accept } from '../turn/outcome.ts';
import type { Turn } from '../turn/turn.ts';
import { announce } from '../turn/turn.ts';

export function noteAccount(turn: Turn, command: NoteAccount): Decision<null> {
  const account = accountOf(turn.state, command.account);

  // From here on it must succeed.
  account.note = command.note;
  announce(turn, { name: 'accountChanged', account });
  return accept(null);
}
`,
      },
      {
        file: 'src/core/engine.ts',
        behind: 'import { setAccountFees }',
        text: "import { noteAccount } from './contracts/noteAccount.ts';",
      },
      { file: 'src/core/engine.ts', behind: '  setAccountFees,', text: '  noteAccount,' },
      {
        file: 'src/core/state/table.ts',
        behind: '  fees: counts(maybe(plain<AccountFees>())),',
        text: '  note: counts(text),',
      },
      {
        file: 'test/scenarios/acts.ts',
        behind: "  [line('delist (?<contract>",
        text: `  [
    line(\`\${WHO} is noted as (?<note>\\\\S+)\`),
    plain(({ who, note = '' }) => ({ name: 'noteAccount', account: accountId(who ?? ''), note })),
  ],`,
      },
      {
        file: 'test/property/commands.ts',
        behind: '  setAccountFees: {',
        text: "  noteAccount: { weight: 1, resolve: (_state, { a }) => ({ name: 'noteAccount', account: 1_000_001, note: `n${a}` }) },",
      },
      scenario(`# INV-017 A note is part of the state
index btc 50000
ann deposits 10000
ann is noted as quick
a replay ends in the same state
`),
    ],
  },
  'endpoint.md': {
    name: 'src/api/v2/motto.ts',
    first: [],
    missed: [],
    rest: [
      {
        file: 'src/api/shapes/motto.ts',
        text: `/** What the exchange has to say for itself. */
import { object, string } from './schema.ts';
import { shape } from './shape.ts';

export const mottoShape = shape(object({ motto: string() }), { motto: 'Who asks is answered.' });
`,
      },
      {
        file: 'src/api/v2/motto.ts',
        text: `/** GET /market/motto: one sentence. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { mottoShape } from '../shapes/motto.ts';

export const motto = defineRoute({
  operation: 'motto',
  summary: 'Motto',
  ...PUBLIC_READ,
  path: '/capi/v2/market/motto',
  weight: { ip: 1, uid: 0 },
  answer: mottoShape,
  handle: () => ({ motto: 'Who asks is answered.' }),
});
`,
      },
      {
        file: 'src/api/v2/index.ts',
        behind: 'import { marketTime }',
        text: "import { motto } from './motto.ts';",
      },
      { file: 'src/api/v2/index.ts', behind: '  marketTime,', text: '  motto,' },
      {
        file: 'test/api/motto.test.ts',
        text: `// The motto by outcome.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Kit, startKit } from './kit.ts';

let kit: Kit;
beforeAll(async () => void (kit = await startKit()));
afterAll(() => kit.stop());

it('is one sentence', async () => {
  const { status, json } = await kit.send({ target: '/capi/v2/market/motto' });
  expect([status, json]).toEqual([200, { motto: 'Who asks is answered.' }]);
});

it('takes an order of every execution type there is', async () => {
  const { json } = await kit.send({ target: '/openapi.json' });
  expect(JSON.stringify(json)).toContain('3 IOC, 4 all-or-none');
});
`,
      },
    ],
  },
  'channel.md': {
    name: 'src/api/push/public/mark.ts',
    first: [],
    missed: [],
    rest: [
      {
        file: 'src/api/shapes/pushed-mark.ts',
        text: `/** The mark price of a contract, as its channel sends it. */
import type { Instrument } from '../../core/state/records.ts';
import { object, string } from './schema.ts';
import { priceText } from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';

export const pushedMarkShape = shape(object({ symbol: string(), markPrice: string() }), {
  symbol: 'cmt_btcusdt',
  markPrice: '90500.0',
});

export function pushedMark({ contract, markValid, mark }: Instrument): ViewOf<typeof pushedMarkShape> {
  return { symbol: contract.symbol, markPrice: priceText(contract, markValid ? mark : 0) };
}
`,
      },
      {
        file: 'src/api/push/public/mark.ts',
        text: `/** mark.{symbol}: the mark price. */
import { pushedMark, pushedMarkShape } from '../../shapes/pushed-mark.ts';
import { defineMarketChannel, newest } from './channel.ts';

export const mark = defineMarketChannel({
  name: 'mark.{symbol}',
  shape: pushedMarkShape,
  carries: { kind: 'latest', hasType: false },
  everyMs: 100,
  changedBy: ['markChanged'],
  open: (_, { instrument }) => newest(() => JSON.stringify(pushedMark(instrument))),
});
`,
      },
      {
        file: 'src/api/push/public/index.ts',
        behind: 'import { log }',
        text: "import { mark } from './mark.ts';",
      },
      { file: 'src/api/push/public/index.ts', insteadOf: '  ticker,\n', text: '  ticker,\n  mark,\n' },
      {
        file: 'test/push/mark.test.ts',
        text: `// The mark price over a WebSocket, and what is told of it elsewhere.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Kit, startMarket, SYMBOL } from '../api/kit.ts';
import { connect, PUBLIC } from './push-kit.ts';

let kit: Kit;
beforeAll(async () => void (kit = await startMarket()));
afterAll(() => kit.stop());

it('comes at once, and with a change', async () => {
  const socket = await connect(kit.url, PUBLIC);
  const marks = () => socket.got.flatMap(({ event, data }) => (event === 'payload' ? [data[0].markPrice] : []));
  await socket.subscribe(\`mark.\${SYMBOL}\`);
  await socket.ever(({ event }) => event === 'payload');
  await kit.setPrice(SYMBOL, '91000');
  await socket.ever(() => marks().length > 1);
  socket.close();
});

it('is described, counted and typed', async () => {
  const { json } = await kit.send({ target: '/asyncapi.json' });
  expect(json.channels.public.messages.mark.summary).toBe('Channel mark.{symbol}');
  const { text } = await kit.send({ target: '/metrics' });
  expect(text).toContain('outcry_ws_dropped_total{channel="mark"} 0');
  expect(readFileSync(new URL('../../src/client/wire/channels.ts', import.meta.url), 'utf8')).toContain(
    'export interface PushedMark {',
  );
});
`,
      },
    ],
  },
  'verb.md': {
    name: 'src/cli/prices.ts',
    first: [],
    missed: [],
    rest: [
      {
        file: 'src/cli/prices.ts',
        text: `/** \`outcry prices\`: what every contract is worth at present. */
import { askAdmin } from './admin.ts';
import { defineVerb } from './verb.ts';

interface Price {
  readonly symbol: string;
  readonly mark: string;
}

export const pricesVerb = defineVerb({
  name: 'prices',
  about: 'the mark price of every contract',
  async answer({ data }) {
    const { list } = await askAdmin<{ list: readonly Price[] }>(data, 'GET', '/admin/market/prices');
    return { json: list, text: { head: ['contract', 'mark'], rows: list.map(({ symbol, mark }) => [symbol, mark]) } };
  },
});
`,
      },
      {
        file: 'src/cli/verbs.ts',
        behind: 'import { moneyVerbs }',
        text: "import { pricesVerb } from './prices.ts';",
      },
      { file: 'src/cli/verbs.ts', insteadOf: '...marketVerbs]', text: '...marketVerbs, pricesVerb]' },
      {
        file: 'src/api/admin/market.ts',
        insteadOf: "AdminRoute, decimalIn, get, open, post, textIn } from './body.ts';",
        text: "AdminRoute, decimalIn, get, open, post, textIn } from './body.ts';\nimport { priceText } from '../words/wire.ts';",
      },
      {
        file: 'src/api/admin/market.ts',
        behind: '  return [',
        text: `    get('/admin/market/prices', async () => ({
      list: deps.engine.state.instruments.map(({ contract, mark }) => ({
        symbol: contract.symbol,
        mark: priceText(contract, mark),
      })),
    })),`,
      },
      {
        file: 'test/cli/prices.test.ts',
        text: `// The prices of all contracts, as an operator asks for them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Kit, startMarket, SYMBOL } from '../api/kit.ts';
import { outcry } from './process.ts';

let kit: Kit;
beforeAll(async () => void (kit = await startMarket()));
afterAll(() => kit.stop());

it('are a table, or JSON', async () => {
  const table = await outcry('prices', '--data', kit.data);
  expect([table.code, table.stdout]).toEqual([0, expect.stringContaining(SYMBOL)]);
  const { stdout } = await outcry('prices', '--data', kit.data, '--json');
  expect(JSON.parse(stdout)).toContainEqual({ symbol: SYMBOL, mark: expect.stringMatching(/^[1-9]/) });
});
`,
      },
    ],
  },
  'contract.md': {
    first: [],
    missed: [],
    rest: [
      {
        file: 'src/core/language/contract-defaults.ts',
        behind: '10000007 bnb',
        text: '10000009 uni 0.001 1 0.001 1000000 100000 50000000 0.2 0.02 C 0.004875 15000',
      },
      { file: 'src/market/past/profile.ts', behind: 'cmt_bnbusdt', text: 'cmt_uniusdt 7 100000' },
      scenario(`# CONT-001 A new contract trades
index uni 7
ann deposits 10000
bob deposits 10000
bob opens short 10 at 7 in uni as b1
ann opens long 10 at 7 in uni as a1
order a1 is filled
`),
    ],
  },
  'projection.md': {
    name: 'src/live/pulse.ts',
    first: [],
    missed: [],
    rest: [
      {
        file: 'src/live/pulse.ts',
        text: `/**
 * The sequence of the latest command, as a projection: it is made of history, and it can be spared.
 */
import { wholeFromJson } from '../core/state/kinds.ts';
import type { FromHistory } from './projection.ts';

export interface Pulse extends FromHistory {
  readonly latest: () => number;
}

export function createPulse(): Pulse {
  let latest = 0;
  return {
    name: 'pulse',
    needsReplay: true,
    version: 1,
    latest: () => latest,
    save: () => [[latest]],
    restore: (rows) => {
      for (const [sequence] of rows) latest = wholeFromJson(sequence);
    },
    apply: ({ sequence }) => {
      latest = sequence;
    },
  };
}
`,
      },
      {
        file: 'src/folder/history.ts',
        behind: 'import { LiveBars',
        text: "import { createPulse } from '../live/pulse.ts';",
      },
      {
        file: 'src/folder/history.ts',
        insteadOf: 'const all = [bars,',
        text: 'const all = [bars, createPulse(),',
      },
    ],
  },
  'scenario.md': { first: [], missed: [], rest: [scenario(exampleOf('scenario.md'))] },
  'bench.md': {
    name: 'bench/sums.ts',
    first: [],
    missed: [],
    rest: [
      {
        file: 'bench/sums.ts',
        text: `/**
 * Counting up against Gauss: no goal. Options: none.
 */
import { median } from './kit/figures.ts';
import { type Contender, interleave, type Measurement } from './kit/interleave.ts';
import type { Result } from './kit/result.ts';

const TO = 1_000;

const counted = (): number => Array.from({ length: TO }, (_, index) => index + 1).reduce((sum, one) => sum + one, 0);
const known = (): number => (TO * (TO + 1)) / 2;

export function measure(name: 'counted' | 'known'): Measurement {
  const sum = name === 'counted' ? counted : known;
  if (sum() !== 500_500) throw new Error(\`\${name} gives \${sum()}\`);
  const startMs = performance.now();
  for (let time = 0; time < 100; time++) sum();
  return { rate: 100 / (performance.now() - startMs) };
}

export async function run(): Promise<Result> {
  const contenders: Contender[] = (['counted', 'known'] as const).map((name) => ({
    name,
    module: new URL(import.meta.url),
    function: 'measure',
    options: name,
  }));
  const measured = await interleave(contenders, 1);
  const rows = [...measured].map(([name, rounds]) => ({ name, rate: median(rounds.map(({ rate = 0 }) => rate)) }));
  return { name: 'sums', rows, remarks: [], goalMet: true };
}
`,
      },
    ],
  },
};
