// The builder as the page has it: in a worker, which ends with the export, whatever it was doing.

import excelWorker from 'worker:./excel.worker.ts';
import pdfWorker from 'worker:./pdf.worker.ts';
import type { Builder } from './builder.ts';
import { aborted, type ExportFormat } from './exportError.ts';
import type { Order, Report } from './messages.ts';
import { startWorker } from './startWorker.ts';

export interface RunningBuilder extends Builder {
  stop(): void;
}

export function startBuilder(format: ExportFormat, signal: AbortSignal): RunningBuilder {
  const worker = startWorker(format === 'pdf' ? pdfWorker : excelWorker);
  const order = (message: Order) => worker.postMessage(message);

  /** Waits for a report that `take` makes something of. */
  function answer<T>(take: (report: Report) => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (end: () => void) => {
        worker.removeEventListener('message', onMessage);
        worker.removeEventListener('error', onError);
        signal.removeEventListener('abort', onAbort);
        end();
      };
      const onMessage = ({ data }: MessageEvent<Report>) => {
        if (data.kind === 'failed') return settle(() => reject(new Error(data.message)));
        const taken = take(data);
        if (taken !== undefined) settle(() => resolve(taken));
      };
      const onError = ({ message }: ErrorEvent) =>
        settle(() => reject(new Error(message || 'The worker that builds files cannot be started')));
      const onAbort = () => settle(() => reject(aborted()));
      worker.addEventListener('message', onMessage);
      worker.addEventListener('error', onError);
      signal.addEventListener('abort', onAbort);
    });
  }

  return {
    clear: () => order({ kind: 'clear' }),
    add: (rows, where) => order({ kind: 'add', rows, where }),
    missingGlyphs(origin) {
      order({ kind: 'findMissingGlyphs', origin });
      return answer((report) => (report.kind === 'missingGlyphs' ? report.characters : undefined));
    },
    build(build, onProgress) {
      order({ kind: 'build', ...build });
      return answer((report) => {
        if (report.kind === 'progress') onProgress(report);
        return report.kind === 'built' ? report.files : undefined;
      });
    },
    stop: () => worker.terminate(),
  };
}
