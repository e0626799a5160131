"""Uploads AI logs around an order, bound to it both ways. Python 3, standard library only.

    python3 examples/upload_ai_log.py

First the decision, before the order, quoting the log's newest beacon: the order's client_oid is the log's hash, so the order
itself says which log it follows. That is grade A and evidence level 3 (docs/evidence.md). Then a second log with the order's id, after it. The account must be on the AI-log allowlist; the demo accounts are.
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
UPLOAD = "/capi/v2/order/uploadAiLog"


def call(method, target, body=b""):
    """One request, signed over exactly the bytes that are sent. Returns the answer and its headers."""
    timestamp = str(int(time.time() * 1000))
    signed = hmac.new(SECRET.encode(), (timestamp + method + target).encode() + body, hashlib.sha256).digest()
    headers = {
        "ACCESS-KEY": KEY,
        "ACCESS-PASSPHRASE": PASSPHRASE,
        "ACCESS-TIMESTAMP": timestamp,
        "ACCESS-SIGN": base64.b64encode(signed).decode(),
        "Content-Type": "application/json",
    }
    request = urllib.request.Request(URL + target, body or None, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer), answer.headers
    except urllib.error.HTTPError as error:
        if error.code == 429:  # too many in a second: nothing was done
            time.sleep(float(error.headers["Retry-After"]))
            return call(method, target, body)
        raise SystemExit(f"{method} {target}: {error.code} {error.read().decode()}")


def log(stage, asked, answered, **more):
    """The bytes of a log. They are hashed and stored as they are, so they are made once."""
    return json.dumps({"stage": stage, "model": "example-model-1", "input": asked, "output": answered, **more}).encode()


def main():
    ticker, _ = call("GET", f"/capi/v2/market/ticker?symbol={SYMBOL}")
    with urllib.request.urlopen(URL + "/capi/v2/ai/beacon", timeout=10) as answer:
        beacon = answer.read().decode().strip()
    decision = log(
        "Decision Making",
        {"prompt": f"Mark {ticker['markPrice']}. Long or flat?", "at": time.time_ns(), "beacon": beacon},
        {"decision": "OPEN_LONG", "symbol": SYMBOL, "size": "0.001"},
        explanation="An example decides nothing; it always buys.",
    )
    _, headers = call("POST", UPLOAD, decision)
    print("decision is leaf", headers["AI-LOG-INDEX"])

    client_oid = "ai1-" + hashlib.sha256(decision).hexdigest()[:32]
    order = {"symbol": SYMBOL, "client_oid": client_oid, "size": "0.001", "type": 1, "order_type": 0, "match_price": 1}
    placed, headers = call("POST", "/capi/v2/order/placeOrder", json.dumps(order).encode())
    print("order", placed["order_id"], "is leaf", headers["AI-LOG-INDEX"])

    judged, _ = call("POST", "/capi/v2/ai/validate", decision)
    print("linked by", judged["link"]["how"], "grade", judged["grade"])
    assert judged["grade"] == "A", "bound by hash and in time"
    orders, _ = call("GET", "/capi/v2/ai/orders?limit=20")
    mine = next(one for one in orders if one["orderId"] == placed["order_id"])
    assert mine["level"] == 3, "a log before its order that quotes a young beacon"

    done = log("Order Execution", {"order": placed["order_id"]}, {"placed": True}, orderId=int(placed["order_id"]))
    _, headers = call("POST", UPLOAD, done)
    assert "ORDER_NOT_FOUND" not in (headers["AI-LOG-WARNINGS"] or "")

    logs, _ = call("GET", "/capi/v2/ai/logs?limit=2")
    for one in logs["list"]:
        print("log", one["index"], one["stage"], "links", one["links"])
        assert any(link["orderId"] == placed["order_id"] for link in one["links"]), "each log names the order"


main()
