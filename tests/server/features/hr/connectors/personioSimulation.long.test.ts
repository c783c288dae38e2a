// Personio on days on which anything can fail.

import { test } from 'vitest';
import { simulate, simulatedDays, simulationTimeout } from '../../../../support/hr/simulation/simulate.ts';
import { createPersonioFake } from '../../../../support/hr/personioFake.ts';

test(
  `${simulatedDays} days: every pair is in Personio exactly once, and all counts add up`,
  async () => {
    await simulate('personio', createPersonioFake);
  },
  simulationTimeout,
);
