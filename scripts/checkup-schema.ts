// Writes docs/checkup.schema.json: the form of a checkup's report, from the shape that its route states.
// `scripts/api-docs.ts` runs it with the rest.
import { writeFileSync } from 'node:fs';
import { checkupShape } from '../src/api/shapes/checkup.ts';

export const CHECKUP_SCHEMA = 'docs/checkup.schema.json';

export function checkupSchema(): string {
  const about = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'The checkup of an account in a rehearsal',
  };
  return `${JSON.stringify({ ...about, ...checkupShape.schema }, null, 2)}\n`;
}

export function writeCheckupSchema(): void {
  writeFileSync(new URL(`../${CHECKUP_SCHEMA}`, import.meta.url), checkupSchema());
}
