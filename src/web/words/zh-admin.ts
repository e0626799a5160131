/**
 * Words of the administration's pages, in Chinese.
 */
import type { AdminWords } from './en-admin.ts';
import { zhBrand } from './zh-brand.ts';
import { zhContests } from './zh-contests.ts';
import { zhFault } from './zh-faults.ts';
import { zhJudging } from './zh-judging.ts';
import { zhOps } from './zh-ops.ts';
import { zhPublish } from './zh-publish.ts';

export const zhAdmin: AdminWords = {
  nav: {
    label: '管理',
    ops: '运行',
    contests: '比赛',
    judge: '评审',
    publish: '发布',
    brand: '品牌',
    ofContest: '竞赛指南',
    ofRunning: '运营指南',
  },
  title: '管理',
  operator: '运营者',
  role: { owner: '所有者', judge: '评审员', auditor: '审计员' },
  signedOut: {
    title: '尚未登录',
    why: '此页面不使用密码。在交易所所在的机器上，下面的命令会打印一个链接，只能使用一次，一分钟内有效：',
    judge: '评审员或审计员，令牌放在文件中：',
    data: '如果交易所的数据目录不是 ./data，请加上 --data 目录。',
    kept: '登录状态只保存在内存中：刷新页面或满十二小时即退出。',
  },
  notHere: '管理页面中没有此页。',
  toOps: '前往运行页面',
  ops: zhOps,
  contests: zhContests,
  judging: zhJudging,
  publish: zhPublish,
  brand: zhBrand,
  fault: zhFault,
};
