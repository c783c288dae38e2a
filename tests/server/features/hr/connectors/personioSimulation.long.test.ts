// Simulates Personio on days when anything can fail.

import { test } from 'vitest';
import { createPersonioFake } from '../../../../support/hr/personioFake.ts';
import { simulate, simulatedDays, simulationTimeout } from '../../../../support/hr/simulation/simulate.ts';

test(
  `${simulatedDays} days: every pair is in Personio exactly once, and all counts add up`,
  async () => {
    await simulate('personio', createPersonioFake);
  },
  simulationTimeout,
);
