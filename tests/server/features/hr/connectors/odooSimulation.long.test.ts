// Simulates Odoo, with both of its protocols, on days when anything can fail.

import { test } from 'vitest';
import { createOdooFake } from '../../../../support/hr/odooFake.ts';
import { simulate, simulatedDays, simulationTimeout } from '../../../../support/hr/simulation/simulate.ts';

test.each([
  { protocol: 'JSON-2', version: '19' as const },
  { protocol: 'JSON-RPC', version: '16' as const },
])(
  `${simulatedDays} days: every pair is in Odoo, by $protocol, exactly once, with its last end, and all counts add up`,
  async ({ version }) => {
    await simulate('odoo', (options) => createOdooFake(options, version));
  },
  simulationTimeout,
);
