/**
 * A line of the last prices: an ornament beside the numbers, so it says nothing to a screen reader.
 */
const WIDTH = 72;
const HEIGHT = 20;

export function Trail({ points }: { readonly points: readonly number[] }) {
  const low = Math.min(...points);
  const span = Math.max(...points) - low || 1;
  const at = (value: number, index: number): string => {
    const x = points.length < 2 ? WIDTH : (index / (points.length - 1)) * WIDTH;
    return `${x.toFixed(1)},${(HEIGHT - 2 - ((value - low) / span) * (HEIGHT - 4)).toFixed(1)}`;
  };
  return (
    <svg class="trail" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <polyline points={points.map(at).join(' ')} fill="none" stroke="currentColor" stroke-width="1.5" />
    </svg>
  );
}
