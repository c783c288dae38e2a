// What stands between the heading and the records: the filters as chips and as a panel, the export, the note for paper.

import type { AttendanceRecord } from '../../contract/entities/attendance.ts';
import type { Page } from '../../contract/decode.ts';
import { readQuery } from '../../contract/readQuery.ts';
import type { ExportFormat } from '../../export/errors.ts';
import { PrintNote } from '../../ui/layout/PrintNote.tsx';
import { Exporting, type ExportWish } from './Exporting.tsx';
import { FilterChips } from './FilterChips.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { withReset } from './filters.ts';
import { activeFilters } from './filterWords.ts';
import { defaultFilters, type Filters } from './list.ts';
import { useFilterOptions } from './useFilterOptions.ts';

interface AttendanceToolsProps {
  filters: Filters;
  defaults: Filters;
  /** The panel's id while it is open. */
  panel: string | undefined;
  shown: Page<AttendanceRecord> | undefined;
  page: number;
  exporting: ExportWish | undefined;
  onExporting(format: ExportFormat | undefined): void;
  onVerify(): void;
  onChange(change: Partial<Filters>): void;
}

export function AttendanceTools(props: AttendanceToolsProps) {
  const { filters, defaults, panel, shown, page, exporting, onExporting, onVerify, onChange } = props;
  const options = useFilterOptions(filters, panel !== undefined);
  const active = activeFilters(filters, options);
  const narrow = (change: Partial<Filters>) => onChange(withReset(change));

  return (
    <>
      <FilterChips active={active} defaults={defaults} filters={filters} onChange={narrow} />
      {panel && (
        <FilterPanel
          id={panel}
          filters={filters}
          options={options}
          onChange={narrow}
          onClear={() => onChange(defaultFilters())}
        />
      )}
      {shown && (
        <PrintNote
          page={page}
          lastPage={shown.last_page}
          shown={shown.data.length}
          total={shown.total}
          filters={active}
        />
      )}
      {exporting && (
        <Exporting
          key={exporting.run}
          format={exporting.format}
          filters={readQuery('GET /attendance', { ...filters })}
          active={active}
          onBusy={onExporting}
          onVerify={onVerify}
        />
      )}
    </>
  );
}
