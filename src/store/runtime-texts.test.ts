// The texts of the runtime are those of the core, whatever the bytes; a document read in steps with them is the same.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finished } from '../core/text/steps.ts';
import { scan, scanInSteps, UPLOAD_LIMITS } from '../core/text/scan.ts';
import { OWN_TEXTS } from '../core/text/utf8.ts';
import { RUNTIME_TEXTS } from './runtime-texts.ts';

const PIECE_BYTES = 16 * 1024;
const text = fc.string({ unit: 'binary', maxLength: 200 });
/** Something that is mostly text, at any place of a longer text, so that it lies across a border of pieces, too. */
const bytes = fc
  .tuple(
    fc.nat(2 * PIECE_BYTES + 8),
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      text.map((one) => Buffer.from(one)),
    ),
  )
  .map(([before, rest]) => new Uint8Array(Buffer.concat([Buffer.alloc(before, 'é'), rest, Buffer.from('中😀a')])));

describe('texts of the runtime', () => {
  it('say where bytes stop being UTF-8 as the core does', () => {
    fc.assert(
      fc.property(bytes, (all) => {
        expect(RUNTIME_TEXTS.findInvalid(all)).toBe(OWN_TEXTS.findInvalid(all));
        expect(RUNTIME_TEXTS.isAscii(all)).toBe(OWN_TEXTS.isAscii(all));
      }),
    );
  });

  it('are the texts of the core', () => {
    fc.assert(
      fc.property(text, text, (before, inside) => {
        const [start, part] = [Buffer.from(before), Buffer.from(inside)];
        const all = new Uint8Array(Buffer.concat([start, part, start]));
        const range = [start.length, start.length + part.length] as const;
        expect(RUNTIME_TEXTS.utf8(all, ...range)).toBe(OWN_TEXTS.utf8(all, ...range));
      }),
    );
    const ascii = new Uint8Array(Buffer.from('abc'.repeat(5_000)));
    expect(RUNTIME_TEXTS.ascii(ascii, 1, 14_000)).toBe(OWN_TEXTS.ascii(ascii, 1, 14_000));
  });
});

describe('a document read in steps', () => {
  const both = (document: string) => {
    const all = Buffer.from(document);
    const inSteps = finished(scanInSteps(all, UPLOAD_LIMITS, RUNTIME_TEXTS));
    // A long string makes its text when it is asked, so both are compared as what they say.
    return [JSON.stringify(inSteps, withTexts), JSON.stringify(scan(new Uint8Array(all), UPLOAD_LIMITS), withTexts)];
  };
  const withTexts = (_: string, node: unknown): unknown => {
    const { kind, value, start, end, points } = (node ?? {}) as Record<string, unknown>;
    return kind === 'string' ? { kind, start, end, points, value } : node;
  };

  it('is the document, or the same refusal', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), fc.nat(30), (document, cut) => {
        const [inSteps, atOnce] = both(document.slice(0, document.length - Math.max(0, cut - 20)));
        expect(inSteps).toBe(atOnce);
      }),
    );
    for (const piece of ['"', '\\n', '\\u00e9', 'é', '中', '\\ud83d\\ude00', 'x', '\\', '\n']) {
      const [inSteps, atOnce] = both(`{"a":"${piece.repeat(400)}","b":["${piece}","${'y'.repeat(300)}${piece}"]}`);
      expect(inSteps, piece).toBe(atOnce);
    }
  });

  it('gives way after 16 KiB or 512 values', () => {
    const steps = (document: string): number => {
      const reading = scanInSteps(Buffer.from(document), UPLOAD_LIMITS, RUNTIME_TEXTS);
      let taken = 1;
      while (reading.next().done !== true) taken++;
      return taken;
    };
    expect(steps('{"a":1}')).toBe(1);
    expect(steps(`[${Array.from({ length: 5_120 }, () => 1).join()}]`)).toBeGreaterThanOrEqual(10);
    expect(steps(`[${Array.from({ length: 1_000 }, () => `"${'x'.repeat(1_000)}"`).join()}]`)).toBeGreaterThanOrEqual(
      55,
    );
    expect(
      steps(`{${Array.from({ length: 4_000 }, (_, at) => `"${'k'.repeat(240)}${at}":0`).join()}}`),
    ).toBeGreaterThan(55);
  });
});
