import { type ListSheet, listWorkbook } from '../list/listWorkbook.ts';
import { serve } from './serve.ts';

export type ListReply = { kind: 'written'; blob: Blob };

serve<ListSheet, ListReply>(async (sheet, reply) => reply({ kind: 'written', blob: await listWorkbook(sheet) }));
