// Reasons for exports that end without a file. The messages are the specification's (point 8).

import { CodeLoadError } from '../boot/loadOnce.ts';

export type ExportFormat = 'excel' | 'pdf';

export class ExportError extends Error {
  readonly kind: 'failed' | 'nothing' | 'aborted';

  constructor(kind: ExportError['kind'], message: string) {
    super(message);
    this.name = 'ExportError';
    this.kind = kind;
  }
}

const fallbacks = { excel: 'Failed to export Excel file', pdf: 'Failed to export PDF file' };

export function asExportError(error: unknown, format: ExportFormat, signal: AbortSignal): ExportError | CodeLoadError {
  if (error instanceof ExportError) return error;
  if (signal.aborted) return aborted();
  if (error instanceof CodeLoadError) return error;
  return new ExportError('failed', `${fallbacks[format]}. ${error instanceof Error ? error.message : String(error)}`);
}

export const aborted = () => new ExportError('aborted', 'The export was cancelled.');
