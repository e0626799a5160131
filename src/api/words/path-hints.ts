/**
 * Hints for a path that isn't served: of a listed guess the path to use, of any other the path it misspells, if
 * there is one. A hint never leads to any action but the one meant, so that following it does no harm.
 */
import type { Bilingual } from './errors.ts';
import { nearestPath } from './nearest-path.ts';

/** The guesses of one family of paths; all are written without the prefix. */
export interface PathGuesses {
  readonly prefix: string;
  /** Guessed path → method and path to use. One that ends with `*` stands for all below it that aren't listed. */
  readonly guesses: Readonly<Record<string, string>>;
  /** Parameters that make a path do just what was guessed, by the guess. */
  readonly notes: Readonly<Record<string, Bilingual>>;
  /** Paths that nothing is served for and why. */
  readonly reasons: Readonly<Record<string, Bilingual>>;
  /** Hint of paths that mean to close one position: their operation closes all when no position is named. */
  readonly close: string;
}

const ONE_POSITION = /\/(closePosition|close_position|close_positions|order\/close)$/;

/** The hint of a 404; undefined: nothing is known to. `known` are the full paths served. */
export function hintForPath(
  { prefix, guesses, notes, reasons, close }: PathGuesses,
  path: string,
  known: readonly string[],
): Bilingual | undefined {
  const listed = <Value>(table: Readonly<Record<string, Value>>): Value | undefined => {
    const short = path.startsWith(prefix) ? path.slice(prefix.length) : path;
    const above = `${short.slice(0, short.lastIndexOf('/'))}/*`;
    return Object.hasOwn(table, short) ? table[short] : Object.hasOwn(table, above) ? table[above] : undefined;
  };
  if (ONE_POSITION.test(path)) return withNote(close, CLOSES_ONE);
  const reason = listed(reasons);
  if (reason !== undefined) return reason;
  const [method = '', short = ''] = (listed(guesses) ?? '').split(' ');
  if (known.includes(prefix + short)) {
    const use = `${method} ${prefix}${short}`;
    const note = listed(notes);
    return note === undefined ? { en: `use ${use}`, zh: `请使用 ${use}` } : withNote(use, note);
  }
  return slipIn(
    path,
    known.filter((one) => one.startsWith(prefix)),
  );
}

const CLOSES_ONE: Bilingual = {
  en: 'with symbol or positionId; without them it closes every position',
  zh: '并给出symbol或positionId；否则将平掉全部仓位',
};

function withNote(use: string, note: Bilingual): Bilingual {
  return { en: `use ${use} ${note.en}`, zh: `请使用 ${use} ${note.zh}` };
}

/** A path in other case, with slashes too many, or misspelt. */
function slipIn(path: string, known: readonly string[]): Bilingual | undefined {
  const otherCase = known.find((one) => one !== path && one.toLowerCase() === path.toLowerCase());
  if (otherCase !== undefined) {
    const name = otherCase.slice(otherCase.lastIndexOf('/') + 1);
    return { en: `paths are case-sensitive: ${name}`, zh: `路径区分大小写：${name}` };
  }
  const trimmed = `/${path
    .split('/')
    .filter((part) => part !== '')
    .join('/')}`;
  if (trimmed !== path && known.includes(trimmed))
    return { en: `without extra slashes: ${trimmed}`, zh: `请去掉多余的斜杠：${trimmed}` };
  const near = nearestPath(path, known);
  return near === null ? undefined : { en: `did you mean ${near}?`, zh: `是否想访问 ${near}？` };
}
