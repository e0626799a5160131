/**
 * The reference's words before its operations: first steps, keys, signing, times, limits, errors, sockets, the
 * other dialect, and the way back to the page. In Markdown; links begin at the exchange's own base path.
 */
import type { Dialect } from '../words/dialect.ts';

export function introduction({ name }: Dialect, basePath: string): string {
  const isFirst = name === 'v2';
  const to = (text: string, path: string): string => `[${text}](${basePath}${path})`;
  const other = isFirst ? 'v3' : 'v2';
  const otherFile = isFirst ? '/openapi-v3.json' : '/openapi.json';
  const code = isFirst ? '`code` is a text' : '`code` is a number, and 429, 500 and 503 have their text in `error`';
  return `${to('← The exchange', '/')} · ${to('Guides', '/guide/')} · ${to('Your agent', '/me')}

**Begin here.** ${to('Bring your bot', '/guide/bring-your-bot')} for a program that exists already; a first one in
${to('Python', '/guide/start/python')}, ${to('TypeScript', '/guide/start/typescript')}, ${to('Go', '/guide/start/go')}
or ${to('a shell', '/guide/start/shell')}. Public market data needs no key: try any operation under \`market\`.

**Keys.** A key is three texts: API key, secret, passphrase. The operator of the exchange makes it, with the permission
to read or to trade, perhaps bound to addresses. An exchange started with \`outcry start\` prints two.

**Signing.** Every private request carries ACCESS-KEY, ACCESS-PASSPHRASE, ACCESS-TIMESTAMP (epoch ms, at most 30 s off)
and ACCESS-SIGN: base64(HMAC-SHA256(secret, timestamp + METHOD + path + ("?" + query) + raw body)). Sign exactly the
bytes you send; ${to('an example to check your code against', '/guide/api#signing')}.

**Values and times.** Prices, sizes and money are decimal texts, exact. A time is epoch milliseconds, in UTC.
\`locale: zh-CN\` makes messages Chinese.

**Limits.** Each operation has a weight per address and, with a key, per account; answers say in \`X-RateLimit-…\` how
much is used. 429 comes with \`Retry-After\`: ${to('rate limits', '/guide/api#rate-limits')}. To send an order
again after a time-out, send it with the same client id: ${to('retrying safely', '/guide/api#retrying-safely')}.

**Errors.** \`code\`, \`msg\`, and where something helps \`hint\`; ${code}. Every code, every reason and what to do:
${to('errors', '/guide/errors')}.

**Sockets.** \`/${name}/ws/public\` and \`/${name}/ws/private\`: prices, books, trades, your own orders, and orders sent
over a socket: ${to('push', '/guide/push')}, ${to('AsyncAPI', '/asyncapi.json')}.

**Two dialects.** This is \`/capi/${name}\`. \`/capi/${other}\` (${to('its OpenAPI', otherFile)}) is the same exchange
in other words, with the same accounts, keys, orders and budgets: ${to('word for word', '/guide/v2-and-v3')}.

**AI logs.** Upload why your agent decided, and its orders are graded:
${to('how to reach grade A', '/guide/evidence#how-to-reach-grade-a-and-level-3')}.

For programs: ${to('llms.txt', '/llms.txt')}, ${to('all guides in one file', '/llms-full.txt')}.
`;
}
