// The toolbar between the heading and the records: the filters as chips and as a panel, the export, the note for paper.

import { Fragment, useState } from 'react';
import { Link } from 'wouter';
import type { AttendanceRecord } from '../../shared/contract/attendance.ts';
import type { Page } from '../../shared/contract/decode.ts';
import { attendanceQuery, readQuery } from '../../shared/contract/queries.ts';
import { lazyPart } from '../../platform/hooks/lazyPart.tsx';
import { PrintNote } from '../../platform/ui/layout/PrintNote.tsx';
import type { ExportState } from './ExportPanel.tsx';
import { isAtDefault, withReset } from './filters.ts';
import { defaultFilters, type Filters } from './list.ts';
import {
  type ActiveFilter,
  activeFilters,
  type FilterFieldProps,
  filterFields,
  useFilterOptions,
} from './FilterFields.tsx';
import { today } from '../../shared/words/days.ts';
import { namedPeriods } from '../../shared/words/periods.ts';
import { Chip } from '../../platform/ui/filters/Chip.tsx';
import { PeriodNames } from '../../platform/lists/PeriodChip.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { FilterBar } from '../../platform/ui/filters/FilterBar.tsx';
import { paths } from '../../platform/boot/paths.ts';
import { addressOf } from '../../shared/words/address.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Menu } from '../../platform/ui/overlays/Menu.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';

const ExportPanel = lazyPart('The export', async () => (await import('./ExportPanel.tsx')).ExportPanel);

interface AttendanceToolbarProps {
  filters: Filters;
  defaults: Filters;
  isPanelOpen: boolean;
  shown: Page<AttendanceRecord> | undefined;
  page: number;
  exported: ExportState | undefined;
  onExported(state: ExportState | undefined): void;
  onVerify(): void;
  onChange(change: Partial<Filters>): void;
}

export function AttendanceToolbar(props: AttendanceToolbarProps) {
  const { filters, defaults, isPanelOpen, shown, page, exported, onExported, onVerify, onChange } = props;
  const options = useFilterOptions(filters, isPanelOpen);
  const active = activeFilters(filters, options);
  const field = { filters, options, onChange: (change: Partial<Filters>) => onChange(withReset(change)) };

  return (
    <>
      <FilterChips {...field} active={active} defaults={defaults} />
      <MissingCheckOut filters={filters} defaults={defaults} />
      {isPanelOpen && <FilterPanel {...field} onClear={() => onChange(defaultFilters())} />}
      {shown && (
        <PrintNote
          list={{ page, lastPage: shown.last_page, shown: shown.data.length, total: shown.total }}
          filters={active}
        />
      )}
      {exported && (
        <ExportPanel
          state={exported}
          filters={readQuery(attendanceQuery, { ...filters })}
          shownFilters={active.map(({ label, value }) => ({ label, value }))}
          onState={onExported}
          onVerify={onVerify}
        />
      )}
    </>
  );
}

interface FilterChipsProps extends Omit<FilterFieldProps, 'onChosen'> {
  active: readonly ActiveFilter[];
  defaults: Filters;
}

/** Shows the filters that are set, each with its field. One at its default cannot be removed. */
function FilterChips({ active, defaults, ...field }: FilterChipsProps) {
  const { filters, onChange } = field;
  // The period always has a chip, so that another one is at hand.
  const hasPeriod = active.some(({ fields }) => fields.includes('start_date'));
  const chips = hasPeriod ? active : [...active, allDays];
  return chips.map(({ fields, label, value }) => (
    <Chip
      key={label}
      label={label}
      value={label === allDays.label ? named(value, filters) : value}
      onRemove={
        value === allDays.value || isAtDefault(fields, filters, defaults)
          ? undefined
          : () => onChange(Object.fromEntries(fields.map((name) => [name, defaults[name]])))
      }
    >
      {(close) => (
        <div className={layout.stack3}>
          {label === allDays.label && <PeriodNames applied={filters} onChange={onChange} onChosen={close} />}
          {fields[0] && filterFields[fields[0]]?.({ ...field, onChosen: close })}
        </div>
      )}
    </Chip>
  ));
}

function named(value: string, { start_date, end_date }: Filters): string {
  const period = namedPeriods(today()).find((each) => each.start_date === start_date && each.end_date === end_date);
  return period ? `${period.label}, ${value}` : value;
}

const allDays: ActiveFilter = { fields: ['start_date', 'end_date'], label: 'Date', value: 'All Days' };

function FilterPanel({ onClear, ...field }: FilterFieldProps & { onClear(): void }) {
  const [clears, setClears] = useState(0);
  /** Drops refused days, which are a draft of the panel and not filters. */
  const dropDrafts = () => setClears(clears + 1);
  function clear() {
    dropDrafts();
    onClear();
  }
  return (
    <FilterBar action={<Button onClick={clear}>Clear Filters</Button>}>
      <PeriodNames applied={field.filters} onChange={field.onChange} onChosen={dropDrafts} />
      <Fragment key={clears}>
        {Object.entries(filterFields).map(([name, show]) => (
          <Fragment key={name}>{show(field)}</Fragment>
        ))}
      </Fragment>
    </FilterBar>
  );
}

/**
 * Leads to the missing check-outs of the list's company and days, where the server finds them; not to those of today
 * alone, when a check-out may still come.
 */
function MissingCheckOut({ filters, defaults }: { filters: Filters; defaults: Filters }) {
  const mayFind = useCanCall()('GET /exceptions');
  if (!mayFind) return null;
  const { company_id, start_date, end_date } = filters;
  const hasDays = start_date && end_date && !isAtDefault(['start_date', 'end_date'], filters, defaults);
  const exceptions = {
    kind: 'no_check_out',
    ...(company_id && { company_id }),
    ...(hasDays && { start_date, end_date }),
  };
  return <Link href={addressOf(paths.exceptions, exceptions)}>Missing Check-Out</Link>;
}

/** Holds what is seldom done with exported files, behind a button beside the exports. */
export function MoreActions({ onVerify }: { onVerify(): void }) {
  return (
    <Menu
      aria-label="More Actions"
      icon={<ActionIcon name="more" />}
      items={[{ label: 'Verify File', icon: <ActionIcon name="file" />, onSelect: onVerify }]}
    />
  );
}
