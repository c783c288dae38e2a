// Runs one export of a list at a time.

import { useEffect, useRef, useState } from 'react';
import { ApiError, describeFailure } from '../../api/errors.ts';
import { CodeLoadError } from '../../boot/loadOnce.ts';
import type { ExportedList, ListExport } from '../../export/list/exportList.ts';
import { useUser } from '../../session/session.tsx';
import { saveFile } from '../../ui/downloadFile.ts';

export interface ExportedSource<F> {
  /** 'employee' and 'employees' */
  one: string;
  many: string;
  export(format: F, run: Pick<ListExport<never>, 'author' | 'signal' | 'onProgress'>): Promise<ExportedList>;
}

export type ListExportState =
  | { status: 'idle' }
  | { status: 'running'; done: number; total: number; stop(): void }
  | { status: 'done'; exported: ExportedList }
  | { status: 'failed'; message: string; retry(): void };

interface Exporting<F> {
  state: ListExportState;
  start(format: F): void;
  dismiss(): void;
}

export function useListExport<F>(source: ExportedSource<F>): Exporting<F> {
  const { name, email } = useUser();
  const [state, setState] = useState<ListExportState>({ status: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(format: F) {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const stop = () => controller.abort();
    const onProgress = (done: number, total: number) =>
      !signal.aborted && setState({ status: 'running', done, total, stop });
    onProgress(0, 0);
    try {
      const exported = await source.export(format, { author: `${name} (${email})`, signal, onProgress });
      signal.throwIfAborted();
      saveFile(exported.blob, exported.name);
      setState({ status: 'done', exported });
    } catch (error) {
      if (signal.aborted) setState({ status: 'idle' });
      else setState({ status: 'failed', message: messageOf(error, source.many), retry: () => retry(error, format) });
    } finally {
      running.current = null;
    }
  }

  function retry(error: unknown, format: F) {
    // Browsers remember a module that failed to load.
    if (error instanceof CodeLoadError) location.reload();
    else void run(format);
  }

  return {
    state,
    start: (format) => running.current === null && void run(format),
    dismiss: () => setState({ status: 'idle' }),
  };
}

function messageOf(error: unknown, many: string): string {
  if (error instanceof ApiError) return describeFailure(error, `Failed to export ${many}`);
  return error instanceof Error ? error.message : String(error);
}
