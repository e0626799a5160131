/** Notices of the organiser: written, pinned, withdrawn after a question. */
import { useState } from 'preact/hooks';
import { write } from '../../base/admin-session.ts';
import { whole } from '../../format/number.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Time } from '../../parts/figures.tsx';
import { Empty, Fault, Panel } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { useRead } from '../../parts/use-admin-read.ts';
import { adminWords } from '../../words/admin.ts';
import { Sure } from '../ops/sure.tsx';

const LONGEST = 1_000;

interface NoticeRow {
  readonly index: number;
  readonly t: number;
  readonly text: string;
  readonly pinned: boolean;
  readonly withdrawn?: number;
}

export function OwnNotices({ contest }: { readonly contest: string }) {
  const { publish } = adminWords.value;
  const { value, again } = useRead<{ readonly list: readonly NoticeRow[] }>('/admin/v1/notices', { contest });
  const [error, setError] = useState<unknown>(null);
  const [leaving, setLeaving] = useState<NoticeRow | null>(null);
  const change = async (notice: number, to: 'pinned' | 'unpinned' | 'withdrawn'): Promise<void> => {
    await write('/admin/v1/notices/change', { contest, notice, change: to });
    again();
  };
  return (
    <Panel title={publish.notices}>
      <p class="dim">{publish.noticesWhat}</p>
      <Write contest={contest} done={again} />
      {error === null ? null : <Fault error={error} />}
      {value !== null && value.list.length === 0 ? <Empty text={publish.noNotices} /> : null}
      <ul class="publish-notices">
        {value?.list.map((row) => (
          <li key={row.index} data-notice={row.index}>
            <span>
              <Time ms={row.t} />{' '}
              {row.withdrawn === undefined ? (
                <RawText text={row.text} limit={LONGEST} />
              ) : (
                <del class="dim">
                  <RawText text={row.text} limit={LONGEST} />
                </del>
              )}
            </span>
            {row.withdrawn === undefined ? (
              <span class="publish-buttons">
                <button
                  type="button"
                  onClick={() => void change(row.index, row.pinned ? 'unpinned' : 'pinned').catch(setError)}
                >
                  {row.pinned ? publish.unpin : publish.pin}
                </button>
                <button type="button" data-withdraw="" onClick={() => setLeaving(row)}>
                  {publish.withdraw}
                </button>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {leaving === null ? null : (
        <Dialog title={publish.withdrawAsks} onClose={() => setLeaving(null)}>
          {(close) => (
            <div class="form">
              <p>
                <RawText text={leaving.text} limit={LONGEST} />
              </p>
              <p class="dim">{publish.withdrawWhat}</p>
              <Sure
                yes={publish.withdraw}
                close={close}
                act={() => change(leaving.index, 'withdrawn')}
                failed={setError}
              />
            </div>
          )}
        </Dialog>
      )}
    </Panel>
  );
}

function Write({ contest, done }: { readonly contest: string; readonly done: () => void }) {
  const { publish } = adminWords.value;
  const [text, setText] = useState('');
  const [pinned, setPinned] = useState(false);
  const [leaf, setLeaf] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const send = async (): Promise<void> => {
    try {
      setLeaf((await write<{ index: number }>('/admin/v1/notices', { contest, text: text.trim(), pinned })).index);
      setText('');
      setError(null);
      done();
    } catch (refused) {
      setError(refused);
    }
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') void send();
      }}
    >
      <label>
        {publish.text}
        <input
          type="text"
          maxLength={LONGEST}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          data-publish="text"
        />
      </label>
      <label class="publish-check">
        <input type="checkbox" checked={pinned} onChange={(event) => setPinned(event.currentTarget.checked)} />{' '}
        {publish.pinned}
      </label>
      <div>
        <button type="submit" disabled={text.trim() === ''}>
          {publish.publish}
        </button>{' '}
        {leaf === null ? null : (
          <span class="ok" role="status">
            {publish.published(whole(leaf))}
          </span>
        )}
      </div>
      {error === null ? null : <Fault error={error} />}
    </form>
  );
}
