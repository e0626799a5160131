"""What test/client/python.test.ts asks of the installed package: each part prints what came of it as one line of JSON."""

import asyncio
import json
import math
import sys
import time
from decimal import Decimal

import outcry
from outcry import (
    ApiError,
    AsyncClient,
    Client,
    DecisionFailed,
    Execution,
    NoAnswer,
    OrderType,
    PriceKind,
    log_body,
)

SYMBOL = "cmt_btcusdt"
MARKET = {"symbol": SYMBOL, "size": "0.001", "order_type": Execution.NORMAL, "match_price": PriceKind.MARKET}
OPEN = {**MARKET, "type": OrderType.OPEN_LONG}
LOG = {"stage": "Decision", "model": "m-1", "output": {"decision": "OPEN_LONG", "symbol": SYMBOL, "size": "0.001"}}


def say(**found):
    print(json.dumps(found, default=str), flush=True)


def log(**asked):
    return {**LOG, "input": {"at": time.time_ns(), **asked}}


def losing(client, path, times=1):
    """Records what is sent, and loses as many answers of one path after the exchange has answered."""
    sent, left, transport = [], [times], client._transport
    real = transport.send

    def send(request, headers):
        sent.append((request.path, headers.get("ACCESS-TIMESTAMP"), request.body))
        reply = real(request, headers)
        if request.path.endswith(path) and left[0] > 0:
            left[0] -= 1
            raise ConnectionResetError("the connection broke")
        return reply

    transport.send = send
    return sent


def rest():
    client = Client.from_env()
    placed = client.placeOrder(client_oid="python-1", **{**OPEN, "size": Decimal("0.0010")})
    position = client.singlePosition(symbol=SYMBOL)[0]["size"]
    try:
        client.placeOrder(client_oid="python-2", **{**OPEN, "size": "0.00001"})
    except ApiError as error:
        refused = [error.status, error.code, error.message != "", error.hint is not None, error.token]
    v3 = client.v3("placeOrder", {"symbol": "BTCUSDT", "side": "BUY", "positionSide": "LONG", "type": "LIMIT",
                                  "price": "80000", "quantity": "0.01", "newClientOrderId": "python-v3"})
    cancelled = client.v3("cancelOrder", {"orderId": v3["orderId"]})
    say(placed=placed, position=position, refused=refused, v3=[v3["success"], cancelled["success"]],
        limit=client.rate_limit is not None, secret="secret" in repr(client.credentials))
    slow = Client.from_env(now_ms=lambda: (time.time() - 3_600) * 1_000)
    say(slow=slow.assets()[0]["coinName"], hours=round(slow.clock.offset_ms / 3_600_000))


def retries():
    """An order whose answer is lost is placed once; so is a change without a name; a late one is not signed again."""
    client = Client.from_env()
    sent = losing(client, "/placeOrder")
    order = client.placeOrder(client_oid="lost-1", **OPEN)
    times = [(path, stamp, body) for path, stamp, body in sent]
    rows = [row for row in client.history(symbol=SYMBOL) if row["client_oid"] == "lost-1"]
    say(named=[len(times), len({body for _, _, body in times}), [row["order_id"] for row in rows] == [order["order_id"]]])

    client = Client.from_env()
    sent = losing(client, "/closePositions")
    before = len(client.history(symbol=SYMBOL))
    client.closePositions(symbol=SYMBOL)
    unnamed = [one for one in sent if one[0].endswith("closePositions")]
    say(unnamed=[len(unnamed), len(set(unnamed)), len(client.history(symbol=SYMBOL)) - before])

    hour = [0.0]
    late = Client.from_env(now_ms=lambda: time.time() * 1_000 + hour[0])
    sent = losing(late, "/closePositions", 9)
    real = late._transport.send

    def send(request, headers):
        try:
            return real(request, headers)
        finally:
            hour[0] += 20_000 if request.method == "POST" else 0

    late._transport.send = send
    try:
        late.closePositions(symbol=SYMBOL)
    except NoAnswer as error:
        say(late=[len(sent), len({stamp for _, stamp, _ in sent}), error.may_have_happened])


def decisions():
    client = Client.from_env()
    made = client.decide(log(), OPEN)
    mine = next(row for row in client.aiOrders(limit=20) if row["orderId"] == made.order_id)
    say(grade=mine["grade"], level=mine["level"], warnings=made.warnings, isRepeat=made.is_repeat)

    losing_client = Client.from_env(retries=0)
    losing(losing_client, "/placeOrder")
    try:
        losing_client.decide(log(), OPEN)
    except DecisionFailed as error:
        again = client.decide(error.decision.body, OPEN)
        same = again.log_index == error.decision.log_index and again.client_oid == error.decision.client_oid
        rows = [row for row in client.history(symbol=SYMBOL) if row["client_oid"] == again.client_oid]
        say(at=error.at, mayHaveHappened=error.may_have_happened, same=same, repeat=again.is_repeat, orders=len(rows))
    try:
        client.decide(log(), {**OPEN, "size": "0.00001"})
    except DecisionFailed as error:
        say(at=error.at, mayHaveHappened=error.may_have_happened, stored=error.decision.log_index is not None,
            code=error.__cause__.code)

    say(pages=[len(page["list"]) for page in client.pages("aiLogs", limit=1)])

    refused = []
    deep: dict = {}
    for _ in range(40):
        deep = {"a": deep}
    for bad in (math.nan, Decimal("NaN"), {1: 2}, {"k" * 257: 1}, "\ud800", deep, list(range(20_001)), 10**70, {1, 2}):
        try:
            log_body("s", "m", {"x": bad}, {})
        except (TypeError, ValueError) as error:
            refused.append(str(error))
    exact = log_body("s", "m", {"b": Decimal("0.10"), "a": 1}, {"人": True})
    say(refused=refused, exact=exact.decode(), verdict=client.call("aiValidate", exact).data["ok"])


def environment():
    said = []
    for env in ({"OUTCRY_KEY": "k", "OUTCRY_SECRET": "hidden"}, {"OUTCRY_URL": "localhost:8080"}):
        try:
            Client.from_env(env)
        except ValueError as error:
            said.append(str(error))
    say(said=said, public=Client.from_env({}).credentials is None, file=outcry.__file__)


async def asyncio_rest():
    async with AsyncClient.from_env() as client:
        assets, ticker = await asyncio.gather(client.assets(), client.ticker(symbol=SYMBOL))
        made = await client.decide(log(), OPEN)
        closed = await client.closePositions(symbol=SYMBOL)
        pages = [page async for page in client.pages("fills", limit=100)]
        say(assets=assets[0]["coinName"], ticker=ticker["symbol"], grade=made.order_id is not None,
            closed=[row["success"] for row in closed], pages=len(pages) > 0)


async def sockets():
    """Market and account; a break in between; then what happened meanwhile."""
    async with AsyncClient.from_env() as client:
        account = client.account()
        async for _ in account:
            if account.is_live:
                break
        say(live=sorted(account.positions))
        order = await client.placeOrder(client_oid=f"ws-{time.time_ns()}", **OPEN)
        async for event in account:
            if event.channel == "fill" and event.kind != "Snapshot":
                break
        fill = event.data["orderFillTransaction"][0]["orderId"] == order["order_id"]
        async for _ in account:
            if account.positions:
                break
        market = client.market(f"depth.{SYMBOL}.15", f"trades.{SYMBOL}")
        async for told in market:
            if told.book is not None:
                break
        rest = await client.depth(symbol=SYMBOL, limit=15)
        say(fill=fill, gap=event.is_gap, bids=list(told.book.bids) == [tuple(one) for one in rest["bids"]])
        say(cut=True)
        await asyncio.to_thread(sys.stdin.readline)
        await client.closePositions(symbol=SYMBOL)
        gaps = []
        async for event in account:
            if event.is_gap:
                gaps.append(event.channel)
            if "fill" in gaps and account.is_live and not account.positions:
                break
        async for told in market:
            if told.is_gap and told.book is not None:
                break
        say(gaps=gaps, again=[told.is_snapshot, told.book.is_complete])
        await market.aclose()
        await account.aclose()


def blocking():
    client = Client.from_env()
    with client.market(f"ticker.{SYMBOL}") as market:
        event = market.next(timeout=20)
    with client.account() as account:
        first = account.next(timeout=20)
    try:
        with client.market("tickers") as wrong:
            next(iter(wrong))
    except ApiError as error:
        said = [error.code, error.hint]
    try:
        with Client(client.url, api_key="no", secret="no", passphrase="no").account() as wrong:
            next(iter(wrong))
    except ApiError as error:
        said.append(error.code)
    say(ticker=event.data[0]["symbol"], account=first.kind, said=said)


for part in sys.argv[1:]:
    found = globals()[part]
    asyncio.run(found()) if asyncio.iscoroutinefunction(found) else found()
