// V3-31: a book kept from the messages of v3's depth channels, as programs keep it, is the book that REST shows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE_MS } from '../../patience.ts';
import { connect, type Message, PUBLIC, type TestSocket } from '../../push/push-kit.ts';
import { type Kit, startMarket } from '../kit.ts';
import { ask, connectPublic, expectLikeSample, of } from './socket-kit.ts';

let kit: Kit;
beforeAll(async () => {
  kit = await startMarket();
});
afterAll(() => kit.stop());

/** A book as a program keeps it: a snapshot takes the place of all, a change that of its levels. */
class Book {
  readonly sides = { b: new Map<string, string>(), a: new Map<string, string>() };
  readonly messages: Message[] = [];
  u = -1;

  take(message: Message): void {
    expectLikeSample(message);
    expect(message.U, 'of a change: u of the message before; of a snapshot: its own').toBe(
      message.e === 'depth' ? this.u : message.u,
    );
    for (const name of ['b', 'a'] as const) {
      if (message.e === 'depthSnapshot') this.sides[name].clear();
      for (const [price, size] of message[name])
        if (size === '0') this.sides[name].delete(price);
        else this.sides[name].set(price, size);
    }
    this.u = message.u;
    this.messages.push(message);
  }

  shown(): object {
    const rows = (side: Map<string, string>, sign: 1 | -1) =>
      [...side].toSorted(([a], [b]) => sign * (Number(a) - Number(b)));
    return { bids: rows(this.sides.b, -1), asks: rows(this.sides.a, 1) };
  }
}

/** A socket that listens to a book, and what is kept of it. */
class Follower {
  readonly book = new Book();
  readonly socket: TestSocket;
  #taken = 0;

  constructor(socket: TestSocket) {
    this.socket = socket;
  }

  /** Takes in what has come. */
  catchUp(): Book {
    const { got } = this.socket;
    while (this.#taken < got.length) {
      const message = got[this.#taken++];
      if (of('depthSnapshot')(message) || of('depth')(message)) this.book.take(message);
    }
    return this.book;
  }

  async first(): Promise<void> {
    await this.socket.ever(of('depthSnapshot'));
    this.catchUp();
  }
}

async function follow(levels: 15 | 200): Promise<Follower> {
  const follower = new Follower(await connectPublic(kit.url));
  await ask(follower.socket, 'SUBSCRIBE', `BTCUSDT@depth${levels}`);
  await follower.first();
  return follower;
}

const depth = async (limit: number): Promise<Message> =>
  (await kit.get(kit.alice, `/capi/v3/market/depth?symbol=BTCUSDT&limit=${limit}`)).json;

/** Waits until what was kept is what REST shows, with the same version. */
async function agree(follower: Follower, limit: number): Promise<void> {
  const both = async (): Promise<string[]> => {
    const { lastUpdateId, ...rest } = await depth(limit);
    const book = follower.catchUp();
    return [JSON.stringify([rest, lastUpdateId]), JSON.stringify([book.shown(), book.u])];
  };
  await expect.poll(both, { timeout: PATIENCE_MS }).toSatisfy(([rest, kept]) => rest === kept);
}

describe('V3-31 depth', () => {
  it('joins message to message over 1000 changes, and is the book of REST', { timeout: 120_000 }, async () => {
    const [fifteen, all] = [await follow(15), await follow(200)];
    const maker = await kit.newAccount({ balance: '10000000' });
    const ids: string[] = [];
    for (let changes = 0; changes < 1000; changes++) {
      if (ids.length > 60 || (ids.length > 30 && changes % 3 === 0)) {
        await kit.post(maker, '/capi/v2/order/cancel_order', { orderId: ids.shift() });
        continue;
      }
      // Nearer and farther in turn, so that levels leave the window of 15 and come back.
      const away = 10 + ((changes * 37) % 400) / 10;
      const [type, price] = changes % 2 === 0 ? ['1', 89_999 - away] : ['2', 90_001 + away];
      ids.push(await kit.place(maker, { type, match_price: '0', price: price.toFixed(1), size: '0.01' }));
    }
    await agree(fifteen, 15);
    await agree(all, 200);
    expect(fifteen.book.messages.length).toBeGreaterThan(5);
    expect(all.book.messages.length).toBeGreaterThan(5);
    for (const { socket } of [fifteen, all]) socket.close();
  });

  it('tells a level that leaves the window of 15 with size 0, and one that comes back as new', async () => {
    const maker = await kit.newAccount({ balance: '10000000' });
    const place = (price: string): Promise<string> =>
      kit.place(maker, { type: '1', match_price: '0', price, size: '0.5' });
    for (let at = 0; at < 16; at++) await place(`${89_980 - at}`);
    const follower = await follow(15);
    const { socket, book } = follower;
    await agree(follower, 15);
    const worst = [...book.sides.b.keys()].toSorted((a, b) => Number(a) - Number(b))[0]!;
    const size = book.sides.b.get(worst);
    const better = await place('89999.5');
    const left = await socket.next((m) => of('depth')(m) && m.b.some(([price]: [string]) => price === '89999.5'));
    expect(left.b).toContainEqual([worst, '0']);
    await kit.post(maker, '/capi/v2/order/cancel_order', { orderId: better });
    const back = await socket.next((m) => of('depth')(m) && m.b.some(([price]: [string]) => price === '89999.5'));
    expect(back.b).toContainEqual(['89999.5', '0']);
    expect(back.b).toContainEqual([worst, size]);
    await agree(follower, 15);
    socket.close();
  });

  it('V3-27 keeps the version REST names while nothing changes, whatever else is done', async () => {
    const follower = await follow(200);
    const { socket, book } = follower;
    await agree(follower, 200);
    await kit.setPrice('cmt_ethusdt', '3000');
    await kit.admin('POST', '/admin/accounts/deposit', { uid: kit.bob.uid, amount: '1' });
    expect((await depth(200)).lastUpdateId).toBe(book.u);
    const late = await follow(200);
    expect(late.book.u).toBe(book.u);
    expect(late.book.shown()).toEqual(book.shown());
    for (const one of [socket, late.socket]) one.close();
  });

  it('is told to v2 with the same versions', async () => {
    const { socket, book } = await follow(200);
    const older = await connect(kit.url, PUBLIC);
    await older.subscribe('depth.cmt_btcusdt.200');
    const { data } = await older.next(({ event }) => event === 'payload');
    expect(Number(data[0].endVersion)).toBe(book.u);
    for (const one of [socket, older]) one.close();
  });
});
