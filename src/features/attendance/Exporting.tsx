// An export that was asked for, and whether it still runs.

import { useEffect } from 'react';
import type { ExportFormat } from '../../platform/export/errors.ts';
import { ExportPanel } from './ExportPanel.tsx';
import { useExport, type ExportRequest } from './useExport.ts';

export interface ExportWish {
  format: ExportFormat;
  /** Another number starts another export. */
  run: number;
}

interface ExportingProps extends ExportRequest {
  onBusy(format: ExportFormat | undefined): void;
  onVerify(): void;
}

export function Exporting({ onBusy, onVerify, ...request }: ExportingProps) {
  const { state, dismiss } = useExport(request);
  const busy = state.status === 'running' || state.status === 'asking' ? state.format : undefined;
  useEffect(() => {
    onBusy(busy);
    return () => onBusy(undefined);
  }, [busy, onBusy]);
  return state.status !== 'idle' && <ExportPanel state={state} dismiss={dismiss} onVerify={onVerify} />;
}
