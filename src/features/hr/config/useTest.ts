// Tests the HR sync of one company: a dry run with the settings in the form, or a real sync with the saved ones.

import { useState } from 'react';
import type { HrSyncConfig, HrSyncTest } from '../../../shared/contract/hr.ts';
import { doneMessage, failedMessage } from '../../../platform/api/calls.ts';
import { dryRunDone } from '../../../shared/contract/call.ts';
import { type Action, useAction } from '../../../platform/hooks/useAction.ts';
import { toast } from '../../../platform/ui/feedback/toasts.ts';

export interface TestRun {
  results: HrSyncTest['results'];
  isDry: boolean;
  /** The tested configuration and day as JSON. */
  tried: string;
  /** The tested configuration was not the saved one. */
  isUnsaved: boolean;
}

interface Tried {
  config: HrSyncConfig;
  dirty: boolean;
}

type TestAction = Action<typeof key>;

export interface Test {
  /** To test; '' is today. */
  day: string;
  /** The server's complaint about it. */
  dayError: string | undefined;
  setDay(day: string): void;
  last: TestRun | undefined;
  /** Settings and day have not changed since the last test. */
  isCurrent: boolean;
  dry: TestAction;
  real: TestAction;
  /** Of the day, or of another that was chosen just now. Resolves to whether the server answered. */
  run(isDry: boolean, day?: string): Promise<boolean>;
}

/** A count of successes says nothing alone; the failures beside it do. */
export function hasSucceeded({ success, failed }: HrSyncTest['results']): boolean {
  if (typeof success === 'number' && failed !== undefined) return failed === 0;
  return Boolean(success);
}

const key = 'POST /companies/{id}/hr-sync/test';

export function useTest(companyId: number, { config, dirty }: Tried): Test {
  const [last, setLast] = useState<TestRun>();
  const [chosen, setDay] = useState('');
  const [refused, setRefused] = useState<{ day: string; why: string | undefined }>();
  const dry = useAction(key, { quiet: true, staysFresh: true });
  const real = useAction(key, { quiet: true });

  async function run(isDry: boolean, day = chosen): Promise<boolean> {
    // Configuration and day are our extensions: a server that knows only the specification gets them only if needed.
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
    day: chosen,
    dayError: refused?.day === chosen ? refused.why : undefined,
    setDay,
    last,
    isCurrent: last?.tried === JSON.stringify({ config, day: chosen }),
    dry,
    real,
    run,
  };
}
