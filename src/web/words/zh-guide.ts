/** The frame of a guide, in Chinese. */
import type { enGuide } from './en-guide.ts';

export const zhGuide: typeof enGuide = {
  title: '指南',
  search: '搜索指南',
  results: (count) => `共${count}处`,
  nothing: '没有同时包含这些词的内容。',
  failed: '无法读取索引。',
  all: '全部指南',
  contents: '本页目录',
  none: '没有这篇指南。现有的指南：',
  markdown: '本页的Markdown文本',
  onlyEnglish: '指南目前只有英文版。',
  here: '本交易所地址：',
  ops: '运维',
  judge: '评审',
};
