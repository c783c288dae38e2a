import { fontFilesAt } from '../../../platform/export/pdf/fonts.ts';
import { serve } from '../../../platform/export/worker/serve.ts';
import type { ReportFile, ReportReply } from './reportFile.ts';
import { reportPdf } from './reportPdf.ts';

// Relative to assets/, where this script is served.

const fonts = fontFilesAt(new URL('../fonts/', import.meta.url).href);

serve<ReportFile, ReportReply>(async (file, reply) => reply({ kind: 'written', ...(await reportPdf(file, fonts)) }));
