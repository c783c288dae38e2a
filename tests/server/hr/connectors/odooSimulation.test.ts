// Odoo on days on which anything can fail, as version 19 and as versions 16 to 18.

import { test } from 'vitest';
import { simulate, simulatedDays, simulationTimeout } from '../../../support/hr/simulation/simulate.ts';
import { createOdooFake } from '../../../support/hr/odooFake.ts';

test(
  `${simulatedDays} days: every pair is in Odoo exactly once, with its last end, and all counts add up`,
  async () => {
    await simulate('odoo', createOdooFake);
  },
  simulationTimeout,
);
