/** D01 to D04: signatures, timestamps, keys, paths. */
import { counted } from '../../../core/text/counted.ts';
import type { Request } from '../facts/request-log.ts';
import { found, type Rule, tally } from './rule.ts';

/** A timestamp so far behind is of seconds. */
const SECONDS_MS = 1_000_000_000_000 / 2;

/** The text to sign, with the body as its length. */
function lineOf({ at, skew, method, target, sent }: Request): string {
  const stamp = skew === null ? 'TIMESTAMP' : String(at + skew);
  return `${stamp}${method}${target}${sent === 0 ? '' : `{the ${sent} bytes of the body as they are sent}`}`;
}

const signatures: Rule = {
  id: 'D01',
  why: {
    en: 'A request whose signature does not fit is not carried out, and nobody is told by whom it was.',
    zh: '签名不符的请求不会执行。',
  },
  fix: {
    en: 'Sign timestamp + METHOD + path + ?query + body, as base64.',
    zh: '签名内容为时间戳 + 方法 + 路径 + ?查询 + 请求体，base64编码。',
  },
  find({ known }) {
    const rows = known.requests.filter(({ code }) => code === '40009');
    const slips = tally(rows.map(({ cause }) => cause ?? 'unknown'));
    const last = rows.at(-1);
    const line = last === undefined ? '' : lineOf(last);
    return found(
      'warn',
      rows,
      {
        en: `${counted(rows.length, 'signature was', 'signatures were')} refused: ${slips}.`,
        zh: `${rows.length}个签名被拒绝：${slips}。`,
      },
      {
        en: `Sign this, as base64 of HMAC-SHA256, for request ${last?.n}: ${line}`,
        zh: `请求${last?.n}应签名的内容（HMAC-SHA256后base64）：${line}`,
      },
    );
  },
};

const timestamps: Rule = {
  id: 'D02',
  why: {
    en: 'A timestamp counts for 30 seconds either way, so that nobody can send an old request again.',
    zh: '时间戳前后30秒内有效。',
  },
  fix: {
    en: 'Send epoch milliseconds of a clock that is set by GET /capi/v2/market/time.',
    zh: '请发送毫秒时间戳，并按GET /capi/v2/market/time校准时钟。',
  },
  find({ known }) {
    const rows = known.requests.filter(({ code }) => code === '40005' || code === '40008');
    const seconds = rows.filter(({ skew }) => skew !== null && skew < -SECONDS_MS).length;
    const worst = rows.reduce((most, { skew }) => Math.max(most, Math.abs(skew ?? 0)), 0);
    const unit =
      seconds > 0 ? { en: `, ${seconds} of them in seconds`, zh: `，其中${seconds}个单位为秒` } : { en: '', zh: '' };
    return found('warn', rows, {
      en: `${counted(rows.length, 'timestamp was', 'timestamps were')} refused${unit.en}; the furthest was ${Math.round(worst / 1_000)} s away.`,
      zh: `${rows.length}个时间戳被拒绝${unit.zh}；最大相差${Math.round(worst / 1_000)}秒。`,
    });
  },
};

const KEY_CODES = new Set(['40001', '40002', '40003', '40006', '40011', '40012', '40753']);

const keys: Rule = {
  id: 'D03',
  why: {
    en: 'The key worked before, so something in the program changed it or left it out.',
    zh: '密钥之前可用，说明程序更改或遗漏了它。',
  },
  fix: {
    en: 'Read key, secret and passphrase once, and send all four headers with every private request.',
    zh: '只读取一次密钥、私钥与口令，并在每个私有请求中发送四个请求头。',
  },
  find({ known }) {
    const first = known.requests.findIndex(({ proven, code }) => proven && code === null);
    const rows = first < 0 ? [] : known.requests.slice(first).filter(({ code }) => KEY_CODES.has(code ?? ''));
    const codes = tally(rows.map(({ code }) => code ?? ''));
    return found('warn', rows, {
      en: `${counted(rows.length, 'request')} came with a wrong or missing key or passphrase after it had worked: ${codes}.`,
      zh: `密钥可用之后，仍有${rows.length}个请求的密钥或口令错误或缺失：${codes}。`,
    });
  },
};

const paths: Rule = {
  id: 'D04',
  why: { en: 'An unknown path costs its weight and does nothing.', zh: '未知路径消耗权重而无任何效果。' },
  fix: { en: 'Take paths and methods from /docs.', zh: '路径与方法以/docs为准。' },
  find({ known }) {
    const rows = known.requests.filter(({ code }) => code === '404' || code === '405');
    const meant = tally(
      rows.map(
        ({ method, target, meant: hint }) => `${method} ${target.split('?')[0]}${hint === null ? '' : `: ${hint}`}`,
      ),
    );
    return found('warn', rows, {
      en: `${counted(rows.length, 'request')} went to paths that are not there: ${meant}.`,
      zh: `${rows.length}个请求的路径不存在：${meant}。`,
    });
  },
};

export const SIGNING: readonly Rule[] = [signatures, timestamps, keys, paths];
