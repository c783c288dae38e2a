import { fontFilesAt } from '../pdf/fonts.ts';
import { reportPdf } from '../personalData/reportPdf.ts';
import type { ReportFile, ReportReply } from '../personalData/reportFile.ts';
import { serve } from './serve.ts';

// This script is in assets/, beside the site's fonts/.
const fonts = fontFilesAt(new URL('../fonts/', import.meta.url).href);

serve<ReportFile, ReportReply>(async (file, reply) => reply({ kind: 'written', ...(await reportPdf(file, fonts)) }));
