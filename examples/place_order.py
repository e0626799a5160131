"""Places a signed order with a take profit and a stop loss, and reads back what became of it. Python 3, standard library only.

    python3 examples/place_order.py

OUTCRY_URL, OUTCRY_KEY, OUTCRY_SECRET and OUTCRY_PASSPHRASE choose the exchange and the account; the defaults are the local demo's.
"""

import base64
import hashlib
import hmac
import json
import os
import time
import urllib.error
import urllib.request

URL = os.environ.get("OUTCRY_URL", "http://127.0.0.1:8080")
KEY = os.environ.get("OUTCRY_KEY", "local-demo-key-1")
SECRET = os.environ.get("OUTCRY_SECRET", "local-demo-secret-1-everybody-knows-it")
PASSPHRASE = os.environ.get("OUTCRY_PASSPHRASE", "local-demo-passphrase-1")
SYMBOL = "cmt_btcusdt"


def call(method, path, query="", body=None):
    """One request. The signature is over exactly the characters that are sent."""
    raw = b"" if body is None else json.dumps(body).encode()
    target = path + ("?" + query if query else "")
    timestamp = str(int(time.time() * 1000))
    signed = hmac.new(SECRET.encode(), (timestamp + method + target).encode() + raw, hashlib.sha256).digest()
    headers = {
        "ACCESS-KEY": KEY,
        "ACCESS-PASSPHRASE": PASSPHRASE,
        "ACCESS-TIMESTAMP": timestamp,
        "ACCESS-SIGN": base64.b64encode(signed).decode(),
        "Content-Type": "application/json",
    }
    request = urllib.request.Request(URL + target, raw or None, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code == 429:  # too many in a second: nothing was done
            time.sleep(float(error.headers["Retry-After"]))
            return call(method, path, query, body)
        raise SystemExit(f"{method} {path}: {error.code} {error.read().decode()}")


def main():
    mark = float(call("GET", "/capi/v2/market/ticker", "symbol=" + SYMBOL)["markPrice"])
    order = {
        "symbol": SYMBOL,
        "client_oid": f"example-{time.time_ns()}",
        "size": "0.001",
        "type": "1",  # open long
        "order_type": "0",
        "match_price": "1",  # at market
        "presetTakeProfitPrice": f"{mark * 1.02:.1f}",
        "presetStopLossPrice": f"{mark * 0.98:.1f}",
    }
    placed = call("POST", "/capi/v2/order/placeOrder", body=order)
    print("order", placed["order_id"])

    # The answer comes after matching, so everything below is there at once.
    positions = call("GET", "/capi/v2/account/position/singlePosition", "symbol=" + SYMBOL)
    long = next(one for one in positions if one["side"] == "LONG")
    print("position", long["size"], "opened for", long["open_value"])

    plans = call("GET", "/capi/v2/order/currentPlan", "symbol=" + SYMBOL)
    presets = [one for one in plans if one["parentOrderId"] == placed["order_id"]]
    print("presets", {one["planType"]: one["triggerPrice"] for one in presets})
    assert len(presets) == 2, "a take profit and a stop loss"

    bills = call("POST", "/capi/v2/account/bills", body={"symbol": SYMBOL, "limit": 5})["items"]
    paid = next(one for one in bills if one["orderId"] == placed["order_id"])
    print("bill", paid["businessType"], paid["amount"], "of which fee", paid["fillFee"])


main()
