/**
 * The search over all guides. Its index is a file of the exchange's own, read when somebody first goes to the field;
 * what is looked for stands in the address, so that a search can be sent.
 */
import { computed, signal } from '@preact/signals';
import { query, to } from '../base/router.ts';
import { setQuery } from '../base/address.ts';
import { whole } from '../format/number.ts';
import { words } from '../words/words.ts';
import { findIn, type GuideIndex } from './find.ts';

const index = signal<GuideIndex | 'failed' | null>(null);
const asked = computed(() => query.value.get('q') ?? '');
let reading: Promise<void> | null = null;

async function read(): Promise<void> {
  try {
    const response = await fetch(to('/guide/search.json'));
    index.value = response.ok ? ((await response.json()) as GuideIndex) : 'failed';
  } catch {
    index.value = 'failed';
  }
}

/** Reads the index once. */
function begin(): void {
  reading ??= read();
}

export function Search() {
  const { guide } = words.value;
  if (asked.value !== '') begin();
  return (
    <>
      <input
        type="search"
        aria-label={guide.search}
        placeholder={guide.search}
        value={asked.value}
        onFocus={begin}
        onInput={({ currentTarget }) => setQuery('q', currentTarget.value === '' ? null : currentTarget.value)}
      />
      <Results />
    </>
  );
}

function Results() {
  const { guide, shell } = words.value;
  if (asked.value.trim() === '') return null;
  const known = index.value;
  if (known === null) return <p class="dim">{shell.loading}</p>;
  if (known === 'failed') return <p class="bad">{guide.failed}</p>;
  const { list, count } = findIn(known, asked.value);
  return (
    <div class="guide-results" role="region" aria-label={guide.search}>
      <p class="dim" role="status">
        {count === 0 ? guide.nothing : guide.results(whole(count))}
      </p>
      <ol lang="en">
        {list.map(({ href, guide: title, heading, pieces }) => (
          <li key={href}>
            <a href={href}>
              <strong>{heading}</strong> {title === heading ? null : <span class="dim">{title}</span>}
            </a>
            <p class="dim">{pieces.map((piece, at) => (at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece))}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
