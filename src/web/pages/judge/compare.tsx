/**
 * Bodies of a team's logs, opened after a notice that this is recorded: one, or two side by side.
 */
import { useState } from 'preact/hooks';
import { read } from '../../base/admin-session.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Fault } from '../../parts/panel.tsx';
import { RawText } from '../../parts/raw-text.tsx';
import { adminWords } from '../../words/admin.ts';

interface CompareProps {
  readonly uid: number;
  readonly indices: readonly number[];
  readonly close: () => void;
}

interface Opened {
  readonly index: number;
  readonly body: string | null;
}

export function Compare({ uid, indices, close }: CompareProps) {
  const { judging } = adminWords.value;
  const [opened, setOpened] = useState<readonly Opened[] | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const open = (): void => {
    Promise.all(indices.map((index) => read<Opened>('/admin/v1/body', { uid, index }))).then(setOpened, setFault);
  };
  return (
    <Dialog title={judging.compare} onClose={close}>
      {() => (
        <div class="judge-dialog">
          {fault === null ? null : <Fault error={fault} />}
          {opened === null ? (
            <>
              <p>{judging.recorded}</p>
              <button type="button" onClick={open}>
                {indices.length === 1 ? judging.readIt : judging.readBoth}
              </button>
            </>
          ) : (
            <div class="judge-compare">
              {opened.map(({ index, body }) => (
                <section key={index} aria-label={judging.openBody(String(index))}>
                  <h2>
                    {judging.log} {index}
                  </h2>
                  <pre>{body === null ? judging.gone : <RawText text={body} />}</pre>
                </section>
              ))}
            </div>
          )}
        </div>
      )}
    </Dialog>
  );
}
