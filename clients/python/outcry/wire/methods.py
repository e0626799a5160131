"""Every operation of /capi/v2 under its own name; they wait for their answer.

Generated from the routes by scripts/client-python.ts, not edited by hand.
"""

from collections.abc import Mapping
from typing import Any, Unpack

from . import market, account, order, ai, activity, contest


class Methods:
    def _ask(self, name: str, fields: Mapping[str, Any]) -> Any:
        raise NotImplementedError

    def marketTime(self) -> market.MarketTimeAnswer:
        """Server time."""
        answer: market.MarketTimeAnswer = self._ask("marketTime", {})
        return answer

    def contracts(self, **fields: Unpack[market.ContractsRequest]) -> market.ContractsAnswer:
        """List contracts."""
        answer: market.ContractsAnswer = self._ask("contracts", fields)
        return answer

    def depth(self, **fields: Unpack[market.DepthRequest]) -> market.DepthAnswer:
        """Order book."""
        answer: market.DepthAnswer = self._ask("depth", fields)
        return answer

    def tickers(self) -> market.TickersAnswer:
        """Tickers of all contracts."""
        answer: market.TickersAnswer = self._ask("tickers", {})
        return answer

    def ticker(self, **fields: Unpack[market.TickerRequest]) -> market.TickerAnswer:
        """Ticker of one contract."""
        answer: market.TickerAnswer = self._ask("ticker", fields)
        return answer

    def trades(self, **fields: Unpack[market.TradesRequest]) -> market.TradesAnswer:
        """The latest trades."""
        answer: market.TradesAnswer = self._ask("trades", fields)
        return answer

    def headlines(self, **fields: Unpack[market.HeadlinesRequest]) -> market.HeadlinesAnswer:
        """Headlines of the exchange’s own market: each comes up to two seconds before prices jump."""
        answer: market.HeadlinesAnswer = self._ask("headlines", fields)
        return answer

    def candles(self, **fields: Unpack[market.CandlesRequest]) -> market.CandlesAnswer:
        """The latest candles."""
        answer: market.CandlesAnswer = self._ask("candles", fields)
        return answer

    def historyCandles(self, **fields: Unpack[market.HistoryCandlesRequest]) -> market.HistoryCandlesAnswer:
        """Candles of any time."""
        answer: market.HistoryCandlesAnswer = self._ask("historyCandles", fields)
        return answer

    def index(self, **fields: Unpack[market.IndexRequest]) -> market.IndexAnswer:
        """Index or mark price of one contract."""
        answer: market.IndexAnswer = self._ask("index", fields)
        return answer

    def open_interest(self, **fields: Unpack[market.OpenInterestRequest]) -> market.OpenInterestAnswer:
        """Open interest of one contract."""
        answer: market.OpenInterestAnswer = self._ask("open_interest", fields)
        return answer

    def funding_time(self, **fields: Unpack[market.FundingTimeRequest]) -> market.FundingTimeAnswer:
        """Next funding settlement."""
        answer: market.FundingTimeAnswer = self._ask("funding_time", fields)
        return answer

    def getHistoryFundRate(self, **fields: Unpack[market.GetHistoryFundRateRequest]) -> market.GetHistoryFundRateAnswer:
        """Funding rates of the past, those of a simulated one included."""
        answer: market.GetHistoryFundRateAnswer = self._ask("getHistoryFundRate", fields)
        return answer

    def currentFundRate(self, **fields: Unpack[market.CurrentFundRateRequest]) -> market.CurrentFundRateAnswer:
        """Funding rate that is forming."""
        answer: market.CurrentFundRateAnswer = self._ask("currentFundRate", fields)
        return answer

    def getAccounts(self) -> account.GetAccountsAnswer:
        """The account: settings, money and cumulative figures."""
        answer: account.GetAccountsAnswer = self._ask("getAccounts", {})
        return answer

    def accounts(self) -> account.AccountsAnswer:
        """The account with its positions, by an older name."""
        answer: account.AccountsAnswer = self._ask("accounts", {})
        return answer

    def getAccount(self, **fields: Unpack[account.GetAccountRequest]) -> account.GetAccountAnswer:
        """The account in one coin."""
        answer: account.GetAccountAnswer = self._ask("getAccount", fields)
        return answer

    def assets(self) -> account.AssetsAnswer:
        """Account balance."""
        answer: account.AssetsAnswer = self._ask("assets", {})
        return answer

    def bills(self, **fields: Unpack[account.BillsRequest]) -> account.BillsAnswer:
        """List changes of the account balance."""
        answer: account.BillsAnswer = self._ask("bills", fields)
        return answer

    def settings(self, **fields: Unpack[account.SettingsRequest]) -> account.SettingsAnswer:
        """Leverage and fees per contract."""
        answer: account.SettingsAnswer = self._ask("settings", fields)
        return answer

    def leverage(self, **fields: Unpack[account.LeverageRequest]) -> account.LeverageAnswer:
        """Set the leverage of a contract."""
        answer: account.LeverageAnswer = self._ask("leverage", fields)
        return answer

    def adjustMargin(self, **fields: Unpack[account.AdjustMarginRequest]) -> account.AdjustMarginAnswer:
        """Add margin to an isolated position, or remove some."""
        answer: account.AdjustMarginAnswer = self._ask("adjustMargin", fields)
        return answer

    def modifyAutoAppendMargin(
        self, **fields: Unpack[account.ModifyAutoAppendMarginRequest]
    ) -> account.ModifyAutoAppendMarginAnswer:
        """Turn automatic margin of an isolated position on or off."""
        answer: account.ModifyAutoAppendMarginAnswer = self._ask("modifyAutoAppendMargin", fields)
        return answer

    def allPosition(self) -> account.AllPositionAnswer:
        """Get all positions."""
        answer: account.AllPositionAnswer = self._ask("allPosition", {})
        return answer

    def singlePosition(self, **fields: Unpack[account.SinglePositionRequest]) -> account.SinglePositionAnswer:
        """Get the position of one contract."""
        answer: account.SinglePositionAnswer = self._ask("singlePosition", fields)
        return answer

    def changeHoldModel(self, **fields: Unpack[account.ChangeHoldModelRequest]) -> account.ChangeHoldModelAnswer:
        """Set margin mode and position mode of a contract."""
        answer: account.ChangeHoldModelAnswer = self._ask("changeHoldModel", fields)
        return answer

    def apiKey(self) -> account.ApiKeyAnswer:
        """Your API key."""
        answer: account.ApiKeyAnswer = self._ask("apiKey", {})
        return answer

    def refusals(self) -> account.RefusalsAnswer:
        """List your last refused requests."""
        answer: account.RefusalsAnswer = self._ask("refusals", {})
        return answer

    def placeOrder(self, **fields: Unpack[order.PlaceOrderRequest]) -> order.PlaceOrderAnswer:
        """Place an order."""
        answer: order.PlaceOrderAnswer = self._ask("placeOrder", fields)
        return answer

    def batchOrders(self, **fields: Unpack[order.BatchOrdersRequest]) -> order.BatchOrdersAnswer:
        """Place several orders."""
        answer: order.BatchOrdersAnswer = self._ask("batchOrders", fields)
        return answer

    def cancel_order(self, **fields: Unpack[order.CancelOrderRequest]) -> order.CancelOrderAnswer:
        """Cancel an order or plan order."""
        answer: order.CancelOrderAnswer = self._ask("cancel_order", fields)
        return answer

    def cancel_batch_orders(self, **fields: Unpack[order.CancelBatchOrdersRequest]) -> order.CancelBatchOrdersAnswer:
        """Cancel several orders."""
        answer: order.CancelBatchOrdersAnswer = self._ask("cancel_batch_orders", fields)
        return answer

    def cancelAllOrders(self, **fields: Unpack[order.CancelAllOrdersRequest]) -> order.CancelAllOrdersAnswer:
        """Cancel all orders, or all plan orders."""
        answer: order.CancelAllOrdersAnswer = self._ask("cancelAllOrders", fields)
        return answer

    def detail(self, **fields: Unpack[order.DetailRequest]) -> order.DetailAnswer:
        """One order or plan order."""
        answer: order.DetailAnswer = self._ask("detail", fields)
        return answer

    def history(self, **fields: Unpack[order.HistoryRequest]) -> order.HistoryAnswer:
        """List orders that ended."""
        answer: order.HistoryAnswer = self._ask("history", fields)
        return answer

    def current(self, **fields: Unpack[order.CurrentRequest]) -> order.CurrentAnswer:
        """List working orders."""
        answer: order.CurrentAnswer = self._ask("current", fields)
        return answer

    def fills(self, **fields: Unpack[order.FillsRequest]) -> order.FillsAnswer:
        """List fills."""
        answer: order.FillsAnswer = self._ask("fills", fields)
        return answer

    def closePositions(self, **fields: Unpack[order.ClosePositionsRequest]) -> order.ClosePositionsAnswer:
        """Close positions at market."""
        answer: order.ClosePositionsAnswer = self._ask("closePositions", fields)
        return answer

    def plan_order(self, **fields: Unpack[order.PlanOrderRequest]) -> order.PlanOrderAnswer:
        """Place a plan order."""
        answer: order.PlanOrderAnswer = self._ask("plan_order", fields)
        return answer

    def cancel_plan(self, **fields: Unpack[order.CancelPlanRequest]) -> order.CancelPlanAnswer:
        """Cancel a plan order."""
        answer: order.CancelPlanAnswer = self._ask("cancel_plan", fields)
        return answer

    def currentPlan(self, **fields: Unpack[order.CurrentPlanRequest]) -> order.CurrentPlanAnswer:
        """List plan orders that have not ended."""
        answer: order.CurrentPlanAnswer = self._ask("currentPlan", fields)
        return answer

    def historyPlan(self, **fields: Unpack[order.HistoryPlanRequest]) -> order.HistoryPlanAnswer:
        """List plan orders that ended."""
        answer: order.HistoryPlanAnswer = self._ask("historyPlan", fields)
        return answer

    def placeTpSlOrder(self, **fields: Unpack[order.PlaceTpSlOrderRequest]) -> order.PlaceTpSlOrderAnswer:
        """Place a take profit or stop loss of a position."""
        answer: order.PlaceTpSlOrderAnswer = self._ask("placeTpSlOrder", fields)
        return answer

    def modifyTpSlOrder(self, **fields: Unpack[order.ModifyTpSlOrderRequest]) -> order.ModifyTpSlOrderAnswer:
        """Change the trigger of a plan order."""
        answer: order.ModifyTpSlOrderAnswer = self._ask("modifyTpSlOrder", fields)
        return answer

    def uploadAiLog(self, **fields: Unpack[order.UploadAiLogRequest]) -> order.UploadAiLogAnswer:
        """Upload an AI log."""
        answer: order.UploadAiLogAnswer = self._ask("uploadAiLog", fields)
        return answer

    def aiLogs(self, **fields: Unpack[ai.AiLogsRequest]) -> ai.AiLogsAnswer:
        """List your AI logs."""
        answer: ai.AiLogsAnswer = self._ask("aiLogs", fields)
        return answer

    def aiLog(self, **fields: Unpack[ai.AiLogRequest]) -> ai.AiLogAnswer:
        """Get one of your AI logs."""
        answer: ai.AiLogAnswer = self._ask("aiLog", fields)
        return answer

    def aiProof(self, **fields: Unpack[ai.AiProofRequest]) -> ai.AiProofAnswer:
        """Get a receipt for one of your leaves of the AI log."""
        answer: ai.AiProofAnswer = self._ask("aiProof", fields)
        return answer

    def aiBeacon(self) -> ai.AiBeaconAnswer:
        """Name of the newest checkpoint of the AI log."""
        answer: ai.AiBeaconAnswer = self._ask("aiBeacon", {})
        return answer

    def aiLeaves(self, **fields: Unpack[ai.AiLeavesRequest]) -> ai.AiLeavesAnswer:
        """List leaves of the log."""
        answer: ai.AiLeavesAnswer = self._ask("aiLeaves", fields)
        return answer

    def activity(self, **fields: Unpack[activity.ActivityRequest]) -> activity.ActivityAnswer:
        """What agents said and did, as far as it is disclosed."""
        answer: activity.ActivityAnswer = self._ask("activity", fields)
        return answer

    def aiOrders(self, **fields: Unpack[ai.AiOrdersRequest]) -> ai.AiOrdersAnswer:
        """List your counted orders with the logs that decide about them."""
        answer: ai.AiOrdersAnswer = self._ask("aiOrders", fields)
        return answer

    def aiCoverage(self, **fields: Unpack[ai.AiCoverageRequest]) -> ai.AiCoverageAnswer:
        """Which of your orders have an AI log."""
        answer: ai.AiCoverageAnswer = self._ask("aiCoverage", fields)
        return answer

    def aiAllowlist(self) -> ai.AiAllowlistAnswer:
        """Your place on the AI-log allowlist."""
        answer: ai.AiAllowlistAnswer = self._ask("aiAllowlist", {})
        return answer

    def aiValidate(self, **fields: Unpack[ai.AiValidateRequest]) -> ai.AiValidateAnswer:
        """Try an AI log without storing it."""
        answer: ai.AiValidateAnswer = self._ask("aiValidate", fields)
        return answer

    def contestList(self) -> contest.ContestListAnswer:
        """List contests."""
        answer: contest.ContestListAnswer = self._ask("contestList", {})
        return answer

    def contestInfo(self, **fields: Unpack[contest.ContestInfoRequest]) -> contest.ContestInfoAnswer:
        """A contest, its phases and teams."""
        answer: contest.ContestInfoAnswer = self._ask("contestInfo", fields)
        return answer

    def contestLeaderboard(
        self, **fields: Unpack[contest.ContestLeaderboardRequest]
    ) -> contest.ContestLeaderboardAnswer:
        """The board of a contest, now or at a past minute."""
        answer: contest.ContestLeaderboardAnswer = self._ask("contestLeaderboard", fields)
        return answer

    def contestTeam(self, **fields: Unpack[contest.ContestTeamRequest]) -> contest.ContestTeamAnswer:
        """A team of a contest."""
        answer: contest.ContestTeamAnswer = self._ask("contestTeam", fields)
        return answer

    def contestEquity(self, **fields: Unpack[contest.ContestEquityRequest]) -> contest.ContestEquityAnswer:
        """Returns of teams over time."""
        answer: contest.ContestEquityAnswer = self._ask("contestEquity", fields)
        return answer

    def contestNotices(self, **fields: Unpack[contest.ContestNoticesRequest]) -> contest.ContestNoticesAnswer:
        """What became public about a contest."""
        answer: contest.ContestNoticesAnswer = self._ask("contestNotices", fields)
        return answer

    def contestRuleset(self, **fields: Unpack[contest.ContestRulesetRequest]) -> contest.ContestRulesetAnswer:
        """The rules a contest is judged by."""
        answer: contest.ContestRulesetAnswer = self._ask("contestRuleset", fields)
        return answer

    def contestBundle(self, **fields: Unpack[contest.ContestBundleRequest]) -> contest.ContestBundleAnswer:
        """The published evidence of a contest, as a file."""
        answer: contest.ContestBundleAnswer = self._ask("contestBundle", fields)
        return answer

    def contestOwnBundle(self, **fields: Unpack[contest.ContestOwnBundleRequest]) -> contest.ContestOwnBundleAnswer:
        """Your own evidence of a contest, as a file."""
        answer: contest.ContestOwnBundleAnswer = self._ask("contestOwnBundle", fields)
        return answer

    def contestMe(self) -> contest.ContestMeAnswer:
        """Your place in your contest."""
        answer: contest.ContestMeAnswer = self._ask("contestMe", {})
        return answer

    def contestRegister(self, **fields: Unpack[contest.ContestRegisterRequest]) -> contest.ContestRegisterAnswer:
        """Enter a contest."""
        answer: contest.ContestRegisterAnswer = self._ask("contestRegister", fields)
        return answer

    def contestModels(self, **fields: Unpack[contest.ContestModelsRequest]) -> contest.ContestModelsAnswer:
        """Add models to your team."""
        answer: contest.ContestModelsAnswer = self._ask("contestModels", fields)
        return answer

    def contestWithdraw(self, **fields: Unpack[contest.ContestWithdrawRequest]) -> contest.ContestWithdrawAnswer:
        """Leave a contest, for good."""
        answer: contest.ContestWithdrawAnswer = self._ask("contestWithdraw", fields)
        return answer

    def contestAnswer(self, **fields: Unpack[contest.ContestAnswerRequest]) -> contest.ContestAnswerAnswer:
        """Answer the notice of a case, or waive it."""
        answer: contest.ContestAnswerAnswer = self._ask("contestAnswer", fields)
        return answer

    def contestAppeal(self, **fields: Unpack[contest.ContestAppealRequest]) -> contest.ContestAppealAnswer:
        """Appeal against a disqualification."""
        answer: contest.ContestAppealAnswer = self._ask("contestAppeal", fields)
        return answer

    def apiKeyLimits(self, **fields: Unpack[account.ApiKeyLimitsRequest]) -> account.ApiKeyLimitsAnswer:
        """Make the limits of your API key tighter."""
        answer: account.ApiKeyLimitsAnswer = self._ask("apiKeyLimits", fields)
        return answer

    def apiKeyStop(self, **fields: Unpack[account.ApiKeyStopRequest]) -> account.ApiKeyStopAnswer:
        """Stop your API key: it opens nothing any more."""
        answer: account.ApiKeyStopAnswer = self._ask("apiKeyStop", fields)
        return answer
