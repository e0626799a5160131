/**
 * The phrases that headers of leaves share, one byte each (packed-text.ts): everything in an order's header
 * (JCS, keys in order) but its values. A phrase's number is its place, for ever; 128 at most, new ones at the end.
 */
const ORDER_TYPES = ['0', '1', '2', '3'];
const SIDES = ['1', '2', '3', '4'];

export const PHRASES: readonly string[] = [
  ...['api', 'web', 'plan', 'system'].map((channel) => `{"channel":"${channel}","clientOid":"`),
  'ai1-',
  '","keyId":"ak_',
  ...['0', '1'].map((match) => `","kind":"order","matchPrice":"${match}","orderId":"700000`),
  ...['0', '1'].map((match) => `","keyId":null,"kind":"order","matchPrice":"${match}","orderId":"700000`),
  ...ORDER_TYPES.map((type) => `","orderType":"${type}","parentOrderId":null,"price":"`),
  ...ORDER_TYPES.map((type) => `","orderType":"${type}","parentOrderId":null,"price":null,"size":"`),
  ...ORDER_TYPES.map((type) => `","orderType":"${type}","parentOrderId":"700000`),
  '","price":"',
  '","price":null,"size":"',
  '","size":"',
  '","symbol":"cmt_',
  ...SIDES.map((type) => `usdt","triggerPrice":null,"type":"${type}","uid":"1000`),
  ...SIDES.map((type) => `","type":"${type}","uid":"1000`),
  'usdt","triggerPrice":null,"type":"',
  'usdt","triggerPrice":"',
  '","triggerPrice":null,"type":"',
  '","triggerPrice":"',
  '","type":"',
  '","uid":"1000',
  '","uid":"',
  '","v":1}',
  // An AI log's.
  '{"body":"',
  '=","explanation":"',
  '=","explanation":null,"input":"',
  '=","input":"',
  '=","keyId":"ak_',
  '","kind":"ailog","model":"',
  '","orderId":"700000',
  '","orderId":null,"output":"',
  '","output":"',
  '=","sig":null,"stage":"',
];
