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
function copyOf<Value>(value: Value, copies = new Map<unknown, unknown>()): Value {
  if (typeof value !== 'object' || value === null || value instanceof Big) return value;
  const known = copies.get(value);
  if (known !== undefined) return known as Value;
  const copy = Array.isArray(value) ? [] : value instanceof Map ? new Map() : value instanceof Set ? new Set() : {};
  copies.set(value, copy);
  const inside = (one: unknown): unknown => copyOf(one, copies);
  if (copy instanceof Map) for (const [key, one] of value as Map<unknown, unknown>) copy.set(key, inside(one));
  else if (copy instanceof Set) for (const one of value as Set<unknown>) copy.add(inside(one));
  else for (const [key, one] of Object.entries(value)) (copy as Record<string, unknown>)[key] = inside(one);
  return copy as Value;
}
