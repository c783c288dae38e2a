import { offers } from '../../platform/session/permissions.ts';
import { useMay } from '../../platform/session/useMay.ts';
import { useUser } from '../../platform/session/useSession.ts';
import { FilterSelect } from '../../platform/ui/filters/FilterSelect.tsx';
import { hrSyncOptions } from './filterWords.ts';

interface HrStateFilterProps {
  value: string;
  onChange(state: string): void;
}

/** Where the server knows the states, for those who may view the HR sync. */
export function HrStateFilter({ value, onChange }: HrStateFilterProps) {
  const isAnnounced = offers(useUser(), 'hr_state');
  const mayView = useMay()('GET /hr-sync/companies');
  if (!isAnnounced || !mayView) return null;
  return <FilterSelect label="HR Sync" value={value} options={hrSyncOptions} onChange={onChange} />;
}
