/**
 * The contest that is being written: its fields as the config has them, what the exchange says of each, and which were
 * touched, because nobody is told of a fault before they had a chance to make none.
 */
import { signal } from '@preact/signals';
import { machine } from '../../../time/machine.ts';
import type { Timer } from '../../../time/time.ts';
import { type Checked, check, type Draft, type Fields, readDraft } from '../../live/organising.ts';

export const config = signal<Fields>({});
/** Numbers of the rule set that differ from the usual, and its name. */
export const ruleset = signal<Fields>({});
export const draft = signal<Draft | null>(null);
export const checked = signal<Checked | null>(null);
export const checkFault = signal<unknown>(null);
const touched = signal<ReadonlySet<string>>(new Set());

const CHECK_AFTER_MS = 250;
let waiting: Timer | undefined;
let turn = 0;

/** Begins a new contest, or with one that is there. */
export async function begin(contest: string | null): Promise<void> {
  const mine = ++turn;
  checked.value = null;
  draft.value = null;
  const found = await readDraft(contest);
  if (mine !== turn) return;
  draft.value = found;
  const { rulesetSha256: _, ...given } = found.config ?? fresh(found.contracts);
  take(given, found.ruleset ?? {});
  touched.value = new Set();
}

function fresh(contracts: readonly string[]): Fields {
  return { id: '', symbols: contracts.slice(0, 1).map((symbol) => ({ symbol, maxLeverage: 20 })) };
}

/** Takes a whole config, such as one from a file. */
export function take(given: Fields, rules: Fields): void {
  config.value = given;
  ruleset.value = rules;
  touched.value = new Set(Object.keys(given));
  look(0);
}

export function change(name: string, value: unknown): void {
  const { [name]: _, ...rest } = config.value;
  config.value = value === undefined ? rest : { ...rest, [name]: value };
  touched.value = new Set([...touched.value, name]);
  look(CHECK_AFTER_MS);
}

export function changeRule(name: string, value: unknown): void {
  const { [name]: _, ...rest } = ruleset.value;
  ruleset.value = value === undefined ? rest : { ...rest, [name]: value };
  touched.value = new Set([...touched.value, name]);
  look(CHECK_AFTER_MS);
}

function look(afterMs: number): void {
  waiting?.cancel();
  waiting = machine.after(afterMs, () => void checkNow().catch((error: unknown) => (checkFault.value = error)));
}

/** Asks the exchange about the form as it is. */
export async function checkNow(): Promise<Checked> {
  waiting?.cancel();
  const mine = turn;
  const asked = config.value;
  const found = await check(asked, ruleset.value);
  if (mine === turn && asked === config.value) {
    checked.value = found;
    checkFault.value = null;
  }
  return found;
}

/** The field of a fault: `endMs` of `config.endMs`, `symbols` of `config.symbols[0].symbol`. */
function nameOf(field: string): string {
  return /^(?:config|ruleset)\.(\w+)/.exec(field)?.[1] ?? field;
}

/** Faults of a field, where its writer was there already. */
export function wrongWith(name: string): readonly string[] {
  if (!touched.value.has(name)) return [];
  return (checked.value?.faults ?? []).flatMap(({ field, msg }) => (nameOf(field) === name ? [msg] : []));
}

/** From now on every fault is shown. */
export function touchAll(found: Checked): void {
  touched.value = new Set([...touched.value, ...found.faults.map(({ field }) => nameOf(field))]);
}

/** The value shown: what was given, else what is usual. */
export function shownOf(name: string): unknown {
  return config.value[name] ?? checked.value?.config[name];
}

/** A field's value as its input shows it; '' for what is neither text nor a number. */
export function inputText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
