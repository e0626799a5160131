// Writes src/client/wire/: the types of every request, answer and message and the table of operations, as the client's
// own plain text; and src/client/v3/, the same of /capi/v3, without its sockets. They are made from the schemas the
// routes and channels state about themselves, so the client knows everything that is served and takes nothing of the
// server's sources along. `scripts/api-docs.ts` runs it with the rest.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type Route, takesBody } from '../src/api/call/route.ts';
import { objectOf } from '../src/api/call/parameter.ts';
import { ACCOUNT_EVENTS } from '../src/api/push/account/channel.ts';
import { ACCOUNT_CHANNELS } from '../src/api/push/account/index.ts';
import { kindOf } from '../src/api/push/public/channel.ts';
import { PUBLIC_CHANNELS } from '../src/api/push/public/index.ts';
import { BAR_INTERVALS, BAR_PRICES } from '../src/api/push/public/kline.ts';
import { ROUTES } from '../src/api/v2/index.ts';
import { ROUTES_V3 } from '../src/api/v3/index.ts';
import { NAMED_CODES } from '../src/api/words/named-codes.ts';
import { folderOf, nameOf } from './doc-parts.ts';

const FOLDER = new URL('../src/client/wire/', import.meta.url);
const V3_FOLDER = new URL('../src/client/v3/', import.meta.url);
const COLUMNS = 120;
const CHANNELS = 'channels';
const CODES = 'codes';
/** As much of JSON Schema as the routes use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema | readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
}

interface Declared {
  readonly name: string;
  readonly file: string;
}

const headOf = (what: string): string =>
  `/**\n * ${what}.\n * Generated from the routes by scripts/client-wire.ts, not edited by hand.\n */\n`;

const pascal = (name: string): string =>
  name.replace(/(^|_)([a-zA-Z0-9])/g, (_, __, letter: string) => letter.toUpperCase());
const typeOf = (route: Route): string => pascal(nameOf(route));

/** A union, each member once. */
const union = (members: readonly string[]): string =>
  [...new Set(members.flatMap((one) => one.split(' | ')))].join(' | ');

/** Types of one file and what they take from the others. An object that two operations show is declared once. */
class Types {
  readonly texts = new Map<string, string[]>();
  readonly imports = new Map<string, Map<string, Set<string>>>();
  readonly #declared = new Map<string, Declared>();

  /** The name of an object's interface, declared in `file` unless an equal one has been declared before. */
  nameOf(schema: Schema, name: string, file: string, isRequest: boolean): string {
    const key = `${isRequest} ${JSON.stringify(schema)}`;
    const known = this.#declared.get(key);
    if (known !== undefined) return this.#take(known, file);
    this.#declared.set(key, { name, file });
    const fields = Object.entries(schema.properties ?? {}).map(([field, value]) => {
      const isOptional = schema.required?.includes(field) !== true;
      const type = this.typeOf(value, name + pascal(field), file, isRequest);
      return fieldText(
        field,
        isOptional && isRequest ? union([type, 'null', 'undefined']) : type,
        isOptional,
        value.description,
      );
    });
    const body = fields.length === 0 ? '{}' : `{\n${fields.join('\n')}\n}`;
    this.#add(
      file,
      fields.length === 0
        ? `export type ${name} = Readonly<Record<string, never>>;`
        : `export interface ${name} ${body}`,
    );
    return name;
  }

  /** An answer that is no plain object, under a name of its own. */
  alias(name: string, schema: Schema, rowName: string, file: string): void {
    this.#add(file, `export type ${name} = ${this.typeOf(schema, rowName, file, false)};`);
  }

  /** A second name of a type that is declared already. */
  another(name: string, known: string, file: string): void {
    this.#add(file, `export type ${name} = ${known};`);
  }

  typeOf(schema: Schema, name: string, file: string, isRequest: boolean): string {
    if (schema.enum !== undefined) return union(schema.enum.map((one) => quoted(one)));
    if (schema.anyOf !== undefined) return union(schema.anyOf.map((one) => this.typeOf(one, name, file, isRequest)));
    if (Array.isArray(schema.type))
      return union(schema.type.map((type: string) => this.typeOf({ ...schema, type }, name, file, isRequest)));
    if (schema.type === 'array') return this.#arrayOf(schema, name, file, isRequest);
    if (schema.type === 'object') return this.#objectOf(schema, name, file, isRequest);
    if (schema.type === 'integer') return 'number';
    if (schema.format === 'binary') return 'Uint8Array';
    if (typeof schema.type === 'string' && ['string', 'number', 'boolean', 'null'].includes(schema.type))
      return schema.type;
    throw new Error(`${name}: a schema this generator does not know: ${JSON.stringify(schema)}`);
  }

  #arrayOf(schema: Schema, name: string, file: string, isRequest: boolean): string {
    const { items, minItems, maxItems } = schema;
    if (Array.isArray(items))
      return `readonly [${items.map((one: Schema) => this.typeOf(one, name, file, isRequest)).join(', ')}]`;
    const item = this.typeOf((items ?? {}) as Schema, name, file, isRequest);
    if (minItems !== undefined && minItems === maxItems && minItems <= 8)
      return `readonly [${Array.from({ length: minItems }, () => item).join(', ')}]`;
    return item.includes(' ') ? `readonly (${item})[]` : `readonly ${item}[]`;
  }

  #objectOf(schema: Schema, name: string, file: string, isRequest: boolean): string {
    if (schema.properties !== undefined && Object.keys(schema.properties).length > 0)
      return this.nameOf(schema, name, file, isRequest);
    const value = schema.additionalProperties;
    const type = typeof value === 'object' ? this.typeOf(value, `${name}Value`, file, isRequest) : 'unknown';
    return `Readonly<Record<string, ${type}>>`;
  }

  #take({ name, file: home }: Declared, file: string): string {
    if (home !== file) {
      const imports = this.imports.get(file) ?? new Map<string, Set<string>>();
      this.imports.set(file, imports.set(home, (imports.get(home) ?? new Set()).add(name)));
    }
    return name;
  }

  #add(file: string, text: string): void {
    this.texts.set(file, [...(this.texts.get(file) ?? []), text]);
  }

  /** The file as it is written. */
  fileText(file: string, what: string): string {
    const imports = [...(this.imports.get(file) ?? [])].map(
      ([home, names]) => `import type { ${[...names].join(', ')} } from './${home}.ts';\n`,
    );
    return [headOf(what), ...imports, '\n', (this.texts.get(file) ?? []).join('\n\n'), '\n'].join('');
  }
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value);
}

/** A field, with its description on the same line where that fits. */
function fieldText(name: string, type: string, isOptional: boolean, description: string | undefined): string {
  const field = `readonly ${name}${isOptional ? '?' : ''}: ${type};`;
  if (description === undefined || description === '') return `  ${field}`;
  const comment = `/** ${description.replaceAll('*/', '*')} */`;
  if (2 + comment.length + 1 + field.length <= COLUMNS) return `  ${comment} ${field}`;
  return `${2 + comment.length <= COLUMNS ? `  ${comment}` : longComment(description)}\n  ${field}`;
}

/** A description of several lines. */
function longComment(description: string): string {
  const lines = [''];
  for (const word of description.split(' ')) {
    const line = lines.at(-1) as string;
    if ('   * '.length + line.length + 1 + word.length > COLUMNS) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return ['  /**', ...lines.map((line) => `   * ${line}`), '   */'].join('\n');
}

/** Of another method than POST, and with a body: a DELETE of several. */
const isInBody = (route: Route): boolean => takesBody(route) && route.method !== 'POST';

function operationRow(route: Route): string {
  const { method, path, access, isFile } = route;
  const marks = [isFile === true ? ', isFile: true' : '', isInBody(route) ? ', inBody: true' : ''];
  return `  ${nameOf(route)}: { method: '${method}', path: '${path}', signed: ${access === 'private'}${marks.join('')} },`;
}

function tableComment(routes: readonly Route[]): string {
  const [isFile, inBody] = [routes.some((one) => one.isFile === true), routes.some(isInBody)];
  return [
    'Where each operation is asked, whether that is signed',
    ...(isFile ? [', and whether a file is made that is the answer'] : []),
    ...(inBody ? [', and whether its input is a body though it is no POST'] : []),
    '.',
  ].join('');
}

/** The table of operations, which also exports what the other files declare: `types`, and constants in `values`. */
function operationsText(routes: readonly Route[], types: Iterable<string>, values: readonly string[]): string {
  const files = [...new Set(routes.map(folderOf))];
  const map = (what: string, name: string, kind: string): string =>
    [
      `\n/** ${what} */\nexport interface ${name} {`,
      ...routes.map((route) => `  readonly ${nameOf(route)}: ${folderOf(route)}.${typeOf(route)}${kind};`),
      '}\n',
    ].join('\n');
  return [
    headOf('Every operation: where it is asked, what it takes, what it answers'),
    ...files.map((file) => `import type * as ${file} from './${file}.ts';\n`),
    '\n',
    ...[...types].map((file) => `export type * from './${file}.ts';\n`),
    ...values.map((file) => `export * from './${file}.ts';\n`),
    `\n/** ${tableComment(routes)} */\n`,
    `export const OPERATIONS = {\n${routes.map(operationRow).join('\n')}\n} as const;\n`,
    '\nexport type Operation = keyof typeof OPERATIONS;\n',
    map('The input of each operation: a query, or a body.', 'Requests', 'Request'),
    map('The answer of each operation.', 'Answers', 'Answer'),
  ].join('');
}

/** Declares what the channels carry; the types of the messages around it are returned, to stand behind. */
function channelTypes(types: Types): string {
  const named = (item: string, { schema }: { readonly schema: unknown }): string =>
    types.nameOf(schema as Schema, `Pushed${pascal(item)}`, CHANNELS, false);
  for (const channel of PUBLIC_CHANNELS) {
    const { shape, item = kindOf(channel) } = channel;
    const name = `Pushed${pascal(item)}`;
    const known = named(item, shape);
    // A channel that carries an answer of REST.
    if (known !== name) types.another(name, known, CHANNELS);
  }
  const data = ACCOUNT_CHANNELS.flatMap(({ arrays }) =>
    Object.entries(arrays).map(
      ([field, { shape, item = field }]) => `    readonly ${field}?: readonly ${named(item, shape)}[];`,
    ),
  );
  const words = (all: readonly string[]): string => all.map((one) => `'${one}'`).join(' | ');
  return `
/** The part that every message of a private channel has. */
export interface PrivateEvent {
  readonly msgEvent: ${words(ACCOUNT_EVENTS)};
  /** The number of this change of the account. */ readonly version: number;
  /** The one its channel told before. */ readonly previousVersion: number;
  /** Epoch ms */ readonly time: number;
  readonly data: {
${data.join('\n')}
  };
}

export type PrivateChannel = ${words(ACCOUNT_CHANNELS.map(({ name }) => name))};
export type BarPrice = ${words(BAR_PRICES)};
export type BarInterval = ${words(BAR_INTERVALS)};
`;
}

/** Declares what the operations take and answer. */
function operationTypes(types: Types, routes: readonly Route[]): void {
  for (const route of routes) {
    const file = folderOf(route);
    const name = typeOf(route);
    const request = objectOf(route.parameters) as Schema;
    const requestName = types.nameOf(request, `${name}Request`, file, true);
    if (requestName !== `${name}Request`) types.another(`${name}Request`, requestName, file);
    const answer = route.answer.schema as Schema;
    const isObject = answer.type === 'object' && answer.properties !== undefined;
    const answerName = isObject ? types.nameOf(answer, `${name}Answer`, file, false) : '';
    if (!isObject) types.alias(`${name}Answer`, answer, `${name}Row`, file);
    else if (answerName !== `${name}Answer`) types.another(`${name}Answer`, answerName, file);
  }
}

/** The files of src/client/wire by name, as the routes say now. */
export function clientWire(routes: readonly Route[] = ROUTES): ReadonlyMap<string, string> {
  const types = new Types();
  operationTypes(types, routes);
  const events = channelTypes(types);
  const files = filesOf(types, routes, [CODES], (file, text) => (file === CHANNELS ? text + events : text));
  return new Map([...files, [`${CODES}.ts`, codesText()]]);
}

/** The numbers of requests as constants. */
function codesText(): string {
  const constants = NAMED_CODES.map(({ name, fields, codes }) => {
    const rows = [...codes].map(([word, code]) => `  ${word}: ${code},`).join('\n');
    const kept = `export type ${name} = (typeof ${name})[keyof typeof ${name}];`;
    return `/** ${fields.map((one) => `\`${one}\``).join(', ')} */\nexport const ${name} = {\n${rows}\n} as const;\n${kept}\n`;
  });
  return [headOf('The numbers that requests carry, by name'), ...constants].join('\n');
}

/** The files of src/client/v3 by name, as the routes say now. */
export function clientV3(routes: readonly Route[] = ROUTES_V3): ReadonlyMap<string, string> {
  const types = new Types();
  operationTypes(types, routes);
  return filesOf(types, routes, [], (_, text) => text);
}

function filesOf(
  types: Types,
  routes: readonly Route[],
  values: readonly string[],
  finish: (file: string, text: string) => string,
): ReadonlyMap<string, string> {
  const files = new Map([['index.ts', operationsText(routes, types.texts.keys(), values)]]);
  for (const file of types.texts.keys()) {
    const what = file === CHANNELS ? 'The messages of the channels' : `Requests and answers of /${file}`;
    files.set(`${file}.ts`, finish(file, types.fileText(file, what)));
  }
  return files;
}

/** Writes both folders anew; files of operations that are no more go. */
export function writeClientWire(): void {
  write(FOLDER, clientWire());
  write(V3_FOLDER, clientV3());
}

function write(folder: URL, files: ReadonlyMap<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(new URL(name, folder));
  for (const [name, text] of files) writeFileSync(new URL(name, folder), text);
}
