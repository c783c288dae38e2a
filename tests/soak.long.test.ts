// A soak test that ran nothing proves nothing, and must not report success.

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each([['servr'], ['console', '--rounds', 'many'], ['server', '--rounds', '0']])(
  'npm run soak refuses the arguments %j %s %s',
  (...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/soak.mjs', ...args], { encoding: 'utf8' });
    expect([status, stdout, stderr.length > 0]).toEqual([2, '', true]);
  },
);
