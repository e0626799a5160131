/** Words of an organiser's page of publishing, in Chinese. */
import type { enPublish } from './en-publish.ts';

export const zhPublish: typeof enPublish = {
  title: '发布',
  contest: '比赛',
  none: '还没有比赛。',
  ownersOnly: '只有所有者可以操作。',
  notices: '自己的公告',
  noticesWhat: '所有人都会在公告中看到。每个字都永久保存在日志中；公告可以撤回。',
  text: '内容，一行，最多 1,000 个字符',
  pinned: '置顶',
  publish: '发布',
  published: (leaf) => `已发布：叶 ${leaf}。`,
  noNotices: '还没有公告。',
  pin: '置顶',
  unpin: '取消置顶',
  withdraw: '撤回',
  withdrawAsks: '撤回这条公告？',
  withdrawWhat: '公告将以删除线显示，并保留在日志中。',
  tables: '电子表格',
  tablesWhat: 'UTF-8 编码的 CSV。数字精确，时间为 UTC。成交表包含所有队伍：比赛未公开时请勿外传。',
  table: { board: '排行榜', grades: '评级', trades: '成交' },
  prizes: '奖项，每行一条：1: 5000 USDT 或 2-3: 1000 USDT',
  prizeList: '获奖名单',
};
