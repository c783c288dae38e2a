// One export, from the moment it is shown until it ends or the screen is left. Its code is loaded when it starts.

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Query } from '../../shared/contract/endpoints.ts';
import { CodeLoadError, loadOnce } from '../../platform/boot/loadOnce.ts';
import type { ExportFormat } from '../../platform/export/errors.ts';
import { useConnection, useUser } from '../../platform/session/session.tsx';
import type { ActiveFilter } from './filterWords.ts';
import type { ExportState } from './runExport.ts';

const loadRun = loadOnce('The export', async () => (await import('./runExport.ts')).runExport);

export interface ExportRequest {
  format: ExportFormat;
  filters: NonNullable<Query<'GET /attendance'>>;
  active: readonly ActiveFilter[];
}

export function useExport(request: ExportRequest): { state: ExportState; dismiss(): void } {
  const { api } = useConnection();
  const user = useUser();
  const [state, setState] = useState<ExportState>({ status: 'idle' });
  const running = useRef<AbortController>(null);

  /** As asked for, whatever is filtered meanwhile. */
  async function run({ format, filters, active }: ExportRequest) {
    const controller = new AbortController();
    running.current = controller;
    const stop = () => controller.abort();
    setState({ status: 'running', format, stop });
    try {
      const runExport = await loadRun();
      const shownFilters = active.map(({ label, value }) => ({ label, value }));
      const { signal } = controller;
      await runExport(api, { format, filters, shownFilters, user, signal, stop, show: setState });
    } catch (error) {
      if (controller.signal.aborted || isCancelled(error)) setState({ status: 'idle' });
      else {
        const message = error instanceof Error ? error.message : String(error);
        // Browsers remember a module that failed to load, and an old page cannot find a new version's files.
        const retry = () =>
          error instanceof CodeLoadError ? location.reload() : void run({ format, filters, active });
        setState({ status: 'failed', message, retry });
      }
    }
  }

  const start = useEffectEvent(() => void run(request));
  useEffect(() => {
    start();
    return () => running.current?.abort();
  }, []);

  return { state, dismiss: () => setState({ status: 'idle' }) };
}

function isCancelled(error: unknown): boolean {
  return error instanceof Error && 'kind' in error && error.kind === 'aborted';
}
