// The builder in a worker, as the page uses it.

import excelWorker from 'worker:./excel.worker.ts';
import pdfWorker from 'worker:./pdf.worker.ts';
import type { ExportFormat } from '../errors.ts';
import type { Builder } from './builder.ts';
import type { BuilderReply, BuilderRequest } from './serve.ts';
import { startWorker } from './startWorker.ts';

interface RunningBuilder extends Builder {
  /** Ends the worker, whatever it is doing. */
  stop(): void;
}

export function startBuilder(format: ExportFormat): RunningBuilder {
  const script = format === 'pdf' ? pdfWorker : excelWorker;
  const { send, reply, stop } = startWorker<BuilderRequest, BuilderReply>(script, 'The export');
  return {
    clear: () => send({ kind: 'clear' }),
    add: (rows, where) => send({ kind: 'add', rows, where }),
    async missingGlyphs(origin) {
      send({ kind: 'findMissingGlyphs', origin });
      return reply((message) => (message.kind === 'missingGlyphs' ? message.characters : undefined));
    },
    async build(request, onProgress, sign) {
      send({ kind: 'build', ...request, canSign: sign !== undefined });
      return reply((message) => {
        if (message.kind === 'progress') onProgress(message);
        if (message.kind === 'sign') void sign?.(message.claim).then((signed) => send({ kind: 'signed', signed }));
        return message.kind === 'built' ? message.files : undefined;
      });
    },
    stop,
  };
}
