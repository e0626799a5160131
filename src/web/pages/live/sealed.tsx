/**
 * A leaf whose content nobody but its owner knows yet: kind, time and place.
 */
import { to } from '../../base/router.ts';
import { whole } from '../../format/number.ts';
import type { LeafRow } from '../../live/log-head.ts';
import { Time } from '../../parts/figures.tsx';
import { words } from '../../words/words.ts';
import './sealed.css';

export function Sealed({ leaf }: { readonly leaf: LeafRow }) {
  const { live, kind } = words.value;
  return (
    <a class={`sealed sealed-${leaf.k === 'ailog' ? 'said' : 'done'}`} href={to(`/log/${leaf.index}`)}>
      <span aria-hidden="true">▣</span> <Time ms={leaf.t} /> {kind[leaf.k] ?? leaf.k} · {live.sealed}
      <span class="dim">
        {live.leaf} {whole(leaf.index)}
      </span>
    </a>
  );
}
