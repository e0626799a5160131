/** Words and deeds of agents, as everybody may see them, and notices to all, in one list. */
import { fieldKey, leafSalt } from '../../core/log/commit.ts';
import type { OrderHeader } from '../../core/log/header.ts';
import { add } from '../../core/num/mul-div.ts';
import type { State } from '../../core/state/state.ts';
import { contractAt } from '../../core/state/instrument.ts';
import { toBase64 } from '../../core/text/bytes.ts';
import type { ActivityRow } from '../../store/read/activity.ts';
import type { ActivityPlace, DisclosedAccount } from '../../store/read/activity-args.ts';
import type { NoticeLeaf } from '../../store/read/activity-notices.ts';
import { sha256 } from '../../store/sha256.ts';
import { noticeSays, noticeText, saidBy } from './notice.ts';
import { boolean, list, nullableString, number, object, optional, schema, string } from './schema.ts';
import { isForced, LIQUIDATE_TYPES, moneyText, priceText, sizeText } from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';

/** An account that is shown, under the name it is shown by. */
export interface Shown extends DisclosedAccount {
  /** Null: not from a contest. */
  readonly contest: string | null;
  readonly team: string | null;
  readonly name: string;
}

const decision = object({
  action: string(),
  symbol: nullableString(),
  size: nullableString(),
  price: nullableString(),
});
const link = object({
  orderId: optional(string('Of a log: the order it is linked to')),
  index: optional(number('Of an order: the log that decides about it')),
  how: string('hash, named, orderId; opening: of the order that opened its position'),
  deltaMs: optional(number('Time of the log less that of the order')),
});
const opening = 'as it was sent, as JSON: what its key opens';

/** One thing that was said or done. */
export const activityItem = object({
  id: string('Its place: for before and after'),
  t: number('Epoch ms'),
  kind: string('log, order, fill or liquidation; phase, outage, verdict or notice concern all'),
  contest: optional(nullableString()),
  team: optional(nullableString()),
  name: optional(string('Of the team, of an account of the demo, or the title of the contest')),
  index: optional(number('Of its leaf; fills have none')),
  orderId: optional(string()),
  symbol: optional(string()),
  type: optional(string('1 to 4')),
  size: optional(string()),
  price: optional(nullableString('null: an order at market')),
  role: optional(string('TAKER or MAKER')),
  positionId: optional(string('Of a fill: the position it opened or closed')),
  liquidateType: optional(string('Of a liquidation: FORCE_LIQUIDATE, REDUCE or AUTO_DELEVERAGE')),
  value: optional(string('Of a fill')),
  fee: optional(string('Cost positive, that of a liquidation included')),
  realised: optional(string('Gross: fees are not deducted')),
  stage: optional(string()),
  model: optional(string()),
  decisions: optional(list(decision)),
  explanation: optional(string(`The reason, ${opening}`)),
  input: optional(string(`What the model was given, ${opening}`)),
  output: optional(string(`What it answered, ${opening}`)),
  header: optional(nullableString('JCS text')),
  keys: optional(
    schema<Readonly<Record<string, string>>>({
      type: 'object',
      patternProperties: { '^.*$': string() },
      description: 'Open header and texts, base64',
    }),
  ),
  links: optional(list(link)),
  grade: optional(string('A, B, C, D, U or X')),
  lateUntil: optional(number('Of an order: epoch ms until when a log still covers it')),
  text: optional(
    string(
      'Of what concerns all: the phase; cause, from and to; team, outcome, rules and reason; the words of a notice',
    ),
  ),
  says: optional(noticeSays),
  opensAt: optional(number('Epoch ms; until then it is sealed, and all but kind, time and leaf is left out')),
});

export const activityShape = shape(object({ list: list(activityItem), nextPage: boolean() }), {
  list: [
    {
      id: '1767252600000-2-700000000000011',
      t: 1767252600000,
      kind: 'fill',
      contest: null,
      team: null,
      name: 'demo 1000001',
      orderId: '700000000000010',
      symbol: 'cmt_btcusdt',
      type: '1',
      size: '0.0100',
      price: '90000.0',
      role: 'TAKER',
      positionId: '700000000000012',
      value: '900.00000000',
      fee: '0.54000000',
      realised: '0',
    },
  ],
  nextPage: false,
});

type ActivityView = ViewOf<typeof activityShape>['list'][number];

const KINDS = ['log', 'order', 'fill', 'fill'] as const;
const ID = /^(\d{1,15})-([0-4])-(\d{1,16})$/;
const NOTICES = { contest: 'phase', outage: 'outage', verdict: 'verdict', notice: 'notice' } as const;

/** The place an id names, or null. */
export function placeIn(id: string): ActivityPlace | null {
  const [, time, rank, at] = ID.exec(id) ?? [];
  return time === undefined ? null : { timeMs: Number(time), rank: Number(rank), number: Number(at) };
}

/** @param who who an account was at a moment */
export function activityView(
  row: ActivityRow,
  who: (uid: number, timeMs: number) => Shown | undefined,
  state: State,
): ActivityView {
  const { timeMs: t, rank, number: at } = row.place;
  if (row.kind === 'notice') return { id: `${t}-${rank}-${at}`, t, ...noticeFields(row.leaf, state) };
  const base = { id: `${t}-${rank}-${at}`, t, kind: KINDS[rank] as string };
  if (row.kind === 'sealed') return { ...base, index: at, opensAt: row.opensAtMs };
  const { contest, team, name } = who(row.uid, t) as Shown;
  const owned = { ...base, contest, team, name };
  if (row.kind === 'log') {
    const { keys, links, decisions, ...log } = row.log;
    return { ...owned, index: at, ...log, decisions: [...decisions], links: [...links], keys: { ...keys } };
  }
  if (row.kind === 'order') return { ...owned, index: at, ...orderFields(row.order, at, state) };
  const { fill } = row;
  const contract = contractAt(state.bySymbol.get(fill.symbol)!, fill.id);
  return {
    ...owned,
    kind: isForced(fill.cause) ? 'liquidation' : 'fill',
    orderId: String(fill.orderId),
    symbol: fill.symbol,
    type: String((fill.effect === 'open' ? 1 : 3) + (fill.side === 'long' ? 0 : 1)),
    size: sizeText(contract, fill.size),
    price: priceText(contract, fill.price),
    role: fill.role === 'taker' ? 'TAKER' : 'MAKER',
    positionId: String(fill.positionId),
    ...(isForced(fill.cause) ? { liquidateType: LIQUIDATE_TYPES[fill.cause] } : {}),
    value: moneyText(fill.value),
    fee: moneyText(add(fill.fee, fill.liquidateFee)),
    realised: moneyText(fill.realised),
  };
}

function noticeFields({ index, kind, payload }: NoticeLeaf, state: State) {
  const contest = kind === 'outage' ? null : String(payload[kind === 'contest' ? 'id' : 'contest']);
  const found = contest === null ? undefined : state.contest.contests.get(contest);
  const team = kind === 'verdict' ? String(payload['team']) : null;
  const name = team === null ? found?.config.title : found?.teams.find(({ id }) => id === team)?.name;
  return {
    kind: NOTICES[kind],
    contest,
    team,
    ...(name === undefined ? {} : { name }),
    index,
    text: noticeText(kind, payload),
    says: saidBy(kind, payload),
  };
}

function orderFields(
  { orderId, header, grade, lateUntilMs, link: by }: (ActivityRow & { readonly kind: 'order' })['order'],
  index: number,
  { ailog: { saltKey } }: State,
) {
  const { symbol, type, size, price, matchPrice } = JSON.parse(header) as OrderHeader;
  const key =
    saltKey === null ? {} : { header: toBase64(fieldKey(sha256, leafSalt(sha256, saltKey, index), 'header')) };
  const atMarket = matchPrice === '1';
  return {
    orderId,
    symbol,
    type,
    size,
    price: atMarket ? null : price,
    header,
    keys: key,
    links: by === null ? [] : [by],
    grade: grade as string,
    lateUntil: lateUntilMs,
  };
}
