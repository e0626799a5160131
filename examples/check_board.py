"""The board a contest ended with, made again from the leaves of its bundle; a part of check_bundle.py.

Of contests that are scored by return. Amounts are integers of 1e-8 of the coin, as the rules have them.
"""

import json

from check_log import Broken

MINUTE = 60_000


def money(text):
    sign = -1 if text.startswith("-") else 1
    whole, _, part = text.lstrip("-").partition(".")
    return sign * (int(whole) * 10**8 + int(part.ljust(8, "0")))


def median(values):
    ordered, middle = sorted(values), len(values) // 2
    return ordered[middle] if len(values) % 2 else (ordered[middle - 1] + ordered[middle]) // 2


def sample(team, config, end, moment, equity):
    """Takes in a team's equity of a moment; the last counts as the median of the contest's last minutes (CTST-012)."""
    if "finalMinutes" in config and moment != config["startMs"]:
        span = config["finalMinutes"] * MINUTE
        team["latest"] = [one for one in [*team["latest"], (moment, equity)] if one[0] > moment - span]
        equity = median([one for _, one in team["latest"]]) if moment == end else equity
    team["peak"] = max(team["peak"], equity)
    fall = min(10**6, (team["peak"] - equity) * 10**6 // team["peak"])
    team.update(last=equity, fall=max(team["fall"], fall))
    if equity <= 0 and team["state"] == "active":
        team.update(state="eliminated", out=moment)


def take_minute(teams, unfilled, config, end, leaf):
    moment = min(end, max(config["startMs"], leaf["header"]["at"] + MINUTE))
    for fill in leaf["records"]["fills"]:
        team = unfilled.pop(fill["orderId"], None)
        if team is not None:
            team["filled"] += 1
    for line in leaf["records"]["equity"]:
        team = teams.get(line["team"])
        if team is not None and team["last"] is not None:
            sample(team, config, end, moment, money(line["equity"]) - money(line["flows"]))


def play(entries, leaves, config, last):
    """The teams as they stood when the contest was over, and what was withheld of what that follows from."""
    teams, of, unfilled, withheld = {}, {}, {}, set()
    start, end = money(config["startBalance"]), config["endMs"]
    for index, (entry, leaf) in enumerate(zip(entries[: last + 1], leaves)):
        kind = entry["k"]
        if kind in ("order", "minute") and ("header" not in leaf or (kind == "minute" and "records" not in leaf)):
            withheld.add(f"{kind}s")
        elif kind == "contest" and entry["p"]["id"] == config["id"]:
            end = entry["p"]["config"]["endMs"]
        elif kind == "team" and entry["p"]["contest"] == config["id"]:
            new = {"approved": -1, "last": None, "peak": start, "fall": 0, "latest": [], "filled": 0, "out": 0}
            team = teams.setdefault(entry["p"]["team"], {**new, "team": entry["p"]["team"]})
            team["state"] = entry["p"]["state"]
            if leaf["uid"] is None:
                withheld.add("accounts of teams")
            of[leaf["uid"]] = team
            if team["state"] == "approved" and team["approved"] < 0:
                team["approved"] = index
            if team["state"] == "active" and team["last"] is None:
                team["last"] = start
        elif kind == "order" and leaf["header"]["uid"] in of and leaf["header"]["channel"] in ("api", "web"):
            if config["startMs"] <= entry["t"] < end:
                unfilled[leaf["header"]["orderId"]] = of[leaf["header"]["uid"]]
        elif kind == "minute" and leaf["header"]["contest"] == config["id"]:
            take_minute(teams, unfilled, config, end, leaf)
    return [team for team in teams.values() if team["last"] is not None], withheld


def board_of(teams, config):
    """The rows of a contest that is scored by return, and whether all of them are told apart by it."""
    start = money(config["startBalance"])
    playing = [
        team
        for team in teams
        if team["state"] not in ("disqualified", "withdrawn") and team["filled"] >= config["minFilledOrders"]
    ]
    standing = [((team["last"] - start) * 10**8 // start, team) for team in playing if team["out"] == 0]
    standing.sort(key=lambda one: (-one[0], one[1]["fall"]))
    places = [(score, team["fall"]) for score, team in standing]
    out = sorted((team for team in playing if team["out"] > 0), key=lambda team: (-team["out"], team["approved"]))
    rows = [(str(score), team) for score, team in standing] + [(None, team) for team in out]
    board = [{"rank": at + 1, "score": score, "team": team["team"]} for at, (score, team) in enumerate(rows)]
    return board, len(set(places)) == len(places)


def check_board(files, entries, leaves, config, last):
    """Says that the board follows, or why that was not checked. @raises Broken when it does not follow"""
    if "board.json" not in files:
        return None, "there is no final board in it"
    if config["score"]["mode"] != "return":
        return None, f"the board, which is scored by {config['score']['mode']}"
    teams, withheld = play(entries, leaves, config, last)
    board, is_total = board_of(teams, config)
    if board == json.loads(files["board.json"]):
        return "the board the contest ended with follows from the minutes and the orders", None
    if withheld:
        return None, f"the board, because {' and '.join(sorted(withheld))} were withheld"
    if not is_total:
        return None, "the order of teams with the same return and the same fall, which their hours and coverage decide"
    raise Broken("the board the contest ended with does not follow from the leaves")
