/**
 * Every operation: where it is asked, what it takes, what it answers.
 * Generated from the routes by scripts/client-wire.ts, not edited by hand.
 */
import type * as market from './market.ts';
import type * as account from './account.ts';
import type * as order from './order.ts';
import type * as ai from './ai.ts';
import type * as activity from './activity.ts';
import type * as contest from './contest.ts';

export type * from './market.ts';
export type * from './account.ts';
export type * from './order.ts';
export type * from './ai.ts';
export type * from './activity.ts';
export type * from './contest.ts';
export type * from './channels.ts';
export * from './codes.ts';

/** Where each operation is asked, whether that is signed, and whether a file is made that is the answer. */
export const OPERATIONS = {
  marketTime: { method: 'GET', path: '/capi/v2/market/time', signed: false },
  contracts: { method: 'GET', path: '/capi/v2/market/contracts', signed: false },
  depth: { method: 'GET', path: '/capi/v2/market/depth', signed: false },
  tickers: { method: 'GET', path: '/capi/v2/market/tickers', signed: false },
  ticker: { method: 'GET', path: '/capi/v2/market/ticker', signed: false },
  trades: { method: 'GET', path: '/capi/v2/market/trades', signed: false },
  headlines: { method: 'GET', path: '/capi/v2/market/headlines', signed: false },
  candles: { method: 'GET', path: '/capi/v2/market/candles', signed: false },
  historyCandles: { method: 'GET', path: '/capi/v2/market/historyCandles', signed: false },
  index: { method: 'GET', path: '/capi/v2/market/index', signed: false },
  open_interest: { method: 'GET', path: '/capi/v2/market/open_interest', signed: false },
  funding_time: { method: 'GET', path: '/capi/v2/market/funding_time', signed: false },
  getHistoryFundRate: { method: 'GET', path: '/capi/v2/market/getHistoryFundRate', signed: false },
  currentFundRate: { method: 'GET', path: '/capi/v2/market/currentFundRate', signed: false },
  getAccounts: { method: 'GET', path: '/capi/v2/account/getAccounts', signed: true },
  accounts: { method: 'GET', path: '/capi/v2/account/accounts', signed: true },
  getAccount: { method: 'GET', path: '/capi/v2/account/getAccount', signed: true },
  assets: { method: 'GET', path: '/capi/v2/account/assets', signed: true },
  bills: { method: 'POST', path: '/capi/v2/account/bills', signed: true },
  settings: { method: 'GET', path: '/capi/v2/account/settings', signed: true },
  leverage: { method: 'POST', path: '/capi/v2/account/leverage', signed: true },
  adjustMargin: { method: 'POST', path: '/capi/v2/account/adjustMargin', signed: true },
  modifyAutoAppendMargin: { method: 'POST', path: '/capi/v2/account/modifyAutoAppendMargin', signed: true },
  allPosition: { method: 'GET', path: '/capi/v2/account/position/allPosition', signed: true },
  singlePosition: { method: 'GET', path: '/capi/v2/account/position/singlePosition', signed: true },
  changeHoldModel: { method: 'POST', path: '/capi/v2/account/position/changeHoldModel', signed: true },
  apiKey: { method: 'GET', path: '/capi/v2/account/apiKey', signed: true },
  refusals: { method: 'GET', path: '/capi/v2/account/refusals', signed: true },
  placeOrder: { method: 'POST', path: '/capi/v2/order/placeOrder', signed: true },
  batchOrders: { method: 'POST', path: '/capi/v2/order/batchOrders', signed: true },
  cancel_order: { method: 'POST', path: '/capi/v2/order/cancel_order', signed: true },
  cancel_batch_orders: { method: 'POST', path: '/capi/v2/order/cancel_batch_orders', signed: true },
  cancelAllOrders: { method: 'POST', path: '/capi/v2/order/cancelAllOrders', signed: true },
  detail: { method: 'GET', path: '/capi/v2/order/detail', signed: true },
  history: { method: 'GET', path: '/capi/v2/order/history', signed: true },
  current: { method: 'GET', path: '/capi/v2/order/current', signed: true },
  fills: { method: 'GET', path: '/capi/v2/order/fills', signed: true },
  closePositions: { method: 'POST', path: '/capi/v2/order/closePositions', signed: true },
  plan_order: { method: 'POST', path: '/capi/v2/order/plan_order', signed: true },
  cancel_plan: { method: 'POST', path: '/capi/v2/order/cancel_plan', signed: true },
  currentPlan: { method: 'GET', path: '/capi/v2/order/currentPlan', signed: true },
  historyPlan: { method: 'GET', path: '/capi/v2/order/historyPlan', signed: true },
  placeTpSlOrder: { method: 'POST', path: '/capi/v2/order/placeTpSlOrder', signed: true },
  modifyTpSlOrder: { method: 'POST', path: '/capi/v2/order/modifyTpSlOrder', signed: true },
  uploadAiLog: { method: 'POST', path: '/capi/v2/order/uploadAiLog', signed: true },
  aiLogs: { method: 'GET', path: '/capi/v2/ai/logs', signed: true },
  aiLog: { method: 'GET', path: '/capi/v2/ai/log', signed: true },
  aiProof: { method: 'GET', path: '/capi/v2/ai/proof', signed: true },
  aiBeacon: { method: 'GET', path: '/capi/v2/ai/beacon', signed: false },
  aiLeaves: { method: 'GET', path: '/capi/v2/ai/leaves', signed: false },
  activity: { method: 'GET', path: '/capi/v2/activity', signed: false },
  aiOrders: { method: 'GET', path: '/capi/v2/ai/orders', signed: true },
  aiCoverage: { method: 'GET', path: '/capi/v2/ai/coverage', signed: true },
  aiAllowlist: { method: 'GET', path: '/capi/v2/ai/allowlist', signed: true },
  aiValidate: { method: 'POST', path: '/capi/v2/ai/validate', signed: true },
  contestList: { method: 'GET', path: '/capi/v2/contest/list', signed: false },
  contestInfo: { method: 'GET', path: '/capi/v2/contest/info', signed: false },
  contestLeaderboard: { method: 'GET', path: '/capi/v2/contest/leaderboard', signed: false },
  contestTeam: { method: 'GET', path: '/capi/v2/contest/team', signed: false },
  contestEquity: { method: 'GET', path: '/capi/v2/contest/equity', signed: false },
  contestNotices: { method: 'GET', path: '/capi/v2/contest/notices', signed: false },
  contestRuleset: { method: 'GET', path: '/capi/v2/contest/ruleset', signed: false },
  contestBundle: { method: 'GET', path: '/capi/v2/contest/bundle', signed: false, isFile: true },
  contestOwnBundle: { method: 'GET', path: '/capi/v2/contest/ownBundle', signed: true, isFile: true },
  contestMe: { method: 'GET', path: '/capi/v2/contest/me', signed: true },
  contestRegister: { method: 'POST', path: '/capi/v2/contest/register', signed: true },
  contestModels: { method: 'POST', path: '/capi/v2/contest/models', signed: true },
  contestWithdraw: { method: 'POST', path: '/capi/v2/contest/withdraw', signed: true },
  contestAnswer: { method: 'POST', path: '/capi/v2/contest/answer', signed: true },
  contestAppeal: { method: 'POST', path: '/capi/v2/contest/appeal', signed: true },
  apiKeyLimits: { method: 'POST', path: '/capi/v2/account/apiKey/limits', signed: true },
  apiKeyStop: { method: 'POST', path: '/capi/v2/account/apiKey/stop', signed: true },
} as const;

export type Operation = keyof typeof OPERATIONS;

/** The input of each operation: a query, or a body. */
export interface Requests {
  readonly marketTime: market.MarketTimeRequest;
  readonly contracts: market.ContractsRequest;
  readonly depth: market.DepthRequest;
  readonly tickers: market.TickersRequest;
  readonly ticker: market.TickerRequest;
  readonly trades: market.TradesRequest;
  readonly headlines: market.HeadlinesRequest;
  readonly candles: market.CandlesRequest;
  readonly historyCandles: market.HistoryCandlesRequest;
  readonly index: market.IndexRequest;
  readonly open_interest: market.OpenInterestRequest;
  readonly funding_time: market.FundingTimeRequest;
  readonly getHistoryFundRate: market.GetHistoryFundRateRequest;
  readonly currentFundRate: market.CurrentFundRateRequest;
  readonly getAccounts: account.GetAccountsRequest;
  readonly accounts: account.AccountsRequest;
  readonly getAccount: account.GetAccountRequest;
  readonly assets: account.AssetsRequest;
  readonly bills: account.BillsRequest;
  readonly settings: account.SettingsRequest;
  readonly leverage: account.LeverageRequest;
  readonly adjustMargin: account.AdjustMarginRequest;
  readonly modifyAutoAppendMargin: account.ModifyAutoAppendMarginRequest;
  readonly allPosition: account.AllPositionRequest;
  readonly singlePosition: account.SinglePositionRequest;
  readonly changeHoldModel: account.ChangeHoldModelRequest;
  readonly apiKey: account.ApiKeyRequest;
  readonly refusals: account.RefusalsRequest;
  readonly placeOrder: order.PlaceOrderRequest;
  readonly batchOrders: order.BatchOrdersRequest;
  readonly cancel_order: order.CancelOrderRequest;
  readonly cancel_batch_orders: order.CancelBatchOrdersRequest;
  readonly cancelAllOrders: order.CancelAllOrdersRequest;
  readonly detail: order.DetailRequest;
  readonly history: order.HistoryRequest;
  readonly current: order.CurrentRequest;
  readonly fills: order.FillsRequest;
  readonly closePositions: order.ClosePositionsRequest;
  readonly plan_order: order.PlanOrderRequest;
  readonly cancel_plan: order.CancelPlanRequest;
  readonly currentPlan: order.CurrentPlanRequest;
  readonly historyPlan: order.HistoryPlanRequest;
  readonly placeTpSlOrder: order.PlaceTpSlOrderRequest;
  readonly modifyTpSlOrder: order.ModifyTpSlOrderRequest;
  readonly uploadAiLog: order.UploadAiLogRequest;
  readonly aiLogs: ai.AiLogsRequest;
  readonly aiLog: ai.AiLogRequest;
  readonly aiProof: ai.AiProofRequest;
  readonly aiBeacon: ai.AiBeaconRequest;
  readonly aiLeaves: ai.AiLeavesRequest;
  readonly activity: activity.ActivityRequest;
  readonly aiOrders: ai.AiOrdersRequest;
  readonly aiCoverage: ai.AiCoverageRequest;
  readonly aiAllowlist: ai.AiAllowlistRequest;
  readonly aiValidate: ai.AiValidateRequest;
  readonly contestList: contest.ContestListRequest;
  readonly contestInfo: contest.ContestInfoRequest;
  readonly contestLeaderboard: contest.ContestLeaderboardRequest;
  readonly contestTeam: contest.ContestTeamRequest;
  readonly contestEquity: contest.ContestEquityRequest;
  readonly contestNotices: contest.ContestNoticesRequest;
  readonly contestRuleset: contest.ContestRulesetRequest;
  readonly contestBundle: contest.ContestBundleRequest;
  readonly contestOwnBundle: contest.ContestOwnBundleRequest;
  readonly contestMe: contest.ContestMeRequest;
  readonly contestRegister: contest.ContestRegisterRequest;
  readonly contestModels: contest.ContestModelsRequest;
  readonly contestWithdraw: contest.ContestWithdrawRequest;
  readonly contestAnswer: contest.ContestAnswerRequest;
  readonly contestAppeal: contest.ContestAppealRequest;
  readonly apiKeyLimits: account.ApiKeyLimitsRequest;
  readonly apiKeyStop: account.ApiKeyStopRequest;
}

/** The answer of each operation. */
export interface Answers {
  readonly marketTime: market.MarketTimeAnswer;
  readonly contracts: market.ContractsAnswer;
  readonly depth: market.DepthAnswer;
  readonly tickers: market.TickersAnswer;
  readonly ticker: market.TickerAnswer;
  readonly trades: market.TradesAnswer;
  readonly headlines: market.HeadlinesAnswer;
  readonly candles: market.CandlesAnswer;
  readonly historyCandles: market.HistoryCandlesAnswer;
  readonly index: market.IndexAnswer;
  readonly open_interest: market.OpenInterestAnswer;
  readonly funding_time: market.FundingTimeAnswer;
  readonly getHistoryFundRate: market.GetHistoryFundRateAnswer;
  readonly currentFundRate: market.CurrentFundRateAnswer;
  readonly getAccounts: account.GetAccountsAnswer;
  readonly accounts: account.AccountsAnswer;
  readonly getAccount: account.GetAccountAnswer;
  readonly assets: account.AssetsAnswer;
  readonly bills: account.BillsAnswer;
  readonly settings: account.SettingsAnswer;
  readonly leverage: account.LeverageAnswer;
  readonly adjustMargin: account.AdjustMarginAnswer;
  readonly modifyAutoAppendMargin: account.ModifyAutoAppendMarginAnswer;
  readonly allPosition: account.AllPositionAnswer;
  readonly singlePosition: account.SinglePositionAnswer;
  readonly changeHoldModel: account.ChangeHoldModelAnswer;
  readonly apiKey: account.ApiKeyAnswer;
  readonly refusals: account.RefusalsAnswer;
  readonly placeOrder: order.PlaceOrderAnswer;
  readonly batchOrders: order.BatchOrdersAnswer;
  readonly cancel_order: order.CancelOrderAnswer;
  readonly cancel_batch_orders: order.CancelBatchOrdersAnswer;
  readonly cancelAllOrders: order.CancelAllOrdersAnswer;
  readonly detail: order.DetailAnswer;
  readonly history: order.HistoryAnswer;
  readonly current: order.CurrentAnswer;
  readonly fills: order.FillsAnswer;
  readonly closePositions: order.ClosePositionsAnswer;
  readonly plan_order: order.PlanOrderAnswer;
  readonly cancel_plan: order.CancelPlanAnswer;
  readonly currentPlan: order.CurrentPlanAnswer;
  readonly historyPlan: order.HistoryPlanAnswer;
  readonly placeTpSlOrder: order.PlaceTpSlOrderAnswer;
  readonly modifyTpSlOrder: order.ModifyTpSlOrderAnswer;
  readonly uploadAiLog: order.UploadAiLogAnswer;
  readonly aiLogs: ai.AiLogsAnswer;
  readonly aiLog: ai.AiLogAnswer;
  readonly aiProof: ai.AiProofAnswer;
  readonly aiBeacon: ai.AiBeaconAnswer;
  readonly aiLeaves: ai.AiLeavesAnswer;
  readonly activity: activity.ActivityAnswer;
  readonly aiOrders: ai.AiOrdersAnswer;
  readonly aiCoverage: ai.AiCoverageAnswer;
  readonly aiAllowlist: ai.AiAllowlistAnswer;
  readonly aiValidate: ai.AiValidateAnswer;
  readonly contestList: contest.ContestListAnswer;
  readonly contestInfo: contest.ContestInfoAnswer;
  readonly contestLeaderboard: contest.ContestLeaderboardAnswer;
  readonly contestTeam: contest.ContestTeamAnswer;
  readonly contestEquity: contest.ContestEquityAnswer;
  readonly contestNotices: contest.ContestNoticesAnswer;
  readonly contestRuleset: contest.ContestRulesetAnswer;
  readonly contestBundle: contest.ContestBundleAnswer;
  readonly contestOwnBundle: contest.ContestOwnBundleAnswer;
  readonly contestMe: contest.ContestMeAnswer;
  readonly contestRegister: contest.ContestRegisterAnswer;
  readonly contestModels: contest.ContestModelsAnswer;
  readonly contestWithdraw: contest.ContestWithdrawAnswer;
  readonly contestAnswer: contest.ContestAnswerAnswer;
  readonly contestAppeal: contest.ContestAppealAnswer;
  readonly apiKeyLimits: account.ApiKeyLimitsAnswer;
  readonly apiKeyStop: account.ApiKeyStopAnswer;
}
