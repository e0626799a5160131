/** Words of the organiser's page of the brand, in Chinese. */
import type { enBrand } from './en-brand.ts';

export const zhBrand: typeof enBrand = {
  title: '品牌',
  ownersOnly: '品牌由所有者设置。',
  what: '本交易所所有页面的名称、标志和颜色。它们不进入日志，可随时更改。',
  fields: {
    name: '名称（留空：Outcry）',
    logo: '标志：PNG、JPEG 或 WebP。过大的图片会在此缩小。',
    light: '浅色主题的颜色（留空：不变）',
    dark: '深色主题的颜色（留空：不变）',
    origins: '可嵌入排行榜的网页来源，每行一个，如 https://school.example',
  },
  pick: { light: '选择浅色主题的颜色', dark: '选择深色主题的颜色' },
  noPicture: '浏览器无法将此文件显示为图片。',
  tooLarge: '此图片无法缩到足够小。',
  remove: '移除标志',
  preview: '效果',
  save: '保存',
  saved: '已保存。页面下次加载时生效。',
  wrong: (count: number) => `还有 ${count} 个字段不正确。`,
  screens: '在现场，以及在您自己的网页上',
  hall: '现场大屏：',
  frame: '放入上述来源的网页：',
  noFrame: '请在上面填写来源并保存，此处即显示要放入网页的代码。',
  address: (url: string) => `${url} 是本机所知的交易所地址：请改为其公开地址。`,
};
