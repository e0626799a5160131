"""The usual first exercise of a trading program, from its balance to everything closed. Python 3, standard library only.

    python3 examples/acceptance.py

It knows nothing of this exchange but docs/api.md: how to sign, where to ask, what comes back. OUTCRY_URL, OUTCRY_KEY,
OUTCRY_SECRET and OUTCRY_PASSPHRASE choose the exchange and the account; the defaults are the local demo's.
"""

import base64
import hashlib
import hmac
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request

URL = os.environ.get("OUTCRY_URL", "http://127.0.0.1:8080")
KEY = os.environ.get("OUTCRY_KEY", "local-demo-key-1")
SECRET = os.environ.get("OUTCRY_SECRET", "local-demo-secret-1-everybody-knows-it")
PASSPHRASE = os.environ.get("OUTCRY_PASSPHRASE", "local-demo-passphrase-1")
SYMBOL = "cmt_btcusdt"
SIZE = "0.001"


class ApiError(Exception):
    pass


def request(method, path, params=None, body=None):
    """One signed request. What is signed are the characters that are sent: the query as it is, the body's bytes."""
    target = path + ("?" + urllib.parse.urlencode(params) if params else "")
    raw = json.dumps(body) if body is not None else ""
    timestamp = str(int(time.time() * 1000))
    message = timestamp + method + target + raw
    signature = base64.b64encode(hmac.new(SECRET.encode(), message.encode(), hashlib.sha256).digest()).decode()
    headers = {
        "ACCESS-KEY": KEY,
        "ACCESS-SIGN": signature,
        "ACCESS-TIMESTAMP": timestamp,
        "ACCESS-PASSPHRASE": PASSPHRASE,
        "locale": "en-US",
        "Content-Type": "application/json",
    }
    asked = urllib.request.Request(URL + target, raw.encode() or None, headers, method=method)
    try:
        with urllib.request.urlopen(asked, timeout=10) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code == 429:  # too many in a second: nothing was done
            time.sleep(float(error.headers["Retry-After"]))
            return request(method, path, params, body)
        answer = json.load(error)
        raise ApiError(f"{method} {path}: HTTP {error.code}, {answer['code']} {answer['msg']}") from None


def get(path, **params):
    return request("GET", "/capi/v2" + path, params)


def post(path, **body):
    return request("POST", "/capi/v2" + path, body=body)


def place(**order):
    """An order under a name of its own; the answer repeats the name."""
    client_oid = f"acceptance-{time.time_ns()}"
    answer = post("/order/placeOrder", symbol=SYMBOL, client_oid=client_oid, size=SIZE, **order)
    assert answer["client_oid"] == client_oid and answer["order_id"].isdigit(), answer
    return answer["order_id"]


def main():
    usdt = next(asset for asset in get("/account/assets") if asset["coinName"] == "USDT")
    print("assets", usdt["available"], "of", usdt["equity"])
    assert float(usdt["available"]) > 0

    answer = post("/account/leverage", symbol=SYMBOL, marginMode=1, longLeverage="20", shortLeverage="20")
    assert answer["code"] == "200"
    print("leverage 20")

    last = float(get("/market/ticker", symbol=SYMBOL)["last"])
    print("ticker", last)

    resting = place(type="1", order_type="1", match_price="0", price=f"{last * 0.95:.1f}")
    print("post-only limit at 95 %", resting)
    assert resting in [order["order_id"] for order in get("/order/current", symbol=SYMBOL)]

    long = place(type="1", order_type="0", match_price="1")
    print("market long", long)
    short = place(type="2", order_type="0", match_price="1")
    print("market short", short)
    sides = [position["side"] for position in get("/account/position/singlePosition", symbol=SYMBOL)]
    assert sides == ["LONG", "SHORT"], sides

    history = {order["order_id"]: order for order in get("/order/history", symbol=SYMBOL, pageSize=20)}
    print("history", history[long]["status"], history[short]["status"])
    assert [(history[one]["type"], history[one]["status"]) for one in (long, short)] == [
        ("open_long", "filled"),
        ("open_short", "filled"),
    ]

    fills = get("/order/fills", symbol=SYMBOL, orderId=long)["list"]
    print("fills", [(fill["fillSize"], fill["fillFee"]) for fill in fills])
    assert abs(sum(float(fill["fillSize"]) for fill in fills) - float(SIZE)) < 1e-9

    cancelled = post("/order/cancel_order", orderId=resting)
    print("cancel", cancelled["result"])
    assert cancelled["result"] is True

    closed = post("/order/closePositions", symbol=SYMBOL)
    print("close all", [row["success"] for row in closed])
    assert len(closed) >= 2 and all(row["success"] for row in closed)
    assert get("/account/position/singlePosition", symbol=SYMBOL) == []
    print("complete")


main()
