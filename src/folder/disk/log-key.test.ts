import { createPrivateKey } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { logKey, verifierKey } from './log-key.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('verifierKey', () => {
  it('is that of docs/ai-log.md 4 for the key seed 00…1f', () => {
    const seed = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    expect(verifierKey('outcry.example/ailog', key)).toBe(
      'outcry.example/ailog+3a616005+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4',
    );
  });
});

describe('logKey', () => {
  it('makes a key only its owner may read, once', () => {
    const path = join(folder, 'ailog-key');
    const first = verifierKey('x/y', logKey(path));
    expect(verifierKey('x/y', logKey(path))).toBe(first);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toContain('PRIVATE KEY');
  });

  it('refuses a key others may have read', () => {
    const path = join(folder, 'ailog-key');
    logKey(path);
    chmodSync(path, 0o644);
    expect(() => logKey(path)).toThrow('has mode 0644');
  });
});
