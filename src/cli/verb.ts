/**
 * A verb of the command line, and how most of them read their arguments: operands in order, options by name, `--help`
 * and `--json` everywhere. Unknown options and missing operands are named, with what was meant if that can be guessed.
 */
import { parseArgs } from 'node:util';
import { nearest, readConfig, shownAddress, USUAL_URL } from '../app/settings/config.ts';
import { folderAt } from './folders.ts';
import { print, tell } from './output.ts';
import { type Table, tableText } from './table.ts';
import { EXIT, UsageError } from './told.ts';

export interface Verb {
  /** As typed: `account create`. */
  readonly name: string;
  /** One line. */
  readonly about: string;
  readonly data: DataUse;
  /** Names of what must be given; those in brackets may be left out. */
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, VerbOption>>;
  readonly help: () => string;
  /** Returns the exit code. */
  readonly run: (argv: readonly string[]) => Promise<number>;
}

export interface VerbOption {
  /** Placeholder of its value; none for a switch. */
  readonly value?: string;
  readonly about: string;
}

/**
 * A verb's use of `--data`: works on the folder, or asks the exchange that runs on it; takes the public address
 * of that exchange, and has `--url` beside it; or has no use for one, and refuses it.
 */
export type DataUse = 'folder' | 'address' | 'none';

/** The arguments of a verb: operands by name, options by name, and where to print. */
export interface Call {
  readonly operands: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly switches: ReadonlySet<string>;
  /** Path of the data folder. */
  readonly data: string;
}

export interface Answer {
  /** Printed with `--json`, and for programs alone. */
  readonly json: unknown;
  /** Printed without: words and per cents, or a list with its head. Null: nothing is printed in either way. */
  readonly text: string | Table | null;
  /** Said on standard error: what does not belong into a file the answer is sent to. */
  readonly note?: string;
  readonly exitCode?: number;
}

export interface VerbPlan {
  readonly name: string;
  readonly about: string;
  /** `folder` when not given. */
  readonly data?: DataUse;
  readonly operands?: readonly string[];
  readonly options?: Readonly<Record<string, VerbOption>>;
  /** More about it, for the help. */
  readonly more?: string;
  readonly answer: (call: Call) => Promise<Answer>;
}

const COMMON: Readonly<Record<string, VerbOption>> = {
  json: { about: 'print the answer as one line of JSON' },
  help: { about: 'print this' },
};

const OF_DATA: Readonly<Record<DataUse, Readonly<Record<string, VerbOption>>>> = {
  folder: { data: { value: 'DIR', about: 'the data folder (./data)' } },
  address: {
    url: { value: 'URL', about: `address of the exchange (OUTCRY_URL, else ${USUAL_URL})` },
    data: { value: 'DIR', about: 'the data folder of the exchange, which knows its address' },
  },
  none: {},
};

/** A verb that asks once and prints the answer. */
export function defineVerb(plan: VerbPlan): Verb {
  const { name, about, data = 'folder', operands = [] } = plan;
  const options = { ...plan.options, ...OF_DATA[data], ...COMMON };
  return {
    name,
    about,
    data,
    operands,
    options,
    help: () => helpOf(plan, options),
    async run(argv) {
      const call = readCall(plan, options, argv);
      const { json, text, note, exitCode } = await plan.answer(call);
      if (text === null) return exitCode ?? EXIT.done;
      const shown = typeof text === 'string' ? text : tableText(text);
      print(call.switches.has('json') ? JSON.stringify(json) : shown);
      if (note !== undefined) tell(note);
      return exitCode ?? EXIT.done;
    },
  };
}

function helpOf(plan: VerbPlan, options: Readonly<Record<string, VerbOption>>): string {
  const rows = Object.entries(options).map(
    ([name, { value, about }]) => [value === undefined ? `--${name}` : `--${name} ${value}`, about] as const,
  );
  const width = Math.max(...rows.map(([left]) => left.length));
  const lines = rows.map(([left, about]) => `  ${left.padEnd(width)}  ${about}`);
  const usage = ['outcry', plan.name, ...(plan.operands ?? []), '[options]'].join(' ');
  return [
    `Usage: ${usage}\n`,
    `${capital(plan.about)}.\n`,
    ...(plan.more === undefined ? [] : [`${plan.more}\n`]),
    'Options:',
    ...lines,
  ].join('\n');
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function readCall(plan: VerbPlan, options: Readonly<Record<string, VerbOption>>, argv: readonly string[]): Call {
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value }]) => [
        name,
        { type: value === undefined ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
    strict: false,
    tokens: true,
  });
  const given: string[] = [];
  const values: Record<string, string> = {};
  const switches = new Set<string>();
  for (const token of tokens) {
    if (token.kind === 'positional') given.push(token.value);
    if (token.kind !== 'option') continue;
    const option = options[token.name];
    if (option === undefined && token.name === 'data')
      throw new UsageError(`\`outcry ${plan.name}\` uses no data folder: leave --data out`);
    if (option === undefined) throw new UsageError(unknownOption(token.rawName, Object.keys(options)));
    if (option.value === undefined) switches.add(token.name);
    else if (token.value === undefined)
      throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${option.value}`);
    else values[token.name] = token.value;
  }
  const named = nameOperands(plan, given);
  // Whoever uses no folder isn't stopped by settings that can't be read: `init` may be about to make them.
  if (plan.data === 'none') return { operands: named, options: values, switches, data: '' };
  const { data: folder } = values;
  const { data } = readConfig(folder === undefined ? [] : ['--data', folder]);
  const isUsed = plan.data === undefined || plan.data === 'folder' || folder !== undefined;
  return { operands: named, options: values, switches, data: isUsed ? folderAt(data) : data };
}

function unknownOption(rawName: string, known: readonly string[]): string {
  if (/^-[0-9.]/.test(rawName)) return `'${rawName}…' is no option, and nothing below zero can be given here`;
  const meant = nearest(rawName.replace(/^-+/, ''), known);
  return `unknown option ${shownAddress(rawName)}${meant === null ? '' : `; did you mean --${meant}?`}`;
}

function nameOperands(plan: VerbPlan, given: readonly string[]): Record<string, string> {
  const named: Record<string, string> = {};
  const wanted = plan.operands ?? [];
  if (given.length > wanted.length)
    throw new UsageError(`'${shownAddress(given[wanted.length] ?? '')}' is one argument too many`);
  wanted.forEach((name, at) => {
    const value = given[at];
    if (value !== undefined) named[name.replace(/[[\]]/g, '')] = value;
    else if (!name.startsWith('[')) throw new UsageError(`${name} is missing`);
  });
  return named;
}

/** An operand that must be there. */
export function operand(call: Call, name: string): string {
  const value = call.operands[name];
  if (value === undefined) throw new UsageError(`${name} is missing`);
  return value;
}

/** An account id given as operand. */
export function accountOperand(call: Call, name = 'UID'): number {
  const text = operand(call, name);
  const value = /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value))
    throw new UsageError(`${name} is '${text}', needs an account's number such as 1000001`);
  return value;
}
