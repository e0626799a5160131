// Writes docs/outcry.postman_collection.json: every operation as a request one can send by a click, from Postman, Bruno
// or Insomnia, which all read this form; those of /capi/v3 are a folder of their own. A script in it signs each
// request. It holds the demo's keys and no others. `scripts/api-docs.ts` runs it with the rest.
import { writeFileSync } from 'node:fs';
import { type Route, takesBody } from '../src/api/call/route.ts';
import { ROUTES } from '../src/api/v2/index.ts';
import { ROUTES_V3 } from '../src/api/v3/index.ts';
import { DEMO_ACCOUNTS } from '../src/demo/demo-accounts.ts';
import { folderOf } from './doc-parts.ts';

const FILE = new URL('../docs/outcry.postman_collection.json', import.meta.url);

/** Runs before each request in the program that sends it; `pm` is that program's. */
const SIGN = [
  "const CryptoJS = require('crypto-js');",
  'const timestamp = String(Date.now());',
  '// A new name for each order: the same name is the same order.',
  "pm.variables.set('clientOid', 'click-' + timestamp);",
  'const { method, url, body } = pm.request;',
  '// What is signed is what is sent: variables filled in, without host and prefix.',
  'const whole = pm.variables.replaceIn(url.toString());',
  String.raw`const target = whole.slice(whole.search(/\/(capi\/v[23]|api\/v3)\//));`,
  "const text = body && body.raw ? pm.variables.replaceIn(body.raw) : '';",
  "const digest = CryptoJS.HmacSHA256(timestamp + method + target + text, pm.variables.get('secret'));",
  'const headers = {',
  "  'ACCESS-KEY': pm.variables.get('apiKey'),",
  "  'ACCESS-SIGN': CryptoJS.enc.Base64.stringify(digest),",
  "  'ACCESS-TIMESTAMP': timestamp,",
  "  'ACCESS-PASSPHRASE': pm.variables.get('passphrase'),",
  '};',
  'for (const [key, value] of Object.entries(headers)) pm.request.headers.upsert({ key, value });',
];

const DESCRIPTION = `Every operation of an Outcry exchange. Each request is signed by the script of this collection. The keys
in its variables are those of the local demo (\`npm start\`), which everybody knows: put your own there for anything else,
and don't pass the collection on with them.`;

const V3_DESCRIPTION = 'The same exchange in the words of /capi/v3: the same accounts, keys, orders and budgets.';

type Json = Record<string, unknown>;

interface Described {
  readonly description?: string;
}

/** The variables a sample's own names and ids are replaced by, so that a second click isn't the first one again. */
function sampleBody({ sample }: Route): string {
  const named = sample
    .replaceAll(/("(?:client_oid|clientOrderId|newClientOrderId|clientAlgoId)": ?)"[^"]*"/g, '$1"{{clientOid}}"')
    .replaceAll(/("(?:orderDataList|batchOrders)": ?\[)(.*?)\]/g, (whole) => numbered(whole));
  return JSON.stringify(JSON.parse(named), null, 2);
}

/** Rows of a batch are orders of their own. */
function numbered(rows: string): string {
  let row = 0;
  return rows.replaceAll('{{clientOid}}', () => `{{clientOid}}-${++row}`);
}

function urlOf(route: Route): Json {
  const path = route.path.slice(1).split('/');
  if (takesBody(route)) return { raw: `{{baseUrl}}${route.path}`, host: ['{{baseUrl}}'], path };
  const given = new URLSearchParams(route.sample);
  const query = Object.entries(route.parameters).map(([key, { schema }]) => ({
    key,
    value: given.get(key) ?? '',
    description: (schema as Described).description ?? '',
    ...(given.has(key) ? {} : { disabled: true }),
  }));
  const sent = query.filter(({ key }) => given.has(key)).map(({ key, value }) => `${key}=${value}`);
  const raw = `{{baseUrl}}${route.path}${sent.length > 0 ? `?${sent.join('&')}` : ''}`;
  return { raw, host: ['{{baseUrl}}'], path, ...(query.length > 0 ? { query } : {}) };
}

function requestOf(route: Route): Json {
  const hasBody = takesBody(route);
  return {
    name: route.operation,
    request: {
      method: route.method,
      header: [
        { key: 'locale', value: '{{locale}}' },
        ...(hasBody ? [{ key: 'Content-Type', value: 'application/json' }] : []),
      ],
      url: urlOf(route),
      ...(hasBody ? { body: { mode: 'raw', raw: sampleBody(route), options: { raw: { language: 'json' } } } } : {}),
      description: `${route.summary}.`,
    },
    response: [],
  };
}

/** The requests of one dialect, by the parts of its API. */
function foldersOf(routes: readonly Route[]): Json[] {
  return [...new Set(routes.map(folderOf))].map((name) => ({
    name,
    item: routes.filter((route) => folderOf(route) === name).map(requestOf),
  }));
}

/** The collection's text, as the routes say now. */
export function collectionText(routes: readonly Route[] = ROUTES, v3: readonly Route[] = ROUTES_V3): string {
  const [demo] = DEMO_ACCOUNTS;
  if (demo === undefined) throw new Error('there are no demo accounts');
  const { apiKey, secret, passphrase } = demo;
  const variables = { baseUrl: 'http://127.0.0.1:8080', apiKey, secret, passphrase, locale: 'en-US' };
  const collection = {
    info: {
      name: 'Outcry',
      description: DESCRIPTION.replaceAll('\n', ' '),
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: SIGN } }],
    item: [...foldersOf(routes), { name: 'v3', description: V3_DESCRIPTION, item: foldersOf(v3) }],
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

/** Writes the file. */
export function writeCollection(): void {
  writeFileSync(FILE, collectionText());
}
