// Names of teams in any script: what is refused, with the very character, and which names look alike.
import { describe, expect, it } from 'vitest';
import { plainTeamName, teamNameFault, teamNameWords } from './team-name.ts';

const said = (name: string): string | null => {
  const fault = teamNameFault(name);
  return fault === null ? null : teamNameWords(fault);
};

describe('a name of a team', () => {
  it.each([
    'Team One',
    '队伍一',
    '龙队',
    'Команда',
    'Ομάδα',
    'فريق',
    'टीम एक',
    'チーム・ワン',
    '팀하나',
    'Émile & Zoë',
    'a.b_c-d',
  ])('%s may be had', (name) => expect(said(name.normalize('NFC'))).toBeNull());

  it.each([
    ['a\u202Eb', 'has U+202E at place 2, which turns the direction'],
    ['ab\u200F', 'U+200F at place 3, which turns the direction'],
    ['a\u200Bb', 'has U+200B at place 2, which nobody can see'],
    ['a\u200Db', 'U+200D'],
    ['ab\uFEFF', 'nobody can see'],
    ['ab\u3164', 'nobody can see'],
    ['a\u0007b', 'has a control character, U+0007, at place 2'],
    ['a\nb', 'control character, U+000A'],
    ['a\uD800', 'U+D800 at place 2, which is no character'],
    ['a\uE000', 'no character'],
    ['a<b>', 'has U+003C at place 2, which is none of letters'],
    ['a\u00A0b', 'U+00A0'],
    ['\u0301ab', 'a mark without its letter'],
    [`e${'\u0316'.repeat(4)}x`, 'more than 3 on one'],
    ['e\u0301a', 'NFC'],
    ['队', 'has 1 characters, needs 2 to 32'],
    ['x'.repeat(33), 'has 33 characters'],
    ['Tеam', 'mixes letters'],
    ['...', 'no letter and no digit'],
  ])('%j is refused for what it is', (name, words) => expect(said(name)).toContain(words));

  it('counts characters as people do', () => {
    expect(said('क्षि'.repeat(8))).toBeNull();
    expect(said('队'.repeat(32))).toBeNull();
    expect(said('𠮷'.repeat(32))).toBeNull();
  });

  it.each([
    ['Team One', 'team-one'],
    ['ＴＥＡＭ', 'team'],
    ['Straße', 'STRASSE'],
    ['СОСКА', 'cocka'],
    ['ΟΔΟΣ', 'οδος'],
    ['チーム', 'ﾁｰﾑ'],
  ])('%s and %s are one', (one, other) => expect(plainTeamName(one)).toBe(plainTeamName(other)));

  it('tells others apart, and of ASCII drops separators alone', () => {
    expect(plainTeamName('队伍一')).not.toBe(plainTeamName('队伍二'));
    for (let code = 32; code < 127; code++) {
      const one = String.fromCharCode(code);
      if (/[A-Za-z0-9 ._-]/.test(one)) expect(plainTeamName(one)).toBe(one.toLowerCase().replace(/[ ._-]/, ''));
    }
  });
});
