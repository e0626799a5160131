/** The team's return against its start and against holding, and its deepest fall. */
import { useEffect } from 'preact/hooks';
import { board, contestInfo } from '../../live/board.ts';
import { heldSymbol } from '../../live/contest-page.ts';
import { linesOf } from '../../live/lines.ts';
import { coinOf } from '../../live/market.ts';
import { Returns } from '../../live/returns.ts';
import { LazyLines } from '../../parts/lazy-lines.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';

const HEIGHT = 240;
const returns = new Returns();

export function TeamLine({ id, team }: { readonly id: string; readonly team: string }) {
  const { team: text, board: boardText } = words.value;
  const sampleMs = board.value?.at ?? 0;
  const isKnown = contestInfo.value?.teams.some((one) => one.team === team) ?? false;
  useEffect(() => {
    if (isKnown) void returns.read(id, [team], sampleMs);
  }, [id, team, sampleMs, isKnown]);
  useEffect(() => () => returns.forget(), [id, team]);
  const names = new Map(contestInfo.value?.teams.map(({ team: one, name }) => [one, name]));
  const found = returns.shown.value;
  const lines = found === null ? { t: [], lines: [] } : linesOf(found, names, boardText.hold(coinOf(heldSymbol())));
  return (
    <Panel title={text.equity}>
      <LazyLines lines={lines} at={null} height={HEIGHT} />
    </Panel>
  );
}
