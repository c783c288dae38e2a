// Exports the reconciliation of a controller's day as shown.

import reconciliationWorker from 'worker:./reconciliation.worker.ts';
import type { ExportedList } from '../../../platform/export/list/exportList.ts';
import { exportedNow } from '../../../platform/export/proof/about.ts';
import { writeInWorker } from '../../../platform/export/worker/startWorker.ts';
import type { ReconciliationReply } from './reconciliation.worker.ts';
import type { ReconciliationFile } from './reconciliationFile.ts';

interface ReconciliationExport extends Pick<ReconciliationFile, 'reconciliation' | 'stageNames' | 'author'> {
  signal: AbortSignal;
}

export async function exportReconciliation({ signal, ...shown }: ReconciliationExport): Promise<ExportedList> {
  const file = { ...shown, exportedOn: exportedNow() };
  const { blob } = await writeInWorker<ReconciliationFile, ReconciliationReply>(reconciliationWorker, file, signal);
  const { controller, day, losses } = shown.reconciliation;
  return { blob, name: `reconciliation_${controller.id}_${day}.xlsx`, rows: losses.length, notes: [] };
}
