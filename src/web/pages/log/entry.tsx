/**
 * One entry, its proof up to the signed checkpoint, and as much of its content as this visitor may see.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { app } from '../../base/app-json.ts';
import { path, to } from '../../base/router.ts';
import { session } from '../../base/session.ts';
import { whole } from '../../format/number.ts';
import { type CheckedLeaf, checkLeaf, NoLeafYet } from '../../live/log-head.ts';
import { Claims } from '../../parts/claims.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Moment } from '../../parts/figures.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Empty, Fault, Panel } from '../../parts/panel.tsx';
import { save } from '../../parts/save.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { words } from '../../words/words.ts';
import { leafByHand, noteByHand } from './by-hand.ts';
import { Opened } from './opened.tsx';
import { type Own, readDisclosed, readOwn } from './own-leaf.ts';
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
      const { kind, t } = sealed.found.entry;
      if (kind !== 'ailog' && kind !== 'order') return;
      const own = (who === null ? null : await readOwn(who.client, index, kind, t)) ?? (await readDisclosed(index, t));
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
      {fault.value instanceof NoLeafYet ? <Empty text={log.notFound.noIndex} /> : null}
      {fault.value === null || fault.value instanceof NoLeafYet ? null : <Fault error={fault.value} />}
      {shown.value === null ? fault.value === null && <Skeleton rows={8} /> : <Steps shown={shown.value} />}
    </div>
  );
}

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

function Steps({ shown: { leaf, own } }: { readonly shown: Shown }) {
  const { log, kind } = words.value;
  const { found, head, signature, included, opened } = leaf;
  const isSealed = 'h' in found.entry;
  return (
    <>
      <Panel title={kind[found.entry.kind] ?? found.entry.kind} aside={<Moment ms={found.entry.t} />}>
        <ol class="steps">
          <Step number={1} verdict={{ is: 'right' }} text={log.stepEntry}>
            <code data-leaf="">{hex(found.hash)}</code>
            <details open>
              <summary>{log.content}</summary>
              <JsonView text={found.text} isOthers />
            </details>
          </Step>
          <Step number={2} verdict={included} text={log.stepTree(whole(head.size))}>
            <details>
              <summary>{log.hashes(whole(found.proof.length))}</summary>
              {found.proof.map((hash) => (
                <code key={hex(hash)}>{hex(hash)} </code>
              ))}
            </details>
          </Step>
          <Step number={3} verdict={signature} text={log.stepSigned}>
            <details>
              <summary>{log.show}</summary>
              <pre>{head.note}</pre>
              <button type="button" onClick={() => save('checkpoint.txt', head.note)}>
                {log.saveNote}
              </button>
            </details>
          </Step>
          {isSealed ? (
            <Step number={4} verdict={opened ?? { is: 'unknown' }} text={log.stepHeader}>
              {own === null ? <span class="dim">{log.notShown}</span> : <Opened own={own} />}
            </Step>
          ) : null}
          {isSealed && found.entry.kind === 'ailog' ? <Texts leaf={leaf} own={own} /> : null}
        </ol>
      </Panel>
      <ByHand leaf={leaf} />
      <Panel title={words.value.shell.claims}>
        <p class="dim">{log.notChecked}</p>
        <Claims />
      </Panel>
    </>
  );
}

/** The last line: which texts were shown and open the header, and which were not and so were not checked. */
function Texts({ leaf: { opened }, own }: { readonly leaf: CheckedLeaf; readonly own: Own | null }) {
  const { log } = words.value;
  const texts = own === null || Object.keys(own.shown).length === 0 ? null : (own.body ?? JSON.stringify(own.shown));
  return (
    <Step number={5} verdict={(texts === null ? null : opened) ?? { is: 'unknown' }} text={log.stepBody}>
      {texts !== null ? (
        <details>
          <summary>{own?.body == null ? log.texts : log.body}</summary>
          <JsonView text={texts} isOthers={own?.body == null} />
        </details>
      ) : (
        <span class="dim">{own === null ? log.notShown : log.bodyGone}</span>
      )}
    </Step>
  );
}

function ByHand({ leaf: { found, head } }: { readonly leaf: CheckedLeaf }) {
  const { log } = words.value;
  const vkey = app.value.log?.vkey ?? '';
  const lines = [
    [log.byHandWhy, leafByHand(found.text), 'leaf'],
    [log.byHandNote, noteByHand(head.note, vkey), 'note'],
  ] as const;
  return (
    <Panel title={log.byHand}>
      {lines.map(([why, text, name]) => (
        <div key={name} class="by-hand">
          <p class="dim">
            {why} <CopyButton text={text} />
          </p>
          <pre data-by-hand={name}>{text}</pre>
        </div>
      ))}
    </Panel>
  );
}
