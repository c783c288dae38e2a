import { fontFilesAt } from '../../../platform/export/pdf/fonts.ts';
import { signatureSheets } from './signatureSheets.ts';
import type { TimesheetFile, TimesheetReply } from './timesheetWorkbook.ts';
import { serve } from '../../../platform/export/worker/serve.ts';

// This script is in assets/, beside the site's fonts/.
const fonts = fontFilesAt(new URL('../fonts/', import.meta.url).href);

serve<TimesheetFile, TimesheetReply>(async (file, reply) =>
  reply({ kind: 'written', ...(await signatureSheets(file, fonts)) }),
);
