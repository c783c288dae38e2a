// Reads all sections of a person's report, page by page.

import type { Api } from '../../../platform/api/client.ts';
import type { PersonalData, PersonKind, ReportRow } from '../../../shared/contract/privacy.ts';
import type { ReadSection } from './reportFile.ts';

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

export async function readReport(
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
