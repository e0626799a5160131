/**
 * A verb of the command line, and how most of them read their arguments: operands in order, options by name, `--help`
 * and `--json` everywhere. Unknown options and missing operands are named, with what was meant if that can be guessed.
 */
import { parseArgs } from 'node:util';
import { nearest, readConfig, shownAddress } from '../app/settings/config.ts';

/** The command line was used wrongly; exit code 2. */
export class UsageError extends Error {}

/** The exchange, or the data folder, said no; exit code 1. */
export class VerbFailed extends Error {}

export interface Verb {
  /** As typed: `account create`. */
  readonly name: string;
  /** One line. */
  readonly about: string;
  readonly help: () => string;
  /** Returns the exit code. */
  readonly run: (argv: readonly string[]) => Promise<number>;
}

export interface VerbOption {
  /** Placeholder of its value; none for a switch. */
  readonly value?: string;
  readonly about: string;
}

/** The arguments of a verb: operands by name, options by name, and where to print. */
export interface Call {
  readonly operands: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly switches: ReadonlySet<string>;
  /** Path of the data folder. */
  readonly data: string;
}

export interface VerbPlan {
  readonly name: string;
  readonly about: string;
  /** Names of what must be given; those in brackets may be left out. */
  readonly operands?: readonly string[];
  readonly options?: Readonly<Record<string, VerbOption>>;
  /** More about it, for the help. */
  readonly more?: string;
  /** The answer: an object printed as JSON with `--json`, and what is printed without. */
  readonly answer: (
    call: Call,
  ) => Promise<{ readonly json: unknown; readonly text: string; readonly exitCode?: number }>;
}

const COMMON: Readonly<Record<string, VerbOption>> = {
  data: { value: 'DIR', about: 'the data folder (./data)' },
  json: { about: 'print the answer as one line of JSON' },
  help: { about: 'print this' },
};

/** A verb that asks once and prints the answer. */
export function defineVerb(plan: VerbPlan): Verb {
  const options = { ...plan.options, ...COMMON };
  return {
    name: plan.name,
    about: plan.about,
    help: () => helpOf(plan, options),
    async run(argv) {
      const call = readCall(plan, options, argv);
      const { json, text, exitCode } = await plan.answer(call);
      process.stdout.write(`${call.switches.has('json') ? JSON.stringify(json) : text}\n`);
      return exitCode ?? 0;
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
    if (option === undefined) throw new UsageError(unknownOption(token.rawName, Object.keys(options)));
    if (option.value === undefined) switches.add(token.name);
    else if (token.value === undefined)
      throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${option.value}`);
    else values[token.name] = token.value;
  }
  return {
    operands: nameOperands(plan, given),
    options: values,
    switches,
    data: readConfig(values['data'] === undefined ? [] : ['--data', values['data']]).data,
  };
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
