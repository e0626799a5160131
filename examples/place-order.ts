// Places a signed order with a take profit and a stop loss, and reads back what became of it.
//
//   node scripts/node.mjs examples/place-order.ts
//
// OUTCRY_URL, OUTCRY_KEY, OUTCRY_SECRET and OUTCRY_PASSPHRASE choose the exchange and the account; the defaults are the
// local demo's.
import { createClient, OutcryError } from '../src/client/index.ts';

const symbol = 'cmt_btcusdt';
const client = createClient({
  url: process.env['OUTCRY_URL'] ?? 'http://127.0.0.1:8080',
  apiKey: process.env['OUTCRY_KEY'] ?? 'local-demo-key-1',
  secret: process.env['OUTCRY_SECRET'] ?? 'local-demo-secret-1-everybody-knows-it',
  passphrase: process.env['OUTCRY_PASSPHRASE'] ?? 'local-demo-passphrase-1',
});

const mark = Number((await client.ticker({ symbol })).markPrice);
const order = {
  symbol,
  client_oid: `example-${crypto.randomUUID().slice(0, 30)}`,
  size: '0.001',
  type: '1', // open long
  order_type: '0',
  match_price: '1', // at market
  presetTakeProfitPrice: (mark * 1.02).toFixed(1),
  presetStopLossPrice: (mark * 0.98).toFixed(1),
} as const;
const placed = await client.placeOrder(order);
console.log('order', placed.order_id);

// Sent again, after a time-out say, it is recognised by its client_oid and not placed a second time.
const again = await client.placeOrder(order);
console.log('the same order again:', again.order_id === placed.order_id);

// The answer comes after matching, so everything below is there at once.
const long = (await client.singlePosition({ symbol })).find((position) => position.side === 'LONG');
console.log('position', long?.size, 'opened for', long?.open_value, 'unrealised', long?.unrealizePnl);

const presets = (await client.currentPlan({ symbol })).filter((plan) => plan.parentOrderId === placed.order_id);
console.log('presets', presets.map((plan) => `${plan.planType} at ${plan.triggerPrice}`).join(', '));
if (presets.length !== 2)
  throw new Error(`a take profit and a stop loss were expected, found ${presets.length} plan orders`);

const bill = (await client.bills({ symbol, limit: 5 })).items.find((item) => item.orderId === placed.order_id);
if (bill === undefined) throw new Error('the order has no bill');
console.log('bill', bill.businessType, bill.amount, 'of which fee', bill.fillFee);

// A refusal says what was found and what is needed.
try {
  await client.placeOrder({ ...order, client_oid: `${order.client_oid}x`.slice(0, 40), size: '0.00015' });
  throw new Error('a size between two steps was accepted');
} catch (error) {
  if (!(error instanceof OutcryError)) throw error;
  console.log('refused:', error.message);
}
