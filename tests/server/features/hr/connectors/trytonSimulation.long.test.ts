// Simulates Tryton on days when anything can fail.

import { test } from 'vitest';
import { simulate, simulatedDays, simulationTimeout } from '../../../../support/hr/simulation/simulate.ts';
import { createTrytonFake } from '../../../../support/hr/trytonFake.ts';

test(
  `${simulatedDays} days: every record is in Tryton exactly once, and all counts add up`,
  async () => {
    await simulate('tryton', createTrytonFake);
  },
  simulationTimeout,
);
