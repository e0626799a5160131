/** Leaves by their index, each a link to its page; of many the first. */
import { to } from '../base/router.ts';
import { whole } from '../format/number.ts';

const SHOWN = 6;

export function leafLinks(indices: readonly number[]) {
  return (
    <>
      {indices.slice(0, SHOWN).map((leaf) => (
        <a key={leaf} href={to(`/log/${leaf}`)}>
          {whole(leaf)}{' '}
        </a>
      ))}
      {indices.length > SHOWN ? '…' : ''}
    </>
  );
}
