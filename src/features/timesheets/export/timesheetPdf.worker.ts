import { fontFilesAt } from '../../../platform/export/pdf/fonts.ts';
import { serve } from '../../../platform/export/worker/serve.ts';
import type { Written } from '../../../platform/export/worker/startWorker.ts';
import { signatureSheets } from './signatureSheets.ts';
import type { TimesheetFile } from './timesheetWorkbook.ts';

// Relative to assets/, where this script is served.
const fonts = fontFilesAt(new URL('../fonts/', import.meta.url).href);

serve<TimesheetFile, Written>(async (file, reply) =>
  reply({ kind: 'written', ...(await signatureSheets(file, fonts)) }),
);
