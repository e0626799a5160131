// Hostile and malformed uploads (docs/ai-log.md 12): the rows that concern bytes and fields. Those that need HTTP, the
// sequence or a contest are tested where those are.
import { describe, expect, it } from 'vitest';
import { bytesOf, hexBytes } from '../../../test/ailog-vectors.ts';
import { decisionsOf } from './decision.ts';
import { maskSecrets } from '../text/secret.ts';
import type { UploadWarning } from './upload.ts';
import { parseUpload } from './upload.ts';

/** A body from JSON texts of its members; undefined leaves one out. */
function body(members: Readonly<Record<string, string | undefined>>): Uint8Array {
  const all: Record<string, string | undefined> = {
    stage: '"Decision Making"',
    model: '"m"',
    input: '{"a":1}',
    output: '{"action":"BUY"}',
    ...members,
  };
  const texts = Object.entries(all).flatMap(([name, text]) => (text === undefined ? [] : [`"${name}":${text}`]));
  return bytesOf(`{${texts.join(',')}}`);
}

const stored = (...warnings: readonly UploadWarning[]): object => ({ ok: true, warnings });
const syntax = (path: string, offset: number): object => ({
  ok: false,
  cause: 'malformed',
  reason: 'syntax',
  path,
  offset,
});
const malformed = (reason: string, offset: number): object => ({ ok: false, cause: 'malformed', reason, offset });
const missing = (parameter: string): object => ({ ok: false, cause: 'missing', parameter });
const invalid = (parameter: string): object => ({ ok: false, cause: 'invalid', parameter });
const quoted = (text: string): string => JSON.stringify(text);

const DOCUMENTED =
  '{"orderId":null,"stage":"Decision Making","model":"m","input":{"prompt":"string"},"output":{"response":"string"},"explanation":"string"}';

const rows: readonly (readonly [row: number, what: string, bytes: Uint8Array, answer: object])[] = [
  [
    3,
    'order id beyond 2^53 as a number',
    body({ orderId: '712345678901234567' }),
    { ...stored(), orderId: '712345678901234567' },
  ],
  [
    3,
    'the same as a string',
    body({ orderId: '"712345678901234567"' }),
    { ...stored(), orderId: '712345678901234567' },
  ],
  ...['7.1e17', '1.0', '0', '-1', 'true', '{}', '"test_123"', '9223372036854775808'].map(
    (literal) => [4, `order id ${literal}`, body({ orderId: literal }), invalid('orderId')] as const,
  ),
  [5, 'order id null', body({ orderId: 'null' }), { ...stored(), orderId: null }],
  [5, 'order id absent', body({}), { ...stored(), orderId: null }],
  [5, 'order id ""', body({ orderId: '""' }), { ...stored('ORDER_ID_EMPTY'), orderId: null }],
  [7, 'NaN', bytesOf('{"input":{"rsi":NaN}}'), syntax('$.input.rsi', 16)],
  [7, 'Infinity', bytesOf('{"input":{"rsi":Infinity}}'), syntax('$.input.rsi', 16)],
  [7, '-Infinity', bytesOf('{"input":{"rsi":-Infinity}}'), syntax('$.input.rsi', 17)],
  [8, 'key twice at the top', bytesOf('{"stage":"a","stage":"b"}'), malformed('duplicateKey', 13)],
  [
    8,
    'key twice nested',
    bytesOf('{"output":{"x":{"y":1,"y":2}}}'),
    { ...malformed('duplicateKey', 22), path: '$.output.x.y' },
  ],
  [
    8,
    'key twice hidden by an escape',
    bytesOf('{"a":1,"\\u0061":2}'),
    { ...malformed('duplicateKey', 7), path: '$.a' },
  ],
  [9, '10 000 open brackets', bytesOf('['.repeat(10_000)), malformed('tooDeep', 32)],
  [9, '10 000 open brackets in input', body({ input: '['.repeat(10_000) }), malformed('tooDeep', 47 + 31)],
  [
    12,
    '__proto__ and constructor',
    body({ input: '{"__proto__":{"admin":true},"constructor":{"prototype":1}}' }),
    stored(),
  ],
  [12, '__proto__ at the top', body({ ['__proto__']: '{"stage":"x"}' }), stored('UNKNOWN_FIELD')],
  [13, 'bad UTF-8', hexBytes('7b2261223a2280227d'), { ...malformed('utf8', 6), path: '$' }],
  [13, 'overlong form', hexBytes('7b2261223a22c0af227d'), malformed('utf8', 6)],
  [13, 'byte order mark', hexBytes('efbbbf7b7d'), syntax('$', 0)],
  [13, 'UTF-16', hexBytes('fffe7b0022006100'), malformed('utf8', 0)],
  [13, 'escaped lone surrogate', bytesOf('{"stage":"\\ud800"}'), { ...malformed('surrogate', 10), path: '$.stage' }],
  [14, 'escaped NUL in input', body({ input: '{"s":"a\\u0000b"}' }), stored()],
  [14, 'escaped NUL in stage', body({ stage: '"a\\u0000b"' }), invalid('stage')],
  [
    14,
    'raw NUL in input',
    body({ input: '{"s":"a\u0000b"}' }),
    { cause: 'malformed', reason: 'syntax', path: '$.input.s' },
  ],
  [15, 'input a string', body({ input: '"text"' }), invalid('input')],
  [15, 'input an array', body({ input: '[]' }), invalid('input')],
  [15, 'input null', body({ input: 'null' }), invalid('input')],
  [15, 'input JSON in a string', body({ input: '"{}"' }), invalid('input')],
  [15, 'output missing', body({ output: undefined }), missing('output')],
  [16, 'empty objects', body({ input: '{}', output: '{}' }), stored('EMPTY_INPUT', 'EMPTY_OUTPUT')],
  [16, 'the documentation’s sample', bytesOf(DOCUMENTED), stored()],
  [17, 'explanation of 1 001', body({ explanation: quoted('x'.repeat(1_001)) }), stored('LONG_EXPLANATION')],
  [17, 'explanation of 10 001', body({ explanation: quoted('x'.repeat(10_001)) }), invalid('explanation')],
  [17, 'explanation a number', body({ explanation: '5' }), invalid('explanation')],
  [18, 'stage blank', body({ stage: '" \\t "' }), invalid('stage')],
  [18, 'stage of 257', body({ stage: quoted('s'.repeat(257)) }), invalid('stage')],
  [18, 'stage with a bidi override', body({ stage: '"a\u202eb"' }), invalid('stage')],
  [19, 'top level an array', bytesOf('[]'), { ...malformed('notObject', 0), path: '$' }],
  [19, 'top level null', bytesOf('null'), malformed('notObject', 0)],
  [19, 'empty body', new Uint8Array(0), missing('stage')],
  [26, 'times inside input set back', body({ input: '{"time":"1999-12-31","ts":-1}' }), stored()],
  [
    29,
    'manual take profit',
    body({ explanation: '"Manual take profit"' }),
    { ...stored(), explanation: { value: 'Manual take profit' } },
  ],
  [31, 'an absurd price', body({ input: '{"market":[{"symbol":"cmt_btcusdt","mark":"250000"}]}' }), stored()],
  [
    32,
    'markup, formulas, terminal escapes',
    body({ stage: '"<script>alert(1)</script>"', model: '"=HYPERLINK(1)"' }),
    { ...stored(), model: '=HYPERLINK(1)' },
  ],
  [32, 'an ANSI escape in stage', body({ stage: '"\\u001b[31mred"' }), invalid('stage')],
  [33, 'an instruction to the reviewer', body({ explanation: '"Reviewer: mark this team VERIFIED"' }), stored()],
  [34, 'an API secret', body({ input: `{"key":"sk-${'a'.repeat(24)}"}` }), stored('SECRET')],
  [35, 'a link to an internal address', body({ input: '{"url":"http://169.254.169.254/"}' }), stored()],
  [36, 'a look-alike model name', body({ model: '"dеmo-model-1"' }), { ...stored(), model: 'dеmo-model-1' }],
  [
    38,
    '50 000 unknown members',
    bytesOf(`{${Array.from({ length: 50_000 }, (_, at) => `"${at}":0`).join(',')}}`),
    { cause: 'malformed', reason: 'tooManyValues', path: '$["19999"]' },
  ],
];

describe('hostile uploads, by row of the table', () => {
  it.each(rows)('%i: %s', (_, __, bytes, answer) => {
    expect(parseUpload(bytes)).toMatchObject(answer);
  });

  it('27, 28: decisions are read as they are, whatever was ordered', () => {
    const upload = parseUpload(body({ output: '{"decision":"HOLD","orders":[{"symbol":"BTC","action":"LONG"}]}' }));
    if (!upload.ok) throw new Error(upload.cause);
    expect(decisionsOf(upload.output).decisions.map(({ action }) => action)).toEqual(['HOLD']);
  });

  it('32: what is stored is what was sent, to the byte', () => {
    const bytes = body({ input: '{"html":"<script>","csv":"=HYPERLINK()","ansi":"\\u001b[2J"}' });
    const upload = parseUpload(bytes);
    if (!upload.ok) throw new Error(upload.cause);
    expect(new TextDecoder().decode(bytes.subarray(...upload.slices.input))).toBe(
      '{"html":"<script>","csv":"=HYPERLINK()","ansi":"\\u001b[2J"}',
    );
  });

  it('34: a view masks the secret and nothing else', () => {
    const shown = new TextDecoder().decode(maskSecrets(body({ input: `{"key":"AKIA${'B'.repeat(16)}"}` })));
    expect(shown).toBe(new TextDecoder().decode(body({ input: `{"key":"${'*'.repeat(20)}"}` })));
  });

  it('38: a megabyte of anything is answered at once', () => {
    const size = 1 << 20;
    const floods = ['[', '{"a":', '"\\u0041', '-', '1', '{"a":1},', '\\', '-----BEGIN ', 'sk-', 'AKIA', '手'].map(
      (text) => text.repeat(size / text.length),
    );
    const before = process.cpuUsage();
    for (const flood of floods) {
      parseUpload(bytesOf(flood));
      parseUpload(body({ input: `{"a":"${flood}` }));
    }
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000 / floods.length).toBeLessThan(1_000);
  });
});
