import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONTRAST_NEEDED, contrastOn, GROUNDS, readableOn } from './colour.ts';

describe('a colour of letters', () => {
  it('is measured as WCAG does, on the darkest or lightest ground of its theme', () => {
    expect(contrastOn('light', '#000000')).toBeCloseTo(18.5, 1);
    expect(contrastOn('light', '#ffffff')).toBe(1);
    expect(contrastOn('dark', '#ffffff')).toBeCloseTo(15.3, 1);
    expect(contrastOn('light', '#0b5fb0')).toBeGreaterThan(CONTRAST_NEEDED);
    expect(contrastOn('dark', '#0b5fb0')).toBeLessThan(CONTRAST_NEEDED);
  });

  it('has a nearest tone that can be read, which is itself where it can', () => {
    for (const theme of ['light', 'dark'] as const)
      for (const colour of ['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#ffd000', '#808080', '#123456']) {
        const near = readableOn(theme, colour);
        expect(contrastOn(theme, near), `${colour} ${theme}`).toBeGreaterThanOrEqual(CONTRAST_NEEDED);
        expect(near === colour, `${colour} ${theme}`).toBe(contrastOn(theme, colour) >= CONTRAST_NEEDED);
      }
  });

  it('is held against the grounds that the page has', () => {
    const tokens = readFileSync(new URL('../../web/style/tokens.css', import.meta.url), 'utf8');
    const own = (part: string): string[] =>
      Array.from(part.matchAll(/--(?:panel|ground|raise): (#[0-9a-f]{6})/g), ([, colour]) => colour!).toSorted();
    const [dark = '', system = '', light = ''] = tokens.split(
      /@media \(prefers-color-scheme: light\)|:root\[data-theme="light"\] \{/,
    );
    expect(own(dark)).toEqual(GROUNDS.dark.toSorted());
    for (const part of [system, light]) expect(own(part)).toEqual(GROUNDS.light.toSorted());
  });
});
