/** A table of the terminal that is still empty, and the guide for whoever wants a program to fill it. */
import { GuideLink } from '../../parts/guide-link.tsx';
import { Empty } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';

export function NothingYet({ text }: { readonly text: string }) {
  return (
    <Empty text={text}>
      <GuideLink name="bring-your-bot">{words.value.trade.withBot}</GuideLink>
    </Empty>
  );
}
