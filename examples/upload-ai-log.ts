// Uploads AI logs around an order, bound to it both ways.
//
//   node scripts/node.mjs examples/upload-ai-log.ts
//
// First the decision, before the order, quoting the log's newest beacon: the order's client_oid is the log's hash, so
// the order itself says which log it follows. That is grade A and evidence level 3 (docs/evidence.md). Then a second
// log with the order's id, after it. The account must be on the AI-log allowlist; the demo accounts are.
import { createHash } from 'node:crypto';
import { createClient } from '../src/client/index.ts';

const symbol = 'cmt_btcusdt';
const client = createClient({
  url: process.env['OUTCRY_URL'] ?? 'http://127.0.0.1:8080',
  apiKey: process.env['OUTCRY_KEY'] ?? 'local-demo-key-1',
  secret: process.env['OUTCRY_SECRET'] ?? 'local-demo-secret-1-everybody-knows-it',
  passphrase: process.env['OUTCRY_PASSPHRASE'] ?? 'local-demo-passphrase-1',
});

// The text is hashed and stored as it is, so it is made once.
const { markPrice } = await client.ticker({ symbol });
const beacon = await client.aiBeacon({});
const decision = JSON.stringify({
  stage: 'Decision Making',
  model: 'example-model-1',
  input: { prompt: `Mark ${markPrice}. Long or flat?`, at: Date.now(), beacon },
  output: { decision: 'OPEN_LONG', symbol, size: '0.001' },
  explanation: 'An example decides nothing; it always buys.',
});
const decided = await client.call('uploadAiLog', decision);
console.log('decision is leaf', decided.headers.get('AI-LOG-INDEX'));

const hash = createHash('sha256').update(decision).digest('hex');
const placed = await client.placeOrder({
  symbol,
  client_oid: `ai1-${hash.slice(0, 32)}`,
  size: '0.001',
  type: 1,
  order_type: 0,
  match_price: 1,
});
console.log('order', placed.order_id);

const { answer: judged } = await client.call('aiValidate', decision);
if (judged.grade !== 'A') throw new Error(`grade ${judged.grade} for an order that is bound by hash and in time`);
console.log('linked', JSON.stringify(judged.link), 'grade', judged.grade);
const mine = (await client.aiOrders({ limit: 20 })).find(({ orderId }) => orderId === placed.order_id);
if (mine?.level !== 3) throw new Error(`level ${mine?.level} for a log before its order that quotes a young beacon`);

const done = await client.call('uploadAiLog', {
  orderId: placed.order_id,
  stage: 'Order Execution',
  model: 'example-model-1',
  input: { order: placed.order_id },
  output: { placed: true },
});
console.log(
  'execution is leaf',
  done.headers.get('AI-LOG-INDEX'),
  'warnings',
  done.headers.get('AI-LOG-WARNINGS') ?? 'none',
);

const { list } = await client.aiLogs({ limit: 2 });
for (const log of list) {
  console.log('log', log.index, log.stage, 'links', JSON.stringify(log.links));
  if (!log.links.some((link) => link.orderId === placed.order_id))
    throw new Error(`log ${log.index} does not name order ${placed.order_id}`);
}
const whole = await client.aiLog({ index: Number(decided.headers.get('AI-LOG-INDEX')) });
console.log('stored as it was sent:', whole.bodySha256 === hash);
