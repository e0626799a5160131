/**
 * Additions to a guide when its script runs: navigation, in the visitor's language, and how it is to
 * be taken.
 */
import { app, has } from '../base/app-json.ts';
import { to } from '../base/router.ts';
import { words } from '../words/words.ts';
import { Brand } from '../parts/brand.tsx';
import { CopyButton } from '../parts/copy-button.tsx';

/** The administration's listener serves the guides too, and has other pages. */
const isAdmin = document.body.dataset['admin'] !== undefined;

function links(): readonly (readonly [path: string, text: string])[] {
  const { nav, guide } = words.value;
  const here = ['/guide/', nav.guide] as const;
  if (isAdmin) return [['/ops', guide.ops], ['/judge', guide.judge], here];
  const log = [
    ['/log', nav.log],
    ['/proof', nav.proof],
  ] as const;
  return [
    ['/', nav.live],
    ['/trade', nav.trade],
    ...(has('contest') ? [['/board', nav.board] as const] : []),
    ...(has('log') ? log : []),
    ['/me', nav.me],
    here,
    ['/docs/', nav.docs],
  ];
}

export function Top() {
  return (
    <>
      <Brand />
      <nav class="nav" aria-label={words.value.nav.pages}>
        {links().map(([path, text]) => (
          <a key={path} href={to(path)} aria-current={path === '/guide/' ? 'page' : undefined}>
            {text}
          </a>
        ))}
      </nav>
    </>
  );
}

export function Notes() {
  const { guide, lang } = words.value;
  const address = location.origin + app.value.basePath;
  return (
    <p class="guide-note dim" lang={lang}>
      {guide.onlyEnglish === '' ? null : <span>{guide.onlyEnglish}</span>}
      {isAdmin ? null : (
        <span>
          {guide.here} <code>{address}</code>
        </span>
      )}
    </p>
  );
}

export function Copy({ text }: { readonly text: string }) {
  return <CopyButton text={text} />;
}
