// Exports the audit: whole, with its chain, or the entries that the filters find. It holds what there was when it began.

import listWorker from 'worker:../../../platform/export/worker/list.worker.ts';
import type { Api } from '../../../platform/api/client.ts';
import type { Query } from '../../../shared/contract/endpoints.ts';
import { today } from '../../../shared/words/days.ts';
import { groupDigits } from '../../../shared/words/groupDigits.ts';
import { ExportError } from '../../../platform/export/errors.ts';
import type { ExportedList } from '../../../platform/export/list/exportList.ts';
import type { ListSheet } from '../../../platform/export/list/listWorkbook.ts';
import type { ListReply } from '../../../platform/export/worker/list.worker.ts';
import { workOnce } from '../../../platform/export/worker/startWorker.ts';
import { auditRow, auditTitles } from './auditRows.ts';
import { lineText } from './exactLine.ts';
import { idsOf, readSome, readWhole } from './readChain.ts';

export type AuditFormat = 'jsonl' | 'excel';

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
  const rows: (readonly string[])[] = [auditTitles];
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
  const sheet = { title: 'Audit', author, rows };
  const blob =
    format === 'excel'
      ? (await workOnce<ListSheet, ListReply>(listWorker, sheet, signal)).blob
      : new Blob(texts, { type: 'application/jsonl' });
  const name = `audit${ids ? '-selection' : ''}-${today()}.${format === 'excel' ? 'xlsx' : 'jsonl'}`;
  return { blob, name, rows: total, notes: [] };
}
