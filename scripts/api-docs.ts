// Writes the generated parts of docs/api.md, between `<!-- generated: NAME -->` and `<!-- end: NAME -->`, from the
// route table, the codes and the reasons to say no. The prose around them is written by hand and stays. With them, what
// else is made from the route table: the client's types (client-wire.ts), a collection of requests (collection.ts), and
// the pages of /capi/v3 (v3-docs.ts).
//
//   node scripts/node.mjs scripts/api-docs.ts          (test/api-docs.test.ts fails until it was run)
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { CODES, type Code, messageOf } from '../src/api/words/errors.ts';
import { appliesWhen, exampleOf, rejectError } from '../src/api/words/rejects.ts';
import { ROUTES } from '../src/api/v2/index.ts';
import { DEFAULT_CONTRACTS } from '../src/core/language/contract-defaults.ts';
import { createEngine } from '../src/core/engine.ts';
import { REJECT_REASONS, type RejectReason } from '../src/core/language/rejects.ts';
import { additionRows } from './additions.ts';
import { writeClientWire } from './client-wire.ts';
import { writeCollection } from './collection.ts';
import { operation, operations, table, withParts } from './doc-parts.ts';
import { writeV3Docs } from './v3-docs.ts';

const FILE = new URL('../docs/api.md', import.meta.url);

const WHEN: Readonly<Record<Code, string>> = {
  40001: 'no ACCESS-KEY',
  40002: 'no ACCESS-SIGN',
  40003: 'no ACCESS-TIMESTAMP',
  40005: 'the timestamp is not 1 to 16 digits',
  40006: 'no such key',
  40007: 'a POST body that is not plain JSON by its headers',
  40008: 'more than 30 s from the wall clock, either way; of a WebSocket: used for a connection already',
  40009: 'wrong signature; the hint lists what the server saw, never the right signature',
  40011: 'no ACCESS-PASSPHRASE',
  40012: 'wrong passphrase',
  40013: 'the account is frozen',
  40014: 'the key may only read',
  40015: 'the engine says no: see the next table',
  40017: 'malformed body, a key twice, or parameters that do not go together',
  40018: 'the key is bound to other addresses',
  40019: 'a required parameter is not given',
  40020: 'wrong type, not in the list, out of range, unknown contract',
  40022: 'not on the AI-log allowlist; decided before the body is looked at',
  40753: 'the key is disabled, expired or revoked',
  429: 'a budget is used up; Retry-After says how long to wait',
  50003: 'the contract is closed to this account',
  50004: 'the operation is closed to this account',
  50005: 'no such order of this account and kind',
  50007: 'leverage above the cap of the contract',
  403: 'a demo only: a web page of another origin',
  404: 'no such path; the hint names the one you may have meant',
  405: 'known path, other method',
  413: 'body too large',
  414: 'request line too long',
  417: 'an Expect header other than 100-continue; closed',
  421: 'a demo, and the reference page: a Host that is no name of the service',
  431: 'headers too large',
  500: 'a fault of ours; the outcome of a write is unknown, send it again with the same client_oid',
  503: 'not ready, the queue is full, or the journal fails; nothing was executed',
};

function count(): string {
  const additions = ROUTES.filter(({ isAddition }) => isAddition === true);
  const forLogs = additions.filter(({ path }) => path.startsWith('/capi/v2/ai/')).length;
  const family = ROUTES.length - additions.length;
  return `This version serves ${family} of the 41 operations its dialect knows, the six of the interface document among
them, and ${additions.length} of its own, ${forLogs} of them for AI logs. What it tells without being
asked, over WebSockets, has a page of its own: [push.md](push.md).`;
}

function codes(): string {
  const all = Object.keys(CODES).map(Number) as Code[];
  const sorted = all.toSorted((a, b) => String(b).length - String(a).length || a - b);
  const rows = sorted.map((code) => [
    String(code),
    String(CODES[code].http),
    CODES[code].en,
    CODES[code].zh,
    WHEN[code],
  ]);
  return table(['Code', 'HTTP', 'English', 'Chinese', 'When'], rows);
}

const FIRST_NUMBERED: RejectReason = 'DUPLICATE_CLIENT_OID';
const LAST_NUMBERED: RejectReason = 'INSUFFICIENT_MARGIN';

/** `E01` to `E38`, empty for reasons that travel under a code of their own. */
function numberOf(reason: RejectReason): string {
  const at = REJECT_REASONS.indexOf(reason) - REJECT_REASONS.indexOf(FIRST_NUMBERED);
  const last = REJECT_REASONS.indexOf(LAST_NUMBERED) - REJECT_REASONS.indexOf(FIRST_NUMBERED);
  return at < 0 || at > last ? '' : `E${String(at + 1).padStart(2, '0')}`;
}

function reasons(): string {
  const engine = createEngine((bytes) => createHash('sha256').update(bytes).digest());
  engine.apply({
    sequence: 1,
    timeMs: 1,
    command: { name: 'setParameters', contracts: DEFAULT_CONTRACTS, exchange: {} },
  });
  const rows = REJECT_REASONS.map((reason) => {
    const error = rejectError(exampleOf(reason), engine.state);
    const english = messageOf(error, 'en');
    const chinese = messageOf(error, 'zh');
    const [, className = '', sentence = english] = /^[A-Z_]+: ([A-Z_]+): (.*)$/.exec(english) ?? [];
    return [
      numberOf(reason),
      `\`${reason}\``,
      String(error.code),
      className,
      appliesWhen(reason),
      sentence,
      chinese.split('｜').at(-1) ?? '',
    ];
  });
  return table(['No.', 'Token', 'Code', 'Class', 'When', 'English, an example', 'Chinese'], rows);
}

const additions = (): string => table(['Operation', 'Parameters', 'Fields of the answer'], additionRows());

const PARTS: Readonly<Record<string, () => string>> = {
  count,
  operations: () => operations(ROUTES),
  reference: () => ROUTES.map(operation).join('\n\n'),
  additions,
  codes,
  reasons,
};

/** docs/api.md with every generated part made anew. Throws when a part has no place in it. */
export function withGenerated(text: string): string {
  return withParts(text, PARTS, 'docs/api.md');
}

if (import.meta.main) {
  writeFileSync(FILE, withGenerated(readFileSync(FILE, 'utf8')));
  writeClientWire();
  writeCollection();
  writeV3Docs();
}
