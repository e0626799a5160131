"""A decision and its order in one call, with the Python client. Python 3.11 or newer.

    python3 examples/decide.py

The client is taken from this repository here; `pip install ./clients/python` puts it where every program finds it.
OUTCRY_URL, OUTCRY_KEY, OUTCRY_SECRET and OUTCRY_PASSPHRASE choose the exchange and the account; the defaults are the
local demo's. The account must be on the AI-log allowlist; the demo accounts are.
"""

import os
import pathlib
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "clients" / "python"))
from outcry import Client, DecisionFailed, Execution, OrderType, PriceKind

SYMBOL = "cmt_btcusdt"
DEMO = {
    "OUTCRY_KEY": "local-demo-key-1",
    "OUTCRY_SECRET": "local-demo-secret-1-everybody-knows-it",
    "OUTCRY_PASSPHRASE": "local-demo-passphrase-1",
}


def main():
    with Client.from_env(DEMO | os.environ) as client:
        mark = client.ticker(symbol=SYMBOL)["markPrice"]
        log = {
            "stage": "Decision Making",
            "model": "example-model-1",
            "input": {"prompt": f"Mark {mark}. Long or flat?", "at": time.time_ns()},
            "output": {"decision": "OPEN_LONG", "symbol": SYMBOL, "size": "0.001"},
            "explanation": "An example decides nothing; it always buys.",
        }
        order = {
            "symbol": SYMBOL,
            "size": "0.001",
            "type": OrderType.OPEN_LONG,
            "order_type": Execution.NORMAL,
            "match_price": PriceKind.MARKET,
        }
        try:
            made = client.decide(log, order)
        except DecisionFailed as failed:
            # The very bytes again: one log, one order, whatever had become of the first try.
            if not failed.may_have_happened:
                raise
            made = client.decide(failed.decision.body, order)
        print("log", made.log_index, "order", made.order_id, "under", made.client_oid)
        mine = next(row for row in client.aiOrders(limit=20) if row["orderId"] == made.order_id)
        print("grade", mine["grade"], "level", mine["level"])
        assert (mine["grade"], mine["level"]) == ("A", 3)


main()
