/**
 * A seat for an agent in one request: an account with money, on the AI-log allowlist, and a key with limits. The
 * account comes first and the key last, so what breaks off between leaves an account that nobody has a key to.
 */
import type { KeyLimitFields } from '../../core/language/key-limits.ts';
import { canonicalDecimal } from '../call/scalars.ts';
import { keyLimitsView } from '../shapes/key-limits.ts';
import { seatTold } from '../words/seat-words.ts';
import { AdminRefusal, type AdminRoute, decimalIn, post, textIn } from './body.ts';
import { command } from './command.ts';
import type { AdminDeps } from './deps.ts';
import { limitsIn, makeKey } from './keys.ts';
import { refusalOf } from './refusal.ts';

export interface SeatWanted {
  readonly name: string;
  /** USDT, a canonical decimal above 0. */
  readonly money: string;
  readonly limits: KeyLimitFields | null;
  readonly actor: string;
  /** Of the exchange, as the seat's holder reaches it. */
  readonly address: string;
}

export const SEAT_MONEY = '10000';
const LONGEST_NAME = 64;

/** Usual limits of an agent's key, as parts of the seat's money. */
const USUAL = { maxOrder: 1, maxPosition: 2, maxDayLoss: 0.1 } as const;
const MONEY_DECIMALS = 8;

export function usualLimits(money: string): KeyLimitFields {
  const part = (of: keyof typeof USUAL) => canonicalDecimal((Number(money) * USUAL[of]).toFixed(MONEY_DECIMALS));
  const amounts = { maxOrder: part('maxOrder'), maxPosition: part('maxPosition'), maxDayLoss: part('maxDayLoss') };
  return { ...amounts, closeOnly: false, symbols: null, untilMs: 0 };
}

/** @throws AdminRefusal for a name or an amount that is none, before anything is opened */
export async function makeSeat(deps: AdminDeps, { name, money, limits, actor, address }: SeatWanted) {
  const label = seatName(name);
  if (!(Number(money) > 0)) throw new AdminRefusal(`money is '${money}', needs an amount in USDT above 0`);
  const strange = limits?.symbols?.find((symbol) => !deps.engine.state.bySymbol.has(symbol));
  if (strange !== undefined) throw new AdminRefusal(`there is no contract ${JSON.stringify(strange)}`);
  const { uid } = await deps.store.ask('accountCreate', { uid: null, label, nowMs: deps.clock.nowMs() }, 0);
  try {
    await Promise.all([
      command(deps, { name: 'deposit', account: uid, amount: money }),
      command(deps, { name: 'setAllowlist', account: uid, allowed: true, reason: `seat of ${label}`, actor }),
    ]);
    const { id, ...key } = await makeKey(deps, { uid, label }, limits);
    const kept = deps.engine.state.keyLimits.get(id);
    const shown = kept === undefined ? null : keyLimitsView(kept);
    return { uid, name: label, money, keyId: id, limits: shown, ...seatTold(address, key) };
  } catch (error) {
    deps.log.warn({ uid, err: error }, 'a seat was not finished: its account has no key');
    const { status, msg } = refusalOf(error);
    if (status !== 400) throw error;
    throw new AdminRefusal(`account ${uid} is open, and has no key: ${msg}; outcry key create ${uid} makes one`);
  }
}

/** A name is shown to people: printable, and no longer than a line. */
function seatName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= LONGEST_NAME && !/\p{C}/u.test(name)) return name;
  throw new AdminRefusal(`name has ${name.length} characters, needs 1 to ${LONGEST_NAME} that can be shown`);
}

/** @param address of the exchange, for callers on this machine */
export function seatRoutes(deps: AdminDeps, address: () => string): AdminRoute[] {
  return [
    post('/admin/seats', async (fields, { name: actor }) => {
      const money = fields['money'] === undefined ? SEAT_MONEY : decimalIn(fields, 'money');
      const limits = fields['limits'] === undefined ? usualLimits(money) : limitsIn(fields);
      return makeSeat(deps, { name: textIn(fields, 'name'), money, limits, actor, address: address() });
    }),
  ];
}
