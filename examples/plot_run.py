#!/usr/bin/env python3
"""Plots the run of a bot in a rehearsal: equity with its trades, the fall from the peak, costs, profit by contract.

    npx outcry checkup 1000001 --export run --data DIR
    python3 plot_run.py run                  # writes run/run.png with matplotlib, else run/run.svg
    python3 plot_run.py run --svg            # the SVG also where matplotlib is there

Cells begin with `# %%`, so an editor or Jupyter (with jupytext) runs it one by one; in a notebook set FOLDER. It needs
nothing but Python 3.9; matplotlib is used if it is there.
"""

# %% Where the files are
import csv
import json
import math
import sys
from bisect import bisect
from datetime import datetime, timezone
from pathlib import Path
from xml.sax.saxutils import escape

ARGUMENTS = [word for word in sys.argv[1:] if not word.startswith("-")]
FOLDER = Path(ARGUMENTS[0] if ARGUMENTS else "run")
WANTS_SVG = "--svg" in sys.argv


# %% Read them
def read(name):
    """The rows of a table as dicts of text; an empty cell is ''."""
    path = FOLDER / f"{name}.csv"
    if not path.exists():
        sys.exit(f"{path} is not there: npx outcry checkup UID --export {FOLDER} --data DIR writes it")
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


REPORT = json.loads((FOLDER / "checkup.json").read_text(encoding="utf-8")) if (FOLDER / "checkup.json").exists() else {}
EQUITY = read("equity")
FILLS = read("fills")
BILLS = read("bills")
if len(EQUITY) < 2:
    sys.exit(f"{FOLDER}/equity.csv has {len(EQUITY)} rows: nothing happened in this run yet")
TIMES = [moment(row["time"]) for row in EQUITY]


def column(name, sign=1):
    return [sign * float(row[name]) for row in EQUITY]


# %% What came of it
WORTH = column("equity")


def equity_at(time):
    """Equity at the last point that is not later."""
    return WORTH[max(0, bisect(TIMES, time) - 1)]


def is_buy(fill):
    return (fill["side"] == "long") == (fill["effect"] == "open")


def trades(wanted):
    times = [moment(fill["time"]) for fill in FILLS if is_buy(fill) == wanted]
    return times, [equity_at(time) for time in times]


def profit_by_contract():
    """Realised profit less fees, and funding."""
    net = {}
    for fill in FILLS:
        net[fill["symbol"]] = net.get(fill["symbol"], 0) + float(fill["realised"]) - float(fill["fee"])
    for bill in BILLS:
        if bill["type"] == "position_funding":
            net[bill["symbol"]] = net.get(bill["symbol"], 0) + float(bill["amount"])
    return dict(sorted(net.items(), key=lambda item: -item[1]))


# A panel: its title, lines (name, values, colour), marks (name, times, values, sign, colour), or bars (name, value).
BLUE, ORANGE, INK, GREY = "#0b5fb0", "#b04a00", "#14181d", "#59636e"
BUYS, SELLS = trades(True), trades(False)
PANELS = [
    {
        "title": f"Equity, USDT, with {len(BUYS[0])} buys (up) and {len(SELLS[0])} sells (down)",
        "lines": [("equity", WORTH, INK)],
        "marks": [("buy", *BUYS, 1, BLUE), ("sell", *SELLS, -1, ORANGE)],
    },
    {"title": "Fall from the peak, %", "lines": [("fall", column("drawdown", -100), ORANGE)]},
    {
        "title": "Costs added up, USDT",
        "lines": [("fees", column("fees"), ORANGE), ("funding paid", column("funding", -1), BLUE)],
    },
    {"title": "Profit after costs by contract, USDT", "bars": list(profit_by_contract().items())},
]
TITLE = f"REHEARSAL, account {REPORT.get('account', '?')}, score {REPORT.get('score', '?')} of 100"


# %% Draw them with matplotlib
def draw_png(pyplot, path):
    figure, axes = pyplot.subplots(len(PANELS), 1, figsize=(11, 14), constrained_layout=True)
    figure.suptitle(TITLE)
    for axis, panel in zip(axes, PANELS):
        axis.set_title(panel["title"], loc="left", fontsize=10)
        axis.grid(True, alpha=0.3)
        for name, values, colour in panel.get("lines", []):
            axis.plot(TIMES, values, color=colour, label=name)
        for name, times, values, sign, colour in panel.get("marks", []):
            axis.scatter(times, values, marker="^" if sign > 0 else "v", color=colour, label=name, zorder=3)
        for name, value in panel.get("bars", []):
            axis.barh(name, value, color=BLUE if value >= 0 else ORANGE)
        if len(panel.get("lines", [])) + len(panel.get("marks", [])) > 1:
            axis.legend(fontsize=8)
    figure.savefig(path, dpi=120)
    pyplot.close(figure)


# %% Or without it
WIDTH, HEIGHT, LEFT, TOP, GAP = 900, 160, 110, 50, 60


def nice_ticks(low, high):
    """About five round values from low to high."""
    rough = (high - low) / 5
    power = 10 ** math.floor(math.log10(rough))
    step = next(one * power for one in (1, 2, 5, 10) if one * power >= rough)
    return [number * step for number in range(math.ceil(low / step), math.floor(high / step) + 1)]


def svg_panel(panel, top):
    parts = [f'<text x="{LEFT}" y="{top - 8}" font-weight="bold">{escape(panel["title"])}</text>']
    if "bars" in panel:
        return parts + svg_bars(panel["bars"], top)
    every = [value for _, values, _ in panel["lines"] for value in values]
    room = (max(every) - min(every)) * 0.08 or abs(max(every)) * 0.08 or 1
    low, high = min(every) - room, max(every) + room
    span = (TIMES[-1] - TIMES[0]).total_seconds() or 1

    def place(time, value):
        x = LEFT + (time - TIMES[0]).total_seconds() / span * WIDTH
        return x, top + HEIGHT - (value - low) / (high - low) * HEIGHT

    for tick in nice_ticks(low, high):
        _, y = place(TIMES[0], tick)
        parts.append(f'<path d="M{LEFT} {y:.1f}h{WIDTH}" stroke="#dde2e7"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="{GREY}">{tick:,.10g}</text>')
    for at, anchor in ((TIMES[0], "start"), (TIMES[-1], "end")):
        text = at.astimezone(timezone.utc).strftime("%Y-%m-%d %H:%M")
        x, _ = place(at, low)
        parts.append(f'<text x="{x:.1f}" y="{top + HEIGHT + 16}" text-anchor="{anchor}" fill="{GREY}">{text}</text>')
    for at, (name, values, colour) in enumerate(panel["lines"]):
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(place, TIMES, values))
        dash = ' stroke-dasharray="6 4"' if at else ""
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        if len(panel["lines"]) > 1:
            x, y = place(TIMES[-1], values[-1])
            parts.append(f'<text x="{x + 6:.1f}" y="{y + 4:.1f}" fill="{colour}">{escape(name)}</text>')
    for _, times, values, sign, colour in panel.get("marks", []):
        strokes = "".join(f"M{x:.1f} {y:.1f}v{-12 * sign}" for x, y in map(place, times, values))
        parts.append(f'<path d="{strokes}" stroke="{colour}" stroke-width="2"/>')
    return parts


def svg_bars(bars, top):
    most = max((abs(value) for _, value in bars), default=0) or 1
    parts, middle = [], LEFT + WIDTH / 2
    for row, (name, value) in enumerate(bars):
        y, width = top + 4 + row * 18, abs(value) / most * WIDTH * 0.38
        x = middle if value >= 0 else middle - width
        colour = BLUE if value >= 0 else ORANGE
        parts.append(f'<text x="{LEFT - 8}" y="{y + 11}" text-anchor="end">{escape(name)}</text>')
        parts.append(f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="13" fill="{colour}"/>')
        parts.append(f'<text x="{LEFT + WIDTH}" y="{y + 11}" text-anchor="end">{value:+,.2f}</text>')
    return parts or [f'<text x="{LEFT}" y="{top + 16}" fill="{GREY}">no trades</text>']


def draw_svg(path):
    tops = [TOP + GAP // 2 + number * (HEIGHT + GAP) for number in range(len(PANELS))]
    size = f"0 0 {LEFT + WIDTH + 110} {tops[-1] + HEIGHT + GAP}"
    body = [part for panel, top in zip(PANELS, tops) for part in svg_panel(panel, top)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" font-family="sans-serif" font-size="12">'
    ground = '<rect width="100%" height="100%" fill="#ffffff"/>'
    title = f'<text x="{LEFT}" y="26" font-size="16" font-weight="bold">{escape(TITLE)}</text>'
    path.write_text("\n".join([head, ground, title, *body, "</svg>", ""]), encoding="utf-8")


# %% Whichever is there
def main():
    pyplot = None
    if not WANTS_SVG:
        try:
            import matplotlib

            if "ipykernel" not in sys.modules:
                matplotlib.use("Agg")
            from matplotlib import pyplot
        except ImportError:
            pyplot = None
    path = FOLDER / ("run.svg" if pyplot is None else "run.png")
    if pyplot is None:
        draw_svg(path)
    else:
        draw_png(pyplot, path)
    print(path)


main()
