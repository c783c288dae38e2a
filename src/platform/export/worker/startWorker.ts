// Starts workers and exchanges messages with them.

import excelWorker from 'worker:./excel.worker.ts';
import pdfWorker from 'worker:./pdf.worker.ts';
import { CodeLoadError } from '../../boot/loadOnce.ts';
import type { ExportFormat } from '../errors.ts';
import type { Builder } from './builder.ts';
import type { BuilderReply, BuilderRequest } from './serve.ts';

/** Besides the worker's own replies, serve.ts sends { kind: 'failed', message } for errors. */
interface AnyReply {
  kind: string;
  message?: string;
}

export interface WorkerConnection<Request, Reply> {
  send(request: Request): void;
  /** Resolves with what `read` returns for the first reply that it accepts. */
  reply<T>(read: (reply: Reply) => T | undefined): Promise<T>;
  stop(): void;
}

/** `what` tells the user what is missing if the script cannot be loaded. */
function startWorker<Request, Reply extends AnyReply>(script: string, what: string): WorkerConnection<Request, Reply> {
  const worker = new Worker(trustedUrl(script), { type: 'module' });
  /** Aborted when the worker fails, even if no reply is being awaited. */
  const failure = new AbortController();
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    if (data.kind === 'failed') failure.abort(new Error(data.message));
  });
  worker.addEventListener('error', (event) =>
    // An error without a message means that the script did not load.
    failure.abort(event.message ? new Error(event.message) : new CodeLoadError(what, event)),
  );

  return {
    send(request) {
      failure.signal.throwIfAborted();
      worker.postMessage(request);
    },
    reply: (read) =>
      new Promise((resolve, reject) => {
        failure.signal.throwIfAborted();
        failure.signal.addEventListener('abort', () => reject(failure.signal.reason));
        worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
          const result = read(data);
          if (result !== undefined) resolve(result);
        });
      }),
    stop: () => worker.terminate(),
  };
}

interface Policy {
  createScriptURL(url: string): string;
}

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  }
}

let policy: Policy | undefined;

/** A strict content security policy accepts only URLs from the Trusted Types policy that it names. */
export function trustedUrl(script: string): string {
  // A `worker:` import is relative to the importing script, which is in the same folder as the worker.
  const url = new URL(script, import.meta.url).href;
  policy ??= window.trustedTypes?.createPolicy('rollcall', {
    createScriptURL(address) {
      if (new URL(address).origin !== location.origin) throw new TypeError('Workers of other sites are refused');
      return address;
    },
  });
  return policy?.createScriptURL(url) ?? url;
}

// The page's interface to a builder in a worker.

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

/** Runs work in a worker of its own, which is stopped when the work ends or is cancelled. */
export async function runInWorker<Request, Reply extends AnyReply, Result>(
  script: string,
  what: string,
  work: (worker: WorkerConnection<Request, Reply>) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const worker = startWorker<Request, Reply>(script, what);
  const cancelled = new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
  try {
    return await Promise.race([work(worker), cancelled]);
  } finally {
    worker.stop();
  }
}

/** File that may be a PDF, with the characters that none of its fonts has. */
export interface Written {
  kind: 'written';
  blob: Blob;
  missing: readonly string[];
}

export const lostCharacters = ({ missing }: Written): string[] =>
  missing.length > 0 ? [`The PDF font lacks these characters: ${missing.join(' ')}.`] : [];

/** Writes one file in a worker. */
export const writeInWorker = <Request, Written extends { kind: 'written' }>(
  script: string,
  request: Request,
  signal: AbortSignal,
): Promise<Written> =>
  runInWorker<Request, Written, Written>(
    script,
    'The export',
    async ({ send, reply }) => {
      send(request);
      return reply((message) => (message.kind === 'written' ? message : undefined));
    },
    signal,
  );
