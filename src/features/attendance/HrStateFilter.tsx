import { hasFeature, useCanCall } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { hrSyncOptions } from './filterWords.ts';

interface HrStateFilterProps {
  value: string;
  onChange(state: string): void;
}

/** Where the server knows the states, for those who may view the HR sync. */
export function HrStateFilter({ value, onChange }: HrStateFilterProps) {
  const isAnnounced = hasFeature(useUser(), 'hr_state');
  const mayView = useCanCall()('GET /hr-sync/companies');
  if (!isAnnounced || !mayView) return null;
  return <FilterSelect label="HR Sync" value={value} options={hrSyncOptions} onChange={onChange} />;
}
