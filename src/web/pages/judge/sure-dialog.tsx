/**
 * Asks once more before something that everybody will see.
 */
import { Dialog } from '../../parts/dialog.tsx';
import { adminWords } from '../../words/admin.ts';

interface SureDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly sure: () => void;
}

export function SureDialog({ title, onClose, sure }: SureDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {(close) => (
        <div class="judge-dialog">
          <p>{adminWords.value.judging.sure}</p>
          <button
            type="button"
            onClick={() => {
              sure();
              close();
            }}
          >
            {title}
          </button>
        </div>
      )}
    </Dialog>
  );
}
