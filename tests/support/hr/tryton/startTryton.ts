// A real Tryton for a test. Its project needs the globalSetup setup/tryton.ts.

import { inject } from 'vitest';
import type { Configuration } from './daemon.ts';
import { runTryton, type Tryton } from './runTryton.ts';

export const startTryton = (configuration: Configuration = {}): Promise<Tryton> =>
  runTryton(inject('trytonTemplate'), configuration);
