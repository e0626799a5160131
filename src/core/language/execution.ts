/**
 * The execution types: what an order does when it meets the book, and with its rest (ORDR-001, ORDR-006).
 *
 * One row is all the core knows of a type. Matching, checks and the audit ask for its properties and never for its
 * name, so a new combination of them is a new row. `place` and `leaf` are kept, in the read store's rows and in the AI
 * log: a row never changes them.
 */
import { Fault } from '../num/invariant.ts';

export interface ExecutionRules {
  /** Cancelled entirely instead of taking. A market order can't be. */
  readonly makerOnly: boolean;
  /** Cancelled entirely unless it fills in full. */
  readonly allOrNothing: boolean;
  /** The rest comes to rest on the book. */
  readonly rests: boolean;
  /** Its number where an order is kept as numbers: 0, 1, 2 and so on, each once. */
  readonly place: number;
  /** Its code in an order's leaf. */
  readonly leaf: string;
}

const TABLE = {
  normal: { makerOnly: false, allOrNothing: false, rests: true, place: 0, leaf: '0' },
  postOnly: { makerOnly: true, allOrNothing: false, rests: true, place: 1, leaf: '1' },
  fok: { makerOnly: false, allOrNothing: true, rests: false, place: 2, leaf: '2' },
  ioc: { makerOnly: false, allOrNothing: false, rests: false, place: 3, leaf: '3' },
} as const satisfies Readonly<Record<string, ExecutionRules>>;

export type Execution = keyof typeof TABLE;

export const EXECUTIONS: Readonly<Record<Execution, ExecutionRules>> = TABLE;

/** All names, each at its place. */
export const EXECUTION_NAMES: readonly Execution[] = namesByPlace();

/** @throws Fault when a place is taken twice or left out, or two types have one code in leaves */
function namesByPlace(): readonly Execution[] {
  const rows = Object.entries(EXECUTIONS).sort(([, a], [, b]) => a.place - b.place);
  for (const [at, [name, { place }]] of rows.entries())
    if (place !== at) throw new Fault(`execution type ${name} has place ${place}, the next that is free is ${at}`);
  const leaves = new Set(rows.map(([, { leaf }]) => leaf));
  if (leaves.size < rows.length) throw new Fault('two execution types have the same code in leaves');
  return rows.map(([name]) => name as Execution);
}

/**
 * The meaning of the execution type. The usual ones by their own names: looking up a name that varies is costly.
 */
export function rulesOf(execution: Execution): ExecutionRules {
  if (execution === 'normal') return EXECUTIONS.normal;
  if (execution === 'ioc') return EXECUTIONS.ioc;
  return EXECUTIONS[execution];
}
