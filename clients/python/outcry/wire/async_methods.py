"""Every operation of /capi/v2 under its own name; they are awaited.

Generated from the routes by scripts/client-python.ts, not edited by hand.
"""

from collections.abc import Mapping
from typing import Any, Unpack

from . import market, account, order, ai, activity, contest


class AsyncMethods:
    async def _ask(self, name: str, fields: Mapping[str, Any]) -> Any:
        raise NotImplementedError

    async def marketTime(self) -> market.MarketTimeAnswer:
        """Server time."""
        answer: market.MarketTimeAnswer = await self._ask("marketTime", {})
        return answer

    async def contracts(self, **fields: Unpack[market.ContractsRequest]) -> market.ContractsAnswer:
        """List contracts."""
        answer: market.ContractsAnswer = await self._ask("contracts", fields)
        return answer

    async def depth(self, **fields: Unpack[market.DepthRequest]) -> market.DepthAnswer:
        """Order book."""
        answer: market.DepthAnswer = await self._ask("depth", fields)
        return answer

    async def tickers(self) -> market.TickersAnswer:
        """Tickers of all contracts."""
        answer: market.TickersAnswer = await self._ask("tickers", {})
        return answer

    async def ticker(self, **fields: Unpack[market.TickerRequest]) -> market.TickerAnswer:
        """Ticker of one contract."""
        answer: market.TickerAnswer = await self._ask("ticker", fields)
        return answer

    async def trades(self, **fields: Unpack[market.TradesRequest]) -> market.TradesAnswer:
        """The latest trades."""
        answer: market.TradesAnswer = await self._ask("trades", fields)
        return answer

    async def headlines(self, **fields: Unpack[market.HeadlinesRequest]) -> market.HeadlinesAnswer:
        """Headlines of the exchange’s own market: each comes up to two seconds before prices jump."""
        answer: market.HeadlinesAnswer = await self._ask("headlines", fields)
        return answer

    async def candles(self, **fields: Unpack[market.CandlesRequest]) -> market.CandlesAnswer:
        """The latest candles."""
        answer: market.CandlesAnswer = await self._ask("candles", fields)
        return answer

    async def historyCandles(self, **fields: Unpack[market.HistoryCandlesRequest]) -> market.HistoryCandlesAnswer:
        """Candles of any time."""
        answer: market.HistoryCandlesAnswer = await self._ask("historyCandles", fields)
        return answer

    async def index(self, **fields: Unpack[market.IndexRequest]) -> market.IndexAnswer:
        """Index or mark price of one contract."""
        answer: market.IndexAnswer = await self._ask("index", fields)
        return answer

    async def open_interest(self, **fields: Unpack[market.OpenInterestRequest]) -> market.OpenInterestAnswer:
        """Open interest of one contract."""
        answer: market.OpenInterestAnswer = await self._ask("open_interest", fields)
        return answer

    async def funding_time(self, **fields: Unpack[market.FundingTimeRequest]) -> market.FundingTimeAnswer:
        """Next funding settlement."""
        answer: market.FundingTimeAnswer = await self._ask("funding_time", fields)
        return answer

    async def getHistoryFundRate(
        self, **fields: Unpack[market.GetHistoryFundRateRequest]
    ) -> market.GetHistoryFundRateAnswer:
        """Funding rates of the past, those of a simulated one included."""
        answer: market.GetHistoryFundRateAnswer = await self._ask("getHistoryFundRate", fields)
        return answer

    async def currentFundRate(self, **fields: Unpack[market.CurrentFundRateRequest]) -> market.CurrentFundRateAnswer:
        """Funding rate that is forming."""
        answer: market.CurrentFundRateAnswer = await self._ask("currentFundRate", fields)
        return answer

    async def getAccounts(self) -> account.GetAccountsAnswer:
        """The account: settings, money and cumulative figures."""
        answer: account.GetAccountsAnswer = await self._ask("getAccounts", {})
        return answer

    async def accounts(self) -> account.AccountsAnswer:
        """The account with its positions, by an older name."""
        answer: account.AccountsAnswer = await self._ask("accounts", {})
        return answer

    async def getAccount(self, **fields: Unpack[account.GetAccountRequest]) -> account.GetAccountAnswer:
        """The account in one coin."""
        answer: account.GetAccountAnswer = await self._ask("getAccount", fields)
        return answer

    async def assets(self) -> account.AssetsAnswer:
        """Account balance."""
        answer: account.AssetsAnswer = await self._ask("assets", {})
        return answer

    async def bills(self, **fields: Unpack[account.BillsRequest]) -> account.BillsAnswer:
        """List changes of the account balance."""
        answer: account.BillsAnswer = await self._ask("bills", fields)
        return answer

    async def settings(self, **fields: Unpack[account.SettingsRequest]) -> account.SettingsAnswer:
        """Leverage and fees per contract."""
        answer: account.SettingsAnswer = await self._ask("settings", fields)
        return answer

    async def leverage(self, **fields: Unpack[account.LeverageRequest]) -> account.LeverageAnswer:
        """Set the leverage of a contract."""
        answer: account.LeverageAnswer = await self._ask("leverage", fields)
        return answer

    async def adjustMargin(self, **fields: Unpack[account.AdjustMarginRequest]) -> account.AdjustMarginAnswer:
        """Add margin to an isolated position, or remove some."""
        answer: account.AdjustMarginAnswer = await self._ask("adjustMargin", fields)
        return answer

    async def modifyAutoAppendMargin(
        self, **fields: Unpack[account.ModifyAutoAppendMarginRequest]
    ) -> account.ModifyAutoAppendMarginAnswer:
        """Turn automatic margin of an isolated position on or off."""
        answer: account.ModifyAutoAppendMarginAnswer = await self._ask("modifyAutoAppendMargin", fields)
        return answer

    async def allPosition(self) -> account.AllPositionAnswer:
        """Get all positions."""
        answer: account.AllPositionAnswer = await self._ask("allPosition", {})
        return answer

    async def singlePosition(self, **fields: Unpack[account.SinglePositionRequest]) -> account.SinglePositionAnswer:
        """Get the position of one contract."""
        answer: account.SinglePositionAnswer = await self._ask("singlePosition", fields)
        return answer

    async def changeHoldModel(self, **fields: Unpack[account.ChangeHoldModelRequest]) -> account.ChangeHoldModelAnswer:
        """Set margin mode and position mode of a contract."""
        answer: account.ChangeHoldModelAnswer = await self._ask("changeHoldModel", fields)
        return answer

    async def apiKey(self) -> account.ApiKeyAnswer:
        """Your API key."""
        answer: account.ApiKeyAnswer = await self._ask("apiKey", {})
        return answer

    async def refusals(self) -> account.RefusalsAnswer:
        """List your last refused requests."""
        answer: account.RefusalsAnswer = await self._ask("refusals", {})
        return answer

    async def placeOrder(self, **fields: Unpack[order.PlaceOrderRequest]) -> order.PlaceOrderAnswer:
        """Place an order."""
        answer: order.PlaceOrderAnswer = await self._ask("placeOrder", fields)
        return answer

    async def batchOrders(self, **fields: Unpack[order.BatchOrdersRequest]) -> order.BatchOrdersAnswer:
        """Place several orders."""
        answer: order.BatchOrdersAnswer = await self._ask("batchOrders", fields)
        return answer

    async def cancel_order(self, **fields: Unpack[order.CancelOrderRequest]) -> order.CancelOrderAnswer:
        """Cancel an order or plan order."""
        answer: order.CancelOrderAnswer = await self._ask("cancel_order", fields)
        return answer

    async def cancel_batch_orders(
        self, **fields: Unpack[order.CancelBatchOrdersRequest]
    ) -> order.CancelBatchOrdersAnswer:
        """Cancel several orders."""
        answer: order.CancelBatchOrdersAnswer = await self._ask("cancel_batch_orders", fields)
        return answer

    async def cancelAllOrders(self, **fields: Unpack[order.CancelAllOrdersRequest]) -> order.CancelAllOrdersAnswer:
        """Cancel all orders, or all plan orders."""
        answer: order.CancelAllOrdersAnswer = await self._ask("cancelAllOrders", fields)
        return answer

    async def detail(self, **fields: Unpack[order.DetailRequest]) -> order.DetailAnswer:
        """One order or plan order."""
        answer: order.DetailAnswer = await self._ask("detail", fields)
        return answer

    async def history(self, **fields: Unpack[order.HistoryRequest]) -> order.HistoryAnswer:
        """List orders that ended."""
        answer: order.HistoryAnswer = await self._ask("history", fields)
        return answer

    async def current(self, **fields: Unpack[order.CurrentRequest]) -> order.CurrentAnswer:
        """List working orders."""
        answer: order.CurrentAnswer = await self._ask("current", fields)
        return answer

    async def fills(self, **fields: Unpack[order.FillsRequest]) -> order.FillsAnswer:
        """List fills."""
        answer: order.FillsAnswer = await self._ask("fills", fields)
        return answer

    async def closePositions(self, **fields: Unpack[order.ClosePositionsRequest]) -> order.ClosePositionsAnswer:
        """Close positions at market."""
        answer: order.ClosePositionsAnswer = await self._ask("closePositions", fields)
        return answer

    async def plan_order(self, **fields: Unpack[order.PlanOrderRequest]) -> order.PlanOrderAnswer:
        """Place a plan order."""
        answer: order.PlanOrderAnswer = await self._ask("plan_order", fields)
        return answer

    async def cancel_plan(self, **fields: Unpack[order.CancelPlanRequest]) -> order.CancelPlanAnswer:
        """Cancel a plan order."""
        answer: order.CancelPlanAnswer = await self._ask("cancel_plan", fields)
        return answer

    async def currentPlan(self, **fields: Unpack[order.CurrentPlanRequest]) -> order.CurrentPlanAnswer:
        """List plan orders that have not ended."""
        answer: order.CurrentPlanAnswer = await self._ask("currentPlan", fields)
        return answer

    async def historyPlan(self, **fields: Unpack[order.HistoryPlanRequest]) -> order.HistoryPlanAnswer:
        """List plan orders that ended."""
        answer: order.HistoryPlanAnswer = await self._ask("historyPlan", fields)
        return answer

    async def placeTpSlOrder(self, **fields: Unpack[order.PlaceTpSlOrderRequest]) -> order.PlaceTpSlOrderAnswer:
        """Place a take profit or stop loss of a position."""
        answer: order.PlaceTpSlOrderAnswer = await self._ask("placeTpSlOrder", fields)
        return answer

    async def modifyTpSlOrder(self, **fields: Unpack[order.ModifyTpSlOrderRequest]) -> order.ModifyTpSlOrderAnswer:
        """Change the trigger of a plan order."""
        answer: order.ModifyTpSlOrderAnswer = await self._ask("modifyTpSlOrder", fields)
        return answer

    async def uploadAiLog(self, **fields: Unpack[order.UploadAiLogRequest]) -> order.UploadAiLogAnswer:
        """Upload an AI log."""
        answer: order.UploadAiLogAnswer = await self._ask("uploadAiLog", fields)
        return answer

    async def aiLogs(self, **fields: Unpack[ai.AiLogsRequest]) -> ai.AiLogsAnswer:
        """List your AI logs."""
        answer: ai.AiLogsAnswer = await self._ask("aiLogs", fields)
        return answer

    async def aiLog(self, **fields: Unpack[ai.AiLogRequest]) -> ai.AiLogAnswer:
        """Get one of your AI logs."""
        answer: ai.AiLogAnswer = await self._ask("aiLog", fields)
        return answer

    async def aiProof(self, **fields: Unpack[ai.AiProofRequest]) -> ai.AiProofAnswer:
        """Get a receipt for one of your leaves of the AI log."""
        answer: ai.AiProofAnswer = await self._ask("aiProof", fields)
        return answer

    async def aiBeacon(self) -> ai.AiBeaconAnswer:
        """Name of the newest checkpoint of the AI log."""
        answer: ai.AiBeaconAnswer = await self._ask("aiBeacon", {})
        return answer

    async def aiLeaves(self, **fields: Unpack[ai.AiLeavesRequest]) -> ai.AiLeavesAnswer:
        """List leaves of the log."""
        answer: ai.AiLeavesAnswer = await self._ask("aiLeaves", fields)
        return answer

    async def activity(self, **fields: Unpack[activity.ActivityRequest]) -> activity.ActivityAnswer:
        """What agents said and did, as far as it is disclosed."""
        answer: activity.ActivityAnswer = await self._ask("activity", fields)
        return answer

    async def aiOrders(self, **fields: Unpack[ai.AiOrdersRequest]) -> ai.AiOrdersAnswer:
        """List your counted orders with the logs that decide about them."""
        answer: ai.AiOrdersAnswer = await self._ask("aiOrders", fields)
        return answer

    async def aiCoverage(self, **fields: Unpack[ai.AiCoverageRequest]) -> ai.AiCoverageAnswer:
        """Which of your orders have an AI log."""
        answer: ai.AiCoverageAnswer = await self._ask("aiCoverage", fields)
        return answer

    async def aiAllowlist(self) -> ai.AiAllowlistAnswer:
        """Your place on the AI-log allowlist."""
        answer: ai.AiAllowlistAnswer = await self._ask("aiAllowlist", {})
        return answer

    async def aiValidate(self, **fields: Unpack[ai.AiValidateRequest]) -> ai.AiValidateAnswer:
        """Try an AI log without storing it."""
        answer: ai.AiValidateAnswer = await self._ask("aiValidate", fields)
        return answer

    async def contestList(self) -> contest.ContestListAnswer:
        """List contests."""
        answer: contest.ContestListAnswer = await self._ask("contestList", {})
        return answer

    async def contestInfo(self, **fields: Unpack[contest.ContestInfoRequest]) -> contest.ContestInfoAnswer:
        """A contest, its phases and teams."""
        answer: contest.ContestInfoAnswer = await self._ask("contestInfo", fields)
        return answer

    async def contestLeaderboard(
        self, **fields: Unpack[contest.ContestLeaderboardRequest]
    ) -> contest.ContestLeaderboardAnswer:
        """The board of a contest, now or at a past minute."""
        answer: contest.ContestLeaderboardAnswer = await self._ask("contestLeaderboard", fields)
        return answer

    async def contestTeam(self, **fields: Unpack[contest.ContestTeamRequest]) -> contest.ContestTeamAnswer:
        """A team of a contest."""
        answer: contest.ContestTeamAnswer = await self._ask("contestTeam", fields)
        return answer

    async def contestEquity(self, **fields: Unpack[contest.ContestEquityRequest]) -> contest.ContestEquityAnswer:
        """Returns of teams over time."""
        answer: contest.ContestEquityAnswer = await self._ask("contestEquity", fields)
        return answer

    async def contestNotices(self, **fields: Unpack[contest.ContestNoticesRequest]) -> contest.ContestNoticesAnswer:
        """What became public about a contest."""
        answer: contest.ContestNoticesAnswer = await self._ask("contestNotices", fields)
        return answer

    async def contestRuleset(self, **fields: Unpack[contest.ContestRulesetRequest]) -> contest.ContestRulesetAnswer:
        """The rules a contest is judged by."""
        answer: contest.ContestRulesetAnswer = await self._ask("contestRuleset", fields)
        return answer

    async def contestBundle(self, **fields: Unpack[contest.ContestBundleRequest]) -> contest.ContestBundleAnswer:
        """The published evidence of a contest, as a file."""
        answer: contest.ContestBundleAnswer = await self._ask("contestBundle", fields)
        return answer

    async def contestOwnBundle(
        self, **fields: Unpack[contest.ContestOwnBundleRequest]
    ) -> contest.ContestOwnBundleAnswer:
        """Your own evidence of a contest, as a file."""
        answer: contest.ContestOwnBundleAnswer = await self._ask("contestOwnBundle", fields)
        return answer

    async def contestMe(self) -> contest.ContestMeAnswer:
        """Your place in your contest."""
        answer: contest.ContestMeAnswer = await self._ask("contestMe", {})
        return answer

    async def contestRegister(self, **fields: Unpack[contest.ContestRegisterRequest]) -> contest.ContestRegisterAnswer:
        """Enter a contest."""
        answer: contest.ContestRegisterAnswer = await self._ask("contestRegister", fields)
        return answer

    async def contestModels(self, **fields: Unpack[contest.ContestModelsRequest]) -> contest.ContestModelsAnswer:
        """Add models to your team."""
        answer: contest.ContestModelsAnswer = await self._ask("contestModels", fields)
        return answer

    async def contestWithdraw(self, **fields: Unpack[contest.ContestWithdrawRequest]) -> contest.ContestWithdrawAnswer:
        """Leave a contest, for good."""
        answer: contest.ContestWithdrawAnswer = await self._ask("contestWithdraw", fields)
        return answer

    async def contestAnswer(self, **fields: Unpack[contest.ContestAnswerRequest]) -> contest.ContestAnswerAnswer:
        """Answer the notice of a case, or waive it."""
        answer: contest.ContestAnswerAnswer = await self._ask("contestAnswer", fields)
        return answer

    async def contestAppeal(self, **fields: Unpack[contest.ContestAppealRequest]) -> contest.ContestAppealAnswer:
        """Appeal against a disqualification."""
        answer: contest.ContestAppealAnswer = await self._ask("contestAppeal", fields)
        return answer

    async def apiKeyLimits(self, **fields: Unpack[account.ApiKeyLimitsRequest]) -> account.ApiKeyLimitsAnswer:
        """Make the limits of your API key tighter."""
        answer: account.ApiKeyLimitsAnswer = await self._ask("apiKeyLimits", fields)
        return answer

    async def apiKeyStop(self, **fields: Unpack[account.ApiKeyStopRequest]) -> account.ApiKeyStopAnswer:
        """Stop your API key: it opens nothing any more."""
        answer: account.ApiKeyStopAnswer = await self._ask("apiKeyStop", fields)
        return answer
