/**
 * An account as it is now, kept by the private channels: collateral, open positions, orders that can still change, and
 * every fill as it happens. Each change of the account has a number, and says which one its channel told before; when
 * one is missing, or the connection broke, all is read again, and the fills missed meanwhile are told first. Until then
 * `isLive` is false.
 *
 * What it keeps true: while it is live, what it shows is what the exchange showed at `version`, each part at the latest
 * change that touched it; no fill is told twice, none is left out.
 */
import { OutcryError } from '../errors.ts';
import type { Answered } from '../http.ts';
import type { Calls } from '../operations.ts';
import type {
  FillsAnswer,
  PrivateChannel,
  PrivateEvent,
  PushedCollateral,
  PushedFill,
  PushedOrder,
  PushedPosition,
} from '../wire/index.ts';
import { CatchUp } from './catch-up.ts';
import type { Connection, ConnectionState, Message } from './connection.ts';
import { Listeners } from './listeners.ts';
import { type OrderEntry, SocketOrderEntry } from './order-entry.ts';

const CHANNELS: readonly PrivateChannel[] = ['account', 'positions', 'orders', 'fill'];

const FINAL = ['FILLED', 'CANCELED'];
const ROWS = 100;

export class AccountStream {
  /** It shows the present; or no longer, until all was read again. */
  readonly live = new Listeners<[isLive: boolean]>();
  /** One change, after it was taken in. */
  readonly changes = new Listeners<[event: PrivateEvent, channel: string]>();
  readonly fills = new Listeners<[fills: readonly PushedFill[]]>();
  readonly refused = new Listeners<[error: OutcryError]>();
  /** Orders over this socket instead of HTTP. */
  readonly entry: OrderEntry;
  readonly #connection: Connection;
  readonly #client: Calls;
  readonly #orders = new Map<string, PushedOrder>();
  readonly #positions = new Map<string, PushedPosition>();
  readonly #collateral = new Map<string, PushedCollateral>();
  readonly #fills: CatchUp<PushedFill>;
  /** The number of the last message of each channel that has begun. */
  readonly #seen = new Map<PrivateChannel, number>();
  #version = 0;
  #fillsFromMs: number | null = null;

  constructor(connection: Connection, client: Calls) {
    this.#connection = connection;
    this.#client = client;
    this.entry = new SocketOrderEntry(connection).operations;
    this.#fills = new CatchUp<PushedFill>({
      placeOf: ({ id }) => Number(id),
      readFrom: (place) => this.#fillsFrom(place),
      tell: (fills) => {
        this.#fillsFromMs = Number(fills.at(-1)?.createdTime ?? this.#fillsFromMs);
        this.fills.tell(fills);
      },
      repeats: false,
    });
    connection.state.add((state, reason) => this.#turned(state, reason));
    connection.messages.add((message) => this.#heard(message));
    connection.start();
  }

  /** Whether the present is shown. */
  get isLive(): boolean {
    return this.#seen.size === CHANNELS.length;
  }

  /** The number of the last change that was taken in. */
  get version(): number {
    return this.#version;
  }

  /** Orders that can still change, plan orders that wait among them, by id. */
  get orders(): ReadonlyMap<string, PushedOrder> {
    return this.#orders;
  }

  /** Open positions by id. */
  get positions(): ReadonlyMap<string, PushedPosition> {
    return this.#positions;
  }

  /** A row for each part of the margin: the cross part, and each isolated position. */
  get collateral(): readonly PushedCollateral[] {
    return [...this.#collateral.values()];
  }

  /** Resolves when it shows the present. @throws OutcryError when the exchange doesn't let it in */
  ready(): Promise<void> {
    if (this.isLive) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const stops = [
        this.live.add((isLive) => isLive && end(resolve)),
        this.#connection.state.add((state, reason) => {
          if (state === 'closed') end(() => reject(reason ?? new Error('the stream was closed')));
        }),
      ];
      const end = (then: () => void): void => {
        for (const stop of stops) stop();
        then();
      };
      const { current, refusal } = this.#connection;
      if (current === 'closed') end(() => reject(refusal ?? new Error('the stream was closed')));
    });
  }

  /** Ends the connection for good. */
  close(): void {
    this.#fills.end();
    this.#connection.close();
  }

  #turned(state: ConnectionState, reason: OutcryError | null): void {
    if (state === 'open') for (const channel of CHANNELS) this.#connection.send({ event: 'subscribe', channel });
    else if (this.isLive || this.#seen.size > 0) {
      const wasLive = this.isLive;
      this.#seen.clear();
      if (wasLive) this.live.tell(false);
    }
    if (state === 'closed' && reason !== null) this.refused.tell(reason);
  }

  #heard(message: Message): void {
    const { event, channel, msg } = message;
    if (event === 'error') this.refused.tell(OutcryError.of(message));
    if (event !== 'payload' || !isPrivate(channel)) return;
    const news = msg as PrivateEvent;
    if (news.msgEvent === 'Snapshot') return this.#begin(channel, news);
    const seen = this.#seen.get(channel);
    if (seen === undefined || news.version <= seen) return;
    if (news.previousVersion > seen) return this.#connection.restart('a change is missing');
    this.#seen.set(channel, news.version);
    this.#version = Math.max(this.#version, news.version);
    this.#take(channel, news);
    this.changes.tell(news, channel);
  }

  #begin(channel: PrivateChannel, news: PrivateEvent): void {
    if (channel === 'orders') this.#orders.clear();
    if (channel === 'positions') this.#positions.clear();
    if (channel === 'account') this.#collateral.clear();
    if (channel === 'fill') this.#beginFills(news);
    else this.#take(channel, news);
    this.#seen.set(channel, news.version);
    if (this.isLive) this.#version = Math.max(...this.#seen.values());
    this.changes.tell(news, channel);
    if (this.isLive) this.live.tell(true);
  }

  /** The first time nothing of the past is told; after that what was missed is read. */
  #beginFills({ data, time }: PrivateEvent): void {
    const recent = data.orderFillTransaction ?? [];
    if (this.#fillsFromMs === null) {
      this.#fillsFromMs = time;
      this.#fills.begin(Math.max(0, ...recent.map(({ id }) => Number(id))));
    } else this.#fills.take([], true);
  }

  #take(channel: PrivateChannel, { data }: PrivateEvent): void {
    if (channel === 'fill') this.#fills.take(data.orderFillTransaction ?? [], false);
    if (channel === 'account') for (const row of data.collateral ?? []) this.#collateral.set(partOf(row), row);
    if (channel === 'positions')
      for (const row of data.position ?? []) keep(this.#positions, row, Number(row.size) !== 0);
    if (channel === 'orders') for (const row of data.order ?? []) keep(this.#orders, row, !FINAL.includes(row.status));
  }

  /** Fills after `place`, oldest first, read page by page until one is known. */
  async #fillsFrom(place: number): Promise<{ items: readonly PushedFill[]; isShort: boolean }> {
    const found: PushedFill[] = [];
    for (let cursor: string | null = null; ; ) {
      const query = { startTime: this.#fillsFromMs, limit: ROWS, cursor };
      const page: Answered<FillsAnswer> = await this.#client.call('fills', query);
      const { answer, headers } = page;
      found.push(...answer.list.filter(({ tradeId }) => tradeId > place).map(pushedFill));
      cursor = headers.get('X-Next-Cursor');
      if (cursor === null || answer.list.some(({ tradeId }) => tradeId <= place))
        return { items: found.toReversed(), isShort: false };
    }
  }
}

type FillRow = FillsAnswer['list'][number];

/** A row of `fills` as the channel would have sent it. */
function pushedFill(row: FillRow): PushedFill {
  const { tradeId, orderId, symbol, createdTime, role, liquidateType, positionId, ...rest } = row;
  const { marginMode, separatedMode, positionSide, orderSide } = rest;
  const { fillSize, fillValue, fillFee, liquidateFee, realizePnl } = rest;
  return {
    id: String(tradeId),
    coinId: 'USDT',
    contractId: symbol,
    orderId: String(orderId),
    marginMode,
    separatedMode,
    // The one thing the channel says and REST does not.
    separatedOpenOrderId: '0',
    positionSide,
    orderSide,
    fillSize,
    fillValue,
    fillFee,
    liquidateFee,
    realizePnl,
    direction: role,
    createdTime: String(createdTime),
    updatedTime: String(createdTime),
    ...(liquidateType === 'NONE' ? {} : { liquidateType }),
    ...(positionId === undefined ? {} : { positionId: String(positionId) }),
  };
}

function isPrivate(channel: unknown): channel is PrivateChannel {
  return CHANNELS.some((one) => one === channel);
}

function partOf({ coinId, marginMode, crossContractId, isolatedPositionId }: PushedCollateral): string {
  return `${coinId} ${marginMode} ${crossContractId} ${isolatedPositionId}`;
}

function keep<Row extends { readonly id: string }>(rows: Map<string, Row>, row: Row, isKept: boolean): void {
  if (isKept) rows.set(row.id, row);
  else rows.delete(row.id);
}
