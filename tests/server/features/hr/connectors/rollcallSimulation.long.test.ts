// Simulates our own protocol on days when anything can fail.

import { test } from 'vitest';
import { createRollcallFake, rollcallFaults } from '../../../../support/hr/rollcallFake.ts';
import { deliversTwice } from '../../../../support/hr/simulation/network.ts';
import { simulate, simulatedDays, simulationTimeout } from '../../../../support/hr/simulation/simulate.ts';

test(
  `${simulatedDays} days: every record is in the HR system exactly once, and all counts add up`,
  async () => {
    await simulate('rollcall', createRollcallFake, [deliversTwice, ...rollcallFaults]);
  },
  simulationTimeout,
);
