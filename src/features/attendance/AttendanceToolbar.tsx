// The toolbar between the heading and the records: filters as chips and in a panel, exports, and the filters in print.

import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import { type Resource, useResource } from '../../platform/hooks/useResource.ts';
import { FoundCount } from '../../platform/lists/FoundCount.tsx';
import { PeriodFields, PeriodNames } from '../../platform/lists/PeriodChip.tsx';
import { companyChoice, useCompanies } from '../../platform/lists/useCompanies.ts';
import { useCanCall, useHasFeature } from '../../platform/session/permissions.ts';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { missingOptions } from '../../platform/ui/feedback/FailedReads.tsx';
import { Chip } from '../../platform/ui/filters/Chip.tsx';
import { FilterBar } from '../../platform/ui/filters/FilterBar.tsx';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { SearchSelect } from '../../platform/ui/filters/SearchSelect.tsx';
import { PrintNote } from '../../platform/ui/layout/PrintNote.tsx';
import { lazyPart } from '../../platform/ui/lazyPart.tsx';
import { labelOf, type Option } from '../../platform/ui/option.ts';
import { Menu } from '../../platform/ui/overlays/Menu.tsx';
import type { AttendanceRecord } from '../../shared/contract/attendance.ts';
import type { Page } from '../../shared/contract/decode.ts';
import { attendanceQuery, hrStates, readQuery } from '../../shared/contract/queries.ts';
import { addressOf } from '../../shared/words/address.ts';
import { eventTypes } from '../../shared/words/attendanceText.ts';
import { today } from '../../shared/words/days.ts';
import { describePeriod, isSamePeriod, namedPeriods } from '../../shared/words/periods.ts';
import { hrStateText } from '../hr/hrStates.ts';
import type { ExportState } from './ExportPanel.tsx';
import { defaultFilters, type Filters, withReset } from './list.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';

const ExportPanel = lazyPart('The export', () => import('./ExportPanel.tsx'));

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

export default function AttendanceToolbar(props: AttendanceToolbarProps) {
  const { filters, defaults, isPanelOpen, shown, page, exported, onExported, onVerify, onChange } = props;
  const options = useFilterOptions(filters, isPanelOpen);
  const active = filterKinds
    .map((kind) => ({ ...kind, value: kind.inWords(filters, options, shown?.data ?? []) }))
    .filter(({ value }) => value !== '');
  const field = { filters, options, onChange: (change: Partial<Filters>) => onChange(withReset(change)) };

  return (
    <>
      <FilterChips {...field} active={active} defaults={defaults} />
      <MissingCheckOut filters={filters} defaults={defaults} />
      {isPanelOpen && <FilterPanel {...field} onClear={() => onChange(defaultFilters())} />}
      <FoundCount total={shown?.total} />
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

/** Shows the filters that are set, each with its field. A filter at its default cannot be removed. */
function FilterChips({ active, defaults, ...field }: FilterChipsProps) {
  const { filters, onChange } = field;
  const isAtDefault = areAtDefault(filters, defaults);
  // Show a chip for the period even if it is all days, so that another is quick to choose.
  const hasPeriod = active.some(({ label }) => label === days.label);
  const chips = hasPeriod ? active : [...active, allDays];
  return chips.map(({ fields, label, value, Field }) => (
    <Chip
      key={label}
      label={label}
      value={label === days.label ? named(value, filters) : value}
      onRemove={
        value === allDays.value || fields.every(isAtDefault)
          ? undefined
          : () => onChange(Object.fromEntries(fields.map((name) => [name, defaults[name]])))
      }
    >
      {(close) => (
        <div className={layout.stack3}>
          {label === days.label && <PeriodNames applied={filters} onChange={onChange} onChosen={close} />}
          <Field {...field} onChosen={close} />
        </div>
      )}
    </Chip>
  ));
}

function named(value: string, filters: Filters): string {
  const period = namedPeriods(today()).find((each) => isSamePeriod(each, filters));
  return period ? `${period.label}, ${value}` : value;
}

const areAtDefault = (filters: Filters, defaults: Filters) => (field: keyof Filters) =>
  filters[field] === defaults[field];

function FilterPanel({ onClear, ...field }: FilterFieldProps & { onClear(): void }) {
  const [clears, setClears] = useState(0);
  /** Drops days that were refused: they are a draft in the panel, not filters. */
  const dropDrafts = () => setClears(clears + 1);
  function clear() {
    dropDrafts();
    onClear();
  }
  return (
    <FilterBar action={<Button onClick={clear}>Clear Filters</Button>}>
      <PeriodNames applied={field.filters} onChange={field.onChange} onChosen={dropDrafts} />
      <Fragment key={clears}>
        {filterKinds.map(({ label, Field }) => (
          <Field key={label} {...field} />
        ))}
      </Fragment>
    </FilterBar>
  );
}

/**
 * Links to the missing check-outs of the list's company and days, where the server finds them. The default, today, is
 * not passed on: today's check-outs may still come.
 */
function MissingCheckOut({ filters, defaults }: { filters: Filters; defaults: Filters }) {
  const mayFind = useCanCall()('GET /exceptions');
  if (!mayFind) return null;
  const { company_id, start_date, end_date } = filters;
  const hasDays = start_date && end_date && !days.fields.every(areAtDefault(filters, defaults));
  const exceptions = {
    kind: 'no_check_out',
    ...(company_id && { company_id }),
    ...(hasDays && { start_date, end_date }),
  };
  return <Link href={addressOf(paths.exceptions, exceptions)}>Missing Check-Out</Link>;
}

/** The menu beside the exports, for what is seldom done with exported files. */
export function MoreActions({ onVerify }: { onVerify(): void }) {
  return (
    <Menu
      aria-label="More Actions"
      icon={<ActionIcon name="more" />}
      items={[{ label: 'Verify File', icon: <ActionIcon name="file" />, onSelect: onVerify }]}
    />
  );
}

// The attendance filters: how each reads in a chip, in print and in a file, and its field. The panel shows all fields,
// a chip its own.

interface FilterFieldProps {
  filters: Filters;
  options: FilterOptions;
  onChange(change: Partial<Filters>): void;
  /** Called after a choice that leaves nothing more to choose. */
  onChosen?(): void;
}

interface FilterKind {
  /** The filters that removing its chip resets. */
  fields: readonly (keyof Filters)[];
  label: string;
  /** '' while it is not set. */
  inWords(filters: Filters, options: FilterOptions, records: readonly AttendanceRecord[]): string;
  Field(props: FilterFieldProps): ReactNode;
}

interface ActiveFilter extends FilterKind {
  value: string;
}

type Relation = 'company' | 'employee' | 'access_controller';

/**
 * A filter with a list that may be long. Names that the list lacks, or has not loaded yet, come from the records: an
 * exported file states them for good.
 */
function searched(of: Relation, labels: { label: string; allLabel: string }): FilterKind {
  const name = `${of}_id` as const;
  return {
    fields: [name],
    label: labels.label,
    inWords({ [name]: id }, { [of]: { options } }, records) {
      const shown = records.map((record) => record[of]).find((each) => each?.id === Number(id));
      return id && (options.find(({ value }) => value === id)?.label ?? shown?.name ?? id);
    },
    Field: ({ filters, options, onChange, onChosen }) => (
      <SearchSelect
        {...labels}
        {...options[of]}
        value={filters[name]}
        onChange={(chosen) => {
          onChange({ [name]: chosen });
          onChosen?.();
        }}
      />
    ),
  };
}

const chosen = (
  name: 'event_type' | 'is_processed' | 'hr_state',
  label: string,
  options: readonly Option[],
  hint?: string,
): FilterKind => ({
  fields: [name],
  label,
  inWords: ({ [name]: value }) => value && labelOf(options, value),
  Field: ({ filters, onChange }) => (
    <FilterSelect
      label={label}
      value={filters[name]}
      options={options}
      hint={hint}
      onChange={(value) => onChange({ [name]: value })}
    />
  ),
});

const days: FilterKind = {
  fields: ['start_date', 'end_date'],
  label: 'Date',
  inWords: describePeriod,
  Field: ({ filters, onChange }) => <PeriodFields applied={filters} onChange={onChange} />,
};
const allDays: ActiveFilter = { ...days, value: 'All Days' };

const statusOptions = [
  { value: '', label: 'All Status' },
  { value: '0', label: 'Unprocessed' },
  { value: '1', label: 'Processed' },
];
const hrStateOptions = hrStates.map((value) => ({ value, label: hrStateText(value) }));
const hrState = chosen('hr_state', 'HR Sync', [{ value: '', label: 'All' }, ...hrStateOptions]);

/** Shown if the server knows the states and the user may view the HR sync. */
function HrStateField(props: FilterFieldProps) {
  const isAnnounced = useHasFeature('hr_state');
  const mayView = useCanCall()('GET /hr-sync/companies');
  return isAnnounced && mayView && <hrState.Field {...props} />;
}

const filterKinds: readonly FilterKind[] = [
  searched('company', { label: 'Company', allLabel: 'All Companies' }),
  searched('employee', { label: 'Employee', allLabel: 'All Employees' }),
  searched('access_controller', { label: 'Access Controller', allLabel: 'All Controllers' }),
  chosen('event_type', 'Event Type', [{ value: '', label: 'All Events' }, ...eventTypes]),
  days,
  chosen('is_processed', 'Status', statusOptions, 'Unprocessed means Pending'),
  { ...hrState, Field: HrStateField },
];

interface Choice {
  options: readonly Option[];
  /** Shown after the options: that they are loading, or why some are missing. */
  missing: string | undefined;
  hint: ReactNode;
  /** Why none can be chosen yet. */
  disabledReason?: string | undefined;
}

type FilterOptions = Readonly<Record<Relation, Choice>>;

/**
 * Loads the companies once one can be chosen or has to be named. Employee 0 stands for people the server does not know.
 */
function useFilterOptions(
  { company_id: companyId, employee_id: employeeId }: Filters,
  isChoosing: boolean,
): FilterOptions {
  const companies = useCompanies(isChoosing || companyId !== '');
  const canCall = useCanCall();
  const mayView = {
    employees: canCall('GET /companies/{id}/employees'),
    controllers: canCall('GET /companies/{id}/access-controllers'),
  };
  const ofCompany = companyId ? { id: companyId } : null;
  const employees = useResource('GET /companies/{id}/employees', mayView.employees ? ofCompany : null);
  const controllers = useResource('GET /companies/{id}/access-controllers', mayView.controllers ? ofCompany : null);

  const missing = (what: keyof typeof mayView, read: Resource<unknown>) => {
    const choice = missingOptions(what, read);
    if (!mayView[what]) return { ...choice, disabledReason: `You may not view ${what}` };
    if (!companyId) return { ...choice, disabledReason: 'Choose a company first' };
    return { ...choice, disabledReason: read.loading ? choice.missing : undefined };
  };
  // Call a company unknown only if the complete list lacks it: an export states that for good.
  const own = companies.missing ? undefined : { id: Number(companyId) || null, name: undefined };

  const unknown = employeeId === '0' ? [{ value: '0', label: 'Unknown Employee' }] : [];
  const employeeOptions = (employees.data ?? []).map(({ id, name, employee_id }) => ({
    value: String(id),
    label: name,
    detail: employee_id,
  }));
  const controllerOptions = (controllers.data ?? []).map(({ id, name, location }) => ({
    value: String(id),
    label: name,
    detail: location,
  }));
  return {
    company: companyChoice(companies, own),
    employee: { options: [...unknown, ...employeeOptions], ...missing('employees', employees) },
    access_controller: { options: controllerOptions, ...missing('controllers', controllers) },
  };
}
