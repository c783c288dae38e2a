import type { TimesheetFile, TimesheetReply } from '../timesheet/timesheetFile.ts';
import { timesheetWorkbook } from '../timesheet/timesheetWorkbook.ts';
import { serve } from './serve.ts';

serve<TimesheetFile, TimesheetReply>(async (file, reply) =>
  reply({ kind: 'written', blob: await timesheetWorkbook(file), missing: [] }),
);
