// Runs one export at a time. Its code is loaded when the first one starts.

import { useEffect, useRef, useState } from 'react';
import type { Query } from '../../contract/endpoints.ts';
import { CodeLoadError, loadOnce } from '../../boot/loadOnce.ts';
import type { ExportFormat } from '../../export/errors.ts';
import { useConnection, useUser } from '../../session/useSession.ts';
import type { ActiveFilter } from './filters.ts';
import type { ExportState } from './runExport.ts';

const loadRun = loadOnce('The export', async () => (await import('./runExport.ts')).runExport);

export interface Exporting {
  state: ExportState;
  busy: ExportFormat | undefined;
  start(format: ExportFormat): void;
  dismiss(): void;
}

export function useExport(filters: NonNullable<Query<'GET /attendance'>>, active: readonly ActiveFilter[]): Exporting {
  const { api } = useConnection();
  const user = useUser();
  const [state, setState] = useState<ExportState>({ status: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(format: ExportFormat) {
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
        const retry = () => (error instanceof CodeLoadError ? location.reload() : void run(format));
        setState({ status: 'failed', message, retry });
      }
    } finally {
      running.current = null;
    }
  }

  const busy = state.status === 'running' || state.status === 'asking' ? state.format : undefined;
  return {
    state,
    busy,
    start: (format) => running.current === null && void run(format),
    dismiss: () => setState({ status: 'idle' }),
  };
}

function isCancelled(error: unknown): boolean {
  return error instanceof Error && 'kind' in error && error.kind === 'aborted';
}
