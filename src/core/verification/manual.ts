/**
 * Whether a text says that a person acted (docs/evidence.md, Rules): `manual`, `manually`, `by hand`, 手动, 人工, 手工,
 * unless the two words before it, or the text right before the Chinese one, say no. It knows only these words.
 */
const ENGLISH = /(?<![a-z])(?:manual|manually|by[ \t\r\n_-]+hand)(?![a-z])/g;
const NEGATED =
  /(?<![a-z])(?:no|not|non|none|never|without|zero|free of|isn't|wasn't|n't)(?:[ \t\r\n_-]+[a-z]+)?[ \t\r\n_-]*$/;
const CHINESE = /手动|人工|手工/g;
const CHINESE_NEGATED = /(?:非|无|不|没|未|免)[\u4e00-\u9fff]?$/;
/** How much text before a match is searched for a negation. */
const BEFORE = 48;

export function saysManual(text: string): boolean {
  const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return stands(lower, ENGLISH, NEGATED) || stands(lower, CHINESE, CHINESE_NEGATED);
}

/** Whether a match is not negated. */
function stands(text: string, wanted: RegExp, negated: RegExp): boolean {
  for (const { index } of text.matchAll(wanted))
    if (!negated.test(text.slice(Math.max(0, index - BEFORE), index))) return true;
  return false;
}
