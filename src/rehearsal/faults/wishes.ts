/** Faults as an operator asks for them: for whom, by which profile, from which seed. */
import type { FaultWish } from '../../api/call/faults.ts';
import { Form, unfit } from '../form/form.ts';

/** Faults of a file: a profile or its name, one wish, or several. @throws ApiError 60006 */
export function wishesIn(value: unknown): FaultWish[] {
  if (Array.isArray(value)) return value.map((one) => wishIn(one));
  const isWish = typeof value === 'object' && value !== null && 'profile' in value;
  return [isWish ? wishIn(value) : { uid: null, profile: value, seed: null }];
}

/** `{uid | all, profile, seed?}` */
export function wishIn(value: unknown, place = 'faults'): FaultWish {
  const form = new Form(value, place);
  const seed = form.has('seed') ? form.text('seed', 64) : null;
  const wish = { uid: accountIn(form), profile: form.get('profile'), seed };
  form.end();
  return wish;
}

/** `uid`, or `all`: null. */
function accountIn(form: Form): number | null {
  if (form.has('uid') && form.has('all')) throw unfit(form.at('all'), true, 'uid or all, not both', 'uid与all二选一');
  if (form.has('uid')) return form.whole('uid', 1, Number.MAX_SAFE_INTEGER);
  form.word('all', ['true'], form.get('all') === true || !form.has('all') ? 'true' : undefined);
  return null;
}
