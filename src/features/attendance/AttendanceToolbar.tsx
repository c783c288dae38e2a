// The toolbar between the heading and the records: the filters as chips and as a panel, the export, the note for paper.

import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { paths } from '../../platform/boot/paths.ts';
import { lazyPart } from '../../platform/hooks/lazyPart.tsx';
import { useResource } from '../../platform/hooks/useResource.ts';
import { FoundCount } from '../../platform/lists/FoundCount.tsx';
import { PeriodFields, PeriodNames } from '../../platform/lists/PeriodChip.tsx';
import { companyOptions, useCompanies } from '../../platform/lists/useCompanies.ts';
import { useCanCall, useHasFeature } from '../../platform/session/permissions.ts';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Chip } from '../../platform/ui/filters/Chip.tsx';
import { FilterBar } from '../../platform/ui/filters/FilterBar.tsx';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { SearchSelect } from '../../platform/ui/filters/SearchSelect.tsx';
import { PrintNote } from '../../platform/ui/layout/PrintNote.tsx';
import { labelOf, type Option } from '../../platform/ui/option.ts';
import { Menu } from '../../platform/ui/overlays/Menu.tsx';
import type { AttendanceRecord } from '../../shared/contract/attendance.ts';
import type { Page } from '../../shared/contract/decode.ts';
import { attendanceQuery, hrStates, readQuery } from '../../shared/contract/queries.ts';
import { addressOf } from '../../shared/words/address.ts';
import { eventTypes } from '../../shared/words/attendanceText.ts';
import { today } from '../../shared/words/days.ts';
import { describePeriod, isSamePeriod, namedPeriods } from '../../shared/words/periods.ts';
import { unreadNote } from '../../shared/words/unreadNote.ts';
import { hrStateText } from '../hr/hrStates.ts';
import type { ExportState } from './ExportPanel.tsx';
import { isAtDefault, withReset } from './filters.ts';
import { defaultFilters, type Filters } from './list.ts';
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
  const active = activeFilters(filters, options, shown?.data ?? []);
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

function named(value: string, filters: Filters): string {
  const period = namedPeriods(today()).find((each) => isSamePeriod(each, filters));
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

// The field of each attendance filter, as the panel shows all of them and a chip shows its own.

interface FilterFieldProps {
  filters: Filters;
  options: FilterOptions;
  onChange(change: Partial<Filters>): void;
  /** Called after a choice that leaves nothing more to choose. */
  onChosen?(): void;
}

type Field = (props: FilterFieldProps) => ReactNode;

/** Chosen from a list that may be long. */
const searched =
  (
    name: 'company_id' | 'employee_id' | 'access_controller_id',
    list: keyof FilterOptions['missing'],
    labels: { label: string; allLabel: string },
  ): Field =>
  ({ filters, options, onChange, onChosen }) => (
    <SearchSelect
      {...labels}
      value={filters[name]}
      options={options[list]}
      missing={options.missing[list]}
      disabledReason={options.waiting[list]}
      onChange={(chosen) => {
        onChange({ [name]: chosen });
        onChosen?.();
      }}
    />
  );

/** The fields by the first of the filters that each changes. */
const filterFields: Partial<Record<keyof Filters, Field>> = {
  company_id: searched('company_id', 'companies', { label: 'Company', allLabel: 'All Companies' }),
  employee_id: searched('employee_id', 'employees', { label: 'Employee', allLabel: 'All Employees' }),
  access_controller_id: searched('access_controller_id', 'controllers', {
    label: 'Access Controller',
    allLabel: 'All Controllers',
  }),
  event_type: ({ filters, onChange }) => (
    <FilterSelect
      label="Event Type"
      value={filters.event_type}
      options={eventTypeOptions}
      onChange={(event_type) => onChange({ event_type })}
    />
  ),
  start_date: ({ filters, onChange }) => <PeriodFields applied={filters} onChange={onChange} />,
  is_processed: ({ filters, onChange }) => (
    <FilterSelect
      label="Status"
      value={filters.is_processed}
      options={statusOptions}
      hint="Unprocessed means Pending"
      onChange={(is_processed) => onChange({ is_processed })}
    />
  ),
  hr_state: (field) => <HrStateFilter {...field} />,
};

/** Stands where the server knows the states, for those who may view the HR sync. */
function HrStateFilter({ filters, onChange }: FilterFieldProps) {
  const isAnnounced = useHasFeature('hr_state');
  const mayView = useCanCall()('GET /hr-sync/companies');
  if (!isAnnounced || !mayView) return null;
  return (
    <FilterSelect
      label="HR Sync"
      value={filters.hr_state}
      options={hrSyncOptions}
      onChange={(hr_state) => onChange({ hr_state })}
    />
  );
}

const eventTypeOptions = [{ value: '', label: 'All Events' }, ...eventTypes];

const statusOptions = [
  { value: '', label: 'All Status' },
  { value: '0', label: 'Unprocessed' },
  { value: '1', label: 'Processed' },
];

const hrSyncOptions = [{ value: '', label: 'All' }, ...hrStates.map((value) => ({ value, label: hrStateText(value) }))];

interface ActiveFilter {
  /** The filters that removing its chip resets. */
  fields: readonly (keyof Filters)[];
  label: string;
  value: string;
}

/**
 * Names every filter that is set. The records name what the options do not, or not yet: an exported file states it for
 * good.
 */
function activeFilters(
  filters: Filters,
  { companies, employees, controllers }: FilterOptions,
  records: readonly AttendanceRecord[],
): ActiveFilter[] {
  const { company_id, employee_id, access_controller_id, event_type, start_date, end_date, is_processed, hr_state } =
    filters;
  function nameOf(id: string, options: readonly Option[], of: 'company' | 'employee' | 'access_controller'): string {
    const listed = records.map((record) => record[of]).find((each) => each?.id === Number(id));
    return id && (options.find(({ value }) => value === id)?.label ?? listed?.name ?? id);
  }
  const all: ActiveFilter[] = [
    { fields: ['company_id'], label: 'Company', value: nameOf(company_id, companies, 'company') },
    { fields: ['employee_id'], label: 'Employee', value: nameOf(employee_id, employees, 'employee') },
    {
      fields: ['access_controller_id'],
      label: 'Access Controller',
      value: nameOf(access_controller_id, controllers, 'access_controller'),
    },
    { fields: ['event_type'], label: 'Event Type', value: event_type && labelOf(eventTypeOptions, event_type) },
    { fields: ['start_date', 'end_date'], label: 'Date', value: describePeriod({ start_date, end_date }) },
    { fields: ['is_processed'], label: 'Status', value: is_processed && labelOf(statusOptions, is_processed) },
    { fields: ['hr_state'], label: 'HR Sync', value: hr_state && labelOf(hrSyncOptions, hr_state) },
  ];
  return all.filter(({ value }) => value !== '');
}

type List = 'companies' | 'employees' | 'controllers';

interface FilterOptions {
  companies: readonly Option[];
  employees: readonly Option[];
  controllers: readonly Option[];
  /** Shown after the options: that they are loading, or why some are missing. */
  missing: Readonly<Record<List, string | undefined>>;
  /** The reasons why none can be chosen yet. */
  waiting: Readonly<Partial<Record<List, string>>>;
}

/**
 * Companies are loaded once there is one to choose or to name. Employee 0 means those that the server does not know.
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

  const reason = (what: keyof typeof mayView, { loading, error }: { loading: boolean; error: unknown }) => {
    if (!mayView[what]) return `You may not view ${what}`;
    if (!companyId) return 'Choose a company first';
    if (loading) return `Loading ${what}…`;
    return error ? `The ${what} could not be loaded` : undefined;
  };
  // A company is unknown only if the complete list lacks it; before that, an export would state it for good.
  const own = companies.list && { id: Number(companyId) || null, name: undefined };

  return {
    companies: companyOptions(companies, own),
    employees: [
      ...(employeeId === '0' ? [{ value: '0', label: 'Unknown Employee' }] : []),
      ...(employees.data ?? []).map(({ id, name, employee_id }) => ({
        value: String(id),
        label: name,
        detail: employee_id,
      })),
    ],
    controllers: (controllers.data ?? []).map(({ id, name, location }) => ({
      value: String(id),
      label: name,
      detail: location,
    })),
    missing: {
      companies: companies.missing,
      employees: unreadNote(employees.unread),
      controllers: unreadNote(controllers.unread),
    },
    waiting: { employees: reason('employees', employees), controllers: reason('controllers', controllers) },
  };
}
