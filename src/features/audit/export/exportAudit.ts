// Exports the audit as of the moment it begins: all of it with its chain, or the entries that the filters find.

import listWorker from 'worker:../../../platform/export/list/list.worker.ts';
import type { Api } from '../../../platform/api/client.ts';
import { ExportError } from '../../../platform/export/errors.ts';
import type { ExportedList } from '../../../platform/export/list/exportList.ts';
import type { ListReply } from '../../../platform/export/list/list.worker.ts';
import type { ListSheet } from '../../../platform/export/list/listWorkbook.ts';
import { exportedNow, type Fact } from '../../../platform/export/proof/about.ts';
import { writeInWorker } from '../../../platform/export/worker/startWorker.ts';
import { isReference, saltedText, withValues } from '../../../shared/contract/audit/entry.ts';
import type { AuditHead } from '../../../shared/contract/audit.ts';
import type { Query } from '../../../shared/contract/calls.ts';
import { actionInWords, subjectName } from '../../../shared/words/auditWords.ts';
import { today } from '../../../shared/words/days.ts';
import { groupDigits } from '../../../shared/words/plural.ts';
import { idsOf, readSome, readWhole } from './readChain.ts';
import { type ExactLine, lineText, parsed, sha256 } from './verifyChain.ts';

type AuditFormat = 'jsonl' | 'excel';

interface AuditExport {
  format: AuditFormat;
  /** Undefined for the whole audit. */
  filters: NonNullable<Query<'GET /audit'>> | undefined;
  author: string;
  signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

const mostInExcel = 100_000;

export async function exportAudit(api: Api, request: AuditExport): Promise<ExportedList> {
  const { format, filters, author, signal, onProgress } = request;
  const { data: head } = await api('GET /audit/head', {}, { signal });
  const ids = filters && (await idsOf(api, filters, head.id, signal));
  const total = ids?.length ?? head.id;
  if (total === 0) throw new ExportError('nothing', 'No entries found to export');
  if (format === 'excel' && total > mostInExcel)
    throw new ExportError(
      'failed',
      `Excel files hold up to ${groupDigits(mostInExcel)} entries, not ${groupDigits(total)}. Choose fewer days, or export JSONL.`,
    );

  const texts: Blob[] = [];
  const rows: (readonly string[])[] = [[...Object.values(columns), 'Hash']];
  let done = 0;
  for await (const lines of ids ? readSome(api, ids, signal) : readWhole(api, head.id, signal)) {
    if (format === 'excel') rows.push(...(await Promise.all(lines.map(auditRow))));
    else texts.push(new Blob(lines.map((line) => `${lineText(line, ids !== undefined)}\n`)));
    onProgress((done += lines.length), total);
  }
  if (done !== total)
    throw new ExportError(
      'failed',
      `The server sent ${groupDigits(done)} of ${groupDigits(total)} entries. Please verify the audit.`,
    );
  const sheet = { title: 'Audit', author, rows, facts: factsOf(request, total, head) };
  const blob =
    format === 'excel'
      ? (await writeInWorker<ListSheet, ListReply>(listWorker, sheet, signal)).blob
      : new Blob(texts, { type: 'application/jsonl' });
  const name = `audit${ids ? '-selection' : ''}-${today()}.${format === 'excel' ? 'xlsx' : 'jsonl'}`;
  return { blob, name, rows: total, notes: [] };
}

/** States which entries these are, and where the chain ended. */
function factsOf({ filters = {}, author }: AuditExport, total: number, head: AuditHead): Fact[] {
  const titles: Readonly<Record<string, string>> = { from: 'From (UTC)', to: 'Before (UTC)', q: 'Search' };
  return [
    ...Object.entries(filters).flatMap(([name, value]): Fact[] =>
      value === undefined
        ? []
        : [[`Filter: ${columns[name] ?? titles[name] ?? name}`, inWords[name]?.(String(value)) ?? String(value)]],
    ),
    ['Exported by', author],
    ['Exported on', exportedNow()],
    ['Entries in this file', String(total)],
    ['Last entry of the audit', String(head.id)],
    ['Hash of the last entry', head.hash],
  ];
}

/** The spreadsheet's columns, by the field of an entry; the hash, which is not a field, comes last. */
const columns: Readonly<Record<string, string>> = {
  id: 'Entry',
  at: 'Time (UTC)',
  user_id: 'User ID',
  user_email: 'E-mail',
  address: 'From',
  action: 'Action',
  subject: 'Type',
  subject_id: 'Record ID',
  before: 'Before',
  after: 'After',
  request_id: 'Request ID',
};

/** The words for values that the contract defines. */
const inWords: Readonly<Record<string, (value: string) => string>> = { action: actionInWords, subject: subjectName };

/** Turns an entry into a row of a spreadsheet. */
async function auditRow(line: ExactLine): Promise<string[]> {
  const hashes = await Promise.all(line.values.map((pair) => sha256(saltedText(pair))));
  const values = new Map(hashes.map((hash, index) => [hash, line.values[index]?.[1] ?? '']));
  const content = withValues(parsed(line.entry), values);
  const texts = Object.keys(columns).map((name) => inWords[name]?.(textOf(content, name)) ?? textOf(content, name));
  return [...texts, line.hash];
}

function textOf(content: unknown, name: string): string {
  const value = Object.entries(content ?? {}).find(([field]) => field === name)?.[1];
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  const text = JSON.stringify(value);
  return isReference(value) || text === '{"erased":true}' ? 'Erased' : text;
}
