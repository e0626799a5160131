"""ccxt's class in Python, used as it comes, from its markets to everything closed; python.test.ts runs it.

OUTCRY_URL, OUTCRY_KEY, OUTCRY_SECRET and OUTCRY_PASSPHRASE choose the exchange and the account, which has no position.
Prints one JSON object of what the class returned; ends with an exception when it raises one that wasn't meant.
"""

import json
import os

import ccxt

BTC = "BTC/USDT:USDT"

http = os.environ["OUTCRY_URL"]
api = {"public": http, "private": http, "contract": http, "contractPrivate": http}
x = ccxt.weex(
    {
        "apiKey": os.environ["OUTCRY_KEY"],
        "secret": os.environ["OUTCRY_SECRET"],
        "password": os.environ["OUTCRY_PASSPHRASE"],
        "urls": {"api": api},
        "options": {"defaultType": "swap"},
        "enableRateLimit": False,
    }
)
said = {}


def kept(order, *fields):
    return {field: order[field] for field in fields}


def ids(orders):
    return [order["id"] for order in orders]


markets = x.load_markets()
said["markets"] = sorted(markets)
said["precision"] = kept(markets[BTC]["precision"], "price", "amount")
said["balance"] = kept(x.fetch_balance()["USDT"], "total", "free", "used")

# A long: bought, found by its id, shown as a position.
bought = x.create_order(BTC, "market", "buy", 0.01)
said["bought"] = bought["id"]
said["order"] = kept(x.fetch_order(bought["id"], BTC), "id", "status", "side", "type", "filled", "average", "cost")
said["positions"] = [kept(one, "symbol", "side", "contracts", "entryPrice") for one in x.fetch_positions()]

# Two orders that rest, until all are cancelled at once.
resting = ids([x.create_order(BTC, "limit", "buy", 0.01, price) for price in (80000, 80001)])
said["resting"] = resting
said["open"] = ids(x.fetch_open_orders(BTC))
x.cancel_all_orders(BTC)
said["openAfterwards"] = ids(x.fetch_open_orders(BTC))
said["cancelled"] = [x.fetch_order(one, BTC)["status"] for one in resting]

# A refused order is an exception, and never an order.
try:
    x.create_order(BTC, "market", "buy", 100000)
    said["refused"] = None
except ccxt.BadRequest as error:
    said["refused"] = type(error).__name__

x.close_all_positions()
said["positionsAfterwards"] = x.fetch_positions()
print(json.dumps(said))
