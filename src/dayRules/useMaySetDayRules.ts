import { offers } from '../session/permissions.ts';
import { useMay } from '../session/useMay.ts';
import { useUser } from '../session/useSession.ts';

/** Whether to offer the day rules: the server has them, and the user may change them. */
export function useMaySetDayRules(): boolean {
  const hasRules = offers(useUser(), 'timesheets');
  return useMay()('PUT /companies/{id}/day-rules') && hasRules;
}
