/**
 * The name and the mark of the exchange, which lead to where one begins.
 */
import { brandLogo, brandName } from '../base/brand.ts';
import { to } from '../base/router.ts';

export function Brand() {
  return (
    <a class="brand" href={to('/')}>
      <Mark />
      <span>{brandName}</span>
    </a>
  );
}

/** Its logo, or the program's own mark. */
export function Mark() {
  if (brandLogo !== '') return <img src={brandLogo} alt="" />;
  return (
    <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
      <path d="M7 12v8h4l6 5V7l-6 5z" fill="var(--up)" />
      <path
        d="M21 11c2 3 2 7 0 10M24 8c4 5 4 11 0 16"
        fill="none"
        stroke="var(--down)"
        stroke-width="2.4"
        stroke-linecap="round"
      />
    </svg>
  );
}
