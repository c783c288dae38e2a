// What another reading of a period's events would change.

import type { Reinterpretation } from '../../../contract/entities/devices.ts';
import type { Days } from '../../../crud/period/Period.tsx';
import { type Rehearsal, useRehearsal } from '../../../hooks/useRehearsal.ts';

export const call = 'POST /access-controllers/{id}/device/reinterpret';

export type DryRun = Rehearsal<Reinterpretation>;

export const useDryRun = (controllerId: number, { start_date, end_date }: Days): DryRun =>
  useRehearsal(call, { id: controllerId, body: { start_date, end_date, dry_run: true } });
