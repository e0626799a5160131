/**
 * The slips that writers of JSON make, as data: how each is known, what it is called and the cure, in both languages.
 * json-hints.ts finds the place and reads them.
 */
import type { Bilingual } from './errors.ts';

/**
 * How the text continues at the place, what that is, and the cure, in two languages; `{}` is what the pattern found,
 * and may be left out.
 */
export type Row = readonly [pattern: RegExp, en: string, zh: string];

/** The token that the document needs at a place. */
export type Need = 'start' | 'name' | 'colon' | 'value' | 'next' | 'end' | 'text';

/** The first bytes of a body, one character each, that is no JSON at all. */
export const BODIES: readonly Row[] = [
  [
    /^\xef\xbb\xbf/,
    'a byte order mark in front: save or encode as UTF-8 without one',
    '开头有字节顺序标记：请使用不带BOM的UTF-8',
  ],
  [/^(?:\xff\xfe\0\0|\0\0\xfe\xff|\0\0\0.|.\0\0\0)/s, 'UTF-32: encode the body as UTF-8', 'UTF-32编码：请使用UTF-8'],
  [/^(?:\xff\xfe|\xfe\xff|\0.|.\0)/s, 'UTF-16: encode the body as UTF-8', 'UTF-16编码：请使用UTF-8'],
  [
    /^(?:\x1f\x8b|\x78[\x01\x5e\x9c\xda]|\x28\xb5\x2f\xfd|PK\x03\x04)/,
    'compressed bytes (gzip or the like): send the text as it is',
    '压缩数据（gzip等）：请直接发送未压缩的文本',
  ],
  [
    /^\s*(?:```|~~~)/,
    'a Markdown fence ({}): send only what stands inside it',
    'Markdown代码围栏（{}）：请只发送围栏内的内容',
  ],
  [/^\s*</, 'HTML or XML: send JSON', 'HTML或XML：请发送JSON'],
  [/^--\S*/, 'a multipart form: send one JSON object', 'multipart表单：请发送一个JSON对象'],
  [/^%7B|^%5B/i, 'percent-encoded text ({}…): send the JSON as it is', '百分号编码的文本（{}…）：请直接发送JSON'],
  [/^eyJ/, 'Base64 ({}…): send the JSON as it is', 'Base64编码（{}…）：请直接发送JSON'],
  [
    /^[\w.%+-][\w.%+[\]-]*=/,
    'form encoding ({}…): send JSON, such as {"name":"value"}',
    '表单编码（{}…）：请发送JSON，例如{"name":"value"}',
  ],
  [
    /^\s*\[object \w+\]/,
    '{}, which is no text of the object: use JSON.stringify',
    '{}不是对象的内容：请使用JSON.stringify',
  ],
  [/^\s*$/, 'nothing but blanks: send one JSON object', '只有空白字符：请发送一个JSON对象'],
  [
    /^\s*b['"]/,
    'the bytes of Python as it prints them ({}): send the bytes themselves',
    'Python字节串的打印形式（{}）：请发送字节本身',
  ],
  [
    /^\s*data:/,
    'a line of an event stream ({}): send only the JSON behind it',
    '事件流的一行（{}）：请只发送其后的JSON',
  ],
  [/^\s*[A-Za-z_][\w.]*\(/, 'a call ({}…): send only the JSON', '函数调用（{}…）：请只发送JSON'],
  [
    /^\s*[\w-]+:\s/,
    'a line such as YAML or a header has it ({}): send JSON, such as {"name":"value"}',
    'YAML或请求头形式的行（{}）：请发送JSON，例如{"name":"value"}',
  ],
  [
    /^\s*(?!(?:NaN|None|null|undefined|true|false|True|False|-?Infinity)\b)[A-Za-z]\w*/,
    'words ({}…) in front of the JSON: send only the JSON',
    'JSON之前的文字（{}…）：请只发送JSON',
  ],
];

/** Wherever a document needs anything outside of a text. */
const ANYWHERE: readonly Row[] = [
  [
    /^'/,
    "a single quote ('): JSON has double quotes only; in Python write it with json.dumps, not with str or repr",
    "单引号（'）：JSON只使用双引号；Python请使用json.dumps，不要使用str或repr",
  ],
  [/^```/, 'a Markdown fence ({}): send only what stands inside it', 'Markdown代码围栏（{}）：请只发送围栏内的内容'],
  [/^`/, 'a backtick (`): put text between double quotes', '反引号（`）：文本请使用双引号'],
  [/^[“”„‘’«»]/u, 'a typographic quote ({}): use the plain one (")', '弯引号（{}）：请使用直引号（"）'],
  [/^[，：；｛｝［］＂＇、。]/u, 'a full-width character ({}): use the plain one', '全角字符（{}）：请使用半角字符'],
  [/^(?:\/[/*]|#|<!--)/, 'a comment ({}): JSON has none, take it out', '注释（{}）：JSON不支持注释，请删除'],
  [
    /^\\["nrt\\]/,
    '{} outside of a text: the body was escaped once too often, send it unescaped',
    '文本之外的{}：请求体被多转义了一次，请发送未转义的内容',
  ],
  [/^(?:\$\{|\$\w+|<%)/, 'a placeholder ({}) that nothing was put in for', '未填入内容的占位符（{}）'],
  [/^\.\.\./, 'dots (...) where a print left something out: write all of it', '打印时省略内容的“...”：请写出全部内容'],
  [
    /^\u00a0|^[\u2000-\u200f\u2028-\u202f\u3000\ufeff]/u,
    'an invisible character ({}): take it out',
    '不可见字符（{}）：请删除',
  ],
];

const NULL_CURE = ['send null, or leave the field out', '请发送null，或省略该字段'] as const;
const QUOTED = ['text needs double quotes', '文本需要双引号'] as const;

const VALUES: readonly Row[] = [
  [
    /^[-+]?nan(?![\w$])/i,
    `{}, which JSON does not have: ${NULL_CURE[0]}; in Python json.dumps(…, allow_nan=False) finds it before it is sent`,
    `{}，JSON中没有此值：${NULL_CURE[1]}；Python可用json.dumps(…, allow_nan=False)在发送前发现`,
  ],
  [
    /^[-+]?inf(?:inity)?(?![\w$])/i,
    '{}, which JSON does not have: send null, or a text such as "Infinity"',
    '{}，JSON中没有此值：请发送null，或文本如"Infinity"',
  ],
  [
    /^(?:None|undefined|nil|null|nullptr|NaT|NA|void)(?![\w$(])|^<NA>/i,
    `{}, which JSON does not have: ${NULL_CURE[0]}`,
    `{}，JSON中没有此值：${NULL_CURE[1]}`,
  ],
  [/^true(?!\w)/i, '{}: JSON writes true', '{}：JSON写作true'],
  [/^false(?!\w)/i, '{}: JSON writes false', '{}：JSON写作false'],
  [
    /^[-+]?0[xob]\w+/i,
    '{}: JSON has decimal numbers only; or put it in double quotes',
    '{}：JSON只有十进制数字；或加双引号',
  ],
  [/^\+[\d.]+/, '{}: a number has no plus in front', '{}：数字前不能有加号'],
  [/^-?0\d+/, '{}: a number begins with no zero; an id goes in double quotes', '{}：数字不能以零开头；编号请加双引号'],
  [/^-?\.\d+/, '{}: a number begins with a digit, such as 0.5', '{}：数字须以数字开头，例如0.5'],
  [/^-?\d+\.(?!\d)/, '{}: a point needs digits behind it; write 5.0 or 5', '{}：小数点后须有数字，请写5.0或5'],
  [/^-?\d[\d.]*e[-+]?(?!\d)/i, '{}: an exponent needs digits, such as 1e5', '{}：指数须有数字，例如1e5'],
  [/^-?\d+_\d[\d_]*/, '{}: a number has no underscores', '{}：数字中不能有下划线'],
  [
    /^-?\d+n(?!\w)/,
    '{}: a BigInt; write it without n, or as text in double quotes',
    '{}：BigInt，请去掉n，或作为文本加双引号',
  ],
  [/^\(/, 'a tuple (: a list stands between [ and ]', '元组(：列表请使用[ ]'],
  [
    /^(?:[a-zA-Z_][\w.]*\(|<)\w*/,
    'an object as a program prints it ({}…): turn it into text or a number first, in Python with json.dumps(…, default=str)',
    '程序打印的对象（{}…）：请先转换为文本或数字，Python可用json.dumps(…, default=str)',
  ],
  [
    /^object \w+\]/,
    '[{}, which is no text of the object: use JSON.stringify',
    '[{}不是对象的内容：请使用JSON.stringify',
  ],
  [
    /^[bruf]{1,2}(?=['"])/i,
    "a prefix of Python's texts ({}): write it with json.dumps",
    'Python字符串前缀（{}）：请使用json.dumps',
  ],
  [/^[\]}]/, 'no value in front of {}', '{}之前缺少值'],
  [/^,/, 'a comma with no value in front of it: take it out, or send null', '逗号前没有值：请删除逗号，或发送null'],
  [/^:/, 'a second colon', '多余的冒号'],
  [/^-?\d[\w.:/+-]*/, `{} is no number: ${QUOTED[0]}`, `{}不是数字：${QUOTED[1]}`],
  [/^[\p{L}_$][\p{L}\w$.-]*/u, `{} without quotes: ${QUOTED[0]}`, `{}没有引号：${QUOTED[1]}`],
  [/^-/, 'a minus with no digits behind it', '负号后没有数字'],
];

export const TRAILING: Row = [
  /^[\]}]/,
  'a comma before {}: take out the comma behind the last entry',
  '{}之前有多余的逗号：请删除最后一项之后的逗号',
];

const NAMES: readonly Row[] = [
  [
    /^\{/,
    'a { where a name is needed: a template that nothing was put in for, or a brace too many',
    '需要名称处出现{：未填入内容的模板，或多余的花括号',
  ],
  [/^-?\d[\d.]*(?=\s*:)/, '{} as a name: a name needs double quotes', '名称{}：名称需要双引号'],
  [/^\d[\d,.]*/, '{} behind a comma: a number has no separators of thousands', '逗号后的{}：数字不能有千位分隔符'],
  [/^,/, 'a comma too many', '多余的逗号'],
  [
    /^[\p{L}\w$][\p{L}\w$.-]*(?=\s*[:=])/u,
    '{} without quotes: a name needs double quotes',
    '{}没有引号：名称需要双引号',
  ],
  [/^[\p{L}\w$][\p{L}\w$.-]*/u, '{} where a name in double quotes is needed', '需要双引号中的名称，收到{}'],
  [/^\[/, 'a [ where a name in double quotes is needed', '需要双引号中的名称，收到['],
];

const COLONS: readonly Row[] = [
  [/^=>?/, '{} between a name and its value: JSON has a colon there', '名称与值之间的{}：JSON使用冒号'],
  [/^[,}\]]/, 'a name without a value: write "name":value', '名称没有值：请写"name":value'],
];

/** Behind a value inside of an object or a list. */
const NEXTS: readonly Row[] = [
  [
    /^%/,
    '{} behind a number: a number has no unit; text needs double quotes',
    '数字之后的{}：数字不能带单位；文本需要双引号',
  ],
  [/^;/, 'a semicolon: entries are separated by commas', '分号：各项之间使用逗号'],
  [
    /^:/,
    'a colon behind a value: in a list there are values only, and a name is text',
    '值之后的冒号：列表中只有值，名称须为文本',
  ],
  [/^[\]}]/, '{} where the other bracket is open', '{}与打开的括号不匹配'],
  [/^["{[\d-]/, 'a comma is missing before {}', '{}之前缺少逗号'],
  [
    /^[\p{L}\w$]+/u,
    '{} behind a value: a comma is missing, or a quote inside of a text was not written \\"',
    '值之后的{}：缺少逗号，或文本中的引号没有写作\\"',
  ],
];

const ENDS: readonly Row[] = [
  [/^[{["]/, 'another document behind the first: send one a request', '第一个文档之后还有另一个：每次请求只能发送一个'],
  [/^[\]}]/, '{}, one bracket more than was opened', '{}，多余的括号'],
  [/^;/, 'a semicolon behind the document: take it out', '文档之后的分号：请删除'],
  [/^,/, 'a comma behind the document: take it out, or send one list', '文档之后的逗号：请删除，或发送一个列表'],
  [
    /^\0/,
    'a zero byte behind the document, as C ends a text: send one byte less',
    '文档之后的零字节（C字符串结尾）：请少发送一个字节',
  ],
  [/^[\p{L}\w]+/u, '{} behind the document: send only the JSON', '文档之后的{}：请只发送JSON'],
];

/** Inside of a text, from the byte or the backslash on that can't stand there. */
const TEXTS: readonly Row[] = [
  [/^\r?\n|^\r/, 'a line break inside of a text: write \\n', '文本中的换行：请写\\n'],
  [/^\t/, 'a tab inside of a text: write \\t', '文本中的制表符：请写\\t'],
  [
    /^[\0-\x1f]/,
    'a control character inside of a text: write it as \\u and four digits',
    '文本中的控制字符：请写作\\u加四位十六进制数',
  ],
  [
    /^\\x[0-9a-f]{0,2}/i,
    '{}: JSON writes \\u and four digits, such as \\u0041',
    '{}：JSON使用\\u加四位十六进制数，例如\\u0041',
  ],
  [
    /^\\u\{[0-9a-f]*\}?/i,
    '{}: write the character itself, or \\u and four digits',
    '{}：请直接写该字符，或\\u加四位十六进制数',
  ],
  [/^\\u[0-9a-f]{0,3}/i, '{}, which needs four hex digits behind \\u', '{}，\\u之后须有四位十六进制数'],
  [/^\\'/, "{}: a single quote needs no backslash: write '", "{}：单引号不需要反斜杠：请写'"],
  [
    /^\\(?:\r?\n|\r)/,
    'a backslash at the end of a line: write the text on one line, with \\n',
    '行末的反斜杠：请将文本写在一行，使用\\n',
  ],
  [
    /^\\[\s\S]/u,
    '{}: a backslash of its own is written \\\\, as in "C:\\\\data"',
    '{}：反斜杠本身请写作\\\\，例如"C:\\\\data"',
  ],
];

export const SENTENCES: Readonly<Record<Need, { readonly rows: readonly Row[]; readonly need: Bilingual }>> = {
  start: { rows: [...ANYWHERE, ...VALUES], need: { en: 'one JSON object', zh: '一个JSON对象' } },
  name: { rows: [...ANYWHERE, ...NAMES], need: { en: 'a name in double quotes', zh: '双引号中的名称' } },
  colon: { rows: [...ANYWHERE, ...COLONS], need: { en: 'a colon', zh: '冒号' } },
  value: { rows: [...ANYWHERE, ...VALUES], need: { en: 'a value', zh: '值' } },
  next: { rows: [...ANYWHERE, ...NEXTS], need: { en: 'a comma or the closing bracket', zh: '逗号或右括号' } },
  end: { rows: [...ANYWHERE, ...ENDS], need: { en: 'the end of the body', zh: '请求体的结尾' } },
  text: { rows: TEXTS, need: { en: 'a character', zh: '字符' } },
};
