/** A page in the brand of its exchange: in its head, where browsers and the page's own code read it, and in its bar. */
import { type Brand, OWN_NAME } from './brand.ts';

/** A brand, and where its files are, below the page. */
export interface Branding extends Pick<Brand, 'name'> {
  readonly logo: string | null;
  readonly style: string | null;
}

/** @param html of a page whose addresses begin at its base */
export function branded(html: string, { name, logo, style }: Branding): string {
  const head = [
    name === null ? '' : `<meta name="application-name" content="${escaped(name)}">`,
    logo === null ? '' : `<meta name="logo" content="./${logo}"><link rel="icon" href="./${logo}">`,
    style === null ? '' : `<link rel="stylesheet" href="./${style}">`,
  ].join('');
  if (head === '') return html;
  const said = escaped(name ?? OWN_NAME);
  return (logo === null ? html : withPicture(html, logo))
    .replace(/<title>Outcry/, () => `<title>${said}`)
    .replace(/(property="og:site_name" content=")Outcry/, (_, start: string) => start + said)
    .replace(BAR, (_, start: string, mark: string) => {
      return `${start}${logo === null ? mark : `<img src="./${logo}" alt="">`}<span>${said}</span>`;
    })
    .replace('</head>', () => `${head}</head>`);
}

/** The name in the bar, and the mark before it. */
const BAR = /(<a class="brand"[^>]*>\s*)(<svg[^]*?<\/svg>)\s*Outcry/;

/** The icon and the preview of a shared link give way to the logo. */
function withPicture(html: string, logo: string): string {
  return html
    .replace(/<link rel="icon"[^>]*>/, '')
    .replace(/(<meta property="og:image" content=")[^"]*/, (_, start: string) => `${start}./${logo}`);
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
