/** GET /api/v3/coins: the one coin, for programs that ask the spot market for coins first. Nobody moves it. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { boolean, list, object, string } from '../shapes/schema.ts';
import { shape } from '../shapes/shape.ts';
import { COIN } from '../words/wire.ts';

const coin = object({
  coin: string(),
  depositAllEnable: boolean(),
  withdrawAllEnable: boolean(),
  name: string(),
  networkList: list(string()),
});
const USDT = { coin: COIN, depositAllEnable: false, withdrawAllEnable: false, name: COIN, networkList: [] };

export const spotCoins = defineRoute({
  operation: 'v3.spotCoins',
  summary: 'Coins, of a spot market that there is not',
  ...PUBLIC_READ,
  path: '/api/v3/coins',
  weight: { ip: 5, uid: 0 },
  answer: shape(list(coin), [USDT]),
  handle: () => [USDT],
});
