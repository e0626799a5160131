#!/usr/bin/env python3
"""Checks the AI log of an exchange from what it serves to everybody (C2SP tlog-tiles), with nothing but Python.

    python3 check_log.py [http://127.0.0.1:8080/ailog [VERIFIER-KEY]]

Without an address it is the log of the exchange at OUTCRY_URL; the default is the local demo's.

Without a key the one in the log's own policy is believed, which shows that the log agrees with itself, and no more.
Exit code 0: sound. 2: broken. 3: it could not be asked for, which says nothing of it.
"""

import base64
import gzip
import hashlib
import json
import os
import sys
import urllib.error
import urllib.request

WIDTH = 256
BLINDED = {"ailog", "order", "account", "minute", "case", "change"}
PUBLIC = {"key", "ruleset", "contest", "team", "outage", "report", "verdict", "notice"}


class Broken(Exception):
    pass


class Unreachable(Exception):
    pass


# Ed25519 (RFC 8032), verification alone.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def point_of(data):
    number = int.from_bytes(data, "little")
    y, sign = number & (2**255 - 1), number >> 255
    if y >= P:
        return None
    xx = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(xx, (P + 3) // 8, P)
    if (x * x - xx) % P != 0:
        x = x * ROOT % P
    if (x * x - xx) % P != 0 or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = P - x
    return (x, y, 1, x * y % P)


def add(p, q):
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = 2 * p[3] * q[3] * D % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(number, p):
    total = (0, 1, 1, 0)
    while number > 0:
        if number & 1:
            total = add(total, p)
        p = add(p, p)
        number >>= 1
    return total


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(key, message, signature):
    a, r = point_of(key), point_of(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ORDER:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    left, right = times(s, BASE), add(r, times(k, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# The tree (RFC 6962).


def sha256(data):
    return hashlib.sha256(data).digest()


def node(left, right):
    return sha256(b"\x01" + left + right)


def root_of(hashes):
    """The root over the roots of full subtrees beside each other, pair by pair; an odd one goes up as it is."""
    if not hashes:
        return sha256(b"")
    while len(hashes) > 1:
        pairs = [node(*hashes[at : at + 2]) for at in range(0, len(hashes) - 1, 2)]
        hashes = pairs + hashes[len(pairs) * 2 :]
    return hashes[0]


# What the log serves.


def fetch(url, path):
    request = urllib.request.Request(f"{url}/{path}", headers={"Accept-Encoding": "gzip, identity"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            data = answer.read()
            return gzip.decompress(data) if answer.headers.get("Content-Encoding") == "gzip" else data
    except urllib.error.HTTPError as error:
        fault = Unreachable if error.code == 429 or error.code >= 500 else Broken
        raise fault(f"{path} can't be read: {error}") from error
    except OSError as error:
        raise Unreachable(f"{url} does not answer: {error}") from error


def tile(url, level, index, width):
    name = f"{index % 1000:03}"
    rest = index // 1000
    while rest > 0:
        name = f"x{rest % 1000:03}/{name}"
        rest //= 1000
    return fetch(url, f"tile/{level}/{name}" + ("" if width == WIDTH else f".p/{width}"))


def open_checkpoint(text, verifier_key):
    name, key_id, key = verifier_key.split("+", 2)
    key = base64.b64decode(key, validate=True)
    if key[:1] != b"\x01" or sha256(f"{name}\n".encode() + key)[:4].hex() != key_id:
        raise Broken(f"{verifier_key} is no verifier key")
    body, _, signatures = text.rpartition("\n\n")
    body += "\n"
    mine = []
    for line in signatures.splitlines():
        dash, signer, encoded = line.split(" ")
        data = base64.b64decode(encoded, validate=True)
        if dash != "—":
            raise Broken("a line after the checkpoint is no signature")
        if signer == name and data[:4].hex() == key_id:
            mine.append(is_signed(key[1:], body.encode(), data[4:]))
    if not mine or not all(mine):
        raise Broken("the checkpoint is not signed by the key")
    origin, size, root = body.splitlines()
    if origin != name or str(int(size)) != size:
        raise Broken("the checkpoint is of another log, or its size is none")
    return int(size), base64.b64decode(root, validate=True)


def time_of(index, entry):
    value = json.loads(entry)
    canonical = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
    kind, payload = value.get("k"), "h" if value.get("k") in BLINDED else "p"
    if canonical != entry or set(value) != {payload, "k", "t", "v"} or value["v"] != 1 or kind not in BLINDED | PUBLIC:
        raise Broken(f"entry {index} is not one of this log")
    return value["t"]


def entries_of(url, index, width):
    data, entries = tile(url, "entries", index, width), []
    while data:
        length = int.from_bytes(data[:2], "big")
        entries.append(data[2 : 2 + length])
        data = data[2 + length :]
    if len(entries) != width:
        raise Broken(f"entry bundle {index} has {len(entries)} entries, not {width}")
    return entries


def check(url, verifier_key):
    if verifier_key is None:
        verifier_key = fetch(url, "policy").decode().split()[1]
    size, root = open_checkpoint(fetch(url, "checkpoint").decode(), verifier_key)
    hashes, before = [], 0
    for index in range((size + WIDTH - 1) // WIDTH):
        for entry in entries_of(url, index, min(WIDTH, size - index * WIDTH)):
            at = time_of(len(hashes), entry)
            if at < before:
                raise Broken(f"entry {len(hashes)} is before the one it follows")
            before = at
            hashes.append(sha256(b"\x00" + entry))
    if root_of(hashes) != root:
        raise Broken("the entries do not lead to the checkpoint's root")
    level = 0
    while hashes:
        full = []
        for index in range((len(hashes) + WIDTH - 1) // WIDTH):
            part = hashes[index * WIDTH : (index + 1) * WIDTH]
            if tile(url, level, index, len(part)) != b"".join(part):
                raise Broken(f"tile {index} of level {level} does not follow from the entries")
            if len(part) == WIDTH:
                full.append(root_of(part))
        hashes, level = full, level + 1
    return size, verifier_key


def main(arguments):
    if not arguments:
        arguments = [os.environ.get("OUTCRY_URL", "http://127.0.0.1:8080") + "/ailog"]
    if len(arguments) > 2 or not arguments[0].startswith("http"):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        size, key = check(arguments[0].rstrip("/"), arguments[1] if len(arguments) == 2 else None)
    except (Broken, ValueError, KeyError, TypeError) as error:
        print(f"BROKEN: {error}", file=sys.stderr)
        return 2
    except Unreachable as error:
        print(f"UNREACHABLE: {error}", file=sys.stderr)
        return 3
    print(f"ok {size} leaves of {key}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
