// The windows that pages are tried in: a phone, a small screen and a large one, in px.
import { THOROUGH } from '../thorough.ts';

export const LANGUAGES = ['en', 'zh'] as const;
export const WIDTHS = [360, 1024, 1440] as const;
const HEIGHTS = { 360: 780, 1024: 768, 1440: 900 };

interface Look {
  readonly width: (typeof WIDTHS)[number];
  readonly height: number;
  readonly lang: (typeof LANGUAGES)[number];
}

/** Each width and each language, each width in one language: English is the longer one, so that a phone has it. */
const SOME = { 360: 'en', 1024: 'zh', 1440: 'en' } as const;

/** For `it.each`: '$width px wide, in $lang'. */
export const LOOKS: readonly Look[] = WIDTHS.flatMap((width) =>
  LANGUAGES.filter((lang) => THOROUGH || SOME[width] === lang).map((lang) => ({ width, height: HEIGHTS[width], lang })),
);

/** For what changes with the width alone, and costs a page each. */
export const ENDS = THOROUGH ? WIDTHS : ([360, 1440] as const);
