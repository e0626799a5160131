/** Scenarios and faults of a rehearsal, for the operator alone. */
import type { FaultWish } from '../call/faults.ts';
import { rehearsalIn } from '../call/rehearsal.ts';
import {
  AdminRefusal,
  type AdminRoute,
  type Body,
  booleanIn,
  get,
  nullableNumberIn,
  nullableTextIn,
  post,
} from './body.ts';
import type { AdminDeps } from './deps.ts';

const PATH = '/admin/v1/rehearsal';

export function planRoutes(deps: AdminDeps): AdminRoute[] {
  const faults = () => rehearsalIn(deps).faults;
  const scenarios = () => rehearsalIn(deps).scenarios;
  return [
    get(`${PATH}/scenario`, async () => scenarios().list()),
    post(`${PATH}/scenario`, async (fields) => {
      const wish = scenarioIn(fields);
      return booleanIn(fields, 'check', false) ? scenarios().check(wish) : scenarios().run(wish);
    }),
    post(`${PATH}/scenario/stop`, async () => scenarios().stop()),
    get(`${PATH}/faults`, async () => ({ list: faults().list() })),
    post(`${PATH}/faults`, async (fields) => ({ list: faults().set(wishIn(fields)) })),
    post(`${PATH}/faults/clear`, async (fields) => ({ list: faults().clear(accountIn(fields)) })),
  ];
}

/** Its name, or the scenario itself. */
function scenarioIn({ name, scenario }: Body): unknown {
  if ((name === undefined) === (scenario === undefined))
    throw new AdminRefusal('needs name, of a scenario that is known, or scenario, one of its own; not both');
  return name ?? scenario;
}

function wishIn(fields: Body): FaultWish {
  const { profile } = fields;
  if (profile === undefined) throw new AdminRefusal("profile is missing, needs the name of one, or a profile's fields");
  return { uid: accountIn(fields), profile, seed: nullableTextIn(fields, 'seed') };
}

/** Null: all of them. */
function accountIn(fields: Body): number | null {
  return nullableNumberIn(fields, 'uid');
}
