/** D14 to D17: what stands in requests, and what is made of their answers. */
import { counted } from '../../../core/text/counted.ts';
import type { Request } from '../facts/request-log.ts';
import { found, isOwnRead, isRefused, isTrade, type Rule, tally } from './rule.ts';

/** Refusals of whoever guesses a contract's grid or name. */
const GUESSED = /MULTIPLE_OF_(TICK|STEP)|^SIZE_(TOO_SMALL|TOO_LARGE|NOT_POSITIVE)$|^PRICE_OUT_OF_RANGE$/;
/** Refusals of whoever supposes an order or a position that is not there. */
const SUPPOSED = /^POSITION_(SIDE_INVALID|NOT_FOUND)$|^ORDER_NOT_(FOUND|CANCELABLE)$|EXCEEDS_POSITION$/;
const SOON_MS = 60_000;

const ignored: Rule = {
  id: 'D14',
  why: {
    en: 'A field that nobody reads changes nothing, whatever the program means by it.',
    zh: '无人读取的字段不会起任何作用。',
  },
  fix: {
    en: 'Take the names of fields from /docs; a stop loss under a wrong name is no stop loss.',
    zh: '字段名以/docs为准；名称错误的止损不是止损。',
  },
  find({ known: { requests } }) {
    const rows = requests.filter((row) => row.ignored.length > 0);
    const names = tally(rows.flatMap((row) => row.ignored.map((name) => `${row.op} ${name}`)));
    return found('warn', rows, {
      en: `${counted(rows.length, 'request')} had fields that are not read: ${names}.`,
      zh: `${rows.length}个请求含有不被读取的字段：${names}。`,
    });
  },
};

const precision: Rule = {
  id: 'D15',
  why: {
    en: 'Tick, step and limits differ from contract to contract, and can change.',
    zh: '各合约的价格步长、数量步长与限制不同，且可能变更。',
  },
  fix: {
    en: 'Read them from GET /capi/v2/market/contracts and round to them.',
    zh: '从GET /capi/v2/market/contracts读取并据此取整。',
  },
  find({ known: { requests } }) {
    const rows = requests.filter(
      ({ token, code, field }) => GUESSED.test(token ?? '') || (code === '40020' && field === 'symbol'),
    );
    const tokens = tally(rows.map(({ token }) => token ?? 'symbol'));
    return found('warn', rows, {
      en: `${counted(rows.length, 'request')} guessed a tick, a step, a size or a contract: ${tokens}.`,
      zh: `${rows.length}个请求的价格步长、数量步长、数量或合约有误：${tokens}。`,
    });
  },
};

const numbers: Rule = {
  id: 'D16',
  why: {
    en: 'A binary number such as 0.1 + 0.2 is not what was meant, and becomes 0.30000000000000004 on its way.',
    zh: '二进制浮点数不精确，0.1 + 0.2会变成0.30000000000000004。',
  },
  fix: {
    en: 'Send prices, sizes and ids as text: "size": "0.01".',
    zh: '价格、数量与编号请以文本发送："size": "0.01"。',
  },
  find({ known: { requests } }) {
    const rows = requests.filter((row) => row.numbers.length > 0);
    const names = tally(rows.flatMap((row) => row.numbers));
    return found('warn', rows, {
      en: `${counted(rows.length, 'request')} had numbers where text is exact: ${names}.`,
      zh: `${rows.length}个请求在应使用文本处发送了数字：${names}。`,
    });
  },
};

const misread: Rule = {
  id: 'D17',
  why: {
    en: 'HTTP 200 says that the request was answered; whether each order was placed stands in the answer. The bot went on as if it had been.',
    zh: 'HTTP 200只表示请求已应答，每个订单是否成功见应答内容；程序却当作已成交继续操作。',
  },
  fix: {
    en: 'Look at result, error_code and err_msg of every row, and at the position before closing it.',
    zh: '检查每一行的result、error_code与err_msg，平仓前先查询仓位。',
  },
  find({ known: { requests } }) {
    const rows = requests.flatMap((row, at) => {
      if (row.status !== 200 || row.refused === 0) return [];
      const next = requests.slice(at + 1).find((one) => (isTrade(one) && isOf(one, row)) || isOwnRead(one));
      const isActed = next !== undefined && !isOwnRead(next) && next.at <= row.at + SOON_MS && isRefused(next);
      return isActed && SUPPOSED.test(next.token ?? '') ? [row, next] : [];
    });
    const result = found('fail', rows, {
      en: `${counted(rows.length / 2, 'refusal')} inside an answer of 200 taken for an order.`,
      zh: `${rows.length / 2}次200应答中的拒绝被当作成功。`,
    });
    return result === null ? null : { ...result, count: rows.length / 2 };
  },
};

const isOf = (one: Request, other: Request): boolean =>
  one.symbol === null || other.symbol === null || one.symbol === other.symbol;

export const FIELDS: readonly Rule[] = [ignored, precision, numbers, misread];
