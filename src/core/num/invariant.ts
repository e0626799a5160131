/**
 * Asserts facts that must be true. A failure is a fault, never a reject: the process stops taking commands and ends
 * (design: three kinds of errors).
 */

/** A broken promise of the program itself. */
export class Fault extends Error {}

/**
 * Asserts `holds`; on in production.
 * @param rule the rule or invariant by number, and what was found
 * @throws Fault
 */
export function invariant(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new Fault(`invariant broken: ${rule}`);
}

/**
 * Takes what an audit found of one promise: the rule by number, whether it holds, and what was found, in words that are
 * only made when it does not.
 */
export type Report = (rule: string, holds: boolean, found: () => string) => void;
