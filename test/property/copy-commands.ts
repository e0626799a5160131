/** Copy trading in a random walk: who leads, who follows whom, and what a follower does with its copies. */
import { sizeText } from '../scenarios/figures.ts';
import { caller, COPIER, near, PEOPLE, pick, positionsOf, type Resolve, type Wish } from './wish.ts';

/** Who does something of copy trading: often the one who does little else. */
const copierOr = (wish: Wish): number => (wish.b % 3 === 0 ? caller(wish).account : COPIER);

export const setLead: Resolve = (_state, wish) => {
  const third =
    wish.b % 2 === 0 ? null : { account: PEOPLE[(wish.who + 1) % PEOPLE.length]!, ratio: `0.${1 + (wish.c % 9)}` };
  return { name: 'setLead', account: caller(wish).account, shareRatio: `0.0${1 + (wish.a % 9)}`, thirdParty: third };
};

export const follow: Resolve = (state, wish) => {
  const lead = PEOPLE.find((id) => id !== copierOr(wish) && state.accounts.get(id)?.copyRole?.lead != null);
  return {
    name: 'follow',
    account: copierOr(wish),
    lead: wish.c % 9 === 0 ? caller(wish).account : (lead ?? PEOPLE[0]!),
    copyRatio: wish.a % 20 === 0 ? '11' : `0.${1 + (wish.a % 9)}`,
    marginMode: wish.modes[0] ?? 'cross',
  };
};

export const unfollow: Resolve = (state, wish) => {
  const relation = pick([...state.relations.values()], wish.a);
  return relation === undefined ? null : { name: 'unfollow', relationId: relation.id };
};

/** A copy closed by its follower, in part or whole, at market or as a resting order that is then in the way. */
export const closeCopy: Resolve = (state, wish, serial) => {
  const position = pick(positionsOf(state, COPIER), wish.a);
  if (position === undefined) return null;
  const { instrument, side } = position;
  const size = Math.max(1, Math.floor((position.size * (1 + (wish.b % 4))) / 4));
  return {
    name: 'placeOrder',
    account: COPIER,
    keyId: 'key',
    channel: 'api',
    symbol: instrument.contract.symbol,
    clientOrderId: `o${serial}`,
    side,
    effect: 'close',
    execution: 'normal',
    size: sizeText(instrument.contract, size),
    price: wish.market ? null : near(instrument, wish.c),
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
    positionMode: null,
    positionId: wish.c % 2 === 0 ? position.id : null,
  };
};
