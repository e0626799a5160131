/**
 * The table of contents of the HTTP surface: every operation served. A new endpoint is one file, one line here, and its
 * test.
 */
import type { Route } from '../call/route.ts';
import { accounts } from './accounts.ts';
import { adjustMargin } from './adjustMargin.ts';
import { aiAllowlist } from './aiAllowlist.ts';
import { aiBeacon } from './aiBeacon.ts';
import { aiCoverage } from './aiCoverage.ts';
import { activity } from './activity.ts';
import { aiLeaves } from './aiLeaves.ts';
import { aiLog } from './aiLog.ts';
import { aiLogs } from './aiLogs.ts';
import { aiOrders } from './aiOrders.ts';
import { aiProof } from './aiProof.ts';
import { aiValidate } from './aiValidate.ts';
import { allPosition } from './allPosition.ts';
import { apiKey } from './apiKey.ts';
import { apiKeyLimits } from './apiKeyLimits.ts';
import { apiKeyStop } from './apiKeyStop.ts';
import { assets } from './assets.ts';
import { batchOrders } from './batchOrders.ts';
import { bills } from './bills.ts';
import { cancelAllOrders } from './cancelAllOrders.ts';
import { cancel_batch_orders } from './cancel_batch_orders.ts';
import { candles } from './candles.ts';
import { cancel_order } from './cancel_order.ts';
import { cancel_plan } from './cancel_plan.ts';
import { changeHoldModel } from './changeHoldModel.ts';
import { closePositions } from './closePositions.ts';
import { contestAnswer } from './contestAnswer.ts';
import { contestAppeal } from './contestAppeal.ts';
import { contestBundle } from './contestBundle.ts';
import { contestEquity } from './contestEquity.ts';
import { contestInfo } from './contestInfo.ts';
import { contestLeaderboard } from './contestLeaderboard.ts';
import { contestList } from './contestList.ts';
import { contestMe } from './contestMe.ts';
import { contestModels } from './contestModels.ts';
import { contestNotices } from './contestNotices.ts';
import { contestOwnBundle } from './contestOwnBundle.ts';
import { contestRegister } from './contestRegister.ts';
import { contestRuleset } from './contestRuleset.ts';
import { contestTeam } from './contestTeam.ts';
import { contestWithdraw } from './contestWithdraw.ts';
import { contracts } from './contracts.ts';
import { current } from './current.ts';
import { currentFundRate } from './currentFundRate.ts';
import { currentPlan } from './currentPlan.ts';
import { depth } from './depth.ts';
import { detail } from './detail.ts';
import { fills } from './fills.ts';
import { funding_time } from './funding_time.ts';
import { getAccount } from './getAccount.ts';
import { getAccounts } from './getAccounts.ts';
import { getHistoryFundRate } from './getHistoryFundRate.ts';
import { headlines } from './headlines.ts';
import { history } from './history.ts';
import { historyCandles } from './historyCandles.ts';
import { historyPlan } from './historyPlan.ts';
import { leverage } from './leverage.ts';
import { marketIndex } from './marketIndex.ts';
import { marketTime } from './marketTime.ts';
import { modifyAutoAppendMargin } from './modifyAutoAppendMargin.ts';
import { modifyTpSlOrder } from './modifyTpSlOrder.ts';
import { open_interest } from './open_interest.ts';
import { placeOrder } from './placeOrder.ts';
import { placeTpSlOrder } from './placeTpSlOrder.ts';
import { plan_order } from './plan_order.ts';
import { refusals } from './refusals.ts';
import { settings } from './settings.ts';
import { singlePosition } from './singlePosition.ts';
import { ticker } from './ticker.ts';
import { tickers } from './tickers.ts';
import { trades } from './trades.ts';
import { uploadAiLog } from './uploadAiLog.ts';

export const ROUTES: readonly Route[] = [
  // Market, public.
  marketTime,
  contracts,
  depth,
  tickers,
  ticker,
  trades,
  headlines,
  candles,
  historyCandles,
  marketIndex,
  open_interest,
  funding_time,
  getHistoryFundRate,
  currentFundRate,
  // Account.
  getAccounts,
  accounts,
  getAccount,
  assets,
  bills,
  settings,
  leverage,
  adjustMargin,
  modifyAutoAppendMargin,
  allPosition,
  singlePosition,
  changeHoldModel,
  apiKey,
  refusals,
  // Orders.
  placeOrder,
  batchOrders,
  cancel_order,
  cancel_batch_orders,
  cancelAllOrders,
  detail,
  history,
  current,
  fills,
  closePositions,
  // Plan orders.
  plan_order,
  cancel_plan,
  currentPlan,
  historyPlan,
  placeTpSlOrder,
  modifyTpSlOrder,
  // AI logs.
  uploadAiLog,
  aiLogs,
  aiLog,
  aiProof,
  aiBeacon,
  aiLeaves,
  activity,
  aiOrders,
  aiCoverage,
  aiAllowlist,
  aiValidate,
  // Contests.
  contestList,
  contestInfo,
  contestLeaderboard,
  contestTeam,
  contestEquity,
  contestNotices,
  contestRuleset,
  contestBundle,
  contestOwnBundle,
  contestMe,
  contestRegister,
  contestModels,
  contestWithdraw,
  contestAnswer,
  contestAppeal,
  // The key itself.
  apiKeyLimits,
  apiKeyStop,
];
