/**
 * Lists of an account that are read newest first, a page at a time: of live records (`liveList`), and of stored rows
 * (`storedList`). A list's own file states what differs: where its records are, what narrows them, how one is shown.
 *
 * Both check in the order of their table: filters, range, page, and last whether the range is the right way round. Both
 * send `X-Next-Cursor` exactly when more follows.
 */
import { type TProperties, Type } from 'typebox';
import type { Account, Instrument } from '../../core/state/records.ts';
import type { Page, PageRequest } from '../../store/queries/paging.ts';
import type { Question, Questions } from '../../store/questions.ts';
import { accountOf, type Call } from '../front/call.ts';
import { type AnyRoute, defineRoute, type RouteStatement } from '../front/route.ts';
import { listOf, type Shape } from '../shapes/shape.ts';
import { type Bilingual, invalid } from '../words/errors.ts';
import { type Fields, foundInstead, textOf } from './fields.ts';
import { answerPage, pageOfRecords, pageRequest, sendCursor } from './paging.ts';
import { optionalSymbol } from './parameters.ts';
import { idOf, isIntegerText } from './scalars.ts';
import { cursorField, endTimeField, pageField, startTimeField, symbolField, text, whole } from './schemas.ts';
import { checkTimeRange, timeRange } from './times.ts';

const MOST_ROWS = 100;
const rangeFields = { startTime: Type.Optional(startTimeField), endTime: Type.Optional(endTimeField) };
const placeFields = { page: Type.Optional(pageField), cursor: Type.Optional(cursorField) };
const rowsField = (usual: number) => Type.Optional(whole('Rows', 1, MOST_ROWS, usual));

/** Common to all lists: each is the caller's own, for a key that may read. */
type Own = 'operation' | 'summary' | 'path' | 'weight' | 'isAddition';
const ownReading = { access: 'private', permission: 'read' } as const;

/** A record that lists show: it has an ascending id, a time and a contract. */
interface Listed {
  readonly id: number;
  readonly createdMs: number;
  readonly instrument: Instrument;
}

interface LiveList<Item extends Listed, View> extends Pick<RouteStatement<unknown, unknown>, Own> {
  readonly shape: Shape<View>;
  /** The account's records, in any order. */
  readonly of: (account: Account) => Iterable<Item>;
  /** When one was created, where its record doesn't say. */
  readonly createdMs?: (item: Item) => number;
  readonly view: (item: Item, call: Call) => View;
}

interface LiveFilter extends PageRequest {
  readonly symbol: string | null;
  /** Null: not asked for. 0: an id no record has. */
  readonly orderId: number | null;
  readonly startTime: number | null;
  readonly endTime: number | null;
}

/** A list of the engine's records, by contract, id and creation time. Reads the state. */
export function liveList<Item extends Listed, View>(list: LiveList<Item, View>): AnyRoute {
  const { shape, of, view, createdMs = (item) => item.createdMs, ...own } = list;
  return defineRoute<LiveFilter, readonly View[]>({
    ...own,
    ...ownReading,
    method: 'GET',
    parameters: Type.Object({
      symbol: Type.Optional(symbolField),
      orderId: Type.Optional(orderIdFilterField),
      ...rangeFields,
      limit: rowsField(MOST_ROWS),
      ...placeFields,
    }),
    sample: '',
    answer: listOf(shape),
    errors: ['40020', '40017'],
    parse: (fields, call) => {
      const filter = { symbol: optionalSymbol(fields, call), orderId: orderIdFilter(fields), ...timeRange(fields) };
      const page = pageRequest(fields, 'limit', MOST_ROWS);
      checkTimeRange(filter);
      return { ...filter, ...page };
    },
    handle: (filter, call) => {
      const account = call.deps.engine.state.accounts.get(accountOf(call));
      const records = account === undefined ? [] : [...of(account)];
      const newest = records.filter((record) => matches(record, createdMs(record), filter)).sort((a, b) => b.id - a.id);
      const page = pageOfRecords(newest, filter, createdMs);
      sendCursor(call, page.nextCursor);
      return page.items.map((item) => view(item, call));
    },
  });
}

export const orderIdFilterField = text('Only this order');

const DIGITS: Bilingual = {
  en: 'the id of an order as it came, in digits: as text or a whole number, never as a double',
  zh: '原样的订单号（纯数字）：以字符串或整数保存，不要用浮点数',
};

/** `orderId` as a filter, in digits of any number: a list of everything would be taken for that order's. */
export function orderIdText(fields: Fields): string | null {
  const value = textOf(fields, 'orderId');
  if (value !== null && !isIntegerText(value)) throw invalid('orderId', foundInstead(value, DIGITS));
  return value;
}

/** The same as an id of ours. Null: not asked for. 0: an id nothing has. */
export function orderIdFilter(fields: Fields): number | null {
  const value = orderIdText(fields);
  return value === null ? null : (idOf(value) ?? 0);
}

function matches(
  { instrument, id }: Listed,
  createdMs: number,
  { symbol, orderId, startTime, endTime }: LiveFilter,
): boolean {
  if (symbol !== null && instrument.contract.symbol !== symbol) return false;
  if (orderId !== null && id !== orderId) return false;
  return (startTime === null || createdMs >= startTime) && (endTime === null || createdMs <= endTime);
}

/** The questions to the store that are answered with a page of an account's rows. */
type ListQuestion = {
  [Name in Question]: Questions[Name]['answer'] extends Page<unknown> ? Name : never;
}[Question];
/** The filters of a list besides account, range and page. */
type FilterOf<Name extends ListQuestion> = Omit<
  Questions[Name]['args'],
  'uid' | 'startMs' | 'endMs' | keyof PageRequest
>;

/** Fields of a request and how they are read. */
interface Reading<Value> {
  readonly fields: TProperties;
  readonly read: (fields: Fields, call: Call) => Value;
}

interface StoredList<Name extends ListQuestion, Late extends keyof FilterOf<Name>, Answer>
  extends Pick<RouteStatement<unknown, Answer>, Own | 'method' | 'sample' | 'answer' | 'errors'> {
  readonly question: Name;
  /** The parameters before the range in the table, and those after it. */
  readonly filter: Reading<Omit<FilterOf<Name>, Late>>;
  readonly lateFilter?: Reading<Pick<FilterOf<Name>, Late>>;
  /** This list's name for the size of its pages, and the size when none is given. */
  readonly rows: { readonly name: 'limit' | 'pageSize'; readonly usual: number };
  readonly view: (page: Questions[Name]['answer'], call: Call) => Answer;
}

/** A list the store answers, after its projection has reached the caller's last write (W-30). */
export function storedList<Name extends ListQuestion, Answer, Late extends keyof FilterOf<Name> = never>({
  question,
  filter,
  lateFilter,
  rows,
  view,
  ...own
}: StoredList<Name, Late, Answer>): AnyRoute {
  return defineRoute<Omit<Questions[Name]['args'], 'uid'>, Answer>({
    ...own,
    ...ownReading,
    parameters: Type.Object({
      ...filter.fields,
      ...rangeFields,
      ...lateFilter?.fields,
      [rows.name]: rowsField(rows.usual),
      ...placeFields,
    }),
    parse: (fields, call) => {
      const narrowed = filter.read(fields, call);
      const range = timeRange(fields);
      const late = lateFilter?.read(fields, call);
      const page = pageRequest(fields, rows.name, rows.usual);
      checkTimeRange(range);
      const args = { ...narrowed, ...late, startMs: range.startTime, endMs: range.endTime, ...page };
      return args as unknown as Omit<Questions[Name]['args'], 'uid'>;
    },
    handle: async (args, call) => {
      const { store, sequencer } = call.deps;
      const asked = store.ask(
        question,
        { ...args, uid: accountOf(call) } as Questions[Name]['args'],
        sequencer.sequence,
      );
      return view(await answerPage(call, asked), call);
    },
  });
}
