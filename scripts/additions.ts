// What operations take and answer beyond the interface family: the routes beside a list of the family's own fields,
// which programs written for it know. docs/api.md shows the difference; the other way round there must be none.
import { readFileSync } from 'node:fs';
import type { Route } from '../src/api/call/route.ts';
import { ROUTES } from '../src/api/v2/index.ts';

interface Fields {
  readonly parameters: readonly string[];
  /** Names with the way to them: `list[].orderId`. */
  readonly answer: readonly string[];
}

const FILE = new URL('../test/vectors/family-fields.json', import.meta.url);

/** The family's fields by operation. */
export const FAMILY = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, Fields>>;

/** All fields of a value, each with the way to it; of an array's rows those of the first. */
export function fieldsOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return isObject(value[0]) ? fieldsOf(value[0], `${at}[]`) : [];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = at === '' ? name : `${at}.${name}`;
    return [place, ...fieldsOf(inner, place)];
  });
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const without = (all: readonly string[], known: readonly string[]): string[] =>
  all.filter((one) => !known.includes(one));

/** What a route has and the family hasn't; null for an operation that is no member of the family. */
export function additionsOf(route: Route): Fields | null {
  const known = FAMILY[route.operation];
  if (known === undefined) return null;
  const parameters = without(Object.keys(route.parameters), known.parameters);
  return { parameters, answer: without(fieldsOf(route.answer.sample), known.answer) };
}

/** What the family has and a route hasn't. */
export function missingOf(route: Route): Fields | null {
  const known = FAMILY[route.operation];
  if (known === undefined) return null;
  const parameters = without(known.parameters, Object.keys(route.parameters));
  return { parameters, answer: without(known.answer, fieldsOf(route.answer.sample)) };
}

/** The rows of the table of additions: operation, parameters, fields of the answer. */
export function additionRows(): string[][] {
  const cell = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
  return ROUTES.flatMap((route) => {
    const added = additionsOf(route);
    if (added === null) return [[route.operation, 'the whole operation', '']];
    if (added.parameters.length + added.answer.length === 0) return [];
    return [[route.operation, cell(added.parameters), cell(added.answer)]];
  });
}
