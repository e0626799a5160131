// Writes the generated parts of docs/errors.md, from the tables of the codes in both dialects and of the reasons to say
// no: what each is answered for, and what helps (error-remedies.ts). `scripts/api-docs.ts` runs it with the rest.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { CODE_ROWS } from '../src/api/v3/words/codes.ts';
import { CODES, type Code, messageOf } from '../src/api/words/errors.ts';
import { appliesWhen, exampleOf, rejectError } from '../src/api/words/rejects.ts';
import { DEFAULT_CONTRACTS } from '../src/core/language/contract-defaults.ts';
import { createEngine } from '../src/core/engine.ts';
import { REJECT_REASONS, type RejectReason } from '../src/core/language/rejects.ts';
import { table, withParts } from './doc-parts.ts';
import { CODE_HELP, REMEDIES } from './error-remedies.ts';

export const ERRORS_PAGE = 'docs/errors.md';

function codes(): string {
  const all = Object.keys(CODES).map(Number) as Code[];
  const sorted = all.toSorted((a, b) => String(b).length - String(a).length || a - b);
  const rows = sorted.map((code) => {
    const { http, en, zh } = CODES[code];
    return [String(code), String(http), en, zh, CODE_HELP[code].when, CODE_HELP[code].cure];
  });
  return table(['Code', 'HTTP', 'English', 'Chinese', 'When', 'What to do'], rows);
}

function codesOfV3(): string {
  const sorted = CODE_ROWS.toSorted((a, b) => Math.abs(a.code) - Math.abs(b.code) || a.of - b.of);
  const rows = sorted.map(({ of, about, code, text }) => [
    String(code),
    String(CODES[of].http),
    about === '' ? String(of) : `${of}: ${about}`,
    text.en,
    text.zh,
    CODE_HELP[of].cure,
  ]);
  return table(['Code', 'HTTP', 'Of v2', 'English', 'Chinese', 'What to do'], rows);
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
      REMEDIES[reason],
    ];
  });
  return table(['No.', 'Token', 'Code', 'Class', 'When', 'English, an example', 'Chinese', 'What to do'], rows);
}

export const ERRORS_PARTS: Readonly<Record<string, () => string>> = { codes, 'codes of v3': codesOfV3, reasons };

export function writeErrors(): void {
  const file = new URL(`../${ERRORS_PAGE}`, import.meta.url);
  writeFileSync(file, withParts(readFileSync(file, 'utf8'), ERRORS_PARTS, ERRORS_PAGE));
}
