/**
 * Colours that letters are written in, against the grounds of the page's two themes (src/web/style/tokens.css): how
 * well they can be read, by the measure of WCAG 2.2, and the nearest tone that can.
 */

export type Theme = 'light' | 'dark';

/** The grounds that letters stand on. */
export const GROUNDS: Readonly<Record<Theme, readonly string[]>> = {
  light: ['#ffffff', '#f4f6f8', '#eef1f4'],
  dark: ['#171d24', '#0f1318', '#1e262f'],
};
/** Of letters of any size, level AA. */
export const CONTRAST_NEEDED = 4.5;
const STEPS = 64;

/** The least contrast of a colour on the grounds of a theme; colours are `#rrggbb`. */
export function contrastOn(theme: Theme, colour: string): number {
  const own = luminance(channels(colour));
  return Math.min(...GROUNDS[theme].map((ground) => ratio(own, luminance(channels(ground)))));
}

/** The colour, as far darkened (light theme) or lightened (dark) as it takes to be read. */
export function readableOn(theme: Theme, colour: string): string {
  const towards = theme === 'light' ? 0 : 255;
  const own = channels(colour);
  for (let step = 0; step < STEPS; step++) {
    const tone = hexOf(own.map((channel) => Math.round(channel + ((towards - channel) * step) / STEPS)));
    if (contrastOn(theme, tone) >= CONTRAST_NEEDED) return tone;
  }
  return hexOf([towards, towards, towards]);
}

function channels(colour: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

function hexOf(channels: readonly number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
