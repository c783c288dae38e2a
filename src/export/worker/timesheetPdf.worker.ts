import { fontFilesAt } from '../pdf/fonts.ts';
import { signatureSheets } from '../timesheet/signatureSheets.ts';
import type { TimesheetFile, TimesheetReply } from '../timesheet/timesheetFile.ts';
import { serve } from './serve.ts';

// This script is in assets/, beside the site's fonts/.
const fonts = fontFilesAt(new URL('../fonts/', import.meta.url).href);

serve<TimesheetFile, TimesheetReply>(async (file, reply) =>
  reply({ kind: 'written', ...(await signatureSheets(file, fonts)) }),
);
