/**
 * The frame of every page of the administration: navigation, the person signed in, and the way in.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { SettingsForm } from '../app/settings-form.tsx';
import { brandName } from '../base/brand.ts';
import { to } from '../base/router.ts';
import { timeText } from '../format/time.ts';
import { nowSecond } from '../base/clock.ts';
import { Brand } from '../parts/brand.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { GuideLink } from '../parts/guide-link.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Panel } from '../parts/panel.tsx';
import { adminWords } from '../words/admin.ts';
import { words } from '../words/words.ts';
import { Page } from './routes.tsx';
import { type Person, person, refusedWhy, shownPath, signOut } from '../base/admin-session.ts';
import '../app/shell.css';
import '../app/top-bar.css';

const isSetting = signal(false);

interface NavLink {
  readonly path: string;
  readonly text: string;
}

function links(): readonly NavLink[] {
  const { nav } = adminWords.value;
  return [
    { path: '/ops', text: nav.ops },
    { path: '/contests', text: nav.contests },
    { path: '/publish', text: nav.publish },
    { path: '/brand', text: nav.brand },
    { path: '/judge', text: nav.judge },
  ];
}

function isHere(who: Person, link: string): boolean {
  const shown = shownPath(who);
  return shown === link || shown.startsWith(`${link}/`) || (link === '/judge' && shown.startsWith('/case/'));
}

function Nav({ who }: { readonly who: Person }) {
  return (
    <nav class="nav" aria-label={adminWords.value.nav.label}>
      {links().map(({ path, text }) => (
        <a key={path} href={to(path)} aria-current={isHere(who, path) ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

function TopBar() {
  const { shell } = words.value;
  const { title, operator, role } = adminWords.value;
  const who = person.value;
  return (
    <header class="top top-admin">
      <Brand />
      <span class="dim">{title}</span>
      {who === null ? null : <Nav who={who} />}
      <div class="top-state">
        <time class="badge clock">{timeText(nowSecond.value)}</time>
        <button type="button" class="icon-button" onClick={() => (isSetting.value = true)} aria-label={shell.settings}>
          <span aria-hidden="true">◐</span>
        </button>
        {who === null ? null : (
          <>
            <span class="badge" data-person="">
              {who.name ?? operator} · {role[who.role]}
            </span>
            <button type="button" onClick={() => void signOut()}>
              {shell.signOut}
            </button>
          </>
        )}
      </div>
    </header>
  );
}

const LINK = 'npx outcry admin link';
const LINK_OF_JUDGE = 'npx outcry admin link --credential FILE';

function SignedOut() {
  const { title, signedOut } = adminWords.value;
  return (
    <Panel title={signedOut.title}>
      <h1 class="hidden-text">{title}</h1>
      <div class="form">
        {refusedWhy.value === null ? null : (
          <p class="bad" role="alert">
            {refusedWhy.value}
          </p>
        )}
        <p>{signedOut.why}</p>
        <pre>{LINK}</pre>
        <div>
          <CopyButton text={LINK} />
        </div>
        <p>{signedOut.judge}</p>
        <pre>{LINK_OF_JUDGE}</pre>
        <p class="dim">{signedOut.data}</p>
        <p class="dim">{signedOut.kept}</p>
      </div>
    </Panel>
  );
}

/** Guides for an organiser and an operator. */
function Guides() {
  const { nav } = adminWords.value;
  return (
    <footer class="status">
      <GuideLink name="contest">{nav.ofContest}</GuideLink>
      <GuideLink name="operating">{nav.ofRunning}</GuideLink>
    </footer>
  );
}

export function Shell() {
  const { shell } = words.value;
  const { title } = adminWords.value;
  const who = person.value;
  useEffect(() => {
    const here = who === null ? undefined : links().find((link) => isHere(who, link.path));
    document.title = [here?.text, title, brandName].filter((part) => part !== undefined).join(' · ');
  });
  return (
    <>
      <a class="skip" href="#main">
        {shell.toMain}
      </a>
      <TopBar />
      <main id="main" tabIndex={-1} class="main">
        {who === null ? <SignedOut /> : <Page person={who} />}
      </main>
      <Guides />
      {isSetting.value ? (
        <Dialog title={shell.settings} onClose={() => (isSetting.value = false)}>
          {() => <SettingsForm />}
        </Dialog>
      ) : null}
    </>
  );
}
