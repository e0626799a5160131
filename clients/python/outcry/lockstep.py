"""A bot that says when it wants to look again, and so runs at any pace of time without a change.

On a live exchange it sleeps until then, on a rehearsal that goes faster as much shorter, and in lockstep it passes, so
that time stands while it thinks and two runs with the same answers are the same run. docs/rehearsal.md says what
lockstep is.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from .client import Client
from .errors import ApiError

PATH = "/capi/v2/rehearsal"
#: The exchange answers within a minute, if only that it is still waiting.
TURN_TIMEOUT_S = 75.0
#: How often a clock is looked at that goes as fast as it can, or stands.
LOOK_S = 0.05
#: Not by the last millisecond: the pace may change.
LONGEST_SLEEP_S = 5.0
STEP_S = 60.0


class _End:
    def __repr__(self) -> str:
        return "END"


#: What `decide` returns when it is done.
END: Final = _End()


@dataclass(frozen=True)
class Turn:
    """An agent's turn: it is awake, and time stands until it passes."""

    barrier: int
    #: Epoch ms.
    virtual_ms: int
    #: joined, time, event; end: it is no agent any more.
    reason: str
    #: Answers to the actions of its last pass: {"ok": True, "data": …} or {"ok": False, "error": …}.
    results: Sequence[Mapping[str, Any]]
    #: Fills of its own since its last pass.
    fills: int
    #: USDT, exact.
    equity: str


@dataclass(frozen=True)
class Next:
    """When an agent wants to be woken."""

    #: Epoch ms; None: one step on.
    until_ms: int | None = None
    #: Thinking time that it declares; added to that.
    thought_ms: int = 0
    #: Wakes it earlier: "fill", "liquidation", "price:cmt_btcusdt:0.5" (per cent).
    wake_on: Sequence[str] = ()
    #: Requests that trade, {"method": "POST", "path": …, "body": …}; only in sealed lockstep.
    actions: Sequence[Mapping[str, Any]] = field(default=())


@dataclass(frozen=True)
class Now:
    """This moment, as a bot is told it."""

    #: Exchange time, epoch ms.
    ms: int
    #: None outside of lockstep.
    turn: Turn | None


class Lockstep:
    """An agent's part in lockstep, by itself; `rehearse` is a bot's whole life with it."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def time(self) -> Mapping[str, Any] | None:
        """What the clock of the rehearsal says; None: this is no rehearsal."""
        try:
            found: Mapping[str, Any] = self._client.get(f"{PATH}/clock").data
            return found
        except ApiError as error:
            if error.status == 404:
                return None
            raise

    def join(self) -> Turn:
        """Returns when it is its turn. ApiError 60002 without lockstep."""
        return self._turn("join", {})

    def pass_(self, barrier: int, next: Next = Next()) -> Turn:
        """Returns when it is its turn again; the same pass twice is one.

        ApiError 60002 of no agent, 60003 at another barrier, 60005 when `until_ms` is past or too far.
        """
        body: dict[str, Any] = {"barrier": barrier}
        if next.until_ms is not None:
            body["untilMs"] = next.until_ms
        if next.thought_ms:
            body["thoughtMs"] = next.thought_ms
        if next.wake_on:
            body["wakeOn"] = list(next.wake_on)
        if next.actions:
            body["actions"] = list(next.actions)
        return self._turn("pass", body)

    def leave(self) -> None:
        """Is no agent any more. ApiError 60002 when it was none."""
        self._client.post(f"{PATH}/leave", {})

    def _turn(self, what: str, body: Mapping[str, Any]) -> Turn:
        while True:
            told = self._client.post(f"{PATH}/{what}", body, timeout=TURN_TIMEOUT_S).data
            # Its turn has not come within a minute: the same question again.
            if told["state"] == "woken":
                names = ("barrier", "virtualMs", "reason", "results", "fills", "equity")
                return Turn(*(told[name] for name in names))


Decide = Callable[[Now, Client], "Next | _End | None"]


def rehearse(decide: Decide, client: Client | None = None, step: float = STEP_S) -> None:
    """Lets a bot decide again and again until it returns END or the lockstep ends.

    `client`: by default that of the environment; `step`: seconds from one decision to the next, unless `decide` returns
    a Next that says otherwise. On a rehearsal in lockstep it joins; a used-up rate (429) is cured there by passing.
    """
    own = Client.from_env() if client is None else client
    life = _Life(own, step)
    own.on_used_rate(life.pass_time)
    try:
        now = life.begin()
        while now is not None:
            found = decide(now, own)
            now = None if isinstance(found, _End) else life.after(found or Next())
    finally:
        own.on_used_rate(time.sleep)
        life.leave()


class _Life:
    def __init__(self, client: Client, step: float) -> None:
        self._client, self._step_ms = client, round(step * 1_000)
        self._lockstep = Lockstep(client)
        self._turn: Turn | None = None
        self._is_live = False

    def begin(self) -> Now | None:
        ms, _, is_lockstep = self._look()
        return self._take(self._lockstep.join()) if is_lockstep else Now(ms, None)

    def after(self, next: Next) -> Now | None:
        if self._turn is not None:
            return None if self._turn.reason == "end" else self._take(self._pass(next))
        until = self._look()[0] + self._step_ms if next.until_ms is None else next.until_ms
        return self._sleep_until(until + next.thought_ms)

    def leave(self) -> None:
        if self._turn is None or self._turn.reason == "end":
            return
        try:
            self._lockstep.leave()
        except ApiError:
            pass  # Somebody else has ended it.

    def pass_time(self, seconds: float) -> None:
        if self._turn is None or self._turn.reason == "end":
            return time.sleep(seconds)
        self._turn = self._pass(Next(self._turn.virtual_ms + round(seconds * 1_000)))

    def _take(self, turn: Turn) -> Now | None:
        self._turn = turn
        return None if turn.reason == "end" else Now(turn.virtual_ms, turn)

    def _pass(self, next: Next) -> Turn:
        assert self._turn is not None
        until = self._turn.virtual_ms + self._step_ms if next.until_ms is None else next.until_ms
        return self._lockstep.pass_(self._turn.barrier, Next(until, next.thought_ms, next.wake_on, next.actions))

    def _sleep_until(self, until_ms: int) -> Now | None:
        while True:
            ms, speed, is_lockstep = self._look()
            if is_lockstep:
                return self._take(self._lockstep.join())
            if ms >= until_ms:
                return Now(ms, None)
            seconds = LOOK_S if speed is None else (until_ms - ms) / 1_000 / speed
            time.sleep(max(0.001, min(LONGEST_SLEEP_S, seconds)))

    def _look(self) -> tuple[int, float | None, bool]:
        """Exchange time, how fast it goes (None: nobody knows), and whether it is lockstep."""
        told = None if self._is_live else self._lockstep.time()
        if told is not None:
            return told["virtualMs"], told["speed"], told["mode"] == "lockstep"
        if not self._is_live:
            self._client.clock.sync()
        self._is_live = True
        return self._client.clock.now_ms(), 1.0, False
