import { serve } from '../../../platform/export/worker/serve.ts';
import type { Written } from '../../../platform/export/worker/startWorker.ts';
import { type TimesheetFile, timesheetWorkbook } from './timesheetWorkbook.ts';

serve<TimesheetFile, Written>(async (file, reply) =>
  reply({ kind: 'written', blob: await timesheetWorkbook(file), missing: [] }),
);
