/**
 * The statement of an endpoint about itself. One object per operation says everything the front needs (path, weights,
 * permission), what OpenAPI shows (parameters, samples, errors), and what the endpoint does: `handle`.
 *
 * A parameter is its schema and its reader (call/parameter.ts), so `handle` gets their values. Where they meet,
 * `parse` makes of them what it takes, or throws 40017, 40020; it reads state only to know the contracts. A new
 * endpoint is its file in `v2/` or `v3/`, one line in the `index.ts` there, and its test; an answer nothing else gives
 * is a file in `shapes/`.
 */
import type { Call } from './call.ts';
import type { Fields } from './fields.ts';
import { type ParameterTable, readerOf, type ValuesOf } from './parameter.ts';
import type { Shape } from '../shapes/shape.ts';
import type { Endpoint } from '../front/limits/endpoint.ts';

/** The declaration of an endpoint. */
export interface RouteStatement<Table extends ParameterTable, Wanted, Answer> extends Endpoint {
  readonly summary: string;
  /** Not one of the dialect's operations: ours, beside them. */
  readonly isAddition?: boolean;
  /** Query or body fields in the order of the documentation's table, which is also that of checks; absent: none. */
  readonly parameters?: Table;
  /** A request that fits: the query of a GET, the body of a POST; absent: an empty query. */
  readonly sample?: string;
  readonly answer: Shape<Answer>;
  /** Codes and E-numbers beyond the common ones, for the reference. */
  readonly errors?: readonly string[];
  /** Argument of `handle`; absent: the values themselves. */
  readonly parse?: (values: ValuesOf<Table>, call: Call, fields: Fields) => Wanted;
  /** Orders it creates where only the minute's rate counts them, because it has no rate itself. */
  readonly creates?: (wanted: Wanted) => number;
  /** The value that is written as JSON, or a promise of it. */
  readonly handle: (wanted: Wanted, call: Call) => Answer | Promise<Answer>;
}

/** Reads open to everybody. */
export const PUBLIC_READ = { method: 'GET', access: 'public', permission: 'read' } as const;
/** Reads of the caller's own account. */
export const OWN_READ = { method: 'GET', access: 'private', permission: 'read' } as const;
/** A command of the caller's account, refused while that is frozen. */
export const OWN_COMMAND = { method: 'POST', access: 'private', permission: 'trade', refusedWhenFrozen: true } as const;

/** Whether the fields of a request to it are its body, and not its query. */
export function takesBody({ method, fieldsIn }: Endpoint): boolean {
  return (fieldsIn ?? (method === 'POST' ? 'body' : 'query')) === 'body';
}

/** An endpoint among others: its `handle` takes whatever its `read` gives. */
export interface Route extends Omit<RouteStatement<ParameterTable, unknown, unknown>, 'parse'> {
  readonly parameters: ParameterTable;
  readonly sample: string;
  readonly errors: readonly string[];
  /**
   * The fields' parameters; nothing of a route that reads its body itself.
   * @throws ApiError 40019, 40020, 40017
   */
  readonly read: (fields: Fields, call: Call) => unknown;
}

/**
 * An endpoint. Here it is checked that `handle` takes what is read and answers in the stated shape; to everything else
 * both are unknown.
 */
export function defineRoute<Answer, Table extends ParameterTable = ParameterTable, Wanted = ValuesOf<Table>>({
  parse,
  ...route
}: RouteStatement<Table, Wanted, Answer>): Route {
  const { parameters = {} as Table, sample = '', errors = [] } = route;
  const valuesOf = readerOf(parameters);
  const read = (fields: Fields, call: Call): unknown => {
    if (route.ownScanner === true) return null;
    const values = valuesOf(fields, call);
    return parse === undefined ? values : parse(values, call, fields);
  };
  return { ...(route as RouteStatement<ParameterTable, unknown, unknown>), parameters, sample, errors, read };
}
