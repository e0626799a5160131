/** Tools for `--modules`: operations that are rarely needed, each as the exchange has it, with its own field names. */
import { type Operation, OPERATIONS } from '../../client/wire/index.ts';
import { decimal, flag, input, oneOf, record, text, texts, type ValueSchema, whole } from '../schema.ts';
import { type Given, textOf, type Tool, ToolRefusal } from '../tool.ts';

type Fields = Readonly<Record<string, ValueSchema>>;

interface Direct {
  readonly name: string;
  readonly module: string;
  readonly operation: Operation;
  readonly about: string;
  readonly fields: Fields;
  readonly needed?: readonly string[];
}

const PAGE: Fields = { symbol: text(), limit: whole('rows') };
const MODE = oneOf(['1', '3'], '1 cross, 3 isolated');

const DIRECT: readonly Direct[] = [
  {
    name: 'order_get_history',
    module: 'history',
    operation: 'history',
    about: 'Your past orders, newest first.',
    fields: { symbol: text(), pageSize: whole('rows') },
  },
  { name: 'order_get_fills', module: 'history', operation: 'fills', about: 'Your fills, newest first.', fields: PAGE },
  {
    name: 'account_get_bills',
    module: 'history',
    operation: 'bills',
    about: 'What changed your money, newest first.',
    fields: PAGE,
  },
  {
    name: 'market_get_trades',
    module: 'history',
    operation: 'trades',
    about: 'The last public trades of a contract.',
    fields: PAGE,
    needed: ['symbol'],
  },
  {
    name: 'market_get_contracts',
    module: 'history',
    operation: 'contracts',
    about: 'All that is fixed of the contracts: grids, limits, fees.',
    fields: { symbol: text() },
  },
  {
    name: 'account_set_leverage',
    module: 'settings',
    operation: 'leverage',
    about: 'Sets leverage of a contract without open orders.',
    fields: {
      symbol: text(),
      marginMode: MODE,
      longLeverage: whole(),
      shortLeverage: whole('default as longLeverage'),
    },
    needed: ['symbol', 'marginMode', 'longLeverage'],
  },
  {
    name: 'account_set_margin_mode',
    module: 'settings',
    operation: 'changeHoldModel',
    about: 'Cross or isolated margin of a contract, while nothing is open in it.',
    fields: { symbol: text(), marginMode: MODE },
    needed: ['symbol', 'marginMode'],
  },
  {
    name: 'plan_place',
    module: 'plans',
    operation: 'plan_order',
    about: 'Places an order that waits for a trigger price.',
    fields: {
      symbol: text(),
      size: decimal('base coin'),
      type: oneOf(['1', '2', '3', '4'], '1 open long, 2 open short, 3 close long, 4 close short'),
      match_type: oneOf(['0', '1'], '0 limit, 1 market'),
      execute_price: decimal('limit'),
      trigger_price: decimal(),
      client_oid: text(),
    },
    needed: ['symbol', 'size', 'type', 'match_type', 'trigger_price'],
  },
  {
    name: 'plan_cancel',
    module: 'plans',
    operation: 'cancel_plan',
    about: 'Cancels an order that waits for its trigger.',
    fields: { orderId: text() },
    needed: ['orderId'],
  },
  {
    name: 'log_validate',
    module: 'evidence',
    operation: 'aiValidate',
    about: 'The grade that the body of a log would get; nothing is uploaded.',
    fields: { stage: text(), model: text(), input: record(), output: record(), explanation: text(), orderId: text() },
    needed: ['stage', 'model', 'input', 'output'],
  },
  {
    name: 'log_list',
    module: 'evidence',
    operation: 'aiLogs',
    about: 'Your uploaded logs, newest first.',
    fields: { orderId: text(), limit: whole('rows') },
  },
  {
    name: 'log_get_proof',
    module: 'evidence',
    operation: 'aiProof',
    about: 'The receipt that a log is in the published log, to be checked without the exchange.',
    fields: { index: whole('of the log') },
    needed: ['index'],
  },
  {
    name: 'contest_get_info',
    module: 'contests',
    operation: 'contestInfo',
    about: 'Rules, phases and teams of a contest.',
    fields: { id: text() },
    needed: ['id'],
  },
  {
    name: 'contest_get_own',
    module: 'contests',
    operation: 'contestMe',
    about: 'Your team, rank, permitted contracts, findings and cases.',
    fields: {},
  },
  {
    name: 'contest_register',
    module: 'contests',
    operation: 'contestRegister',
    about: 'Registers your account as a team; only when the person you work for says so.',
    fields: {
      contestId: text(),
      teamName: text(),
      modelClass: oneOf(['llm', 'ml', 'hybrid']),
      models: texts(),
      members: texts('codes, not names'),
    },
    needed: ['contestId', 'teamName', 'modelClass', 'members'],
  },
  {
    name: 'key_tighten',
    module: 'keys',
    operation: 'apiKeyLimits',
    about: 'Makes the limits of your key tighter; never looser.',
    fields: {
      orderValue: decimal('USDT'),
      positionValue: decimal('USDT'),
      dayLoss: decimal('USDT'),
      reduceOnly: flag(),
      symbols: texts(),
    },
  },
  {
    name: 'key_stop',
    module: 'keys',
    operation: 'apiKeyStop',
    about: 'Stops your key for good and cancels what would open. Use it when something is wrong.',
    fields: { close: flag('close all positions too') },
  },
];

function toolOf({ name, module, operation, about, fields, needed }: Direct): Tool {
  const { method, signed } = OPERATIONS[operation];
  return {
    name,
    module,
    about,
    input: input(fields, needed),
    isPublic: !signed,
    isRead: method === 'GET' || operation === 'bills' || operation === 'aiValidate',
    run: async ({ call }, given) => ({ answer: await call(operation, given as never) }),
  };
}

async function anyOperation({ call }: Parameters<Tool['run']>[0], given: Given): Promise<object> {
  const operation = textOf(given, 'operation');
  if (!Object.hasOwn(OPERATIONS, operation))
    throw new ToolRefusal(
      `there is no operation ${operation.slice(0, 40)}`,
      '/openapi.json of the exchange lists them',
    );
  if ('isFile' in OPERATIONS[operation as Operation])
    throw new ToolRefusal(`${operation} answers a file`, 'take it with a client; a tool has no room for it');
  return { answer: await call(operation as Operation, (given['input'] ?? {}) as never) };
}

const ANY: Tool = {
  name: 'api_call',
  module: 'api',
  about: 'Any operation of /capi/v2 by its name, with its own fields; /openapi.json of the exchange describes them.',
  input: input({ operation: text('such as currentFundRate'), input: record() }, ['operation']),
  isPublic: true,
  run: anyOperation,
};

export const MORE_TOOLS: readonly Tool[] = [...DIRECT.map(toolOf), ANY];
