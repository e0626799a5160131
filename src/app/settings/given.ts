/**
 * Settings where they are given, before anything is made of them together: flags win over the environment, that over
 * the file of `--config`. Each keeps where it stood, so that what is wrong with it can be said there.
 */
import { parseArgs } from 'node:util';
import { nearestWord } from '../../core/text/edit-distance.ts';
import { givenText, NotReadable } from '../../folder/disk/given-file.ts';
import { shownAddress } from '../../store/database/address.ts';
import { isRecord, Need, type Setting } from './setting-kinds.ts';
import { type SettingName, SETTINGS } from './settings.ts';

/** A setting that can't be used; the message is for the person who wrote it. */
export class ConfigError extends Error {}

export const NAMES = Object.keys(SETTINGS) as SettingName[];

export function flagOf(name: string): string {
  return name.replaceAll('.', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function variableOf(name: string): string {
  return `OUTCRY_${flagOf(name).replaceAll('-', '_').toUpperCase()}`;
}

/** The known word that may have been meant, or null when none is at all like it. */
export function nearest(found: string, known: readonly string[]): string | null {
  return nearestWord(found, known, Math.max(2, Math.ceil(found.length / 3)));
}

/** A setting's text. */
export interface Given {
  readonly text: string;
  readonly from: string;
}

/** The flags of the command line by setting; `--config FILE` by the name `config`. */
function fromFlags(argv: readonly string[]): Map<string, Given> {
  const flags = new Map(NAMES.map((name) => [flagOf(name), name]));
  const options = Object.fromEntries(
    NAMES.map((name) => [flagOf(name), { type: SETTINGS[name].switch ? ('boolean' as const) : ('string' as const) }]),
  );
  const { tokens } = parseArgs({
    args: [...argv],
    options: { ...options, config: { type: 'string' } },
    strict: false,
    allowNegative: true,
    tokens: true,
  });
  const given = new Map<string, Given>();
  for (const token of tokens) {
    if (token.kind === 'positional')
      throw new ConfigError(`'${shownAddress(token.value)}' is not an option; options start with --`);
    if (token.kind !== 'option') continue;
    const negative = token.rawName.startsWith('--no-') && !flags.has(token.rawName.slice('--'.length));
    const flag = negative ? token.rawName.slice('--no-'.length) : token.name;
    const name = flag === 'config' ? 'config' : flags.get(flag);
    const isSwitch = name !== undefined && name !== 'config' && SETTINGS[name].switch;
    const isNegatable = isSwitch || (name !== undefined && name !== 'config' && isNegatableName(name));
    if (name === undefined || (negative && !isNegatable))
      throw new ConfigError(unknownFlag(token.rawName, [...flags.keys(), 'config']));
    if (negative && token.value !== undefined)
      throw new ConfigError(`${token.rawName} takes no value: given, it means no`);
    if (!isSwitch && !negative && token.value === undefined) throw new ConfigError(`${token.rawName} needs a value`);
    const text = isSwitch || negative ? (token.value ?? String(!negative)) : (token.value ?? '');
    given.set(name, { text, from: token.rawName });
  }
  return given;
}

function isNegatableName(name: SettingName): boolean {
  const setting: Setting<unknown> = SETTINGS[name];
  return setting.negatable === true;
}

function unknownFlag(rawName: string, known: readonly string[]): string {
  const like = nearest(rawName.replace(/^-+(no-)?/, ''), known);
  return `unknown option ${shownAddress(rawName)}${like === null ? '' : `; did you mean --${like}?`}`;
}

/** A file of settings: an object of settings, or of objects of them. */
function fromFile(path: string): Map<string, Given> {
  const given = new Map<string, Given>();
  const walk = (value: unknown, name: string): void => {
    const holdsOthers = isRecord(value) && NAMES.some((other) => other.startsWith(`${name}.`));
    if (name in SETTINGS && !holdsOthers) {
      given.set(name, { text: textOf(value), from: `${name} in ${path}` });
    } else if (isRecord(value)) {
      for (const [key, inner] of Object.entries(value)) walk(inner, name === '' ? key : `${name}.${key}`);
    } else {
      const like = nearest(name, NAMES);
      throw new ConfigError(
        `${path} has an unknown setting '${name}'${like === null ? '' : `; did you mean ${like}?`}`,
      );
    }
  };
  walk(parseFile(path), '');
  return given;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.some(isRecord) ? JSON.stringify(value) : value.join(',');
  return isRecord(value) ? JSON.stringify(value) : String(value);
}

function parseFile(path: string): unknown {
  try {
    return JSON.parse(givenText(path, '--config'));
  } catch (error) {
    if (error instanceof NotReadable) throw new ConfigError(error.message, { cause: error });
    throw new ConfigError(
      `--config ${path} can't be read as JSON: ${withoutExcerpt(error instanceof Error ? error.message : String(error))}`,
    );
  }
}

/** The parser quotes what it stumbled over, which may be a password. */
function withoutExcerpt(message: string): string {
  return message.replace(/, (?:\.\.\.)?".*$/s, '').replace(/'.'/s, 'a character');
}

function fromEnvironment(environment: Readonly<Record<string, string | undefined>>): Map<string, Given> {
  const given = new Map<string, Given>();
  for (const name of NAMES) {
    const found = environment[variableOf(name)];
    if (found !== undefined && found !== '') given.set(name, { text: found, from: variableOf(name) });
  }
  return given;
}

/** The given value, as it may be shown: an address may hold a password wherever its form is wrong. */
function shownValue(name: SettingName, { text }: Given): string {
  return name === 'store' ? 'no such address (it is not shown, it may hold a password)' : `'${shownAddress(text)}'`;
}

/** @throws ConfigError */
export function valueOf(name: SettingName, given: Given | undefined): unknown {
  const setting: Setting<unknown> = SETTINGS[name];
  if (given === undefined) return setting.initial;
  const value = setting.read(given.text);
  if (value instanceof Need) throw new ConfigError(`${given.from} is ${shownValue(name, given)}, needs ${value.what}`);
  return value;
}

/** All that was given: by the command line, the environment, a file. @throws ConfigError */
export function givenIn(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): (name: SettingName) => Given | undefined {
  const flags = fromFlags(argv);
  const path = flags.get('config')?.text ?? environment['OUTCRY_CONFIG'];
  const file = path === undefined || path === '' ? new Map<string, Given>() : fromFile(path);
  const variables = fromEnvironment(environment);
  return (name) => flags.get(name) ?? variables.get(name) ?? file.get(name);
}
