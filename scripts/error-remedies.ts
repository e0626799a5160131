// When each code is answered and what helps, and what helps against each reason of the engine, for docs/errors.md.
import type { Code } from '../src/api/words/errors.ts';
import type { RejectReason } from '../src/core/language/rejects.ts';

interface Help {
  readonly when: string;
  readonly cure: string;
}

const help = (when: string, cure: string): Help => ({ when, cure });

export const CODE_HELP: Readonly<Record<Code, Help>> = {
  40001: help(
    'no ACCESS-KEY',
    'Send all four headers of [signing](api.md#signing); proxies drop names with underscores',
  ),
  40002: help('no ACCESS-SIGN', 'As for 40001'),
  40003: help('no ACCESS-TIMESTAMP', 'As for 40001'),
  40005: help('the timestamp is not 1 to 16 digits', 'Send epoch milliseconds: digits only, no decimal point'),
  40006: help('no such key', 'Look for blanks in it, and for another exchange’s key; ask whether it was revoked'),
  40007: help('a POST body that is not plain JSON by its headers', 'Send `Content-Type: application/json`'),
  40008: help(
    'more than 30 s from the wall clock, either way; of a WebSocket: used for a connection already',
    'Set the clock, or measure the difference with `market/time` now and then and add it; sign each handshake anew',
  ),
  40009: help(
    'wrong signature; the hint lists what the server saw, never the right signature',
    'Compare what you signed with what the hint lists, byte for byte; try the [worked example](api.md#signing)',
  ),
  40011: help('no ACCESS-PASSPHRASE', 'As for 40001'),
  40012: help('wrong passphrase', 'Use the passphrase that was given with this key'),
  40013: help('the account is frozen', 'Ask the operator; reads and AI logs go on'),
  40014: help('the key may only read', 'Use a key with the trade permission'),
  40015: help('the engine says no', 'Look `token` up under [Reasons of the engine](#reasons-of-the-engine)'),
  40017: help(
    'malformed body, a key twice, or parameters that do not go together',
    'Mend what the hint names; sent again as it is, it gets the same answer',
  ),
  40018: help('the key is bound to other addresses', 'Ask from such an address; the hint has the one you came from'),
  40019: help('a required parameter is not given', 'Give it: those of a POST in the body, those of a GET in the query'),
  40020: help(
    'wrong type, not in the list, out of range, unknown contract',
    'Take the value the hint offers, or one from [the operation’s own table](api.md#reference)',
  ),
  40022: help(
    'not on the AI-log allowlist; decided before the body is looked at',
    'Ask the organiser for a place on it; the hint has the uid to name',
  ),
  40753: help('the key is disabled, expired or revoked', 'Ask the operator for a new one'),
  429: help(
    'a budget is used up; Retry-After says how long to wait',
    'Wait that long, then go on more slowly: [rate limits](api.md#rate-limits)',
  ),
  60001: help('a call that only a rehearsal has', 'Start one with `outcry rehearse`'),
  60002: help(
    'the account is no agent of the lockstep, its turn has not come, or its commands travel in the pass',
    'Join, and act when `join` or `pass` is answered',
  ),
  60003: help('a pass for another barrier than the present one', 'Pass with the barrier the last answer named'),
  60004: help('the clock is running, or agents drive it', 'Pause it, or end the lockstep'),
  60005: help(
    'a moment that has passed or is too far away, more checkpoints or branches than may be, a second scenario, delays where other agents wait for one, or a full disk',
    'Take the limit the hint names',
  ),
  60006: help('a scenario or a profile of faults that says what cannot be', 'Mend the field the hint names'),
  60007: help('no checkpoint or branch of that name', 'Take one of those that `outcry checkpoint list` names'),
  50003: help('the contract is closed to this account', 'Trade what the contest lists: `contest/me`'),
  50004: help('the operation is closed to this account', 'Do it in a way the contest allows: `contest/me`'),
  50005: help(
    'no such order of this account and kind',
    'Ask by the id of the answer; plan orders have their own paths',
  ),
  50007: help('leverage above the cap of the contract', 'Lower it; `market/contracts` has the cap'),
  403: help('a demo only: a web page of another origin', 'Open its own page, or start it with `--http-cors-origin`'),
  404: help('no such path; the hint names the one you may have meant', 'Take the path the hint names'),
  405: help('known path, other method', 'Use the method in the header `Allow`'),
  413: help('body too large', 'Send less at once: [sizes](api.md#sizes-and-times)'),
  414: help('request line too long', 'Shorten the query: fewer ids at once'),
  417: help('an Expect header other than 100-continue; closed', 'Leave it out'),
  421: help(
    'a Host that is no name of the service, on a demo and on pages',
    'Start it with `--http-hosts` and that name',
  ),
  431: help('headers too large', 'Send fewer or shorter ones'),
  500: help(
    'a fault of ours; the outcome of a write is unknown',
    'Send the same request again with the same client id; tell the operator when it was',
  ),
  503: help(
    'not ready, the queue is full, or the journal fails; nothing was executed',
    'Send it again after `Retry-After`',
  ),
};

const ROUND = 'Round it to the tick';
const FREE = 'Send the mode in force, or close and cancel all in the contract first';
const LISTED = 'Trade what the contest lists; what is open can still be closed';

export const REMEDIES: Readonly<Record<RejectReason, string>> = {
  ACCOUNT_FROZEN: 'Ask the operator',
  AI_LOG_NOT_ALLOWED: 'Ask the organiser for a place on the allowlist',
  PARAMETER_INVALID: 'Tell the operator: the front should have said so',
  OPERATION_NOT_PERMITTED: 'Do it by a channel the contest lists, or after its end',
  SYMBOL_NOT_PERMITTED: LISTED,
  LEVERAGE_TOO_HIGH: 'Lower the leverage',
  KEY_ENDED: 'Use another key; the operator gives keys',
  KEY_LIMIT_EXCEEDED: 'Stay within it; `account/apiKey` says what it may do',
  ORDER_NOT_FOUND: 'Take the id from the answer, and the path for its kind',
  DUPLICATE_CLIENT_OID: 'Use a new client id; to retry, send exactly the same content',
  CONTRACT_NOT_TRADING: 'Wait, or trade another contract; `market/contracts` says the state',
  MARK_PRICE_UNAVAILABLE: 'Send it again in a few seconds: the price feed has stopped',
  SIZE_NOT_POSITIVE: 'Send a size above 0',
  SIZE_NOT_MULTIPLE_OF_STEP: 'Round it to the step; the hint has the nearest sizes',
  SIZE_TOO_SMALL: 'Send at least `minOrderSize`, or close the whole position',
  SIZE_TOO_LARGE: 'Split it into several orders',
  PRICE_NOT_MULTIPLE_OF_TICK: 'Round it to the tick; the hint has the nearest prices',
  PRICE_OUT_OF_RANGE: 'Check the contract and the unit of the price',
  PRICE_OUT_OF_BAND: 'Come nearer to the mark price, or send a market order',
  TRIGGER_PRICE_NOT_MULTIPLE_OF_TICK: ROUND,
  TRIGGER_PRICE_WRONG_SIDE: 'Put it on the other side of the price, or close now',
  PRESET_NOT_ALLOWED_ON_CLOSE: 'Leave the preset prices out',
  PRESET_TP_NOT_MULTIPLE_OF_TICK: ROUND,
  PRESET_SL_NOT_MULTIPLE_OF_TICK: ROUND,
  PRESET_TP_WRONG_SIDE: 'Long: above the price; short: below it',
  PRESET_SL_WRONG_SIDE: 'Long: below the price; short: above it',
  MARGIN_MODE_MISMATCH: FREE,
  SEPARATED_MODE_MISMATCH: FREE,
  TOO_MANY_OPEN_ORDERS: 'Cancel some',
  TOO_MANY_PLAN_ORDERS: 'Cancel some',
  TOO_MANY_SEPARATED_POSITIONS: 'Close some, or cancel opening orders',
  POSITION_SIDE_INVALID: 'Read the positions first: nothing is left to close',
  POSITION_NOT_FOUND: 'Read the positions again',
  POSITION_NOT_ISOLATED: 'Only isolated positions have margin of their own',
  LEVERAGE_SIDES_DIFFER: 'Send equal leverages, or change to isolated margin',
  LEVERAGE_BLOCKED_BY_OPEN_ORDERS: 'Cancel orders and plan orders of the contract first',
  MODE_SWITCH_WITH_OPEN_POSITION: 'Close it first',
  MODE_SWITCH_WITH_OPEN_ORDERS: 'Cancel them first',
  PLAN_ORDER_NOT_MODIFIABLE: 'Place a new one',
  ORDER_NOT_CANCELABLE: 'Nothing: read what became of it',
  CLOSE_SIZE_EXCEEDS_POSITION: 'Cancel the closing orders that hold the rest, or close less',
  TPSL_SIZE_EXCEEDS_POSITION: 'Lower the size, or change the one that is there',
  CLOSE_PRICE_BEYOND_BANKRUPTCY: 'Choose a better price, or close at market',
  POSITION_LIMIT_EXCEEDED: 'Open less, or cancel opening orders',
  LEVERAGE_TIER_EXCEEDED: 'Lower the leverage or the size',
  MARGIN_REMOVAL_TOO_LARGE: 'Take out no more than the message says',
  INSUFFICIENT_MARGIN: 'Lower the size, cancel orders that hold margin, or raise the leverage',
  AMOUNT_INVALID: 'Mend the amount',
  SYSTEM_LIMIT: 'Deposit less',
  BALANCE_NOT_ENOUGH: 'Take out less',
  INDEX_INVALID: 'Mend the price feed',
  CONTRACT_IN_USE: 'Wait until nothing is open in it',
  COPY_INVALID: 'Mend what the message names',
  IDEMPOTENCY_KEY_REUSED: 'Use a new key for another body',
};
