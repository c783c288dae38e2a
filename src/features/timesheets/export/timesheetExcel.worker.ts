import { serve } from '../../../platform/export/worker/serve.ts';
import { type TimesheetFile, type TimesheetReply, timesheetWorkbook } from './timesheetWorkbook.ts';

serve<TimesheetFile, TimesheetReply>(async (file, reply) =>
  reply({ kind: 'written', blob: await timesheetWorkbook(file), missing: [] }),
);
