/** Everything an auditor was told in a run, in order, so that it can be told again with something in it damaged. */
import { type Auditor, createAuditor } from './auditor/auditor.ts';
import type { PublishedContract } from './auditor/contracts.ts';
import { Big } from './auditor/decimal.ts';
import type { Model } from './auditor/model.ts';

export type Told = {
  readonly [Call in CallName]: { readonly call: Call; readonly args: Parameters<Auditor[Call]> };
}[CallName];
type CallName = Exclude<keyof Auditor, 'objections' | 'model'>;

/** The auditor, with a list of what it is told. */
export function recording(auditor: Auditor, told: Told[]): Auditor {
  const names = Object.keys(auditor) as (keyof Auditor)[];
  const calls = names.filter((name): name is CallName => name !== 'objections' && name !== 'model');
  const wrapped = calls.map((call) => [
    call,
    (...args: never[]) => {
      told.push(structuredClone({ call, args }) as unknown as Told);
      const tell: (...given: never[]) => void = auditor[call];
      tell(...args);
    },
  ]);
  return { ...auditor, ...(Object.fromEntries(wrapped) as object) };
}

/** Tells it all to another auditor, until that objects, or can make no sense of it. */
export function retell(auditor: Auditor, told: readonly Told[]): readonly string[] {
  try {
    for (const { call, args } of told) {
      (auditor[call] as (...given: unknown[]) => void)(...args);
      if (auditor.objections.length > 0) break;
    }
  } catch (error) {
    return [...auditor.objections, String(error)];
  }
  return auditor.objections;
}

const PARTS_PER_MARK = 25;

/**
 * Auditors that were told some of it: the one for a place knows everything up to the last mark before that, and what it
 * has yet to be told begins there. So that nobody has to tell all of it for each little thing that may be damaged.
 */
export function marksIn(
  contracts: readonly PublishedContract[],
  told: readonly Told[],
): (at: number) => { readonly auditor: Auditor; readonly from: number } {
  const auditor = createAuditor(contracts);
  const models: Model[] = [];
  for (let from = 0; from <= told.length; from += PARTS_PER_MARK) {
    models.push(copyOf(auditor.model));
    retell(auditor, told.slice(from, from + PARTS_PER_MARK));
  }
  return (at) => {
    const mark = Math.floor(at / PARTS_PER_MARK);
    return { auditor: createAuditor(contracts, copyOf(models[mark]!)), from: mark * PARTS_PER_MARK };
  };
}

/** A copy all through, in which what was one thing is one thing. Numbers of big.js never change and stay. */
function copyOf<Value>(value: Value): Value {
  const copies = new Map<unknown, unknown>();
  const known = <Copy>(of: unknown, copy: Copy): Copy => {
    copies.set(of, copy);
    return copy;
  };
  const copied = (one: unknown): unknown => {
    if (typeof one !== 'object' || one === null || one instanceof Big) return one;
    if (copies.has(one)) return copies.get(one);
    if (one instanceof Map) {
      const copy = known(one, new Map<unknown, unknown>());
      for (const [key, inside] of one) copy.set(key, copied(inside));
      return copy;
    }
    if (one instanceof Set) {
      const copy = known(one, new Set<unknown>());
      for (const inside of one) copy.add(copied(inside));
      return copy;
    }
    if (Array.isArray(one)) {
      const copy = known<unknown[]>(one, []);
      for (const inside of one) copy.push(copied(inside));
      return copy;
    }
    const copy = known<Record<string, unknown>>(one, {});
    for (const [name, inside] of Object.entries(one)) copy[name] = copied(inside);
    return copy;
  };
  return copied(value) as Value;
}
