/**
 * Asserts facts that must be true. A failure is a fault, never a reject: the process stops taking commands and ends
 * (design: three kinds of errors).
 *
 * On in production, so what holds must cost next to nothing: a caller compares figures it has at hand and passes what
 * it has at hand. Words are put together once something is broken, and not before.
 */

/** A broken promise of the program itself. */
export class Fault extends Error {}

/** Subject of a broken invariant: a record by its id, a figure, or a word. */
export type Subject = number | bigint | string | null | undefined | { readonly id: number | string };

/**
 * Asserts `holds`; on in production.
 * @param rule the rule or invariant by number, and what must be true
 * @param subject what it must be true of
 * @param other a second record, or the figure that was found
 * @throws Fault
 */
export function invariant(holds: boolean, rule: string, subject?: Subject, other?: Subject): asserts holds {
  // Thrown here and made elsewhere: this is compiled into every caller, and where nothing returns from the failure a
  // caller keeps in registers what it had read before (a call that might return had it read all of it again).
  if (!holds) throw faultOf(rule, subject, other);
}

function faultOf(rule: string, ...subjects: readonly Subject[]): Fault {
  const found = subjects.filter((one) => one !== undefined).map(textOf);
  return new Fault(`invariant broken: ${rule}${found.length === 0 ? '' : ` (${found.join(', ')})`}`);
}

function textOf(subject: Subject): string {
  return typeof subject === 'object' && subject !== null ? `id ${subject.id}` : String(subject);
}

/**
 * Takes what an audit found of one promise: the rule by number, whether it holds, and what was found, in words that are
 * only made when it does not.
 */
export type Report = (rule: string, holds: boolean, found: () => string) => void;
