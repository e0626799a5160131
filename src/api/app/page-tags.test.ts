import { describe, expect, it } from 'vitest';
import type { State } from '../../core/state/state.ts';
import { tagsOf, withTags } from './page-tags.ts';

const HTML = '<head><title>Outcry</title><meta name="description" content="x" /></head>';
const TEAM = '"><script>1</script>\u202e\ud800';

function stateWith(title: string): State {
  const contest = { config: { title }, phase: 'live', teams: [{ id: 't1', name: TEAM }] };
  return { contest: { contests: new Map([['c1', contest]]) } } as unknown as State;
}

describe('a shared link', () => {
  it('shows the contest or the team it leads to, and of all others what the page is', () => {
    const state = stateWith('Autumn Cup');
    const title = (path: string): string => tagsOf(path, state).title;
    expect(title('board/c1')).toBe('Autumn Cup · Outcry');
    expect(title('team/c1/t1')).toMatch(/ · Autumn Cup · Outcry$/);
    expect(tagsOf('board/c1', state).description).toContain('1 teams, live');
    expect([title(''), title('about'), title('board/none'), title('team/c1/t9')]).toEqual([
      'Outcry',
      'About this page · Outcry',
      'Board · Outcry',
      'Outcry',
    ]);
  });

  it('has names of callers as text and nothing else, and no two titles', () => {
    const html = withTags(HTML, tagsOf('team/c1/t1', stateWith('$& <b>')));
    expect(html).not.toMatch(/<script|<b>|\u202e|\ud800/);
    expect(html).toContain('&#60;script&#62;1&#60;/script&#62;');
    expect(html).toContain('$&#38; &#60;b&#62;');
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html.match(/name="description"/g)).toHaveLength(1);
    for (const name of ['og:title', 'og:description', 'og:type', 'og:site_name'])
      expect(html.split(`property="${name}"`)).toHaveLength(2);
  });
});
