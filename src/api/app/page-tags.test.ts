import { describe, expect, it } from 'vitest';
import type { State } from '../../core/state/state.ts';
import { tagsOf, withTags } from './page-tags.ts';

const HTML = [
  '<head><title>Outcry</title><meta name="description" content="x" />',
  '<meta property="og:image" content="./assets/preview-1.png" /></head>',
].join('');
const ADDRESS = 'https://x.example/base';
const TEAM = '"><script>1</script>\u202e\ud800';

function stateWith(title: string): State {
  const contest = {
    config: { title },
    phase: 'live',
    teams: [
      { id: 't1', name: TEAM },
      { id: 't2', name: 'Alpha 1' },
    ],
  };
  return { contest: { contests: new Map([['c1', contest]]) } } as unknown as State;
}

describe('a shared link', () => {
  it('shows the contest or the team it leads to, and of all others what the page is', () => {
    const state = stateWith('Autumn Cup');
    const title = (path: string): string => tagsOf(path, state, null, 'Outcry').title;
    expect(title('board/c1')).toBe('Autumn Cup · Outcry');
    expect(title('team/c1/t2')).toBe('Alpha 1 · Autumn Cup · Outcry');
    expect(tagsOf('board/c1', stateWith('秋季杯 2026'), null, 'Outcry').title).toBe('秋季杯 2026 · Outcry');
    expect(tagsOf('board/c1', state, null, 'Outcry').description).toContain('2 teams, live');
    expect([title(''), title('about'), title('board/none'), title('team/c1/t9')]).toEqual([
      'Outcry',
      'About this page · Outcry',
      'Board · Outcry',
      'Outcry',
    ]);
  });

  it('repeats no name of a caller that holds more than words, and has no two titles', () => {
    const html = withTags(HTML, tagsOf('team/c1/t1', stateWith('<b>javascript:alert(1)'), ADDRESS, 'Outcry'));
    expect(html).toContain('<title>t1 · c1 · Outcry</title>');
    expect(html).not.toMatch(/javascript|alert|<b>|&#60;/);
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html.match(/name="description"/g)).toHaveLength(1);
    for (const name of ['og:title', 'og:description', 'og:type', 'og:site_name', 'og:url', 'og:image'])
      expect(html.split(`property="${name}"`)).toHaveLength(2);
  });

  it('stays text where a name has a sign of markup', () => {
    expect(withTags(HTML, { site: 'Outcry', title: "A & B's", description: '$&', address: null, path: '' })).toContain(
      '<title>A &#38; B&#39;s</title>',
    );
  });

  it('leads to its page and its picture by whole addresses, below the base, and to neither where none is known', () => {
    const state = stateWith('Autumn Cup');
    const urls = (path: string, address: string | null): string[] =>
      Array.from(
        withTags(HTML, tagsOf(path, state, address, 'Outcry')).matchAll(/"og:(?:url|image)" content="([^"]*)"/g),
        ([, url]) => url!,
      );
    const picture = `${ADDRESS}/assets/preview-1.png`;
    expect(urls('board/c1', ADDRESS)).toEqual([`${ADDRESS}/board/c1`, picture]);
    expect(urls('', ADDRESS)).toEqual([`${ADDRESS}/`, picture]);
    expect(urls('board/%22%3E<script>', ADDRESS), 'what is no plain path').toEqual([`${ADDRESS}/`, picture]);
    expect(urls('board/c1', null)).toEqual([]);
    expect(withTags('<head></head>', tagsOf('', state, ADDRESS, 'Outcry'))).not.toContain('og:image');
  });
});
