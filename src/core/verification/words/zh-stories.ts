/** Innocent explanations of findings, and what speaks for a team, in Chinese. */
import type * as en from './en-stories.ts';

export const FALSE_ALARM_SAYS: typeof en.FALSE_ALARM_SAYS = {
  V01: '日志未写订单号或客户订单号，或格式尚无法读取：请看其中几条。',
  V02: '一笔大单的日志迟了一分钟。',
  V03: '队伍对方向或合约的写法被规则读成了别的意思。',
  V04: '程序发送了示例订单号。',
  V05: '该词另有所指：手册，或已关闭的模式。',
  V06: '供应商更改了模型名称，或使用了备用模型。',
  V07: '一个决定分成了超过允许数量的多笔订单。',
  V08: '由程序围绕模型数值自行措辞。',
  V09: '两队使用同一公开程序：不同文字很少，先写的一队反复使用。',
  V10: '为试用而发送的文档示例。',
  V11: '模型留空的字段。',
  V12: '他所的价格，或不同的计价单位。',
  V13: '一次打入空盘口的市价单；或冷清合约的做市者，他人向其亏损。',
  V14: '两个陌生人使用同一公开策略。',
  V15: '耐心的策略。',
  V16: '示例中的密钥。',
  V17: '多个智能体各自记录投票，或已命名却被拒绝的订单。',
};

export const FACT_SAYS: typeof en.FACT_SAYS = {
  first: '它在先，另一队在后',
  untouched: '该发现未涉及的订单',
  before: '理由先入档或已绑定的订单',
  fresh: '理由引用近期检查点的订单',
  traced: '理由指明模型回应的订单',
  worded: '日志中的不同文字',
};
