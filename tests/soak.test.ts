// A soak that ran nothing has proved nothing, and must not say that all is well.

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test.each([['servr'], ['console', '--rounds', 'many'], ['server', '--rounds', '0']])(
  'what is asked for with %j %s %s is refused',
  (...words) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/soak.mjs', ...words], {
      encoding: 'utf8',
    });
    expect([status, stdout, stderr.length > 0]).toEqual([2, '', true]);
  },
);
