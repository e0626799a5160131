"""The usual first exercise of a trading program, with asyncio. Python 3, standard library only.

    python3 examples/acceptance_async.py

Reads that don't depend on each other are asked for at once. OUTCRY_URL, OUTCRY_KEY, OUTCRY_SECRET and OUTCRY_PASSPHRASE
choose the exchange and the account; the defaults are the local demo's.
"""

import asyncio
import base64
import hashlib
import hmac
import itertools
import json
import os
import time
from urllib.parse import urlencode, urlsplit

URL = urlsplit(os.environ.get("OUTCRY_URL", "http://127.0.0.1:8080"))
KEY = os.environ.get("OUTCRY_KEY", "local-demo-key-1")
SECRET = os.environ.get("OUTCRY_SECRET", "local-demo-secret-1-everybody-knows-it")
PASSPHRASE = os.environ.get("OUTCRY_PASSPHRASE", "local-demo-passphrase-1")
SYMBOL = "cmt_btcusdt"
SIZE = "0.001"
numbers = itertools.count(int(time.time() * 1000))


async def exchange(text):
    """Sends a request as it is and returns status and body: HTTP/1.1, one connection each."""
    secure = URL.scheme == "https"
    port = URL.port or (443 if secure else 80)
    reader, writer = await asyncio.open_connection(URL.hostname, port, ssl=secure or None)
    try:
        writer.write(text)
        await writer.drain()
        answer = await reader.read()
    finally:
        writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split(b" ", 2)[1]), body


async def request(method, path, params=None, body=None):
    target = path + ("?" + urlencode(params) if params else "")
    raw = json.dumps(body, separators=(",", ":"), sort_keys=True).encode() if body is not None else b""
    timestamp = str(int(time.time() * 1000))
    digest = hmac.new(SECRET.encode(), (timestamp + method + target).encode() + raw, hashlib.sha256).digest()
    lines = [
        f"{method} {URL.path.rstrip('/')}{target} HTTP/1.1",
        f"Host: {URL.netloc}",
        "Connection: close",
        "Content-Type: application/json",
        f"Content-Length: {len(raw)}",
        f"ACCESS-KEY: {KEY}",
        f"ACCESS-SIGN: {base64.b64encode(digest).decode()}",
        f"ACCESS-TIMESTAMP: {timestamp}",
        f"ACCESS-PASSPHRASE: {PASSPHRASE}",
    ]
    status, answer = await asyncio.wait_for(exchange("\r\n".join([*lines, "", ""]).encode() + raw), 10)
    if status == 429:  # too many in a second: nothing was done
        await asyncio.sleep(1)
        return await request(method, path, params, body)
    if status != 200:
        raise SystemExit(f"{method} {path}: HTTP {status}, {answer.decode()}")
    return json.loads(answer)


def get(path, **params):
    return request("GET", "/capi/v2" + path, params)


def post(path, **body):
    return request("POST", "/capi/v2" + path, body=body)


async def place(**order):
    answer = await post(
        "/order/placeOrder", symbol=SYMBOL, client_oid=f"async-{next(numbers)}", size=SIZE, **order
    )
    return answer["order_id"]


async def main():
    assets, ticker, contracts = await asyncio.gather(
        get("/account/assets"), get("/market/ticker", symbol=SYMBOL), get("/market/contracts", symbol=SYMBOL)
    )
    print("assets", assets[0]["available"])
    decimals = int(contracts[0]["tick_size"])
    await post("/account/leverage", symbol=SYMBOL, marginMode="1", longLeverage="20", shortLeverage="20")
    print("leverage 20")
    print("ticker", ticker["last"])

    price = f"{float(ticker['last']) * 0.95:.{decimals}f}"
    resting = await place(type=1, order_type=1, match_price=0, price=price)
    print("post-only limit at 95 %", resting)
    long, short = await asyncio.gather(
        place(type=1, order_type=0, match_price=1), place(type=2, order_type=0, match_price=1)
    )
    print("market long", long)
    print("market short", short)

    history, fills, working = await asyncio.gather(
        get("/order/history", symbol=SYMBOL, pageSize=50),
        get("/order/fills", symbol=SYMBOL, limit=50),
        get("/order/current", symbol=SYMBOL),
    )
    became = {order["order_id"]: order["status"] for order in history + working}
    print("history", became[long], became[short])
    assert (became[long], became[short], became[resting]) == ("filled", "filled", "open")
    filled = {str(fill["orderId"]) for fill in fills["list"]}
    print("fills", len(fills["list"]), "of", fills["totals"])
    assert {long, short} <= filled and resting not in filled

    cancelled, closed = await asyncio.gather(
        post("/order/cancel_order", orderId=resting), post("/order/closePositions", symbol=SYMBOL)
    )
    print("cancel", cancelled["result"])
    print("close all", len(closed))
    assert cancelled["result"] and len(closed) >= 2 and all(row["success"] for row in closed)
    left = await asyncio.gather(
        get("/account/position/singlePosition", symbol=SYMBOL), get("/order/current", symbol=SYMBOL)
    )
    assert left == [[], []], left
    print("complete")


asyncio.run(main())
