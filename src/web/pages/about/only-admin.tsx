/** For an address that the administration's own listener answers: how to get there. */
import { words } from '../../words/words.ts';

export function OnlyAdmin() {
  const { about } = words.value;
  return (
    <div>
      <h1>{about.administration}</h1>
      <p>{about.onlyAdmin}</p>
      <pre>npx outcry admin link</pre>
    </div>
  );
}
