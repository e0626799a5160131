/**
 * That this log shows another history than the one this browser saw before, with both checkpoints to download.
 */
import { fork } from '../live/log-fork.ts';
import { save } from '../parts/save.ts';
import { words } from '../words/words.ts';

export function Forked() {
  const { log } = words.value;
  const found = fork.value;
  if (found === null) return null;
  return (
    <div class="banner banner-bad" role="alert" data-forked="">
      <strong>{log.forked}</strong> {found.why}{' '}
      <button type="button" class="link" onClick={() => save('checkpoint-before.txt', found.older)}>
        {log.forkedOlder}
      </button>{' '}
      <button type="button" class="link" onClick={() => save('checkpoint-now.txt', found.newer)}>
        {log.forkedNewer}
      </button>
    </div>
  );
}
