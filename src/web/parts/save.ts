/** Files the page makes, for the visitor to keep. */
import { machine } from '../../time/machine.ts';

/** A browser with much to do begins late, and finds nothing when the content was let go. */
const HELD_MS = 60_000;

/** Hands a file to the visitor. Its name is the page's own, its type says nothing a browser would open. */
export function save(name: string, content: string | Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  machine.after(HELD_MS, () => URL.revokeObjectURL(address));
}
