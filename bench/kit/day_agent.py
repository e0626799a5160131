"""The agent of `npm run bench -- rehearsal-days`: each minute it looks at a price and its account, and trades a little."""

import itertools
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "clients" / "python"))
from outcry import Execution, OrderType, PriceKind, rehearse

SYMBOL = "cmt_btcusdt"
sides = itertools.cycle([OrderType.OPEN_LONG, OrderType.CLOSE_LONG])


def decide(now, exchange):
    exchange.ticker(symbol=SYMBOL)
    exchange.assets()
    exchange.placeOrder(
        symbol=SYMBOL,
        client_oid=f"d{now.ms}",
        size="0.001",
        type=next(sides),
        order_type=Execution.NORMAL,
        match_price=PriceKind.MARKET,
    )


rehearse(decide, step=60)
