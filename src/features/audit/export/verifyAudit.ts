// Verifies the audit of the server, or an exported file, in a worker.

import auditWorker from 'worker:./audit.worker.ts';
import type { Api } from '../../../platform/api/client.ts';
import { runInWorker, type WorkerConnection } from '../../../platform/export/worker/startWorker.ts';
import type { AuditReply, AuditRequest } from './audit.worker.ts';
import { readWhole } from './readChain.ts';
import type { ChainResult } from './verifyChain.ts';

type Connection = WorkerConnection<AuditRequest, AuditReply>;

interface Run {
  /** A hash noted earlier, or ''. */
  readonly noted: string;
  readonly signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

export function verifyServer(api: Api, { noted, signal, onProgress }: Run): Promise<ChainResult> {
  const check = async ({ send, reply }: Connection) => {
    const { data: head } = await api('GET /audit/head', {}, { signal });
    send({ kind: 'begin', noted });
    let done = 0;
    for await (const lines of readWhole(api, head.id, signal)) {
      send({ kind: 'lines', lines: lines.map(({ hash, entry, values }) => ({ hash, entry, values })) });
      const { isBroken } = await reply((message) => (message.kind === 'checked' ? message : undefined));
      onProgress((done += lines.length), head.id);
      if (isBroken) break;
    }
    send({ kind: 'end', head });
    return reply(resultIn);
  };
  return runInWorker(auditWorker, 'The check', check, signal);
}

export function verifyFile(file: File, { noted, signal, onProgress }: Run): Promise<ChainResult> {
  const check = async ({ send, reply }: Connection) => {
    send({ kind: 'begin', noted });
    send({ kind: 'file', file });
    return reply((message) => {
      if (message.kind === 'read') onProgress(message.bytes, file.size);
      return resultIn(message);
    });
  };
  return runInWorker(auditWorker, 'The check', check, signal);
}

const resultIn = (message: AuditReply) => (message.kind === 'result' ? message.result : undefined);
