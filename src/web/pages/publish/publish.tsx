/**
 * An organiser's page: what is said to everybody about a contest, and its tables for a spreadsheet.
 */
import { useState } from 'preact/hooks';
import { person } from '../../base/admin-session.ts';
import { Empty, Fault } from '../../parts/panel.tsx';
import { useRead } from '../../parts/use-admin-read.ts';
import { adminWords } from '../../words/admin.ts';
import { OwnNotices } from './own-notices.tsx';
import { Tables } from './tables.tsx';
import './publish.css';

interface ContestRow {
  readonly id: string;
  readonly config: { readonly title: string };
}

export function PublishPage() {
  const { publish } = adminWords.value;
  const isOwner = person.value?.role === 'owner';
  const { value, fault } = useRead<{ readonly list: readonly ContestRow[] }>(isOwner ? '/admin/v1/contests' : null);
  const [chosen, choose] = useState<string | null>(null);
  const contests = value?.list ?? [];
  const id = chosen ?? contests.at(-1)?.id ?? null;
  return (
    <div class="publish">
      <h1>{publish.title}</h1>
      {isOwner ? null : <p class="warn">{publish.ownersOnly}</p>}
      {fault === null ? null : <Fault error={fault} />}
      {value !== null && id === null ? <Empty text={publish.none} /> : null}
      {contests.length > 1 ? (
        <label class="publish-contest">
          {publish.contest}{' '}
          <select value={id ?? ''} onChange={(event) => choose(event.currentTarget.value)} data-publish="contest">
            {contests.map((one) => (
              <option key={one.id} value={one.id}>
                {one.config.title} ({one.id})
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {id === null ? null : (
        <>
          <OwnNotices key={`notices ${id}`} contest={id} />
          <Tables key={`tables ${id}`} contest={id} />
        </>
      )}
    </div>
  );
}
