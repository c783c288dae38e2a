// Tests a company's HR sync: a dry run with the form's settings, then optionally a real sync with the saved ones.

import { useState } from 'react';
import { doneMessage, failedMessage } from '../../../platform/api/calls.ts';
import { toast } from '../../../platform/hooks/toasts.ts';
import { useAction } from '../../../platform/hooks/useAction.ts';
import { useCanCall, useHasFeature } from '../../../platform/session/permissions.ts';
import { Button } from '../../../platform/ui/Button.tsx';
import { FilterDate } from '../../../platform/ui/filters/FilterDate.tsx';
import { Confirm } from '../../../platform/ui/overlays/Confirm.tsx';
import { DialogButton } from '../../../platform/ui/overlays/DialogButton.tsx';
import { dryRunDone } from '../../../shared/contract/call.ts';
import type { Company } from '../../../shared/contract/companies.ts';
import type { HrSyncTest } from '../../../shared/contract/hr.ts';
import type { HrSyncConfig } from '../../../shared/contract/hrConfig.ts';
import { dateTitle } from '../../../shared/words/dates.ts';
import * as layout from '../../../platform/ui/layout/layout.module.css';
import * as s from './HrSyncDialog.module.css';

export interface TestRun {
  results: HrSyncTest['results'];
  isDry: boolean;
  /** Tested configuration and day as JSON. */
  tried: string;
  /** The tested configuration was not the saved one. */
  isUnsaved: boolean;
}

type Test = ReturnType<typeof useTest>;

/** A number of successes is conclusive only with the number of failures. */
export function hasSucceeded({ success, failed }: HrSyncTest['results']): boolean {
  if (typeof success === 'number' && failed !== undefined) return failed === 0;
  return Boolean(success);
}

const key = 'POST /companies/{id}/hr-sync/test';

export function useTest(companyId: number, { config, dirty }: { config: HrSyncConfig; dirty: boolean }) {
  const [last, setLast] = useState<TestRun>();
  const [chosen, setDay] = useState('');
  const [refused, setRefused] = useState<{ day: string; why: string | undefined }>();
  const dry = useAction(key, { quiet: true, staysFresh: true });
  const real = useAction(key, { quiet: true });

  /** Tests the chosen day, or `day` if it was chosen just now. Resolves to true if the server answered. */
  async function run(isDry: boolean, day = chosen): Promise<boolean> {
    // Configuration and day are our extensions: a server that implements only the specification gets them only if
    // needed.
    const body = { dry_run: isDry, ...(isDry && dirty && { config }), ...(day && { date: day }) };
    const outcome = await (isDry ? dry : real).run({ id: companyId, body });
    if (!outcome.ok) {
      setRefused({ day, why: outcome.fields.date });
      return false;
    }
    const { results } = outcome.answered.data;
    setLast({ results, isDry, tried: JSON.stringify({ config, day }), isUnsaved: isDry && dirty });
    if (!hasSucceeded(results)) toast.bad(failedMessage(key));
    else toast.good(isDry ? dryRunDone : doneMessage(key, results));
    return true;
  }

  return {
    /** Day to test; '' is today. */
    day: chosen,
    /** The server's error about the day. */
    dayError: refused?.day === chosen ? refused.why : undefined,
    setDay,
    last,
    /** Settings and day have not changed since the last test. */
    isCurrent: last?.tried === JSON.stringify({ config, day: chosen }),
    dry,
    real,
    run,
  };
}

/** Runs for today or, where the server plans other days too, for a chosen day. */
export function DryRun({ test, onRun }: { test: Test; onRun(day: string): void }) {
  const { day, dayError, dry, setDay } = test;
  const hasDays = useHasFeature('hr_state');

  /** Choosing a day starts a dry run, which changes nothing. */
  function choose(chosen: string) {
    setDay(chosen);
    onRun(chosen);
  }

  return (
    <div className={`${layout.wrap} ${s.dryRun}`}>
      {hasDays && (
        <FilterDate label="Day to test (leave empty for today)" value={day} error={dayError} onChange={choose} />
      )}
      <Button busy={dry.busy} onClick={() => onRun(day)}>
        Dry Run Test
      </Button>
    </div>
  );
}

interface TestSyncProps {
  company: Pick<Company, 'id' | 'name'>;
  test: Test;
  dirty: boolean;
}

/** Sends the records of the tested day with the saved settings, after a dry run. */
export function TestSync({ company, test: { day, real, run }, dirty }: TestSyncProps) {
  const canCall = useCanCall();
  const title = `Sync ${day || 'Today'} Now`;
  if (!canCall('POST /hr-sync/companies/{id}')) return null;
  return (
    <DialogButton size="small" label={title} disabledReason={dirty ? 'Save the configuration first' : undefined}>
      {(close) => (
        <Confirm
          title={title}
          message={`This sends ${day ? `the records of ${dateTitle(day)}` : "today's records"} of "${company.name}" to its HR system.`}
          confirmLabel="Send Now"
          action={real}
          onConfirm={() => void run(false).then((isDone) => isDone && close())}
          onClose={() => {
            real.clear();
            close();
          }}
        />
      )}
    </DialogButton>
  );
}
