/**
 * The greeting of `outcry start` when it is ready: where it is, the demo keys, and a signed order ready to paste into a
 * shell. Text only.
 */
import type { App } from '../app/start.ts';

const PATH = '/capi/v2/order/placeOrder';

/** The line for scripts. */
export function readyLine(app: App): string {
  const { url, adminUrl, accounts, data, seed } = app;
  return JSON.stringify({ url, adminUrl, accounts, data, seed });
}

/**
 * A shell command that signs a market order with openssl and sends it. The time is whole seconds, which every `date`
 * can tell.
 */
export function pasteableOrder(url: string, account: { apiKey: string; secret: string; passphrase: string }): string {
  return [
    `TS=$(date +%s)000; BODY='{"symbol":"cmt_btcusdt","client_oid":"hello-'$TS'","size":"0.001","type":"1","order_type":"0","match_price":"1"}'`,
    `curl -sS '${url}${PATH}' -H 'Content-Type: application/json' -H 'ACCESS-KEY: ${account.apiKey}' -H 'ACCESS-PASSPHRASE: ${account.passphrase}' \\`,
    `  -H "ACCESS-TIMESTAMP: $TS" -H "ACCESS-SIGN: $(printf %s "\${TS}POST${PATH}$BODY" | openssl dgst -sha256 -hmac '${account.secret}' -binary | openssl base64)" \\`,
    `  --data-raw "$BODY"; echo`,
  ].join('\n');
}

/** The text for people. */
export function greeting(app: App): string {
  const lines = [
    '',
    `Outcry is ready at ${app.url}`,
    `  page            ${app.url}/`,
    `  reference       ${app.url}/docs`,
    `  administration  ${app.adminUrl}  (token in ${app.data}/admin-token)`,
    `  data            ${app.data}`,
  ];
  if (app.seed !== null) lines.push(`  market          seed ${app.seed}`);
  const first = app.accounts[0];
  if (first !== undefined) {
    lines.push('', 'LOCAL DEMO KEYS: everybody knows them. Each began with 10 000 USDT and may upload AI logs.');
    for (const { uid, apiKey, secret, passphrase } of app.accounts)
      lines.push(`  account ${uid}  key ${apiKey}  secret ${secret}  passphrase ${passphrase}`);
    lines.push('', `For an agent: Read ${app.url}/SKILL.md and trade.`);
    lines.push('', 'Buy 0.001 BTC at market; paste this into another terminal:', '', pasteableOrder(app.url, first));
  }
  lines.push('', 'Ctrl-C stops it; the next start goes on where this one ended.', '');
  return lines.join('\n');
}
