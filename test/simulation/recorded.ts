/** Everything an auditor was told in a run, in order, so that it can be told again with something in it damaged. */
import type { Auditor } from './auditor/auditor.ts';

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
