/**
 * JSON of a caller, as it was sent, one value on a line.
 */
import { jsonText } from '../format/json-text.ts';
import { RawText } from './raw-text.tsx';

interface JsonViewProps {
  readonly text: string;
  /** Text that looks like a credential in someone else's text is not shown to others. */
  readonly isOthers?: boolean;
}

export function JsonView({ text, isOthers = false }: JsonViewProps) {
  return (
    <pre class="json-view">
      <RawText text={jsonText(text, isOthers)} />
    </pre>
  );
}
