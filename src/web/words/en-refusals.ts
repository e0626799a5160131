/**
 * The meaning of a refusal for whoever sits before the page, in English: by the exchange's reason, else by its code.
 * The facts each is given are those `format/refusal.ts` finds in the exchange's own sentence, in its order.
 */
export type Said = (...facts: readonly string[]) => string;

/** Of fields of requests, by their name on the wire. */
const fields: Readonly<Record<string, string>> = {
  size: 'size',
  price: 'price',
  type: 'action',
  symbol: 'contract',
  trigger_price: 'trigger price',
  triggerPrice: 'trigger price',
  execute_price: 'price',
  executePrice: 'price',
  presetTakeProfitPrice: 'take profit',
  presetStopLossPrice: 'stop loss',
  longLeverage: 'leverage',
  shortLeverage: 'leverage',
  collateralAmount: 'amount',
};
const field = (name = ''): string => fields[name] ?? `“${name}”`;

export const enRefusals = {
  ACCOUNT_FROZEN: () => 'The operator has frozen this account: it may look, not trade.',
  AI_LOG_NOT_ALLOWED: () => 'This account may not upload AI logs yet: ask the operator to put it on the list.',
  PARAMETER_INVALID: (name) => `The exchange can’t take this ${field(name)}.`,
  OPERATION_NOT_PERMITTED: () => 'The contest of this account does not allow this.',
  SYMBOL_NOT_PERMITTED: () => 'In its contest this account may open nothing in this contract.',
  LEVERAGE_TOO_HIGH: () => 'The leverage is above what the contract, or your contest, allows.',
  KEY_ENDED: () => 'The key of this session was stopped or has expired: it can trade no more.',
  KEY_LIMIT_EXCEEDED: () => 'The key of this session may not do this: it is beyond one of its limits.',
  ORDER_NOT_FOUND: () => 'There is no such order any more: it was filled or cancelled.',
  DUPLICATE_CLIENT_OID: () => 'This id was used for another order already: place it again under a new one.',
  CONTRACT_NOT_TRADING: (symbol) => `${symbol} is not trading now: orders can be cancelled, none placed.`,
  MARK_PRICE_UNAVAILABLE: (symbol) => `${symbol} has no fresh price right now: try again in a few seconds.`,
  SIZE_NOT_POSITIVE: (step) => `The size must be above 0, in steps of ${step}.`,
  SIZE_NOT_MULTIPLE_OF_STEP: (step, found) => `Sizes go in steps of ${step}; ${found} lies between two of them.`,
  SIZE_TOO_SMALL: (found, least) => `${found} is too small: the smallest order is ${least}.`,
  SIZE_TOO_LARGE: (found, most) => `${found} is too large: the largest order of this kind is ${most}.`,
  PRICE_NOT_MULTIPLE_OF_TICK: (tick, found) => `Prices go in ticks of ${tick}; ${found} is none of them.`,
  PRICE_OUT_OF_RANGE: (found, least, most) => `${found} is no price here: it must be from ${least} to ${most}.`,
  PRICE_OUT_OF_BAND: (side, _found, bound, mark) =>
    side === 'buy'
      ? `Too high: at a mark price of ${mark} a buy may be at most ${bound}.`
      : `Too low: at a mark price of ${mark} a sell must be at least ${bound}.`,
  TRIGGER_PRICE_NOT_MULTIPLE_OF_TICK: (tick, found) =>
    `Trigger prices are above 0, in ticks of ${tick}; ${found} is none.`,
  TRIGGER_PRICE_WRONG_SIDE: (side, bound) =>
    `It would fire at once: the trigger must be ${side === 'greater' ? 'above' : 'below'} ${bound}.`,
  PRESET_NOT_ALLOWED_ON_CLOSE: () => 'Only an opening order can carry a take profit or stop loss.',
  PRESET_TP_NOT_MULTIPLE_OF_TICK: (tick, found) => `The take profit goes in ticks of ${tick}; ${found} is none.`,
  PRESET_SL_NOT_MULTIPLE_OF_TICK: (tick, found) => `The stop loss goes in ticks of ${tick}; ${found} is none.`,
  PRESET_TP_WRONG_SIDE: (side, bound) =>
    `The take profit must be ${side === 'greater' ? 'above' : 'below'} ${bound}, or it would fire at once.`,
  PRESET_SL_WRONG_SIDE: (side, bound) =>
    `The stop loss must be ${side === 'greater' ? 'above' : 'below'} ${bound}, or it would fire at once.`,
  MARGIN_MODE_MISMATCH: (symbol) => `${symbol} has positions or orders in the other margin mode: close them first.`,
  SEPARATED_MODE_MISMATCH: (symbol) =>
    `${symbol} has positions or orders in the other position mode: close them first.`,
  TOO_MANY_OPEN_ORDERS: (count, most) =>
    `You have ${count} orders waiting, and ${most} is the most: cancel some first.`,
  TOO_MANY_PLAN_ORDERS: (count, most) =>
    `You have ${count} plan orders waiting, and ${most} is the most: cancel some first.`,
  TOO_MANY_SEPARATED_POSITIONS: (count, symbol, most) =>
    `You have ${count} separate positions in ${symbol}, and ${most} is the most.`,
  POSITION_SIDE_INVALID: (side, symbol) => `You have no ${side} position in ${symbol} to close.`,
  POSITION_NOT_FOUND: () => 'This position is closed already.',
  POSITION_NOT_ISOLATED: () => 'This position shares the margin of the account: only an isolated one has its own.',
  LEVERAGE_SIDES_DIFFER: () => 'With cross margin, long and short have one leverage.',
  LEVERAGE_BLOCKED_BY_OPEN_ORDERS: (symbol, orders, plans) =>
    `Leverage of ${symbol} can’t change while you have orders there (${orders}) or plans (${plans}): cancel them first.`,
  MODE_SWITCH_WITH_OPEN_POSITION: (symbol) => `The mode of ${symbol} can’t change while you have a position in it.`,
  MODE_SWITCH_WITH_OPEN_ORDERS: (symbol, orders, plans) =>
    `The mode of ${symbol} can’t change while you have orders there (${orders}) or plans (${plans}): cancel them first.`,
  PLAN_ORDER_NOT_MODIFIABLE: () => 'This plan order has fired or ended already: it can’t be changed.',
  ORDER_NOT_CANCELABLE: () => 'This order has ended already.',
  CLOSE_SIZE_EXCEEDS_POSITION: (found, most, held) =>
    `${found} is more than can be closed: ${most} is free${held === '' ? '' : `, ${held} waits in a closing order`}.`,
  TPSL_SIZE_EXCEEDS_POSITION: (found, most) =>
    `${found} is more than the position has: ${most} of it has no such order yet.`,
  CLOSE_PRICE_BEYOND_BANKRUPTCY: (found, worst) =>
    `At ${found} the margin would be used up: a close may be no worse than ${worst}.`,
  POSITION_LIMIT_EXCEEDED: (found, most, symbol) =>
    `You would have ${found} in ${symbol} with your orders; the most is ${most}.`,
  LEVERAGE_TIER_EXCEEDED: (found, leverage, most) =>
    `At ${leverage}x positions go up to ${most} USDT, and this would make ${found}: lower the leverage or the size.`,
  MARGIN_REMOVAL_TOO_LARGE: (most) => `At most ${most} USDT can be taken out.`,
  INSUFFICIENT_MARGIN: (need, available) => `You have ${available} USDT available; this needs about ${need}.`,
  AMOUNT_INVALID: (found) => `${found} is no amount: it must be above 0, with at most 8 decimals.`,
  SYSTEM_LIMIT: (_found, most) => `That is more than the exchange may hold: ${most} USDT in all.`,
  BALANCE_NOT_ENOUGH: (found, most) => `At most ${most} USDT may leave the account; ${found} was asked for.`,
  INDEX_INVALID: (symbol, found) => `${found} is no index price ${symbol} can have now.`,
  CONTRACT_IN_USE: (symbol) => `Tick and step of ${symbol} can change only while nobody has anything open in it.`,
  COPY_INVALID: (found, need) => `Not possible: ${found} needs ${need}.`,
  IDEMPOTENCY_KEY_REUSED: () => 'This log’s id came with another text before.',
  '40001': () => 'The key is missing: sign in again.',
  '40002': () => 'The signature is missing: sign in again.',
  '40003': () => 'The time of the request is missing: load the page again.',
  '40005': () => 'The time of the request can’t be read: load the page again.',
  '40006': () => 'The exchange doesn’t know this key.',
  '40007': () => 'The exchange can’t read this kind of request.',
  '40008': () => 'Your clock is more than 30 seconds off, or this login was used already: try again.',
  '40009': () => 'The secret doesn’t fit this key.',
  '40011': () => 'The passphrase is missing.',
  '40012': () => 'The passphrase doesn’t fit this key.',
  '40013': () => 'The operator has frozen this account: it may look, not trade.',
  '40014': () => 'This key may read, not trade.',
  '40015': (found) => `The exchange says no: ${found}`,
  '40017': (found) => `The exchange can’t take this: ${found}`,
  '40018': () => 'This key may not be used from your address.',
  '40019': (name) => `Please fill in: ${field(name)}.`,
  '40020': (name) => `The exchange can’t take this ${field(name)}.`,
  '40022': () => 'This account may not do this: ask the operator.',
  '40753': () => 'This key is switched off, expired or taken back.',
  '60001': () => 'This exchange is no rehearsal.',
  '60002': () => 'Agents take turns here, and it is not yours.',
  '60003': () => 'The rehearsal has gone on: load the page again.',
  '60004': () => 'The rehearsal’s clock is running, or is not yours to set.',
  '60005': () => 'The rehearsal’s clock can’t go there at once.',
  '60006': () => 'The scenario or the faults are not valid.',
  '60007': () => 'The rehearsal has no such checkpoint or branch.',
  '50003': () => 'This account may not trade this contract.',
  '50004': () => 'This account may not do this.',
  '50005': () => 'There is no such order any more: it was filled or cancelled.',
  '50007': () => 'The leverage is above what the contract, or your contest, allows.',
  invalid: (found) => found,
  forbidden: (found) => found,
  // A proposal of the exchange, which comes in its own words.
  hint: (found) => found,
  '403': () => 'This exchange is not open to this web page.',
  '404': () => 'The exchange has no such thing.',
  '405': () => 'The exchange can’t do this here.',
  '413': () => 'This is too large for the exchange.',
  '414': () => 'The address of the request is too long.',
  '417': () => 'The exchange can’t do what your browser expects.',
  '421': () => 'The exchange doesn’t go by this name.',
  '429': () => 'Too many requests in a short time: your bot and this page share one allowance.',
  '431': () => 'Your browser sends more than the exchange reads.',
  '500': () => 'Something broke at the exchange. It may have been carried out: look before you ask again.',
  '503': () => 'The exchange takes no requests right now: nothing was done.',
} satisfies Readonly<Record<string, Said>>;

export type RefusalWords = Readonly<Record<keyof typeof enRefusals, Said>>;
