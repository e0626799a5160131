/** The fields of the form of the brand, and what the exchange has against what is in them. */
import type { ComponentChildren } from 'preact';
import { write } from '../../base/admin-session.ts';
import { to } from '../../base/router.ts';
import { marked } from '../../format/raw-text.ts';
import { adminWords } from '../../words/admin.ts';
import { machine } from '../../../time/machine.ts';
import { bitmapOf } from './picture.ts';

export interface FieldFault {
  readonly field: string;
  readonly msg: string;
}

interface FieldProps {
  readonly name: string;
  readonly faults: readonly FieldFault[];
}

const CHECK_AFTER_MS = 250;
const idOf = (name: string): string => `brand-${name}`;

export function Field({ name, faults, children }: FieldProps & { readonly children: ComponentChildren }) {
  return (
    <div class="brand-field">
      <label for={idOf(name)}>{adminWords.value.brand.fields[name]}</label>
      {children}
      <Wrong name={name} faults={faults} />
    </div>
  );
}

export function Wrong({ name, faults }: FieldProps) {
  const wrong = faults.filter(({ field }) => field === name);
  return (
    <span class="bad brand-wrong" id={`${idOf(name)}-wrong`} data-wrong={wrong.length === 0 ? undefined : name}>
      {wrong.map(({ msg }) => (
        <bdi key={msg}>{marked(adminWords.value.fault(msg))}</bdi>
      ))}
    </span>
  );
}

/** Attributes of the input of a field. */
export function about(name: string, faults: readonly FieldFault[]) {
  return {
    id: idOf(name),
    'data-field': name,
    'aria-describedby': `${idOf(name)}-wrong`,
    'aria-invalid': faults.some(({ field }) => field === name),
  };
}

/** Asks the exchange about a form that was not changed for a moment. Returns the function that ends it. */
export function checkLater(body: object, found: (faults: readonly FieldFault[]) => void): () => void {
  let isHere = true;
  const waiting = machine.after(CHECK_AFTER_MS, () => {
    void write<{ readonly faults: readonly FieldFault[] }>('/admin/v1/brand/check', body).then(
      ({ faults }) => (isHere ? found(faults) : undefined),
      // It is said when it is saved.
      () => undefined,
    );
  });
  return () => {
    isHere = false;
    waiting.cancel();
  };
}

/** The logo that is there; null where it can't be had. */
export async function savedPicture(path: string): Promise<ImageBitmap | null> {
  const response = await fetch(to(path)).catch(() => null);
  return response?.ok === true ? bitmapOf(new Uint8Array(await response.arrayBuffer())) : null;
}
