// The menu that exports timesheets: those of all people listed, or one person's.

import { loadOnce } from '../../platform/boot/loadOnce.ts';
import type { ExportFormat } from '../../platform/export/errors.ts';
import { ExportMenu } from '../../platform/lists/listExport/ExportMenu.tsx';
import type { TimesheetExport as ExportRequest, Sheets } from './export/exportTimesheets.ts';

const loadExport = loadOnce('The export', () => import('./export/exportTimesheets.ts'));

type Export = Awaited<ReturnType<typeof loadExport>>;

const formats: readonly { format: ExportFormat; label: string; detail: string }[] = [
  { format: 'excel', label: 'Excel', detail: 'Hours as numbers that any spreadsheet can add up' },
  { format: 'pdf', label: 'PDF to Sign', detail: 'A page for each person, with room for two signatures' },
];

interface TimesheetExportProps extends Pick<ExportRequest, 'period' | 'filters'> {
  read(exporting: Export, run: Pick<ExportRequest, 'signal' | 'onProgress'>): Promise<Sheets>;
}

export function TimesheetExport({ read, ...request }: TimesheetExportProps) {
  return (
    <ExportMenu
      formats={formats}
      source={{
        one: 'timesheet',
        many: 'timesheets',
        async export(format, run) {
          const exporting = await loadExport();
          return exporting.exportTimesheets(await read(exporting, run), { ...request, ...run, format });
        },
      }}
    />
  );
}
