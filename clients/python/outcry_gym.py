"""Environments to train and test agents in, over lockstep: the whole exchange, one HTTP request for each thing done.

OutcryEnv and OutcryParallel need this package and an exchange. Where Gymnasium and PettingZoo are installed,
importing this file registers `gymnasium.make("Outcry/Perp-v1")`, and `parallel_env` and `env` are PettingZoo's.

Each episode is an exchange of its own: `outcry rehearse` on a free port and in a folder that goes with it, in a world
that follows from the seed. Equal seeds and equal actions are equal episodes. For millions of steps there is
`outcry/env` (docs/env.md), which is the same market in process.
"""

import json
import os
import random
import shlex
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from decimal import ROUND_DOWN, Decimal
from types import TracebackType
from typing import Any, Self

from outcry import ApiError, Client, Lockstep, Next, Turn

Observation = dict[str, Any]
#: One thing to do; the words are those of outcry/env: {"name": "placeOrder", "side": "long", "size": 0.01}.
Act = Mapping[str, Any]
Action = Sequence[Act] | None

CLOSES = 60
LEAST_EQUITY = 1.0
FIRST_ACCOUNT = 1_000_003
UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
#: Open long, open short, close long, close short.
TYPES = {("long", "open"): 1, ("short", "open"): 2, ("long", "close"): 3, ("short", "close"): 4}
EXECUTIONS = {"normal": 0, "postOnly": 1, "fok": 2, "ioc": 3}


def seconds_of(span: str) -> int:
    """90 of "90s"; ValueError of what is no whole number with s, m, h or d."""
    number, unit = span[:-1], span[-1:]
    if unit not in UNITS or not number.isdigit() or int(number) == 0:
        raise ValueError(f"{span!r} is no span: a number with s, m, h or d, such as 60s")
    return int(number) * UNITS[unit]


class Exchange:
    """A rehearsal of one's own, in sealed or taken turns, until it is closed."""

    def __init__(
        self, command: Sequence[str], seed: str, accounts: int, balance: int, order: str, flags: Sequence[str]
    ) -> None:
        self.data = tempfile.mkdtemp(prefix="outcry-gym-")
        uids = ",".join(str(FIRST_ACCOUNT + at) for at in range(accounts))
        own = ["rehearse", "--json", "--port", "0", "--admin-port", "0", "--data", self.data, "--log-level", "error"]
        own += ["--seed", seed, "--accounts", str(accounts), "--balance", str(balance), "--lockstep", "60s"]
        own += ["--agents", uids, "--order", order, "--no-warm-up", *flags]
        # A group of its own, so that what the command starts ends with it.
        self._process = subprocess.Popen([*command, *own], stdout=subprocess.PIPE, text=True, start_new_session=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if line == "":
            self.close()
            code = self._process.returncode
            raise RuntimeError(f"{shlex.join(command)} rehearse did not start; it ended with {code}")
        ready = json.loads(line)
        self.clients = [
            Client(ready["url"], api_key=one["apiKey"], secret=one["secret"], passphrase=one["passphrase"])
            for one in ready["accounts"]
            if one["uid"] >= FIRST_ACCOUNT
        ]

    def close(self) -> None:
        for client in getattr(self, "clients", []):
            client.close()
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                pass
        if os.name == "posix":
            try:
                os.killpg(self._process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process.wait()
        shutil.rmtree(self.data, ignore_errors=True)


class Seat:
    """An agent's account: what it sees, and its acts as requests."""

    def __init__(self, client: Client, symbols: Sequence[str]) -> None:
        self.client = client
        self.lockstep = Lockstep(client)
        self._rows = {row["symbol"]: row for row in client.contracts() if row["symbol"] in symbols}
        missing = [symbol for symbol in symbols if symbol not in self._rows]
        if missing:
            raise ValueError(f"the exchange has no {', '.join(missing)}")
        self._symbols = symbols
        self._names = 0

    def observe(self, time_ms: int) -> Observation:
        """Plain numbers: time, equity, available, and for each contract its market and the position in it."""
        usdt = next(one for one in self.client.assets() if one["coinName"] == "USDT")
        held = {symbol: 0.0 for symbol in self._symbols}
        for row in self.client.allPosition():
            if row["symbol"] in held:
                held[row["symbol"]] += float(row["size"]) * (1 if row["side"] == "LONG" else -1)
        contracts = {symbol: self._market(symbol) | {"position": held[symbol]} for symbol in self._symbols}
        numbers = {name: float(usdt[name]) for name in ("equity", "available")}
        return {"time": time_ms, **numbers, "contracts": contracts}

    def _market(self, symbol: str) -> dict[str, Any]:
        ticker = self.client.ticker(symbol=symbol)
        bars = self.client.candles(symbol=symbol, granularity="1m", limit=CLOSES, priceType="MARK", sort="asc")
        depth = self.client.depth(symbol=symbol, limit=200)
        bid, ask = float(ticker["best_bid"]), float(ticker["best_ask"])
        rate = self.client.currentFundRate(symbol=symbol)[0]["fundingRate"]
        return {
            "bid": bid,
            "ask": ask,
            "mark": float(ticker["markPrice"]),
            "index": float(ticker["indexPrice"]),
            "funding": float(rate),
            "imbalance": imbalance(depth, (bid + ask) / 2),
            "closes": [float(bar[4]) for bar in bars],
        }

    def requests_of(self, action: Action) -> list[dict[str, Any]]:
        """The requests that carry out an action, in its order; ValueError when it is none."""
        return [self._request_of(act) for act in action or ()]

    def _request_of(self, act: Act) -> dict[str, Any]:
        name = act.get("name", "placeOrder")
        symbol = act.get("symbol", self._symbols[0])
        if name == "placeOrder":
            return _post("order/placeOrder", self._order_of(act, symbol))
        if name == "cancelOrder":
            ids = {"orderId": act.get("orderId"), "clientOid": act.get("clientOrderId")}
            return _post("order/cancel_order", {key: one for key, one in ids.items() if one is not None})
        of_one = {} if act.get("symbol") is None else {"symbol": symbol}
        if name == "cancelAllOrders":
            return _post("order/cancelAllOrders", {"cancelOrderType": "normal", **of_one})
        if name == "closePositions":
            return _post("order/closePositions", of_one)
        if name == "setLeverage":
            body = {"symbol": symbol, "marginMode": 1, "longLeverage": str(act["leverage"])}
            return _post("account/leverage", body)
        raise ValueError(f"{name!r} is no act")

    def _order_of(self, act: Act, symbol: str) -> dict[str, Any]:
        self._names += 1
        price = act.get("price")
        body = {
            "symbol": symbol,
            "client_oid": act.get("clientOrderId") or f"g{self._names}",
            "size": self.size_text(symbol, act["size"]),
            "type": TYPES[act["side"], act.get("effect", "open")],
            "order_type": EXECUTIONS[act.get("execution", "normal")],
            "match_price": 1 if price is None else 0,
        }
        prices = {
            "price": price,
            "presetTakeProfitPrice": act.get("takeProfit"),
            "presetStopLossPrice": act.get("stopLoss"),
        }
        return body | {key: self.price_text(symbol, one) for key, one in prices.items() if one is not None}

    def size_text(self, symbol: str, size: float | str) -> str:
        """Whole steps, downward; text is taken as it is."""
        step = Decimal(str(self._rows[symbol]["stepSize"]))
        return size if isinstance(size, str) else format(_down(Decimal(repr(float(size))), step), "f")

    def price_text(self, symbol: str, price: float | str) -> str:
        """The nearest tick; text is taken as it is."""
        row = self._rows[symbol]
        tick = Decimal(row["priceEndStep"]) / Decimal(10) ** int(row["tick_size"])
        return price if isinstance(price, str) else format(_down(Decimal(repr(float(price))) + tick / 2, tick), "f")

    def carry_out(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """In turns: at once. As a result of sealed lockstep."""
        try:
            return {"ok": True, "data": self.client.post(request["path"], request["body"]).data}
        except ApiError as error:
            return {"ok": False, "error": {"code": error.code, "msg": str(error)}}


def _post(path: str, body: dict[str, Any]) -> dict[str, Any]:
    return {"method": "POST", "path": f"/capi/v2/{path}", "body": body}


def _down(number: Decimal, step: Decimal) -> Decimal:
    return (number / step).to_integral_value(ROUND_DOWN) * step


def imbalance(depth: Mapping[str, Any], middle: float) -> float:
    """Of sizes within 10 basis points of the middle: -1 to 1."""
    sums = []
    for side in ("bids", "asks"):
        sums.append(sum(float(size) for price, size in depth[side] if abs(float(price) - middle) <= middle * 0.001))
    total = sums[0] + sums[1]
    return 0.0 if total == 0 else (sums[0] - sums[1]) / total


def default_command() -> list[str]:
    """OUTCRY_COMMAND, else npx outcry."""
    return shlex.split(os.environ.get("OUTCRY_COMMAND", "npx outcry"))


class _Episodes:
    """Exchanges one after the other, each with so many agents, who are awake when an episode begins."""

    def __init__(
        self,
        agents: int,
        order: str,
        contracts: Sequence[str] = ("cmt_btcusdt",),
        step: str = "60s",
        episode: str = "1d",
        warm_up: str = "60s",
        balance: int = 10_000,
        market: str | None = None,
        command: Sequence[str] | None = None,
    ) -> None:
        """`market`: a file of prices of the past; None: a world of the seed. `command`: instead of OUTCRY_COMMAND."""
        self.symbols = tuple(contracts)
        self.step_ms, self.episode_ms = seconds_of(step) * 1_000, seconds_of(episode) * 1_000
        self._warm_up_ms = seconds_of(warm_up) * 1_000
        self._agents, self._order, self._balance = agents, order, balance
        self._flags = [] if market is None else ["--market", market]
        self._command = list(command or default_command())
        self._exchange: Exchange | None = None
        self._random = random.Random()
        self._is_new = ""
        self.seats: list[Seat] = []
        self.turns: list[Turn] = []
        self.end_ms = 0
        self._together = ThreadPoolExecutor(max(1, agents))

    def begin(self, seed: int | str | None) -> str:
        """Begins an episode; returns its seed. One in which nothing was done yet is as good as another of its seed."""
        if seed is not None:
            self._random.seed(seed)
        name = str(self._random.getrandbits(48) if seed is None else seed)
        if name == self._is_new:
            return name
        self.close_exchange()
        exchange = Exchange(self._command, name, self._agents, self._balance, self._order, self._flags)
        self._exchange = exchange
        self.seats = [Seat(client, self.symbols) for client in exchange.clients]
        self.turns = self.together(lambda seat, _: seat.lockstep.join(), [None] * self._agents)
        until = self.turns[0].virtual_ms + self._warm_up_ms
        self.turns = self.pass_all(lambda _: Next(until))
        self.end_ms = until + self.episode_ms
        self._is_new = name
        return name

    def pass_all(self, next_of: Callable[[int], Next]) -> list[Turn]:
        """Every agent passes; returns their next turns."""
        self._is_new = ""
        turns = self.turns
        if self._order == "sealed" or self._agents == 1:
            passes = [(turn.barrier, next_of(at)) for at, turn in enumerate(turns)]
            return self.together(lambda seat, one: seat.lockstep.pass_(*one), passes)
        raise ValueError("several agents of one program are sealed")

    def together(self, do: Callable[[Seat, Any], Any], given: Sequence[Any]) -> list[Any]:
        return list(self._together.map(do, self.seats, given))

    def observe(self) -> list[Observation]:
        return [seat.observe(turn.virtual_ms) for seat, turn in zip(self.seats, self.turns, strict=True)]

    def close_exchange(self) -> None:
        if self._exchange is not None:
            self._exchange.close()
        self._exchange = None
        self._is_new = ""

    def close(self) -> None:
        self.close_exchange()
        self._together.shutdown()


class OutcryEnv:
    """One agent, in the manner of Gymnasium: `reset` → (observation, info), `step` → (…, reward, terminated, …).

        with OutcryEnv(episode="6h") as env:
            observation, info = env.reset(seed=1)
            observation, reward, terminated, truncated, info = env.step([{"side": "long", "size": 0.01}])

    An action is None or a list of acts. The reward is the change of equity in USDT, or what `reward(before, after)`
    makes of two observations; `observe` makes of an observation what `reset` and `step` give. terminated: equity is below 1
    USDT; truncated: the episode's time is over. More options: `_Episodes`.
    """

    def __init__(
        self,
        *,
        reward: Callable[[Observation, Observation], float] | None = None,
        observe: Callable[[Observation], Any] | None = None,
        **options: Any,
    ) -> None:
        self._episodes = _Episodes(1, "turns", **options)
        self._reward = reward or (lambda before, after: float(after["equity"] - before["equity"]))
        self._shown = observe or (lambda observation: observation)
        self._last: Observation | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    @property
    def seat(self) -> Seat:
        return self._episodes.seats[0]

    @property
    def last(self) -> Observation:
        """The last observation as it is. RuntimeError before the first reset and after the end."""
        if self._last is None:
            raise RuntimeError("reset begins an episode: call it first")
        return self._last

    def reset(
        self, seed: int | str | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins an episode, in a world of the seed; without one it is drawn, after the last that was given."""
        if options:
            raise ValueError(f"reset takes no options; found {', '.join(options)}")
        name = self._episodes.begin(seed)
        self._last = self._episodes.observe()[0]
        return self._shown(self._last), {"seed": name, "results": [], "fills": 0}

    def step(self, action: Action) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carries out an action, and lets a step pass."""
        before, episodes = self.last, self._episodes
        seat, turn = episodes.seats[0], episodes.turns[0]
        results = [seat.carry_out(request) for request in seat.requests_of(action)]
        until = min(turn.virtual_ms + episodes.step_ms, episodes.end_ms)
        episodes.turns = episodes.pass_all(lambda _: Next(until))
        after = episodes.observe()[0]
        terminated, truncated = after["equity"] < LEAST_EQUITY, after["time"] >= episodes.end_ms
        self._last = None if terminated or truncated else after
        info = {"results": results, "fills": episodes.turns[0].fills}
        return self._shown(after), self._reward(before, after), terminated, truncated, info

    def close(self) -> None:
        self._episodes.close()


def make_parallel(count: int, **options: Any) -> "Together":
    """So many environments, each an exchange of its own, that go on at once."""
    return Together([OutcryEnv(**options) for _ in range(count)])


class Together:
    """Environments of one agent each, stepped side by side; lists are in their order."""

    def __init__(self, envs: Sequence[OutcryEnv]) -> None:
        self.envs = list(envs)
        self._threads = ThreadPoolExecutor(len(self.envs))

    def reset(self, seeds: Sequence[int | str | None] | None = None) -> list[tuple[Any, dict[str, Any]]]:
        return list(self._threads.map(lambda env, seed: env.reset(seed), self.envs, seeds or [None] * len(self.envs)))

    def step(self, actions: Sequence[Action]) -> list[tuple[Any, float, bool, bool, dict[str, Any]]]:
        return list(self._threads.map(lambda env, action: env.step(action), self.envs, actions))

    def close(self) -> None:
        list(self._threads.map(lambda env: env.close(), self.envs))
        self._threads.shutdown()


class OutcryParallel:
    """Several agents in one market, in the manner of PettingZoo's parallel environments, over sealed lockstep.

    Agents are "agent_0", "agent_1" and so on; what one of them is given and gives is as in OutcryEnv.
    """

    metadata: dict[str, Any] = {"name": "outcry_v1", "render_modes": []}

    def __init__(self, agents: int = 2, **options: Any) -> None:
        self._episodes = _Episodes(agents, "sealed", **options)
        self.possible_agents = [f"agent_{at}" for at in range(agents)]
        self.agents: list[str] = []
        self._last: list[Observation] = []

    def reset(
        self, seed: int | str | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        name = self._episodes.begin(seed)
        self.agents = list(self.possible_agents)
        self._last = self._episodes.observe()
        return self._by_agent(self._last), {agent: {"seed": name, "results": [], "fills": 0} for agent in self.agents}

    def seat_of(self, agent: str) -> Seat:
        return self._episodes.seats[self.possible_agents.index(agent)]

    def last_of(self, agent: str) -> Observation:
        return self._last[self.possible_agents.index(agent)]

    def step(
        self, actions: Mapping[str, Action]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """One action for each agent that is still there."""
        episodes, before, playing = self._episodes, self._last, list(self.agents)
        if not playing:
            raise RuntimeError("reset begins an episode: call it first")

        def next_of(at: int) -> Next:
            action = actions.get(self.possible_agents[at]) if self.possible_agents[at] in playing else None
            until = min(episodes.turns[at].virtual_ms + episodes.step_ms, episodes.end_ms)
            return Next(until, actions=episodes.seats[at].requests_of(action))

        episodes.turns = episodes.pass_all(next_of)
        self._last = episodes.observe()
        is_over = self._last[0]["time"] >= episodes.end_ms
        gone = {agent: self.last_of(agent)["equity"] < LEAST_EQUITY for agent in playing}
        earned = [after["equity"] - old["equity"] for after, old in zip(self._last, before, strict=True)]
        reward = {agent: one for agent, one in self._by_agent(earned).items() if agent in playing}
        info = {agent: self._info(agent) for agent in playing}
        told = {agent: one for agent, one in self._by_agent(self._last).items() if agent in playing}
        self.agents = [] if is_over else [agent for agent in playing if not gone[agent]]
        return told, reward, gone, {agent: is_over for agent in playing}, info

    def _info(self, agent: str) -> dict[str, Any]:
        turn = self._episodes.turns[self.possible_agents.index(agent)]
        return {"results": list(turn.results), "fills": turn.fills}

    def _by_agent(self, observations: Sequence[Any]) -> dict[str, Any]:
        return dict(zip(self.possible_agents, observations, strict=True))

    def close(self) -> None:
        self._episodes.close()


def acts_towards(observation: Observation, shares: Sequence[float], leverage: float) -> list[Act]:
    """Acts that bring each contract's position to a share of `leverage` times the equity, below 0: short."""
    acts: list[Act] = []
    for (symbol, market), share in zip(observation["contracts"].items(), shares, strict=True):
        price = market["mark"]
        wanted = max(-1.0, min(1.0, float(share))) * leverage * observation["equity"] / price if price else 0.0
        held = market["position"]
        # Less than a hundredth of the equity is not worth its costs.
        if abs(wanted - held) * price < observation["equity"] / 100:
            continue
        if held and (wanted * held <= 0 or abs(wanted) < abs(held)):
            size = abs(held) if wanted * held <= 0 else abs(held - wanted)
            acts.append({"symbol": symbol, "side": "long" if held > 0 else "short", "effect": "close", "size": size})
        rest = wanted - (0.0 if wanted * held <= 0 else held)
        if wanted * rest > 0:
            acts.append({"symbol": symbol, "side": "long" if rest > 0 else "short", "size": abs(rest)})
    return acts


try:
    import gymnasium
    import numpy
except ImportError:
    pass
else:
    MARKET = ("bid", "ask", "mark", "index", "funding", "imbalance", "position")

    def _spaces(count: int) -> tuple["gymnasium.spaces.Dict", "gymnasium.spaces.Box"]:
        def box(*shape: int) -> "gymnasium.spaces.Box":
            return gymnasium.spaces.Box(-numpy.inf, numpy.inf, shape, numpy.float64)

        seen = {"time": box(1), "account": box(2), "contracts": box(count, len(MARKET)), "closes": box(count, CLOSES)}
        return gymnasium.spaces.Dict(seen), gymnasium.spaces.Box(-1.0, 1.0, (count,), numpy.float32)

    def _arrays(observation: Observation) -> dict[str, Any]:
        """In epoch seconds, USDT and coins; minutes there were none of have the earliest close."""
        markets = list(observation["contracts"].values())
        closes = [([one["closes"][0]] * CLOSES + one["closes"])[-CLOSES:] for one in markets]
        rows = [[one[name] for name in MARKET] for one in markets]
        return {
            "time": numpy.array([observation["time"] / 1_000], numpy.float64),
            "account": numpy.array([observation["equity"], observation["available"]], numpy.float64),
            "contracts": numpy.array(rows, numpy.float64),
            "closes": numpy.array(closes, numpy.float64),
        }

    class PerpEnv(gymnasium.Env):  # type: ignore[misc]
        """An action is one number for each contract, -1 to 1: the position as a share of `leverage` times the equity.

        `gymnasium.make("Outcry/Perp-v1", contracts=…, step="60s", episode="1d", …)`; the rest are options of OutcryEnv.
        """

        metadata = {"render_modes": ["ansi"], "render_fps": 1}

        def __init__(self, leverage: float = 1.0, render_mode: str | None = None, **options: Any) -> None:
            self._env = OutcryEnv(**options)
            self._leverage = leverage
            self.render_mode = render_mode
            self.observation_space, self.action_space = _spaces(len(self._env._episodes.symbols))
            self._told = ""

        def reset(
            self, *, seed: int | None = None, options: dict[str, Any] | None = None
        ) -> tuple[Any, dict[str, Any]]:
            super().reset(seed=seed)
            # Without a seed the next world follows from the last that was given.
            world = int(self.np_random.integers(2**48)) if seed is None else seed
            observation, info = self._env.reset(world)
            return self._seen(observation), info

        def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
            acts = acts_towards(self._env.last, action, self._leverage)
            observation, *rest = self._env.step(acts)
            return self._seen(observation), *rest

        def render(self) -> str:
            return self._told

        def _seen(self, observation: Observation) -> dict[str, Any]:
            held = ", ".join(f"{symbol} {one['position']:+g}" for symbol, one in observation["contracts"].items())
            self._told = f"{observation['time']} equity {observation['equity']:.2f} {held}"
            return _arrays(observation)

        def close(self) -> None:
            self._env.close()

    gymnasium.register("Outcry/Perp-v1", entry_point=f"{__name__}:PerpEnv")

    try:
        import pettingzoo
        from pettingzoo.utils.conversions import parallel_to_aec
    except ImportError:
        pass
    else:

        class parallel_env(pettingzoo.ParallelEnv):  # type: ignore[misc]  # noqa: N801
            """Agents in one market; an action is as PerpEnv's."""

            metadata = {"name": "outcry_perp_v1", "render_modes": []}

            def __init__(self, agents: int = 2, leverage: float = 1.0, **options: Any) -> None:
                self._env = OutcryParallel(agents, **options)
                self._leverage = leverage
                self.possible_agents = self._env.possible_agents
                self.agents = self._env.agents
                self.render_mode = None
                spaces = [_spaces(len(self._env._episodes.symbols)) for _ in self.possible_agents]
                by_agent = dict(zip(self.possible_agents, spaces, strict=True))
                self.observation_spaces = {agent: one[0] for agent, one in by_agent.items()}
                self.action_spaces = {agent: one[1] for agent, one in by_agent.items()}

            def observation_space(self, agent: str) -> Any:
                return self.observation_spaces[agent]

            def action_space(self, agent: str) -> Any:
                return self.action_spaces[agent]

            def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
                observations, infos = self._env.reset(seed, options)
                self.agents = self._env.agents
                return {agent: _arrays(one) for agent, one in observations.items()}, infos

            def step(self, actions: Mapping[str, Any]) -> Any:
                acts = {
                    agent: acts_towards(self._env.last_of(agent), share, self._leverage)
                    for agent, share in actions.items()
                }
                observations, *rest = self._env.step(acts)
                self.agents = self._env.agents
                return {agent: _arrays(one) for agent, one in observations.items()}, *rest

            def close(self) -> None:
                self._env.close()

        def env(**options: Any) -> Any:
            """The same, one agent after the other (PettingZoo's AEC)."""
            return parallel_to_aec(parallel_env(**options))
