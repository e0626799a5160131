/**
 * Forms: what a log says, in the shapes that public bots send: recommended fields, messages of a chat model, signals,
 * votes, lists of coins, features, Chinese. Each makes input, output and explanation of what a team thinks.
 */
import { coinOf, type Figures, rounded } from '../figures.ts';
import type { Move, Player } from '../player.ts';
import { chineseReasonOf, reasonOf, waitingOf } from '../reasons.ts';

export interface Thought {
  readonly player: Player;
  /** The act; none: nothing is done. */
  readonly moves: readonly Move[];
  readonly figures: Figures;
  /** Why, in words of its own. */
  readonly reason: string;
  readonly nth: number;
}

export interface Said {
  readonly stage?: string;
  readonly model?: string;
  readonly input: object;
  readonly output: object;
  readonly explanation?: string;
  /** Another order than the one it is about. */
  readonly orderId?: string | null;
}

export type Form = (thought: Thought) => Said;

/** How the log is tied to orders. */
interface Ties {
  readonly orderId?: string;
  readonly clientOids?: readonly string[];
}

export const MODEL = 'rehearsal-model-1';

/** The text of a log, made once: its bytes are what is hashed and stored. */
export function said(form: Form, player: Player, moves: readonly Move[], { orderId, clientOids = [] }: Ties = {}) {
  const { input, output, explanation, ...more } = form(thoughtOf(player, moves));
  const named = clientOids.length === 1 ? { client_oid: clientOids[0] } : { client_oids: clientOids };
  return JSON.stringify({
    orderId: more.orderId === undefined ? (orderId ?? null) : more.orderId,
    stage: more.stage ?? 'Decision Making',
    model: more.model ?? MODEL,
    input,
    output: clientOids.length === 0 ? output : { ...output, ...named },
    explanation,
  });
}

/** A log that nothing is done, about a contract. */
export function saidOfWaiting(form: Form, player: Player, symbol: string): string {
  const figures = player.figures(symbol);
  const reason = waitingOf(player.random, figures);
  const {
    input,
    explanation,
    stage = 'Decision Making',
    model = MODEL,
  } = form({
    player,
    moves: [],
    figures,
    reason,
    nth: player.next(),
  });
  return JSON.stringify({ orderId: null, stage, model, input, output: { decision: 'HOLD', symbol }, explanation });
}

function thoughtOf(player: Player, moves: readonly Move[]): Thought {
  const figures = player.figures(moves[0]?.symbol ?? 'cmt_btcusdt');
  const reason = moves[0] === undefined ? '' : reasonOf(player.random, figures, actOf(moves[0]));
  return { player, moves, figures, reason, nth: player.next() };
}

function actOf({ type }: Move): { readonly isLong: boolean; readonly opens: boolean } {
  return { isLong: type === 1 || type === 3, opens: type === 1 || type === 2 };
}

const ACTIONS = { 1: 'OPEN_LONG', 2: 'OPEN_SHORT', 3: 'CLOSE_LONG', 4: 'CLOSE_SHORT' } as const;
/** Its name among those who think of sides of the market. */
const SIDES = { 1: 'BUY', 2: 'SELL', 3: 'SELL', 4: 'BUY' } as const;
const POSITIONS = { 1: 'LONG', 2: 'SHORT', 3: 'LONG', 4: 'SHORT' } as const;
const CHINESE = { 1: '开多', 2: '开空', 3: '平多', 4: '平空' } as const;

const first = ({ moves }: Thought): Move => moves[0] ?? { symbol: 'cmt_btcusdt', type: 1, size: '0' };
const marketOf = ({ symbol, mark }: Figures): object => ({ symbol, mark: String(mark) });
/** The question to a model: the same words each time around other figures. */
const asked = ({ player, figures: { coin, mark, change1h, rsi14 } }: Thought): string =>
  `You are ${player.name}, a trader of perpetual futures. ${coin} at ${mark}, one hour ${change1h} %, RSI ${rsi14}. ` +
  'Answer with one decision as JSON.';

/** As docs/ai-log.md recommends it. */
export const plain: Form = (thought) => ({
  input: { prompt: asked(thought), market: [marketOf(thought.figures)] },
  output: { decision: ACTIONS[first(thought).type], symbol: first(thought).symbol, size: first(thought).size },
  explanation: thought.reason,
});

/** A call of a chat model as its own API has it, with the decision taken out of the answer. */
export const chat: Form = (thought) => {
  const { symbol, type, size } = first(thought);
  const answer = { action: ACTIONS[type].toLowerCase(), symbol, quantity: Number(size), reasoning: thought.reason };
  return {
    model: 'gpt-4o-mini',
    input: {
      messages: [
        { role: 'system', content: `You trade for ${thought.player.name}. Only JSON. Never risk more than 2 %.` },
        { role: 'user', content: JSON.stringify(thought.figures) },
      ],
      temperature: 0.2,
      response_format: { type: 'json_object' },
    },
    output: {
      responseId: `chatcmpl-${thought.player.random.next().toString(36)}${thought.nth}`,
      usage: { prompt_tokens: 400 + thought.nth, completion_tokens: 60 + (thought.nth % 40), total_tokens: 500 },
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: JSON.stringify(answer) } }],
      ...answer,
    },
    explanation: thought.reason,
  };
};

/** The same with nothing but what the API answered: the decision is text inside of a text. */
export const rawChat: Form = (thought) => {
  const { input, output, ...rest } = chat(thought);
  const { responseId, usage, choices } = output as Readonly<Record<string, unknown>>;
  return { ...rest, input, output: { id: responseId, object: 'chat.completion', usage, choices } };
};

/** A sentence and nothing else, as the first public example has it. */
export const sentence: Form = (thought) => {
  const { type, symbol } = first(thought);
  const word = { 1: 'Buy', 2: 'Sell', 3: 'Take the long off in', 4: 'Cover' }[type];
  const { change1h, rsi14, coin } = thought.figures;
  return {
    model: 'gpt-4o-mini',
    input: { prompt: `Summarise the last hours of ${symbol} (${change1h} %, RSI ${rsi14}) and give a direction.` },
    output: { response: `${word} ${coin}; ${thought.reason}` },
    explanation: thought.reason,
  };
};

/** A signal with its confidence and targets. */
export const signal: Form = (thought) => {
  const { type, symbol } = first(thought);
  const { figures, player, reason } = thought;
  const words = { 1: 'BUY_LONG', 2: 'SELL_SHORT', 3: 'EXIT_LONG', 4: 'EXIT_SHORT' } as const;
  return {
    input: {
      prompt: `Evaluate regime and funding of ${figures.coin} for ${player.name}.`,
      indicators: { RSI: String(figures.rsi14), EMA9: figures.ema9, EMA21: figures.ema21 },
      sentiment: reason.split(',')[0],
    },
    output: { signal: words[type], pair: symbol, confidence: rounded(0.6 + player.random.below(30) / 100, 2) },
    explanation: `${player.name} scored the setup. ${reason}`,
  };
};

/** BUY and SELL for everything: a sale may open a short or close a long. */
export const sides: Form = (thought) => ({
  input: { symbol: first(thought).symbol, last: thought.figures.mark, features: thought.figures },
  output: { signal: SIDES[first(thought).type], symbol: first(thought).symbol, qty: first(thought).size },
  explanation: thought.reason,
});

/** The side of the order and the side of the position it closes or opens. */
export const closingWithSide: Form = (thought) => {
  const { type, symbol, size } = first(thought);
  const action = type > 2 ? 'CLOSE' : 'OPEN';
  return {
    input: { prompt: asked(thought), position: type > 2 ? POSITIONS[type] : null },
    // A close names the position by the side it was bought on.
    output: { action, side: type === 1 || type === 3 ? 'BUY' : 'SELL', symbol, size },
    explanation: thought.reason,
  };
};

/** A decision two levels down, between other objects. */
export const nested: Form = (thought) => {
  const { type, symbol, size } = first(thought);
  return {
    input: { context: { market: { ...thought.figures }, account: { equity: 10_000, open: type > 2 ? 1 : 0 } } },
    output: {
      analysis: { regime: thought.figures.z > 0 ? 'up' : 'down', score: thought.figures.z, notes: [thought.reason] },
      trade: { action: ACTIONS[type], symbol, quantity: Number(size), leverage: 5 },
      risk: { stop_pct: 1.2, target_pct: 2.4 },
    },
    explanation: thought.reason,
  };
};

/** Votes of several agents, and who counts them. */
export const votes: Form = (thought) => {
  const { type, symbol } = first(thought);
  const share = rounded(0.55 + thought.player.random.below(40) / 100, 2);
  const direction = SIDES[type].toLowerCase();
  return {
    model: thought.player.pick(['analyst-model-1', 'sentiment-model-1', 'risk-model-1']),
    input: { symbol, agentDecisions: ['bullish', direction, 'approve'], marketScore: thought.figures.z },
    output: { action: 'execute', direction, symbol, confidence: share, votes: { [direction]: share, hold: 0.1 } },
    explanation: `Consensus of ${thought.player.name}: ${share}. ${thought.reason}`,
  };
};

/** Two sides argue, and a third decides. */
export const debate: Form = (thought) => {
  const { type, symbol, size } = first(thought);
  const { figures, player, reason } = thought;
  return {
    input: {
      market_data: figures,
      bull_case: waitingOf(player.random, figures),
      bear_case: waitingOf(player.random, figures),
      history: `${player.orders.length} trades so far`,
    },
    output: { decision: ACTIONS[type], symbol, size, winner: type === 1 || type === 4 ? 'bull' : 'bear', reason },
    explanation: reason,
  };
};

/** All that is done now in one list. */
export const list: Form = (thought) => ({
  input: { prompt: asked(thought), universe: thought.moves.map(({ symbol }) => coinOf(symbol)) },
  output: {
    decisions: thought.moves.map(({ symbol, type, size }) => ({
      symbol,
      action: ACTIONS[type].toLowerCase(),
      quantity: size,
      confidence: rounded(0.6 + thought.player.random.below(30) / 100, 2),
    })),
  },
  explanation: thought.reason,
});

/** Chinese throughout, of a trader that calls itself an AI. */
export const chinese: Form = (thought) => {
  const { type, symbol, size } = first(thought);
  const { figures, player } = thought;
  const reason = chineseReasonOf(player.random, figures, actOf(first(thought)));
  return {
    stage: '决策',
    model: 'deepseek-chat',
    input: {
      messages: [
        { role: 'system', content: '你是一个专业的加密货币合约交易人工智能。保住本金优先，只输出JSON。' },
        {
          role: 'user',
          content: `${figures.coin} 现价 ${figures.mark}，RSI ${figures.rsi14}，涨跌 ${figures.change1h}%`,
        },
      ],
    },
    output: { action: CHINESE[type], symbol, size, 理由: reason },
    explanation: `人工智能模型判断：${reason}`,
  };
};

/** No word beside the decision. */
export const terse: Form = (thought) => {
  const { input, output } = plain(thought);
  return { input, output };
};

/** A sentence for each action, with the figures of now. */
export const fixed: Form = (thought) => {
  const { mark, rsi14 } = thought.figures;
  const action = ACTIONS[first(thought).type].replace('_', ' ').toLowerCase();
  return { ...plain(thought), explanation: `The model decided to ${action} at ${mark}, with RSI at ${rsi14} then.` };
};

/** A classifier's features and its probability; the same sentence around other figures each time. */
export const features: Form = (thought) => {
  const { type, symbol } = first(thought);
  const { atrPct, rsi14, z } = thought.figures;
  const probability = rounded(0.5 + thought.player.random.below(400) / 1000, 3);
  return {
    model: 'lightgbm-global-1',
    input: {
      features: { atr_pct: atrPct, rsi_14: rsi14, price_to_sma24: z },
      signal_context: { symbol, timeframe: '5m' },
    },
    output: { direction: ACTIONS[type], symbol, confidence: probability, should_trade: true },
    explanation: `${type > 2 ? 'exit' : 'entry'} conditions satisfied at probability ${probability}, ATR ${atrPct}`,
  };
};

/** An action of a learned policy, as the code of an order. */
export const policy: Form = (thought) => ({
  model: 'dqn-agent-1',
  input: { state: [thought.figures.z, thought.figures.rsi14, thought.figures.change1h, thought.nth] },
  output: { type: first(thought).type, symbol: first(thought).symbol, q: rounded(thought.figures.z * 0.1 + 0.4, 3) },
  explanation: `Q-values at step ${thought.nth}: ${thought.reason}`,
});

/** A size in USDT. */
export const notional: Form = (thought) => {
  const { type, symbol, size } = first(thought);
  const value = String(Math.ceil(Number(size) * thought.figures.mark * 1.01));
  return {
    input: { prompt: asked(thought), balance: '10000' },
    output: { decision: ACTIONS[type], symbol, size: value, unit: 'USDT' },
    explanation: thought.reason,
  };
};

/** The record of an order that was carried out. */
export const execution: Form = (thought) => {
  const { type, symbol, size } = first(thought);
  return {
    stage: 'Order Execution',
    model: 'signal-pipeline-2',
    input: { signal: POSITIONS[type], symbol, price: thought.figures.mark, leverage: 20 },
    output: { action: ACTIONS[type], symbol, size, executed: true },
    explanation: `${thought.player.name} executed ${ACTIONS[type]} from its signal. Automated, no manual intervention. ${thought.reason}`,
  };
};

/** Possible moves of the market, before anybody decides. */
export const analysis: Form = (thought) => ({
  stage: 'Strategy Generation',
  model: 'gemini-2.0-flash',
  input: { prompt: asked(thought), data: thought.figures },
  output: { bias: thought.figures.z > 0 ? 'BULLISH' : 'BEARISH', confidence: 0.7, notes: thought.reason },
  explanation: `Market analysis: ${thought.reason}`,
});

/** A risk manager's word on what another model proposes. */
export const risk: Form = (thought) => ({
  stage: 'Risk Assessment',
  model: 'risk-model-1',
  input: { proposed: ACTIONS[first(thought).type], symbol: first(thought).symbol, equity: 10_000 + thought.nth },
  output: { approved: true, position_size_pct: 15, warnings: [] },
  explanation: `The risk manager, not a manual check, approves: ${thought.reason}`,
});

/** Words about not being manual, as bots that must prove it write them. */
export const protests: Form = (thought) => {
  const { input, output } = plain(thought);
  const how = thought.player.pick([
    'Runs instead of manual trading.',
    'manual_override=false.',
    'The risk manager confirmed.',
    'Fully automated, without manual intervention.',
    'This replaces manual analysis.',
    'No order is placed by hand.',
    'Not a manual close: the exit rule fired.',
  ]);
  return { input, output, explanation: `${thought.reason} ${how}` };
};

/** A form with something changed. */
export function altered(form: Form, change: (said: Said, thought: Thought) => Partial<Said>): Form {
  return (thought) => {
    const made = form(thought);
    return { ...made, ...change(made, thought) };
  };
}
