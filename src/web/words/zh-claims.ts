/**
 * What a log proves and what not, in Chinese.
 */
import type { Words } from './en.ts';

export const zhClaims: Words['claims'] = {
  claim: [
    '我们主张：',
    '这些字节由该账户在序列的这个位置、在该订单之前或之后记录，此后未曾改变。它们与订单相符，或不相符。',
  ],
  noClaim: [
    '我们不主张：',
    '所称模型确实产生了它们、输入属实、或决定是好的。有人手动决定、下单前让模型写一条理由，也能通过 0 至 3 级证据；只有经证明或重放的推理（4、5 级）才能收窄这一点。时间取自我们的时钟；只有见证者的联署带有另一个时钟。',
  ],
};
