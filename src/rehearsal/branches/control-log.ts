/**
 * `control.jsonl` beside a branch's journal: who set its clock, or had something happen to it, when, and to what. The
 * journal itself has commands with their times and nothing else. What agents of a lockstep do to the clock is in
 * `requests.jsonl`, pass by pass.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Bilingual } from '../../api/words/errors.ts';

/** `start`: an option of `outcry rehearse`; `exchange`: by itself, for the reason that the line gives. */
export type By = 'start' | 'operator' | 'scenario' | 'exchange';

/** @param by left out: whoever gives orders now, the operator once it has started */
export type Note = (verb: string, given: object, by?: By) => void;

interface ControlLine {
  readonly sequence: number;
  readonly virtualMs: number;
  readonly wallMs: number;
  readonly verb: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly by: By;
}

export function writeControl(path: string, line: ControlLine): void {
  appendFileSync(path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
}

/** Why the same requests may lead to something else the next time; null: they lead to the same. */
export function unrepeatableBy(path: string): Bilingual | null {
  if (!existsSync(path)) return null;
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  const found = REASONS.filter(({ is }) => lines.some((line) => is(JSON.parse(line) as ControlLine)));
  if (found.length === 0) return null;
  return { en: found.map(({ en }) => en).join('; '), zh: found.map(({ zh }) => zh).join('；') };
}

const REASONS: readonly (Bilingual & { readonly is: (line: ControlLine) => boolean })[] = [
  {
    en: 'a lockstep took orders of accounts that were no agents of it, whenever they came',
    zh: '锁步曾接受非成员账户随到随办的订单',
    is: ({ verb, arguments: given }) => verb === 'lockstep' && given['others'] === 'allow',
  },
  {
    en: "a lockstep bounded thinking by the machine's clock",
    zh: '锁步曾以机器时钟限制思考时间',
    is: ({ verb, arguments: given }) =>
      verb === 'lockstep' && Number(given['wallTimeoutMs'] ?? 0) > 0 && given['onTimeout'] !== 'pause',
  },
  {
    en: 'time passed by itself, and requests came when they came',
    zh: '时间曾自行推进，请求随到随办',
    is: ({ verb }) => verb === 'run',
  },
];
