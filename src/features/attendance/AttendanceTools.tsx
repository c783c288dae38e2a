// What stands between the heading and the records: the filters as chips and as a panel, the export, the note for paper.

import { useEffect, useEffectEvent } from 'react';
import type { AttendanceRecord } from '../../shared/contract/attendance.ts';
import type { Page } from '../../shared/contract/decode.ts';
import { attendanceQuery, readQuery } from '../../shared/contract/queries.ts';
import type { ExportFormat } from '../../platform/export/errors.ts';
import { PrintNote } from '../../platform/ui/layout/PrintNote.tsx';
import { Exporting, type ExportWish } from './Exporting.tsx';
import { FilterChips } from './FilterChips.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { withReset } from './filters.ts';
import { activeFilters } from './filterWords.ts';
import { defaultFilters, type Filters } from './list.ts';
import { MissingCheckOut } from './MissingCheckOut.tsx';
import { useFilterOptions } from './useFilterOptions.ts';

interface AttendanceToolsProps {
  filters: Filters;
  defaults: Filters;
  isPanelOpen: boolean;
  shown: Page<AttendanceRecord> | undefined;
  page: number;
  /** An export that the address asks for. */
  wanted: string;
  onWanted(format: ExportFormat): void;
  exporting: ExportWish | undefined;
  onExporting(format: ExportFormat | undefined): void;
  onVerify(): void;
  onChange(change: Partial<Filters>): void;
}

export function AttendanceTools(props: AttendanceToolsProps) {
  const { filters, defaults, isPanelOpen, shown, page, wanted, onWanted, exporting } = props;
  const { onExporting, onVerify, onChange } = props;
  const options = useFilterOptions(filters, isPanelOpen);
  const active = activeFilters(filters, options);
  const field = { filters, options, onChange: (change: Partial<Filters>) => onChange(withReset(change)) };
  const start = useEffectEvent(onWanted);
  useEffect(() => {
    if (wanted === 'excel' || wanted === 'pdf') start(wanted);
  }, [wanted]);

  return (
    <>
      <FilterChips {...field} active={active} defaults={defaults} />
      <MissingCheckOut filters={filters} defaults={defaults} />
      {isPanelOpen && <FilterPanel {...field} onClear={() => onChange(defaultFilters())} />}
      {shown && (
        <PrintNote
          list={{ page: page, lastPage: shown.last_page, shown: shown.data.length, total: shown.total }}
          filters={active}
        />
      )}
      {exporting && (
        <Exporting
          key={exporting.run}
          format={exporting.format}
          filters={readQuery(attendanceQuery, { ...filters })}
          active={active}
          onBusy={onExporting}
          onVerify={onVerify}
        />
      )}
    </>
  );
}
