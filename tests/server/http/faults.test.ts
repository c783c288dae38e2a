// While clients misbehave in every way we know, everybody else is answered as ever, and nothing of it stays.
// `npm run soak -- server` does the same for longer.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintsAbout, endure, quiet, warmUp } from '../../../scripts/soak/server/ordeal.ts';
import { startWorkplace, type Workplace } from '../../../scripts/soak/server/workplace.ts';

let workplace: Workplace;
beforeAll(async () => {
  workplace = await startWorkplace();
}, 30_000);
afterAll(() => workplace.remove());

test('under every fault all answers are right, then it holds what it held, and stops when told', async () => {
  const ordeal = await endure(workplace, { rounds: 1, secondsOfPhase: 0.8, clients: 30 });
  expect(complaintsAbout(ordeal)).toEqual([]);
  for (const { name, times, attacks } of ordeal.phases) {
    expect(times.length, `answers during ${name}`).toBeGreaterThan(0);
    if (name !== quiet && name !== warmUp) expect(attacks, `attacks of ${name}`).toBeGreaterThan(0);
  }
}, 90_000);
