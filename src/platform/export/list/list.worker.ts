import { serve } from '../worker/serve.ts';
import { type ListSheet, listWorkbook } from './listWorkbook.ts';

export type ListReply = { kind: 'written'; blob: Blob };

serve<ListSheet, ListReply>(async (sheet, reply) => reply({ kind: 'written', blob: await listWorkbook(sheet) }));
