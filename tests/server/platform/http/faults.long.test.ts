// A short `npm run soak -- server`: misbehaving clients disturb nobody else and leave nothing behind.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { noFault, problemsIn, runFaults, warmUp } from '../../../../scripts/soak/server/soak.ts';
import { startTarget, type Target } from '../../../../scripts/soak/server/target.ts';

let target: Target;
beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target.remove());

test('answers correctly under every fault, then frees everything and stops on SIGTERM', async () => {
  const report = await runFaults(target, { rounds: 1, secondsPerPhase: 0.8, clients: 30 });
  expect(problemsIn(report)).toEqual([]);
  for (const { name, times, attacks } of report.phases) {
    expect(times.length, `answers during ${name}`).toBeGreaterThan(0);
    if (name !== noFault && name !== warmUp) expect(attacks, `attacks of ${name}`).toBeGreaterThan(0);
  }
});
