/**
 * One entry, its proof up to the signed checkpoint, and what of its content this visitor may see.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { path, to } from '../../app/router.ts';
import { session } from '../../app/session.ts';
import { whole } from '../../format/number.ts';
import { type CheckedLeaf, checkLeaf } from '../../live/log-head.ts';
import { Claims } from '../../parts/claims.tsx';
import { Time } from '../../parts/figures.tsx';
import { Fault, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { words } from '../../words/words.ts';
import { type Own, readOwn } from './own-leaf.ts';
import { Step } from './step.tsx';
import './log.css';

interface Shown {
  readonly leaf: CheckedLeaf;
  readonly own: Own | null;
}

const shown = signal<Shown | null>(null);
const fault = signal<unknown>(null);

export function EntryPage() {
  const { log } = words.value;
  const index = Number(path.value.split('/')[2]);
  const who = session.value;
  useEffect(() => {
    let isOver = false;
    [shown.value, fault.value] = [null, null];
    const read = async (): Promise<void> => {
      const sealed = await checkLeaf(index, null);
      if (!isOver) shown.value = { leaf: sealed, own: null };
      if (who === null || sealed.found.entry.kind !== 'ailog') return;
      const own = await readOwn(who.client, index, sealed.found.entry.t);
      if (own !== null && !isOver) shown.value = { leaf: await checkLeaf(index, own), own };
    };
    read().catch((error: unknown) => {
      if (!isOver) fault.value = error;
    });
    return () => void (isOver = true);
  }, [index, who]);
  return (
    <div class="log">
      <p>
        <a href={to('/log')}>← {log.back}</a>
      </p>
      <h1>{log.entry(whole(index))}</h1>
      {fault.value === null ? null : <EntryFault />}
      {shown.value === null ? null : <Steps shown={shown.value} />}
    </div>
  );
}

function EntryFault() {
  const error = fault.value;
  const isPlain = error instanceof Error && error.name === 'Error';
  return isPlain ? <p class="dim">{error.message}</p> : <Fault error={error} />;
}

function Steps({ shown: { leaf, own } }: { readonly shown: Shown }) {
  const { log, kind } = words.value;
  const { found, head, signature, included, opened } = leaf;
  const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const byHand = `printf '\\0%s' '${found.text.replaceAll("'", "'\\''")}' | sha256sum`;
  return (
    <>
      <Panel title={kind[found.entry.kind] ?? found.entry.kind} aside={<Time ms={found.entry.t} />}>
        <ol class="steps">
          <Step verdict={{ is: 'right' }} text={log.stepEntry}>
            <code>{hex(found.hash)}</code>
            <details open>
              <summary>{log.content}</summary>
              <pre>
                <RawText text={found.text} />
              </pre>
            </details>
          </Step>
          <Step verdict={included} text={log.stepTree(whole(head.size))}>
            <details>
              <summary>{log.hashes(whole(found.proof.length))}</summary>
              {found.proof.map((hash) => (
                <code key={hex(hash)}>{hex(hash)} </code>
              ))}
            </details>
          </Step>
          <Step verdict={signature} text={log.stepSigned}>
            <details>
              <summary>{log.show}</summary>
              <pre>{head.note}</pre>
            </details>
          </Step>
          {'h' in found.entry ? (
            <Step verdict={opened ?? { is: 'unknown' }} text={log.stepHeader}>
              {own === null ? <span class="dim">{log.notShown}</span> : <Opened own={own} />}
            </Step>
          ) : null}
        </ol>
      </Panel>
      <Panel title={log.byHand}>
        <p class="dim">{log.byHandWhy}</p>
        <pre data-by-hand="">{byHand}</pre>
      </Panel>
      <Panel title={words.value.claims.title}>
        <p class="dim">{log.notChecked}</p>
        <Claims />
      </Panel>
    </>
  );
}

function Opened({ own }: { readonly own: Own }) {
  const { log } = words.value;
  return (
    <div>
      <details open>
        <summary>{log.header}</summary>
        <pre>
          <RawText text={own.header} />
        </pre>
      </details>
      {own.body === null ? null : (
        <details>
          <summary>{log.content}</summary>
          <pre>
            <RawText text={own.body} />
          </pre>
        </details>
      )}
    </div>
  );
}
