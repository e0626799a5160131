"""An agent that decides by coin, with the Python client: what a strategy has to be better than. Python 3.11 or newer.

    python3 examples/random_agent.py
    npx outcry rehearse --agents 'python3 examples/random_agent.py' --seeds 20 --for 2h

It leaves the waiting to the client, so it runs as it is on a live exchange, on a rehearsal that goes faster, in
lockstep, and in a backtest, whose OUTCRY_SEED makes it the same again. Two numbers may follow: how often it decides
(until it is stopped), and the seconds in between (60). `pip install ./clients/python` puts the client where every
program finds it; here it is taken from this repository.
"""

import os
import pathlib
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "clients" / "python"))
from outcry import END, Client, Execution, Next, OrderType, PriceKind, rehearse

DEMO = {
    "OUTCRY_KEY": "local-demo-key-1",
    "OUTCRY_SECRET": "local-demo-secret-1-everybody-knows-it",
    "OUTCRY_PASSPHRASE": "local-demo-passphrase-1",
}
SYMBOL = "cmt_btcusdt"
SIZE = "0.01"
#: By the side that is held.
ORDERS = {
    "": (OrderType.OPEN_LONG, OrderType.OPEN_SHORT),
    "LONG": (OrderType.CLOSE_LONG,),
    "SHORT": (OrderType.CLOSE_SHORT,),
}
coin = random.Random(os.environ.get("OUTCRY_SEED"))
left = float(sys.argv[1]) if len(sys.argv) > 1 else float("inf")
seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60.0


def decide(now, exchange):
    global left
    left -= 1
    if coin.random() < 0.5:
        held = next((row["side"] for row in exchange.allPosition() if row["symbol"] == SYMBOL), "")
        exchange.placeOrder(
            symbol=SYMBOL,
            client_oid=f"coin-{now.ms}",
            size=SIZE,
            type=coin.choice(ORDERS[held]),
            order_type=Execution.NORMAL,
            match_price=PriceKind.MARKET,
        )
    return END if left <= 0 else Next(now.ms + round(seconds * 1_000))


rehearse(decide, Client.from_env(DEMO | os.environ), seconds)
