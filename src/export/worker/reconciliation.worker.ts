import { type ReconciliationFile, reconciliationWorkbook } from '../reconciliation/reconciliationFile.ts';
import { serve } from './serve.ts';

export type ReconciliationReply = { kind: 'written'; blob: Blob };

serve<ReconciliationFile, ReconciliationReply>(async (file, reply) =>
  reply({ kind: 'written', blob: await reconciliationWorkbook(file) }),
);
