// Verifies the audit in a worker: lines that the page read from the server, or a file.

import { serve } from '../../../platform/export/worker/serve.ts';
import { linesOf } from './fileLines.ts';
import { type ChainResult, ChainVerifier, type ExactLine, readLine } from './verifyChain.ts';

export type AuditRequest =
  | { kind: 'begin'; noted: string }
  | { kind: 'lines'; lines: readonly ExactLine[] }
  | { kind: 'file'; file: File }
  | { kind: 'end'; head: { id: number; hash: string } | undefined };

export type AuditReply =
  | { kind: 'checked'; isBroken: boolean }
  | { kind: 'read'; bytes: number }
  | { kind: 'result'; result: ChainResult };

let verifier = new ChainVerifier();

serve<AuditRequest, AuditReply>(async (request, reply) => {
  switch (request.kind) {
    case 'begin':
      verifier = new ChainVerifier(request.noted);
      return;
    case 'lines':
      await verifier.add(request.lines);
      return reply({ kind: 'checked', isBroken: verifier.isBroken });
    case 'file':
      for await (const { lines, bytes } of linesOf(request.file)) {
        await verifier.add(lines.map(readLine));
        reply({ kind: 'read', bytes });
        if (verifier.isBroken) break;
      }
      return reply({ kind: 'result', result: verifier.end() });
    case 'end':
      return reply({ kind: 'result', result: verifier.end(request.head) });
  }
});
