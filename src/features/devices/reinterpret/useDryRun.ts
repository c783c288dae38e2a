// What another reading of a period's events would change.

import type { Reinterpretation } from '../../../shared/contract/deviceEvents.ts';
import type { Days } from '../../../platform/lists/period/Period.tsx';
import { type Rehearsal, useRehearsal } from '../../../platform/hooks/useRehearsal.ts';

export const call = 'POST /access-controllers/{id}/device/reinterpret';

export type DryRun = Rehearsal<Reinterpretation>;

export const useDryRun = (controllerId: number, { start_date, end_date }: Days): DryRun =>
  useRehearsal(call, { id: controllerId, body: { start_date, end_date, dry_run: true } });
