/**
 * The OpenAPI 3.1 document of a dialect, made from its routes: paths, parameters, samples and errors are what the
 * routes state about themselves. Nothing is written down twice.
 */
import type { Dialect } from '../words/dialect.ts';
import { invalid } from '../words/errors.ts';
import { introduction } from './introduction.ts';
import { type Route, takesBody } from '../call/route.ts';
import { neededNames, objectOf } from '../call/parameter.ts';

type Json = Record<string, unknown>;

/** A dialect as it is described. */
export interface Described {
  readonly dialect: Dialect;
  readonly routes: readonly Route[];
  /** The codes of its errors. */
  readonly codes: readonly (string | number)[];
  /** A contract by another name than its own, and its own. */
  readonly misspelt: readonly [string, string];
}

const ACCESS_HEADERS = ['ACCESS-KEY', 'ACCESS-SIGN', 'ACCESS-TIMESTAMP', 'ACCESS-PASSPHRASE'];

/** The document, to be served under `basePath`. */
export function openapiDocument(described: Described, basePath: string): Json {
  const { dialect, routes, codes } = described;
  const paths: Record<string, Json> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method.toLowerCase()] = operationOf(route);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Outcry',
      version: dialect.name,
      description: introduction(dialect, basePath),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: basePath === '' ? '/' : basePath }],
    paths,
    components: {
      securitySchemes: Object.fromEntries(ACCESS_HEADERS.map((name) => [name, { type: 'apiKey', in: 'header', name }])),
      schemas: { Error: errorSchema(codes) },
      responses: {
        Error: {
          description: `The error envelope. Codes: ${codes.join(', ')}`,
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: errorSample(described) },
          },
        },
      },
    },
  };
}

function errorSample({ dialect, misspelt: [found, near] }: Described): unknown {
  const hint = `Unknown symbol '${found}'; did you mean ${near}?`;
  return JSON.parse(dialect.render(invalid('symbol', { en: hint, zh: hint }), 'en', 1767258000000));
}

function errorSchema(codes: Described['codes']): Json {
  return {
    type: 'object',
    required: ['code', 'msg', 'requestTime', 'data'],
    properties: {
      code: { type: typeof codes[0], enum: codes },
      msg: { type: 'string' },
      requestTime: { type: 'integer' },
      data: { type: 'null' },
      token: { type: 'string', description: 'Why the engine refused, for programs' },
      hint: { type: 'string', description: 'What helps' },
    },
  };
}

function operationOf(route: Route): Json {
  const isPrivate = route.access === 'private';
  const isOfRehearsal = tagOf(route) === 'rehearsal';
  return {
    operationId: route.operation,
    summary: route.summary,
    tags: [tagOf(route)],
    ...(isOfRehearsal ? { 'x-rehearsal': true } : {}),
    description: `${isOfRehearsal ? 'In a rehearsal alone; elsewhere 60001. ' : ''}Weight ${route.weight.ip} per IP${isPrivate ? `, ${route.weight.uid} per account; needs a key with the ${route.permission} permission` : ''}.${route.errors.length > 0 ? ` Errors: ${route.errors.join(', ')}.` : ''}`,
    'x-weight': route.weight,
    ...(isPrivate ? { security: [Object.fromEntries(ACCESS_HEADERS.map((name) => [name, []]))] } : { security: [] }),
    ...inputOf(route),
    responses: {
      200: {
        description: 'Success',
        content: {
          [typeOf(route)]: {
            schema: route.answer.schema,
            example: route.answer.sample,
          },
        },
      },
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

/** The words behind the version in a path; of the operations of v3 that stand there themselves, what they are of. */
function tagOf({ operation, path }: Route): string {
  const [, family, , first = '', ...rest] = path.split('/');
  if (family === 'api') return 'spot';
  if (rest.length > 0 || !operation.startsWith('v3.')) return first;
  return /algo|tpsl/i.test(first) ? 'algo' : 'order';
}

function typeOf({ isText, isFile, answer }: Route): string {
  if (isFile === true) return (answer.schema['contentMediaType'] as string | undefined) ?? 'application/gzip';
  return isText === true ? 'text/plain' : 'application/json';
}

const CHANNEL_HEADER = {
  name: 'ORDER-CHANNEL',
  in: 'header',
  required: false,
  schema: { const: 'web' },
  description: 'Declares that a page sent it; api when absent',
};

function inputOf(route: Route): Json {
  const localeHeader = { name: 'locale', in: 'header', required: false, schema: { type: 'string' }, example: 'en-US' };
  if (takesBody(route)) {
    return {
      parameters: route.permission === 'trade' ? [localeHeader, CHANNEL_HEADER] : [localeHeader],
      requestBody: {
        required: neededNames(route.parameters).length > 0,
        content: {
          'application/json': { schema: objectOf(route.parameters), example: JSON.parse(route.sample) as unknown },
        },
      },
    };
  }
  const examples = new URLSearchParams(route.sample);
  const parameters = Object.entries(route.parameters).map(([name, { absent, schema }]) => ({
    name,
    in: 'query',
    required: absent === null,
    schema,
    ...(examples.has(name) ? { example: examples.get(name) } : {}),
  }));
  return { parameters: [localeHeader, ...parameters] };
}
