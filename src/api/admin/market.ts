/**
 * Administration of the exchange's own market: how it does, and, where it makes its prices, a shock to them, for trying
 * out what a crash does.
 */
import { scaledInteger } from '../../core/num/decimal.ts';
import type { DecimalText } from '../../core/num/units.ts';
import type { State } from '../../core/state/state.ts';
import type { Role } from '../../store/keys/credentials.ts';
import type { AdminDeps, MarketControl } from './deps.ts';
import { AdminRefusal, type AdminRoute, decimalIn, get, open, post, textIn } from './body.ts';

/** Those who look after the exchange, and those who watch them. */
const READERS: readonly Role[] = ['owner', 'auditor'];
/** Percent to parts of 1e8. */
const SCALE = 6;
const LEAST = -90;
const MOST = 100;
const EVERY = 'all';

export function marketRoutes(deps: AdminDeps): AdminRoute[] {
  return [
    open(
      READERS,
      get('/admin/market', async () => runningIn(deps).look()),
    ),
    post('/admin/market/shock', async (fields, person) => {
      const running = runningIn(deps);
      if (running.commitment === null)
        throw new AdminRefusal('the prices of this market come from elsewhere, and are moved by nobody here');
      refuseWhileLive(deps.engine.state);
      const symbol = textIn(fields, 'symbol');
      const rateE8 = percentIn(decimalIn(fields, 'percent'));
      const list = shocked(() => running.shock(symbol === EVERY ? null : symbol, rateE8, person.name));
      if (list.length === 0)
        throw new AdminRefusal(`the market has no contract '${symbol}'; name one such as cmt_btcusdt, or ${EVERY}`);
      return { sequence: deps.engine.state.sequence, list };
    }),
  ];
}

/** Teams compete on prices that nobody moves; rehearsals are there to try out what a crash does. */
function refuseWhileLive({ contest: { contests } }: State): void {
  const live = [...contests.values()].find(({ phase, config }) => phase === 'live' && !config.practice);
  if (live !== undefined)
    throw new AdminRefusal(`contest ${live.id} is live and no rehearsal: until its end nobody moves prices by hand`);
}

function shocked<T>(shock: () => T): T {
  try {
    return shock();
  } catch (error) {
    if (error instanceof RangeError) throw new AdminRefusal(error.message);
    throw error;
  }
}

function runningIn(deps: AdminDeps): MarketControl {
  const running = deps.market?.() ?? null;
  if (running !== null) return running;
  throw new AdminRefusal('this exchange has no market of its own; send it prices with POST /admin/index-price');
}

function percentIn(text: DecimalText): number {
  const percent = scaledInteger(text, SCALE);
  const rateE8 = percent === null ? Number.NaN : Number(percent);
  if (rateE8 >= LEAST * 1e6 && rateE8 <= MOST * 1e6 && rateE8 !== 0) return rateE8;
  throw new AdminRefusal(`percent is '${text}', needs a decimal from ${LEAST} to ${MOST} but 0, such as -30`);
}
