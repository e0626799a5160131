/**
 * The exchange's own account of a refusal, behind the words for whoever trades; loaded with the first of them.
 */
import type { OutcryError } from '../../client/errors.ts';
import { marked } from '../format/raw-text.ts';
import { refusalWords } from '../words/refusals.ts';
import { words } from '../words/words.ts';
import { CopyButton } from './copy-button.tsx';

export interface BehindProps {
  readonly refusal: OutcryError;
  /** Its code and sentence. */
  readonly text: string;
}

/** Behind the words: code, the exchange's own sentence and hint, the id to ask about. */
export function Behind({ refusal, text }: BehindProps) {
  const { shell } = words.value;
  const { code, token, hint, requestId } = refusal;
  const hintLine =
    hint === null ? null : (
      <p>
        {shell.hint}: <bdi>{marked(refusalWords.value?.hint(hint) ?? hint)}</bdi>
      </p>
    );
  // Without a reason of the engine the hint says what was wrong, and is no detail.
  const isDetail = token !== null;
  return (
    <>
      {isDetail ? null : hintLine}
      <details class="dim fault-behind">
        <summary>
          <code>{[code, token].filter(Boolean).join(' ')}</code>
        </summary>
        <p>
          <bdi>{marked(text)}</bdi>
        </p>
        {isDetail ? hintLine : null}
        {requestId === null ? null : (
          <p>
            {shell.requestId} <code>{requestId}</code> <CopyButton text={requestId} />
          </p>
        )}
      </details>
    </>
  );
}
