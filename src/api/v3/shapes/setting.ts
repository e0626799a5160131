/**
 * The answer of calls that set something and have nothing to show. It says so without a `msg`: programs take an answer
 * with one for an error.
 */
import type { RequestName } from '../../../core/language/commands.ts';
import type { Call } from '../../call/call.ts';
import { applySetting } from '../../front/answer/execute.ts';
import { number, object, string } from '../../shapes/schema.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';

export const settingShape = shape(object({ code: string<'200'>(), requestTime: number() }), {
  code: '200',
  requestTime: 1767258000000,
});

/** Carries the command out. @throws ApiError for a reject */
export async function set<Name extends RequestName>(
  call: Call,
  name: Name,
  wanted: Parameters<typeof applySetting<Name>>[2],
): Promise<ViewOf<typeof settingShape>> {
  const { code, requestTime } = await applySetting(call, name, wanted);
  return { code, requestTime };
}
