/**
 * A line of the last values: an ornament beside the numbers, so it says nothing to a screen reader.
 */
interface TrailProps {
  readonly points: readonly number[];
  readonly width?: number;
  readonly height?: number;
}

const WIDTH = 72;
const HEIGHT = 20;

export function Trail({ points, width = WIDTH, height = HEIGHT }: TrailProps) {
  const low = Math.min(...points);
  const span = Math.max(...points) - low;
  const at = (value: number, index: number): string => {
    const x = points.length < 2 ? width : (index / (points.length - 1)) * width;
    return `${x.toFixed(1)},${(height - 2 - ((value - low) / span) * (height - 4)).toFixed(1)}`;
  };
  // A price that has not moved draws nothing.
  if (!(span > 0)) return <svg class="trail" width={width} height={height} aria-hidden="true" />;
  return (
    <svg class="trail" viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      <polyline points={points.map(at).join(' ')} fill="none" stroke="currentColor" stroke-width="1.5" />
    </svg>
  );
}
