/** `outcry brand …`: name, logo and colours of an exchange's pages, and who may show its board. */
import { askAdmin } from './admin.ts';
import { askerOf } from './admin-verbs.ts';
import { readBytes } from './files.ts';
import { UsageError } from './told.ts';
import { type Answer, type Call, defineVerb, type Verb, type VerbOption } from './verb.ts';

const BRAND = '/admin/v1/brand';
const PERSON: Readonly<Record<string, VerbOption>> = {
  credential: { value: 'FILE', about: 'a file with the token of an owner; without it the operator asks' },
};
/** Parts that can be taken away, and what each is then. */
const PARTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  name: { name: null },
  logo: { logo: null },
  colours: { light: null, dark: null },
  embed: { origins: [] },
};

interface BrandAnswer {
  readonly name: string | null;
  readonly logo: { readonly type: string; readonly width: number; readonly height: number } | null;
  readonly light: string | null;
  readonly dark: string | null;
  readonly origins: readonly string[];
}

function shownAs(json: BrandAnswer): Answer {
  const { name, logo, light, dark, origins } = json;
  const rows = [
    ['name', name ?? '-'],
    ['logo', logo === null ? '-' : `${logo.type}, ${logo.width} × ${logo.height}`],
    ['colour, light theme', light ?? '-'],
    ['colour, dark theme', dark ?? '-'],
    ['embedded by', origins.join(' ') || '-'],
  ];
  return { json, text: { head: ['part', 'as it is'], rows } };
}

const show = defineVerb({
  name: 'brand show',
  about: 'name, logo and colours of the pages, and who may show the board',
  options: PERSON,
  answer: async (call) => shownAs(await askAdmin<BrandAnswer>(askerOf(call), 'GET', BRAND)),
});

const set = defineVerb({
  name: 'brand set',
  about: 'give the pages a name, a logo, colours; let other pages show the board',
  options: {
    name: { value: 'TEXT', about: '2 to 32 characters, in any script' },
    logo: { value: 'FILE', about: 'PNG, JPEG or WebP, at most 64 KiB and 1024 pixels a side' },
    light: { value: '#RRGGBB', about: 'colour of names and lines in the light theme, dark enough to be read' },
    dark: { value: '#RRGGBB', about: 'the same in the dark theme, light enough' },
    embed: {
      value: 'ORIGINS',
      about: 'pages that may show /embed/board, such as https://school.example, with , between',
    },
    ...PERSON,
  },
  more: 'What is not named stays as it is. It is seen by whoever loads a page next; screens load theirs within a minute.',
  async answer(call) {
    const body = changesIn(call);
    if (Object.keys(body).length === 0)
      throw new UsageError('nothing to set: give --name, --logo, --light, --dark or --embed');
    return shownAs(await askAdmin<BrandAnswer>(askerOf(call), 'POST', BRAND, body));
  },
});

function changesIn({ options }: Call): Readonly<Record<string, unknown>> {
  const { name, logo, light, dark, embed } = options;
  const origins = embed?.split(/[\s,]+/).filter((one) => one !== '');
  const picture = logo === undefined ? undefined : readBytes(logo).toString('base64');
  const all = { name, logo: picture, light, dark, origins };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

const clear = defineVerb({
  name: 'brand clear',
  about: 'take a part of it away, or all of it',
  operands: ['[PART]'],
  options: PERSON,
  more: `PART is one of ${Object.keys(PARTS).join(', ')}; without it, all.`,
  async answer(call) {
    const part = call.operands['PART'];
    const found = part === undefined ? Object.assign({}, ...Object.values(PARTS)) : PARTS[part];
    if (found === undefined) throw new UsageError(`PART is '${part}', needs one of ${Object.keys(PARTS).join(', ')}`);
    return shownAs(await askAdmin<BrandAnswer>(askerOf(call), 'POST', BRAND, found));
  },
});

export const brandVerbs: readonly Verb[] = [show, set, clear];
