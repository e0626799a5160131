/**
 * The account's refused requests, newest first, each with the way out the exchange proposes.
 */
import type { RefusalsRow } from '../../../client/index.ts';
import { refusals } from '../../live/account.ts';
import { Time } from '../../parts/figures.tsx';
import { Empty, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { refusalMeans } from '../../parts/refusal-said.ts';
import { words } from '../../words/words.ts';

const SHOWN = 20;

export function Refusals() {
  const { me, shell } = words.value;
  return (
    <Panel title={me.refusals}>
      {refusals.value.length === 0 ? (
        <Empty text={me.noRefusals} />
      ) : (
        <ul class="me-list">
          {refusals.value.slice(0, SHOWN).map((row) => (
            <li key={row.requestId}>
              <span class="me-line">
                <Time ms={row.t} /> {row.operation} <strong>{row.code}</strong> {row.token}
              </span>
              {textOf(row)}
              {row.hint === null ? null : (
                <span>
                  {shell.hint}: <RawText text={row.hint} limit={300} />
                </span>
              )}
              <span class="dim">
                {shell.requestId} <code>{row.requestId}</code>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** In the visitor's words, with the exchange's own behind them. */
function textOf({ code, token, msg }: RefusalsRow) {
  const said = refusalMeans({ code, token, text: msg });
  if (said === null) return <RawText text={msg} limit={300} />;
  return (
    <>
      <RawText text={said} limit={300} />
      <span class="dim">
        <RawText text={msg} limit={300} />
      </span>
    </>
  );
}
