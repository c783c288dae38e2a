// Filters entries by person, thing or record, action, days and words.

import { actionInWords, auditActions, auditSubjects, subjectName } from '../../shared/contract/audit/words.ts';
import { PeriodChip } from '../../platform/lists/PeriodChip.tsx';
import { describePeriod } from '../../shared/words/describePeriod.ts';
import type { ChangeParams } from '../../platform/hooks/useListParams.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Chip } from '../../platform/ui/filters/Chip.tsx';
import { FilterRow } from '../../platform/ui/filters/FilterRow.tsx';
import { SearchBox } from '../../platform/ui/filters/SearchBox.tsx';
import { SearchSelect } from '../../platform/ui/filters/SearchSelect.tsx';
import { labelOf, type Option } from '../../platform/ui/option.ts';
import { type Filters, noFilters } from './list.ts';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './AuditScreen.module.css';

interface AuditFiltersProps {
  filters: Filters;
  /** The names that the shown entries have for them. */
  shown: { person: string; record: string };
  onChange: ChangeParams<Filters & { before: string }>;
}

const allDays = { start_date: '', end_date: '' };

const inOrder = (options: Option[]) => options.sort((one, other) => one.label.localeCompare(other.label));
const subjectOptions = inOrder(
  Object.keys(auditSubjects).map((value) => ({ value, label: capital(subjectName(value)) })),
);
const actions = inOrder(auditActions.map((value) => ({ value, label: actionInWords(value) })));

export function AuditFilters({ filters, shown, onChange }: AuditFiltersProps) {
  const set = (changes: Partial<Filters>, options?: { replace: boolean }) =>
    onChange({ ...changes, before: '' }, options);
  const { user_id, subject, subject_id, action, start_date, end_date, q } = filters;
  const people = usePeople(user_id, shown.person);
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <FilterRow label="Entries" className={layout.row} isSet={isFiltered}>
      <div className={s.search}>
        <SearchBox label="Search the audit" value={q} onChange={(typed) => set({ q: typed }, { replace: true })} />
      </div>
      <PeriodChip
        period={filters}
        inWords={describePeriod({ start_date, end_date }) || 'All'}
        usual={allDays}
        onChange={(days) => set({ start_date: days.start_date, end_date: days.end_date })}
      />
      <ChoiceChip label="Person" value={user_id} options={people} onChange={(chosen) => set({ user_id: chosen })} />
      {subject_id ? (
        <Chip
          label="Record"
          value={`${subjectName(subject)} ${shown.record || `#${subject_id}`}`}
          onRemove={() => set({ subject: '', subject_id: '' })}
        >
          {() => 'Only the history of this record is shown.'}
        </Chip>
      ) : (
        <ChoiceChip
          label="Type"
          value={subject}
          options={subjectOptions}
          onChange={(chosen) => set({ subject: chosen })}
        />
      )}
      <ChoiceChip label="Action" value={action} options={actions} onChange={(chosen) => set({ action: chosen })} />
      {isFiltered && (
        <Button kind="quiet" onClick={() => set(noFilters)}>
          Clear Filters
        </Button>
      )}
    </FilterRow>
  );
}

interface ChoiceChipProps {
  label: string;
  value: string;
  options: readonly Option[];
  onChange(value: string): void;
}

const ChoiceChip = ({ label, value, options, onChange }: ChoiceChipProps) => (
  <Chip label={label} value={value ? labelOf(options, value) : 'All'} onRemove={value ? () => onChange('') : undefined}>
    {(close) => (
      <SearchSelect
        label={label}
        allLabel="All"
        value={value}
        options={options}
        onChange={(chosen) => {
          onChange(chosen);
          close();
        }}
      />
    )}
  </Chip>
);

const wholePage = { query: { page: 1, per_page: 100, sort: 'name' as const } };

/** Lists those who may sign in, as far as the caller may see them; and whoever is chosen. */
function usePeople(chosen: string, name: string): Option[] {
  const maySee = useCanCall()('GET /users');
  const users = useResource('GET /users', maySee ? wholePage : null);
  const options = (users.data?.data ?? []).map(({ id, name: label, email }) => ({
    value: String(id),
    label,
    detail: email,
  }));
  const nobody = { value: '0', label: 'Nobody who signed in' };
  const isMissing = chosen !== '' && chosen !== '0' && !options.some(({ value }) => value === chosen);
  return [nobody, ...(isMissing ? [{ value: chosen, label: name || `User #${chosen}` }] : []), ...options];
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
