/**
 * For somebody who has never seen this: what it is, and how to read what is below, under the names it has there.
 */
import { app } from '../../base/app-json.ts';
import { setSetting } from '../../base/settings.ts';
import { BringBot } from '../../parts/bring-bot.tsx';
import { words } from '../../words/words.ts';
import './intro.css';

export function Intro() {
  const { board } = words.value;
  return (
    <section class="intro" aria-label={board.introTitle}>
      <div class="intro-what">
        <p class="intro-title">{board.introTitle}</p>
        <p>
          {board.intro} {app.value.kind === 'demo' ? <span class="dim">{board.introDemo}</span> : null}
        </p>
      </div>
      <ol class="intro-steps">
        {board.introSteps.map(({ name, text }, at) => (
          <li key={at}>
            <h2>{name}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <div class="intro-next">
        <button type="button" onClick={() => setSetting('intro', false)}>
          {board.introHide}
        </button>
        <BringBot />
      </div>
    </section>
  );
}
