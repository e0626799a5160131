/**
 * What grades, levels, verdicts and findings say in words, in Chinese.
 */
import { GRADE_SAYS, LEVEL_SAYS, RULE_SAYS, VERDICT_SAYS } from '../../core/verification/words/zh.ts';
import type { EvidenceWords } from './en-evidence.ts';

export const zhEvidence: EvidenceWords = {
  grade: (grade) => `等级 ${grade}`,
  says: {
    A: '先说后做，言行一致',
    hash: '事先已绑定，事后提交，言行一致',
    B: '事后及时说明，言行一致',
    C: '事后迟说，言行一致',
    unread: '无法读出其决定',
    off: '所说的数量或价格不同',
    D: '说得太晚',
    X: '所说与所做不同',
    U: '没有理由记录',
  },
  grades: GRADE_SAYS,
  levels: LEVEL_SAYS,
  level: (level, means) => `证据级别 ${level}（半数订单达到）：${means}`,
  verdicts: VERDICT_SAYS,
  notes: (count, rules) => `${count} 条备注（${rules}）`,
  severities: {
    H: '须人工查看',
    M: '计入结论',
    L: '已记录',
    I: '供参考',
    REVIEW: '须人工查看',
    INSUFFICIENT: '证据不足',
  },
  rule: '规则',
  severity: '程度',
  whatFound: '发现',
  leaves: '叶',
  noFindings: '没有规则发现问题。',
  rules: RULE_SAYS,
  found: {
    V01: ({ count, value, limit }) => `${count} 单缺少；${value} 有，须达 ${limit}`,
    V02: ({ count, value, limit }) => `${count} 单缺少；按金额 ${value} 有，须达 ${limit}`,
    V03: ({ count, value, limit }) => `${count} 单，占 ${value}；超过 ${limit} 须人工查看`,
    V04: ({ count, limit }) => `${count} 份日志；达 ${limit} 份须人工查看`,
    V05: ({ count, value, limit }) => `${count} 单；平仓中 ${value} 为手动，至多 ${limit}，开仓不得手动`,
    V06: ({ count }) => `${count} 份日志`,
    V07: ({ count, value, limit }) => `${count} 单所依日志与先前相同，占 ${value}；至多 ${limit}`,
    V08: ({ count, value, limit }) => `${count} 段日志，占 ${value}；至多 ${limit}`,
    V09: ({ count }) => `${count} 份日志`,
    V10: ({ count }) => `${count} 份日志`,
    V11: ({ count, limit }) => `${count} 份日志；达 ${limit} 份计入`,
    V12: ({ count, value, limit }) => `${count} 个价格，占所述价格的 ${value}；达 ${limit} 计入`,
    V13: ({ value, limit }) => `${value}；达 ${limit} 即查看`,
    V14: ({ value, limit }) => `相似度 ${value}；达 ${limit} 计入`,
    V15: ({ count, limit }) => `成交 ${count} 单；排名须 ${limit} 单`,
    V16: ({ count }) => `${count} 份日志`,
    V17: ({ value, limit }) => `占 ${value}；超过 ${limit} 计入`,
  },
};
