import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Kit, startKit, SYMBOL } from './kit.ts';
let kit: Kit;
beforeAll(async () => { kit = await startKit(); });
afterAll(() => kit.stop());
it('x', async () => {
  await kit.setPrice(SYMBOL, '90000');
  for (const t of ['/capi/v2/market/time','/capi/v2/market/contracts?symbol=cmt_btcusdt','/capi/v2/market/ticker?symbol=cmt_btcusdt','/capi/v2/market/depth?symbol=cmt_btcusdt','/healthz','/readyz','/capi/v2/order/cancel','/x//y']) {
    const a = await kit.send({ target: t }); console.log(t, a.status, a.text.slice(0,300), a.headers);
  }
  console.log((await kit.get(kit.alice, '/capi/v2/account/assets')).text);
  console.log((await kit.post(kit.bob, '/capi/v2/order/placeOrder', {symbol:SYMBOL,client_oid:'m1',size:'1',type:'2',order_type:'0',match_price:'0',price:'90000'})).text);
  console.log(await kit.place(kit.alice, {presetTakeProfitPrice:'95000',presetStopLossPrice:'85000'}));
  for (const t of ['account/position/singlePosition?symbol=cmt_btcusdt','order/currentPlan','order/historyPlan?symbol=cmt_btcusdt','account/settings?symbol=cmt_btcusdt','account/assets','ai/logs','ai/coverage','ai/allowlist']) { const a=await kit.get(kit.alice, '/capi/v2/'+t); console.log(t,a.status,a.text); }
  console.log((await kit.post(kit.alice, '/capi/v2/account/bills', {limit:2})).text);
  const up=await kit.post(kit.alice, '/capi/v2/order/uploadAiLog', {stage:'s',model:'m',input:{},output:{decision:'HOLD'}}); console.log(up.text, up.headers);
  console.log((await kit.get(kit.alice, '/capi/v2/ai/log?index='+up.headers['ai-log-index'])).text);
  console.log((await kit.send({target:'/metrics'})).text.length, (await kit.send({target:'/openapi.json'})).status, (await kit.send({target:'/docs/'})).status);
  expect(1).toBe(1);
});
