/**
 * The form of an administration endpoint, and the readers of its fields: a value that does not fit is answered with
 * what was found and what is needed.
 */

import type { Role } from '../../store/keys/credentials.ts';
import { readMoment } from '../../core/text/moment.ts';
import { canonicalDecimal } from '../call/scalars.ts';

/** An administration request that can't be carried out as it is. */
export class AdminRefusal extends Error {}

export type Body = Readonly<Record<string, unknown>>;

/** The caller: the operator, by the data folder's token, or a person by their own credential. */
export interface Person {
  readonly name: string;
  readonly role: Role;
}

/** The operator. The name can't be anybody else's: credentials begin with a letter. */
export const OPERATOR: Person = { name: '-', role: 'owner' };

/** One endpoint: it takes the body of a POST or the query of a GET, and returns the value to write as JSON. */
export interface AdminRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Roles that may use it; by default the operator alone, whatever roles others have. */
  readonly roles?: readonly Role[];
  /** How long a body may be, where that is more than usual. */
  readonly bodyBytes?: number;
  readonly answer: (fields: Body, person: Person) => Promise<object>;
}

/** An endpoint open to these roles. */
export function open(roles: readonly Role[], route: AdminRoute): AdminRoute {
  return { ...route, roles };
}

/** Whether the person may use it. */
export function mayAsk({ roles }: Pick<AdminRoute, 'roles'>, person: Person): boolean {
  return roles === undefined ? person === OPERATOR : roles.includes(person.role);
}

export function get(path: string, answer: AdminRoute['answer']): AdminRoute {
  return { method: 'GET', path, answer };
}

export function post(path: string, answer: AdminRoute['answer']): AdminRoute {
  return { method: 'POST', path, answer };
}

/** The JSON object of a request; a missing body counts as an empty one. */
export function bodyOf(body: unknown): Body {
  if (body === undefined) return {};
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body;
  throw new AdminRefusal('the body must be a JSON object');
}

function refuse(name: string, found: unknown, needed: string): never {
  throw new AdminRefusal(`${name} is ${JSON.stringify(found) ?? 'missing'}, needs ${needed}`);
}

export function textIn(body: Body, name: string, fallback?: string): string {
  const value = body[name] ?? fallback;
  return typeof value === 'string' ? value : refuse(name, value, 'text');
}

export function nullableTextIn(body: Body, name: string): string | null {
  const value = body[name] ?? null;
  return value === null || typeof value === 'string' ? value : refuse(name, value, 'text or null');
}

/** A decimal as canonical text. */
export function decimalIn(body: Body, name: string): string {
  const text = textIn(body, name);
  return canonicalDecimal(text) ?? refuse(name, text, 'a plain decimal such as 0.0001');
}

/** The act's author, and the reason as far as one was given: a leaf says both where a team is concerned (CTST-003). */
export function actIn(body: Body, actor: string): { readonly actor: string; readonly reason?: string } {
  const reason = nullableTextIn(body, 'reason');
  return reason === null ? { actor } : { actor, reason };
}

export function objectIn(body: Body, name: string): Body {
  const value = body[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Body)
    : refuse(name, value, 'an object');
}

export function uidIn(body: Body, name = 'uid'): number {
  const value = body[name];
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
    ? value
    : refuse(name, value, 'an account number');
}

export function nullableNumberIn(body: Body, name: string): number | null {
  const value = body[name] ?? null;
  if (value === null) return null;
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
    ? value
    : refuse(name, value, 'a whole number above 0, or null');
}

/** A time, as text or in ms. */
export function timeIn(body: Body, name: string): number {
  const read = readMoment(body[name]);
  if (!read.ok) throw new AdminRefusal(`${name} ${read.why}`);
  return read.timeMs;
}

/** A time at which something is to happen: what is not later than now would happen at once. */
export function laterIn(body: Body, name: string, nowMs: number): number {
  const timeMs = timeIn(body, name);
  if (timeMs > nowMs) return timeMs;
  const [given, now] = [timeMs, nowMs].map((ms) => new Date(ms).toISOString());
  throw new AdminRefusal(`${name} is ${given}, and it is ${now} now; needs a time that is still to come`);
}

export function nullableLaterIn(body: Body, name: string, nowMs: number): number | null {
  return (body[name] ?? null) === null ? null : laterIn(body, name, nowMs);
}

/** A whole number from the query of a GET, which arrives as text; `fallback` when not given. */
export function queryNumber<Fallback>(query: Body, name: string, most: number, fallback: Fallback): number | Fallback {
  const value = query[name];
  if (value === undefined) return fallback;
  const number = typeof value === 'string' && /^[1-9][0-9]*$/.test(value) ? Number(value) : Number.NaN;
  return number <= most ? number : refuse(name, value, `a whole number from 1 to ${most}`);
}

export function booleanIn(body: Body, name: string, fallback?: boolean): boolean {
  const value = body[name] ?? fallback;
  return typeof value === 'boolean' ? value : refuse(name, value, 'true or false');
}

export function textsIn(body: Body, name: string): string[] {
  const value = body[name] ?? [];
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
    ? value
    : refuse(name, value, 'a list of texts');
}
