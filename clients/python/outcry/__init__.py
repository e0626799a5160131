"""A client of an Outcry exchange: every operation typed, signed, asked again where that is safe; sync and asyncio."""

from .aio import AsyncClient
from .ailog import canonical, client_oid_of, log_body
from .client import Answer, Client, RateLimit
from .decision import Decision, DecisionFailed, DecisionLog, Log
from .errors import ApiError, NoAnswer, OutcryError
from .live import AccountEvent, AccountStream, Book, MarketEvent, MarketStream
from .lockstep import END, Lockstep, Next, Now, Turn, rehearse
from .signing import Credentials, sign, signed_headers
from .wire.enums import Execution, MarginMode, OrderType, PositionMode, PriceKind, TriggerType

__all__ = [
    "AccountEvent",
    "AccountStream",
    "Answer",
    "ApiError",
    "AsyncClient",
    "Book",
    "Client",
    "Credentials",
    "Decision",
    "DecisionFailed",
    "DecisionLog",
    "END",
    "Execution",
    "Lockstep",
    "Log",
    "MarginMode",
    "MarketEvent",
    "MarketStream",
    "Next",
    "NoAnswer",
    "Now",
    "OrderType",
    "OutcryError",
    "PositionMode",
    "PriceKind",
    "RateLimit",
    "TriggerType",
    "Turn",
    "canonical",
    "client_oid_of",
    "log_body",
    "rehearse",
    "sign",
    "signed_headers",
]
