// Decision normalisation: the vectors, and the corners of each part.
import { describe, expect, it } from 'vitest';
import { bytesOf, vectors } from '../../../test/ailog-vectors.ts';
import type { Decisions } from './decision.ts';
import { decisionsOf, READING, symbolMatches } from './decision.ts';
import { RULESETS } from '../verification/ruleset.ts';
import { termsOf } from '../verification/terms.ts';
import { scanObject, UPLOAD_LIMITS } from '../text/scan.ts';

function decide(output: string, reading = READING): Decisions {
  const scanned = scanObject(bytesOf(output), UPLOAD_LIMITS);
  if (!scanned.ok) throw new Error(`${scanned.reason} at ${scanned.offset}`);
  return decisionsOf(scanned.root, reading);
}

const actionsOf = (output: string): readonly string[] => decide(output).decisions.map(({ action }) => action);

describe('decisionsOf: vectors', () => {
  it.each(vectors.decision.cases.map((vector) => [vector.output, vector] as const))(
    '%s',
    (_, { output, decisions, clientOids }) => {
      expect(decide(output)).toEqual({ decisions, clientOids });
    },
  );

  it('reads all of them', () => {
    expect(vectors.decision.cases.length).toBeGreaterThan(50);
  });
});

describe('symbolMatches: vectors', () => {
  it.each(vectors.decision.symbols.map((vector) => [vector.logged, vector] as const))(
    '%s',
    (_, { logged, base, quote, matches }) => {
      expect(symbolMatches(logged, base, quote)).toBe(matches);
    },
  );
});

describe('part 1: words', () => {
  it('takes a text of 64 code points and none of 65', () => {
    expect(actionsOf(`{"action":"BUY ${'😀'.repeat(60)}"}`)).toEqual(['BUY']);
    expect(actionsOf(`{"action":"BUY ${'😀'.repeat(61)}"}`)).toEqual([]);
  });

  it('takes Chinese words only whole', () => {
    expect(actionsOf('{"action":"买入"}')).toEqual(['BUY']);
    expect(actionsOf('{"action":"买入吧"}')).toEqual([]);
  });

  it('has no letters but ASCII', () => {
    expect(actionsOf('{"action":"ſell"}')).toEqual([]);
    expect(actionsOf('{"action":"ＢＵＹ"}')).toEqual([]);
  });
});

describe('part 2: an object', () => {
  it.each([
    ['{"action":"open","side":"sell"}', ['OPEN_SHORT']],
    // The order's side or the position's.
    ['{"action":"close","side":"sell"}', ['CLOSE']],
    ['{"action":"CLOSE","side":"BUY"}', ['CLOSE']],
    ['{"action":"CLOSE","side":"BUY","positionSide":"LONG"}', ['CLOSE_LONG']],
    ['{"action":"BUY_TO_CLOSE"}', ['CLOSE_SHORT']],
    ['{"action":"CLOSE","side":"long"}', ['CLOSE_LONG']],
    ['{"action":"open and close","side":"long"}', []],
    ['{"action":"not","side":"long"}', ['HOLD']],
    ['{"type":3.0}', []],
    ['{"type":" 3 "}', ['CLOSE_LONG']],
    ['{"type":5,"side":"long"}', ['OPEN_LONG']],
    ['{"position":"long","action":"sell"}', ['CLOSE_LONG']],
    ['{"position":"long"}', []],
    ['{"action":"","signal":"buy"}', ['BUY']],
    ['{"ACTION":"buy","action":"sell"}', ['BUY']],
  ])('%s', (output, actions) => {
    expect(actionsOf(output)).toEqual(actions);
  });
});

describe('part 2: a veto', () => {
  it.each([
    ['{"action":"FLOW_GATE_BLOCKED","min_flow":0.6}', ['HOLD']],
    ['{"decision":"VETO","symbol":"cmt_btcusdt"}', ['HOLD']],
    ['{"signal":"risk-vetoed"}', ['HOLD']],
    ['{"final_decision":"SPREAD_GATE_2_REJECTED"}', ['HOLD']],
    ['{"recommendation":"COOLDOWN"}', ['HOLD']],
    // It says what is done, whatever a later name holds, as WAIT does.
    ['{"decision":"REJECTED","action":"BUY"}', ['HOLD']],
    ['{"action":"BUY","signal":"BLOCKED"}', ['BUY']],
    // A gate beside a decision decides nothing; gates alone do.
    ['{"gate":{"decision":"BLOCKED"},"plan":{"action":"BUY"}}', ['BUY']],
    ['{"flow":{"decision":"BLOCKED"},"risk":{"action":"HALTED"}}', ['HOLD', 'HOLD']],
    // With a side it is neither.
    ['{"action":"LONG_BLOCKED"}', []],
    ['{"action":"ENTRY_BLOCKED"}', []],
    ['{"action":"NOT_BLOCKED"}', []],
    // Other words of a team's own, and what only looks like them.
    ['{"action":"QWERTZ_UIOP"}', []],
    ['{"action":"UNBLOCKED"}', []],
    ['{"action":"BULLISH_ORDER_BLOCK"}', []],
    ['{"signal":"FAILED_BREAKOUT"}', []],
    ['{"decision":"PASS"}', []],
    // Prose, and names that say something else.
    ['{"action":"the sellers are blocked, so go"}', []],
    ['{"type":"BLOCKED"}', []],
    ['{"side":"REJECTED"}', []],
    ['{"gate":"BLOCKED"}', []],
  ])('%s', (output, actions) => {
    expect(actionsOf(output)).toEqual(actions);
  });

  it('is about the contract it names, and changes no symbol of others', () => {
    expect(decide('{"action":"BLOCKED","symbol":"BTC"}').decisions).toEqual([
      { action: 'HOLD', symbol: 'BTC', size: null, price: null },
    ]);
    expect(decide('{"gate":{"action":"BLOCKED"},"plan":{"action":"BUY"}}').decisions[0]?.symbol).toBeNull();
  });

  it('was not read by the first version', () => {
    const first = (output: string) => decide(output, termsOf(RULESETS[1]).reading).decisions;
    expect(first('{"action":"FLOW_GATE_BLOCKED"}')).toEqual([]);
    expect(first('{"action":"LONG_BLOCKED"}')).toMatchObject([{ action: 'OPEN_LONG' }]);
    expect(first('{"decision":"REJECTED","action":"BUY"}')).toMatchObject([{ action: 'BUY' }]);
  });
});

describe('part 3: the list', () => {
  it('has at most 50 entries', () => {
    expect(actionsOf(`{"list":[${Array.from({ length: 60 }, () => '{"action":"BUY"}').join(',')}]}`)).toHaveLength(50);
  });

  it('is the output’s own action alone, if it has one', () => {
    expect(actionsOf('{"action":"BUY","orders":[{"action":"SELL"}]}')).toEqual(['BUY']);
  });

  it('looks one level deep, into objects and arrays in order', () => {
    expect(
      actionsOf('{"a":{"action":"BUY"},"b":[{"action":"SELL"},[{"action":"BUY"}],"BUY"],"c":{"action":"HOLD"}}'),
    ).toEqual(['BUY', 'SELL', 'HOLD']);
  });

  it('names a nested one by its key if there are several, else by the output’s symbol', () => {
    const symbolsOf = (output: string): readonly unknown[] => decide(output).decisions.map(({ symbol }) => symbol);
    expect(symbolsOf('{"symbol":"BTC","ETH":{"action":"BUY"}}')).toEqual(['BTC']);
    expect(
      symbolsOf(
        '{"symbol":"BTC","ETH":{"action":"BUY"},"SOL":{"action":"SELL","coin":"DOGE"},"list":[{"action":"BUY"}]}',
      ),
    ).toEqual(['ETH', 'DOGE', 'BTC']);
  });
});

describe('part 4: values', () => {
  it.each([
    ['1', '1'],
    ['"0.000"', null],
    ['1e2', '100'],
    ['1.23e1', '12.3'],
    ['"12.50e-4"', '0.00125'],
    ['"1e39"', `1${'0'.repeat(39)}`],
    ['"1e40"', null],
    ['"1e-38"', `0.${'0'.repeat(37)}1`],
    ['"1e-39"', null],
    ['1e999', null],
    ['"+5"', '5'],
    ['"-5"', null],
    ['".5"', null],
    ['"5."', null],
    ['" 5"', null],
    ['"007.10"', '7.1'],
    ['"1,000"', null],
    [`"${'9'.repeat(40)}"`, '9'.repeat(40)],
    [`"${'9'.repeat(41)}"`, null],
    ['true', null],
    ['[1]', null],
  ])('size %s is %s', (literal, size) => {
    expect(decide(`{"action":"BUY","size":${literal}}`).decisions[0]?.size).toBe(size);
  });

  it('takes the first name that is given', () => {
    expect(decide('{"action":"BUY","qty":"3","size":null,"quantity":"2"}').decisions[0]?.size).toBe('2');
    expect(decide('{"action":"BUY","ticker":"B","symbol":""}').decisions[0]?.symbol).toBeNull();
  });

  it('compares names in ASCII letters alone', () => {
    expect(decide('{"action":"BUY","TICKER":"B"}').decisions[0]?.symbol).toBe('B');
    expect(decide('{"action":"BUY","tic\\u212aer":"B"}').decisions[0]?.symbol).toBeNull();
  });

  it('compares a symbol of half a megabyte, which fifty contradicting voices share, as what it is', () => {
    const voices = (action: string): string => Array(25).fill(`{"action":"${action}"}`).join();
    const startMs = performance.now();
    const output = `{"symbol":"${'b'.repeat(500_000)}","decisions":[${voices('BUY')}],"analyst":[${voices('SELL')}]}`;
    expect(actionsOf(output)).toEqual(Array(25).fill('BUY'));
    expect(performance.now() - startMs, 'many times the work before').toBeLessThan(3_000);
  });

  it('takes at most ten client ids of at most 40 characters, each once', () => {
    const ids = Array.from({ length: 12 }, (_, at) => `"id-${at}"`).join(',');
    expect(decide(`{"clientOids":[${ids}]}`).clientOids).toHaveLength(10);
    expect(decide(`{"client_oid":"${'x'.repeat(41)}","clientOrderId":"${'y'.repeat(40)}"}`).clientOids).toEqual([
      'y'.repeat(40),
    ]);
    expect(decide('{"action":"BUY","clientOid":"a","legs":[{"client-order-ids":["b","a",5,""]}]}').clientOids).toEqual([
      'a',
      'b',
    ]);
  });
});
