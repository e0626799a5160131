/** Addresses without a page here: there is none, this exchange has no such part, or the administration has it. */
import { nearestWord } from '../../../core/text/edit-distance.ts';
import { path, to } from '../../base/router.ts';
import { GuideLink } from '../../parts/guide-link.tsx';
import { pageLinks } from '../../parts/page-links.ts';
import { Empty } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { words } from '../../words/words.ts';

/** A part of the service that this exchange does not have. */
export function Missing({ feature }: { readonly feature: 'log' | 'contest' | 'rehearsal' }) {
  const { about } = words.value;
  return (
    <div class="lost">
      <h1>{about.missingPart[feature]}</h1>
      <p>
        <a href={to('/')}>{about.toLive}</a>
      </p>
    </div>
  );
}

/** So many letters off, an address is taken for another. */
const REACH = 2;

export function NotHere() {
  const { about, nav } = words.value;
  const links = pageLinks();
  const near = nearestWord(path.value, links.map((link) => link.path).slice(1), REACH);
  return (
    <div class="lost" data-lost="">
      <h1>{about.notHere}</h1>
      <p>
        <code>
          <RawText text={path.value} limit={80} />
        </code>
      </p>
      {near === null ? null : (
        <p>
          {about.didYouMean} <a href={to(near)}>{near}</a>
        </p>
      )}
      <Empty text={about.instead}>
        {links.map((link) => (
          <a key={link.path} href={to(link.path)}>
            {link.text}
          </a>
        ))}
        <GuideLink name="">{nav.guide}</GuideLink>
      </Empty>
    </div>
  );
}

export function OnlyAdmin() {
  const { about } = words.value;
  return (
    <div class="lost">
      <h1>{about.administration}</h1>
      <p>{about.onlyAdmin}</p>
      <pre>npx outcry admin link</pre>
    </div>
  );
}
