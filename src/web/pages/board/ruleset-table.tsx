/** The rules a contest froze: each by its own name, shares in per cent and times in words. */
import { ppm, whole } from '../../format/number.ts';
import { distance } from '../../format/time.ts';

export function RulesetTable({ rules }: { readonly rules: object }) {
  return (
    <table class="ruleset">
      <tbody>
        {Object.entries(rules).map(([name, value]) => (
          <tr key={name}>
            <th scope="row">
              <code>{name.replace(/(Ppm|Ms)$/, '')}</code>
            </th>
            <td>{valueText(name, value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The unit is the end of a name: millionths, or milliseconds. */
function valueText(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.join(', ');
  if (typeof value !== 'number') return String(value);
  if (name.endsWith('Ppm')) return ppm(value, 2).replace(/\.?0+%$/, '%');
  return name.endsWith('Ms') ? distance(value) : whole(value);
}
