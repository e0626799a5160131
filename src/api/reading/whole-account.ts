/** The caller's whole account, for the operations that show it under their own names. */
import { ordersPerMinute } from '../../core/permission/permission.ts';
import { stricterRate } from '../front/limits/limits.ts';
import { accountOf, type Call } from '../call/call.ts';
import { type AccountView, accountView } from '../shapes/account.ts';
import { unavailable } from '../words/errors.ts';

const NO_TURNOVER = {
  en: 'the cumulative figures of accounts failed and come back with the next start of the exchange',
  zh: '账户累计数据发生故障，交易所重启后恢复',
};
const UNTIL_RESTARTED_SECONDS = 60;

/** Answers 503 when the cumulative figures aren't there. */
export function wholeAccount(call: Call): AccountView {
  const { engine, turnover, config } = call.deps;
  const uid = accountOf(call);
  const account = engine.state.accounts.get(uid);
  const own = config.rateLimit.overrides?.[uid]?.createOrdersPerMinute ?? 0;
  const view = accountView(engine.state, account, turnover, stricterRate(own, ordersPerMinute(account)));
  if (view === null) throw unavailable(NO_TURNOVER, UNTIL_RESTARTED_SECONDS);
  return view;
}
