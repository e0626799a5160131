"""A client of an Outcry exchange: every operation typed, signed, asked again where that is safe; sync and asyncio."""

from .aio import AsyncClient
from .ailog import canonical, client_oid_of, log_body
from .client import Answer, Client, RateLimit
from .decision import Decision, DecisionFailed, DecisionLog, Log
from .errors import ApiError, NoAnswer, OutcryError
from .live import AccountEvent, AccountStream, Book, MarketEvent, MarketStream
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
    "Execution",
    "Log",
    "MarginMode",
    "MarketEvent",
    "MarketStream",
    "NoAnswer",
    "OrderType",
    "OutcryError",
    "PositionMode",
    "PriceKind",
    "RateLimit",
    "TriggerType",
    "canonical",
    "client_oid_of",
    "log_body",
    "sign",
    "signed_headers",
]
