// The builder as the page has it: in a worker, which ends with the export, whatever it was doing.

import excelWorker from 'worker:./excel.worker.ts';
import pdfWorker from 'worker:./pdf.worker.ts';
import { CodeLoadError } from '../../boot/loadOnce.ts';
import type { Builder } from './builder.ts';
import { aborted, type ExportFormat } from '../errors.ts';
import type { Order, Report } from './messages.ts';
import { startWorker } from './startWorker.ts';

interface RunningBuilder extends Builder {
  stop(): void;
}

export function startBuilder(format: ExportFormat, signal: AbortSignal): RunningBuilder {
  const worker = startWorker(format === 'pdf' ? pdfWorker : excelWorker);
  /** Why the worker is no more, which may be found out while nobody waits for a report. */
  let end: Error | undefined;
  worker.addEventListener('error', (event) => {
    // Only a worker that runs has something to say.
    end = event.message ? new Error(event.message) : new CodeLoadError('The export', event);
  });

  function order(message: Order) {
    if (end) throw end;
    worker.postMessage(message);
  }

  /** Waits for a report that `take` makes something of. */
  function answer<T>(take: (report: Report) => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (conclude: () => void) => {
        worker.removeEventListener('message', onMessage);
        worker.removeEventListener('error', onError);
        signal.removeEventListener('abort', onAbort);
        conclude();
      };
      const onMessage = ({ data }: MessageEvent<Report>) => {
        if (data.kind === 'failed') return settle(() => reject(new Error(data.message)));
        const taken = take(data);
        if (taken !== undefined) settle(() => resolve(taken));
      };
      const onError = () => settle(() => reject(end));
      const onAbort = () => settle(() => reject(aborted()));
      worker.addEventListener('message', onMessage);
      worker.addEventListener('error', onError);
      signal.addEventListener('abort', onAbort);
    });
  }

  return {
    clear: () => order({ kind: 'clear' }),
    add: (rows, where) => order({ kind: 'add', rows, where }),
    async missingGlyphs(origin) {
      order({ kind: 'findMissingGlyphs', origin });
      return answer((report) => (report.kind === 'missingGlyphs' ? report.characters : undefined));
    },
    async build(build, onProgress) {
      order({ kind: 'build', ...build });
      return answer((report) => {
        if (report.kind === 'progress') onProgress(report);
        return report.kind === 'built' ? report.files : undefined;
      });
    },
    stop: () => worker.terminate(),
  };
}
