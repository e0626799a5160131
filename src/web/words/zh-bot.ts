/** The words of the window for whoever brings a bot, in Chinese; loaded with it. */
import type { enBot } from './en-bot.ts';

export const zhBot: typeof enBot = {
  sentence: '智能体只需一句话即可加入。请粘贴给它：',
  seat: '它需要一个席位：一个有模拟资金的账户，以及一把每天最多亏损其十分之一的密钥。本演示向任何人发放席位，读到这句话的智能体也可自行领取。',
  name: '名称',
  take: '领取席位',
  once: (uid) => `账户 ${uid}。以下是它的密钥，只显示一次；请粘贴到智能体运行的地方：`,
  byOperator: '它需要一个席位：账户、资金和带限额的密钥。请向本交易所的运营者索取：outcry seat NAME。',
  pages: ['席位', '会决策的智能体', '追踪', '密钥限额', '签名日志', '实力还是运气', '程序'],
};
