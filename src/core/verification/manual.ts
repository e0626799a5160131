/**
 * Whether a text says that a person acted (docs/evidence.md, Rules): `manual`, `manually`, `by hand`, 手动, 人工, 手工,
 * unless what stands beside the word takes it back. It knows only these words and their neighbours: a denial (`no
 * manual step`, `manual override: none`), another sense (the risk manual, 人工智能), a comparison (`instead of manual
 * trading`).
 */

/** The words of one language, and what takes them back before and behind. */
interface Words {
  readonly said: RegExp;
  readonly before: RegExp;
  /** Null: nothing behind does. */
  readonly behind: RegExp | null;
}

export type ManualWords = readonly Words[];

/** So much text beside a word is looked at. */
const BESIDE = 48;

const GAP = '[ \\t\\r\\n_-]';
const DENIALS = [
  "no|not|non|none|never|neither|nor|without|zero|0|free of|isn't|wasn't|n't|instead of|rather than|in place of|than",
  'avoid(?:s|ing)?|replac(?:e|es|ing)|eliminat(?:e|es|ing)|prevent(?:s|ing)?|disabl(?:e|es|ing)|reduc(?:es|ing)',
  'forbids?|prohibits?|unlike|versus|vs\\.?|beats?|outperforms?',
].join('|');
/** Words that may stand between a denial and what it denies. */
const BETWEEN = [
  'any|need|needs|for|of|the|a|an|further|kind|sort|form|human|user|more|such|to|be|being|been|is|was|or|and|on|based',
  'require|requires|required|requiring|involve|involves|involving|use|uses|using|rely|relying|do|did|place|placed',
].join('|');
/** A manual that is a book: what it is about, or whose it is. */
const BOOKS = [
  'risk|user|users|owner|owners|instruction|reference|training|operation|operations|operator|operators|strategy',
  'trading|trader|api|exchange|desk|see|per|the',
].join('|');
/** Nouns for work done manually; before these `manual` is no book. */
const ACTS = [
  'trade|trades|trading|order|orders|entry|exit|close|closing|closed|open|opening|buy|sell|take|stop|position|override',
  'intervention|action|adjustment|decision|execution|liquidation|reduction|approval|confirmation|command|input|click',
].join('|');

const ENGLISH: Words = {
  said: new RegExp(
    `(?<![a-z])(?:(?<!(?<![a-z])(?:${BOOKS})${GAP}+)manual|manual(?=${GAP}+(?:${ACTS})(?![a-z]))|manually|by${GAP}+hand)(?![a-z])`,
    'g',
  ),
  before: new RegExp(`(?<![a-z0-9])(?:${DENIALS})(?:(?:${GAP}+(?:${BETWEEN})){0,4}|${GAP}+[a-z]+)${GAP}*$`),
  behind: new RegExp(
    [
      // A key or a heading with its answer: `_override=false`, `override: none`, `mode is off`.
      `^(?:${GAP}+[a-z]+|_[a-z]+){0,3}["'\\s]*[:=]["'\\s]*(?:false|no|none|null|nil|off|0|disabled|never|n/a|unused)` +
        '(?![a-z0-9]|\\.[0-9])',
      `^(?:${GAP}+[a-z]+){0,3}${GAP}+(?:is|was|are|were|stays?)${GAP}+(?:not|never|off|disabled|forbidden|prohibited|` +
        'unnecessary|impossible)(?![a-z])',
      `^(?:${GAP}+[a-z]+){0,3}${GAP}+(?:(?:not|never)${GAP}+|un)(?:needed|required|used|allowed|involved|necessary|` +
        'possible|permitted|applied)(?![a-z])',
      `^(?:${GAP}+[a-z]+){0,2}${GAP}+(?:disabled|forbidden|prohibited)(?![a-z])`,
      `^${GAP}+(?:says?|states?|section|chapter|defines?|describes?|recommends?)(?![a-z])`,
      // Work on a program, not on a position.
      `^${GAP}+(?:tuned|calibrated|curated|labell?ed|crafted|optimi[sz]ed|annotated|engineered|written)(?![a-z])`,
    ]
      .map((one) => `(?:${one})`)
      .join('|'),
  ),
};

const CHINESE: Words = {
  said: /手动|人工|手工/g,
  before:
    /(?:非|无|無|不|没|未|免|勿|零|避免|杜绝|取代|替代|代替|而非|禁止|禁用|拒绝|减少|消除|优于|相比|胜过)(?:[\u4e00-\u9fff]?|(?:需|要|须|必|任何|进行|有|是|采用|使用|依赖|通过|经过|存在|允许|传统|的){1,4})$/,
  behind: new RegExp(
    [
      // Artificial intelligence and its kin, labels made by people, a craft.
      '^(?:智能|智慧|神经|蜂群|鱼群|免疫|势场|标注|特征|艺)',
      '^[\\u4e00-\\u9fff]{0,6}[:：=]\\s*["\'“]?(?:无|否|没有|零|0|false|no|none|关闭|禁用|未)',
      '^[\\u4e00-\\u9fff]{0,6}(?:为零|为无|为0|已关闭|已禁用|不允许|不需要|未启用|未使用|未参与|不参与)',
    ]
      .map((one) => `(?:${one})`)
      .join('|'),
  ),
};

/** By the version of a rule set. */
export const MANUAL_WORDS: Readonly<Record<1 | 2, ManualWords>> = {
  1: [
    {
      said: /(?<![a-z])(?:manual|manually|by[ \t\r\n_-]+hand)(?![a-z])/g,
      before:
        /(?<![a-z])(?:no|not|non|none|never|without|zero|free of|isn't|wasn't|n't)(?:[ \t\r\n_-]+[a-z]+)?[ \t\r\n_-]*$/,
      behind: null,
    },
    { said: CHINESE.said, before: /(?:非|无|不|没|未|免)[\u4e00-\u9fff]?$/, behind: null },
  ],
  2: [ENGLISH, CHINESE],
};

export function saysManual(text: string, words: ManualWords): boolean {
  const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  // Nearly all texts have no such word at all.
  if (!/manual|hand|手|人工/.test(lower)) return false;
  return words.some((one) => stands(lower, one));
}

/** Whether a match is not taken back. */
function stands(text: string, { said, before, behind }: Words): boolean {
  for (const { index, 0: found } of text.matchAll(said)) {
    if (before.test(text.slice(Math.max(0, index - BESIDE), index))) continue;
    const end = index + found.length;
    if (behind === null || !behind.test(text.slice(end, end + BESIDE))) return true;
  }
  return false;
}
