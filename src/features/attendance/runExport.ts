// One export from its start to the saved files. Loaded when the first export starts.

import type { Api } from '../../platform/api/client.ts';
import type { CurrentUser } from '../../shared/contract/entities/people.ts';
import type { ExportFormat } from '../../platform/export/errors.ts';
import { exportAttendance, type Exported, type ExportRequest } from './export/exportAttendance.ts';
import type { ExportProgress } from '../../platform/export/progress.ts';
import { hasFeature } from '../../platform/session/permissions.ts';
import { saveFile } from '../../platform/ui/downloadFile.ts';

type ExportAnswer = 'continue' | 'excel' | 'cancel';

export type ExportState =
  | { status: 'idle' }
  | { status: 'running'; format: ExportFormat; progress?: ExportProgress; stop(): void }
  | { status: 'asking'; format: ExportFormat; characters: readonly string[]; answer(answer: ExportAnswer): void }
  | { status: 'done'; exported: Exported }
  | { status: 'failed'; message: string; retry(): void };

interface Run extends Pick<ExportRequest, 'format' | 'filters' | 'shownFilters' | 'signal'> {
  user: CurrentUser;
  stop(): void;
  show(state: ExportState): void;
}

export async function runExport(api: Api, { user, stop, show, ...request }: Run): Promise<void> {
  const { format } = request;
  const showRunning = (progress?: ExportProgress) => show({ status: 'running', format, progress, stop });
  const approveMissingGlyphs = (characters: readonly string[]) =>
    new Promise<ExportAnswer>((resolve) => {
      function answer(given: ExportAnswer) {
        showRunning();
        resolve(given);
      }
      show({ status: 'asking', format, characters, answer });
    });
  const exported = await exportAttendance(api, {
    ...request,
    user: `${user.name} (${user.email})`,
    canSign: hasFeature(user, 'signed_exports'),
    hasCorrections: hasFeature(user, 'corrections'),
    hasRevision: hasFeature(user, 'attendance_revision'),
    onProgress: showRunning,
    approveMissingGlyphs,
  });
  for (const { blob, name } of exported.files) saveFile(blob, name);
  show({ status: 'done', exported });
}
