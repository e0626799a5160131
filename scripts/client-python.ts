// Writes clients/python/outcry/wire/: the types of every request and answer of /capi/v2, a method for each operation,
// the numbers of requests as enums, and the tables of operations of both dialects. Made from the schemas the routes
// state about themselves, as the client's in TypeScript (`scripts/client-wire.ts`); `scripts/api-docs.ts` runs it.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { objectOf } from '../src/api/call/parameter.ts';
import { type Route, takesBody } from '../src/api/call/route.ts';
import { ROUTES } from '../src/api/v2/index.ts';
import { ROUTES_V3 } from '../src/api/v3/index.ts';
import { NAMED_CODES } from '../src/api/words/named-codes.ts';
import type { Schema } from './client-wire.ts';
import { folderOf, nameOf } from './doc-parts.ts';

const FOLDER = new URL('../clients/python/outcry/wire/', import.meta.url);

const COLUMNS = 120;

const head = (about: string): string =>
  `"""${about}\n\nGenerated from the routes by scripts/client-python.ts, not edited by hand.\n"""\n\n`;

const pascal = (name: string): string =>
  name.replace(/(^|_)([a-zA-Z0-9])/g, (_, __, letter: string) => letter.toUpperCase());

const union = (members: readonly string[]): string =>
  [...new Set(members.flatMap((one) => one.split(' | ')))].join(' | ');

const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
};

const literal = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : String(value));

/** A price, a size or an id, as requests take it. */
const SCALAR = '[{"type":"string"},{"type":"number"}]';

/** The enum of a field that holds numbers. */
function enumOf(field: string, schema: Schema): readonly string[] | null {
  const isNumbered = schema.enum?.some((one) => typeof one === 'number') === true;
  return isNumbered ? NAMED_CODES.filter(({ fields }) => fields.includes(field)).map(({ name }) => name) : null;
}

/** The declarations of one file, each object under a name of its own, what it is made of before it. */
class Types {
  readonly texts: string[] = [];
  readonly #declared = new Map<string, string>();

  /** An object's type; an equal one keeps the name it has. */
  objectOf(schema: Schema, name: string, isRequest: boolean): string {
    const key = `${isRequest} ${JSON.stringify(schema)}`;
    const known = this.#declared.get(key);
    if (known !== undefined) return known;
    this.#declared.set(key, name);
    const fields = Object.entries(schema.properties ?? {}).map(([field, value]) => {
      if (!/^[A-Za-z_]\w*$/.test(field)) throw new Error(`${name}.${field} is no name in Python`);
      const constants = isRequest ? enumOf(field, value) : null;
      const type = union([this.typeOf(value, name + pascal(field), isRequest), ...(constants ?? [])]);
      const isNeeded = schema.required?.includes(field) === true;
      const about = value.description === undefined ? '' : `    # ${value.description}\n`;
      const open = isRequest ? union([type, 'None']) : type;
      return `${wrapped(about)}    ${field}: ${isNeeded ? type : `NotRequired[${open}]`}\n`;
    });
    this.texts.push(`class ${name}(TypedDict):\n${fields.join('') || '    pass\n'}`);
    return name;
  }

  alias(name: string, type: string): void {
    if (name !== type) this.texts.push(`${name}: TypeAlias = ${type}\n`);
  }

  typeOf(schema: Schema, name: string, isRequest: boolean): string {
    if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    if (isRequest && JSON.stringify(schema.anyOf) === SCALAR) return 'Decimal | float | str';
    if (schema.anyOf !== undefined) return union(schema.anyOf.map((one) => this.typeOf(one, name, isRequest)));
    if (Array.isArray(schema.type))
      return union(schema.type.map((type: string) => this.typeOf({ ...schema, type }, name, isRequest)));
    if (schema.type === 'array') {
      const items = [schema.items ?? {}].flat();
      const item = union(items.map((one) => this.typeOf(one, name, isRequest)));
      return isRequest ? `Sequence[${item}]` : `List[${item}]`;
    }
    if (schema.type === 'object') {
      if (Object.keys(schema.properties ?? {}).length > 0) return this.objectOf(schema, name, isRequest);
      const value = schema.additionalProperties;
      const type = typeof value === 'object' ? this.typeOf(value, `${name}Value`, isRequest) : 'Any';
      return `${isRequest ? 'Mapping' : 'dict'}[str, ${type}]`;
    }
    if (schema.format === 'binary') return 'bytes';
    const scalar = SCALARS[schema.type as string];
    if (scalar === undefined) throw new Error(`${name}: a schema this generator does not know`);
    return scalar;
  }
}

/** A comment of several lines where it is longer than one. */
function wrapped(comment: string): string {
  const lines = [''];
  for (const word of comment.trim().split(' ')) {
    const line = lines.at(-1) as string;
    if (line.length + word.length > 110) lines.push(`# ${word}`);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return comment === '' ? '' : lines.map((line) => `    ${line}\n`).join('');
}

const TYPING = {
  'from collections.abc import': ['Mapping', 'Sequence'],
  'from decimal import': ['Decimal'],
  'from typing import': ['Any', 'List', 'Literal', 'NotRequired', 'TypeAlias', 'TypedDict'],
  'from .enums import': NAMED_CODES.map(({ name }) => name),
};

function typesText(folder: string, routes: readonly Route[]): string {
  const types = new Types();
  for (const route of routes) {
    const name = pascal(nameOf(route));
    const request = types.objectOf(objectOf(route.parameters) as Schema, `${name}Request`, true);
    types.alias(`${name}Request`, request);
    const answer = route.answer.schema as Schema;
    const isObject = answer.type === 'object' && answer.properties !== undefined;
    types.alias(`${name}Answer`, types.typeOf(answer, isObject ? `${name}Answer` : `${name}Row`, false));
  }
  const body = types.texts.join('\n\n');
  const imports = Object.entries(TYPING).flatMap(([from, names]) => {
    const used = names.filter((one) => new RegExp(`\\b${one}\\b`).test(body));
    return used.length === 0 ? [] : [`${from} ${used.join(', ')}\n`];
  });
  return `${head(`Requests and answers of /${folder}.`)}${imports.join('')}\n\n${body}`;
}

function enumsText(): string {
  const enums = NAMED_CODES.map(({ name, fields, codes }) => {
    const rows = [...codes].map(([word, code]) => `    ${word} = ${code}\n`);
    return `class ${name}(IntEnum):\n    """${fields.map((one) => `\`${one}\``).join(', ')}"""\n\n${rows.join('')}`;
  });
  return `${head('The numbers that requests carry, by name.')}from enum import IntEnum\n\n\n${enums.join('\n\n')}`;
}

/** On one line where it fits. */
function signature(open: string, parameters: string, close: string): string {
  const line = open + parameters + close;
  return line.length <= COLUMNS ? line : `${open}\n        ${parameters}\n    ${close}`;
}

/** A method for each operation, waiting for the answer or awaited. */
function methodsText(isAsync: boolean): string {
  const folders = [...new Set(ROUTES.map(folderOf))];
  const [def, back] = isAsync ? ['async def', 'await '] : ['def', ''];
  const methods = ROUTES.map((route) => {
    const [name, type] = [nameOf(route), `${folderOf(route)}.${pascal(nameOf(route))}`];
    const parameter = Object.keys(route.parameters).length === 0 ? '' : `, **fields: Unpack[${type}Request]`;
    return [
      signature(`    ${def} ${name}(`, `self${parameter}`, `) -> ${type}Answer:`),
      `        """${route.summary}."""`,
      `        answer: ${type}Answer = ${back}self._ask("${name}", ${parameter === '' ? '{}' : 'fields'})`,
      '        return answer\n',
    ].join('\n');
  });
  const [kind, waits] = isAsync ? ['AsyncMethods', 'they are awaited'] : ['Methods', 'they wait for their answer'];
  const imports = 'from collections.abc import Mapping\nfrom typing import Any, Unpack\n';
  return `${head(`Every operation of /capi/v2 under its own name; ${waits}.`)}${imports}
from . import ${folders.join(', ')}


class ${kind}:
    ${def} _ask(self, name: str, fields: Mapping[str, Any]) -> Any:
        raise NotImplementedError

${methods.join('\n')}`;
}

/** By name: method, path, whether it is signed, whether its input is a body, whether the answer is a file. */
function tableText(name: string, routes: readonly Route[]): string {
  const word = (value: boolean): string => (value ? 'True' : 'False');
  const rows = routes.map((one) => {
    const marks = [one.access === 'private', takesBody(one), one.isFile === true].map(word).join(', ');
    return `    "${nameOf(one)}": Operation("${one.method}", "${one.path}", ${marks}),\n`;
  });
  return `${name}: dict[str, Operation] = {\n${rows.join('')}}\n`;
}

function operationsText(): string {
  const words = (routes: readonly Route[]): string => routes.map((one) => `    "${nameOf(one)}",\n`).join('');
  const operation = `class Operation(NamedTuple):
    method: str
    path: str
    is_signed: bool
    #: The input is a body, and no query.
    takes_body: bool
    #: The answer is a file, which is made first: patience.
    is_file: bool
`;
  return [
    `${head('Where each operation of both dialects is asked.')}from typing import Literal, NamedTuple, TypeAlias\n`,
    operation,
    tableText('OPERATIONS', ROUTES),
    tableText('OPERATIONS_V3', ROUTES_V3),
    `Name: TypeAlias = Literal[\n${words(ROUTES)}]\n\nNameV3: TypeAlias = Literal[\n${words(ROUTES_V3)}]\n`,
  ].join('\n\n');
}

/** The files of clients/python/outcry/wire by name, as the routes say now. */
export function clientPython(): ReadonlyMap<string, string> {
  const folders = [...new Set(ROUTES.map(folderOf))];
  return new Map([
    ['__init__.py', `${head('The exchange in types: what it takes and what it answers.').trimEnd()}\n`],
    ...folders.map((one): [string, string] => [
      `${one}.py`,
      typesText(
        one,
        ROUTES.filter((route) => folderOf(route) === one),
      ),
    ]),
    ['enums.py', enumsText()],
    ['methods.py', methodsText(false)],
    ['async_methods.py', methodsText(true)],
    ['operations.py', operationsText()],
  ]);
}

/** Writes the folder anew. */
export function writeClientPython(): void {
  mkdirSync(FOLDER, { recursive: true });
  const files = clientPython();
  for (const name of readdirSync(FOLDER)) if (name.endsWith('.py') && !files.has(name)) rmSync(new URL(name, FOLDER));
  for (const [name, text] of files) writeFileSync(new URL(name, FOLDER), text);
}
