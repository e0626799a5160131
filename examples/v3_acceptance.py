"""The usual first exercise of a trading program over /capi/v3, and an AI log. Python 3, standard library only.

    python3 examples/v3_acceptance.py

It knows nothing of this exchange but docs/api-v3.md: how to sign, where to ask, what comes back. OUTCRY_URL,
OUTCRY_KEY, OUTCRY_SECRET and OUTCRY_PASSPHRASE choose the exchange and the account; the defaults are the local demo's.
The account must be on the AI-log allowlist; the demo accounts are.
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
SYMBOL = "BTCUSDT"
QUANTITY = "0.001"


class ApiError(Exception):
    pass


def request(method, path, params=None, body=None):
    """One signed request. What is signed are the characters that are sent: the query as it is, the body's bytes."""
    target = "/capi/v3" + path + ("?" + urllib.parse.urlencode(params) if params else "")
    raw = json.dumps(body) if body is not None else ""
    timestamp = str(int(time.time() * 1000))
    message = timestamp + method + target + raw
    signature = base64.b64encode(hmac.new(SECRET.encode(), message.encode(), hashlib.sha256).digest()).decode()
    headers = {
        "ACCESS-KEY": KEY,
        "ACCESS-SIGN": signature,
        "ACCESS-TIMESTAMP": timestamp,
        "ACCESS-PASSPHRASE": PASSPHRASE,
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
        text = answer.get("msg") or answer.get("error")
        raise ApiError(f"{method} {path}: HTTP {error.code}, {answer['code']} {text}") from None


def get(path, **params):
    return request("GET", path, params)


def post(path, **body):
    return request("POST", path, body=body)


def delete(path, **params):
    return request("DELETE", path, params)


def place(**order):
    """An order under a name of its own. A refused one is HTTP 200 too: `success` tells."""
    name = f"v3-{time.time_ns()}"
    answer = post("/order", symbol=SYMBOL, newClientOrderId=name, quantity=QUANTITY, **order)
    assert answer["success"] is True and answer["clientOrderId"] == name, answer
    return answer["orderId"]


def main():
    usdt = next(asset for asset in get("/account/balance") if asset["asset"] == "USDT")
    print("balance", usdt["availableBalance"], "of", usdt["balance"])
    assert float(usdt["availableBalance"]) > 0

    leverage = float(post("/account/leverage", symbol=SYMBOL, crossLeverage="20")["crossLeverage"])
    print(f"leverage {leverage:.0f}")
    assert leverage == 20

    last = float(get("/market/ticker/24hr", symbol=SYMBOL)[0]["lastPrice"])
    print("ticker", last)

    price = f"{last * 0.95:.1f}"
    resting = place(side="BUY", positionSide="LONG", type="LIMIT", timeInForce="POST_ONLY", price=price)
    print("post-only limit at 95 %", resting)
    # Answers to placing and cancelling have ids as texts, lists as numbers.
    assert int(resting) in [order["orderId"] for order in get("/openOrders", symbol=SYMBOL)]

    long = place(side="BUY", positionSide="LONG", type="MARKET")
    print("market long", long)
    short = place(side="SELL", positionSide="SHORT", type="MARKET")
    print("market short", short)
    sides = [position["side"] for position in get("/account/position/singlePosition", symbol=SYMBOL)]
    assert sides == ["LONG", "SHORT"], sides

    history = {order["orderId"]: order for order in get("/order/history", symbol=SYMBOL, limit=20)}
    became = [history[int(one)] for one in (long, short)]
    print("history", *[order["status"] for order in became])
    assert [(order["side"], order["positionSide"], order["status"]) for order in became] == [
        ("BUY", "LONG", "FILLED"),
        ("SELL", "SHORT", "FILLED"),
    ]

    trades = get("/userTrades", symbol=SYMBOL, orderId=long)
    print("userTrades", [(trade["qty"], trade["commission"]) for trade in trades])
    assert abs(sum(float(trade["qty"]) for trade in trades) - float(QUANTITY)) < 1e-9

    cancelled = delete("/order", orderId=resting)
    print("cancel", cancelled["success"])
    assert cancelled["success"] is True

    closed = post("/closePositions", symbol=SYMBOL)
    print("close all", [row["success"] for row in closed])
    assert len(closed) >= 2 and all(row["success"] for row in closed)
    assert get("/account/position/singlePosition", symbol=SYMBOL) == []

    # Here `explanation` is required. A decision is better uploaded before its order: upload_ai_log.py.
    log = post(
        "/order/uploadAiLog",
        orderId=int(long),
        stage="Order Execution",
        model="example-model-1",
        input={"last": last},
        output={"opened": [long, short], "closed": [row["successOrderId"] for row in closed]},
        explanation="An exercise: a long and a short at market, closed at once.",
    )
    print("AI log", log["code"])
    assert log["code"] == "00000"
    print("complete")


main()
