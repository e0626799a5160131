import { describe, expect, it } from 'vitest';
import { read } from '../../../test/source.ts';
import { enRefusals } from '../words/en-refusals.ts';
import { zhRefusals } from '../words/zh-refusals.ts';
import { refusalText } from './refusal.ts';

/** The cells of a generated table of the reference. */
function rowsOf(table: string): string[][] {
  const [, text = ''] = new RegExp(`<!-- generated: ${table} -->(.*?)<!-- end: ${table} -->`, 's').exec(
    read('docs/errors.md'),
  )!;
  return text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '))
    .slice(2);
}

const filled = (text: string): string => text.replaceAll('{name}', 'size').replaceAll('{detail}', 'what it found');

/** Every way the exchange says no: number, code, token, and its sentence in both languages. */
const REFUSALS = [
  ...rowsOf('reasons').map(([, token = '', code = '', kind = '', , en = '', zh = '']) => {
    const name = token.replaceAll('`', '');
    const line = kind === '' ? '' : `${name}: ${kind}: `;
    return { code, token: name, en: line + en, zh: kind === '' ? zh : `${line}${en}｜${zh}` };
  }),
  ...rowsOf('codes').map(([code = '', , en = '', zh = '']) => ({
    code,
    token: null,
    en: filled(en),
    zh: filled(zh),
  })),
];

describe('a refusal in the words of whoever trades', () => {
  it('is there for every code and every reason of the reference, with its facts, in both languages', () => {
    expect(REFUSALS.length).toBeGreaterThan(80);
    for (const { code, token, en, zh } of REFUSALS) {
      const english = refusalText(enRefusals, { code, token, text: en });
      const chinese = refusalText(zhRefusals, { code, token, text: zh });
      expect(english, `${code} ${token}`).toMatch(/^[-A-Z“\d].*[.d]$/s);
      expect(chinese, `${code} ${token}`).toMatch(/[\u4e00-\u9fff]/);
      for (const text of [english, chinese]) expect(text, `${code} ${token}`).not.toMatch(/undefined|null|cmt_|“”/);
    }
  });

  it('says the facts as they are read', () => {
    const said = (token: string, text: string) => refusalText(enRefusals, { code: '40015', token, text });
    expect(
      said('INSUFFICIENT_MARGIN', 'Insufficient margin balance: 175000.00000000 USDT needed, 9992.12345678 available'),
    ).toBe('You have 9,992.12 USDT available; this needs about 175,000.');
    expect(
      said('POSITION_SIDE_INVALID', 'position side invalid: there is no LONG position in cmt_btcusdt to close'),
    ).toBe('You have no LONG position in BTC to close.');
    expect(said('CLOSE_SIZE_EXCEEDS_POSITION', 'close size 0.0200 exceeds the closable 0.0050 of position 7')).toBe(
      '0.0200 is more than can be closed: 0.0050 is free.',
    );
  });

  it('leaves what it has no words for to the exchange', () => {
    expect(refusalText(enRefusals, { code: '49999', token: null, text: 'Something new' })).toBeNull();
    expect(refusalText(enRefusals, { code: '40015', token: 'SIZE_TOO_SMALL', text: 'said otherwise' })).toBeNull();
    expect(refusalText(enRefusals, { code: '40015', token: 'A_NEW_ONE', text: 'A_NEW_ONE: no' })).toBe(
      'The exchange says no: A_NEW_ONE: no',
    );
  });
});
