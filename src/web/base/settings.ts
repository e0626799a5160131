/**
 * The page's memory of its visitor: a few choices, and the last checkpoint of each log it verified. The only
 * module that touches localStorage; everything it keeps is listed on /about, where a button clears it.
 */
import { signal } from '@preact/signals';

export type Theme = 'system' | 'dark' | 'light';
export type Colours = 'blue-orange' | 'green-up' | 'red-up';
export type Language = 'en' | 'zh';

export interface Settings {
  readonly theme: Theme;
  readonly colours: Colours;
  /** Null: as the browser has it. */
  readonly language: Language | null;
  readonly utc: boolean;
  /** Single keys do something. */
  readonly keys: boolean;
  /** The first lines of Live, for someone who sees it for the first time. */
  readonly intro: boolean;
}

const SETTINGS = 'outcry.settings';
const NOTES = 'outcry.notes';
const OWN = 'outcry.own';
const CHOICES: { readonly [Name in keyof Settings]: readonly Settings[Name][] } = {
  theme: ['system', 'dark', 'light'],
  colours: ['blue-orange', 'green-up', 'red-up'],
  language: [null, 'en', 'zh'],
  utc: [false, true],
  keys: [true, false],
  intro: [true, false],
};

export const settings = signal<Settings>(read());

export function setSetting<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
  settings.value = { ...settings.value, [name]: value };
  write(SETTINGS, settings.value);
}

export interface KeptNote {
  readonly note: string;
  /** Epoch ms; null: not known. */
  readonly atMs: number | null;
}

/** The last checkpoint of the log with this origin that was verified here. */
export function lastNote(origin: string): KeptNote | null {
  const kept = load(NOTES)[origin];
  if (typeof kept === 'string') return { note: kept, atMs: null };
  const { note, atMs } = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<KeptNote>;
  return typeof note === 'string' ? { note, atMs: typeof atMs === 'number' ? atMs : null } : null;
}

export function keepNote(origin: string, note: string, atMs: number): void {
  write(NOTES, { ...load(NOTES), [origin]: { note, atMs } });
}

/** The account that was signed in with a key of one's own in this browser, last; null: none, or it signed out. */
export function lastOwn(): string | null {
  const { uid } = load(OWN);
  return typeof uid === 'string' ? uid : null;
}

export function keepOwn(uid: string | null): void {
  if (uid !== null) write(OWN, { uid });
  else forget(OWN);
}

/** Forgets everything. */
export function clearKept(): void {
  for (const name of [SETTINGS, NOTES, OWN]) forget(name);
  settings.value = read();
}

function forget(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing could be kept, so nothing is.
  }
}

/** Each setting as it was saved; the first choice where it wasn't, or says something else. */
function read(): Settings {
  const saved = load(SETTINGS);
  const entries = Object.entries(CHOICES).map(([name, choices]) => {
    const value = saved[name] as never;
    return [name, (choices as readonly unknown[]).includes(value) ? value : choices[0]];
  });
  return Object.fromEntries(entries) as Settings;
}

function load(name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function write(name: string, value: object): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing: the choice holds for this tab.
  }
}
