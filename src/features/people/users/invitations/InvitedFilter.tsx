import { FilterSelect } from '../../../../platform/ui/filters/FilterSelect.tsx';

interface InvitedFilterProps {
  /** How many have not signed in yet; undefined as long as it is not known. */
  waiting: number | undefined;
  value: string;
  onChange(value: string): void;
}

/** There only where it finds somebody. */
export function InvitedFilter({ waiting, value, onChange }: InvitedFilterProps) {
  if (!waiting && value === '') return null;
  return (
    <FilterSelect
      label="Sign-in"
      value={value}
      options={[
        { value: '', label: 'All Users' },
        { value: '1', label: `Not Yet Signed In${waiting === undefined ? '' : ` (${waiting})`}` },
      ]}
      onChange={onChange}
    />
  );
}
