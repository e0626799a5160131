/**
 * A dialect: the names, codes and shapes in which one family of paths offers the exchange. Everything in front of a
 * route and behind it is the same for all of them; what differs is asked here.
 */
import type { CommandName } from '../../core/language/commands.ts';
import type { ApiError, Bilingual, Locale } from './errors.ts';

/** An error as a dialect words it. */
export interface ErrorFace {
  readonly http: number;
  readonly code: string | number;
  readonly msg: string;
  /** A hint; undefined: nothing is known to. */
  readonly hint: string | undefined;
}

/** The use of the budget of an address: weight within the window, and the most there is. */
export interface BudgetUse {
  readonly used: number;
  readonly budget: number;
}

export interface Dialect {
  readonly name: string;
  /** The starts of the paths that are its own. */
  readonly prefixes: readonly string[];
  /** The methods of its routes, as a preflight allows them. */
  readonly methods: string;
  readonly faceOf: (error: ApiError, locale: Locale) => ErrorFace;
  /** The body of an error. */
  readonly render: (error: ApiError, locale: Locale, requestTimeMs: number) => string;
  /** The callers' name for a field of a command. */
  readonly fieldName: (field: string, command?: CommandName) => string;
  /** The hint of a 404, of all full paths that are served; undefined: nothing is known to. */
  readonly pathHint: (path: string, known: readonly string[]) => Bilingual | undefined;
  /** The hint of a 405. */
  readonly methodHint: (method: string, path: string, allowed: string) => Bilingual;
  /** Its own headers about the budget of an address, names and values in turn. */
  readonly budgetHeaders: (use: BudgetUse) => readonly string[];
}

/** The dialect of a path; the first of them for a path that is nobody's. */
export function dialectOf(dialects: readonly [Dialect, ...Dialect[]], path: string): Dialect {
  return dialects.find(({ prefixes }) => prefixes.some((prefix) => path.startsWith(prefix))) ?? dialects[0];
}
