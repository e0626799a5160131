/**
 * Reads what an operator gives as JSON (scenarios, profiles of faults), field by field. What does not fit is said with
 * its place, what was found and what is needed; what nobody reads is a slip, and named too.
 */
import { refusedBy } from '../../api/call/rehearsal.ts';
import type { ApiError } from '../../api/words/errors.ts';

const LONGEST_SHOWN = 60;

export type JsonFields = Readonly<Record<string, unknown>>;

/** 60006. @param place of what is wrong, such as `event 3 (jump), bp` */
export function unfit(place: string, found: unknown, need: string, zh = need): ApiError {
  const shown = (JSON.stringify(found) ?? 'nothing').slice(0, LONGEST_SHOWN);
  return refusedBy(60006, { en: `${place}: found ${shown}, needs ${need}`, zh: `${place}：收到${shown}，需要${zh}` });
}

/** An object's fields, each read once by its name. */
export class Form {
  readonly place: string;
  readonly #fields: JsonFields;
  readonly #read = new Set<string>();

  /** @throws ApiError 60006 when it is no object */
  constructor(value: unknown, place: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw unfit(place, value, 'a JSON object', 'JSON对象');
    this.place = place;
    this.#fields = value as JsonFields;
  }

  /** Undefined: it is not there. */
  get(name: string): unknown {
    this.#read.add(name);
    return this.#fields[name] ?? undefined;
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined && this.#fields[name] !== null;
  }

  /** Place of a field. */
  at(name: string): string {
    return `${this.place}, ${name}`;
  }

  number(name: string, least: number, most: number, absent?: number): number {
    const value = this.get(name) ?? absent;
    if (typeof value === 'number' && value >= least && value <= most) return value;
    throw unfit(this.at(name), value, `a number from ${least} to ${most}`, `${least}至${most}的数`);
  }

  whole(name: string, least: number, most: number, absent?: number): number {
    const value = this.get(name) ?? absent;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return value;
    throw unfit(this.at(name), value, `a whole number from ${least} to ${most}`, `${least}至${most}的整数`);
  }

  text(name: string, longest: number, absent?: string): string {
    const value = this.get(name) ?? absent;
    if (typeof value === 'string' && value.length >= 1 && value.length <= longest) return value;
    throw unfit(this.at(name), value, `text of 1 to ${longest} characters`, `1至${longest}个字符的文本`);
  }

  word<Word extends string | number>(name: string, words: readonly Word[], absent?: Word): Word {
    const value = this.get(name) ?? absent;
    const found = words.find((word) => word === value);
    if (found === undefined) throw unfit(this.at(name), value, `one of ${words.join(', ')}`, words.join('、'));
    return found;
  }

  /** @throws ApiError 60006 of a field that was not read */
  end(): void {
    const stray = Object.keys(this.#fields).find((name) => !this.#read.has(name));
    if (stray === undefined) return;
    const known = [...this.#read].join(', ');
    throw unfit(this.at(stray), this.#fields[stray], `no such field; there are ${known}`, `无此字段；可用${known}`);
  }
}
