#!/usr/bin/env python3
"""Checks the bundle of a contest (docs/evidence.md, Bundle) with nothing but Python, and no code of the exchange.

    python3 check_bundle.py BUNDLE.tar.gz POLICY

POLICY says whom to believe: a file from somewhere else than the bundle. It prints what it checked and what it did not.
It needs check_log.py and check_board.py beside it. Exit code 0: what it checked agrees. 2: the bundle is broken, or was
asked for wrongly.
"""

import base64
import hashlib
import json
import re
import sys
import zlib

from check_board import check_board
from check_log import BLINDED, PUBLIC, WIDTH, Broken, is_signed, root_of, sha256

PATHS = re.compile(
    r"(manifest\.json|policy|checkpoint|leaves\.jsonl|contest\.json|ruleset\.json|board\.json|VERIFY\.md"
    r"|market-log\.jsonl|skill\.json|(own-)?report\.json"
    r"|bodies/\d+|minutes/\d+\.json|tile/(\d+|entries)/(x\d{3}/)*\d{3}(\.p/\d+)?)"
)


# The archive: a gzip member, and an empty one whose comment is the SHA-256 of the first; in it plain files.


def unpack(data):
    """The files by path. It grows to 2 GiB at most."""
    member, seal = data[:-92], data[-92:]
    digest = hashlib.sha256(member).hexdigest().encode()
    if seal != b"\x1f\x8b\x08\x10\0\0\0\0\0\xffsha256 " + digest + b"\0\x03" + b"\0" * 9:
        raise Broken("the seal at the end is not that of the archive")
    inflate = zlib.decompressobj(31)
    tar = inflate.decompress(member, 2**31)
    if not inflate.eof or inflate.unused_data:
        raise Broken("the archive is not compressed as it says")
    files, at, before = {}, 0, ""
    while any(tar[at : at + 512]):
        head, start = tar[at : at + 512], at + 512
        name = head[:100].rstrip(b"\0").decode("latin-1")
        form = head[156:157] + head[257:265]
        if not PATHS.fullmatch(name) or name <= before or form != b"0ustar\x0000" or any(head[157:257] + head[345:]):
            raise Broken(f"{name!r} is no plain file of a bundle, or not in its place")
        if int(head[148:154], 8) != sum(head[:148]) + 8 * 32 + sum(head[156:]):
            raise Broken(f"the head of {name} was changed")
        size = int(head[124:135], 8)
        at, before = start + (size + 511) // 512 * 512, name
        files[name] = tar[start : start + size]
        if len(files[name]) != size or any(tar[start + size : at]):
            raise Broken(f"{name} is cut short, or something is behind it")
    if len(tar) != at + 1024 or any(tar[at:]):
        raise Broken("the archive does not end after its last file")
    return files


def check_manifest(files):
    manifest = json.loads(files["manifest.json"])
    if set(manifest) != set(files) - {"manifest.json"}:
        raise Broken(f"not in manifest and archive alike: {sorted(set(manifest) ^ set(files) - {'manifest.json'})}")
    for path, digest in manifest.items():
        if hashlib.sha256(files[path]).hexdigest() != digest:
            raise Broken(f"{path} is not the file the manifest names")


# The checkpoint, under a policy: keys of logs, keys of witnesses, groups of them, and who must have cosigned.


def key_of(text, algorithm):
    name, key_id, encoded = text.split("+", 2)
    key = base64.b64decode(encoded, validate=True)
    if len(key) != 33 or key[0] != algorithm or sha256(f"{name}\n".encode() + key)[:4].hex() != key_id:
        raise Broken(f"the policy has {text}, which is no such key")
    return (name, key_id), key[1:]


def read_policy(text):
    logs, witnesses, groups, quorum = {}, {}, [], None
    for line in text.splitlines():
        word, *rest = line.split() or ["#"]
        if word == "log":
            signer, key = key_of(rest[0], 1)
            logs[signer] = key
        elif word == "witness":
            signer, key = key_of(rest[1], 4)
            witnesses[signer] = (rest[0], key)
        elif word == "group":
            needed = {"any": 1, "all": len(rest) - 2}.get(rest[1]) or int(rest[1])
            groups.append((rest[0], needed, rest[2:]))
        elif word == "quorum":
            quorum = rest[0]
        elif not word.startswith("#"):
            raise Broken(f"the policy has a line that begins with {word}")
    if quorum is None:
        raise Broken("the policy has no quorum line")
    return logs, witnesses, groups, quorum


def open_checkpoint(text, policy):
    logs, witnesses, groups, quorum = policy
    body, _, signatures = text.rpartition("\n\n")
    body += "\n"
    origin, size, root = body.splitlines()
    by_log, seen = False, {"none"}
    for line in signatures.splitlines():
        dash, name, encoded = line.split(" ")
        data = base64.b64decode(encoded, validate=True)
        signer = (name, data[:4].hex())
        if dash != "—":
            raise Broken("a line after the checkpoint is no signature")
        if signer in logs:
            if not is_signed(logs[signer], body.encode(), data[4:]):
                raise Broken(f"the signature of {name} is wrong")
            by_log = by_log or name == origin
        elif signer in witnesses:
            alias, key = witnesses[signer]
            message = f"cosignature/v1\ntime {int.from_bytes(data[4:12], 'big')}\n{body}".encode()
            if not is_signed(key, message, data[12:]):
                raise Broken(f"the signature of the witness {name} is wrong")
            seen.add(alias)
    for name, needed, members in groups:
        if len(seen & set(members)) >= needed:
            seen.add(name)
    if not by_log or quorum not in seen:
        raise Broken(f"the checkpoint of {origin} is not signed as the policy demands")
    return origin, int(size), base64.b64decode(root, validate=True)


# The log: entries, the tree over them, and what the bundle opens of them.


def tile_path(level, index, width):
    name, rest = f"{index % 1000:03}", index // 1000
    while rest > 0:
        name, rest = f"x{rest % 1000:03}/{name}", rest // 1000
    return f"tile/{level}/{name}" + ("" if width == WIDTH else f".p/{width}")


def canonical(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def object_of(data, what):
    value = json.loads(data)
    if not isinstance(value, dict) or canonical(value) != data:
        raise Broken(f"{what} is not canonical JSON of an object")
    return value


def read_entries(files, size):
    entries, hashes = [], []
    for index in range((size + WIDTH - 1) // WIDTH):
        path = tile_path("entries", index, min(WIDTH, size - index * WIDTH))
        data = files[path]
        while data:
            length = int.from_bytes(data[:2], "big")
            entry, data = data[2 : 2 + length], data[2 + length :]
            value = object_of(entry, f"entry {len(entries)}")
            payload = "h" if value["k"] in BLINDED else "p"
            if set(value) != {payload, "k", "t", "v"} or value["v"] != 1 or value["k"] not in BLINDED | PUBLIC:
                raise Broken(f"entry {len(entries)} is not one of this log")
            if entries and value["t"] < entries[-1]["t"]:
                raise Broken(f"entry {len(entries)} is older than the one before it")
            entries.append(value)
            hashes.append(sha256(b"\0" + entry))
    if len(entries) != size:
        raise Broken(f"there are {len(entries)} entries; the checkpoint has {size}")
    return entries, hashes


def check_tiles(files, hashes):
    """That every tile that is there is one of the tree's."""
    known, level, size = set(), 0, len(hashes)
    while hashes:
        full = []
        for index in range((len(hashes) + WIDTH - 1) // WIDTH):
            part = hashes[index * WIDTH : (index + 1) * WIDTH]
            path = tile_path(level, index, len(part))
            known |= {path, tile_path("entries", index, len(part))} if level == 0 else {path}
            if files.get(path, b"".join(part)) != b"".join(part):
                raise Broken(f"{path} is not what its entries hash to")
            if len(part) == WIDTH:
                full.append(root_of(part))
        hashes, level = full, level + 1
    for path in files:
        if path.startswith("tile/") and path not in known:
            raise Broken(f"{path} is no tile of a log of {size} leaves")


def opens(commitment, key, data):
    return base64.b64decode(commitment, validate=True) == sha256(base64.b64decode(key, validate=True) + data)


def members_of(body):
    """The members of an upload, each as the bytes it was written in."""
    text, decoder, at, found = body.decode(), json.JSONDecoder(), 0, {}
    at = text.index("{") + 1
    while True:
        at = re.compile(r"[\s,]*").match(text, at).end()
        if text[at] == "}":
            return found
        name, at = json.decoder.scanstring(text, at + 1)
        at = re.compile(r"\s*:\s*").match(text, at).end()
        _, end = decoder.raw_decode(text, at)
        found[name], at = text[at:end].encode(), end


def open_leaf(files, index, entry, row):
    """What a row shows of a leaf: the header, the body of a log, the records of a minute, the account of a team."""
    if entry["k"] not in BLINDED:
        if "uid" in row and not opens(entry["p"]["account"], row["key"], row["uid"].encode()):
            raise Broken(f"leaf {index}: its account does not open")
        return {"uid": row.get("uid")}
    if "header" not in row:
        return {}
    if not opens(entry["h"], row["key"], row["header"].encode()):
        raise Broken(f"leaf {index}: its header does not open its entry")
    header = object_of(row["header"].encode(), f"the header of leaf {index}")
    body, minute = files.get(f"bodies/{index}"), files.get(f"minutes/{index}.json")
    if entry["k"] == "ailog" and body is not None:
        parts = {"body": body, **members_of(body)}
        for name in ("body", "input", "output", "explanation"):
            if header[name] is None and name not in parts:
                continue
            if header[name] is None or not opens(header[name], row["keys"][name], parts[name]):
                raise Broken(f"leaf {index}: its body does not open {name} of its header")
    if entry["k"] != "minute" or minute is None:
        return {"header": header, "body": body}
    records = object_of(minute, f"minutes/{index}.json")
    for name in ("bars", "equity", "fills"):
        hashes = [sha256(b"\0" + canonical(record)) for record in records[name]]
        if base64.b64encode(root_of(hashes)).decode() != header[name]:
            raise Broken(f"leaf {index}: its minute does not open {name} of its header")
    return {"header": header, "records": records}


def open_leaves(files, entries):
    rows = {}
    for line in files["leaves.jsonl"].decode().splitlines():
        row = json.loads(line)
        if row["index"] in rows or not 0 <= row["index"] < len(entries):
            raise Broken(f"leaf {row['index']} is twice in leaves.jsonl, or not in the log")
        rows[row["index"]] = row
    for path in files:
        folder, _, name = path.partition("/")
        if folder in ("bodies", "minutes") and "header" not in rows.get(int(name.removesuffix(".json")), {}):
            raise Broken(f"{path} belongs to no leaf that is shown")
    return [open_leaf(files, index, entry, rows.get(index, {})) for index, entry in enumerate(entries)]


def check_signatures(entries, leaves):
    """How many logs of teams with a key that key signed, or None where no team that is shown has one."""
    keys, counts = {}, {"signed": 0, "not signed": 0, "signed wrongly": 0}
    for entry, leaf in zip(entries, leaves):
        if entry["k"] == "team" and leaf.get("uid") and "publicKey" in entry["p"]:
            keys[leaf["uid"]] = base64.b64decode(entry["p"]["publicKey"], validate=True)
        header, body = leaf.get("header"), leaf.get("body")
        if entry["k"] != "ailog" or body is None or header["uid"] not in keys:
            continue
        signature = header["sig"]
        message = b"outcry/ailog/v1\n" + sha256(body)
        is_right = signature and is_signed(keys[header["uid"]], message, base64.b64decode(signature, validate=True))
        counts["signed" if is_right else "signed wrongly" if signature else "not signed"] += 1
    return counts if keys else None


# What the leaves froze.


def last_of(entries, kind, field, value):
    for index in range(len(entries) - 1, -1, -1):
        if entries[index]["k"] == kind and entries[index]["p"].get(field) == value:
            return index, entries[index]["p"]
    raise Broken(f"the log has no {kind} of {value}")


def check_frozen(files, entries, hashes):
    config = json.loads(files["contest.json"])
    last, leaf = last_of(entries, "contest", "id", config["id"])
    rules = hashlib.sha256(files["ruleset.json"]).hexdigest()
    if canonical(leaf["config"]) != files["contest.json"] or leaf["rulesetSha256"] != rules:
        raise Broken("contest.json or ruleset.json is not what the last leaf of the contest froze")
    if "board.json" in files and canonical(leaf.get("board")) != files["board.json"]:
        raise Broken("board.json is not the board of the last leaf of the contest")
    report = None
    for path in {"report.json", "own-report.json"} & set(files):
        report = json.loads(files[path])
        named = report.get("reportSha256") if path == "own-report.json" else hashlib.sha256(files[path]).hexdigest()
        _, of = last_of(entries, "report", "contest", config["id"])
        root = base64.b64encode(root_of(hashes[: report["logSize"]])).decode()
        is_of_leaf = (of["reportSha256"], of["logSize"], of["root"]) == (named, report["logSize"], root)
        if not is_of_leaf or report["ruleset"] != rules:
            raise Broken(f"{path} is not the report whose hash is in its leaf")
    return config, last, report


def check(archive, policy):
    """What was checked, in turn, and what was not."""
    files = unpack(archive)
    check_manifest(files)
    yield "every file is the one the manifest names", None
    origin, size, root = open_checkpoint(files["checkpoint"].decode(), read_policy(policy))
    made_up = "REHEARSAL: " if origin.startswith("rehearsal/") else ""
    yield f"{made_up}the checkpoint of {origin} at size {size} is signed as the policy demands", None
    entries, hashes = read_entries(files, size)
    if root_of(hashes) != root:
        raise Broken("the entries do not lead to the checkpoint's root")
    check_tiles(files, hashes)
    yield f"{size} entries lead to its root, each at its place", None
    leaves = open_leaves(files, entries)
    bodies, minutes = (sum(path.startswith(folder) for path in files) for folder in ("bodies/", "minutes/"))
    opened = sum(bool(leaf.get("header") or leaf.get("uid")) for leaf in leaves)
    yield f"{opened} leaves open, {bodies} bodies and {minutes} minutes with them", None
    signed = check_signatures(entries, leaves)
    if signed is not None:
        counted = ", ".join(f"{count} {how}" for how, count in signed.items())
        yield f"of the AI logs of teams with a key, {counted}", None
    for kind, name in (("ailog", "AI logs"), ("order", "orders"), ("minute", "minutes")):
        closed = sum(entry["k"] == kind and "header" not in leaf for entry, leaf in zip(entries, leaves))
        if closed:
            yield None, f"{closed} {name}, which were withheld"
    config, last, report = check_frozen(files, entries, hashes)
    yield "rule set and contest are those its leaves froze, the board is the one in its leaf", None
    if report is not None:
        yield "the report is, or was cut from, the one whose hash is in its leaf", None
        said = ", ".join(f"{line['team']} {line['verdict']}" for line in report["teams"])
        yield None, f"grades, findings and verdicts, which `outcry verify` judges again ({said})"
    if "skill.json" in files:
        yield None, "how sure the returns are (skill.json), which `outcry verify` computes again"
    yield check_board(files, entries, leaves, config, last)
    yield None, "whether the times are right: they are the exchange's own clock"


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with open(arguments[0], "rb") as archive, open(arguments[1], encoding="utf-8") as policy:
            for checked, unchecked in check(archive.read(), policy.read()):
                print(f"checked      {checked}" if checked else f"not checked  {unchecked}")
    except OSError as error:
        print(f"{error}", file=sys.stderr)
        return 2
    except (Broken, ValueError, KeyError, TypeError, IndexError, AttributeError, zlib.error) as error:
        print(f"BROKEN: {error if isinstance(error, Broken) else repr(error)}", file=sys.stderr)
        return 2
    print("what is checked agrees")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
