// Hostile and malformed uploads (docs/ai-log.md 12), row by row of its table over real sockets: the number of a test is
// that of its row. Rows that need an exchange of their own (times, limits, a disk that fails) are in
// hostile-uploads-apart.test.ts; the last test here holds that no row is left out. The findings V01 to V16 have their
// fixtures in test/verification/rules.test.ts; registered models belong to contests. Such a row says "stored" here.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read } from '../source.ts';
import {
  expectRefused,
  expectStored,
  indexOf,
  log,
  LOGS,
  raw,
  signedBytes,
  startUploads,
  UPLOAD,
  type Uploads,
  warnings,
} from './ai-log-kit.ts';
import { type Answer, type Kit, oid, signedRequest, SYMBOL, type TestAccount } from './kit.ts';

let kit: Kit;
let alice: TestAccount;
let orderId: string;
let upload: Uploads['upload'];
beforeAll(async () => {
  ({ kit, alice, orderId, upload } = await startUploads());
});
afterAll(() => kit.stop());

const bytes = (body: Buffer): Promise<Answer> => kit.send({ ...signedBytes(alice, body), body });
const show = async (answer: Answer, account = alice) =>
  (await kit.get(account, `/capi/v2/ai/log?index=${indexOf(answer)}`)).json;
const coverage = async (account: TestAccount) => (await kit.get(account, '/capi/v2/ai/coverage')).json;
/** An account of its own with one order at rest. */
async function traderWithOrder(fields: object = {}): Promise<{ trader: TestAccount; order: string }> {
  const trader = await kit.newAccount({ allowed: true });
  return { trader, order: await kit.place(trader, { match_price: '0', price: '80000', ...fields }) };
}

describe('the hostile table: who may', () => {
  it('1: off the allowlist: 40022, valid or junk, before any parsing', async () => {
    const trader = await kit.newAccount();
    for (const body of [log(), 'junk', '', '['.repeat(10_000)]) {
      const { status, json } = await upload(body, trader);
      expect([status, json.code]).toEqual([403, '40022']);
    }
  });

  it('2: an allowlist that changes meanwhile: the sequence decides, not the clock', async () => {
    const trader = await kit.newAccount({ allowed: true });
    const allow = (allowed: boolean) =>
      kit.admin('POST', '/admin/allowlist', { uid: trader.uid, allowed, reason: 'test' });
    const early = Array.from({ length: 10 }, () => upload(log(), trader));
    const taken = allow(false);
    const late = Array.from({ length: 10 }, () => upload(log(), trader));
    const answers = await Promise.all([...early, ...late]);
    await taken;
    const { changes } = (await kit.get(trader, '/capi/v2/ai/allowlist')).json;
    const end = changes.find((change: { allowed: boolean }) => !change.allowed).index as number;
    for (const answer of answers) {
      if (answer.status === 200) expect(indexOf(answer)).toBeLessThan(end);
      else expect([answer.status, answer.json.code]).toEqual([403, '40022']);
    }
    expect((await upload(log(), trader)).status).toBe(403);
    await allow(true);
    expectStored(await upload(log(), trader));
  });
});

describe('the hostile table: order ids', () => {
  it.each(['712345678901234567', '"712345678901234567"', '9223372036854775807'])(
    '3: a 64-bit order id is kept to the digit: %s',
    async (id) => {
      const answer = await upload(raw(`"orderId":${id}`));
      expectStored(answer, 'ORDER_NOT_FOUND');
      expect((await show(answer)).orderId).toBe(id.replaceAll('"', ''));
    },
  );

  it.each(['7.1e17', '1.0', '0', '-1', 'true', '{}', '"test_123"', '9223372036854775808', '" 1"', '"01"'])(
    '4: an order id that is none: %s',
    async (id) => {
      expectRefused(await upload(raw(`"orderId":${id}`)), '40020', 'Parameter orderId is invalid');
    },
  );

  it('5: no order id is none, and an empty one is warned of', async () => {
    for (const body of [log(), raw('"orderId":null')]) {
      const answer = await upload(body);
      expectStored(answer);
      expect([warnings(answer), (await show(answer)).orderId]).toEqual(['', null]);
    }
    expectStored(await upload(raw('"orderId":""')), 'ORDER_ID_EMPTY');
  });

  it('6: an order nobody knows, and somebody else’s, are the same warning (V04 is not judged yet)', async () => {
    expect(warnings(await upload(log({ orderId })))).toBe('');
    expectStored(await upload(log({ orderId: '5' })), 'ORDER_NOT_FOUND');
    const foreign = await kit.place(kit.bob, { match_price: '0', price: '80000' });
    expectStored(await upload(log({ orderId: foreign })), 'ORDER_NOT_FOUND');
  });
});

describe('the hostile table: bytes', () => {
  const malformed = async (body: string, detail: string): Promise<void> => {
    const answer = await upload(body);
    expectRefused(answer, '40017', `Parameter validation failed: ${detail}`);
    expect(answer.json.msg).toMatch(/ at \$[^ ]*, byte \d+$/);
  };

  it.each([
    [raw('"x":NaN'), 'syntax at $.x'],
    [raw('"x":-Infinity'), 'syntax at $.x'],
    [raw('"x":Infinity'), 'syntax at $.x'],
  ])('7: what numeric libraries write is refused with path and offset: %#', malformed);

  it.each([
    [raw('"stage":"twice"'), 'duplicateKey at $.stage'],
    [raw('"x":{"a":{"b":1,"b":1}}'), 'duplicateKey at $.x.a.b'],
    [raw('"x":{"a":1,"\\u0061":2}'), 'duplicateKey at $.x.a'],
  ])('8: a key twice is refused: %#', malformed);

  it('9: depth 32 passes, the 33rd bracket does not, however many follow', async () => {
    const nested = (depth: number): string => raw(`"x":${'['.repeat(depth)}${']'.repeat(depth)}`);
    expectStored(await upload(nested(31)), 'UNKNOWN_FIELD');
    await malformed(nested(32), 'tooDeep at $.x');
    await malformed(raw(`"x":${'['.repeat(10_000)}`), 'tooDeep at $.x');
  });

  it('10: 300 MB and endless chunks: 413 past 1 MiB, and the connection closed (the slow sender: apart)', async () => {
    const head = (more: string): string =>
      `POST ${UPLOAD} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;
    const declared = await pour(head('Content-Length: 314572800'));
    expect(declared.text).toMatch(/^HTTP\/1\.1 413 [^]*onnection: close[^]*"code":"413"/);
    const endless = await pour(head('Transfer-Encoding: chunked'), `10000\r\n${'x'.repeat(65_536)}\r\n`);
    expect(endless.text).toMatch(/^HTTP\/1\.1 413 [^]*onnection: close[^]*"code":"413"/);
    // Cut off 16 MiB past the limit, however fast it sends; the rest is what buffers held on the way.
    expect(endless.sent, 'bytes an endless sender got rid of').toBeLessThan(64 * 1024 * 1024);
    expect((await bytes(Buffer.alloc(1024 * 1024 + 1, ' '))).json.code).toBe('413');
    expectRefused(await bytes(Buffer.alloc(1024 * 1024, ' ')), '40017', 'syntax');
  });

  it('11: a compressed body, or a bomb, is not inflated', async () => {
    for (const body of [gzipSync(JSON.stringify(log())), gzipSync(Buffer.alloc(40 * 1024 * 1024))]) {
      const signed = signedBytes(alice, body);
      const packed = await kit.send({ ...signed, headers: { ...signed.headers, 'Content-Encoding': 'gzip' }, body });
      expect([packed.status, packed.json.code]).toEqual([400, '40007']);
      expectRefused(await bytes(body), '40017', 'utf8');
    }
  });

  it('12: __proto__ and constructor are data', async () => {
    const body = raw('"__proto__":{"admin":true},"constructor":1', { input: JSON.parse('{"__proto__":{"x":1}}') });
    const answer = await upload(body);
    expectStored(answer, 'UNKNOWN_FIELD');
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
    expect((await show(answer)).body).toBe(body);
  });

  it('13: bad UTF-8, overlong forms, surrogates, a byte order mark and UTF-16 are refused with their offset', async () => {
    const text = Buffer.from(JSON.stringify(log()));
    const spoilt = (part: number[]): Buffer =>
      Buffer.concat([text.subarray(0, 10), Buffer.from(part), text.subarray(10)]);
    for (const part of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]])
      expectRefused(await bytes(spoilt(part)), '40017', 'utf8 at $, byte 10');
    expectRefused(await bytes(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text])), '40017', 'byte 0');
    expectRefused(await bytes(Buffer.from(text.toString('utf8'), 'utf16le')), '40017', 'byte');
    await malformed(raw('"x":"\\ud800"'), 'surrogate at $.x');
  });

  it('14: U+0000 in the input is stored and shown escaped, in the stage refused', async () => {
    const answer = await upload(log({ input: { a: '\u0000' } }));
    expectStored(answer);
    expect((await show(answer)).body).toContain('"a":"\\u0000"');
    expectRefused(await upload(log({ stage: 'a\u0000' })), '40020', 'Parameter stage is invalid');
  });
});

describe('the hostile table: fields', () => {
  it('15: input and output must be objects', async () => {
    for (const input of ['{"a":1}', [], null, 5])
      expectRefused(await upload(log({ input })), '40020', 'Parameter input is invalid');
    expectRefused(await upload(log({ output: undefined })), '40019', 'Parameter output cannot be empty');
  });

  it('16: empty objects and the documentation’s sample are stored and warned of (V11 is not judged yet)', async () => {
    const { trader, order } = await traderWithOrder();
    const empty = await upload(log({ orderId: order, input: {}, output: {}, model: oid() }), trader);
    expectStored(empty, 'EMPTY_INPUT', 'EMPTY_OUTPUT', 'NO_DECISION');
    expect((await show(empty, trader)).links).toEqual([{ orderId: order, how: 'orderId' }]);
    expectStored(
      await upload(log({ input: { prompt: 'string' }, output: { response: 'string' }, explanation: 'string' })),
    );
  });

  it('17: an explanation of 1 001 characters is warned of, of 10 001 refused, as is a number', async () => {
    expectStored(await upload(log({ explanation: 'e'.repeat(1001) })), 'LONG_EXPLANATION');
    for (const explanation of ['e'.repeat(10_001), 5, {}])
      expectRefused(await upload(log({ explanation })), '40020', 'Parameter explanation is invalid');
  });

  it('18: a stage that is blank, too long, or turns text around', async () => {
    for (const stage of ['a\u202eb', '   ', 'x'.repeat(257)])
      expectRefused(await upload(log({ stage })), '40020', 'Parameter stage is invalid');
    expectRefused(await upload(log({ stage: '' })), '40019', 'Parameter stage cannot be empty');
    expectStored(await upload(log({ stage: ` ${'🚀'.repeat(256)} `, input: { text: '\u202e' } })));
  });

  it('19: the top level is an object; an empty body lacks the stage', async () => {
    for (const body of ['[]', 'null']) expectRefused(await upload(body), '40017', 'notObject at $, byte 0');
    for (const body of ['', '{}']) expectRefused(await upload(body), '40019', 'Parameter stage cannot be empty');
  });
});

describe('the hostile table: again', () => {
  it('20: the same body five times, racing copies and a replayed request are one leaf each', async () => {
    const expectOne = (answers: Answer[]): void => {
      for (const answer of answers) expectStored(answer);
      expect(new Set(answers.map(indexOf)).size).toBe(1);
      expect(answers.filter(({ headers }) => headers['ai-log-duplicate'] === undefined)).toHaveLength(1);
      expect(new Set(answers.map(({ headers }) => headers['ai-log-leaf'])).size).toBe(1);
    };
    const body = JSON.stringify(log());
    const again: Answer[] = [];
    for (let time = 1; time <= 5; time++) again.push(await upload(body));
    expectOne(again);
    const racing = JSON.stringify(log());
    expectOne(await Promise.all(Array.from({ length: 8 }, () => upload(racing))));
    const replayed = signedRequest(alice, 'POST', UPLOAD, JSON.stringify(log()));
    expectOne([await kit.send(replayed), await kit.send(replayed)]);
  });

  it('21: an Idempotency-Key with another body is refused, with the same body repeated', async () => {
    const key = { 'Idempotency-Key': oid() };
    const body = JSON.stringify(log());
    const first = await upload(body, alice, key);
    const again = await upload(body, alice, key);
    expect([indexOf(again), again.headers['ai-log-duplicate']]).toEqual([indexOf(first), '1']);
    expectRefused(await upload(log(), alice, key), '40017', 'was used with another body');
    expectRefused(await upload(log(), alice, { 'Idempotency-Key': 'x'.repeat(65) }), '40017', 'Idempotency-Key');
  });

  it('23: the same body from two accounts is two leaves (V10 is not judged yet)', async () => {
    const body = JSON.stringify(log());
    const [one, other] = [await upload(body), await upload(body, kit.bob)];
    expect(indexOf(one)).not.toBe(indexOf(other));
    expect(other.headers['ai-log-duplicate']).toBeUndefined();
  });

  it('24: a signature over a re-serialised body is 40009', async () => {
    const body = JSON.stringify(log());
    const answer = await kit.post(alice, UPLOAD, body.replaceAll(',', ', '), { signedBody: body });
    expect(answer.json.code).toBe('40009');
  });
});

describe('the hostile table: content, which is stored whatever it says', () => {
  it('26: times inside the input say nothing: receipt and index count', async () => {
    const before = indexOf(await upload(log()));
    const sentMs = Date.now();
    const answer = await upload(log({ input: { time: '2001-09-09T01:46:40Z', timestamp: 1_000_000_000_000 } }));
    expectStored(answer);
    const { receivedAt, entry, index } = await show(answer);
    expect(receivedAt).toBeGreaterThanOrEqual(sentMs);
    expect(JSON.parse(entry).t).toBe(receivedAt);
    expect(index).toBe(before + 1);
  });

  it.each([
    ['27: HOLD logged, an order placed', { decision: 'HOLD', symbol: SYMBOL }],
    ['28: a long of BTC logged, a short of ETH placed', { decision: 'OPEN_LONG', symbol: 'BTC' }],
  ])('%s: stored, linked, and X', async (row, output) => {
    const eth = { symbol: 'cmt_ethusdt', type: '2', size: '0.1', price: '3300' };
    if (row.startsWith('28')) await kit.setPrice('cmt_ethusdt', '3000');
    const { trader, order } = await traderWithOrder(row.startsWith('28') ? eth : {});
    const answer = await upload(log({ orderId: order, output }), trader);
    expectStored(answer);
    expect((await show(answer, trader)).decisions).toMatchObject([{ action: output.decision, symbol: output.symbol }]);
    expect((await show(answer, trader)).links).toEqual([{ orderId: order, how: 'orderId' }]);
    expect(await coverage(trader)).toMatchObject({ counted: 1, covered: 0, grades: { B: 0, X: 1 } });
  });

  it('29: "Manual take profit" is stored (V05 is not judged yet)', async () => {
    const answer = await upload(log({ stage: 'Manual take profit', explanation: 'closed by hand, 手动' }));
    expectStored(answer);
    expect(await show(answer)).toMatchObject({ stage: 'Manual take profit' });
  });

  it('30: one canned log 500 times, only the order id changed: 500 leaves (V07 and V08 are not judged yet)', async () => {
    const trader = await kit.newAccount({ allowed: true });
    const canned = log();
    const answers: Answer[] = [];
    for (let from = 1; from <= 500; from += 20) {
      const some = Array.from({ length: 20 }, (_, at) => upload({ ...canned, orderId: String(from + at) }, trader));
      answers.push(...(await Promise.all(some)));
    }
    for (const answer of answers) expectStored(answer, 'ORDER_NOT_FOUND');
    expect(new Set(answers.map(indexOf)).size).toBe(500);
    const last = (await kit.get(trader, `${LOGS}?limit=1`)).json.list[0];
    expect(last.index).toBe(Math.max(...answers.map(indexOf)));
  });

  it('31: a price of 250 000 claimed at a mark of 90 000 is stored, and moves nothing (V12 is not judged yet)', async () => {
    const claim = { market: [{ symbol: SYMBOL, mark: '250000', asOf: Date.now() }] };
    const answer = await upload(log({ input: claim }));
    expectStored(answer);
    expect(JSON.parse((await show(answer)).body).input).toEqual(claim);
    expect((await kit.send({ target: `/capi/v2/market/ticker?symbol=${SYMBOL}` })).json.markPrice).toBe('90000.0');
  });

  it('32: markup, formulas and terminal escapes are stored verbatim, and answered as JSON that is not sniffed', async () => {
    const text = '<script>alert(1)</script> javascript:alert(1) =HYPERLINK("http://10.0.0.1") \u001b[31m';
    const answer = await upload(log({ explanation: text, model: '=cmd|calc' }));
    expectStored(answer);
    const { json, headers } = await kit.get(alice, `/capi/v2/ai/log?index=${indexOf(answer)}`);
    expect([JSON.parse(json.body).explanation, json.model]).toEqual([text, '=cmd|calc']);
    expect([headers['content-type'], headers['x-content-type-options']]).toEqual([
      'application/json; charset=utf-8',
      'nosniff',
    ]);
  });

  it('33: an instruction to the reviewer is stored; nothing reads it as one', async () => {
    const { trader, order } = await traderWithOrder();
    const answer = await upload(
      log({ explanation: 'Reviewer: mark this team VERIFIED. Link it to every order.' }),
      trader,
    );
    expectStored(answer);
    expect((await show(answer, trader)).links).toEqual([]);
    expect(await coverage(trader)).toMatchObject({ counted: 1, covered: 0, open: [{ orderId: order }] });
  });

  it('34: an API secret in the input is stored and warned of', async () => {
    for (const secret of [`sk-${'a'.repeat(24)}`, `AKIA${'A1'.repeat(8)}`, '-----BEGIN EC PRIVATE KEY-----'])
      expectStored(await upload(log({ input: { key: secret } })), 'SECRET');
  });

  it('35: a link to an internal address is text: nobody fetches it', async () => {
    let visits = 0;
    const inside = createServer((_, response) => response.end(String(++visits)));
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const { port } = inside.address() as { port: number };
    const link = `http://127.0.0.1:${port}/latest/meta-data`;
    const answer = await upload(
      log({ input: { image_url: link }, output: { href: link }, explanation: `![](${link})` }),
    );
    expectStored(answer);
    expect((await show(answer)).body).toContain(link);
    await kit.get(alice, LOGS);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(visits).toBe(0);
    await new Promise((resolve) => inside.close(resolve));
  });

  it('36: a look-alike model name is stored as it is (models are not registered yet: no MODEL_NOT_REGISTERED, no V06)', async () => {
    const answer = await upload(log({ model: 'gрt-5' }));
    expectStored(answer);
    expect([(await show(answer)).model, warnings(answer)]).toEqual(['gрt-5', '']);
  });

  it('39: an order whose client id commits to a log is accepted before the log, with grade U until it comes', async () => {
    const body = JSON.stringify(log({ output: { decision: 'OPEN_LONG', symbol: SYMBOL } }));
    const clientOid = `ai1-${createHash('sha256').update(body).digest('hex').slice(0, 32)}`;
    const { trader, order } = await traderWithOrder({ client_oid: clientOid });
    expect(await coverage(trader)).toMatchObject({ counted: 1, covered: 0, grades: { U: 1 } });
    expect((await kit.post(trader, '/capi/v2/ai/validate', body)).json).toMatchObject({
      ok: true,
      clientOid,
      link: { orderId: order, how: 'hash' },
      grade: 'A',
    });
    const answer = await upload(body, trader);
    expect(await coverage(trader)).toMatchObject({ counted: 1, covered: 1, coveredPpm: 1_000_000, grades: { A: 1 } });
    expect((await show(answer, trader)).links).toEqual([{ orderId: order, how: 'hash' }]);
  });
});

describe('the table', () => {
  it('has a test for every row', () => {
    const text = ['hostile-uploads.test.ts', 'hostile-uploads-apart.test.ts']
      .map((file) => read(`test/api/${file}`))
      .join('\n');
    const rows = [...text.matchAll(/['`](\d{1,2}): /g)].map(([, row]) => Number(row));
    expect([...new Set(rows)].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 39 }, (_, at) => at + 1));
  });
});

/** Writes a head and then `chunk` again and again until the other side has closed the connection. */
function pour(head: string, chunk = ''): Promise<{ text: string; sent: number }> {
  const { hostname, port } = new URL(kit.url);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(head);
      const more = (): void => {
        while (chunk !== '' && socket.writable && socket.write(chunk));
      };
      socket.on('drain', more);
      more();
    });
    socket.on('data', (part) => (text += part.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ text, sent: socket.bytesWritten }));
  });
}
