/**
 * Nobody sits at a hall's screen: it loads itself anew when the exchange has another page by now, from another version
 * or in another brand. Only while the exchange answers with one, else the browser's own error would stand there for
 * good.
 */
import { effect } from '@preact/signals';
import { lostAtMs } from '../live/connection.ts';
import { machine } from '../../time/machine.ts';

const LOOK_EVERY_MS = 30_000;

/** Called once. */
export function keepCurrent(): void {
  let known: string | null = null;
  const look = async (): Promise<void> => {
    const etag = await currentPage();
    if (known !== null && etag !== null && etag !== known) location.reload();
    known ??= etag;
  };
  machine.every(LOOK_EVERY_MS, () => void look());
  effect(() => {
    if (lostAtMs.value === null) void look();
  });
}

/** The tag of the page as it is now; null: that isn't known. */
async function currentPage(): Promise<string | null> {
  try {
    const response = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    return response.ok ? response.headers.get('ETag') : null;
  } catch {
    return null;
  }
}
