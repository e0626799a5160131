"""Both WebSockets of the exchange, on nothing but Python's standard library: prices, an account's orders, order entry.

    python3 examples/stream.py

The standard library has no WebSocket; `Stream` is what RFC 6455 asks of a client, and docs/push.md says what the messages are.
OUTCRY_URL, OUTCRY_KEY, OUTCRY_SECRET and OUTCRY_PASSPHRASE choose the exchange and the account; the defaults are the local demo's.
"""

import base64
import hashlib
import hmac
import itertools
import json
import os
import socket
import ssl
import struct
import time
from urllib.parse import urlsplit

URL = urlsplit(os.environ.get("OUTCRY_URL", "http://127.0.0.1:8080"))
KEY = os.environ.get("OUTCRY_KEY", "local-demo-key-1")
SECRET = os.environ.get("OUTCRY_SECRET", "local-demo-secret-1-everybody-knows-it")
PASSPHRASE = os.environ.get("OUTCRY_PASSPHRASE", "local-demo-passphrase-1")
SYMBOL = "cmt_btcusdt"

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
ACCEPT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Stream:
    """One connection: `send` sends a message, `messages` yields those that come and answers pings meanwhile."""

    def __init__(self, path, headers=None):
        secure = URL.scheme == "https"
        plain = socket.create_connection((URL.hostname, URL.port or (443 if secure else 80)), timeout=30)
        self.socket = ssl.create_default_context().wrap_socket(plain, server_hostname=URL.hostname) if secure else plain
        self.reader = self.socket.makefile("rb")
        nonce = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {URL.path.rstrip('/')}{path} HTTP/1.1",
            f"Host: {URL.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {nonce}",
            "Sec-WebSocket-Version: 13",
            *(f"{name}: {value}" for name, value in (headers or {}).items()),
        ]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        status = self.reader.readline().decode().strip()
        answered = dict(line.lower().split(": ", 1) for line in self.head())
        if " 101 " not in status:
            size = int(answered.get("content-length", 0))
            raise SystemExit(f"{path}: {status}, {self.reader.read(size).decode()}")
        proof = base64.b64encode(hashlib.sha1((nonce + ACCEPT).encode()).digest()).decode()
        assert answered["sec-websocket-accept"] == proof.lower(), "whoever answered is no WebSocket"

    def head(self):
        while line := self.reader.readline().decode().strip():
            yield line

    def send(self, message):
        self.frame(TEXT, json.dumps(message).encode())

    def frame(self, opcode, data):
        """A client's frames are whole and masked."""
        size = len(data)
        length = struct.pack("!B", size | 0x80) if size < 126 else struct.pack("!BH", 126 | 0x80, size)
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
        self.socket.sendall(bytes([0x80 | opcode]) + length + mask + masked)

    def messages(self):
        text = b""
        while True:
            first, second = self.reader.read(2)
            size = second & 0x7F
            if size > 125:
                size = struct.unpack("!H" if size == 126 else "!Q", self.reader.read(2 if size == 126 else 8))[0]
            data = self.reader.read(size)
            opcode = first & 0x0F
            if opcode == CLOSE:
                raise SystemExit(f"closed: {struct.unpack('!H', data[:2])[0]} {data[2:].decode()}")
            if opcode == PING:
                self.frame(PONG, data)
            if opcode >= CLOSE:
                continue
            # A message may come in several frames; the last has the first bit set.
            text += data
            if not first & 0x80:
                continue
            message, text = json.loads(text), b""
            if message.get("event") == "ping":
                self.send({"event": "pong", "time": message["time"]})
            elif message.get("event") == "error":
                raise SystemExit(f"refused: {message}")
            else:
                yield message

    def close(self):
        self.frame(CLOSE, struct.pack("!H", 1000))
        self.reader.close()
        self.socket.close()


def signed(path):
    """The headers that open a private connection; a signature is good for one."""
    timestamp = str(int(time.time() * 1000))
    digest = hmac.new(SECRET.encode(), (timestamp + path).encode(), hashlib.sha256).digest()
    return {
        "ACCESS-KEY": KEY,
        "ACCESS-SIGN": base64.b64encode(digest).decode(),
        "ACCESS-TIMESTAMP": timestamp,
        "ACCESS-PASSPHRASE": PASSPHRASE,
    }


def watch():
    """The last price: the first message has it as it is, those after it as it changes."""
    stream = Stream("/v2/ws/public")
    stream.send({"event": "subscribe", "channel": f"ticker.{SYMBOL}"})
    tickers = (message["data"][0] for message in stream.messages() if message["event"] == "payload")
    ticker = next(tickers)
    print("ticker", ticker["lastPrice"])
    stream.close()
    return float(ticker["lastPrice"])


def trade(price):
    """A limit order that rests, seen to be there, and cancelled: all on one connection."""
    stream = Stream("/v2/ws/private", signed("/v2/ws/private"))
    messages = stream.messages()
    numbers = itertools.count(1)

    def ask(op, **args):
        number = str(next(numbers))
        stream.send({"event": "request", "id": number, "op": op, "args": args})
        answer = next(one for one in messages if one.get("event") == "response" and one["id"] == number)
        if answer["code"] == "429":  # too many in a second: nothing was done
            time.sleep(1)
            return ask(op, **args)
        if answer["code"] != "00000":
            raise SystemExit(f"{op}: {answer['code']} {answer['msg']}")
        return answer["data"]

    name = f"stream-{time.time_ns()}"
    order = {"symbol": SYMBOL, "client_oid": name, "size": "0.001", "type": "1", "order_type": "1", "match_price": "0"}
    placed = ask("placeOrder", **order, price=f"{price * 0.95:.1f}")["order_id"]
    print("post-only limit at 95 %", placed)
    # The first message of the channel is a snapshot of what works.
    stream.send({"event": "subscribe", "channel": "orders"})
    told = next(one for one in messages if one.get("channel") == "orders" and one["event"] == "payload")
    assert placed in [one["id"] for one in told["msg"]["data"]["order"]]
    print("told", told["msg"]["msgEvent"])
    print("cancel", ask("cancel_order", orderId=placed)["result"])
    stream.close()


trade(watch())
print("complete")
