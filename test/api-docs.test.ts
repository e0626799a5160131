// What is generated from the code is what the code says now: docs/api.md (routes), docs/errors.md (codes, reasons), the
// client's types, the collection of requests.
import { describe, expect, it } from 'vitest';
import { CHECKUP_SCHEMA, checkupSchema } from '../scripts/checkup-schema.ts';
import { withGenerated } from '../scripts/api-docs.ts';
import { clientPython } from '../scripts/client-python.ts';
import { clientV3, clientWire } from '../scripts/client-wire.ts';
import { collectionText } from '../scripts/collection.ts';
import { withParts } from '../scripts/doc-parts.ts';
import { ERRORS_PAGE, ERRORS_PARTS } from '../scripts/errors-guide.ts';
import { V3_PAGES } from '../scripts/v3-docs.ts';
import { ROUTES } from '../src/api/v2/index.ts';
import { ROUTES_V3 } from '../src/api/v3/index.ts';
import { OPERATIONS } from '../src/client/v3/index.ts';
import { filesUnder, read } from './source.ts';

describe('docs/api.md', () => {
  it('is what scripts/api-docs.ts writes (run `node scripts/node.mjs scripts/api-docs.ts` when it is not)', () => {
    const written = read('docs/api.md');
    expect(withGenerated(written)).toBe(written);
  });

  it('can be told from an old one: a changed row is found and put right', () => {
    const written = read('docs/api.md');
    const old = written.replace('[placeOrder]', '[place]');
    expect(old).not.toBe(written);
    expect(withGenerated(old)).toBe(written);
  });

  it('refuses a page that has no place for a part', () => {
    expect(() => withGenerated('# The API')).toThrow('<!-- generated: count -->');
  });
});

describe(CHECKUP_SCHEMA, () => {
  it('is what the code says (`node scripts/node.mjs scripts/api-docs.ts`)', () => {
    expect(checkupSchema()).toBe(read(CHECKUP_SCHEMA));
  });
});

describe.each([...Object.entries(V3_PAGES), [ERRORS_PAGE, ERRORS_PARTS] as const])('%s', (page, parts) => {
  it('is what the code says (`node scripts/node.mjs scripts/api-docs.ts`)', () => {
    const written = read(page);
    expect(withParts(written, parts, page)).toBe(written);
    const old = written.replace(/\/capi\/v3\/order` \||`DUPLICATE_CLIENT_OID`/, 'old |');
    expect(old).not.toBe(written);
    expect(withParts(old, parts, page)).toBe(written);
    expect(() => withParts('# A page', parts, page)).toThrow(`${page} needs <!-- generated: `);
  });
});

describe.each([
  { folder: 'src/client/wire', made: clientWire, routes: ROUTES },
  { folder: 'src/client/v3', made: clientV3, routes: ROUTES_V3 },
])('$folder', ({ folder, made, routes }) => {
  it('is what scripts/client-wire.ts makes of the routes (`node scripts/node.mjs scripts/api-docs.ts`)', () => {
    const written = new Map(filesUnder(folder).map((path) => [path.slice(folder.length + 1), read(path)]));
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(made()));
  });

  it('can be told from an old one: an operation less is a difference', () => {
    expect(made(routes.slice(1)).get('index.ts')).not.toBe(read(`${folder}/index.ts`));
  });
});

describe('outcry-client/v3', () => {
  it('says of every operation of /capi/v3 where it is asked', () => {
    const asked = Object.values(OPERATIONS).map(({ method, path, signed }) => [method, path, signed]);
    expect(asked).toEqual(ROUTES_V3.map(({ method, path, access }) => [method, path, access === 'private']));
    expect(OPERATIONS.cancelOrders).toEqual({
      method: 'DELETE',
      path: '/capi/v3/batchOrders',
      signed: true,
      inBody: true,
    });
  });
});

describe('docs/outcry.postman_collection.json', () => {
  it('is what scripts/collection.ts makes of the routes', () => {
    expect(read('docs/outcry.postman_collection.json')).toBe(collectionText());
    expect(collectionText(ROUTES.slice(1))).not.toBe(collectionText());
    expect(collectionText(ROUTES, ROUTES_V3.slice(1))).not.toBe(collectionText());
  });
});

it('clients/python is what scripts/client-python.ts makes of the routes (`node scripts/node.mjs scripts/api-docs.ts`)', () => {
  const folder = 'clients/python/outcry/wire';
  const files = filesUnder(folder, (path) => path.endsWith('.py'));
  const written = new Map(files.map((path) => [path.slice(folder.length + 1), read(path)]));
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(clientPython()));
});
