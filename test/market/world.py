"""The world of the living market in another language: `python3 test/market/world.py test/vectors/market.json
test/vectors/headlines.json`.

Written from its description, with doubles, + - * /, and whole numbers alone. It compares itself with every vector,
prints what differs, and ends with 1 if anything does. Blocks of ChaCha20 are computed many at a time, each in a lane
of 64 bits of one large number.
"""
import hashlib
import json
import math
import struct
import sys
from math import floor

LANES = 32
MASK = sum(0xFFFFFFFF << 64 * lane for lane in range(LANES))
ONES = sum(1 << 64 * lane for lane in range(LANES))
STEPS = sum(lane << 64 * lane for lane in range(LANES))


def rotated(x, bits):
    return (x << bits | x >> (32 - bits)) & MASK


def quarter(w, a, b, c, d):
    w[a] = w[a] + w[b] & MASK
    w[d] = rotated(w[d] ^ w[a], 16)
    w[c] = w[c] + w[d] & MASK
    w[b] = rotated(w[b] ^ w[c], 12)
    w[a] = w[a] + w[b] & MASK
    w[d] = rotated(w[d] ^ w[a], 8)
    w[c] = w[c] + w[d] & MASK
    w[b] = rotated(w[b] ^ w[c], 7)


def blocks(key, counter, nonce):
    first = [word * ONES for word in (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *key, counter, *nonce)]
    first[12] += STEPS
    w = list(first)
    for _ in range(10):
        for column in range(4):
            quarter(w, column, 4 + column, 8 + column, 12 + column)
        for column in range(4):
            quarter(w, column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
    columns = [struct.unpack(f"<{LANES * 2}I", (a + b & MASK).to_bytes(LANES * 8, "little")) for a, b in zip(w, first)]
    return [column[2 * lane] for lane in range(LANES) for column in columns]


def root(v):
    return math.isqrt(floor(v * 4294967296)) / 65536 if v > 0 else 0


class Draws:
    def __init__(self, key, stream, contract=0):
        self.key, self.nonce, self.counter, self.words = key, (stream, contract, 0), 0, iter(())

    def word(self):
        for word in self.words:
            return word
        self.words = iter(blocks(self.key, self.counter, self.nonce))
        self.counter += LANES
        return next(self.words)

    def u(self):
        return self.word() / 4294967296

    def below(self, n):
        return floor(self.u() * n)

    def z(self):
        words = [self.word() for _ in range(6)]
        return (sum((word & 0xFFFF) + (word >> 16) for word in words) - 393210) / 65536

    def pareto(self, q, most):
        value, doublings = 1 + self.u(), 0
        while doublings < most and self.u() < q:
            value, doublings = value * 2, doublings + 1
        return value

    def jump(self):
        size = 20 * self.pareto(0.22, 5)
        return -1.25 * size if self.u() < 0.55 else size


TABLE = [  # start, sigma, beta, lag, rate, value
    (90000, 0.62, 0.92, 0, 0.90, 1500), (3000, 0.82, 0.90, 0.12, 0.80, 1200), (140, 1.05, 0.85, 0.20, 0.60, 700),
    (0.15, 1.15, 0.80, 0.25, 0.45, 450), (2.1, 1.00, 0.78, 0.25, 0.45, 600), (0.45, 1.05, 0.80, 0.25, 0.30, 400),
    (880, 0.75, 0.80, 0.20, 0.35, 700), (85, 0.95, 0.78, 0.25, 0.25, 400),
]
Q, UP, DOWN, R45, R55 = 0.35355339, root(1.45), root(0.55), root(0.45), root(0.55)
HOUR = [1.05, 0.98, 0.92, 0.88, 0.85, 0.84, 0.86, 0.93, 0.98, 0.96, 0.95, 0.97, 1.05, 1.20, 1.35, 1.30, 1.22, 1.12,
        1.05, 1.02, 1.00, 0.98, 0.94, 0.95]
DAY = [0.80, 1.05, 1.08, 1.08, 1.08, 1.05, 0.75]


def season(second):
    hour, minute = second // 3600 % 24, second // 60 % 60
    if minute == 0:
        m = 1.5 if hour % 8 == 0 else 1.3
    else:
        m = 1.15 if minute % 15 == 0 else 1.06 if minute % 5 == 0 else 0.985
    return HOUR[hour] * DAY[(second // 86400 + 4) % 7] * m


def survival(x):
    p, top = 1, 1
    for _ in range(11):
        if x < 2 * top:
            return p if x <= top else p * ((2 - x / top) * (1 - Q) + Q)
        p, top = p * Q, 2 * top
    return p if x <= top else p * (2 - x / top) if x < 2 * top else 0


GO = [0.0] + [survival((n + 1) / 3) / survival(n / 3) if survival(n / 3) > 0 else 0 for n in range(1, 12289)]


class Switches:
    def __init__(self, lives, draws):
        self.draws, self.chances = draws, [4294967296 // life for life in lives]
        self.up = [draws.word() & 1 for _ in lives]
        self.multiply()

    def multiply(self):
        self.value = 1
        for up in self.up:
            self.value *= UP if up else DOWN

    def turn(self, lean):
        for at, chance in enumerate(self.chances):
            if self.draws.word() < chance:
                self.up[at] = self.draws.u() < 0.5 + lean
        self.multiply()


class Stories:
    """Each jump comes up to two seconds after its text, and for half an hour 0.8 of it goes on, back, or nowhere."""

    def __init__(self, key, place):
        self.draws, self.open, self.place, self.told, self.drift = Draws(key, 8, place), [], place, [], 0

    def turn(self, drawn, second):
        if drawn != 0:
            wait, kind, text = self.draws.below(3), self.draws.below(3), self.draws.below(20)
            self.open.append([drawn, (1, -1, 0)[kind], wait, 1800])
            self.told.append([second, self.place, kind, text])
        jump, self.drift = 0, 0
        for story in self.open:
            if story[2] > 0:
                story[2] -= 1
            elif story[2] == 0:
                story[2], jump = -1, jump + story[0]
            else:
                story[3] -= 1
                self.drift += story[1] * 0.8 * story[0] / 1800
        self.open = [story for story in self.open if story[3] > 0]
        return jump


class Silence:
    """A market without headlines: jumps come as they are drawn, and nothing follows."""
    told, drift = [], 0

    def turn(self, drawn, second):
        return drawn


class Row:
    def __init__(self, key, number, headlines):
        self.stories = Stories(key, number + 1) if headlines else Silence()
        self.price, self.sigma, self.beta, self.lag, self.rate, self.value = TABLE[number]
        self.draws, self.flow = Draws(key, 2, number), Draws(key, 5, number)
        self.switches = Switches([90, 720, 7200, 86400], Draws(key, 4, number))
        self.own = root(1 - self.beta * self.beta)
        self.lagged = root((1 - self.lag) * (1 - self.lag) + self.lag * self.lag)
        self.g = 0.6 + 0.5 * self.sigma / 0.62 * 0.8
        self.drift = 0.2375 * 20 * 2.08 * (0.5 * self.beta + 0.34) * self.g / 86400
        self.day = self.rate * 86400 * self.value * 2.9
        self.h, self.cum, self.hour, self.quarter, self.burst, self.fast, self.trend = [0, 0, 0], 0, 0, 0, 0, 0, 0
        self.premium, self.vol = 0, 1
        self.slots = [self.birth() for _ in range(3)]
        self.slow = 3.5 * self.draws.z()

    def lean(self, kind):
        x = -self.cum / (self.day * 0.5)
        if kind == 1:
            x += 0.1 if self.hour > 0 else -0.1
        if kind == 2:
            x += -0.1 if self.quarter > 0 else 0.1
        return max(-0.8, min(0.8, x))

    def birth(self):
        left, side = floor(3 * self.flow.pareto(Q, 11)), self.flow.u()
        return [left, 0, 1 if side < 0.5 + self.lean(self.flow.below(3)) / 2 else -1]

    def pick(self, informed, e):
        if self.flow.u() < informed:
            return (1 if e > 0 else -1), 1
        if self.flow.u() < 0.08:
            return (1 if self.flow.word() & 1 else -1), 2
        k = self.flow.below(3)
        if self.slots[k][0] < 1:
            self.slots[k] = self.birth()
        self.slots[k][0] -= 1
        self.slots[k][1] += 1
        return self.slots[k][2], 0

    def plan(self, common, s2, noise):
        self.switches.turn(0)
        self.eta = self.draws.z()
        e, vol = self.beta * noise + self.own * R45 * self.eta, min(6, common * self.switches.value * (1 + self.burst))
        h, self.trades, surprise = self.h, [], 0
        m = self.intensity = min(6, 0.22 * self.rate * s2 * vol + h[0] + h[1] + h[2])
        p, informed = min(0.9, m * (0.8 + 0.6 * max(0, abs(e) - 0.5)) / 8), min(0.7, 0.5 * abs(e))
        fresh = (self.lean(0) + self.lean(1) + self.lean(2)) / 3
        for eighth in range(8):
            if self.flow.u() >= p:
                continue
            x = 0
            for _, done, sign in self.slots:
                c = GO[done] if done <= 12288 else 0
                x += c * sign + (1 - c) * fresh
            expected = informed * (1 if e > 0 else -1) + (1 - informed) * (1 - 0.08) * x / 3
            sign, kind = self.pick(informed, e)
            surprise += sign - expected
            worth = self.value * self.flow.pareto(0.3, 7) * (0.5 + 0.5 * vol) * (1 + abs(e) if kind == 1 else 0.9)
            self.cum += sign * worth
            self.trades.append([eighth, sign, worth, kind])
        self.cum -= self.cum / 1048576
        self.surprise, n = surprise / root(max(0.05, m * 0.94 * 0.75)), len(self.trades)
        h[0] += n * 0.12 - h[0] * 0.5
        h[1] += n * 0.008 - h[1] / 32
        h[2] += n * 0.00058 - h[2] / 512

    def move(self, common, factor, before, s, news, second):
        c = ((1 - self.lag) * factor + self.lag * before) / self.lagged
        z = self.beta * c + self.own * (R55 * self.surprise + R45 * self.eta)
        self.vol = common * self.switches.value * (1 + self.burst) * s
        bp, j = self.sigma * self.vol * z, news[0] * self.beta * self.g
        j += self.stories.turn(self.draws.jump() if self.draws.word() < 17000 else 0, second) * self.g
        self.burst += min(2, abs(j) / 60) - self.burst / 1024
        drift = news[1] * self.beta * self.g + self.stories.drift * self.g
        bp += j + drift + self.drift + (self.premium + max(-5, min(5, 1 - self.premium))) / 28800
        self.price = self.price * (1 + bp / 10000)
        self.hour += (bp - self.hour) / 4096
        self.quarter += (bp - self.quarter) / 1024
        self.fast += -self.fast / 600 + 0.06 * self.draws.z()
        self.slow += -self.slow / 172800 + 0.012 * self.draws.z()
        self.trend += (bp - self.trend) / 86400
        self.premium = 0.5 + self.fast + self.slow + max(-5, min(5, self.trend * 86400 * 0.012))


def key_of(seed):
    return struct.unpack("<8I", hashlib.sha256(b"outcry market " + seed.encode()).digest())


class World:
    def __init__(self, seed, second, headlines=False):
        key = key_of(seed)
        self.stories = Stories(key, 0) if headlines else Silence()
        self.draws, self.common = Draws(key, 1), Switches([45, 300, 1800, 10800, 64800, 388800], Draws(key, 3))
        self.rows, self.factor = [Row(key, number, headlines) for number in range(8)], 0
        self.scale = root(sum(row.rate * row.rate for row in self.rows))
        self.plan(second)

    def plan(self, second):
        s, self.noise = season(second), self.draws.z()
        for row in self.rows:
            row.plan(self.common.value, s * s, R55 * self.noise)

    def step(self, second):
        s, before = season(second), self.factor
        self.common.turn(max(-0.08, min(0.08, -self.rows[0].quarter * 3)))
        f = 0
        for row in self.rows:
            f += row.rate * row.surprise
        self.factor = R45 * (f / self.scale) + R55 * self.noise
        jump = self.stories.turn(self.draws.jump() if self.draws.word() < 25000 else 0, second)
        for row in self.rows:
            row.move(self.common.value, self.factor, before, s, (jump, self.stories.drift), second)
        self.plan(second + 1)


def compare(what, found, wanted):
    if found != wanted:
        print(f"{what}: found {found}, wanted {wanted}")
    return found != wanted


def run(vector):
    """The number of differences over the vector's seconds."""
    seed, second, hashed, wrong, trades = vector["seed"], vector["startSecond"], hashlib.sha256(), 0, []
    world = World(seed, second, "told" in vector)
    for n in range(1, 3601 if "sha256Of3600" in vector else 601):
        if n <= 30:
            trades += [[n, number, *trade] for number, row in enumerate(world.rows) for trade in row.trades]
        world.step(second + n - 1)
        columns = ("price", "vol", "premium", "surprise", "intensity")
        prices, *figures = [[getattr(row, column) for row in world.rows] for column in columns]
        hashed.update(struct.pack("<8d", *prices))
        state = vector.get("states", {}).get(str(n))
        wrong += compare(f"{seed}, prices of second {n}", prices, vector.get("prices", {}).get(str(n), prices))
        wrong += compare(f"{seed}, state of second {n}", figures, list(state.values()) if state else figures)
        wrong += compare(f"{seed}, hash of {n}", hashed.hexdigest(), vector.get(f"sha256Of{n}", hashed.hexdigest()))
    told = sorted(one for stories in (world.stories, *(row.stories for row in world.rows)) for one in stories.told)
    wrong += compare(f"{seed}, headlines", told, vector.get("told", told))
    return wrong + compare(f"{seed}, trades", trades, vector.get("trades", trades))


def main(path, path_of_headlines):
    with open(path, encoding="utf-8") as file:
        vectors = json.load(file)
    with open(path_of_headlines, encoding="utf-8") as file:
        told = json.load(file)
    rfc, draws = vectors["chacha20"], vectors["draws"]
    words = blocks(struct.unpack("<8I", bytes.fromhex(rfc["key"])), rfc["counter"],
                   [int(word, 16) for word in rfc["nonceWords"]])
    wrong = compare("RFC 8439", [f"{word:08x}" for word in words[:16]], rfc["words"])
    flow, own = Draws(key_of(draws["seed"]), 5, 3), Draws(key_of(draws["seed"]), 2, 1)
    named, pareto = draws["stream5contract3words"], draws["stream2contract1"]["thenPareto"]
    wrong += compare("words", [f"{flow.word():08x}" for _ in named], named)
    wrong += compare("z", [own.z() for _ in range(8)], draws["stream2contract1"]["z"])
    wrong += compare("u", [own.u() for _ in range(4)], draws["stream2contract1"]["thenU"])
    wrong += compare("P", [own.pareto(pareto["q"], pareto["most"]) for _ in range(8)], pareto["values"])
    wrong += sum(compare(f"root of {v}", root(v), wanted) for v, wanted in vectors["roots"])
    wrong += sum(run(vector) for vector in vectors["worlds"] + vectors["jumps"] + told["worlds"])
    print("all vectors agree" if wrong == 0 else f"{wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
