// Starts a dry run, of today or, where the server plans other days too, of a chosen day.

import { hasFeature } from '../../../platform/session/permissions.ts';
import { useUser } from '../../../platform/session/session.tsx';
import { Button } from '../../../platform/ui/Button.tsx';
import { FilterDate } from '../../../platform/ui/filters/FilterDate.tsx';
import * as s from './HrSyncDialog.module.css';

interface DryRunProps {
  day: string;
  /** The server's complaint about the day. */
  error: string | undefined;
  busy: boolean;
  onDay(day: string): void;
  onRun(): void;
}

export function DryRun({ day, error, busy, onDay, onRun }: DryRunProps) {
  const hasDays = hasFeature(useUser(), 'hr_state');
  return (
    <div className={s.dryRun}>
      {hasDays && <FilterDate label="Day to test (leave empty for today)" value={day} error={error} onChange={onDay} />}
      <Button busy={busy} onClick={onRun}>
        Dry Run Test
      </Button>
    </div>
  );
}
