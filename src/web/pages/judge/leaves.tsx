/**
 * Leaves by their index, each a link to where everybody sees it.
 */
import { leafAddress } from '../../live/judging.ts';
import { whole } from '../../format/number.ts';

export function Leaf({ index }: { readonly index: number }) {
  const address = leafAddress(index);
  if (address === null) return <span>{whole(index)}</span>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {whole(index)}
    </a>
  );
}

export function Leaves({ indices }: { readonly indices: readonly number[] }) {
  return (
    <span class="judge-leaves">
      {indices.map((index) => (
        <Leaf key={index} index={index} />
      ))}
    </span>
  );
}
