// Simulates Frappe HR on days when anything can fail.

import { test } from 'vitest';
import { createFrappeFake } from '../../../../support/hr/frappeFake.ts';
import { simulate, simulatedDays, simulationTimeout } from '../../../../support/hr/simulation/simulate.ts';

test(
  `${simulatedDays} days: every record is in Frappe HR exactly once, and all counts add up`,
  async () => {
    await simulate('frappe', createFrappeFake);
  },
  simulationTimeout,
);
