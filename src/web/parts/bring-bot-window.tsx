/**
 * All that somebody needs to let an agent trade here: a seat where the exchange gives one to whoever asks, its
 * environment and the one sentence to paste, and every page about it. A seat's secret is shown once and kept nowhere.
 */
import { useState } from 'preact/hooks';
import { app } from '../base/app-json.ts';
import { language } from '../base/language.ts';
import { exchangeUrl, sendWithLocale } from '../base/rest.ts';
import { to } from '../base/router.ts';
import { enBot } from '../words/en-bot.ts';
import { words } from '../words/words.ts';
import { zhBot } from '../words/zh-bot.ts';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { GuideLink } from './guide-link.tsx';
import './bring-bot-window.css';

interface Seat {
  readonly uid: number;
  readonly env: Readonly<Record<string, string>>;
  readonly sentence: string;
}

const BOT = { en: enBot, zh: zhBot };

/** Guides by what they are about, in the order of `pages`. */
const PAGES = [
  'agents#a-seat',
  'llm-agent',
  'traces',
  'operating#the-first-accounts',
  'ai-log#6-upload',
  'contest#skill-or-luck',
  'bring-your-bot',
] as const;

export function BringBotWindow({ onClose }: { readonly onClose: () => void }) {
  const bot = BOT[language.value];
  const { emptyNext } = words.value.live;
  const [seat, setSeat] = useState<Seat | null>(null);
  const sentence = seat?.sentence ?? `Read ${exchangeUrl}/SKILL.md and trade.`;
  return (
    <Dialog title={emptyNext} onClose={onClose}>
      {() => (
        <div class="bring-bot">
          <p>{bot.sentence}</p>
          <Copied text={sentence} />
          {app.value.kind === 'demo' ? <SeatPart seat={seat} onSeat={setSeat} /> : <p>{bot.byOperator}</p>}
          <ul class="bring-bot-pages">
            <li>
              <a href={to('/SKILL.md')} target="_blank" rel="noopener">
                SKILL.md
              </a>
            </li>
            <li>
              <GuideLink name="agents#mcp">MCP</GuideLink>
            </li>
            {PAGES.map((name, at) => (
              <li key={name}>
                <GuideLink name={name}>{bot.pages[at]}</GuideLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}

function SeatPart({ seat, onSeat }: { readonly seat: Seat | null; readonly onSeat: (seat: Seat) => void }) {
  const bot = BOT[language.value];
  const [name, setName] = useState('agent');
  const [trouble, setTrouble] = useState('');
  const [isAsking, setAsking] = useState(false);
  const take = async (): Promise<void> => {
    setAsking(true);
    setTrouble('');
    try {
      onSeat(await askSeat(name));
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
    setAsking(false);
  };
  if (seat !== null)
    return (
      <>
        <p>{bot.once(`${seat.uid}`)}</p>
        <Copied
          text={Object.entries(seat.env)
            .map(([key, value]) => `export ${key}='${value}'`)
            .join('\n')}
        />
      </>
    );
  return (
    <form
      class="bring-bot-seat"
      onSubmit={(event) => {
        event.preventDefault();
        void take();
      }}
    >
      <p>{bot.seat}</p>
      <label>
        {bot.name}{' '}
        <input required maxLength={64} value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />
      </label>{' '}
      <button type="submit" disabled={isAsking}>
        {bot.take}
      </button>
      {trouble === '' ? null : <p role="alert">{trouble}</p>}
    </form>
  );
}

function Copied({ text }: { readonly text: string }) {
  return (
    <div class="bring-bot-text">
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={text} />
    </div>
  );
}

async function askSeat(name: string): Promise<Seat> {
  const response = await sendWithLocale(`${exchangeUrl}/seat`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  const answer = (await response.json()) as Seat & { readonly msg?: string; readonly hint?: string };
  if (!response.ok) throw new Error([answer.msg, answer.hint].filter((one) => one !== undefined).join(': '));
  return answer;
}
