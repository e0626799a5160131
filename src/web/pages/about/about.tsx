/**
 * About: what is claimed, what this page keeps, and what it is made of.
 */
import { useState } from 'preact/hooks';
import { app } from '../../base/app-json.ts';
import { to } from '../../base/router.ts';
import { clearKept } from '../../base/settings.ts';
import { Claims } from '../../parts/claims.tsx';
import { Panel } from '../../parts/panel.tsx';
import { words } from '../../words/words.ts';
import './about.css';

const BUNDLED = [
  ['preact 11.2.0', 'MIT'],
  ['@preact/signals 2.11.4', 'MIT'],
  ['uPlot 1.6.32', 'MIT'],
  ['@noble/hashes 2.4.0', 'MIT'],
  ['TradingView Lightweight Charts™ 5.2.1', 'Apache-2.0'],
  ['fancy-canvas', 'MIT'],
] as const;

export function AboutPage() {
  const { about, shell } = words.value;
  const [isCleared, setCleared] = useState(false);
  const clear = (): void => {
    clearKept();
    setCleared(true);
  };
  return (
    <div class="about">
      <h1>{about.title}</h1>
      <p>{about.what}</p>
      <Panel title={shell.claims}>
        <Claims />
      </Panel>
      <Panel title={about.keeps}>
        <ul class="about-list">
          {[about.keepsSettings, about.keepsNotes, about.keepsKey, about.keepsOwn, about.nothingElse].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <button type="button" onClick={clear}>
          {about.clear}
        </button>
        <span role="status">{isCleared ? ` ${about.cleared}` : ''}</span>
      </Panel>
      <Panel title={about.licences}>
        <ul class="about-list">
          {BUNDLED.map(([name, licence]) => (
            <li key={name}>
              {name} · {licence}
            </li>
          ))}
        </ul>
        <p>
          <a href="https://www.tradingview.com/" rel="noopener noreferrer" target="_blank">
            {shell.charts}
          </a>{' '}
          · Copyright © 2025 TradingView, Inc. ·{' '}
          <a href={to('/licenses.txt')} data-reload="">
            {about.allLicences}
          </a>
        </p>
      </Panel>
      <p class="dim">
        {about.versions}: {app.value.version}
      </p>
    </div>
  );
}
