/** How many orders have which grade: a bar, with the letter and the number beside each part. */
import { countedIn, GRADES, type Grades } from '../format/evidence.ts';
import { whole } from '../format/number.ts';
import { words } from '../words/words.ts';
import './grades-bar.css';

const WIDTH = 600;
const HEIGHT = 18;

export function GradesBar({ grades }: { readonly grades: Grades }) {
  const counted = countedIn(grades);
  const parts: { readonly grade: (typeof GRADES)[number]; readonly from: number; readonly width: number }[] = [];
  let from = 0;
  for (const grade of GRADES) {
    const width = counted === 0 ? 0 : (WIDTH * grades[grade]) / counted;
    parts.push({ grade, from, width });
    from += width;
  }
  return (
    <div class="grades">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        height={HEIGHT}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <defs>
          <pattern id="grade-hatched" width="6" height="6" patternUnits="userSpaceOnUse">
            <path d="M0 6 6 0" stroke="var(--dim)" stroke-width="1.5" />
          </pattern>
          <pattern id="grade-crossed" width="6" height="6" patternUnits="userSpaceOnUse">
            <path d="M0 6 6 0M0 0 6 6" stroke="var(--bad)" stroke-width="1.5" />
          </pattern>
        </defs>
        {parts.map(({ grade, from: x, width }) =>
          width === 0 ? null : <rect key={grade} class={`grade-${grade}`} x={x} y="0" width={width} height={HEIGHT} />,
        )}
      </svg>
      <p>
        {GRADES.map((grade) => (
          <span key={grade} data-grade={grade} title={words.value.evidence.grades[grade]}>
            <svg width="12" height="12" aria-hidden="true">
              <rect class={`grade-${grade}`} width="12" height="12" />
            </svg>{' '}
            {grade} {whole(grades[grade])}
          </span>
        ))}
        <span class="dim">{words.value.board.counted(whole(counted))}</span>
      </p>
    </div>
  );
}
