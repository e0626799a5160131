/** Addresses without a page here: there is none, this exchange has no such part, or the administration has it. */
import { to } from '../../base/router.ts';
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

export function NotHere() {
  const { about } = words.value;
  return (
    <div class="lost">
      <h1>{about.notHere}</h1>
      <p>
        <a href={to('/')}>{about.toLive}</a>
      </p>
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
