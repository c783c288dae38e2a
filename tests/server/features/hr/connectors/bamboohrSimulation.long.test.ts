// Simulates BambooHR on days when anything can fail.

import { test } from 'vitest';
import { createBambooFake } from '../../../../support/hr/bamboohrFake.ts';
import { simulate, simulatedDays, simulationTimeout } from '../../../../support/hr/simulation/simulate.ts';

test(
  `${simulatedDays} days: every pair is in BambooHR exactly once, and all counts add up`,
  async () => {
    await simulate('bamboohr', createBambooFake);
  },
  simulationTimeout,
);
