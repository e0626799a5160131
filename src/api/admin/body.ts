/** The form of an administration endpoint, and the readers of its fields: what does not fit says what was found and what is needed. */

/** An administration request that can't be carried out as it is. */
export class AdminRefusal extends Error {}

export type Body = Readonly<Record<string, unknown>>;

/** One endpoint: the body of a POST or the query of a GET in, what is written as JSON out. */
export interface AdminRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly answer: (fields: Body) => Promise<object>;
}

export function get(path: string, answer: AdminRoute['answer']): AdminRoute {
  return { method: 'GET', path, answer };
}

export function post(path: string, answer: AdminRoute['answer']): AdminRoute {
  return { method: 'POST', path, answer };
}

/** The JSON object of a request. */
export function bodyOf(body: unknown): Body {
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

export function uidIn(body: Body, name = 'uid'): number {
  const value = body[name];
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : refuse(name, value, 'an account number');
}

export function nullableNumberIn(body: Body, name: string): number | null {
  const value = body[name] ?? null;
  if (value === null) return null;
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
    ? value
    : refuse(name, value, 'a whole number above 0, or null');
}

export function booleanIn(body: Body, name: string): boolean {
  const value = body[name];
  return typeof value === 'boolean' ? value : refuse(name, value, 'true or false');
}

export function textsIn(body: Body, name: string): string[] {
  const value = body[name] ?? [];
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : refuse(name, value, 'a list of texts');
}
