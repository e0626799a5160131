/** A contest's tables as files for a spreadsheet; the prize list from the lines that are written here. */
import { useState } from 'preact/hooks';
import { readBytes, writeForBytes } from '../../base/admin-session.ts';
import { Fault, Panel } from '../../parts/panel.tsx';
import { save } from '../../parts/save.ts';
import { adminWords } from '../../words/admin.ts';

const TABLES = ['board', 'grades', 'trades'] as const;

export function Tables({ contest }: { readonly contest: string }) {
  const { publish } = adminWords.value;
  const [prizes, setPrizes] = useState('');
  const [error, setError] = useState<unknown>(null);
  const keep = async (table: string, reading: Promise<Uint8Array<ArrayBuffer>>): Promise<void> => {
    try {
      save(`${contest}-${table}.csv`, await reading);
      setError(null);
    } catch (refused) {
      setError(refused);
    }
  };
  return (
    <Panel title={publish.tables}>
      <p class="dim">{publish.tablesWhat}</p>
      <div class="publish-buttons">
        {TABLES.map((table) => (
          <button
            key={table}
            type="button"
            data-table={table}
            onClick={() =>
              void keep(table, readBytes(`/admin/v1/tables?${new URLSearchParams({ contest, table }).toString()}`))
            }
          >
            {publish.table[table]}
          </button>
        ))}
      </div>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void keep('prizes', writeForBytes('/admin/v1/tables/prizes', { contest, prizes }));
        }}
      >
        <label>
          {publish.prizes}
          <textarea
            rows={4}
            value={prizes}
            onInput={(event) => setPrizes(event.currentTarget.value)}
            data-publish="prizes"
          />
        </label>
        <div>
          <button type="submit" data-table="prizes" disabled={prizes.trim() === ''}>
            {publish.prizeList}
          </button>
        </div>
      </form>
      {error === null ? null : <Fault error={error} />}
    </Panel>
  );
}
