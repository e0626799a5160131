/**
 * Pages of the administration by path. Each is in its own file, loaded when it is first looked at.
 */
import type { ComponentType } from 'preact';
import { lazy } from '../parts/lazy.tsx';
import { to } from '../base/router.ts';
import { adminWords } from '../words/admin.ts';
import { withWords } from '../words/words.ts';
import { type Person, shownPath } from '../base/admin-session.ts';

const OpsPage = lazy(() => import('../pages/ops/ops.tsx').then((page) => page.OpsPage));
const ContestsPage = lazy(() =>
  withWords(import('../pages/contests/contests.tsx'), 'log').then((page) => page.ContestsPage),
);
const JudgePage = lazy(() => withWords(import('../pages/judge/judge.tsx'), 'evidence').then((page) => page.JudgePage));
const DossierPage = lazy(() =>
  withWords(import('../pages/judge/dossier.tsx'), 'evidence', 'live').then((page) => page.DossierPage),
);
const PublishPage = lazy(() => import('../pages/publish/publish.tsx').then((page) => page.PublishPage));
const BrandPage = lazy(() => withWords(import('../pages/brand/brand.tsx'), 'log').then((page) => page.BrandPage));
const CasePage = lazy(() => import('../pages/judge/case.tsx').then((page) => page.CasePage));

interface Route {
  readonly pattern: RegExp;
  readonly page: ComponentType;
}

const ROUTES: readonly Route[] = [
  { pattern: /^\/ops$/, page: OpsPage },
  { pattern: /^\/contests$/, page: ContestsPage },
  { pattern: /^\/publish$/, page: PublishPage },
  { pattern: /^\/brand$/, page: BrandPage },
  { pattern: /^\/judge$/, page: JudgePage },
  { pattern: /^\/judge\/[^/]+\/[^/]+$/, page: DossierPage },
  { pattern: /^\/case\/[^/]+$/, page: CasePage },
];

export function Page({ person }: { readonly person: Person }) {
  const Found = ROUTES.find(({ pattern }) => pattern.test(shownPath(person)))?.page ?? NotHere;
  return <Found />;
}

function NotHere() {
  const { notHere, toOps } = adminWords.value;
  return (
    <div class="lost">
      <h1>{notHere}</h1>
      <p>
        <a href={to('/ops')}>{toOps}</a>
      </p>
    </div>
  );
}
