/**
 * The only way to show text from a caller: one text node, isolated, with what would hide or reorder made visible, and
 * the rest of a long one only when it is asked for.
 */
import { useState } from 'preact/hooks';
import { cut, marked, SHOWN_AT_FIRST } from '../format/raw-text.ts';
import { words } from '../words/words.ts';
import './raw-text.css';

interface RawTextProps {
  readonly text: string;
  readonly limit?: number;
}

export function RawText({ text, limit = SHOWN_AT_FIRST }: RawTextProps) {
  const [isAll, showAll] = useState(false);
  if (text.length <= limit)
    return (
      <bdi class="raw-text" dir="auto">
        {marked(text)}
      </bdi>
    );
  return (
    <span class="raw-text-long">
      <bdi class={isAll ? 'raw-text raw-text-all' : 'raw-text'} dir="auto">
        {marked(isAll ? text : cut(text, limit))}
      </bdi>
      {isAll ? null : (
        <button type="button" onClick={() => showAll(true)}>
          {words.value.shell.showAll(`${Math.ceil(text.length / 1_000)} kB`)}
        </button>
      )}
    </span>
  );
}
