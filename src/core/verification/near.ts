/** Whether a trigger is so close to the mark that it is a decision to trade now (docs/evidence.md, Triggers). */
import { compare, type Exact, ppmOf } from './exact.ts';
import type { Terms } from './terms.ts';

const MILLION = 1_000_000;

export function isNear(trigger: Exact, low: Exact, high: Exact, { triggerNearPpm }: Terms): boolean {
  return (
    compare(trigger, ppmOf(low, MILLION - triggerNearPpm)) >= 0 &&
    compare(trigger, ppmOf(high, MILLION + triggerNearPpm)) <= 0
  );
}
