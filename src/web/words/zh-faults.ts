/**
 * Faults that the exchange finds with an organiser's forms, in Chinese: its facts are taken out of its sentence
 * and said anew. A sentence that is not known here stays as it is. Held to the exchange's own by
 * test/web/faults.test.ts.
 */

type Row = readonly [form: RegExp, say: (...facts: string[]) => string];

/** Things that are needed. */
const NEEDS: readonly Row[] = [
  [/^(.*), or null$/s, (need) => `${said(NEEDS, need)}，或留空`],
  [/^a whole number from (\S+) to (\S+)$/, (least, most) => `${least} 至 ${most} 的整数`],
  [/^milliseconds since 1970 as a whole number/, () => '一个时间'],
  [/^a plain decimal as text/, () => '普通小数，如 0.5'],
  [/^true or false$/, () => '是或否'],
  [/^true in a rehearsal, whose time is driven$/, () => 'true：演练的时钟由人推进，其中只能举办练习赛'],
  [/^text of (\d+) to (\d+) characters$/, (least, most) => `${least} 至 ${most} 个字符`],
  [/^(\d+) hex digits$/, (digits) => `${digits} 位十六进制数字`],
  [/^one of (.*)$/s, (words) => `其中之一：${words}`],
  [/^a list of at most (\d+)$/, (most) => `最多 ${most} 项`],
  [/^an object with (.*)$/, (names) => `包含 ${names}`],
  [/^1 to 32 characters of (.*)$/, (signs) => `1 至 32 个字符：${signs}`],
  [/^1 to (\d+) visible ASCII characters$/, (most) => `1 至 ${most} 个可见的 ASCII 字符`],
  [/^1 to (\d+) ASCII characters$/, (most) => `1 至 ${most} 个 ASCII 字符`],
  [/^a time after startMs/, () => '晚于开始的时间'],
  [/^endMs \d+ or later$/, () => '不早于结束的时间'],
  [/^a time between startMs and endMs$/, () => '开始与结束之间的时间'],
  [
    /^an amount above 0, at most (\d+), with at most 8 decimals$/,
    (most) => `大于 0、至多 ${most}、最多 8 位小数的金额`,
  ],
  [/^at least one contract, each once$/, () => '至少一个合约，且不重复'],
  [/^api, web or both$/, () => '程序、页面，或两者'],
  [/^weights that sum to (\d+)/, (sum) => `按权重排名时，权重之和为 ${sum}；否则不填权重`],
  [/^(?:milliseconds, or )?a time with its zone.*$/, () => '一个时间'],
  [/^a time that is still to come$/, () => '将来的时间'],
  [/^an account's number, or nothing$/, () => '账户编号，或留空'],
  [
    /^(\d+) or more where reasons are shown.*$/s,
    (least) => `在公开理由时至少 ${least}：否则可被当作他人订单的理由；演练（practice）可立即公开`,
  ],
  [/^(\d+): every case is held to its 72 hours$/, (ms) => `${ms}：每个案件都按 72 小时处理`],
  [/^a PNG, JPEG or WebP file$/, () => 'PNG、JPEG 或 WebP 文件'],
  [/^a still picture$/, () => '静止的图片'],
  [/^text$/, () => '文字'],
  [/^(\d+) to (\d+) on each side$/, (least, most) => `每边 ${least} 至 ${most}`],
  [/^(\d+) to (\d+)( with few marks)?$/, (least, most) => `${least} 至 ${most} 个字符`],
  [/^at most (\d+)$/, (most) => `至多 ${most}`],
  [/^a colour such as (\S+)$/, (colour) => `颜色，如 ${colour}`],
  [/^one line of at most (\d+) characters$/, (most) => `一行，至多 ${most} 个字符`],
  [/^(uid, name, .*), of which only name must be there$/, (names) => `${names}，其中只有 name 必须有`],
];

/** Things that were found. */
const FOUND: readonly Row[] = [
  [/^missing$/, () => '缺失'],
  [/^a field that does not exist$/, () => '没有这个字段'],
  [/^no time$/, () => '不是时间'],
];

const ROWS: readonly Row[] = [
  [
    /^is (.*), and it is (.*) now, needs a time that is still to come$/s,
    (given, now) => `为 ${given}，而现在是 ${now}；需要将来的时间`,
  ],
  [
    /^is (.*), and it is (.*) now; needs a time that is still to come$/s,
    (given, now) => `为 ${given}，而现在是 ${now}；需要将来的时间`,
  ],
  [/^is (.*), which looks like (\w+); needs/s, (given) => `为 ${given}，单位不是毫秒；需要一个时间`],
  [/^is (.*), which is no contract$/s, (symbol) => `为 ${symbol}，没有这个合约`],
  [/^is (.*), a month that does not exist$/s, (given) => `为 ${given}，没有这个月份`],
  [
    /^is (.*), a day that does not exist: that month has (\d+)$/s,
    (given, days) => `为 ${given}，没有这一天：当月有 ${days} 天`,
  ],
  [/^is (.*), a time that no clock shows$/s, (given) => `为 ${given}，没有这个时刻`],
  [
    /^is (#\w+), in which letters on the (light|dark) page have a contrast of ([\d.]+), needs ([\d.]+): (#\w+) would do$/,
    (colour, theme, found, need, near) =>
      `${colour} 在${theme === 'light' ? '浅色' : '深色'}页面上的文字对比度为 ${found}，需要 ${need}：可用 ${near}`,
  ],
  [/^is SVG, which may hold programs; needs (.*)$/, (need) => `是 SVG，其中可能有程序；需要${said(NEEDS, need)}`],
  [
    /^is (GIF|no picture that is known here); needs (.*)$/,
    (found, need) => `${found === 'GIF' ? '是 GIF' : '不是可识别的图片'}；需要${said(NEEDS, need)}`,
  ],
  [
    /^is (\d+) × (\d+) pixels, needs (.*)$/,
    (width, height, need) => `为 ${width} × ${height} 像素，需要${said(NEEDS, need)}`,
  ],
  [/^moves, needs a still picture$/, () => '是动图，需要静止的图片'],
  [/^is cut off: .*$/, () => '不完整：缺少结尾，或其后还有内容'],
  [/^is no base64$/, () => '无法读取'],
  [/^is no list of at most (\d+) origins$/, (most) => `最多 ${most} 个来源`],
  [
    /^has (".*"|\w+), needs origins such as (\S+): .*$/s,
    (found, such) => `有 ${found}，需要如 ${such} 的来源：不含路径、*、用户名和密码`,
  ],
  [
    /^has (\d+) (bytes|characters), needs (.*)$/,
    (count, unit, need) => `有 ${count} 个${unit === 'bytes' ? '字节' : '字符'}，需要${said(NEEDS, need)}`,
  ],
  [/^is (.*), needs (.*)$/s, (found, need) => `为 ${said(FOUND, found)}，需要${said(NEEDS, need)}`],
  [/^is (a field that does not exist)$/, (found) => said(FOUND, found)],
  [/^must be an integer from 0$/, () => '须为不小于 0 的整数'],
  [/^must be a text of 1 to (\d+) characters$/, (most) => `须为 1 至 ${most} 个字符`],
  [/^must be a list of texts$/, () => '须为文字的列表'],
  [/^(?:is missing|is empty)$/, () => '缺失'],
  [/^a rule set has no (.*)$/s, (name) => `规则集没有 ${name}`],
  [/^(?:v )?must be (\d.*)$/, (versions) => `须为 ${versions.replace('or', '或')}`],
  // Names of teams; in a list they stand in front.
  [
    /^'(.*)' (has [Ua].*|mixes .*|is not in Unicode.*|has no letter.*|has \d+ characters.*)$/s,
    (name, why) => `“${name}”${said(ROWS, why)}`,
  ],
  [/^has a control character, (U\+\w+), at place (\d+).*$/, (point, at) => `第 ${at} 位是控制字符 ${point}：请去掉`],
  [
    /^has (U\+\w+) at place (\d+), which turns the direction.*$/,
    (point, at) => `第 ${at} 位是 ${point}，会改变文字方向：请去掉`,
  ],
  [/^has (U\+\w+) at place (\d+), which nobody can see.*$/, (point, at) => `第 ${at} 位是看不见的 ${point}：请去掉`],
  [/^has (U\+\w+) at place (\d+), which is no character.*$/, (point, at) => `第 ${at} 位的 ${point} 不是 Unicode 字符`],
  [
    /^has (U\+\w+) at place (\d+), which is none of letters.*$/,
    (point, at) => `第 ${at} 位是 ${point}，只能用字母、数字、空格和 . _ - ' ’ · &`,
  ],
  [
    /^has (U\+\w+) at place (\d+): a mark.*$/,
    (point, at) => `第 ${at} 位的附加符号 ${point} 没有字母，或同一字母上过多`,
  ],
  [/^is not in Unicode form NFC.*$/, () => '不是 Unicode NFC 形式'],
  [/^mixes letters of Latin.*$/, () => '混用了相似的拉丁、西里尔或希腊字母：请只用其中一种'],
  [/^has no letter and no digit$/, () => '没有字母和数字'],
  // Lists of teams.
  [/^the file is empty$/, () => '文件是空的'],
  [/^there is no team below the first line$/, () => '第一行下面没有队伍'],
  [/^the first line names the columns; needs (.*)$/, (need) => `第一行须为列名：${said(NEEDS, need)}`],
  [/^'(.*)' is no column; needs (.*)$/s, (name, need) => `没有“${name}”这一列；需要${said(NEEDS, need)}`],
  [/^this column is there twice$/, () => '此列出现两次'],
  [/^has (\d+) cells, and the first line (\d+)$/, (found, columns) => `有 ${found} 格，而第一行有 ${columns} 格`],
  [/^needs (one line of at most .*)$/, (need) => `需要${said(NEEDS, need)}`],
  [/^one is there twice$/, () => '有一个出现两次'],
  [/^is that of line (\d+), or looks like it$/, (line) => `与第 ${line} 行相同或相似`],
  [/^there is no account (\d+); leave it empty for a new one$/, (uid) => `没有账户 ${uid}；留空则新建`],
  [/^(\d+) is kept for the demo.*$/, (uid) => `${uid} 保留给演示，其密钥人人皆知`],
  [
    /^'(.*)' is taken: team (\w+) has it, or one like it, with account (\d+)$/s,
    (name, team, uid) => `“${name}”已被占用：队伍 ${team}（账户 ${uid}）的名称与其相同或相似`,
  ],
  [
    /^team (\w+) is (\w+), and stays so$/,
    (team, state) => `队伍 ${team} 已${state === 'withdrawn' ? '退出' : '取消资格'}`,
  ],
  [/^account (\d+) is team (\w+), '(.*)', already$/s, (uid, team, name) => `账户 ${uid} 已是队伍 ${team}“${name}”`],
  [
    /^has '(.*)'; a \* at the end, after (\d+) characters at least, stands for anything$/s,
    (found, least) => `有“${found}”；结尾的 * 代表任意内容，其前至少 ${least} 个字符`,
  ],
  [/^a " opens a cell that is never closed$/, () => '引号 " 没有结束'],
  [
    /^after the closing " comes '(.*)', needs '(.*)' or a new line$/s,
    (found, separator) => `结束的引号 " 之后是“${found}”，需要“${separator}”或换行`,
  ],
  [/^has (.*), needs (.*)$/s, (found, need) => `有 ${found}，需要${said(NEEDS, need)}`],
];

/** States of contests, teams and cases. */
const STATES: Readonly<Record<string, string>> = {
  draft: '草稿',
  registration: '报名',
  live: '进行',
  review: '审查',
  final: '已定案',
  cancelled: '已取消',
  applied: '已申请',
  approved: '已批准',
  active: '参赛中',
  withdrawn: '已退出',
  disqualified: '取消资格',
  opened: '已立案',
  noticed: '已通知队伍',
  proposed: '已提议决定',
  decided: '已决定',
  appealed: '已申诉',
  closed: '已结案',
};
const state = (name: string): string => STATES[name] ?? name;

/** Reasons against a step of a contest, of a team or of a case. */
const AGAINST: readonly Row[] = [
  [/^(.*), which is none$/s, (name) => `没有“${name}”`],
  [
    /^contest (\S+) is in (\w+) and can't go to (\w+): (.*)$/s,
    (id, now, next, why) => `比赛 ${id} 处于“${state(now)}”，不能转到“${state(next)}”：${said(AGAINST, why)}`,
  ],
  [/^only a draft is opened$/, () => '只有草稿可以开放报名'],
  [/^it was to start at (\d+)$/, (ms) => `开始时间（${ms}）已过`],
  [/^only a contest in review is ended$/, () => '只有审查中的比赛可以定案'],
  [/^evidence counts until (\d+)$/, (ms) => `证据计至 ${ms}`],
  [/^it needs a report recorded after (\d+)$/, (ms) => `需要一份 ${ms} 之后的报告`],
  [/^it is over$/, () => '已经结束'],
  [/^case (\S+) is (\w+)$/, (id, now) => `案件 ${id} ${state(now)}`],
  [
    /^the report says (\w+) of (\S+), which had no case$/,
    (verdict, team) => `报告对 ${team} 的结论为 ${verdict}，却没有案件`,
  ],
  [
    /^contest (\S+) is in (\w+)(?:; .*|, not in registration)?$/s,
    (id, now) => `比赛 ${id} 处于“${state(now)}”，此时不能这样做`,
  ],
  [/^contest (\S+) is (\w+)$/, (id, now) => `比赛 ${id} ${state(now)}`],
  [/^contest (\S+) is a rehearsal.*$/, (id) => `比赛 ${id} 是演练，没有案件`],
  [/^contest (\S+) has (\d+) teams already$/, (id, count) => `比赛 ${id} 已有 ${count} 支队伍`],
  [
    /^contest (\S+) is in (\w+): team (\S+) withdraws by .*$/,
    (id, now, team) => `比赛 ${id} 处于“${state(now)}”：队伍 ${team} 只能自行退出，或由案件取消资格`,
  ],
  [/^config\.endMs (\d+), which is past$/, (ms) => `结束时间 ${ms} 已过`],
  [/^config\.symbols (\S+), which is no contract$/, (symbol) => `没有合约 ${symbol}`],
  [
    /^(\d+); needs a time after (\d+), until (\d+)$/,
    (found, after, until) => `${found}：须晚于 ${after}，不晚于 ${until}`,
  ],
  [
    /^case (\S+) is (\w+); (\w+) needs (\w+)$/,
    (id, now, _, needed) => `案件 ${id} ${state(now)}；此步骤须在“${state(needed)}”时`,
  ],
  [/^(\w+) is a judge's$/, () => '此步骤只属于裁判'],
  [/^(\S+), which is no case of account (\S+)$/, (id, uid) => `${id} 不是账户 ${uid} 的案件`],
  [/^files come with an answer$/, () => '文件只能随答复发送'],
  [/^a proposal without outcome.*$/, () => '提议须有结果、规则和公开文字'],
  [/^the team may answer until (\d+), or waive it$/, (ms) => `队伍可在 ${ms} 之前答复，或放弃答复`],
  [/^only a disqualification is appealed$/, () => '只有取消资格可以申诉'],
  [/^it could be appealed until (\d+)$/, (ms) => `申诉期限为 ${ms}，已过`],
  [/^(\d+) answers were given, no more are taken$/, (count) => `已有 ${count} 次答复，不再接受`],
  [
    /^the case has (\d+) files of (\d+), (\d+) more do not fit$/,
    (files, most, more) => `案件已有 ${files} 个文件（最多 ${most}），放不下另外 ${more} 个`,
  ],
  [/^(.*) proposed it; another judge decides$/s, (name) => `由 ${name} 提议；须由另一位裁判决定`],
  [/^(.*) took part in the decision; .*$/s, (name) => `${name} 参与了决定；申诉须由未参与的裁判决定`],
  [/^team (\S+) did not play$/, (team) => `队伍 ${team} 没有参赛`],
  [/^none; a case names a report or a reason$/, () => '须写明报告或理由'],
  [/^none; everybody may read why.*$/, () => '须写明理由，人人可读'],
  [/^team (\S+) is (\w+), not applied$/, (team, now) => `队伍 ${team} ${state(now)}，不在“已申请”`],
  [/^account (\d+) is in contest (\S+) already$/, (uid, id) => `账户 ${uid} 已在比赛 ${id} 中`],
  [
    /^account (\d+) has (\d+) positions, (\d+) orders and (\d+) plan orders; none may be left$/,
    (uid, positions, orders, plans) =>
      `账户 ${uid} 还有 ${positions} 个仓位、${orders} 个委托、${plans} 个计划委托，须全部清空`,
  ],
  [/^account (\d+) takes part in copy trading$/, (uid) => `账户 ${uid} 参与跟单`],
  [/^account (\d+) has trading fees of its own.*$/, (uid) => `账户 ${uid} 有自己的手续费率，须与众人相同`],
  [/^'(.*)', which has no letter and no digit$/s, (name) => `“${name}”没有字母和数字`],
  [/^'(.*)' is taken$/s, (name) => `“${name}”已被占用`],
  [/^'(.*)' is in a team already$/s, (name) => `“${name}”已在一支队伍中`],
  [/^none; at least one is needed$/, () => '至少需要一个'],
  [/^one twice.*$/, () => '有一个出现两次'],
  [/^the AI log is not open yet$/, () => 'AI 日志尚未开启'],
  [/^(\d+), which is not after (\d+)$/, (to, from) => `${to} 不晚于 ${from}`],
  [/^(\d+), which is not over yet$/, (ms) => `${ms} 还没有过去`],
  [/^(\d+), which is more than 24 h ago$/, (ms) => `${ms} 早于 24 小时之前`],
  [/^contest (\S+) has no report yet.*$/, (id) => `比赛 ${id} 还没有报告`],
  [/^the report says nothing of team (\S+).*$/, (team) => `报告没有提到队伍 ${team}：它没有参赛`],
  [/^(config\.\S+) (.*), needs (.*)$/s, (field, found, need) => `${field} 为 ${found}，需要${said(NEEDS, need)}`],
  [/^(.*) is (\w+); this needs (.*)$/s, (name, role, needed) => `${name} 是 ${role}；这需要 ${needed}`],
];

function said(rows: readonly Row[], text = ''): string {
  for (const [form, say] of rows) {
    const found = form.exec(text);
    if (found !== null) return say(...found.slice(1).map((fact) => fact ?? ''));
  }
  return text;
}

/** The exchange's sentence in Chinese; itself where it isn't known. */
export function zhFault(text: string): string {
  const known = said(ROWS, text);
  return known === text ? said(AGAINST, text) : known;
}

/** The same of a sentence that its field may stand before: `config.endMs is …`, `contest: …`. */
export function zhRefused(text: string): string {
  if (text.startsWith('found ')) return zhFault(text.slice('found '.length));
  const [, field = '', between = '', rest = ''] = /^([\w.[\]]+)(:? )(.*)$/s.exec(text) ?? [];
  const known = zhFault(rest);
  return rest === '' || known === rest ? zhFault(text) : `${field}${between}${known}`;
}
