/**
 * The brand of an exchange: name, logo and colours its pages carry, and the pages elsewhere that may show its board in
 * a frame. An owner sets it; none of it is part of any contest, so no log has it. What is read here, from a request or
 * from the file it is kept in, ends in heads and in markup: each part has one form, and what has another is refused.
 */
import { hash } from 'node:crypto';
import { teamNameFault, teamNameWords } from '../../core/text/team-name.ts';
import { type AppFile, FOR_EVER, etagOf } from './built-app.ts';
import { CONTRAST_NEEDED, contrastOn, readableOn, type Theme } from './colour.ts';
import { type Picture, pictureIn } from './picture.ts';

export interface Brand {
  /** Null: the program's own. */
  readonly name: string | null;
  readonly logo: Picture | null;
  /** Of letters and lines in this theme, `#rrggbb`; null: as the page has them. */
  readonly light: string | null;
  readonly dark: string | null;
  /** Origins whose pages may show the board in a frame. */
  readonly origins: readonly string[];
}

export const NO_BRAND: Brand = { name: null, logo: null, light: null, dark: null, origins: [] };
/** The name of an exchange that was given none. */
export const OWN_NAME = 'Outcry';

/** `field` is one of the brand's. */
export interface BrandFault {
  readonly field: string;
  readonly msg: string;
}

type Given = Readonly<Record<string, unknown>>;
type Part = { readonly [Name in keyof Brand]: (value: unknown) => Brand[Name] };

/** A part that can't be taken: what is wrong with it, as a clause that follows its name. */
class Unfit extends Error {}

const MOST_ORIGINS = 20;
const LONGEST_ORIGIN = 300;
const ORIGIN =
  /^https?:\/\/([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:]+\])(:\d{1,5})?$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

const PARTS: Part = {
  name: nameIn,
  logo: logoIn,
  light: (value) => colourIn('light', value),
  dark: (value) => colourIn('dark', value),
  origins: originsIn,
};

/**
 * A brand with the parts that are given, as JSON has them (a logo as base64), in place of those it had; '' and null
 * take one away. With a fault nothing of `brand` is to be used.
 */
export function brandIn(given: Given, before: Brand): { readonly brand: Brand; readonly faults: BrandFault[] } {
  const names = Object.keys(PARTS);
  const faults: BrandFault[] = Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((field) => ({ field, msg: `is a field that does not exist, needs one of ${names.join(', ')}` }));
  const taken: Record<string, unknown> = {};
  for (const [field, read] of Object.entries(PARTS)) {
    if (given[field] === undefined) continue;
    try {
      taken[field] = read(given[field]);
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      faults.push({ field, msg: error.message });
    }
  }
  return { brand: { ...before, ...taken }, faults };
}

/** A brand as the file that keeps it has it. */
export function brandText(brand: Brand): string {
  return `${JSON.stringify({ ...brand, logo: brand.logo?.bytes.toString('base64') ?? null }, null, 2)}\n`;
}

/** @throws Error what is wrong with such a file */
export function brandOfText(text: string): Brand {
  const { brand, faults } = brandIn(JSON.parse(text) as Given, NO_BRAND);
  const [first] = faults;
  if (first !== undefined) throw new Error(`its ${first.field} ${first.msg}`);
  return brand;
}

function textIn(value: unknown): string {
  if (value === null) return '';
  if (typeof value !== 'string') throw new Unfit(`is ${JSON.stringify(value).slice(0, 80)}, needs text`);
  return value.trim();
}

function nameIn(value: unknown): string | null {
  const name = textIn(value).normalize();
  if (name === '') return null;
  const fault = teamNameFault(name);
  if (fault !== null) throw new Unfit(teamNameWords(fault));
  return name;
}

function logoIn(value: unknown): Picture | null {
  const text = textIn(value);
  if (text === '') return null;
  if (!BASE64.test(text)) throw new Unfit('is no base64');
  const picture = pictureIn(Buffer.from(text, 'base64'));
  if (typeof picture === 'string') throw new Unfit(picture);
  return picture;
}

function colourIn(theme: Theme, value: unknown): string | null {
  const colour = textIn(value).toLowerCase();
  if (colour === '') return null;
  if (!/^#[0-9a-f]{6}$/.test(colour)) throw new Unfit(`is '${colour.slice(0, 40)}', needs a colour such as #0b5fb0`);
  const contrast = contrastOn(theme, colour);
  if (contrast >= CONTRAST_NEEDED) return colour;
  // Rounded down: what is refused never reads as enough.
  const found = (Math.floor(contrast * 10) / 10).toFixed(1);
  const near = readableOn(theme, colour);
  throw new Unfit(
    `is ${colour}, in which letters on the ${theme} page have a contrast of ${found}, needs ${CONTRAST_NEEDED}: ${near} would do`,
  );
}

function originsIn(value: unknown): readonly string[] {
  if (value === null) return [];
  if (!Array.isArray(value) || value.length > MOST_ORIGINS)
    throw new Unfit(`is no list of at most ${MOST_ORIGINS} origins`);
  return [...new Set(value.map(originIn))];
}

/** As browsers write it: in lower case, the name in ASCII, without the port that is usual. */
function originIn(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : '';
  const url = URL.canParse(text) ? new URL(text) : null;
  const isBare =
    url !== null && text.length <= LONGEST_ORIGIN && url.href === `${url.origin}/` && !/[*?#@\\]/.test(text);
  if (url !== null && isBare && ORIGIN.test(url.origin)) return url.origin;
  const found = JSON.stringify(value)?.slice(0, 80) ?? 'nothing';
  throw new Unfit(`has ${found}, needs origins such as https://school.example: no path, no *, no name and password`);
}

/** Below the page: where its files are. */
export const BRAND_FOLDER = 'brand/';
const ENDINGS: Readonly<Record<Picture['type'], string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/** The files of a brand by path; each is named by what is in it, so it never changes. */
export function brandFiles(brand: Brand): { readonly logo: string | null; readonly style: string | null } & {
  readonly files: ReadonlyMap<string, AppFile>;
} {
  const files = new Map<string, AppFile>();
  const add = (name: string, ending: string, type: string, bytes: Buffer): string => {
    const path = `${BRAND_FOLDER}${name}-${hash('sha256', bytes, 'hex').slice(0, 16)}.${ending}`;
    files.set(path, { type, cache: FOR_EVER, etag: etagOf(bytes), bytes, br: null, gzip: null });
    return path;
  };
  const { name, logo, light, dark } = brand;
  return {
    logo: logo === null ? null : add('logo', ENDINGS[logo.type], logo.type, logo.bytes),
    style:
      name === null && logo === null && light === null && dark === null
        ? null
        : add('style', 'css', 'text/css; charset=utf-8', Buffer.from(styleOf(light, dark))),
    files,
  };
}

/** A brand's part of the bar (src/web/app/top-bar.css), which only pages in a brand load. */
const BAR = [
  '.top{box-shadow:inset 0 3px 0 var(--brand,transparent)}',
  '.brand{color:var(--brand,inherit);max-width:min(40vw,20em);min-width:0}',
  '.brand img{height:24px;max-width:96px;object-fit:contain}',
  '.brand span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}',
  '.nav a[aria-current]{box-shadow:inset 0 -2px 0 var(--brand,transparent)}',
].join('');

/** As the page's own tokens are told apart by theme. */
function styleOf(light: string | null, dark: string | null): string {
  const rule = (selector: string, colour: string | null): string =>
    colour === null ? '' : `${selector}{--brand:${colour}}`;
  return [
    rule(':root:not([data-theme="light"])', dark),
    '@media (prefers-color-scheme:light){',
    // Without a colour of its own the light theme has none of the dark one's either.
    `:root:not([data-theme="dark"]){--brand:${light ?? 'initial'}}`,
    '}',
    rule(':root[data-theme="light"]', light),
    BAR,
  ].join('');
}
