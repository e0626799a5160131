"""The numbers that requests carry, by name.

Generated from the routes by scripts/client-python.ts, not edited by hand.
"""

from enum import IntEnum


class OrderType(IntEnum):
    """`type`, `delegateType`"""

    OPEN_LONG = 1
    OPEN_SHORT = 2
    CLOSE_LONG = 3
    CLOSE_SHORT = 4


class Execution(IntEnum):
    """`order_type`"""

    NORMAL = 0
    POST_ONLY = 1
    FOK = 2
    IOC = 3


class PriceKind(IntEnum):
    """`match_price`, `match_type`"""

    LIMIT = 0
    MARKET = 1


class MarginMode(IntEnum):
    """`marginMode`"""

    CROSS = 1
    ISOLATED = 3


class PositionMode(IntEnum):
    """`separatedMode`"""

    COMBINED = 1
    SEPARATED = 2


class TriggerType(IntEnum):
    """`triggerPriceType`"""

    LAST = 1
    MARK = 3
