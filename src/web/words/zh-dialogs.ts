/**
 * Words of the windows over every page, in Chinese.
 */
import type { Words } from './en.ts';

export const zhSignIn: Words['signIn'] = {
  title: '用 API 密钥登录',
  why: '只看不交易时，权限为 read 的密钥即可。密钥文本立即转为只能签名、无法读出的密钥，不会发往任何地方。',
  apiKey: 'API 密钥',
  secret: '密钥文本',
  passphrase: '口令',
  keep: '保留在此标签页',
  keepWhy: '关闭标签页之前，刷新后仍保持登录。同源脚本可以读到它。',
  submit: '登录',
  demo: '本机的演示账户',
  askedFor: (uid) => `账户 ${uid} 曾在此登录，其密钥未保留。`,
  goOnAs: (name) => `以${name}继续`,
  noCrypto: '浏览器不向普通 HTTP 页面提供加密功能。请使用 HTTPS 或 http://127.0.0.1。',
};

export const zhKeys: Words['keys'] = {
  '?': '本列表',
  'g l': '实况',
  'g t': '交易',
  'g b': '排行',
  'g o': '日志',
  'g p': '证明',
  'g m': '我的',
  '1 – 9': 'K 线周期',
  '/': '合约',
  f: '下单表单',
  s: '暂停或继续',
  Esc: '关闭',
};

export const zhSettings: Words['settings'] = {
  theme: '主题',
  themes: { system: '跟随系统', dark: '深色', light: '浅色' },
  language: '语言',
  updown: '涨跌颜色',
  colours: { 'blue-orange': '蓝涨橙跌', 'green-up': '绿涨红跌', 'red-up': '红涨绿跌' },
  utc: '时间用 UTC',
  singleKeys: '单键快捷键',
};
