/**
 * What an endpoint states about itself. One object per operation says everything the front needs (path, weights, permission), what
 * OpenAPI shows (schemas, sample, errors), and the two functions that are the endpoint: `parse` and `handle`.
 *
 * `parse` turns text into a value of the core's words or throws 40017, 40019, 40020; it reads state only to know the contracts.
 * `handle` does it. A new endpoint is its file in `routes/`, one line in `routes/index.ts`, and its test.
 */
import type { TObject, TSchema } from 'typebox';
import type { Call } from './call.ts';
import type { Fields } from './fields.ts';
import type { Permission } from './keyring.ts';

export interface RouteSample {
  /** Query string of a GET, or body of a POST. */
  readonly request: string;
  readonly answer: unknown;
}

export interface Route<Parameters = unknown, Answer = unknown> {
  readonly operation: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Private: signed. Public: access headers are accepted and not looked at. */
  readonly access: 'public' | 'private';
  readonly permission: Permission;
  readonly weight: { readonly ip: number; readonly uid: number };
  /** Counts against the order rate of its own operation; `creates` orders against the minute's. */
  readonly orderRate?: { readonly creates: number };
  /** Check 13: refused while the account is frozen. */
  readonly refusedWhenFrozen?: boolean;
  /** Check 14: only accounts on the AI-log allowlist, decided before the body is looked at. */
  readonly needsAllowlist?: boolean;
  /** Bytes of a body; default 256 KiB. */
  readonly bodyLimit?: number;
  /** The body is not scanned by the front: `parse` reads `call.body` itself. */
  readonly ownScanner?: boolean;
  /** Query or body fields in the order of the documentation's table, which is also that of checks. */
  readonly parameters: TObject;
  readonly answer: TSchema;
  readonly sample: RouteSample;
  /** Codes and E-numbers beyond the common ones, for the reference. */
  readonly errors: readonly string[];
  readonly parse: (fields: Fields, call: Call) => Parameters;
  /** The value that is written as JSON, or a promise of it. */
  readonly handle: (parameters: Parameters, call: Call) => Answer | Promise<Answer>;
}

/** An endpoint among others: what its `parse` gives is what its `handle` takes, whatever that is. */
export type AnyRoute = Route;

/** An endpoint. What `parse` hands to `handle` is checked here and then nobody else's business. */
export function defineRoute<Parameters, Answer>(route: Route<Parameters, Answer>): AnyRoute {
  return route as AnyRoute;
}

/** The names a route knows, in table order. */
export function parameterNames(route: Pick<Route, 'parameters'>): string[] {
  return Object.keys(route.parameters.properties);
}

/** Those of them that must be given, in table order. */
export function requiredNames(route: Pick<Route, 'parameters'>): string[] {
  const required = (route.parameters.required ?? []) as readonly string[];
  return parameterNames(route).filter((name) => required.includes(name));
}
