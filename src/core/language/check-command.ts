/**
 * Whether something is a command (FLOW-009): of a known name, with its fields and no others, each of its kind.
 *
 * Asked before a command is journaled, when one is read from a journal, and by the engine of any not asked about
 * before. Before the journal it also asks something that no field alone shows but that needs no state either: whether
 * the figures of a contract go together. Of a journal that is not asked: a later version may decide otherwise about
 * what is sound, and the command's own file refuses the unsound. Pure: the same value gets the same answer whatever
 * the state.
 */
import { COMMANDS, type CommandName, type CommandOf } from './commands.ts';
import { CORE_VERSION } from './core-version.ts';
import { faultOfConfig } from './contest-config.ts';
import { checkTiers, ContractError, loadContract } from './contract.ts';
import { type Kind, type Mismatch, oneOf, recordOf } from './kinds.ts';

const NAMES = Object.keys(COMMANDS) as CommandName[];

const SCHEMAS = new Map<unknown, Kind<unknown>>(
  NAMES.map((name) => [name, recordOf({ name: oneOf(name), ...COMMANDS[name] })]),
);

/** Faults that no single field shows: reasons to refuse the command in any state. */
const CROSS_FIELD_CHECKS: { readonly [Name in CommandName]?: (command: CommandOf<Name>) => Mismatch | null } = {
  setParameters: ({ contracts }) => {
    for (const [at, spec] of contracts.entries()) {
      const wrong = whyNot(`contracts[${at}]`, () => loadContract(spec));
      if (wrong !== null) return wrong;
    }
    return null;
  },
  changeContract: ({ symbol, change: { tiers } }) =>
    tiers === undefined ? null : whyNot('change.tiers', () => checkTiers(symbol, tiers)),
  createContest: ({ config }) => faultOfConfig(config),
  setAside: () => ({
    field: 'name',
    found: 'a command is set aside while the exchange is stopped, with `outcry journal set-aside`',
    need: '',
  }),
  // Of another program it may be one: a journal that has it stops this one (CoreUnknown).
  activateCore: ({ version }) =>
    version <= CORE_VERSION
      ? null
      : { field: 'version', found: `${version}`, need: `at most ${CORE_VERSION}, the newest that this program has` },
};

/** Why `value` isn't a command; null when it is one. */
export function mismatchOf(value: unknown): Mismatch | null {
  const name = nameIn(value);
  const schema = SCHEMAS.get(name);
  if (schema === undefined) return { field: 'name', found: nameText(name), need: 'the name of a command' };
  if (schema.fits(value)) return null;
  return schema.mismatch(value, '') ?? { field: nameText(name), found: 'no plain record', need: 'JSON data' };
}

/** The value in the place of a command's name. */
export function nameIn(value: unknown): unknown {
  return (value as { readonly name?: unknown } | null | undefined)?.name;
}

/** Why a command that fits would be refused in any state; null when that can't be said of it. */
export function crossFieldMismatch<Name extends CommandName>(command: CommandOf<Name>): Mismatch | null {
  const check = CROSS_FIELD_CHECKS[command.name];
  return check === undefined ? null : check(command);
}

/** `change.tiers[1] is null, needs an object with bound, maxLeverage, ratePercent`. */
export function mismatchText({ field, found, need }: Mismatch): string {
  return need === '' ? `${field}: ${found}` : `${field} is ${found}, needs ${need}`;
}

/** A command's name as an error shows it; whatever is there, only a string is asked for its text. */
export function nameText(name: unknown): string {
  return typeof name === 'string' ? `'${name.slice(0, 40)}'` : `of type ${name === null ? 'null' : typeof name}`;
}

function whyNot(field: string, load: () => unknown): Mismatch | null {
  try {
    load();
    return null;
  } catch (error) {
    if (error instanceof ContractError) return { field, found: error.message, need: '' };
    throw error;
  }
}
