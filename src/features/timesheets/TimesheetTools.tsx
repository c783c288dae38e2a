// The tools of timesheets, of all people listed or of one person: the picker of days (how many, which, and steps to the
// ones before and after), and the export menu.

import type { ReactNode } from 'react';
import { loadOnce } from '../../platform/boot/loadOnce.ts';
import type { ExportFormat } from '../../platform/export/errors.ts';
import { ExportMenu } from '../../platform/lists/listExport/ExportMenu.tsx';
import { NamedChoices, StepPicker } from '../../platform/lists/StepPicker.tsx';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { today } from '../../shared/words/days.ts';
import {
  isSamePeriod,
  lengthOf,
  namedPeriods,
  type Period,
  periodLengths,
  resized,
  stepped,
} from '../../shared/words/periods.ts';
import { periodTitle } from '../../shared/words/periodTitle.ts';
import type { TimesheetExport as ExportRequest, Sheets } from './export/exportTimesheets.ts';

const titles = { week: 'Week', 'two weeks': 'Two Weeks', month: 'Month' };
const lengths = periodLengths.map((value) => ({ value, label: titles[value] }));
const names = ['This Week', 'Last Week', 'This Month', 'Last Month'];

interface PeriodPickerProps {
  period: Period;
  onChange(period: Period): void;
  /** Collapses with the choices on a phone. */
  children?: ReactNode;
}

export function PeriodPicker({ period, onChange, children }: PeriodPickerProps) {
  const length = lengthOf(period);
  const choices = namedPeriods(today())
    .filter(({ label }) => names.includes(label))
    .map(({ label, ...days }) => ({
      label,
      isChosen: isSamePeriod(days, period),
      choose: () => onChange(days),
    }));
  return (
    <StepPicker label="Period" title={periodTitle(period)} onStep={(by) => onChange(stepped(period, by))}>
      <FilterSelect
        label="Length"
        value={length ?? ''}
        options={length ? lengths : [{ value: '', label: 'Other' }, ...lengths]}
        onChange={(value) => {
          const chosen = periodLengths.find((each) => each === value);
          if (chosen) onChange(resized(period, chosen, today()));
        }}
      />
      <NamedChoices choices={choices} />
      {children}
    </StepPicker>
  );
}

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
