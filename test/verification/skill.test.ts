// Skill told from luck in a bundle: computed again from the leaves to the bit, broken when it was changed, and taken
// over as it stands where the leaves it follows from are withheld.
import { beforeAll, describe, expect, it } from 'vitest';
import { checkBundleFile } from '../../src/bundle/check-bundle-file.ts';
import type { Skill } from '../../src/core/verification/skill.ts';
import { canonicalText } from '../../src/core/text/canonical.ts';
import { bytesOf } from '../ailog-vectors.ts';
import { bundleFiles, packed, POLICY, type Variant } from './bundle-day.ts';
import { ContestDay, MINUTE } from './contest-day.ts';

/** Two hours and a bit: one team gains a little each minute, the other stands still but for a wave. */
function longDay(minutes = 130): ContestDay {
  const day = new ContestDay().team('t1', '1000001').team('t2', '1000002').begin();
  const [one, two] = [day.pair(), day.pair({ uid: '1000002' })];
  for (let nth = 0; nth <= minutes; nth++) {
    const price = 90_000 + 40 * (nth % 7) - 25 * (nth % 11);
    day.after(MINUTE).minute(
      nth === 0 ? [{ orderId: one }, { orderId: two, uid: '1000002' }] : [],
      [{ symbol: 'cmt_btcusdt', low: String(price), high: String(price + 10) }],
      [
        { equity: String(10_000 + 2 * nth + (nth % 3)), flows: '0', team: 't1' },
        { equity: String(10_000 + (nth % 5)), flows: '0', team: 't2' },
      ],
    );
  }
  return day;
}

let day: ContestDay;
beforeAll(() => {
  day = longDay();
});
const SAYS = 'how sure the returns are (skill.json)';
const filesOf = (variant: Variant = 'full') => bundleFiles(day, variant).files;
const skillIn = (files: ReadonlyMap<string, Uint8Array>): Skill =>
  JSON.parse(Buffer.from(files.get('skill.json')!).toString());

describe('skill.json', () => {
  it('says how sure the return of each is, and whether the first would stay it', async () => {
    const files = filesOf();
    const { rows, coins, changes, block, beacon, logSize } = skillIn(files);
    expect([changes, block, beacon.split('.')[0]]).toEqual([130, 11, String(logSize)]);
    expect(rows.map(({ team }) => team)).toEqual(['t1', 't2']);
    expect(rows[0]!.low8).toBeLessThan(2_610_000);
    expect(rows[0]!.high8).toBeGreaterThan(2_610_000);
    expect(rows.map(({ beatsNextPpm }) => beatsNextPpm)).toEqual([1_000_000, null]);
    expect(coins).toMatchObject({ agents: 200 });
    const { outcome, checked } = checkBundleFile(await packed(files), POLICY);
    expect(outcome).toBe('agrees');
    expect(checked).toContain(`${SAYS} follows from the leaves, to the bit`);
  });

  it('is broken when a figure was changed', async () => {
    const files = filesOf();
    const skill = skillIn(files);
    const [first, ...others] = skill.rows;
    const rows = [{ ...first!, low8: first!.low8 + 1 }, ...others];
    files.set('skill.json', bytesOf(canonicalText({ ...skill, rows })));
    const { outcome, fault } = checkBundleFile(await packed(files), POLICY);
    expect([outcome, fault]).toEqual(['broken', 'skill.json does not follow from the leaves']);
  });

  it('is taken over where what it follows from is withheld', async () => {
    const { unchecked } = checkBundleFile(await packed(filesOf('none')), POLICY);
    expect(unchecked).toContain(`${SAYS}, for lack of the leaves it follows from`);
  });

  it('is not there before there are two hours of minutes', () => {
    expect(bundleFiles(longDay(119)).files.has('skill.json')).toBe(false);
  });
});
