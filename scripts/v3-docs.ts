// Writes the generated parts of docs/api-v3.md, the operations of /capi/v3, and of docs/v2-and-v3.md, its words beside
// those of /capi/v2: from the routes, and from the tables by which the exchange turns one into the other.
// `scripts/api-docs.ts` runs it with the rest.
import { readFileSync, writeFileSync } from 'node:fs';
import { V3 } from '../src/api/v3/dialect.ts';
import { ROUTES_V3 } from '../src/api/v3/index.ts';
import {
  demoText,
  directionOf,
  MARGIN_TYPES,
  planTypeOf,
  SEPARATED_TYPES,
  STATUSES,
  symbolText,
  WORKING_TYPES,
} from '../src/api/v3/words/names.ts';
import { COUNTERPARTS } from '../src/api/v3/words/wording.ts';
import { fieldName } from '../src/api/words/field-names.ts';
import {
  EXECUTION_WIRE,
  MARGIN_MODE_CODES,
  ORDER_TYPES,
  PLAN_TYPES,
  POSITION_MODE_CODES,
  TRIGGER_CODES,
} from '../src/api/words/wire.ts';
import type { CommandName, TriggerBy } from '../src/core/language/commands.ts';
import type { PlanKind } from '../src/core/language/vocabulary.ts';
import { operation, operations, table, withParts } from './doc-parts.ts';

const code = (text: string): string => `\`${text}\``;
const entries = <Key extends string, Value>(record: Readonly<Record<Key, Value>>) =>
  Object.entries(record) as [Key, Value][];

function paths(): string {
  const rows = Object.entries(COUNTERPARTS).map(([path, counterpart]) => {
    const [method, own] = counterpart.split(' ');
    return [code(`/capi/v2/${path}`), `${method} ${code(`/capi/v3${own}`)}`];
  });
  return table(['v2', 'v3'], rows);
}

function words(): string {
  const direction = entries(ORDER_TYPES).map(([type, { side, effect, word }]) => {
    const own = directionOf(side, effect);
    return [`type ${code(type)} (${word})`, `side ${code(own.side)}, positionSide ${code(own.positionSide)}`];
  });
  const executions = Object.values(EXECUTION_WIRE).map(({ code: one, v3 }) => [
    `order_type ${code(one)}`,
    `timeInForce ${code(v3)}`,
  ]);
  const modes = entries(MARGIN_TYPES).map(([mode, own]) => [
    `marginMode ${code(MARGIN_MODE_CODES[mode])}`,
    `marginType ${code(own)}`,
  ]);
  const separated = entries(SEPARATED_TYPES).map(([mode, own]) => [
    `separatedMode ${code(POSITION_MODE_CODES[mode])}`,
    `separatedType ${code(own)}`,
  ]);
  const triggers = entries<TriggerBy, string>(WORKING_TYPES).map(([by, own]) => [
    `triggerPriceType ${code(TRIGGER_CODES[by] === '' ? '""' : TRIGGER_CODES[by])}`,
    `workingType ${code(own)}`,
  ]);
  const statuses = entries(STATUSES).map(([status, own]) => [`status ${code(status)}`, code(own)]);
  const name = 'cmt_btcusdt';
  const symbol = [code(name), `${code(symbolText(name))}; on the demo paths ${code(demoText(symbolText(name)))}, too`];
  const kinds = [
    [`match_price ${code('0')}`, `type ${code('LIMIT')}`],
    [`match_price ${code('1')}`, `type ${code('MARKET')}`],
  ];
  return table(
    ['v2', 'v3'],
    [symbol, ...direction, ...kinds, ...executions, ...modes, ...separated, ...triggers, ...statuses],
  );
}

function plans(): string {
  const rows = entries<PlanKind, string>(PLAN_TYPES).flatMap(([kind, planType]) =>
    (kind === 'normal' ? (['up', 'down'] as const) : (['up'] as const)).flatMap((direction) =>
      (['long', 'short'] as const).flatMap((side) => {
        const effect = kind === 'normal' ? 'open' : 'close';
        const own = directionOf(side, effect);
        return [
          [
            code(planType),
            `${own.side} ${own.positionSide}${kind === 'normal' ? `, fires when the price ${direction === 'up' ? 'rises' : 'falls'}` : ''}`,
            code(planTypeOf({ kind, side, effect, direction, price: 1 })),
            code(planTypeOf({ kind, side, effect, direction, price: 0 })),
          ],
        ];
      }),
    ),
  );
  return table(['planType of v2', 'Order', 'orderType with a limit', 'orderType at market'], rows);
}

const COMMANDS = {
  placeOrder: ['clientOrderId', 'execution', 'size', 'takeProfit', 'stopLoss', 'marginMode'],
  placePlanOrder: ['clientOrderId', 'size', 'takeProfit', 'stopLoss', 'marginMode'],
  placeTpSlOrder: ['clientOrderId', 'size', 'price'],
  setLeverage: ['long', 'short', 'marginMode'],
  setMarginMode: ['marginMode'],
} as const satisfies Partial<Record<CommandName, readonly string[]>>;

function fields(): string {
  const rows = entries<keyof typeof COMMANDS, readonly string[]>(COMMANDS).flatMap(([command, names]) =>
    names.flatMap((name) => {
      const [older, own] = [fieldName(name, command), V3.fieldName(name, command)];
      return older === own ? [] : [[command, code(older), code(own)]];
    }),
  );
  return table(['Command', 'Field of v2', 'Field of v3'], rows);
}

/** The pages, and the parts of each. */
export const V3_PAGES: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/api-v3.md': {
    operations: () => operations(ROUTES_V3),
    reference: () => ROUTES_V3.map(operation).join('\n\n'),
  },
  'docs/v2-and-v3.md': { paths, words, plans, fields },
};

/** Writes both. */
export function writeV3Docs(): void {
  for (const [page, parts] of Object.entries(V3_PAGES)) {
    const file = new URL(`../${page}`, import.meta.url);
    writeFileSync(file, withParts(readFileSync(file, 'utf8'), parts, page));
  }
}
