/** The table of contents of moves: what each kind does. */
import type { MoveKind } from '../moves.ts';
import { compare } from '../comparing.ts';
import { changeContract, delist, fees } from './contracts.ts';
import { contest, judge, outage, report, team } from './contests.ts';
import { follow, lead, settleCopies, unfollow } from './copying.ts';
import { history } from './reading.ts';
import { clockBack, clockJump, crash, deadStore, diskFault, restart, slowStore } from './faults.ts';
import {
  adjustMargin,
  aiLog,
  autoAppend,
  cancel,
  cancelAll,
  cancelBatch,
  cancelPlan,
  leverage,
  mode,
  modifyTpsl,
} from './keeping.ts';
import { allow, deposit, freeze, funding, halt, open, second, staleIndex, transfer, withdraw } from './operating.ts';
import { pick } from './orders.ts';
import { type Act, batch, burst, close, closePositions, nonsense, place, plan, quote, tpsl } from './trading.ts';

/** Looks at accounts that have nothing to do with the move before. */
const read: Act = async (exchange, move) => {
  const uids = [0, 1, 2].map((row) => pick(exchange.persons, move.who + row * 17)?.uid ?? 0);
  await compare(exchange, [...new Set(uids)], true);
};

export const ACTS: Readonly<Record<MoveKind, Act>> = {
  open,
  second,
  place,
  close,
  burst,
  quote,
  batch,
  plan,
  tpsl,
  modifyTpsl,
  cancel,
  cancelBatch,
  cancelAll,
  cancelPlan,
  closePositions,
  leverage,
  mode,
  adjustMargin,
  autoAppend,
  deposit,
  withdraw,
  transfer,
  freeze,
  halt,
  allow,
  aiLog,
  read,
  history,
  nonsense,
  restart,
  crash,
  diskFault,
  slowStore,
  deadStore,
  clockJump,
  clockBack,
  staleIndex,
  funding,
  lead,
  follow,
  unfollow,
  settleCopies,
  fees,
  changeContract,
  delist,
  contest,
  team,
  outage,
  report,
  judge,
};
