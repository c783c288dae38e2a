import { serve } from '../../../platform/export/worker/serve.ts';
import { type ReconciliationFile, reconciliationWorkbook } from './reconciliationFile.ts';

export type ReconciliationReply = { kind: 'written'; blob: Blob };

serve<ReconciliationFile, ReconciliationReply>(async (file, reply) =>
  reply({ kind: 'written', blob: await reconciliationWorkbook(file) }),
);
