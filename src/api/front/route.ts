/**
 * The statement of an endpoint about itself. One object per operation says everything the front needs (path, weights,
 * permission), what OpenAPI shows (schemas, samples, errors), and the two functions that are the endpoint: `parse` and
 * `handle`.
 *
 * `parse` turns text into a value of the core's words or throws 40017, 40020; required fields are stated by the schema
 * and has been checked before. It reads state only to know the contracts. `handle` does it. A new endpoint is its file
 * in `routes/`, one line in `routes/index.ts`, and its test; an answer nothing else gives is a file in `shapes/`.
 */
import type { TObject } from 'typebox';
import type { Call } from './call.ts';
import type { Fields } from '../reading/fields.ts';
import { type Requirement, requirementsOf } from '../reading/required.ts';
import type { Shape } from '../shapes/shape.ts';
import type { Endpoint } from './endpoint.ts';

/** The declaration of an endpoint. */
export interface RouteStatement<Parameters, Answer> extends Endpoint {
  readonly summary: string;
  /** Not one of the dialect's operations: ours, beside them. */
  readonly isAddition?: boolean;
  /** Query or body fields in the order of the documentation's table, which is also that of checks. */
  readonly parameters: TObject;
  /** A request that fits: the query of a GET, the body of a POST. */
  readonly sample: string;
  readonly answer: Shape<Answer>;
  /** Codes and E-numbers beyond the common ones, for the reference. */
  readonly errors: readonly string[];
  readonly parse: (fields: Fields, call: Call) => Parameters;
  /** Orders it creates where only the minute's rate counts them, because it has no rate itself. */
  readonly creates?: (parameters: Parameters) => number;
  /** The value that is written as JSON, or a promise of it. */
  readonly handle: (parameters: Parameters, call: Call) => Answer | Promise<Answer>;
}

export interface Route<Parameters = unknown, Answer = unknown> extends RouteStatement<Parameters, Answer> {
  /** The required fields, in table order; nothing for a route that reads its body itself. */
  readonly requirements: readonly Requirement[];
}

/** An endpoint among others: its `handle` takes whatever its `parse` gives. */
export type AnyRoute = Route;

/**
 * An endpoint. Here it is checked that `handle` takes what `parse` gives and answers in the stated shape; to everything
 * else both are unknown.
 */
export function defineRoute<Parameters, Answer>(route: RouteStatement<Parameters, Answer>): AnyRoute {
  const requirements = route.ownScanner === true ? [] : requirementsOf(route.parameters);
  return { ...(route as RouteStatement<unknown, unknown>), requirements };
}

/** The names a route knows, in table order. */
export function parameterNames(route: Pick<Route, 'parameters'>): string[] {
  return Object.keys(route.parameters.properties);
}

/** Those of them that must always be given, in table order. */
export function requiredNames(route: Pick<Route, 'parameters'>): string[] {
  return requirementsOf(route.parameters).flatMap(({ name, when }) => (when === null ? name : []));
}
