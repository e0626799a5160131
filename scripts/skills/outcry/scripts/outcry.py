#!/usr/bin/env python3
"""Trades on an Outcry exchange: looks, decides with a log, checks. Python 3.9, standard library only.

    python3 outcry.py seat NAME              a seat of one's own on a demo; the key is kept beside this file
    python3 outcry.py market [SYMBOL]        prices of all contracts, or of one with depth and candles
    python3 outcry.py state                  money, positions, orders, protection, limits of the key
    python3 outcry.py decide < DECISION      {"log": {...}, "order": {...}}: log and order, bound by hash; or "retry"
    python3 outcry.py check                  grades, what needs a log, what was refused
    python3 outcry.py call METHOD PATH [JSON]
    python3 outcry.py stop                   ends the key for good, cancels what would open

The key comes from OUTCRY_KEY, OUTCRY_SECRET and OUTCRY_PASSPHRASE, else from outcry-key.json. Answers are JSON.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

SERVED_BY = "{{address}}"
KEPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "outcry-key.json")
V2 = "/capi/v2"
DECIDED = "outcry-decisions"


def settings():
    """Address and key: of the environment, else as kept by `seat`."""
    kept = {}
    if not os.environ.get("OUTCRY_KEY") and os.path.exists(KEPT):
        with open(KEPT, encoding="utf-8") as file:
            kept = json.load(file)
    served_by = SERVED_BY if SERVED_BY.startswith("http") else "http://127.0.0.1:8080"
    names = ("OUTCRY_URL", "OUTCRY_KEY", "OUTCRY_SECRET", "OUTCRY_PASSPHRASE")
    found = {name: os.environ.get(name) or kept.get(name) for name in names}
    found["OUTCRY_URL"] = (found["OUTCRY_URL"] or served_by).rstrip("/")
    return found


def send(method, target, body=b"", signed=True):
    """One request over exactly these bytes: (answer, headers). Ends the program with what a refusal says."""
    key = settings()
    headers = {"Content-Type": "application/json"}
    if signed:
        if not (key["OUTCRY_KEY"] and key["OUTCRY_SECRET"] and key["OUTCRY_PASSPHRASE"]):
            raise SystemExit("no key: set OUTCRY_KEY, OUTCRY_SECRET and OUTCRY_PASSPHRASE, or run: outcry.py seat NAME")
        stamp = str(int(time.time() * 1000))
        text = (stamp + method + target).encode() + body
        mac = hmac.new(key["OUTCRY_SECRET"].encode(), text, hashlib.sha256).digest()
        headers.update({
            "ACCESS-KEY": key["OUTCRY_KEY"],
            "ACCESS-PASSPHRASE": key["OUTCRY_PASSPHRASE"],
            "ACCESS-TIMESTAMP": stamp,
            "ACCESS-SIGN": base64.b64encode(mac).decode(),
        })
    request = urllib.request.Request(key["OUTCRY_URL"] + target, body or None, headers, method=method)
    for _ in range(5):
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                text = answer.read().decode()
                is_json = answer.headers.get("Content-Type", "").startswith("application/json")
                return (json.loads(text) if is_json else text), answer.headers
        except urllib.error.HTTPError as error:
            if error.code in (429, 503) and error.headers.get("Retry-After"):
                time.sleep(float(error.headers["Retry-After"]))
                continue
            raise SystemExit(f"refused: {method} {target}: HTTP {error.code} {error.read().decode()}")
        except urllib.error.URLError as error:
            raise SystemExit(f"no answer: {method} {target}: {error.reason}; it may have been carried out")
    raise SystemExit(f"refused: {method} {target}: too many requests; wait a minute")


def get(path, signed=True, **query):
    given = urllib.parse.urlencode(query)
    return send("GET", V2 + path + ("?" + given if given else ""), signed=signed)[0]


def seat(name):
    made, _ = send("POST", "/seat", json.dumps({"name": name}).encode(), signed=False)
    with open(os.open(KEPT, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        json.dump(made["env"], file)
    return {"account": made["uid"], "money_usdt": made["money"], "limits": made["limits"], "key": "kept in " + KEPT}


def market(symbol=None):
    if symbol is None:
        tickers = {row["symbol"]: row for row in get("/market/tickers", signed=False)}
        return [
            {"symbol": row["symbol"], "stepSize": row["stepSize"], "minOrderSize": row["minOrderSize"],
             "maxLeverage": row["maxLeverage"], **{name: tickers[row["symbol"]][name] for name in
             ("last", "markPrice", "best_bid", "best_ask", "priceChangePercent")}}
            for row in get("/market/contracts", signed=False) if row["symbol"] in tickers and row["state"] == "TRADING"
        ]
    return {
        "contract": get("/market/contracts", signed=False, symbol=symbol),
        "ticker": get("/market/ticker", signed=False, symbol=symbol),
        "depth": get("/market/depth", signed=False, symbol=symbol, limit=5),
        "funding": get("/market/currentFundRate", signed=False, symbol=symbol),
        "candles_5m_newest_first": get("/market/candles", signed=False, symbol=symbol, granularity="5m", limit=24),
    }


def state():
    return {
        "assets": get("/account/assets"),
        "positions": get("/account/position/allPosition"),
        "orders": get("/order/current"),
        "protection_and_plans": get("/order/currentPlan"),
        "key": get("/account/apiKey"),
    }


def decide(given):
    """Log first, then the order under the log's hash. The same bytes are one decision, however often they are sent."""
    if "retry" in given:
        with open(os.path.join(DECIDED, os.path.basename(given["retry"])), "rb") as file:
            given = json.load(file)
        body = given["body"].encode()
    else:
        asked = {"at": time.time_ns(), **given["log"].get("input", {})}
        asked.setdefault("beacon", send("GET", V2 + "/ai/beacon", signed=False)[0].strip())
        body = json.dumps({**given["log"], "input": asked}, ensure_ascii=False).encode()
    order = given.get("order")
    digest = hashlib.sha256(body).hexdigest()
    os.makedirs(DECIDED, mode=0o700, exist_ok=True)
    with open(os.path.join(DECIDED, digest), "w", encoding="utf-8") as file:
        json.dump({"body": body.decode(), "order": order}, file)
    print(json.dumps({"retry": digest}), flush=True)
    _, headers = send("POST", V2 + "/order/uploadAiLog", body)
    made = {"log": headers.get("AI-LOG-INDEX"), "warnings": headers.get("AI-LOG-WARNINGS")}
    if order is None:
        return made
    bound = {**order, "client_oid": "ai1-" + digest[:32]}
    placed, _ = send("POST", V2 + "/order/placeOrder", json.dumps(bound).encode())
    detail = get("/order/detail", orderId=placed["order_id"])
    shown = ("status", "filled_qty", "price_avg", "fee", "cancelReason", "cancelDetail")
    return {**made, "order_id": placed["order_id"], **{name: detail[name] for name in shown}}


def check():
    return {
        "orders_with_grade": get("/ai/orders", limit=10),
        "coverage": get("/ai/coverage"),
        "last_fills": get("/order/fills", limit=10),
        "refused": get("/account/refusals"),
    }


def main(words):
    verb, given = (words[0] if words else ""), words[1:]
    if verb == "seat" and len(given) == 1:
        return seat(given[0])
    if verb == "market" and len(given) <= 1:
        return market(*given)
    if verb == "state" and not given:
        return state()
    if verb == "decide" and not given:
        return decide(json.load(sys.stdin))
    if verb == "check" and not given:
        return check()
    if verb == "call" and len(given) in (2, 3):
        return send(given[0], given[1], (given[2] if len(given) == 3 else "").encode())[0]
    if verb == "stop" and not given:
        return send("POST", V2 + "/account/apiKey/stop", b"{}")[0]
    raise SystemExit(__doc__)


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:]), indent=1, ensure_ascii=False))
