/** The run as files for a notebook: the report as it came, and tables of what was done. */
import { useState } from 'preact/hooks';
import type { Session } from '../../base/session.ts';
import { type Checkup, CHECKUP_PATH, CHECKUP_WAIT } from '../../live/checkup.ts';
import { Fault, Panel } from '../../parts/panel.tsx';
import { save } from '../../parts/save.ts';
import { words } from '../../words/words.ts';

const TABLES = ['orders', 'fills', 'bills', 'equity'] as const;
const FORMS = ['csv', 'parquet'] as const;

/** Hands one table of the run to the visitor. @throws OutcryError, NoAnswer */
async function saveTable({ client, uid }: Session, table: string, format: string): Promise<void> {
  const path = `${CHECKUP_PATH}/export`;
  const { answer } = await client.get<Uint8Array<ArrayBuffer>>(path, { table, format }, CHECKUP_WAIT);
  save(`${uid}-${table}.${format}`, answer);
}

export function Files({ of, who }: { readonly of: Checkup; readonly who: Session }) {
  const { rehearsal: text } = words.value;
  const [fault, setFault] = useState<unknown>(null);
  const get = (table: string, form: string): void => {
    setFault(null);
    saveTable(who, table, form).catch(setFault);
  };
  return (
    <Panel title={text.files}>
      <p class="dim">{text.filesWhy}</p>
      <ul class="rehearsal-files">
        {TABLES.map((table) => (
          <li key={table}>
            <span>{text.tables[table]}</span>
            {FORMS.map((form) => (
              <button key={form} type="button" data-file={`${table}.${form}`} onClick={() => get(table, form)}>
                {form === 'csv' ? 'CSV' : 'Parquet'}
                <span class="hidden-text"> {text.tables[table]}</span>
              </button>
            ))}
          </li>
        ))}
        <li>
          <span>{text.report}</span>
          <button
            type="button"
            data-file="checkup.json"
            onClick={() => save(`${of.account}-checkup.json`, JSON.stringify(of, null, 2))}
          >
            JSON
          </button>
        </li>
      </ul>
      {fault === null ? null : <Fault error={fault} />}
    </Panel>
  );
}
