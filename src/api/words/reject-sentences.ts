/**
 * Sentences that more than one reason for saying no needs, and the form of a sentence: its class, both languages, and
 * the remedy. The reasons themselves are in `rejects.ts`.
 */
import type { Contract } from '../../core/language/contract.ts';
import type { RejectOf } from '../../core/language/rejects.ts';
import type { Bilingual } from './errors.ts';
import { nearest } from './nearest-on-grid.ts';
import { priceText, sizeText } from './wire.ts';

/** The six classes of engine rejections. */
export const IA = 'INVALID_ARGUMENT';
export const FP = 'FAILED_PRECONDITION';
export const AE = 'ALREADY_EXISTS';
export const NF = 'NOT_FOUND';
export const RE = 'RESOURCE_EXHAUSTED';
export const UN = 'UNAVAILABLE';

/** Class, English sentence, Chinese sentence, and what helps. */
export type Sentence = readonly [className: string, en: string, zh: string, hint?: Bilingual];

export function hint(en: string, zh: string): Bilingual {
  return { en, zh };
}

export function sizeStep(text: string, contract: Contract): Sentence {
  const { step } = contract.spec;
  return [
    IA,
    `The order size must be greater than 0 and matches the stepSize '${step}' requirement. Current size is '${text}'`,
    text === '0' || text.startsWith('-') ? '数量必须大于0' : `数量须为步长${step}的整数倍`,
    nearest('sizes', text, step),
  ];
}

export function presetTick(kind: 'tp' | 'sl', text: string, contract: Contract): Sentence {
  const { tick } = contract.spec;
  const param = `order open ${kind} param triggerPrice`;
  return [
    IA,
    `The ${param} must be greater than 0 and matches the stepSize '${tick}' requirement. Current ${param} is '${text}'`,
    `预设${kind === 'tp' ? '止盈' : '止损'}价须为${tick}的整数倍`,
    nearest('prices', text, tick),
  ];
}

export function presetSide(
  kind: 'tp' | 'sl',
  reject: RejectOf<'PRESET_TP_WRONG_SIDE' | 'PRESET_SL_WRONG_SIDE'>,
  contract: Contract,
): Sentence {
  const { long } = reject;
  const words = kind === 'tp' ? 'take profit' : 'stop loss';
  const greater = long === (kind === 'tp');
  return [
    IA,
    `The ${long ? 'buy long' : 'sell short'} order ${words} param triggerPrice must be ${greater ? 'greater' : 'less'} than price ${priceText(contract, reject.reference)}. Current order open ${kind} param trigger price is ${priceText(contract, reject.price)}`,
    `预设${kind === 'tp' ? '止盈' : '止损'}价方向错误`,
  ];
}

export function modeSwitch(symbol: string, working: number, plans: number): Sentence {
  return [
    FP,
    `cannot switch the mode of ${symbol} while there are open orders (${working} working, ${plans} plan)`,
    '存在未完成委托，不能切换模式',
  ];
}

export function modeMismatch(symbol: string, name: string, now: string, asked: string, zh: string): Sentence {
  return [
    FP,
    `${symbol} is in ${name} ${now} while it has positions or orders; the request says ${asked}`,
    zh,
    hint(`send ${name} ${now}, or none`, `请发送${name} ${now}，或不发送`),
  ];
}

export function closeSizeExceeds(r: RejectOf<'CLOSE_SIZE_EXCEEDS_POSITION'>, contract: Contract): Sentence {
  const closable = sizeText(contract, r.closable);
  const held = r.heldBy === 0 ? '' : `; ${sizeText(contract, r.held)} is held by order ${r.heldBy}`;
  return [
    FP,
    `close size ${sizeText(contract, r.size)} exceeds the closable ${closable} of position ${r.positionId}${held}`,
    `平仓数量超过可平数量${closable}`,
  ];
}
