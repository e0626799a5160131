// The Python environments: on the standard library alone, and, where Gymnasium and PettingZoo are (`.ci/run` installs
// them beside this file), judged by their own checkers. Each part runs exchanges of its own.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { root } from '../../cli/process.ts';

const PATIENCE_MS = 600_000;
const PACKAGES = join(root, 'test/compat/gym/packages');
const python = ['python3', '/usr/bin/python3'].find(
  (one) => spawnSync(one, ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0,
);
const hasPackages = python !== undefined && existsSync(join(PACKAGES, 'gymnasium'));
const whyNot = python === undefined ? ': SKIPPED, no Python 3.11' : '';
const whyPlain = hasPackages
  ? ''
  : ': SKIPPED, python3 -m pip install --target test/compat/gym/packages -r test/compat/gym/requirements.txt';

function parts(...names: readonly string[]): Record<string, unknown> {
  const { status, stdout, stderr } = spawnSync(python!, [join(root, 'test/compat/gym/gym_parts.py'), ...names], {
    encoding: 'utf8',
    cwd: root,
    env: {
      ...process.env,
      PYTHONPATH: [join(root, 'clients/python'), PACKAGES].join(delimiter),
      OUTCRY_COMMAND: `'${process.execPath}' '${join(root, 'scripts/node.mjs')}' src/cli/main.ts`,
    },
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe.skipIf(python === undefined)(`outcry_gym.py on the standard library alone${whyNot}`, () => {
  it('plays the same episode again from the same seed, and agents of one market', { timeout: PATIENCE_MS }, () => {
    const { alone, parallel_alone: parallel } = parts('alone', 'parallel_alone');
    expect(alone).toEqual({
      same: true,
      keys: ['available', 'contracts', 'equity', 'time'],
      held: 0.0128,
      refused: false,
      reward: 0,
      ends: [
        [false, false],
        [false, false],
        [false, false],
        [false, true],
      ],
      after: 'reset begins an episode: call it first',
      gymnasium: false,
    });
    expect(parallel).toEqual({
      held: [0.002, -0.002],
      ok: [true, true],
      gone: { agent_0: false, agent_1: false },
      over: { agent_0: true, agent_1: true },
    });
  });
});

describe.skipIf(!hasPackages)(`outcry_gym.py by the checkers of others${whyPlain}`, () => {
  it("passes Gymnasium's check_env, and is vectorised", { timeout: PATIENCE_MS }, () => {
    expect(parts('gymnasium')['gymnasium']).toMatchObject({ shapes: [[2, 1, 60], [2]] });
  });

  it("passes PettingZoo's tests of parallel and AEC environments", { timeout: PATIENCE_MS }, () => {
    expect(parts('pettingzoo')['pettingzoo']).toEqual({ passed: 2 });
  });
});
