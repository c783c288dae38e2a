// Downloads a person's whole report, as JSON for programs or as a PDF to read and hand over: reads its sections and
// writes the file.

import pdfWorker from 'worker:./personalDataPdf.worker.ts';
import type { Api } from '../../../platform/api/client.ts';
import type { ExportedList } from '../../../platform/export/list/exportList.ts';
import { exportedNow } from '../../../platform/export/proof/about.ts';
import { lostCharacters, type Written, writeInWorker } from '../../../platform/export/worker/startWorker.ts';
import type { PersonalData, PersonKind, ReportRow } from '../../../shared/contract/privacy.ts';
import { today } from '../../../shared/words/days.ts';
import type { ReadSection, ReportFile, ReportFormat } from './reportFile.ts';

interface ReportExport extends Run {
  readonly format: ReportFormat;
  readonly author: string;
}

export async function exportReport(
  api: Api,
  data: PersonalData,
  { format, author, ...run }: ReportExport,
): Promise<ExportedList> {
  const sections = await readReport(api, data, run);
  const file: ReportFile = { person: data.person, sections, readBy: author, readOn: exportedNow() };
  const rows = sections.reduce((sum, { content }) => sum + content.length, 0);
  const { kind, id } = data.person;
  const name = `personal-data_${kind === 'employees' ? 'employee' : 'user'}-${id}_${today()}.${format}`;
  if (format === 'json') return { blob: reportJson(file), name, rows, notes: [] };
  const written = await writeInWorker<ReportFile, Written>(pdfWorker, file, run.signal);
  return { blob: written.blob, name, rows, notes: lostCharacters(written) };
}

interface Run {
  readonly signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

/** The rows of one section, a page at a time. */
type ReadPage = (section: string, after: string) => Promise<{ rows: ReportRow[]; next: string }>;

const pageReader = (api: Api, kind: PersonKind, id: number, { signal }: Run): ReadPage =>
  kind === 'employees'
    ? async (section, after) =>
        (await api('GET /employees/{id}/personal-data/{section}', { id, section, query: { after } }, { signal })).data
    : async (section, after) =>
        (await api('GET /users/{id}/personal-data/{section}', { id, section, query: { after } }, { signal })).data;

/** Reads all sections of the report, page by page. */
async function readReport(
  api: Api,
  { person: { kind, id }, sections }: PersonalData,
  run: Run,
): Promise<ReadSection[]> {
  const read = pageReader(api, kind, id, run);
  const total = sections.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  const whole: ReadSection[] = [];
  for (const section of sections) {
    const content: ReportRow[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const page = await read(section.name, next);
      for (const row of page.rows) content.push(row);
      done += page.rows.length;
      run.onProgress(done, Math.max(done, total));
      next = page.next || undefined;
    }
    whole.push({ ...section, content });
  }
  return whole;
}

/** Writes the report as JSON, row by row: as one string it may be longer than a browser allows. */
export function reportJson({ person, sections, readBy, readOn }: ReportFile): Blob {
  const head = JSON.stringify({ report: 'rollcall-personal-data-1', person, read_by: readBy, read_on: readOn });
  const parts = [`${head.slice(0, -1)},"sections":[\n`];
  for (const [index, section] of sections.entries()) {
    if (index > 0) parts.push(',\n');
    addSection(parts, section);
  }
  parts.push('\n]}\n');
  return new Blob(parts, { type: 'application/json' });
}

function addSection(parts: string[], { name, title, about, content }: ReadSection): void {
  parts.push(`${JSON.stringify({ name, title, about }).slice(0, -1)},"rows":[`);
  for (const [index, row] of content.entries()) parts.push(index === 0 ? '\n' : ',\n', JSON.stringify(row));
  parts.push(']}');
}
