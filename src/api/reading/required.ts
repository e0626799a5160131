/**
 * The fields a request must give, read from the schema of its parameters: the fields that are not optional, and limit
 * prices while another field says that the order has a limit. The first that is missing, in the order of the table, is
 * 40019 before any value is looked at.
 */
import type { TObject } from 'typebox';
import { type Bilingual, missing } from '../words/errors.ts';
import { type Fields, isGiven, isNotGivenOrZero, missingHint, wasSentAs } from './fields.ts';
import { OID_FORM } from './parameters.ts';
import type { RequiredWhen } from './schemas.ts';

export interface Requirement {
  readonly name: string;
  /** Null: always. Else only when another field was sent with this value, and then zero counts as not given. */
  readonly when: RequiredWhen | null;
}

export function requirementsOf({ properties, required }: TObject): readonly Requirement[] {
  const always: readonly string[] = required ?? [];
  return Object.entries(properties).flatMap(([name, schema]): Requirement[] => {
    if (always.includes(name)) return [{ name, when: null }];
    const { 'x-required-when': when } = schema as { 'x-required-when'?: RequiredWhen };
    return when === undefined ? [] : [{ name, when }];
  });
}

/** What a caller has to make up. */
const OWN_WORDS: Readonly<Record<string, Bilingual>> = {
  client_oid: { en: `choose an id for each order: ${OID_FORM.en}`, zh: `请为每个委托自定编号：${OID_FORM.zh}` },
};

/** Throws 40019 for the first that is missing, with a hint when a misspelt name was sent instead. */
export function checkGiven(fields: Fields, requirements: readonly Requirement[]): void {
  for (const { name, when } of requirements) {
    const isMissing =
      when === null
        ? !isGiven(fields.get(name))
        : wasSentAs(fields, when.name, when.is) && isNotGivenOrZero(fields, name);
    if (isMissing) throw missing(name, missingHint(fields, name) ?? OWN_WORDS[name]);
  }
}
