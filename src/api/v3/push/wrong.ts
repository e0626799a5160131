/** Errors of v3's sockets, which are told by what was wrong and what was found, not by a number. */
import { ApiError, type Bilingual, type Code, filled, type Locale } from '../../words/errors.ts';
import { faceOf } from '../words/codes.ts';

const LONGEST_SHOWN = 200;

/** `what` was said that isn't one: `invalid symbol : NOPEUSDT`. */
export function wrong(what: string, found: string, hint?: Bilingual): ApiError {
  const value = found.length > LONGEST_SHOWN ? `${found.slice(0, LONGEST_SHOWN)}…` : found;
  return new ApiError(40020, { fill: { what, value }, hint });
}

const CLASSES: { readonly [Of in Code]?: string } = {
  40013: 'PERMISSION_DENIED',
  40014: 'PERMISSION_DENIED',
  40017: 'INVALID_ARGUMENT',
  40018: 'PERMISSION_DENIED',
  40019: 'INVALID_ARGUMENT',
  40020: 'INVALID_ARGUMENT',
  40753: 'PERMISSION_DENIED',
  429: 'RESOURCE_EXHAUSTED',
  403: 'PERMISSION_DENIED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};
/** The rest concerns identity. */
const WHO = 'UNAUTHENTICATED';

/** `msg` of a refusal, which begins with the class of what was wrong; and what helps, if that is known. */
export function refusalTexts(
  error: ApiError,
  locale: Locale,
): { readonly msg: string; readonly hint: string | undefined } {
  const { msg, hint } = faceOf(error, locale);
  const said = error.fill['what'] === undefined ? msg : filled('{what} : {value}', error, locale);
  return { msg: `${CLASSES[error.code] ?? WHO}: ${said}`, hint };
}
