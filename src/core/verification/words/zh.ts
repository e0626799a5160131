/** The words of grades, levels, verdicts, rules and judges, in Chinese. */
import type * as en from './en.ts';

export const GRADE_SAYS: typeof en.GRADE_SAYS = {
  A: '理由先于订单入档，或订单事先已与之绑定',
  B: '理由在第一期限内提交',
  C: '理由在第二期限内提交',
  D: '理由太晚，或所说的数量、价格不同，或读不出任何决定',
  U: '没有理由记录',
  X: '理由与订单所做不同',
};

export const LEVEL_SAYS: typeof en.LEVEL_SAYS = [
  '仅作声明',
  '由队伍密钥签名',
  '指明模型的一次回应及所问内容',
  '先于订单，且引用了近期检查点',
  '经证明',
  '经重放',
];

export const VERDICT_SAYS: typeof en.VERDICT_SAYS = {
  VERIFIED: '足够多的订单有及时的理由，且没有规则要求人工查看',
  REVIEW: '须人工查看',
  INSUFFICIENT: '有及时理由的订单过少',
};

export const DECIDED_SAYS: typeof en.DECIDED_SAYS = {
  cleared: '两位裁判裁定无责',
  warned: '两位裁判予以警告',
  disqualified: '两位裁判取消其资格',
  upheld: '已取消资格，申诉后维持',
  overturned: '申诉后裁定无责',
};

export const RULE_SAYS: typeof en.RULE_SAYS = {
  V01: '缺少及时理由的订单',
  V02: '缺少及时理由的成交额',
  V03: '理由与订单所做不同',
  V04: '关于他人订单的日志',
  V05: '手动操作',
  V06: '未登记的模型',
  V07: '多个订单共用一份日志',
  V08: '模板过少',
  V09: '他队也有的文字',
  V10: '他队先发送的日志',
  V11: '占位内容',
  V12: '并非本所的价格',
  V13: '以非市场价格转移资金',
  V14: '孪生账户',
  V15: '成交订单过少',
  V16: '日志中疑似含有凭证',
  V17: '为任何操作都预先备好决策',
  V18: '日志未用登记的公钥对应的私钥签名',
};
