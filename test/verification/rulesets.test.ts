// The rules of a contest can't change unseen: the hash of each version's default numbers, what the version does beside
// them, and a report by it, byte for byte. Once a release has held a contest of a version, none of these changes: what
// would needs a new version (docs/decisions/0078-verification.md).
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/core/text/bytes.ts';
import { rulesetSha256 } from '../../src/core/verification/report.ts';
import { RULESETS, type RulesetVersion } from '../../src/core/verification/ruleset.ts';
import { termsOf } from '../../src/core/verification/terms.ts';
import { bytesOf, sha256 } from '../ailog-vectors.ts';
import { ContestDay, MINUTE } from './contest-day.ts';

const HASHES = JSON.parse(readFileSync('test/vectors/rulesets.json', 'utf8')) as Readonly<Record<string, Pinned>>;
interface Pinned {
  /** Of the default rule set, which contests freeze. */
  readonly ruleset: string;
  /** Of its terms, words that are looked for included. */
  readonly terms: string;
  /** Of the report about the day below. */
  readonly report: string;
}
const VERSIONS = Object.keys(RULESETS).map(Number) as RulesetVersion[];

/** A day on which most rules find something. */
function day(): ContestDay {
  const one = new ContestDay();
  for (const [nth, uid] of ['1000001', '1000002', '1000003'].entries()) one.team(`t${nth + 1}`, uid);
  const words =
    'the four hour trend is up, the funding rate is low and the book is deep on the bid side, so we go long';
  const fills: { orderId: string; uid: string; counter: string; price: string; realised: string }[] = [];
  for (let nth = 0; nth < 24; nth++) {
    one.after(MINUTE);
    const said = {
      explanation: `${words}: ${'abcdefgh'.charAt(nth % 8)}`,
      input: { prompt: `moment ${nth}`, mark: '91000' },
    };
    const first = one.pair(said);
    const second = one
      .after(1000)
      .pair({ ...said, uid: '1000002', stage: nth % 3 === 0 ? 'Manual' : 'Decision Making' });
    const third = one.after(1000).pair({ uid: '1000003', model: 'another', input: {}, output: { decision: 'HOLD' } });
    if (nth % 4 === 0) one.log({ uid: '1000003', orderId: first });
    fills.push({ orderId: first, uid: '1000001', counter: '1000003', price: '91000.0', realised: '0' });
    fills.push({ orderId: second, uid: '1000002', counter: '9000001', price: '91000.0', realised: '1' });
    fills.push({ orderId: third, uid: '1000003', counter: '1000001', price: '95000.0', realised: '0' });
    one.after(1000).minute(
      fills.splice(0).map((fill, at) => ({ ...fill, id: `${nth}-${at}` })),
      [{ symbol: 'cmt_btcusdt', low: '90900', high: '91100' }],
    );
  }
  return one;
}

describe.each(VERSIONS)('version %i', (v) => {
  const pinned = HASHES[v];

  it('has the numbers it always had', () => {
    expect(rulesetSha256(sha256, RULESETS[v])).toBe(pinned?.ruleset);
  });

  it('reads logs and orders as it always did', () => {
    const terms = JSON.stringify(termsOf(RULESETS[v]), (_, value: unknown) =>
      value instanceof RegExp ? String(value) : value,
    );
    expect(toHex(sha256(bytesOf(terms)))).toBe(pinned?.terms);
  });

  it('says of a contest what it always said', () => {
    const { reportSha256, report } = day().verify(RULESETS[v]);
    const found = new Set(report.teams.flatMap(({ findings }) => findings.map(({ rule }) => rule)));
    expect(found.size).toBeGreaterThan(7);
    expect(reportSha256).toBe(pinned?.report);
  });
});

it('has a hash for each version', () => {
  expect(Object.keys(HASHES)).toEqual(VERSIONS.map(String));
});
