// Downloads all that is stored of a person: as JSON for programs, or as a PDF to read and to hand over.

import { loadOnce } from '../../boot/loadOnce.ts';
import type { PersonalData } from '../../contract/entities/personalData.ts';
import { ExportOutcome } from '../../crud/listExport/ExportOutcome.tsx';
import { type ExportedSource, useListExport } from '../../crud/listExport/useListExport.ts';
import type { ReportFormat } from '../../export/personalData/reportFile.ts';
import { useConnection } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import * as s from './Download.module.css';

const loadExport = loadOnce('The download', () => import('../../export/personalData/exportReport.ts'));

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
