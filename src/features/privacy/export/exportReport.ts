// Downloads a person's report whole: as JSON for programs, or as a PDF to read and to hand over.

import pdfWorker from 'worker:./personalDataPdf.worker.ts';
import type { Api } from '../../../platform/api/client.ts';
import type { PersonalData } from '../../../shared/contract/entities/personalData.ts';
import { today } from '../../../shared/words/days.ts';
import { formatTime } from '../../../shared/words/time.ts';
import type { ExportedList } from '../../../platform/export/list/exportList.ts';
import { workOnce } from '../../../platform/export/worker/startWorker.ts';
import { readReport } from './readReport.ts';
import type { ReportFile, ReportFormat, ReportReply } from './reportFile.ts';
import { reportJson } from './reportJson.ts';

interface ReportExport {
  readonly format: ReportFormat;
  readonly author: string;
  readonly signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

export async function exportReport(
  api: Api,
  data: PersonalData,
  { format, author, ...run }: ReportExport,
): Promise<ExportedList> {
  const sections = await readReport(api, data, run);
  const readOn = formatTime(new Date().toISOString());
  const file: ReportFile = { person: data.person, sections, readBy: author, readOn };
  const rows = sections.reduce((sum, { content }) => sum + content.length, 0);
  const { kind, id } = data.person;
  const name = `personal-data_${kind === 'employees' ? 'employee' : 'user'}-${id}_${today()}.${format}`;
  if (format === 'json') return { blob: reportJson(file), name, rows, notes: [] };
  const { blob, missing } = await workOnce<ReportFile, ReportReply>(pdfWorker, file, run.signal);
  const notes = missing.length > 0 ? [`The PDF font lacks these characters: ${missing.join(' ')}.`] : [];
  return { blob, name, rows, notes };
}
