// Downloads all that is stored of a person: as JSON for programs, or as a PDF to read and to hand over.

import { loadOnce } from '../../../platform/boot/loadOnce.ts';
import type { PersonalData } from '../../../shared/contract/entities/personalData.ts';
import { ExportOutcome } from '../../../platform/lists/listExport/ExportOutcome.tsx';
import { type ExportedSource, useListExport } from '../../../platform/lists/listExport/useListExport.ts';
import type { ReportFormat } from '../export/reportFile.ts';
import { useConnection } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { Icon } from '../../../platform/ui/Icon.tsx';
import * as s from './Download.module.css';

const loadExport = loadOnce('The download', () => import('../export/exportReport.ts'));

const formats: readonly { format: ReportFormat; label: string }[] = [
  { format: 'pdf', label: 'Download PDF' },
  { format: 'json', label: 'Download JSON' },
];

export function Download({ data }: { data: PersonalData }) {
  const { api } = useConnection();
  const source: ExportedSource<ReportFormat> = {
    one: 'row',
    many: 'rows',
    export: async (format, run) => (await loadExport()).exportReport(api, data, { ...run, format }),
  };
  const { state, start, dismiss } = useListExport(source);
  return (
    <div className={s.download}>
      {formats.map(({ format, label }) => (
        <Button
          key={format}
          icon={<Icon name="download" />}
          disabledReason={state.status === 'running' ? 'A download is running' : undefined}
          onClick={() => start(format)}
        >
          {label}
        </Button>
      ))}
      {state.status !== 'idle' && (
        <div className={s.outcome}>
          <ExportOutcome state={state} source={source} dismiss={dismiss} />
        </div>
      )}
    </div>
  );
}
