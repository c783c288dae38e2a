// The form for a code, for screens that lead to codes of employees.

import { lazyPart } from '../../../platform/hooks/lazyPart.tsx';
import { useCanCall } from '../../../platform/session/permissions.ts';

/** To assign a code, one chooses among the employees of the company. */
export function useMayAssignCode(): boolean {
  const canCall = useCanCall();
  return canCall('POST /employee-codes') && canCall('GET /companies/{id}/employees');
}

export const AssignCodePart = lazyPart('The form', () => import('./AssignCodeDialog.tsx'));
