import { fontFilesAt } from '../../../platform/export/pdf/fonts.ts';
import { serve } from '../../../platform/export/worker/serve.ts';
import type { Written } from '../../../platform/export/worker/startWorker.ts';
import type { ReportFile } from './reportFile.ts';
import { reportPdf } from './reportPdf.ts';

// Relative to assets/, where this script is served.

const fonts = fontFilesAt(new URL('../fonts/', import.meta.url).href);

serve<ReportFile, Written>(async (file, reply) => reply({ kind: 'written', ...(await reportPdf(file, fonts)) }));
